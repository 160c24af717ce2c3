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

-- How high a stand is, for sight.
local HEIGHT <const> = mm(2)

--- The size of a stand's base in a drill, and the bases of its figures where these are loose, in ranks of three.
local function base_of(rules, battle, unit, drill, gap)
  if unit.arm == "sniper" then return figure_base(rules, "foot") end
  if drill ~= "skirmish" then return { width = mm(battle.stand_width_mm), depth = mm(battle.stand_depth_mm) } end
  local size = figure_base(rules, unit.arm == "mounted" and "mounted" or "foot")
  gap = gap or mm(rules.constant.loose_gap)
  local list, round = tabletop.in_ranks(unit.figures, size, math.min(3, unit.figures), gap)
  return { width = round.width, depth = round.depth }, list
end

--- What a stand's flags ask of its kind and class (R4, R13).
local function refuse_flags(given)
  local regular = given.kind == "regular"
  if given.kind == "irregular" and given.class == "a" then
    return refuse("class", "a is not for irregulars (R13)")
  elseif given.rabble and (regular or given.class ~= "d") then
    return refuse("rabble", "is for class d that is not regular (R4)")
  elseif given.militia and not CREWED[given.arm] then
    return refuse("militia", "is for crews (Limbering)")
  elseif given.fleet and not ON_FOOT[given.arm] then
    return refuse("fleet", "is for troops on foot (Variable Movement)")
  elseif given.skilled and regular then
    return refuse("skilled", "is for troops that are not regular (R119)")
  elseif given.light_infantry and not (given.arm == "foot" and given.class == "a") then
    return refuse("light_infantry", "is for foot of class a (Skirmishers)")
  elseif given.native_mounted and (regular or given.arm ~= "mounted") then
    return refuse("native_mounted", "is for horse that is not regular (Figures Eligible to Fire)")
  elseif given.can_dismount and given.arm ~= "mounted" and given.arm ~= "dismounted" then
    return refuse("can_dismount", "is for mounted troops (Dismounting)")
  end
end

--- What only one arm has: the first word that another arm is given.
local OF_ARM <const> = {
  { "gun", "gun" }, { "ordnance", "gun" }, { "howitzer", "gun" }, { "horse_artillery", "gun" },
  { "mg", "machine_gun" },
}

local function refuse_arm(rules, given)
  for _, one in ipairs(OF_ARM) do
    if given[one[1]] and given.arm ~= one[2] then return refuse(one[1], ("is for a %s"):format(plain(one[2]))) end
  end
  if given.arm == "gun" and not given.gun then return refuse("gun", "is required: its weight") end
  if given.arm == "machine_gun" and not given.mg then return refuse("mg", "is required: which machine gun") end
  if given.horse_artillery and (given.gun ~= "light" or given.kind ~= "regular") then
    return refuse("horse_artillery", "is for regular light guns (R16)")
  end
  local most = full(rules, given.arm)
  if not CREWED[given.arm] and (given.figures or 0) > most then
    return refuse("figures", ("must be at most %d (Basing Figures)"):format(most))
  end
  local guns = CREWED[given.arm] or given.arm == "wagon"
  if (guns or given.arm == "sniper") and given.drill and given.drill ~= "close_order" then
    return refuse("drill", ("cannot be said of a %s"):format(plain(given.arm)))
  end
end

--- The draught of a gun that says none; machine guns are handled like guns (R140).
local function team_of(given)
  if given.team or not CREWED[given.arm] then return given.team end
  return given.horse_artillery and "horse_artillery" or "horse_drawn"
end

--- Rounds at the start (Artillery Ammunition): of guns and carts.
local function supply(rules, unit, given)
  local holder = unit.arm == "gun" and "gun" or unit.arm == "wagon" and "cart"
  if not holder then return end
  unit.solid = given.solid or rules.tables.artillery_ammunition(holder, "solid")
  unit.canister = given.canister or rules.tables.artillery_ammunition(holder, "canister")
end

local FLAGS <const> = {
  "rabble", "fanatic", "ferocious", "fleet", "skilled", "light_infantry", "native_mounted", "militia", "howitzer",
  "horse_artillery", "limbered", "hidden",
}

--- Why a stand that is there cannot have that value.
local function refuse_value(rules, unit, name, value)
  local changed = {}
  for key, own in next, unit do changed[key] = own end
  changed[name] = value
  return refuse_flags(changed) or refuse_arm(rules, changed)
end

local function built(rules, given, _, state)
  local fault = refuse_arm(rules, given) or refuse_flags(given)
  if fault then return nil, fault end
  local unit = { height = HEIGHT, agreed_points = given.agreed_points, can_dismount = given.can_dismount }
  for _, key in ipairs { "kind", "class", "arm", "gun", "mg", "loading", "disordered" } do unit[key] = given[key] end
  for _, key in ipairs(FLAGS) do unit[key] = given[key] or nil end
  unit.figures = given.figures or full(rules, given.arm)
  unit.original_figures = math.max(unit.figures, full(rules, given.arm))
  unit.drill = given.arm == "sniper" and "skirmish" or given.drill or "close_order"
  if CREWED[given.arm] then
    unit.team, unit.non_gunners = team_of(given), given.non_gunners
    unit.ordnance = given.arm == "gun" and (given.ordnance or "smoothbore") or nil
  elseif given.arm ~= "wagon" then
    unit.weapon = given.weapon or given.kind == "war_band" and "mixed" or "musket"
  end
  supply(rules, unit, given)
  if given.arm == "sniper" then unit.hidden = true end -- not located before he fires (Snipers)
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
function M.group_units(view, group)
  local ids = {}
  for id, unit in view:units_of(group) do
    if tabletop.present(unit) then ids[#ids + 1] = id end
  end
  return ids
end

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

return M
