--- Results of hand-to-hand combat and of colours, worked out anew.
local fire <const> = require "fuzz.audit.horse_and_musket.results.fire"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"
local turn <const> = require "fuzz.audit.horse_and_musket.results.turn"

local M <const> = {}

local function formation_of(unit) return unit.formation or tables.troop(unit.troop).default_formation end

--- What of a combat both pools need: where it is, after the variants.
local function scene_of(args, has)
  local open = has.breach_ends_cover and args.position == "fieldworks" and args.breached
  local position = open and "open" or args.position or "open"
  local face = args.face or "front"
  return {
    position = position, breached = not open and args.breached, face = face, difficult = args.difficult,
    works = position == "fieldworks" and (face == "front" or has.fieldworks_all_round),
  }
end

--- The dice of one unit against another.
---@return integer basic
---@return table[] modifiers
---@return integer dice
function M.pool(own, enemy, charger, scene, has)
  local list, attacking = {}, charger or own.countercharging
  local position, face = scene.position, scene.face
  local held = position == "woods" or position == "town"
  local basic = 4
  if formation_of(own) == "column" and not has.column_fights_full and position ~= "fieldworks" and (charger or position ~= "town") then
    basic = 1
  end
  local dice = basic
  local function add(name, value, cite, when)
    if when and value > 0 then
      list[#list + 1], dice = { name = name, value = value, cite = cite }, dice + value
    end
  end
  add("charging", 2, "6.6.1", attacking and not scene.difficult and not held)
  add("opponent_staggered", 2, "6.6.2", enemy.staggered)
  add("against_light_infantry", 2, "6.6.3", attacking and tables.close_order(own.troop) and enemy.troop == "light_infantry"
    and not (charger and held))
  add("against_light_cavalry", 1, "6.6.4", enemy.troop == "light_cavalry" and tables.close_order(own.troop)
    and tables.cavalry(own.troop))
  add("defending_fieldworks", has.fieldworks_die_per_base and 4 or 2, "6.6.5", not charger and scene.works
    and not scene.breached)
  local aside = charger and face ~= "front" and position ~= "town" and not scene.works
  local column = attacking and formation_of(enemy) == "column"
    and not (charger and (position == "town" or position == "fieldworks"))
  add("flank_rear_or_column", 2, "6.6.6", aside or column)
  add("higher_ground", 1, "6.6.7", own.higher_ground)
  add("defending_river", 1, "6.6.8", not charger and own.defends_river)
  add("general_attached", 1, "6.6.9", own.general)
  add("superior", 2, "6.6.10", turn.superior(own.troop, own.grade or "average", enemy.troop, enemy.grade or "average", has))
  add("supports", math.min(3, own.supports or 0), "6.6.11", true)
  return basic, list, dice
end

M["melee.dice"] = function(args, _, has)
  local enemy = {
    troop = args.enemy_troop, formation = args.enemy_formation, grade = args.enemy_grade, staggered = args.enemy_staggered,
  }
  local basic, list, dice = M.pool(args, enemy, args.role == "charger", scene_of(args, has), has)
  return { basic = basic, modifiers = list, dice = dice }
end

M["melee.supports"] = function(args)
  local eligible = 0
  for _, one in ipairs(args.friends) do
    local near = one.side ~= "front" and one.distance_mm <= tables.constant "support_radius"
    if near and tables.fighter(one.troop) and not one.fighting then eligible = eligible + 1 end
  end
  return { eligible = eligible, supports = math.min(tables.constant "support_limit", eligible) }
end

local function outcome(unit, dice, list, scored, inflicted, taken)
  local after = turn.hit(unit.hits, unit.staggered, taken)
  return {
    dice = dice, modifiers = list, scored = scored, inflicted = inflicted, taken = taken, hits = after.hits,
    staggered = after.staggered, staggered_now = after.staggered_now, destroyed = after.destroyed,
    general_at_risk = (unit.general or false) and taken >= 3,
  }
end

local function automatic(args)
  local charger = outcome(args.charger, 0, {}, 0, 0, 0)
  local charged = outcome(args.charged, 0, {}, 0, 0, 0)
  charged.destroyed = true
  return {
    automatic = true, charger = charger, charged = charged, struck_back = false, winner = "charger", tie = false,
    retreats = "none",
  }
end

--- Saves of the charged unit: how many grounds it has (6.7, R57, R70).
local function grounds_of(args, scene)
  local grounds, charged = 0, args.charged
  local position = scene.position
  local cover = position == "woods" or position == "town" or position == "cover" or scene.works
  if cover and not charged.countercharging then grounds = 1 end
  local front = scene.face == "front"
  if charged.troop == "close_order_infantry" and tables.cavalry(args.charger.troop) and front then grounds = grounds + 1 end
  return grounds
end

M["melee.resolve"] = function(args, throw, has)
  local one, other = args.charger, args.charged
  if not tables.fighter(other.troop) then return automatic(args) end
  local scene = scene_of(args, has)
  local _, list, dice = M.pool(one, other, true, scene, has)
  local scored = fire.count(throw, dice, 4)
  local inflicted = fire.saved(throw, scored, grounds_of(args, scene), has)
  local broken = turn.hit(other.hits, other.staggered, inflicted).destroyed
  local back_list, back_dice, back = {}, 0, 0
  if not broken then
    local _, modifiers, number = M.pool(other, one, false, scene, has)
    back_list, back_dice, back = modifiers, number, fire.count(throw, number, 4)
  end
  local result = {
    automatic = false, struck_back = not broken, charger = outcome(one, dice, list, scored, inflicted, back),
    charged = outcome(other, back_dice, back_list, back, back, inflicted), tie = false, retreats = "none",
  }
  if broken then
    result.winner = "charger"
  elseif result.charger.destroyed then
    result.winner = "charged"
  else
    result.tie = inflicted == back
    local holds = scene.position == "town" or scene.works
    result.retreats = (inflicted > back or result.tie and not holds) and "charged" or "charger"
    result.winner = result.retreats == "charged" and "charger" or "charged"
  end
  return result
end

M["colours.capture"] = function(args, throw)
  local row = tables.row("colours", { event = args.event })
  local roll = 0
  for _ = 1, row.dice do roll = roll + throw(6) end
  local captured = roll >= row.need
  return {
    roll = roll, need = row.need, captured = captured, victor_points = captured and not args.recapture and 1 or 0,
    loser_points = captured and args.recapture and -1 or 0,
  }
end

return M
