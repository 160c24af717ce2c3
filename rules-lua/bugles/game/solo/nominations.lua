-- Which of a solo side's groups moves next. The first moves without a test; for each other the End of Turn Dice is
-- thrown, which may end the movement: who has most to gain comes first, and who would do nothing is not nominated. When
-- nobody has anything to do one group is, for that costs nothing, and the leaders go.

local army <const>, charges <const> = use("game/army/units", "game/solo/charges")
local groups <const>, objectives <const> = use("game/command/groups", "game/solo/objectives")
local see <const>, wants <const> = use("game/solo/view", "game/solo/wants")

local M <const> = {}

--- What a group has to gain by moving: its charges, and objectives that it is time to go for; and for what most of all.
---@return number sum
---@return any why
local function gains(mind, ids)
  local sum, most, why = 0, 0, nil
  for _, id in ipairs(ids) do
    local engaged, hoped, target = see.engaged(mind, id), charges.hopes(mind, id)
    local charge = not engaged and hoped and charges.gain(mind, id, target) or 0
    local due = objectives.due(mind, id) and mind.weight.objective_first or 0
    if math.max(charge, due) > most then
      most = math.max(charge, due)
      why = due > charge and objectives.goal(mind, id).why
        or function() return mind:said("{unit} may charge {it}", { unit = id, it = target }) end
    end
    sum = sum + charge + due
  end
  return sum, why
end

--- What the foremost of a group's stands that would do something would do; nil: none would.
local function would(mind, ids)
  for _, id in ipairs(mind:foremost_first(ids)) do
    local why = wants.would(mind, id)
    if why then return function() return mind:name(id) .. ": " .. why end end
  end
end

--- A charge that a stand of a group might make if its dice are good; nil: none.
local function perhaps(mind, ids)
  for _, id in ipairs(ids) do
    local hoped, target = nil, nil
    if not see.engaged(mind, id) then hoped, target = charges.hopes(mind, id) end
    if hoped then
      return function() return mind:said("{unit} might charge {it}", { unit = id, it = target }) end
    end
  end
end

--- How near to the enemy is the nearest of a group's stands that is neither hand to hand nor in ambush, in mm?
local function far_of(mind, ids)
  local _, least = lists.least(ids, function(id)
    return not see.engaged(mind, id) and not see.lies(mind, id) and select(2, mind:nearest_enemy(id)) or nil
  end)
  return (least or metre(9)) // mm(1)
end

--- Who has more to gain than another comes before him; then who has anything else to do, the nearest to the enemy
--- first, and who might charge by good dice; last those who are halted, or without a leader.
function M.nominate(mind, proposal)
  local ids = army.group_units(mind.view, proposal.group)
  if mind.view:told() then return 2, counted(#ids, "stand") end
  local formation = mind.view:formation(proposal.group)
  local last = formation.morale_failed or formation.leaderless or formation.halted
  local gain, why = 0, nil
  if not last then gain, why = gains(mind, ids) end
  if gain > 0 then return 2 + gain, why end
  why = would(mind, ids)
  local rank = why and 1 or 0.5
  why = why or perhaps(mind, ids)
  if not why then
    local first = not mind.state.sides[mind.side].nominations
    return first and 0.05 or nil, first and "its leaders alone may have to go" or "it has nothing to do"
  end
  return (last and 0.1 or rank) + rank / (1 + far_of(mind, ids) / 100), why
end

--- A side whose dice may make a group advance ends its movement when no group that is left wants to move.
function M.end_movement(mind)
  local side = mind.state.sides[mind.side]
  if not (side.impetuous_army or side.quality == "poor" or side.quality == "very_poor") then return nil end
  for _, group in ipairs(groups.waiting(mind.view, mind.side)) do
    for _, id in ipairs(mind.view:formation(group).nominated and {} or army.group_units(mind.view, group)) do
      if not see.engaged(mind, id) and (see.leaving(mind, id) or not see.shot(mind, id)) then return nil end
    end
  end
  return 0.5, "nobody else is to move"
end

return M
