-- The reserve of a solo side: which divisions stay back, when they are committed, and who announces reserve movement.

local see <const>, units <const> = use("game/solo/view", "game/army/units")

local M <const> = {}

--- How near a body's nearest unit is to the enemy.
local function nearest_of(mind, body)
  return (select(2, lists.least(body.units, function(id) return see.gap(mind, id) end)))
end

--- How near the foremost division is.
local function front(mind)
  return mind:once("front", function()
    local _, least = lists.least(mind:bodies(mind.side), function(body) return nearest_of(mind, body) end)
    return least or 0
  end)
end

--- Is it time for the reserve: have the others suffered so much, or has the attack lasted so long?
local function due(mind)
  return mind:once("due", function()
    if see.lost(mind, mind.side) >= mind.weight.reserve_losses then return "the first line is worn" end
    if see.attacks(mind) and mind.state.turn >= mind.weight.reserve_turn then return "it is time" end
    local last = mind.state.last_turn
    if last and last - mind.state.turn < mind.weight.objective_last then return "the day ends" end
    return false
  end)
end

--- Does a division stay in reserve: all of it is far from the enemy, others are nearer, and nothing calls it?
---@return boolean held
---@return string? why it is committed
function M.held(mind, id)
  local body = mind:body_of(id)
  local found = mind:once_for("held", body.id, function()
    local um = nearest_of(mind, body) or 0
    if um < front(mind) + mind.weight.reserve_behind then return { held = false } end
    for _, one in ipairs(body.units) do
      if units.battery(mind.view:unit(one)) then return { held = false } end
    end
    local why = um <= mind.weight.reserve_called and "the enemy is near" or due(mind)
    return { held = not why, why = why or nil }
  end)
  return found.held, found.why
end

--- Where a division in reserve follows the others: to within so much of the nearest friend before it.
function M.follow(mind, id)
  local unit, best, least = mind.view:unit(id), nil, nil
  local _, own = see.nearest(mind, id)
  for other, um in mind:by_distance(id, mind.side) do
    local friend = mind.view:unit(other)
    if friend.formation ~= unit.formation and friend.arm == "infantry" then
      local _, his = see.nearest(mind, other)
      if his and own and his + mind.weight.reserve_behind < own then
        best, least = other, um
        break
      end
    end
  end
  if not best or least <= mind.weight.reserve_follows then return nil end
  local stop = mind.weight.reserve_follows - mind.weight.reserve_closes
  return { target = best, stop = stop, why = "the reserve comes up" }
end

return M
