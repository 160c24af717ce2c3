-- 4.2.7.2, R44, R89: a river off its crossings takes three turns: up to the edge, placed in, out with a normal move.
--
-- A unit's `river` is nil, "edge" (it touches `river_area`) or "in" (it stands in it).

--- As far as a river is looked for across.
local FAR <const> = metre(2)

local M <const> = {}

--- How a base stands to the rivers of the table: nil, or "edge" or "in" and of which.
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
  local river, area = position(play, unit.base)
  if unit.river ~= river then play:set(unit, "river", river) end
  if unit.river_area ~= area then play:set(unit, "river_area", area) end
end

--- The base of a unit that is placed in a river from its edge, going along `angle` off its front: in the middle of the
--- water, or, where that is wider than the base is deep, up to the far bank.
---@param angle integer?
---@return table base
function M.placed(view, base, river, angle)
  local half, near, far = base.depth // 2, base.depth // 2, base.depth // 2
  local water = view:field():path {
    base = base, slide = FAR, angle = angle or 0, looks = { met = { kind = "area", part = "centre" } },
  }
  for _, span in ipairs(water.met) do
    if span.id == river then
      near, far = span.from, span.to
      break
    end
  end
  local to = far - near >= base.depth and far - half or (near + far) // 2
  return tabletop.slid(base, math.max(0, to), angle)
end

--- The base of a unit that has come straight across a river, at its far bank.
---@return table base
function M.beyond(view, base, river)
  local water = view:field():path {
    base = base, slide = FAR, angle = 0, looks = { met = { kind = "area", within = 1 } },
  }
  for _, span in ipairs(water.met) do
    if span.id == river then return tabletop.slid(base, span.to) end
  end
  return base
end

return M
