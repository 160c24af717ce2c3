-- What a battle carries of sides, formations, generals and units (section 4.1 of a bound's state).

local troops <const> = use "troops"
use "game/movement/terrain"

carries "scenario" {
  terse = { clocks = { "start_min" } },
  args = {
    int "year" { 1700, 1815 },
    int "start_min" { 0, 1439, optional = true, doc = "else 2D6 tell (4.1)" },
    int "break_percent" { 1, 100, default = 50, doc = "a side that has lost so many of its units has lost the battle" },
  },
  build = function(rules, given)
    given.era = rules.call("order.era", { year = given.year }).era
    return given
  end,
}

carries "side" {
  args = {
    enum "army" { "other", of_table = "column_of_assault_armies", default = "other" },
    enum "edge" { "north", "east", "south", "west", optional = true, doc = "its own edge of the table" },
    enum "task" { "attack", "hold", optional = true,
      doc = "what it is there for; else a solo commander goes by who is the stronger" },
  },
}

carries "formation" {
  terse = { level = "level", commander = "commander" },
  args = {
    enum "level" { "army", "corps", "division", "brigade", default = "brigade" },
    int "quality" { 1, 9, optional = true, doc = "of a brigade" },
    leader "commander" { "own", optional = true },
  },
}

carries "leader" {
  terse = { rank = "rank" },
  args = {
    enum "rank" { "c_in_c", "corps", "division", "brigade" },
    enum "temperament" { "normal", "rash", "cautious", default = "normal" },
    unit "with" { "own", optional = true, doc = "the unit he leads in person" },
  },
  build = function(_, given)
    given.base = { width = mm(25), depth = mm(25) }
    return given
  end,
}

--- How high units stand, for sight: fire does not go through them (R40).
local UNIT_HEIGHT <const> = mm(2)

carries "area" {
  args = {
    ground_kind "terrain" { default = "open" },
    length "hill" { 0, mm(500), default = 0, doc = "the level of its ground" },
    flag "broken" { doc = "ground that breaks an attack up: ditches, rocks, vineyards (10.3)" },
    flag "fortified" { doc = "a redoubt, or buildings made one" },
    enum "material" { of_table = "building_values", default = "stone", doc = "of buildings (8.5)" },
    flag "objective" { doc = "ground that the battle is about: a solo commander seizes and keeps it" },
  },
  build = function(_, given)
    return {
      terrain = given.terrain, ground = given.hill > 0 and given.hill or nil,
      broken = given.broken or nil, fortified = given.fortified or nil,
      material = given.terrain == "built_up" and given.material or nil, objective = given.objective or nil,
    }
  end,
}

carries "line" {
  args = {
    ground_kind "kind" { of = "line", optional = true, doc = "ditches and banks shelter no unit" },
    int "height_mm" { 1, doc = "on the ground, 1000 is 1 m" },
  },
}

--- What each arm forms; whole battalions skirmish, and only they (9.0).
local DRILLS <const> = {
  infantry = { line = true, column = true, square = true, skirmish = true },
  cavalry = { mounted = true, dismounted = true }, artillery = { limbered = true, unlimbered = true },
}

--- What the base of a unit in a drill comes from: its men or guns.
local function frontage_of(rules, given, arm, drill)
  local shaped = arm == "infantry" and drill or "line"
  local column = shaped == "column"
  return {
    arm = troops.base_row(rules, given.troop), formation = shaped,
    men = given.men, ranks = given.ranks, guns = given.guns,
    companies = column and given.companies or nil, double_company = column and given.double_company or false,
  }
end

local function base_of(rules, given, arm, drill)
  return rules.call("base.frontage", rules.passing("base.frontage", given, frontage_of(rules, given, arm, drill)))
end

--- What a unit's line may say in short, besides the words of its fields.
local BATTERY <const> = {
  field = { gives = { troop = "field_artillery" } }, horse = { gives = { troop = "horse_artillery" } },
  siege = { gives = { troop = "siege_artillery" } }, light = { gives = { troop = "light_artillery" } },
  foot = { gives = { troop = "field_artillery" } },
}
local TERSE <const> = {
  kind = "troop",
  example = "3 infantry 690x3; 2 cavalry 160x2 light; 1 infantry 300x3 skirmish rifle; battery 8 12pdr field",
  words = { battery = { gives = { troop = "field_artillery" }, number = "guns", words = BATTERY } },
}

--- Fields of some arms alone.
local OF_ARM <const> = {
  guns = "artillery", calibre_pdr = "artillery", attached_to = "artillery", weight = "cavalry", rifle = "infantry",
  companies = "infantry", double_company = "infantry",
}

--- Why a unit that is there cannot have that value.
local function refuse_value(rules, unit, name, value)
  local arm = OF_ARM[name]
  if arm and unit.arm ~= arm then return refuse(name, "is for " .. arm) end
  if (name == "men" or name == "ranks") and unit.arm == "artillery" then return refuse(name, "is not for artillery") end
  if name == "drill" and not DRILLS[unit.arm][value] then
    return refuse(name, ("cannot be %s: that is not for %s (6.4)"):format(value, unit.arm))
  end
  if name == "troop" and troops.arm(rules, value) ~= unit.arm then
    return refuse(name, ("cannot be %s: the unit is %s"):format(value, unit.arm))
  end
end

carries "unit" {
  terse = TERSE, refuses = refuse_value,
  args = {
    enum "troop" (troops.KINDS), int "men" { 1, optional = true },
    int "ranks" { 1, 12, optional = true, doc = "a battalion four companies deep, each in three, is 12" },
    int "companies" { 2, default = 6, doc = "of a battalion, for its columns" },
    flag "double_company" {}, int "guns" { 2, 14, optional = true },
    int "calibre_pdr" { of_table = "artillery_ranges", optional = true },
    int "quality" { 1, 9, optional = true, doc = "of a battery; other units have their brigade's" },
    enum "drill" {
      "line", "column", "square", "skirmish", "mounted", "dismounted", "limbered", "unlimbered", optional = true,
    },
    enum "weight" { "light", "medium", "heavy", default = "medium", doc = "of cavalry" },
    flag "rifle" { doc = "rifle-armed" },
    unit "attached_to" { "own", optional = true, doc = "the battalion that light guns go with (6.2)" },
  },
  changes = {
    enum "status" {
      "ready", "retreating", "reforming", "routing", "gone", "ridden_through", "stationary", "disordered",
      "lost_in_woods", "off_table",
    },
    int "guns" { 0, 14 }, int "damage_points" { 0, 100 }, int "draws" { 0, 100 }, int "combats_won" { 0, 100 },
  },
  build = function(rules, given)
    local arm = troops.arm(rules, given.troop)
    local drill = given.drill or rules.tables.troops(given.troop, "first_drill")
    if not DRILLS[arm][drill] then return nil, refuse("drill", drill .. " is not for " .. given.troop .. " (6.4)") end
    if arm == "artillery" and not (given.guns and given.calibre_pdr) then
      return nil, refuse(given.guns and "calibre_pdr" or "guns", "is required of a battery (8.1)")
    end
    if arm ~= "artillery" and not (given.men and given.ranks) then
      return nil, refuse(given.men and "ranks" or "men", "is required of " .. arm .. " (1.1)")
    end
    local size = base_of(rules, given, arm, drill)
    given.front_mm = arm == "infantry" and base_of(rules, given, arm, "line").frontage_mm or size.frontage_mm
    given.base, given.height = { width = mm(size.frontage_mm), depth = mm(size.depth_mm) }, UNIT_HEIGHT
    given.arm, given.drill, given.guns_at_start, given.guns_lost_now = arm, drill, given.guns, given.guns and 0 or nil
    given.coming, given.damage_points, given.defeats, given.draws, given.combats_won = {}, 0, {}, 0, 0
    return given
  end,
}

local M <const> = {}

--- What is in front, behind or on the flanks lies between lines so far outward from the corners of a base (R73).
function M.arc(view) return deg(view.rules.constant.front_arc) end

--- Whose way lies further off his front than this turns before he goes (R31).
function M.incline(view) return deg(view.rules.constant.incline) end

--- A brigade's quality serves all its units; a battery may have its own.
function M.quality(view, unit) return unit.quality or view:formation(unit.formation).quality end

--- The same by a state alone; nil of a formation without.
function M.quality_of(state, unit)
  local formation = state.formations[unit.formation]
  return unit.quality or formation and formation.quality
end

--- What fire and combats have done to a unit: "2 of 6 guns left, 1 point, 2 defeats".
function M.suffered(unit)
  local parts = {}
  if unit.guns and unit.guns < unit.guns_at_start then
    parts[1] = ("%d of %d guns left"):format(unit.guns, unit.guns_at_start)
  end
  if unit.damage_points > 0 then parts[#parts + 1] = counted(unit.damage_points, "point") end
  if #unit.defeats > 0 then parts[#parts + 1] = counted(#unit.defeats, "defeat") end
  if unit.draws > 0 then parts[#parts + 1] = counted(unit.draws, "draw") end
  return table.concat(parts, ", ")
end

--- What that deducts from a unit's score in combat (10.4, 10.5).
function M.deducted(rules, unit)
  local constant, sum = rules.constant, unit.damage_points + rules.constant.draw_deduction * unit.draws
  for _, difference in ipairs(unit.defeats) do
    sum = sum + math.max(constant.defeat_deduction_min, math.min(constant.defeat_deduction_max, difference))
  end
  return sum
end

--- The catalogue's name of a unit's kind and drill (its own, unless another is asked after), for its rate.
function M.troop(rules, unit, drill) return troops.mover(rules, unit.troop, drill or unit.drill) end

--- Battalion guns (R30).
function M.light_artillery(rules, unit) return troops.is(rules, unit.troop, "light_artillery") end

--- Guns that must limber before they move; light guns need not, unless a variant has them as artillery (R30).
function M.unlimbered(rules, unit, drill)
  if (drill or unit.drill) ~= "unlimbered" then return false end
  return rules.option.light_guns_as_artillery or not M.light_artillery(rules, unit)
end

--- Do guns go wherever the battalion goes that they are with (R30)? Taken as artillery they move themselves.
function M.follows(rules, unit) return unit.attached_to ~= nil and not rules.option.light_guns_as_artillery end

--- Dismounted, cavalry moves and fights as infantry (R27).
function M.mounted(unit) return unit.arm == "cavalry" and unit.drill ~= "dismounted" end

--- Foot in close order: infantry, or dismounted cavalry, but no skirmishers.
function M.formed_foot(unit, drill)
  drill = drill or unit.drill
  return drill ~= "skirmish" and (unit.arm == "infantry" or drill == "dismounted")
end

--- How far a unit's combat zone reaches, in mm; that of rifles is wider in skirmish order alone (9.0).
function M.zone(view, id)
  local unit, rules = view:unit(id), view.rules
  local rifles = unit.rifle and unit.drill == "skirmish"
  if not rules.wrapped "combat.eligible" then
    return rifles and rules.constant.rifle_combat_zone or rules.constant.combat_zone
  end
  local arm = unit.drill == "skirmish" and "skirmishers" or M.mounted(unit) and "cavalry"
    or unit.arm == "artillery" and "artillery" or "infantry"
  local near = view:described({ arm = arm, rifle = rifles or nil, distance_mm = 0 }, unit, "combat.eligible")
  return view:ask("combat.eligible", near, id).zone_mm
end

--- The brackets of a battery, and the one that a range falls in (8.1).
function M.reach(view, unit, range_mm, target)
  local range = view:described({ calibre_pdr = unit.calibre_pdr, range_mm = range_mm }, unit, "artillery.bracket")
  return view:figure("artillery.bracket", range, unit.id, target)
end

--- Minutes that a unit takes to go from one formation to another (6.4).
function M.evolution_min(view, unit, from, to)
  local evolution = view:described({ arm = unit.troop, from = from, to = to }, unit, "move.evolution")
  return view:figure("move.evolution", evolution, unit.id).time_min
end

--- Why it cannot go from one formation to another.
function M.evolution_fault(view, unit, from, to)
  return view.rules.fault("move.evolution", { arm = unit.troop, from = from, to = to })
end

local GOES_BACK <const> = { retreating = true, ridden_through = true }

--- Does it stand against an enemy? Those who stand still may not act, but are fought where they are (R53, R72).
function M.stands(unit) return tabletop.present(unit) and not GOES_BACK[unit.status] end

--- May it act of its own will this bound? Those who retreat, reform, stand or are lost may not (4.4).
function M.free(unit) return tabletop.present(unit) and unit.status == "ready" end

local function attacking(view, side)
  local found = {}
  for id, unit in view:present(side) do
    if unit.target then
      found[unit.target] = found[unit.target] or {}
      table.insert(found[unit.target], id)
    end
  end
  return found
end

--- The units of a side that have declared an attack, by whom they attack.
---@return table<string, string[]>
function M.attacking(view, side) return view:while_still(side, "attacking", attacking) end

--- A unit's base in another drill, about the same centre: its own, or that of the base given.
function M.reshaped(view, unit, drill, base)
  local size = view:figure("base.frontage", view:described(frontage_of(view.rules, unit, unit.arm, drill), unit,
    "base.frontage"), unit.id)
  base = base or unit.base
  return tabletop.base_at({ width = mm(size.frontage_mm), depth = mm(size.depth_mm) }, base, base.facing)
end

return M
