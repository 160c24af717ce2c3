-- What a battle carries of sides, groups, leaders and stands (sections 4.2 and 4.3), and what may be asked of a stand.

local troops <const> = use "troops"
use "game/movement/terrain"

local CREWED <const> = { gun = true, machine_gun = true }
local ON_FOOT <const> = { foot = true, dismounted = true, sniper = true }

--- Figures of a stand or crew of full strength (Basing Figures, Crews).
local function full(rules, arm)
  return CREWED[arm] and rules.tables.crews(arm) or rules.tables.basing(arm .. "_figures")
end

--- The base of one figure, "foot" or "mounted".
local function figure_base(rules, arm)
  local basing = rules.tables.basing
  return { width = mm(basing(arm .. "_base_width")), depth = mm(basing(arm .. "_base_depth")) }
end

carries "scenario" {
  args = {
    int "stand_width_mm" { 20, 200, default = 65, doc = "of every stand (R21)" },
    int "stand_depth_mm" { 20, 200, default = 50 },
    enum "visibility" { "open_temperate", "open_desert", default = "open_temperate", doc = "of open ground" },
    int "sight_limit_mm" { 1, optional = true, doc = "a limit for weather or the hour (R103)" },
    int "limit_points" { 1, optional = true, doc = "neither army may cost more" },
    int "break_percent" { 1, 100, optional = true, doc = "a side that has lost so many of its stands is beaten" },
    int "stand_points" { 0, 100, default = 1, doc = "points for each enemy stand that is gone at the end" },
  },
}

carries "side" {
  args = {
    enum "quality" { values = troops.QUALITIES, optional = true, doc = "of its command; else thrown" },
    flag "impetuous_army" { doc = "impetuosity marks this army (R30)" },
    int "reserve_solid" { 0, 1000, default = 0, doc = "rounds in the central reserve (R244)" },
    int "reserve_canister" { 0, 1000, default = 0 },
    int "break_percent" { 1, 100, optional = true, doc = "it is beaten when it has lost so many of its stands" },
    int "stand_points" { 0, 100, optional = true, doc = "points for the enemy for each of its stands that is gone" },
    enum "edge" { "north", "east", "south", "west", optional = true, doc = "its own edge of the table" },
  },
  changes = { flag "cinc_fallen" {}, flag "failed" { doc = "its army morale has failed" }, flag "fanatics_bound" {} },
}

carries "formation" {
  terse = { level = "level", commander = "commander" },
  args = {
    enum "level" { "group", "division", "army", default = "group", doc = "stands are in groups, groups in divisions" },
    leader "commander" { "own", optional = true, cite = "Command Groups" },
  },
  changes = {
    flag "leaderless" {}, int "failures" { 0, 10, optional = true }, flag "morale_failed" {}, flag "halted" {},
    flag "moved" { doc = "it has had its movement this turn" }, flag "nominated" {},
    leader "commanded_by" { "own", optional = true, doc = "the superior who commands it in person" },
  },
}

carries "leader" {
  terse = { rank = "rank" },
  args = {
    enum "rank" { "cinc", "division", "group", default = "group" },
    enum "kind" { values = troops.KINDS, default = "regular" }, flag "charismatic" {},
    unit "with" { "own", optional = true, doc = "the stand he is attached to" },
  },
  changes = { enum "status" { "ready", "gone" } },
  build = function(rules, given)
    given.charismatic, given.base = given.charismatic or nil, figure_base(rules, "foot")
    return given
  end,
}

-- R25: what one piece of ground does, where that is not as the table says of its kind.
local GOING <const> = enum "going" { "open", "rough", "barred", optional = true }
local COVER <const> = enum "cover" { "none", "soft", "hard", "fortified", optional = true }
local OBSTACLE <const> = enum "obstacle" { "none", "lesser", "major", optional = true }

local AGREED_HITS <const> = int "agreed_hits" { 1, 1000, optional = true, doc = "that neutralize it as cover" }

carries "area" {
  args = {
    ground_kind "terrain" { default = "open" }, GOING, COVER, OBSTACLE, AGREED_HITS,
    enum "very_steep" { "yes", "no", optional = true },
    length "hill" { 0, default = 0, doc = "the level of its ground" },
    int "objective" { 1, optional = true, doc = "points for the side that holds it at the end" },
  },
  build = function(_, given)
    given.hill, given.ground = nil, given.hill > 0 and given.hill or nil
    return given
  end,
}

carries "line" { args = { ground_kind "kind" { of = "line", optional = true }, GOING, COVER, OBSTACLE, AGREED_HITS } }

--- The size of a stand's base in a drill, and the bases of its figures where these are loose, in ranks of three.
local function base_of(rules, battle, unit, drill, gap)
  if unit.arm == "sniper" then return figure_base(rules, "foot") end
  if drill ~= "skirmish" then return { width = mm(battle.stand_width_mm), depth = mm(battle.stand_depth_mm) } end
  local size = figure_base(rules, unit.arm == "mounted" and "mounted" or "foot")
  gap = gap or mm(rules.constant.loose_gap)
  local list, round = tabletop.in_ranks(unit.figures, size, math.min(3, unit.figures), gap)
  return { width = round.width, depth = round.depth }, list
end

--- What cannot be said of a stand: the argument, what is wrong, and when.
local WRONG <const> = {
  { "gun", "is required: its weight", function(one) return one.arm == "gun" and not one.gun end },
  { "mg", "is required: which machine gun", function(one) return one.arm == "machine_gun" and not one.mg end },
  { "horse_artillery", "is for regular light guns (R16)", function(one)
    return one.horse_artillery and (one.gun ~= "light" or one.kind ~= "regular")
  end },
  { "class", "a is not for irregulars (R13)", function(one) return one.kind == "irregular" and one.class == "a" end },
  { "rabble", "is for class d that is not regular (R4)", function(one)
    return one.rabble and (one.kind == "regular" or one.class ~= "d")
  end },
  { "militia", "is for crews (Limbering)", function(one) return one.militia and not CREWED[one.arm] end },
  { "fleet", "is for troops on foot (Variable Movement)", function(one) return one.fleet and not ON_FOOT[one.arm] end },
  { "skilled", "is for troops that are not regular (R119)", function(one)
    return one.skilled and one.kind == "regular"
  end },
  { "light_infantry", "is for foot of class a (Skirmishers)", function(one)
    return one.light_infantry and not (one.arm == "foot" and one.class == "a")
  end },
  { "native_mounted", "is for horse that is not regular (Figures Eligible to Fire)", function(one)
    return one.native_mounted and (one.kind == "regular" or one.arm ~= "mounted")
  end },
  { "can_dismount", "is for mounted troops (Dismounting)", function(one)
    return one.can_dismount and one.arm ~= "mounted" and one.arm ~= "dismounted"
  end },
}

--- What only one arm has.
local OF_ARM <const> = {
  { "gun", "gun" }, { "ordnance", "gun" }, { "howitzer", "gun" }, { "horse_artillery", "gun" },
  { "mg", "machine_gun" },
}

local function refuse_said(rules, given)
  for _, one in ipairs(OF_ARM) do
    if given[one[1]] and given.arm ~= one[2] then return refuse(one[1], ("is for a %s"):format(plain(one[2]))) end
  end
  local wrong = lists.find(WRONG, function(one) return one[3](given) end)
  if wrong then return refuse(wrong[1], wrong[2]) end
  local most = full(rules, given.arm)
  if not CREWED[given.arm] and (given.figures or 0) > most then
    return refuse("figures", ("must be at most %d (Basing Figures)"):format(most))
  end
  local alone = CREWED[given.arm] or given.arm == "wagon" or given.arm == "sniper"
  if alone and given.drill and given.drill ~= "close_order" then
    return refuse("drill", ("cannot be said of a %s"):format(plain(given.arm)))
  end
end

--- Why a stand that is there cannot have that value.
local function refuse_value(rules, unit, name, value)
  local changed = {}
  for key, own in next, unit do changed[key] = own end
  changed[name] = value
  return refuse_said(rules, changed)
end

--- Rounds at the start (Artillery Ammunition): of guns and carts.
local HOLDERS <const> = { gun = "gun", wagon = "cart" }

local function built(rules, unit, _, state)
  local fault = refuse_said(rules, unit)
  if fault then return nil, fault end
  for name, said in next, unit do
    if said == false then unit[name] = nil end
  end
  local arm, crewed, holder = unit.arm, CREWED[unit.arm], HOLDERS[unit.arm]
  unit.height, unit.figures = mm(rules.constant.stand_height), unit.figures or full(rules, arm)
  unit.original_figures = math.max(unit.figures, full(rules, arm))
  unit.drill = arm == "sniper" and "skirmish" or unit.drill or "close_order"
  if crewed then -- machine guns are handled like guns (R140)
    unit.team = unit.team or unit.horse_artillery and "horse_artillery" or "horse_drawn"
    unit.ordnance, unit.weapon = arm == "gun" and (unit.ordnance or "smoothbore") or nil, nil
  else
    unit.team, unit.non_gunners = arm == "wagon" and unit.team or nil, nil
    unit.weapon = arm ~= "wagon" and (unit.weapon or unit.kind == "war_band" and "mixed" or "musket") or nil
  end
  for _, shot in ipairs { "solid", "canister" } do
    unit[shot] = holder and (unit[shot] or rules.tables.artillery_ammunition(holder, shot)) or nil
  end
  unit.hidden = arm == "sniper" or unit.hidden -- not located before he fires (Snipers)
  unit.base, unit.bases = base_of(rules, state.battle, unit, unit.drill)
  return unit
end

carries "unit" {
  terse = {
    kind = "kind", example = "3 regular; war_band; 2 irregular",
    words = { foot = { gives = { arm = "foot" } }, mounted = { gives = { arm = "mounted" } } },
  },
  refuses = refuse_value,
  args = {
    enum "kind" { values = troops.KINDS, default = "regular" }, enum "class" { values = troops.CLASSES, default = "c" },
    enum "arm" { "foot", "dismounted", "mounted", "gun", "machine_gun", "sniper", "wagon", default = "foot" },
    enum "weapon" { values = troops.SMALL_ARMS, optional = true, doc = "else a musket; of a war band, mixed" },
    enum "loading" { values = troops.LOADING, optional = true, doc = "else as its weapon (R112)" },
    enum "drill" { values = troops.FORMATIONS, optional = true, doc = "its formation" },
    int "figures" { 1, 12, optional = true, doc = "else a full stand or crew" },
    flag "rabble" {}, flag "fanatic" {}, flag "ferocious" {}, flag "fleet" {},
    flag "skilled" { doc = "skilled shots (R119)" }, flag "light_infantry" {}, flag "native_mounted" {},
    flag "militia" { doc = "a crew of militia" },
    enum "can_dismount" {
      "mounted_infantry", "mounted_police", "dragoon", "american_cavalry", "plains_warrior", "apache", optional = true,
    },
    enum "gun" { values = troops.GUNS, optional = true }, enum "mg" { values = troops.MACHINE_GUNS, optional = true },
    enum "ordnance" { values = troops.ORDNANCE, optional = true }, flag "howitzer" {}, flag "horse_artillery" {},
    enum "team" { "horse_artillery", "horse_drawn", "oxen", "elephant", "none", optional = true },
    int "solid" { 0, 100, optional = true }, int "canister" { 0, 100, optional = true },
    int "non_gunners" { 0, 12, default = 0, doc = "of its crew" },
    flag "limbered" {}, flag "hidden" { doc = "it waits in ambush, where the enemy does not see it" },
    int "agreed_points" { 0, optional = true, doc = "what players agree that it costs (R17)" },
  },
  changes = {
    enum "status" { "ready", "off_table", "gone" }, flag "halted" {},
    enum "moved" { "none", "half", "full", optional = true }, flag "fired" {}, flag "fired_defensively" {},
    int "fire_loss" { 0, 12, optional = true }, int "figures_at_start" { 1, 12, optional = true },
  },
  build = built,
}

local M <const> = {}

--- The base of a leader's figure.
function M.figure_base(view) return figure_base(view.rules, "foot") end

--- Figures of a full stand or crew of its arm.
function M.full(view, unit) return full(view.rules, unit.arm) end

function M.on_foot(unit) return ON_FOOT[unit.arm] or false end

--- Foot, dismounted troops among them: no sniper and no crew.
function M.foot(unit) return unit.arm == "foot" or unit.arm == "dismounted" end

--- Foot or horse: a stand of several figures.
function M.troops(unit) return M.foot(unit) or unit.arm == "mounted" end

--- What questions call a stand that rides, and every other.
---@return "mounted"|"foot"
function M.mode(unit) return unit.arm == "mounted" and "mounted" or "foot" end

--- A gun or a machine gun.
function M.crewed(unit) return CREWED[unit.arm] or false end

--- On the table in one body: not in loose order, no sniper and no cart.
function M.formed(unit)
  return tabletop.present(unit) and unit.drill ~= "skirmish" and unit.arm ~= "sniper" and unit.arm ~= "wagon"
end

--- Does it count as a stand of its group for morale? Snipers and carts do not (R36, R200).
function M.counts(unit) return unit.arm ~= "sniper" and unit.arm ~= "wagon" end

--- The size of its base in a drill, and the bases of its figures where these are loose.
---@return { width: integer, depth: integer } size
---@return table[]? bases
function M.base_of(view, unit, drill, gap) return base_of(view.rules, view.state.battle, unit, drill, gap) end

--- The stands of a group that are on the table.
---@return string[]
function M.group_units(view, group) return lists.ids(view:units_of(group), tabletop.present) end

fact "friends_touched" {
  ask = "Which friends does {1} touch base to base?",
  units "friends" { "own", default = {} },
  suggest = {},
  measured = function(view, _, id) return view:touched(id, { of = "friends", counts = tabletop.present }) end,
}

--- Friends that a stand touches base to base.
---@return string[]
function M.in_contact_friends(view, id) return view:fact("friends_touched", id) end

status(function(unit)
  if unit.status ~= "ready" then return unit.status end
  return unit.halted and "halted" or unit.disordered and "disordered" or "ready"
end)

hidden(function(state, _, node)
  if node.hidden then return true end
  local with = node.with and state.units[node.with]
  return with ~= nil and with.hidden or false
end)

--- R43: the kind of most of a group's stands; with as many of another it is not regular.
---@param list table[] units
---@return string
function M.kind_of(list)
  local counts = { regular = 0, irregular = 0, war_band = 0 }
  for _, unit in ipairs(list) do counts[unit.kind] = counts[unit.kind] + 1 end
  if 2 * counts.regular > #list then return "regular" end
  return counts.irregular >= counts.war_band and "irregular" or "war_band"
end

return M
