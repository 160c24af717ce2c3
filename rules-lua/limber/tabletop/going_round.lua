--- Going round: a body that something stops slides along it, to one side, and then goes on as before.
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

--- How far a base must slide along a bearing to be clear of an outline.
local function aside_of(base, outline, bearing)
  local most = 0
  for _, point in ipairs(outline) do most = math.max(most, tabletop.along(base, bearing, point)) end
  return most + base.width // 2
end

---@class limber.WayRound
---@field side integer the angle off its front at which it steps aside
---@field at integer how far it has come when it steps aside
---@field from integer how far it has come when it goes on: `at`, and the step aside
---@field start table where it sets out
---@field along table where it steps aside, without what touches before or behind it: it slides along these
---@field corner table where it goes on
---@field base table from which what comes after the corner lies straight on, as far along as it has come

--- The two ways of a base round an outline that stops it, the shorter before the other.
---@param _ limber.View
---@param base table
---@param angle integer off its front, the way it goes
---@param at integer where along that it is stopped
---@param outline table[] points
---@param whole integer? its places are whole multiples of that
---@return limber.WayRound[]
function M.view.ways_round(_, base, angle, at, outline, whole)
  whole = whole or 1
  at = math.max(0, at) // whole * whole
  local ways, edge = {}, tabletop.slid(base, at, angle)
  for i, side in ipairs { angle + 90000, angle - 90000 } do
    side = (side + 180000) % 360000 - 180000
    local aside = aside_of(base, outline, (base.facing + side) % 360000)
    aside = -(-(aside - tabletop.TOUCH) // whole) * whole
    local corner = tabletop.slid(edge, aside, side)
    ways[i] = {
      side = side, at = at, from = at + aside, start = base, corner = corner,
      along = {
        x = edge.x, y = edge.y, facing = edge.facing, width = edge.width, depth = edge.depth - 4 * tabletop.ROUNDED,
      },
      base = tabletop.slid(corner, -(at + aside), angle),
    }
  end
  if ways[2].from < ways[1].from then ways[1], ways[2] = ways[2], ways[1] end
  return ways
end

return M
