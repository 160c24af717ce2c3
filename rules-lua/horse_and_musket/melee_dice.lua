-- 6.1 to 6.4, 6.6: the dice of one unit in hand-to-hand combat.

use "grades"
local positions <const>, troops <const> = use("positions", "troops")

option "column_fights_full" { false, ruling = "R34", doc = "a column fights hand to hand with all four dice" }

local M <const> = {}

-- What a modifier asks: `own` is the unit (a question of melee.dice), `about` is { attacking, position, works,
-- breached, close_order, enemy_formation, superior }, where attacking is charging or countercharging (R63).
modifiers "melee" {
  judges = { "melee_unit", "melee.dice" }, table = "melee_dice",
  { "charging", cite = "6.6.1", when = function(own, about) -- 6.4
    return about.attacking and not own.difficult and about.position ~= "woods" and about.position ~= "town"
  end },
  { "opponent_staggered", cite = "6.6.2", when = function(own) return own.enemy_staggered end },
  { "against_light_infantry", cite = "6.6.3", when = function(own, about, rules)
    -- R64: not if charged in woods or a town
    return about.attacking and about.close_order and troops.light_foot(rules, own.enemy_troop)
      and not (own.role == "charger" and (about.position == "woods" or about.position == "town"))
  end },
  { "against_light_cavalry", cite = "6.6.4", when = function(own, about, rules)
    return about.close_order and troops.is_cavalry(rules, own.troop)
      and troops.is(rules, own.enemy_troop, "light_cavalry")
  end },
  { "defending_fieldworks", cite = "6.6.5", when = function(own, about)
    return own.role == "charged" and about.works and not about.breached
  end },
  { "flank_rear_or_column", cite = "6.6.6", when = function(own, about) -- once: R67
    local charger, position = own.role == "charger", about.position
    if charger and own.face ~= "front" and position ~= "town" and not about.works then return true end
    return about.attacking and about.enemy_formation == "column"
      and not (charger and (position == "town" or position == "fieldworks"))
  end },
  { "higher_ground", cite = "6.6.7", when = function(own) return own.higher_ground end },
  { "defending_river", cite = "6.6.8", when = function(own) return own.defends_river end },
  { "general_attached", cite = "6.6.9", when = function(own) return own.general end },
  { "superior", cite = "6.6.10", when = function(_, about) return about.superior end },
  { "supports", cite = "6.6.11", per = function(own) return own.supports end },
}

--- R34: four dice, a die a base; a column fights with its front element, but not where its formation is given up.
local function basic(rules, q, formation, position)
  local given_up = position == "fieldworks" or position == "town" and q.role == "charged"
  if formation ~= "column" or given_up or rules.option.column_fights_full then
    local own = troops.of(rules, q.troop, "melee_dice")
    return own ~= "none" and own or rules.constant.melee_dice
  end
  return troops.cell(rules, "formations", q.troop, formation, "bases_wide")
end

local function about(rules, q)
  local position, breached = positions.read(rules, q)
  return {
    position = position, breached = breached, works = positions.works(rules, position, q.face),
    attacking = q.role == "charger" or q.countercharging,
    close_order = troops.close_order(rules, q.troop),
    enemy_formation = troops.formation(rules, q.enemy_troop, q.enemy_formation),
    superior = rules.call("grade.compare", {
      a_troop = q.troop, a_grade = q.grade, b_troop = q.enemy_troop, b_grade = q.enemy_grade,
    }).superior == "a",
  }
end

--- What a combat cannot be: `charger` and `charged` are units, `path` what stands before the charged unit's fields.
function M.refuse_combat(rules, q, charger, charged, path)
  local position = positions.read(rules, q)
  local fault = positions.refuse_inside(rules, position, charged.troop, "position")
  if fault then return fault end
  if troops.is_cavalry(rules, charger.troop)
    and (position == "woods" or position == "town" or position == "fieldworks") then
    return refuse("position", ("cannot be %s: cavalry does not charge it (R77)"):format(position))
  end
  if position == "town" and q.face ~= "front" then
    return refuse("face", "must be front: a town has no other (SR.3)")
  end
  if charged.defends_river and q.face ~= "front" then
    return refuse(path .. "defends_river", "cannot be said of a unit met on its flank or rear (R69)")
  elseif charged.defends_river and charged.countercharging then
    return refuse(path .. "defends_river", "cannot be said of a unit that countercharges (R69)")
  end
  if not charged.countercharging then return nil end
  if not troops.is_cavalry(rules, charged.troop) then
    return refuse(path .. "countercharging", "is for cavalry (4.1.4)")
  elseif charged.staggered then
    return refuse(path .. "countercharging", "cannot be said of a staggered unit (4.1.4)")
  elseif q.face ~= "front" then
    return refuse(path .. "countercharging", "cannot be said of a unit met on its flank or rear (R33)")
  end
end

--- What can be said of the charged unit alone; `path` stands before the charger's fields.
function M.refuse_charger(charger, path)
  for _, key in ipairs { "defends_river", "countercharging" } do
    if charger[key] then return refuse(path .. key, "is for the charged unit") end
  end
end

procedure "melee.dice" {
  cite = "6.1 6.3 6.4 6.6 SR.4 R34 R63 R64 R65 R66 R67 R68 R69",
  doc = "With how many dice does a unit fight hand to hand?",
  args = {
    enum "role" { "charger", "charged" }, enum "troop" (troops.FIGHTERS),
    enum "formation" { optional = true, values = troops.FORMATIONS }, enum "grade" (troops.GRADES),
    flag "staggered" { doc = "its own marker costs it no dice" },
    enum "enemy_troop" (troops.FIGHTERS), enum "enemy_formation" { optional = true, values = troops.FORMATIONS },
    enum "enemy_grade" (troops.GRADES), flag "enemy_staggered" {},
    enum "face" { default = "front", values = troops.FACES, doc = "of the charged unit" },
    enum "position" { default = "open", values = positions.ALL, doc = "of the charged unit" },
    flag "breached" { doc = "the fieldworks it holds" },
    flag "difficult" { doc = "either stands in or across crops, hedge or fence" },
    flag "countercharging" { doc = "charged, it countercharges" },
    flag "higher_ground" {},
    flag "defends_river" { doc = "charged, across a river, ford or bridge" },
    flag "general" { doc = "one is with it" },
    int "supports" { 0, max_of = troops.MOST_SUPPORTS, default = 0 },
  },
  dice = "none", headline = "dice",
  out = { int "basic" { 1 }, list "modifiers" { "modifier", default = {} }, int "dice" {} },
  says = function(r) return ("fights with %d dice"):format(r.dice) end,
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
      or troops.refuse_formation(rules, q.enemy_troop, q.enemy_formation, "enemy_formation")
      or q.role == "charger" and M.refuse_charger(q, "")
      or positions.refuse_breached(q)
    if fault then return fault end
    local enemy = { troop = q.enemy_troop }
    local charged = q.role == "charged"
    return M.refuse_combat(rules, q, charged and enemy or q, charged and q or enemy, "")
  end,
  before = function(rules, q)
    local w = about(rules, q)
    local applied, total = rules.work("melee", q, w)
    local base = basic(rules, q, troops.formation(rules, q.troop, q.formation), w.position)
    return { basic = base, modifiers = applied, dice = math.max(0, base + total) }
  end,
  resolve = function(_, _, _, worked) return worked end,
}

return M
