-- Prep 1 to 7, R65, R71: what a unit is, worked out once from what its scenario says of it.

local stands <const>, troops <const> = use("game/army/stands", "troops")

local M <const> = {}

--- How high a unit stands above the ground, for sight.
local HEIGHT <const> = mm(2)

local BRIGADE <const> = { infantry = true, cavalry = true }

function M.brigade(unit) return BRIGADE[unit.arm] or false end

--- Is a leader an artillery commander, who commands nothing but batteries (GB 3 note)? Napoleon and Charles are not.
function M.gunner(leader)
  return leader.gunner ~= nil and leader.gunner ~= "napoleon" and leader.gunner ~= "archduke_charles"
end

local function refuse_arm(given)
  local brigade = BRIGADE[given.arm]
  if given.region and given.cavalry_type ~= "landwehr" and given.levy ~= "prussian_landwehr" then
    return refuse("region", "is of landwehr")
  end
  if given.arm == "artillery" then return not given.guns and refuse("guns", "is required: how many the battery has") end
  if brigade and not (given.stands or given.men or given.groups) then
    return refuse("stands", "is required, or men, or groups of stands")
  end
  for _, word in ipairs { "stands", "men", "rating", "armored" } do
    if given.groups and given[word] then return refuse(word, "is what groups say of their stands") end
  end
  if given.stands and given.men then return refuse("men", "is what stands say (Prep 1)") end
  if given.arm == "cavalry" and not given.cavalry_type and not given.groups then
    return refuse("cavalry_type", "is required of cavalry (Ch 1)")
  end
  if given.drill == "square" then return refuse("drill", "cannot be square before the battle (Form 3b)") end
end

--- The groups of like stands of a brigade: as given, or the whole of it.
local function groups_of(rules, given)
  local list = {}
  for i, one in ipairs(given.groups or { given }) do
    list[i] = {
      stands = one.stands or rules.call("muster.stands", { arm = given.arm, men = given.men }).stands,
      rating = one.rating or "regular", troop = one.troop, armored = one.armored, region = one.region,
      cavalry_type = one.cavalry_type or given.cavalry_type,
    }
  end
  return list
end

--- Asks a rule, or tells why it cannot be asked that.
local function asked(rules, name, args)
  local fault = rules.fault(name, args)
  if fault then return nil, refuse(fault.arg:match "^[%a_]+", (fault.message:gsub("^%S+ ", "", 1))) end
  return rules.call(name, args)
end

--- Irregular foot: whatever troops.irregular calls so.
local function troop_of(rules, given, troop, year)
  if not given.levy then return troop or given.troop or "line" end
  local found, fault = asked(rules, "troops.irregular", {
    arm = "infantry", formation = given.levy, year = year, region = given.region or "other",
  })
  if fault then return nil, fault end
  return found.irregular and "irregular" or given.troop or "militia"
end

--- What foot is: its class, its ranks, its skirmishers. Stands of several kinds move as most of them do.
local function foot(rules, unit, given, groups, year)
  local most, at, capable = 0, nil, {}
  for i, group in ipairs(groups) do
    local troop, fault = troop_of(rules, given, group.troop, year)
    if fault then return fault end
    group.troop = troop
    local args = { army = unit.army, year = year, troop = troop }
    for _, flag in ipairs { "french_organization", "british_trained", "brunswick" } do args[flag] = given[flag] end
    local found
    found, fault = asked(rules, "infantry.skirmish", args)
    if fault then return fault end
    capable[i] = { capability = found.capability, stands = group.stands }
    unit.old_guard = unit.old_guard or troop == "old_guard" or nil
    if group.stands > most then most, at = group.stands, troop end
  end
  local class, fault = asked(rules, "infantry.movement_class", {
    army = unit.army, year = year, troop = at, davout_corps = given.davout_corps,
  })
  if fault then return fault end
  unit.troop, unit.irregular = at, at == "irregular" or nil
  unit.movement_class = class.class
  unit.move_class = unit.irregular and "irregular_infantry" or class.class
  unit.two_rank = rules.call("infantry.two_rank", { army = unit.army, year = year }).two_rank or nil
  unit.skirmish = rules.call("infantry.brigade_skirmish", { groups = capable }).capability
end

local function horse(rules, unit, groups, year)
  local list = {}
  for i, group in ipairs(groups) do
    if not group.cavalry_type then return refuse("groups", "needs a cavalry_type of each group (Ch 1)") end
    list[i] = {
      type = group.cavalry_type, stands = group.stands, armored = group.armored, region = group.region or "other",
    }
  end
  local found, fault = asked(rules, "cavalry.classify", { army = unit.army, year = year, groups = list })
  if fault then return fault end
  unit.cavalry_class, unit.armored, unit.lance = found.brigade_class, found.armored or nil, found.lance or nil
  unit.cavalry_type = groups[1].cavalry_type
  unit.irregular = found.brigade_class == "irregular" or nil
  unit.move_class = found.brigade_class .. "_cavalry"
end

--- The smaller arm of a mixed brigade (Prep 7): one or two stands that move at their own rate, and are lost first.
local function mixed(rules, unit, given, year)
  local minority = given.minority
  if not minority then return nil end
  if minority.arm == unit.arm then return refuse("minority", "is of the other arm") end
  local choice = rules.call("mixed.option", { minority_stands = minority.stands }).options
  if not lists.has(choice, "attach") then
    return refuse("minority", "has so many stands that they are a brigade of their own (Prep 7, R71)")
  end
  if minority.stands >= unit.stands then return refuse("minority", "has fewer stands than the other arm (Prep 7)") end
  local other, fault = { army = unit.army }
  local groups = { { stands = minority.stands, troop = minority.troop, cavalry_type = minority.cavalry_type } }
  if minority.arm == "infantry" then
    fault = foot(rules, other, { troop = minority.troop }, groups, year)
  else
    fault = horse(rules, other, groups, year)
  end
  if fault then return fault end
  unit.minority_stands, unit.minority_arm, unit.minority_class = minority.stands, minority.arm, other.move_class
  unit.stands = unit.stands + minority.stands
end

local function brigade(rules, unit, given, year)
  local groups = groups_of(rules, given)
  local fault
  if unit.arm == "infantry" then
    fault = foot(rules, unit, given, groups, year)
  else
    fault = horse(rules, unit, groups, year)
  end
  if fault then return fault end
  local rated = {}
  for i, group in ipairs(groups) do rated[i] = { rating = group.rating, stands = group.stands } end
  local found = rules.call("effectiveness.rating", { groups = rated })
  unit.rating, unit.stands = found.rating, found.stands
  if given.regimental_guns then
    local more = rules.call("muster.regimental_guns", {
      army = unit.army, year = year, russian_expedition = given.russian_expedition,
    }).extra_stands
    if more == 0 then return refuse("regimental_guns", "were not had by its army in that year (Prep 5, R72)") end
    unit.stands = unit.stands + more
  end
  fault = mixed(rules, unit, given, year)
  if fault then return fault end
  if unit.stands > troops.MOST_STANDS then
    return refuse("stands", ("are at most %d in a brigade"):format(troops.MOST_STANDS))
  end
  unit.starting_stands, unit.drill = unit.stands, given.drill or "single_echelon"
  unit.condition = rules.call("effectiveness.status", {
    rating = unit.rating, starting_stands = unit.stands, stands = unit.stands,
  }).status
end

local function battery(unit, given)
  unit.guns, unit.weight, unit.battery_class = given.guns, given.weight or "medium", given.battery_class or "none"
  unit.horse_artillery, unit.limbered = given.horse_artillery or nil, given.limbered or nil
  unit.rating = given.rating or "regular" -- R57
  unit.move_class = given.horse_artillery and "horse_artillery" or "foot_artillery"
end

function M.built(rules, given, about, state)
  local fault = refuse_arm(given)
  if fault then return nil, fault end
  local side, year = state.sides[about.side], state.battle.year
  local unit = {
    arm = given.arm, army = given.army or side.army, height = HEIGHT, disordered = given.disordered or nil,
    old_guard = given.guard_unit and rules.call("guard.old_guard", { unit = given.guard_unit }).old_guard or nil,
    guard_unit = given.guard_unit, attached_to = given.with,
  }
  if M.brigade(unit) then
    fault = brigade(rules, unit, given, year)
  elseif unit.arm == "artillery" then
    battery(unit, given)
  else
    unit.move_class = unit.arm == "band" and "marching_band" or "engineers"
    unit.imperial_guard, unit.controller = given.imperial_guard or nil, given.controller
  end
  if fault then return nil, fault end
  unit.bases, unit.base, unit.files = stands.laid_out(rules, state.battle, unit, unit.drill)
  return unit
end

return M
