--- Lines of fire: where fire comes from, what it may strike, what stands in its way and what lies beyond. Here is where
--- lines run; what they mean is for the ruleset.
--
-- A line runs from an eye of the firer to a mark of the target. What a ruleset says of its lines, all optional:
--
--   from     where they begin: "front" (the middle of the front edge; the default), "front_ends" (that, and both its
--            ends), "edges" (the middles of all edges), "centre", or a list of points (a base each of a unit of
--            several; what else a point carries is the ruleset's)
--   holds    function(view, id): the outline { area = } that a unit holds, whose edges are its own; nil: its base
--   at       what is fired at, where it is no unit's own body now: a shape, a list of shapes (the bases of a unit of
--            several), or a place where it passed
--   marks    "nearest" (the nearest point; the default), or "any": one clear line to some part is enough
--   to       a point: every line ends there
--   arc      how far outward lines run: { half =, of = "eye" } off the facing, seen from the eye; or
--            { half =, of = "corners" } outward from the front corners
--   stops    what stops a line; without it nothing is looked for:
--              counts   function(unit): does its body count? Bodies stop a line whatever their height
--              areas    { [terrain] = true }: ground that stops it whatever its height; other ground does by its height
--              heights  { eye =, mark = }: above the ground, at its ends
--              except   ids that stop nothing, besides firer and target; the hills that either stands on never do
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local GRAZE <const>, FIRE_LINE <const> = tabletop.GRAZE, tabletop.FIRE_LINE
local QUARTER <const> = 90000

local M <const> = { view = {}, play = {} }

---@class limber.FireLine
---@field from table the eye
---@field to table the mark
---@field um integer
---@field mm integer
---@field off integer off the firer's facing, thousandths of a degree, clockwise above 0
---@field outside integer? how far outside the arc: of an eye in thousandths of a degree, of the corners in micrometres
---@field inside integer? how far inside it
---@field side string? the side that it is out of the arc on
---@field yes boolean in the arc, and nothing stops it
---@field ground string? the first ground that stops it, `ground_um` out
---@field ground_um integer?
---@field bodies { id: string, um: integer }[]? the bodies that stop it, the nearest first
---@field by string? what stops it first, `by_um` out
---@field by_um integer?

-- ---- where lines begin and end --------------------------------------------------------------------------------------

local function spot(point) return { x = point.x, y = point.y } end

--- The middle of an edge of a base, counted clockwise from the front.
local function middle(base, edge)
  local half = edge % 2 == 0 and base.depth // 2 or base.width // 2
  return geometry.step(spot(base), (base.facing + edge * QUARTER) % (4 * QUARTER), half)
end

--- The middle of the front edge of a base.
function M.front(base) return middle(base, 0) end

local EYES <const> = {
  front = function(base) return { middle(base, 0) } end,
  front_ends = function(base)
    local corners = geometry.corners(base)
    return { middle(base, 0), corners[1], corners[2] }
  end,
  edges = function(base) return { middle(base, 0), middle(base, 1), middle(base, 2), middle(base, 3) } end,
  centre = function(base) return { spot(base) } end,
}

--- The middles of the edges of an outline.
local function edge_middles(outline)
  local list, last = {}, outline[#outline]
  for i, point in ipairs(outline) do
    list[i], last = { x = (last.x + point.x) // 2, y = (last.y + point.y) // 2 }, point
  end
  return list
end

local function outline_of(view, id, how)
  return how.holds and view.state.units[id] and how.holds(view, id) or nil
end

--- Where the lines of a unit begin.
local function eyes_of(view, id, how)
  if type(how.from) == "table" then return how.from end
  local held = outline_of(view, id, how)
  if held then return edge_middles(held.area) end
  return EYES[how.from or "front"](view:unit(id).base)
end

--- What is fired at: an outline or a base.
local function body_of(view, target, how)
  local unit = view.state.units[target]
  return unit and (outline_of(view, target, how) or unit.base) or { area = view.state.areas[target].area }
end

local function shapes_of(view, target, how)
  local at = how.at or body_of(view, target, how)
  return at[1] and at or { at }
end

local function nearest(from, shapes)
  local best
  for _, shape in ipairs(shapes) do
    local gap = geometry.distance(from, shape)
    if not best or gap.distance < best.distance then best = gap end
  end
  return best.to, best.distance
end

local function line_of(facing, from, to, um)
  local off = um > 0 and geometry.turn(facing, geometry.bearing(from, to)) or 0
  return { from = from, to = to, um = um, mm = geometry.round_mm(um, "up"), off = off, yes = true }
end

--- Marks the line as in or out of the arc.
local function judge_arc(line, arc)
  local over = arc and arc.of == "eye" and math.abs(line.off) - arc.half
  if not over then return line end
  if over > 0 then line.outside, line.side, line.yes = over, line.off < 0 and "left" or "right", false end
  return line
end

-- ---- what stops them ------------------------------------------------------------------------------------------------

local LEVEL <const> = { eye = 0, mark = 0 }

--- The first ground that rises above a line between its ends: its id, and where. Nobody's own hill does.
local function rises(view, field, line, stops, except)
  local own = tabletop.own_hills(view, field, line.from, line.to)
  local filter = { kind = "area", except = #own > 0 and table.move(except, 1, #except, #own + 1, own) or except }
  local sight = field:sight(line.from, line.to, stops.heights or LEVEL, filter)
  if not sight.yes then return sight.by, geometry.distance(line.from, sight.at).distance end
end

--- Looks what stops a line, the nearest first.
local function obstruct(view, field, line, stops, except)
  line.bodies = {}
  if line.um <= GRAZE then return line end
  local units, areas, grounded = view.state.units, view.state.areas, #view.state.order.areas > 0
  local filter = { except = except, kind = not (stops.areas and grounded) and "base" or nil }
  for _, span in ipairs(field:ray(line.from, line.to, FIRE_LINE, filter)) do
    local long = span.to - span.from > GRAZE -- else it only grazes that
    local unit, area = long and units[span.id], long and areas[span.id]
    if unit and tabletop.present(unit) and (not stops.counts or stops.counts(unit)) then
      line.bodies[#line.bodies + 1] = { id = span.id, um = span.from }
    elseif area and stops.areas[area.terrain] and not line.ground then
      line.ground, line.ground_um = span.id, span.from
    end
  end
  if grounded then
    local hill, um = rises(view, field, line, stops, except)
    if hill and (not line.ground or um < line.ground_um) then line.ground, line.ground_um = hill, um end
  end
  local first = line.bodies[1]
  line.by, line.by_um = line.ground, line.ground_um
  if first and (not line.by or first.um < line.by_um) then line.by, line.by_um = first.id, first.um end
  line.yes = line.yes and not line.by
  return line
end

--- The middle of a unit's front edge.
---@return table point
function M.view.muzzle(view, id) return M.front(view:unit(id).base) end

local function excepted(id, target, stops)
  local except = { id, target }
  return stops.except and table.move(stops.except, 1, #stops.except, 3, except) or except
end

-- ---- the line to a target -------------------------------------------------------------------------------------------

--- Where a line to any part of a shape may end: its nearest point, what lies deepest in the arc, corners and middle.
local function marks_in(from, shape, arc)
  local list = { geometry.distance(from, shape).to, arc and arc.at }
  for _, corner in ipairs(shape.area or geometry.corners(shape)) do list[#list + 1] = spot(corner) end
  if not shape.area then list[#list + 1] = spot(shape) end
  return list
end

--- The first clear line to some part of a shape that lies in the arc, else the first that was tried.
local function any_line(view, field, base, eyes, shape, how, except)
  local half = how.arc and how.arc.half
  local arc = half and geometry.arc(base, "front", half, shape)
  local first
  for _, from in ipairs(arc and not arc.yes and {} or eyes) do
    for _, to in ipairs(marks_in(from, shape, arc)) do
      if not half or geometry.arc(base, "front", half, to).yes then
        local line = line_of(base.facing, from, to, geometry.distance(from, to).distance)
        if how.stops then obstruct(view, field, line, how.stops, except) end
        if not first or line.yes then first = line end
        if line.yes then break end
      end
    end
    if first and first.yes then break end
  end
  first = first or { yes = false }
  if arc and arc.yes then first.inside = arc.margin end
  if arc and not arc.yes then first.outside, first.side = -arc.margin, arc.by end
  return first
end

--- The line of fire of a unit at a target: the nearest one, and those of all its eyes; with marks = "any" the first
--- that is clear.
---@param view limber.View
---@param id string
---@param target string? a unit or an area; none when `at` or `to` says what is fired at
---@param how table
---@return limber.FireLine
---@return limber.FireLine[]? lines one for each eye
function M.view.fire_line(view, id, target, how)
  local field, base, eyes = view:field(), view:unit(id).base, eyes_of(view, id, how)
  local shapes = not how.to and shapes_of(view, target, how)
  local except = how.stops and excepted(id, target, how.stops)
  if how.marks == "any" then return any_line(view, field, base, eyes, shapes[1], how, except) end
  local best, lines = nil, {}
  for i, from in ipairs(eyes) do
    local to, um = how.to, how.to and geometry.distance(spot(from), how.to).distance
    if not to then to, um = nearest(spot(from), shapes) end
    local line = judge_arc(line_of(base.facing, from, to, um), how.arc)
    lines[i] = how.stops and obstruct(view, field, line, how.stops, except) or line
    if not best or um < best.um then best = line end
  end
  return best, lines
end

-- ---- rays -----------------------------------------------------------------------------------------------------------

--- What lies along a bearing from the middle of a unit's front edge, the nearest first: bodies, and the ground that
--- `filter` admits, each with the line to where the ray enters it. How deep the ray strikes is for the ruleset.
---@param view limber.View
---@param id string
---@param bearing integer
---@param um integer
---@param filter table of kernel.field
---@return { id: string, from: integer, to: integer, line: limber.FireLine }[]
function M.view.fire_ray(view, id, bearing, um, filter)
  local list, base = {}, view:unit(id).base
  local from = middle(base, 0)
  for _, span in ipairs(view:field():ray(from, geometry.step(from, bearing, um), FIRE_LINE, filter)) do
    local unit = view.state.units[span.id]
    if span.to - span.from > GRAZE and (not unit or tabletop.present(unit)) then
      span.line = line_of(base.facing, from, geometry.step(from, bearing, span.from), span.from)
      list[#list + 1] = span
    end
  end
  return list
end

--- How deep the ends of a line lie in ground, along the line: in those areas of each end.
---@param line limber.FireLine
---@param firers string[] ids of areas at the eye
---@param targets string[] at the mark
---@return integer um
---@return integer um
function M.view.depths(view, line, firers, targets)
  local out, into, at_eye, at_mark = 0, 0, {}, {}
  if line.um == 0 then return out, into end
  for _, id in ipairs(firers) do at_eye[id] = true end
  for _, id in ipairs(targets) do at_mark[id] = true end
  for _, span in ipairs(view:field():ray(line.from, line.to, FIRE_LINE, { kind = "area" })) do
    if span.from <= GRAZE and at_eye[span.id] then out = math.max(out, span.to) end
    if span.to >= line.um - GRAZE and at_mark[span.id] then into = math.max(into, line.um - span.from) end
  end
  return out, into
end

M.eyes_of, M.outline_of = eyes_of, outline_of

return M
