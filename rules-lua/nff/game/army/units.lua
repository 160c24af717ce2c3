-- What a battle carries of sides, formations, leaders and units, and what may be asked of a unit.

local command <const>, muster <const>, stands <const> = use("command", "game/army/muster", "game/army/stands")
local troops <const> = use "troops"
use "game/movement/terrain"

carries "scenario" {
  args = {
    int "year" { troops.FIRST_YEAR, troops.LAST_YEAR, doc = "of the battle" },
    flag "initiative" { doc = "each turn both commanders throw for who chooses the order (Seq 1, an option)" },
    flag "set_battle" { doc = "a set battle, no meeting engagement: +2 for reserve movement in turn 1 (RM 5h)" },
    flag "wide_two_rank" { doc = "infantry in two ranks has wider stands (Must 2f, an option)" },
    int "break_percent" { 1, 100, optional = true, doc = "a side that has lost so many of its brigades is beaten" },
  },
}

carries "side" {
  args = {
    enum "army" { values = troops.ARMIES, default = "other", doc = "whose army it is, where a unit says nothing" },
    enum "edge" { "north", "east", "south", "west", optional = true, doc = "its own edge of the table" },
  },
  changes = {
    int "leaders_lost" { 0, optional = true, doc = "killed or wounded so far (R48)" },
    int "batteries_lost" { 0, optional = true, doc = "wrecked or captured" },
  },
}

carries "formation" {
  terse = { level = "level", commander = "commander" },
  args = {
    enum "level" { "division", "corps", "wing", "army", default = "division", doc = "units are in divisions" },
    leader "commander" { "own", optional = true, cite = "Prep 3" },
  },
}

local function leader_base(rules)
  local size = rules.tables.stand_mounting
  return { width = inch(size("leader", "width_in")), depth = inch(size("leader", "depth_in")) }
end

carries "leader" {
  terse = { rank = "rank" },
  args = {
    enum "rank" { "army", "wing", "corps", "division", default = "division" },
    enum "general" { values = command.GENERALS, optional = true, doc = "of an army's commander (Seq 1)" },
    flag "with_berthier" { doc = "of Napoleon" }, flag "charismatic" {},
    flag "imperial_adc" { doc = "of Napoleon: two at most (Must 2e)" },
    enum "gunner" {
      "corps_artillery_commander", "army_artillery_commander", "imperial_guard_artillery_commander",
      "napoleon_artillery_adc", "napoleon", "kutaisov", "archduke_charles", optional = true,
      doc = "as what he may command a grand battery (GB 3)",
    },
    unit "with" { "own", optional = true, doc = "the unit that he is attached to" },
  },
  changes = {
    enum "status" { "ready", "gone" },
    flag "replacement_due" { doc = "he has fallen, and another takes his place in step 2" },
    text "joined" { optional = true, doc = "the formation's commander that he joined in step 5 (RM 5g)" },
    int "joined_turn" { 0, optional = true },
    flag "grand_battery" { doc = "he commands one" },
    flag "emplaced" { doc = "it has been placed and unlimbered (GB 4)" },
  },
  build = function(rules, given)
    for _, key in ipairs { "with_berthier", "charismatic", "imperial_adc" } do given[key] = given[key] or nil end
    given.base = leader_base(rules)
    return given
  end,
}

--- What one piece of ground does, where that is not as the table says of its kind.
local COVER <const> = int "cover" { 0, 3, optional = true, doc = "off the die of fire at those in it (MC Mod g)" }
local FAVORABLE <const> = int "favorable" { 0, 3, optional = true, doc = "for those who defend it (Ch 5k)" }

carries "area" {
  args = {
    ground_kind "terrain" { default = "open" }, COVER, FAVORABLE,
    enum "going" {
      "open", "rough", "road", "ford", "impassable", optional = true, doc = "where it is not as its kind",
    },
    length "hill" { 0, default = 0, doc = "the level of its ground" },
    int "objective" { 1, optional = true, doc = "points for the side that holds it at the end" },
  },
  build = function(_, given)
    given.hill, given.ground = nil, given.hill > 0 and given.hill or nil
    return given
  end,
}

carries "line" {
  args = {
    ground_kind "kind" { of = "line", optional = true }, COVER, FAVORABLE,
    enum "going" { "open", "ford", "impassable", optional = true, doc = "where it is not as its kind" },
  },
}

record "brigade_group" {
  int "stands" { 1, troops.MOST_STANDS }, enum "rating" { values = troops.RATINGS, default = "regular" },
  enum "troop" { values = troops.TROOPS, optional = true, doc = "of infantry" },
  enum "cavalry_type" { values = troops.CAVALRY_TYPES, optional = true, doc = "of cavalry" },
  flag "armored" { doc = "front plate or both" },
  enum "region" { values = troops.REGIONS, optional = true, doc = "of landwehr" },
}

record "smaller_arm" {
  enum "arm" (troops.ARMS), int "stands" { 1, troops.MOST_STANDS },
  enum "troop" { values = troops.TROOPS, optional = true },
  enum "cavalry_type" { values = troops.CAVALRY_TYPES, optional = true },
}

local BRIGADE <const>, FOOT <const>, HORSE <const> = { arm = troops.ARMS }, { arm = "infantry" }, { arm = "cavalry" }
local GUNS <const>, SAPPERS <const> = { arm = "artillery" }, { arm = "engineers" }

--- Why a unit that is there cannot have that value.
local function refuse_value(_, unit, name, value)
  if name == "drill" then
    if not muster.brigade(unit) then return refuse(name, "is of brigades") end
    if value == "square" and unit.arm ~= "infantry" then return refuse(name, "square is for infantry (Form 3)") end
  elseif name == "stands" or name == "minority_stands" then
    if value > (name == "stands" and unit.starting_stands or unit.stands or 0) then
      return refuse(name, "cannot be more than it began with")
    end
  elseif (name == "silenced" or name == "damaged" or name == "limbered") and unit.arm ~= "artillery" then
    return refuse(name, "is of batteries")
  end
end

carries "unit" {
  terse = {
    kind = "arm", example = "3 foot 6; 2 horse hussar 4; battery 8 heavy",
    words = {
      foot = { gives = { arm = "infantry" }, number = "stands" },
      horse = { gives = { arm = "cavalry" }, number = "stands" },
      battery = {
        gives = { arm = "artillery" }, number = "guns", words = { light = { gives = { weight = "light" } } },
      },
    },
  },
  refuses = refuse_value,
  args = {
    enum "arm" { "infantry", "cavalry", "artillery", "engineers", "band", default = "infantry" },
    enum "army" { values = troops.ARMIES, optional = true, doc = "else its side's" },
    int "stands" { 1, troops.MOST_STANDS, optional = true, only = BRIGADE, doc = "or men; or groups" },
    int "men" { 1, optional = true, only = BRIGADE, doc = "as so many stands as they make (Prep 1)" },
    list "groups" { "brigade_group", optional = true, min = 1, only = BRIGADE,
      doc = "unlike stands of one brigade (Prep 6)" },
    enum "rating" { values = troops.RATINGS, optional = true, only = { arm = troops.ALL_ARMS },
      doc = "else regular; of groups, their average; of a battery charged (R57)" },
    enum "drill" { values = troops.FORMATIONS, optional = true, only = BRIGADE,
      doc = "its formation, else single_echelon" },
    enum "troop" { values = troops.TROOPS, optional = true, only = FOOT, doc = "else line" },
    enum "levy" {
      "foot_cossack", "opolchenie", "portuguese_militia", "spanish_provisional", "prussian_landwehr", "guerrilla",
      optional = true, only = FOOT, doc = "infantry that may be irregular (Must 2h)",
    },
    enum "region" { values = troops.REGIONS, optional = true, doc = "of landwehr" },
    flag "davout_corps" { only = FOOT }, flag "french_organization" { only = FOOT },
    flag "british_trained" { only = FOOT }, flag "brunswick" { only = FOOT },
    flag "regimental_guns" { only = FOOT, doc = "one stand more, where its army had them (Prep 5)" },
    flag "russian_expedition" { only = FOOT },
    enum "cavalry_type" { values = troops.CAVALRY_TYPES, optional = true, only = HORSE, doc = "required" },
    flag "armored" { only = HORSE, doc = "front plate or both, of heavy cavalry" },
    object "minority" { "smaller_arm", optional = true, only = BRIGADE, doc = "stands of the other arm (Prep 7)" },
    enum "guard_unit" { of_table = "old_guard", optional = true, doc = "which unit of the French Guard (Ch 1d)" },
    int "guns" { 1, 24, optional = true, only = GUNS, doc = "required: historical guns" },
    enum "weight" { "light", "medium", "heavy", optional = true, only = GUNS, doc = "of metal, else medium" },
    flag "horse_artillery" { only = GUNS },
    enum "battery_class" {
      "none", "british_kgl", "french_line", "french_young_guard", "french_old_guard", optional = true, only = GUNS,
      doc = "whose battery (MC Mod e)",
    },
    flag "limbered" { only = GUNS },
    flag "imperial_guard" { only = SAPPERS, doc = "of the Imperial Guard, an option (Add 1)" },
    leader "controller" { "own", optional = true, only = { arm = { "engineers", "band" } }, doc = "its leader" },
    unit "with" { "own", optional = true, only = { arm = { "engineers", "artillery" } },
      doc = "the brigade that engineers, or a battery beside it, are attached to" },
    flag "disordered" { doc = "at the start" },
  },
  changes = {
    enum "status" { "ready", "off_table", "gone" }, enum "condition" { values = troops.STATUSES, optional = true },
    int "starting_stands" { 1, troops.MOST_STANDS, optional = true },
    int "minority_stands" { 0, troops.MOST_STANDS, optional = true },
    enum "movement_class" { values = troops.CLASSES, optional = true },
    enum "move_class" { values = troops.MOVE_CLASSES }, enum "skirmish" { values = troops.SKIRMISH, optional = true },
    enum "cavalry_class" { "light", "heavy", "irregular", optional = true },
    flag "two_rank" {}, flag "irregular" {}, flag "lance" {}, flag "old_guard" {},
    flag "silenced" {}, flag "damaged" {},
    flag "used_rm" { doc = "announced reserve movement this turn" },
    flag "rm_success" { doc = "and had success last turn" },
    int "rm_failures" { 0, optional = true, doc = "turns running in which it failed to" },
    enum "maneuver" { "full", "half", "none", optional = true, doc = "what its roll of this turn allows" },
    flag "may_change" { doc = "it allows a change of formation" },
    flag "vulnerable" { doc = "it changed its formation, limbered or faced about: +1 of fire at it (MC Mod f)" },
    int "fire_loss" { 0, troops.MOST_STANDS, optional = true, doc = "stands lost in this Fire Phase (Ch 5j)" },
    flag "fired" { doc = "in this fire subphase" },
    flag "countercharging" {},
    text "attached_to" { optional = true, doc = "the brigade that engineers or a battery are with" },
    text "grand" { optional = true, doc = "the leader whose grand battery it belongs to" },
  },
  build = muster.built,
}

local M <const> = { stands = stands.of, brigade = muster.brigade, leader_base = leader_base }

--- Is it on the table as a body of its own? Engineers with a brigade are not.
function M.apart(unit) return tabletop.present(unit) and not (unit.attached_to and unit.arm == "engineers") end

--- Does it count as disordered: it is, or is irregular (Irr)?
function M.disordered(unit) return unit.disordered or unit.irregular or false end

function M.battery(unit) return unit.arm == "artillery" end

function M.fights(unit) return M.apart(unit) and (muster.brigade(unit) or M.battery(unit)) end

--- What reserve.zone calls it.
---@return "brigade"|"battery"|"grand_battery"|"engineers"|"band"
function M.kind(unit)
  if M.battery(unit) then return unit.grand and "grand_battery" or "battery" end
  return M.brigade(unit) and "brigade" or unit.arm
end

--- How it moves, as a row of movement_rates: a mixed brigade as its slowest stands (Prep 7b).
function M.move_class(view, unit)
  if (unit.minority_stands or 0) == 0 then return unit.move_class end
  return view:ask("mixed.rate", { classes = { unit.move_class, unit.minority_class } }, unit.id).class
end

--- A die and what is added to it, as the story tells them: "5 + 3 = 8".
function M.score(result)
  local added = result.total - result.die
  if added == 0 then return tostring(result.die) end
  return ("%d %s %d = %d"):format(result.die, added < 0 and "-" or "+", math.abs(added), result.total)
end

--- Its basic move, in inches.
function M.rate(view, unit) return view.rules.tables.movement_rates(M.move_class(view, unit), "basic_in") end

status(function(unit)
  if unit.status ~= "ready" then return unit.status end
  if unit.silenced then return "silenced" end
  return unit.disordered and "disordered" or unit.condition or "ready"
end)

return M
