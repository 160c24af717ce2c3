-- 4.2.7.2, R44, R89: a river off its crossings takes three turns: up to the edge, placed in, out with a normal move.
--
-- A unit's `river` is nil, "edge" (it touches `river_area`) or "in" (it stands in it).

--- As far as a river is looked for across.
local FAR <const> = metre(2)

local M <const> = {}

--- Are there any rivers? By the names of areas in told games too.
local function any(view)
  for _, id in ipairs(view.state.order.areas) do
    if view.state.areas[id].terrain == "river" then return true end
  end
  return false
end

--- How a base stands to the rivers of the table: nil, or "edge" or "in" and of which.
---@param view limber.View
---@return string? river
---@return string? area
local function position(view, base)
  local edge
  for _, area_id in ipairs(view.state.order.areas) do
    local area = view.state.areas[area_id]
    if area.terrain == "river" and geometry.gap(base, area) <= tabletop.TOUCHING then
      if view:stands_in(base, area_id) then return "in", area_id end
      if not tabletop.lies_in(base, area) then edge = edge or area_id end
    end
  end
  if edge then return "edge", edge end
end

--- Notes where a unit stands to a river, after whatever has moved it.
function M.settle(play, id)
  local unit = play:unit(id)
  if not unit.base then return end
  local river, area
  if any(play) then river, area = position(play, unit.base) end
  if unit.river ~= river then play:set(unit, "river", river) end
  if unit.river_area ~= area then play:set(unit, "river_area", area) end
end

--- The base of a unit that is placed in a river from its edge, going along `angle` off its front: in the middle of the
--- water, or, where that is wider than the base is deep, up to the far bank.
---@param view limber.View
---@param base table
---@param river string
---@param angle integer?
---@return table base
function M.placed(view, base, river, angle)
  local bearing = (base.facing + (angle or 0)) % deg(360)
  local area, centre = view.state.areas[river], { x = base.x, y = base.y }
  local field = geometry.field()
  field:put(river, { area = area.area })
  local spans = field:ray(centre, geometry.step(centre, bearing, FAR), 0)
  local half = base.depth // 2
  local near, far = half, half
  if spans[1] then near, far = spans[1].from, spans[1].to end
  local to = far - near >= base.depth and far - half or (near + far) // 2
  return tabletop.slid(base, math.max(0, to), angle)
end

return M
