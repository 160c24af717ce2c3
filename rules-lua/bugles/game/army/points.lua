-- Putting Together Your Army: what each stand and leader costs.

local M <const> = {}

local WORDS <const> = {
  regular = { foot = "infantry", dismounted = "mounted", mounted = "mounted" },
  irregular = { foot = "foot", dismounted = "horse", mounted = "horse" },
  war_band = { foot = "foot", dismounted = "mounted", mounted = "mounted" },
}

--- The questions of `army.stand_points` that some arms have besides foot and horse.
local OTHERS <const> = {
  sniper = function() return { item = "sniper" } end,
  wagon = function() return { item = "ammunition_cart" } end,
  machine_gun = function(unit) return { item = "machine_gun", agreed_points = unit.agreed_points } end,
  gun = function(unit, crew)
    if unit.gun == "super_heavy" then return { item = "super_heavy_gun", agreed_points = unit.agreed_points } end
    local kind = unit.kind == "regular" and "regular" or "irregular" -- war-bands have no price for guns
    return {
      item = ("%s_%s_gun"):format(kind, unit.gun), class = unit.kind ~= "war_band" and unit.class or nil,
      horse_artillery = unit.horse_artillery, extra_gunners = math.max(0, unit.figures - crew),
    }
  end,
}

local function stand(rules, unit)
  local other = OTHERS[unit.arm]
  local entry = other and other(unit, rules.tables.crews "gun")
    or { item = ("%s_%s"):format(unit.kind, WORDS[unit.kind][unit.arm]), class = unit.class }
  entry.count, entry.extra_gunners = 1, entry.extra_gunners or 0
  return entry
end

local function leader(one)
  local group = one.rank == "group"
  return {
    item = group and "group_leader" or one.rank == "cinc" and "cinc" or "division_leader", count = 1, extra_gunners = 0,
    leader_of = group and (one.kind == "regular" and "regular" or "native") or nil, charismatic = one.charismatic,
  }
end

--- What each stand and leader of a side is in an army list: { id, entry }.
function M.entries(rules, state, side)
  local list = {}
  for _, id in ipairs(state.order.units) do
    if state.units[id].side == side then list[#list + 1] = { id = id, entry = stand(rules, state.units[id]) } end
  end
  for _, id in ipairs(state.order.leaders) do
    if state.leaders[id].side == side then list[#list + 1] = { id = id, entry = leader(state.leaders[id]) } end
  end
  return list
end

--- An entry in words: "regular infantry, class b", "group leader (native), charismatic".
local function item_of(entry)
  local said = plain(entry.item)
  if entry.leader_of then said = ("%s (%s)"):format(said, entry.leader_of) end
  if entry.class then said = ("%s, class %s"):format(said, entry.class) end
  if entry.horse_artillery then said = said .. ", horse artillery" end
  local more = entry.extra_gunners
  if more > 0 then said = ("%s, %s"):format(said, counted(more, "extra gunner", "extra gunners")) end
  return entry.charismatic and said .. ", charismatic" or said
end

army_list(function(rules, state, side)
  local list = { limit_points = state.battle.limit_points }
  for i, one in ipairs(M.entries(rules, state, side)) do
    local fault = rules.fault("army.stand_points", one.entry)
    list[i] = {
      id = one.id, item = item_of(one.entry), cite = "Putting Together Your Army", wrong = fault and fault.message,
      points = not fault and rules.call("army.stand_points", one.entry).total_points or nil,
    }
  end
  return list
end)

return M
