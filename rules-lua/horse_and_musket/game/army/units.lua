-- What a battle carries of sides, brigades, generals and units (section 4.1), and what may be asked of a unit's kind.

local troops <const> = use "troops"
use "game/movement/terrain"

carries "scenario" {
  args = {
    int "base_width_mm" { 1, optional = true, doc = "of one base; four of them are a unit (R2)" },
    int "foot_depth_mm" { 1, default = 20, doc = "of a base of foot (R2)" },
    int "horse_depth_mm" { 1, default = 40 },
    int "gun_depth_mm" { 1, default = 60, doc = "of a gun or wagon" },
    flag "lists" { doc = "each side is an army of its list: limber check says where it is not" },
    flag "deck" { doc = "the players have a deck of cards: the story tells how many may be drawn (3, R23)" },
    int "gun_points" { 0, default = 0, doc = "points for each battery taken (R76)" },
    int "break_percent" {
      1, 100, optional = true, doc = "a side that has lost so many units has lost the battle; else points tell",
    },
  },
  build = function(rules, given)
    given.base_width_mm = given.base_width_mm or rules.constant.default_base_width
    return given
  end,
}

carries "side" {
  args = {
    enum "army" { values = troops.ARMIES, default = "other", doc = "whose rules and list it has" },
    enum "edge" { "north", "east", "south", "west", optional = true, doc = "its own edge of the table" },
    int "modifier" { -5, 5, default = 0, doc = "of its initiative (1)" },
  },
  build = function(_, given)
    given.points, given.cards, given.guns_taken = 0, 0, 0
    return given
  end,
}

carries "formation" {
  terse = { level = "level", commander = "commander" },
  args = {
    enum "level" { "army", "brigade", default = "brigade", doc = "units are in brigades" },
    leader "commander" { "own", optional = true, cite = "3" },
  },
}

carries "leader" {
  terse = { rank = "rank" },
  args = {
    enum "rank" { "commanding_officer", "brigade_commander", default = "brigade_commander" },
    enum "quality" { values = troops.QUALITIES, optional = true, doc = "else his army tells (R17)" },
    unit "with" { "own", optional = true, cite = "R9", doc = "the unit he is attached to" },
  },
  build = function(_, given)
    given.base = { width = mm(25), depth = mm(25) }
    return given
  end,
}

-- How high things stand above the ground, for sight: lines of fire do not go through units, woods or towns (5.path).
local UNIT_HEIGHT <const> = mm(2)

carries "area" {
  args = {
    ground_kind "terrain" { default = "open" },
    length "hill" { 0, default = 0, doc = "the level of its ground" },
    angle "front" { optional = true, doc = "which way fieldworks face" },
    int "objective" { 1, optional = true, doc = "points for the side that holds it at the end" },
    flag "breached" { doc = "fieldworks that artillery has breached" },
  },
  build = function(rules, given)
    local terrain = given.terrain == "open" and given.hill > 0 and "hill" or given.terrain
    if terrain == "hill" and given.hill == 0 then return nil, refuse("hill", "is the level of its ground, above 0") end
    if terrain == "fieldworks" and not given.front then
      return nil, refuse("front", "is required of fieldworks: the bearing they face (SR.4)")
    end
    if given.front and terrain ~= "fieldworks" then return nil, refuse("front", "is of fieldworks only (SR.4)") end
    local like = rules.cell("terrain", terrain, "counts_as") or "none"
    return {
      terrain = like ~= "none" and like or terrain, own_kind = like ~= "none" and terrain or nil,
      ground = given.hill > 0 and given.hill or nil,
      front = given.front and given.front % deg(360), objective = given.objective, breached = given.breached or nil,
    }
  end,
}

--- Difficult going and cover (4.2.7.3, R43).
carries "line" { args = { ground_kind "kind" { of = "line", optional = true } } }

--- Names of units in any army's list.
local LISTED <const> = { of_table = "army_lists", key = "unit" }

--- What its army's list says of a unit (List.P, List.A): its troop, grade and weapon.
local function listed(rules, name, side)
  local army = side.army
  local function cell(column) return rules.cell("army_lists", army, name, column) end
  local function has(one) return (rules.cell("army_lists", army, one, "troop") or "none") ~= "none" end
  if not has(name) then
    if army == "other" then
      return nil, refuse("list", ("%s: an army that is other has no list; give a troop instead, such as "
        .. "close_order_infantry"):format(name))
    end
    local known = {}
    for _, one in ipairs(rules.values(LISTED)) do known[#known + 1] = has(one) and one or nil end
    if #known == 0 then return nil, refuse("list", ("%s: an army that is %s has no list"):format(name, army)) end
    return nil, refuse("list", ("%s is no unit of the %s list, which has %s (%s)%s"):format(name, army,
      table.concat(known, ", "), rules.cell("army_lists", army, known[1], "cite") or "house", hint(name, known)))
  end
  return { troop = cell "troop", grade = cell "grade", weapon = cell "weapon" }
end

--- What `unit.frontage` is asked of a unit: its node, or what is known of one that is laid out.
local function frontage_args(battle, unit, drill, in_works)
  return {
    troop = unit.troop, formation = drill, in_fieldworks = in_works or false, base_width_mm = battle.base_width_mm,
  }
end

--- The base of a unit in a drill (R2), or of foot that holds fieldworks or a town.
local function base_of(rules, battle, unit, drill, in_works)
  local args = frontage_args(battle, unit, drill, in_works)
  local size = rules.call("unit.frontage", rules.passing("unit.frontage", unit, args))
  local arm = troops.arm(rules, unit.troop)
  local deep = arm == "infantry" and battle.foot_depth_mm or arm == "cavalry" and battle.horse_depth_mm
    or battle.gun_depth_mm
  return { width = mm(size.frontage_mm), depth = mm(size.ranks * deep) }
end

--- The base of a garrison: in the middle of what it holds, its formation given up, in fieldworks facing their front
--- (SR.4, R79, R80).
local function garrison_base(rules, battle, unit, area, facing)
  local size = base_of(rules, battle, unit, unit.drill, unit.arm == "infantry")
  return tabletop.base_at(size, tabletop.middle_of(area.area), area.front or facing)
end

--- What is not said of a unit, from its list and its kind; nil and why it cannot be.
local function complete(rules, given, side)
  local entry = {}
  if given.list then
    local found, fault = listed(rules, given.list, side)
    if fault then return nil, fault end
    entry = found
  end
  local troop = given.troop or entry.troop
  if not troop then return nil, refuse("troop", "is required, or its place in the army's list (list = …)") end
  local function usual(column)
    local value = troops.of(rules, troop, column)
    return value ~= "none" and value or nil
  end
  local drill = given.drill or usual "default_formation"
  if drill and not troops.has_formation(rules, troop, drill) then
    return nil, refuse("drill", ("%s is not for %s (Units)"):format(drill, troop))
  end
  local weapon = given.weapon or (entry.weapon ~= "none" and entry.weapon) or usual "default_weapon"
  if given.horse_artillery and troops.arm(rules, troop) ~= "artillery" then
    return nil, refuse("horse_artillery", "is for artillery (4.2.5.1)")
  end
  return {
    troop = troop, arm = troops.arm(rules, troop), grade = given.grade or entry.grade or "average",
    weapon = weapon, drill = drill, colours = troops.of(rules, troop, "has_colours") == "yes" or nil,
  }
end

--- What a unit's line may say in short, besides the words of its fields: its name in its army's list, or what it is.
local TERSE <const> = {
  kind = "list", from = { of_table = "army_lists", key = "unit", gives = "list" },
  example = "2 foot levy; 3 horse; guns; of an army with a list: 3 musketeers; battery",
  words = {
    foot = { gives = { troop = "close_order_infantry" } }, light_foot = { gives = { troop = "light_infantry" } },
    horse = { gives = { troop = "heavy_cavalry" } }, light_horse = { gives = { troop = "light_cavalry" } },
    guns = { gives = { troop = "artillery" } }, battery = { gives = { list = "artillery" } },
  },
}

--- Why a unit that is there cannot have that value.
local function refuse_value(rules, unit, name, value)
  if name == "drill" then return troops.refuse_formation(rules, unit.troop, value, name) end
  if name == "horse_artillery" and unit.arm ~= "artillery" then return refuse(name, "is for artillery") end
  if name == "troop" and troops.arm(rules, value) ~= unit.arm then
    return refuse(name, ("cannot be %s: the unit is %s"):format(value, unit.arm))
  end
end

carries "unit" {
  terse = TERSE, refuses = refuse_value,
  args = {
    enum "troop" { values = troops.ALL, optional = true },
    text "list" { optional = true, doc = "its name in its army's list, which says its troop, grade and weapon" },
    enum "grade" { values = troops.GRADES, optional = true },
    enum "weapon" { values = troops.WEAPONS, optional = true },
    enum "drill" { values = troops.FORMATIONS, optional = true, doc = "its formation" },
    flag "horse_artillery" {},
    area "inside" { optional = true, doc = "the town or fieldworks it holds" },
  },
  changes = {
    int "hits" { 0, max_of = troops.ALL_HITS }, flag "staggered" {}, enum "status" { "ready", "off_table", "gone" },
  },
  build = function(rules, given, about, state)
    local unit, fault = complete(rules, given, state.sides[about.side])
    if not unit then return nil, fault end
    unit.list, unit.horse_artillery, unit.inside = given.list, given.horse_artillery or nil, given.inside
    unit.hits, unit.height = 0, UNIT_HEIGHT
    local area = unit.inside and unit.arm ~= "cavalry" and state.areas[unit.inside]
    if area and area.area then
      local home = tabletop.FACING[state.sides[about.side].edge]
      unit.base = garrison_base(rules, state.battle, unit, area, home or deg(0))
    else
      unit.base = base_of(rules, state.battle, unit, unit.drill)
    end
    return unit
  end,
}

local M <const> = {}

--- The base of a garrison of an area, which faces that way where no front is given it.
function M.garrison_base(view, unit, area, facing)
  return garrison_base(view.rules, view.state.battle, unit, area, facing)
end

--- Foot or horse: those that can fight hand to hand.
function M.fighter(unit) return unit.arm == "infantry" or unit.arm == "cavalry" end

--- A function that tells whether a unit is close order infantry.
---@return fun(unit: table): boolean
function M.close_order_foot(view)
  return function(unit) return unit.arm == "infantry" and troops.close_order(view.rules, unit.troop) end
end

--- How a unit stands in a drill, or in or against fieldworks: the answer of `unit.frontage`.
function M.frontage(view, unit, drill, in_works)
  local args = frontage_args(view.state.battle, unit, drill, in_works)
  return view:ask("unit.frontage", view:described(args, unit, "unit.frontage"), unit.id)
end

--- Its army's rule: Prussian foot changes formation without penalty (List.P).
function M.discipline(view, unit)
  local army = view.state.sides[unit.side].army
  return unit.arm == "infantry" and view.rules.tables.army_rules(army, "discipline") == "yes"
end

--- A unit's base in another drill, about the same centre: its own, or that of the base given.
function M.reshaped(view, unit, drill, base)
  local size = base_of(view.rules, view.state.battle, unit, drill)
  base = base or unit.base
  return tabletop.base_at(size, base, base.facing)
end

status(function(unit) return unit.staggered and unit.status == "ready" and "staggered" or unit.status end)

return M
