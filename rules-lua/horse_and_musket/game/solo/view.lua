-- What a solo commander knows of units of this ruleset: how far they go and reach, at whom they can fire, and what a
-- charge would be like. What follows from the rules alone is worked out once for all battles.

local aim <const>, army <const>, charge_way <const> = use("game/fire/aim", "game/army/units", "game/combat/charge_way")
local terrain <const>, troops <const> = use("game/movement/terrain", "troops")

local M <const> = {}

--- How far a stick reaches.
function M.stick(mind, band)
  return mind:once(band, function() return mm(mind.rules.tables.sticks(band, "length_mm")) end)
end

--- How near friends are in support of each other (6.6.11).
function M.support(mind) return mm(mind.rules.constant.support_radius) end

local function worked_rate(mind, id, unit)
  local args = mind.view:question("movement.allowance", id, {
    formation = unit.drill, difficult = false, retrograde = false, formation_change = false, discipline = false,
    march = false,
  })
  return mm(mind.view:figure("movement.allowance", args, id).move_mm)
end

--- How far a unit moves over good ground, worked out once for all units that are alike; a unit with fields of house
--- rules is worked out for itself.
local function rate(mind, id)
  local unit = mind.view:unit(id)
  if next(mind.rules.passing("movement.allowance", unit, {})) then return worked_rate(mind, id, unit) end
  local key = ("rate of %s %s"):format(unit.troop, unit.drill)
  return mind:known(key, function() return worked_rate(mind, id, unit) end)
end

--- How far a unit charges over good ground.
function M.charge_reach(mind, id)
  return mind:while_same("charge reach", id, function() return mm(charge_way.reach(mind.view, id, false)) end)
end

local function in_rough(mind, id)
  return mind:while_there(id, "in rough", function() return terrain.stands_rough(mind.view, id) end)
end

--- How far a unit charges at an enemy: less where either stands in difficult going.
function M.reach_at(mind, id, target)
  if not (in_rough(mind, id) or in_rough(mind, target)) then return M.charge_reach(mind, id) end
  return mind:while_same("rough reach", id, function() return mm(charge_way.reach(mind.view, id, true)) end)
end

--- How far a unit goes in one move as it is drawn up, over good ground.
function M.rate(mind, id) return mind:while_same("rate", id, rate) end

--- How far a unit's small arms or guns reach; nil for a unit that does not fire.
function M.range(mind, id)
  local unit = mind.view:unit(id)
  return mind:known(("range %s %s"):format(unit.troop, unit.weapon), function()
    local _, reach = aim.reach(mind.rules, unit)
    return reach and mm(reach) or false
  end) or nil
end

--- The nearest enemy within so much of a unit and so far off its front; and how far off he is.
function M.nearest_before(mind, id, reach, off)
  local base = mind.view:unit(id).base
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then return nil end
    if math.abs((mind:toward(base, mind.view:unit(other).base))) <= off then return other, um end
  end
end

--- A line of fire from a base: how long it is, and how far off its front, from the middle of its front edge to the
--- nearest point of a target (R48).
---@return integer um
---@return integer off
function M.line(base, target)
  local um, off = geometry.before(base, target)
  return um, math.abs(off)
end

local function shot(mind, id)
  local unit, reach = mind.view:unit(id), M.range(mind, id)
  if unit.arm ~= "infantry" or not reach or not unit.base then return nil end
  local arc, nearest, least = deg(mind.rules.constant.fire_arc), nil, nil
  for enemy, gap in mind:by_distance(id, mind.view:other(mind.side)) do
    if gap > (least or reach) then break end
    local um, off = gap, 0
    if not unit.inside then um, off = M.line(unit.base, mind.view:unit(enemy).base) end
    if off <= arc and um <= reach and (not least or um < least) then nearest, least = enemy, um end
  end
  return nearest and { enemy = nearest, um = least, short = mm(mind.rules.tables.weapons(unit.weapon, "short_mm")) }
end

--- The enemy that foot can fire at from where it stands, the nearest; how far off he is, and how far short range is.
function M.shot(mind, id)
  local found = mind:once_for("shot", id, shot)
  if found then return found.enemy, found.um, found.short end
end

--- Is close order foot of its own near a battery (4.1.7)?
local function guarded(mind, id)
  local radius = mm(mind.rules.constant.guard_radius)
  for other, um in mind:by_distance(id, mind.view:unit(id).side) do
    if um > radius then return false end
    if army.close_order_foot(mind.view)(mind.view:unit(other)) then return true end
  end
  return false
end

--- How likely a unit is to charge when it is told to (4.1.1).
function M.test(mind, id)
  return mind:while_same("test", id, function()
    return mind:chance("charge.test", charge_way.test(mind.view, id), "may_charge", true, id)
  end)
end

--- What `charge.legality` asks of either unit, but for what depends on where they are.
local function condition(mind, id)
  local unit = mind.view:unit(id)
  local held = unit.inside and mind.state.areas[unit.inside]
  return ("%s %s %d %s in %s %s"):format(unit.troop, unit.grade, unit.hits, unit.staggered,
    held and held.terrain or "open", held and held.breached or false)
end

--- May a unit of its kind and strength charge that enemy on a face, whatever the way there (4.1.6 to 4.1.8)?
function M.could_charge(mind, id, target, face)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  if not army.fighter(unit) or enemy.arm == "artillery" and mind:once_for("guarded", target, guarded) then
    return false
  end
  if M.test(mind, id) == 0 then return false end
  local ours, theirs = mind:once_for("condition", id, condition), mind:once_for("condition", target, condition)
  return mind:known(ours .. " on " .. face .. " of " .. theirs, function()
    local held = enemy.inside and mind.state.areas[enemy.inside]
    return mind.view:ask("charge.legality", {
      troop = unit.troop, target_troop = enemy.troop, face = face, position = held and held.terrain or "open",
      breached = held and held.breached or false, hits = unit.hits, staggered = unit.staggered,
      target_hits = enemy.hits, target_staggered = enemy.staggered, grade = unit.grade, target_grade = enemy.grade,
    }).legal
  end)
end

--- How much a unit counts for: by the hits that it can still take, and its grade.
local function strength(mind, unit)
  local constant = mind.rules.constant
  if unit.arm == "artillery" then return mind.weight.plan_guns end
  if not army.fighter(unit) then return 0 end
  local most = constant.stagger_hits + constant.destroy_hits_after_stagger
  local left = most - unit.hits - (unit.staggered and constant.stagger_hits or 0)
  return math.max(0, left) / most * mind.rules.tables.grades(unit.grade)
end

--- What a plan is reckoned by (limber.solo.tasks).
M.measures = {
  strength = strength, fights = army.fighter, rides = function(unit) return unit.arm == "cavalry" end,
  reserve = function(formation) return formation.place == "reserve" end,
  attacks = function(mind, id) -- Solo.D1; a house rule may have a task weigh on the stance thrown
    local formation = mind.state.formations[id]
    return not (formation and formation.stance) or mind:stance_with(id, "main_effort") ~= "defensive"
  end,
  cover = function(mind, area_id)
    return mind.view:terrain(area_id).held and mind.view:holder(area_id) and mind.weight.plan_cover or 1
  end,
  turns = function(mind, ids, um)
    local _, slowest = lists.least(ids, function(id)
      local um_a_turn = M.rate(mind, id)
      return um_a_turn > 0 and um_a_turn -- deployed guns do not move, and hold nobody up
    end)
    return slowest and um / slowest
  end,
  on_foot = function(mind, area_id) return mind.view:terrain(area_id).held end,
  reach = function(mind, id)
    local unit = mind.view:unit(id)
    if unit.arm ~= "infantry" or not M.range(mind, id) then return nil end
    return mm(mind.rules.tables.weapons(unit.weapon, "short_mm")) - mind.weight.short_of_reach
  end,
}

local function fighter(unit)
  return { troop = unit.troop, grade = unit.grade, staggered = unit.staggered }
end

--- What that hangs on.
local function mettle(mind, id)
  local unit = mind.view:unit(id)
  local held = unit.inside and mind.state.areas[unit.inside]
  local where = held and ("%s %s"):format(held.terrain, held.breached) or "open"
  return ("%s %s %s %s "):format(unit.troop, unit.grade, unit.staggered, where)
end

--- How likely a unit is to beat an enemy on a face if it came to that, with nobody in support: horse that may ride out
--- to meet it does where that is better for it.
function M.promise(mind, id, target, face)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  if not army.fighter(enemy) then return 1 end -- 4.1.7
  local held = enemy.inside and mind.state.areas[enemy.inside]
  local ours, theirs = mind:once_for("mettle", id, mettle), mind:once_for("mettle", target, mettle)
  return mind:known(ours .. face .. theirs, function()
    local args = {
      charger = fighter(unit), charged = fighter(enemy), position = held and held.terrain or "open",
      face = held and held.terrain == "town" and "front" or face, breached = held and held.breached or false,
    }
    local who = { [""] = id, charger = id, charged = target }
    local p = mind:chance("melee.resolve", args, "winner", "charger", who, target)
    if face ~= "front" or enemy.staggered or not troops.is_cavalry(mind.rules, enemy.troop) then return p end
    args.charged.countercharging = true
    return math.min(p, mind:chance("melee.resolve", args, "winner", "charger", who, target))
  end)
end

--- Is an enemy worth going for, to charge him on a face?
function M.would_charge(mind, id, target, face)
  return M.could_charge(mind, id, target, face)
    and M.promise(mind, id, target, face) >= mind.weight.approach_least
end

--- The generals of the side, as proposals name them.
function M.generals(mind)
  local ids = {}
  for id in mind.view:fit_leaders(mind.side) do ids[#ids + 1] = id end
  return ids
end

return M
