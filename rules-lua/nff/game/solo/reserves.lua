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
  local formation, own = mind.view:unit(id).formation, see.gap(mind, id)
  for other, um in mind:by_distance(id, mind.side) do
    local friend = mind.view:unit(other)
    local his = friend.formation ~= formation and friend.arm == "infantry" and see.gap(mind, other)
    if his and own and his + mind.weight.reserve_behind < own then
      if um <= mind.weight.reserve_follows then return nil end
      local stop = mind.weight.reserve_follows - mind.weight.reserve_closes
      return { target = other, stop = stop, why = "the reserve comes up" }
    end
  end
end

return M
