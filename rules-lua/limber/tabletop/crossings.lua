--- Roads, fords and bridges lead through other ground. A way is led through ground when every part of it that crosses
--- the ground lies on what leads through.
--
-- The way is a rectangle: a base, and what it slides over. It is cut into strips along the slide, at every corner of
-- the ground and of what leads through it, and wherever two of their edges cross. Inside a strip the edges do not
-- change places, so the lane in its middle decides for all of it.
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

--- Edges that lie so much farther aside than the way is wide are left out before they are measured exactly.
local SPARE <const> = 2000

--- A direction's parts, in millionths.
local UNIT <const> = 1000000

--- How far aside of the way points are, roughly.
local function asides_of(points, base, bearing)
  local way, list = geometry.step({ x = 0, y = 0 }, bearing, UNIT), {}
  for i = 1, #points do
    local point = points[i]
    list[i] = ((point.x - base.x) * way.y - (point.y - base.y) * way.x) // UNIT
  end
  return list
end

--- An outline or line seen from a base: its edges { x1, y1, x2, y2 }, x aside of the way, y along it. Only those that
--- come within `half` of its middle.
local function edges_of(points, closed, base, bearing, half)
  local across, seen, list = (bearing + 90000) % 360000, {}, {}
  local centre, asides = { x = base.x, y = base.y }, asides_of(points, base, bearing)
  local function see(i)
    local point = points[i]
    seen[i] = seen[i]
      or { x = tabletop.along(centre, across, point), y = tabletop.along(centre, bearing, point) }
    return seen[i]
  end
  local wide = half + SPARE
  for i = closed and 1 or 2, #points do
    local before = i > 1 and i - 1 or #points
    local a, b = asides[before], asides[i]
    if not (a > wide and b > wide or a < -wide and b < -wide) then
      local one, other = see(before), see(i)
      list[#list + 1] = { x1 = one.x, y1 = one.y, x2 = other.x, y2 = other.y }
    end
  end
  return list
end

--- Where an edge is at a distance aside; nil when it does not reach there.
local function at_lane(edge, x)
  if (edge.x1 <= x) == (edge.x2 <= x) then return nil end
  return edge.y1 + (edge.y2 - edge.y1) * (x - edge.x1) / (edge.x2 - edge.x1)
end

--- Where an edge is at a distance along the way; nil when it does not reach there.
local function at_end(edge, y)
  if (edge.y1 <= y) == (edge.y2 <= y) then return nil end
  return edge.x1 + (edge.x2 - edge.x1) * (y - edge.y1) / (edge.y2 - edge.y1)
end

--- How far aside two edges cross; nil when they do not.
local function crossing(one, other)
  local ax, ay, bx, by = one.x2 - one.x1, one.y2 - one.y1, other.x2 - other.x1, other.y2 - other.y1
  local det = ax * by - ay * bx
  if det == 0 then return nil end
  local t = ((other.x1 - one.x1) * by - (other.y1 - one.y1) * bx) / det
  local u = ((other.x1 - one.x1) * ay - (other.y1 - one.y1) * ax) / det
  return t >= 0 and t <= 1 and u >= 0 and u <= 1 and one.x1 + t * ax or nil
end

--- Where the strips begin and end, in order.
local function cuts_of(edges, half, from, to)
  local cuts = { -half, half }
  local function cut(x)
    if x and x > -half and x < half then cuts[#cuts + 1] = x end
  end
  for i, one in ipairs(edges) do
    cut(one.x1)
    cut(one.x2)
    cut(at_end(one, from))
    cut(at_end(one, to))
    for j = i + 1, #edges do cut(crossing(one, edges[j])) end
  end
  table.sort(cuts)
  return cuts
end

--- The stretches of a lane inside an outline, within the way.
local function stretches(edges, x, from, to, into)
  local places = {}
  for _, edge in ipairs(edges) do places[#places + 1] = at_lane(edge, x) end
  table.sort(places)
  for i = 1, #places - 1, 2 do
    local near, far = math.max(from, places[i]), math.min(to, places[i + 1])
    if far > near then into[#into + 1] = { from = near, to = far } end
  end
  return into
end

--- The places of a lane at which it crosses a line.
local function crossed_line(edges, x, from, to)
  local list = {}
  for _, edge in ipairs(edges) do
    local at = at_lane(edge, x)
    if at and at >= from and at <= to then list[#list + 1] = { from = at, to = at } end
  end
  return list
end

--- Is a stretch, or the one place of a line, wholly on what leads through?
local function covered(stretch, covers)
  local at, on = stretch.from, false
  for _, one in ipairs(covers) do
    if one.from <= at + tabletop.SEAM and one.to >= at - tabletop.SEAM then at, on = math.max(at, one.to), true end
  end
  return on and at + tabletop.SEAM >= stretch.to
end

--- All edges of a list of outlines, in one list.
local function joined(list, first)
  local all = table.move(first, 1, #first, 1, {})
  for _, edges in ipairs(list) do table.move(edges, 1, #edges, #all + 1, all) end
  return all
end

--- Is all of the ground that a lane crosses on what leads through it? And does it cross any?
local function led_in_lane(leads, ground, area, lane, from, to)
  local covers, crosses = {}, false
  for _, edges in ipairs(leads) do stretches(edges, lane, from, to, covers) end
  table.sort(covers, function(one, other) return one.from < other.from end)
  for _, stretch in ipairs(area and stretches(ground, lane, from, to, {}) or crossed_line(ground, lane, from, to)) do
    if not covered(stretch, covers) then return false, true end
    crosses = crosses or not area or stretch.to - stretch.from > tabletop.SEAM
  end
  return true, crosses
end

local M <const> = {}

--- Is all that a way crosses of an area or line on what leads through it?
---@param view limber.View
---@param base table the rear of the way
---@param um integer how far the base slides
---@param angle integer off its front
---@param node table the area or line
---@param kinds table<string, true> of areas that lead through it
---@param by string[] areas that the way meets
---@return boolean? led nil: it crosses nothing of it
function M.led_through(view, base, um, angle, node, kinds, by)
  local bearing, leads, half = (base.facing + angle) % 360000, {}, base.width // 2 - tabletop.SEAM
  for _, other in ipairs(by) do
    local area = view.state.areas[other]
    if area and kinds[area.terrain] then leads[#leads + 1] = edges_of(area.area, true, base, bearing, half) end
  end
  if #leads == 0 then return false end
  local ground = edges_of(node.area or node.line, node.area ~= nil, base, bearing, half)
  if #ground == 0 then return nil end
  local ahead = base.depth // 2 - tabletop.SEAM
  local from, to = -ahead, ahead + um
  local area, inner = node.area ~= nil, half - 2 - tabletop.SEAM
  local function off(lane) return not led_in_lane(leads, ground, area, lane, from, to) end
  for side = -1, 1, 2 do -- who is not led is mostly off at an edge, by more than a seam: that is seen without strips
    if inner > tabletop.SEAM and off(side * (half - 1)) and off(side * inner) then return false end
  end
  local cuts, met = cuts_of(joined(leads, ground), half, from, to), false
  for i = 2, #cuts do
    if cuts[i] - cuts[i - 1] > tabletop.SEAM then
      local led, crosses = led_in_lane(leads, ground, area, (cuts[i - 1] + cuts[i]) / 2, from, to)
      if not led then return false end
      met = met or crosses
    end
  end
  return met or nil
end

return M
