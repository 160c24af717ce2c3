-- Putting Together Your Army, Command Groups: armies as they are laid out.

local points <const> = use "game/army/points"

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

--- A side has one commander in chief.
local function check_leaders(state, say)
  local cinc = {}
  for _, id in ipairs(state.order.leaders) do
    local leader = state.leaders[id]
    if leader.rank == "cinc" and cinc[leader.side] then
      say(id, "its side has a commander in chief already (Status of Leaders)", "rank")
    end
    cinc[leader.side] = cinc[leader.side] or leader.rank == "cinc"
  end
end

--- No army costs more than the limit, if there is one.
local function check_points(rules, state, say)
  local limit = state.battle and state.battle.limit_points
  for _, side in ipairs(limit and state.order.sides or {}) do
    local entries = {}
    for _, one in ipairs(points.entries(rules, state, side)) do
      local fault = rules.fault("army.stand_points", one.entry)
      if fault then return say(one.id, ("has no price: %s"):format(fault.message), fault.arg) end
      entries[#entries + 1] = one.entry
    end
    local result = #entries > 0 and rules.call("army.points", { entries = entries, limit_points = limit })
    if result and not result.within_limit then
      say(side, ("costs %d points, %d are allowed (Putting Together Your Army)"):format(result.total_points, limit))
    end
  end
end

forces {
  one_command_each = "Command Groups",
  check = function(rules, state, say)
    check_formations(state, say)
    check_leaders(state, say)
    check_points(rules, state, say)
  end,
}
