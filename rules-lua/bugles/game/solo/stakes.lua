-- What a stand counts for beyond its points: where the scenario has a side beaten by so much of its own losses, each of
-- its stands is a part of the battle.

local army <const>, victory <const> = use("game/army/units", "game/army/victory")

local M <const> = {}

--- How many more stands a side must lose until it is beaten by what it has lost; nil where the scenario gives it no
--- part of its own: then other things decide.
local function needs(mind, side)
  local percent = mind.state.sides[side].break_percent
  local all, gone = 0, 0
  for _, unit in mind.view:units(side) do
    if army.counts(unit) then all, gone = all + 1, gone + (unit.status == "gone" and 1 or 0) end
  end
  return percent and math.max(1, math.ceil(all * percent / 100) - gone)
end

--- What part of a battle the loss of a stand is: all of it where that decides it.
local function part(mind, id)
  local unit = mind.view:unit(id)
  local more = army.counts(unit) and mind:once("needs " .. unit.side, needs, mind, unit.side)
  return more and 1 / more or 0
end

--- What a stand counts for beside one of a side's own, by what the scenario gives for stands, and by what its loss may
--- decide.
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
