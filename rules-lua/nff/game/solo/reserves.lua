-- The reserve of a solo side: which divisions stay back, as its plan has it, and how they follow.

local see <const> = use "game/solo/view"

local M <const> = {}

--- Does a division stay in reserve: is that its task, and no enemy so near that he calls it in?
function M.held(mind, id)
  local body = mind:body_of(id)
  return mind:once_for("held", body.id, function()
    local task = mind:task(body.id)
    local _, um = lists.least(body.units, function(one) return see.gap(mind, one) end)
    return task and task.task == "reserve" and (um or 0) > mind.weight.reserve_called
  end)
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
