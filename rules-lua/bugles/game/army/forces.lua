-- Putting Together Your Army, Command Groups: armies as they are laid out.

--- Each stand is in a group, each group in a division, each with a leader of that rank.
local RANK <const> = { group = "group", division = "division", army = "cinc" }

local function check_formations(state, say)
  local filled = {}
  for _, id in ipairs(state.order.units) do
    local group = state.formations[state.units[id].formation]
    if not group or group.level ~= "group" then say(id, "belongs to no command group (Command Groups)") end
    if group then filled[group.id] = true end
  end
  for _, id in ipairs(state.order.formations) do
    local formation = state.formations[id]
    local over, commander = state.formations[formation.formation], state.leaders[formation.commander]
    if formation.level == "group" and filled[id] and not (over and over.level == "division") then
      say(id, "belongs to no divisional group: a formation with level = \"division\" around it (Command Groups)")
    end
    if not commander then
      if formation.level ~= "army" then say(id, "commander is required (Command Groups)", "commander") end
    elseif commander.rank ~= RANK[formation.level] then
      local message = "commander: %s has the rank %s, not %s (Status of Leaders)"
      local name = commander.name or formation.commander
      say(id, message:format(name, plain(commander.rank), RANK[formation.level]), "commander")
    end
  end
end

--- Nobody commands two formations, and a side has one commander in chief.
local function check_leaders(state, say)
  local commands, cinc = {}, {}
  for _, id in ipairs(state.order.formations) do
    local commander = state.formations[id].commander
    if commander and commands[commander] then
      local message = "commander: %s commands %s already (Command Groups)"
      say(id, message:format(commander, commands[commander]), "commander")
    elseif commander then
      commands[commander] = id
    end
  end
  for _, id in ipairs(state.order.leaders) do
    local leader = state.leaders[id]
    if leader.rank == "cinc" and cinc[leader.side] then
      say(id, "its side has a commander in chief already (Status of Leaders)", "rank")
    end
    cinc[leader.side] = cinc[leader.side] or leader.rank == "cinc"
  end
end

local ITEMS <const> = { foot = "foot", dismounted = "horse", mounted = "horse" }
local REGULAR <const> = { foot = "infantry", horse = "mounted" }

--- The entry of a stand in an army list.
local function entry_of(unit)
  if unit.arm == "sniper" then return { item = "sniper" } end
  if unit.arm == "wagon" then return { item = "ammunition_cart" } end
  local agreed = unit.arm == "machine_gun" and "machine_gun" or unit.gun == "super_heavy" and "super_heavy_gun"
  if agreed then return { item = agreed, agreed_points = unit.agreed_points } end
  local kind, word = unit.kind, ITEMS[unit.arm]
  if unit.arm == "gun" then
    kind, word = kind == "regular" and kind or "irregular", unit.gun .. "_gun" -- war bands have no price for guns
  elseif kind == "regular" then
    word = REGULAR[word]
  elseif kind == "war_band" then
    word = word == "horse" and "mounted" or word
  end
  return {
    item = ("%s_%s"):format(kind, word), class = not (kind == "irregular" and unit.class == "a") and unit.class or nil,
    horse_artillery = unit.horse_artillery, extra_gunners = unit.arm == "gun" and math.max(0, unit.figures - 4) or nil,
  }
end

local function leader_entry(leader)
  if leader.rank ~= "group" then
    return { item = leader.rank == "cinc" and "cinc" or "division_leader", charismatic = leader.charismatic }
  end
  local of = leader.kind == "regular" and "regular" or "native"
  return { item = "group_leader", leader_of = of, charismatic = leader.charismatic }
end

--- The list of a side; nil, and who has no price, when players have agreed none (R17).
local function list_of(rules, state, side)
  local entries = {}
  for _, place in ipairs { "units", "leaders" } do
    for _, id in ipairs(state.order[place]) do
      local node = state[place][id]
      if node.side == side then
        local entry = place == "units" and entry_of(node) or leader_entry(node)
        entry.count, entry.extra_gunners = 1, entry.extra_gunners or 0
        local fault = rules.fault("army.stand_points", entry)
        if fault then return nil, id, fault end
        entries[#entries + 1] = entry
      end
    end
  end
  return entries
end

local function check_points(rules, state, say)
  local limit = state.battle and state.battle.limit_points
  for _, side in ipairs(limit and state.order.sides or {}) do
    local entries, id, fault = list_of(rules, state, side)
    if not entries then
      say(id, ("has no price: %s %s"):format(fault.arg, fault.message), fault.arg)
    elseif #entries > 0 then
      local result = rules.call("army.points", { entries = entries, limit_points = limit })
      if not result.within_limit then
        say(side, ("costs %d points, %d are allowed (Putting Together Your Army)"):format(result.total_points, limit))
      end
    end
  end
end

forces(function(rules, state)
  local faults = {}
  local function say(id, message, arg) faults[#faults + 1] = { id = id, message = message, arg = arg } end
  check_formations(state, say)
  check_leaders(state, say)
  check_points(rules, state, say)
  return faults
end)
