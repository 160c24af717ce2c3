-- What a stand counts for: its points, and more where the scenario gives its side a percentage of losses that beats it.
-- Each stand is then a part of the battle.

local army <const>, victory <const> = use("game/army/units", "game/army/victory")

local M <const> = {}

--- How many more stands a side must lose to be beaten; nil where the scenario gives it no percentage of its own.
local function left_to_lose(mind, side)
  local percent = mind.state.sides[side].break_percent
  if not percent then return nil end
  local all, gone = 0, 0
  for _, unit in mind.view:units(side) do
    if army.counts(unit) then all, gone = all + 1, gone + (unit.status == "gone" and 1 or 0) end
  end
  return math.max(1, math.ceil(all * percent / 100) - gone)
end

--- The part of a battle that the loss of a stand is: 1 where that loss decides it.
local function part(mind, id)
  local unit = mind.view:unit(id)
  local left = army.counts(unit) and mind:once("left to lose " .. unit.side, left_to_lose, mind, unit.side)
  return left and 1 / left or 0
end

--- What a stand counts for, when a stand of `side` counts for 1: by the points that the scenario gives for stands, and
--- by what its loss may decide.
---@param side string
---@return number
function M.of(mind, id, side)
  return mind:once_for("stake for " .. side, id, function()
    local view = mind.view
    local own = math.max(1, victory.stand_points(view, side))
    local other = math.max(1, victory.stand_points(view, view:other(side)))
    local each = view:unit(id).side == side and 1 or other / own
    return each + part(mind, id) * mind.weight.stake * (own + other) / own
  end)
end

return M
