--- Functions that measure and move bases for every ruleset: the word `tabletop` of game files. They change nothing and
--- know no rules.
--
-- Lengths are micrometres, angles thousandths of a degree clockwise, bases those of kernel.geometry. A unit stands when
-- it has a base and is not gone. The tolerances of limber.tabletop.tolerances are here too: tabletop.TOUCHING.
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local tolerances <const> = require "limber.tabletop.tolerances"

local M <const> = {}

for name, um in next, tolerances do M[name] = um end

--- Which way a side looks from its own edge of the table.
M.FACING = { south = 0, west = 90000, north = 180000, east = 270000 }

--- A base after a slide of `um`, `angle` off its front.
---@param base table
---@param um integer
---@param angle integer?
---@return table
M.slid = geometry.slid

--- Distances aside, from the middle outward: 0, -step, step, -2 steps, … up to `most`.
---@param step integer
---@param most integer
---@return fun(): integer?
function M.outward(step, most)
  local i = -1
  return function()
    i = i + 1
    local aside = (i + 1) // 2 * step
    if aside <= most then return i % 2 == 0 and aside or -aside end
  end
end

--- A base turned on its centre, clockwise above 0.
---@param base table
---@param angle integer
---@return table
function M.turned(base, angle)
  return {
    x = base.x, y = base.y, facing = (base.facing + angle) % 360000, width = base.width, depth = base.depth,
  }
end

M.seen_from, M.drawn_up, M.bases = frames.seen_from, frames.drawn_up, frames.bases
M.base_at, M.middle_of, M.in_ranks, M.all_round = frames.base_at, frames.middle_of, frames.in_ranks, frames.all_round

--- A base that is smaller by `um` on each side, so that ground or a body that only touches the base is not under it.
---@param base table
---@param um integer
---@return table
function M.skinned(base, um)
  return {
    x = base.x, y = base.y, facing = base.facing, width = math.max(1, base.width - 2 * um),
    depth = math.max(1, base.depth - 2 * um),
  }
end

--- A base without the margin TOUCHING, by which it may overlap things that it does not stand in.
---@param base table
---@return table
function M.inside(base)
  return M.skinned(base, M.TOUCHING)
end

--- Does some of a base lie in an area or on a line, and not only touch it? The base loses twice the SKIN that
--- `view:under` takes off, so that all areas found here are found there too.
---@param base table
---@param node table an area or line
---@return boolean
function M.lies_in(base, node)
  local shape = node.area and { area = node.area } or { line = node.line }
  return geometry.gap(M.skinned(base, 2 * M.SKIN), shape) == 0
end

--- The direction from a base's centre to a point, or to another's centre, and how far it is.
---@param base table
---@param point table
---@return integer bearing
---@return integer um
M.toward = geometry.toward

--- The least angle off straight ahead, from the nearer front corner of a base, at which some of another lies.
---@param base table
---@param other table
---@return integer angle
function M.off_corner(base, other)
  if geometry.arc(base, "front", 0, other).yes then return 0 end
  local corners, least = geometry.corners(base), 180000
  for _, point in ipairs(geometry.corners(other)) do
    local corner = geometry.off(base, point) < 0 and corners[1] or corners[2]
    least = math.min(least, math.abs(geometry.turn(base.facing, geometry.bearing(corner, point))))
  end
  return least
end

--- The bases of a list by how far they are from one, the nearest first: an iterator of each and its gap.
---@param base table
---@param list table[]
---@return fun(): table?, integer?
function M.nearest_first(base, list)
  local far <const>, left = geometry.gaps(base, list), #list
  return function()
    if left == 0 then return nil end
    left = left - 1
    local nth = 1
    for i = 2, #far do nth = far[i] < far[nth] and i or nth end
    local um <const> = far[nth]
    far[nth] = math.huge
    return list[nth], um
  end
end

--- What two bases are apart at least, by their middles and sizes: much sooner said than how far they are.
---@param one table
---@param other table
---@return number um
function M.least_apart(one, other)
  local x, y = one.x - other.x, one.y - other.y
  return math.sqrt(x * x + y * y) - (one.width + one.depth + other.width + other.depth) // 2
end

--- How far a point, or another's centre, lies off a base's front, to either side.
---@param base table
---@param point table
---@return integer angle
function M.off_front(base, point)
  return math.abs(geometry.off(base, point))
end

--- How far a body stands from a point, measured along a bearing; below 0 it stands behind the point.
---@param from table
---@param bearing integer
---@param base table
---@return integer um
M.along = geometry.along

--- How far the worst corner of a base is over the edge of the table; below 0: how far inside.
---@param view limber.View
---@param base table
---@return integer um
function M.overhang(view, base) return geometry.overhang(base, view.state.ground) end

--- Is a point on the table? Always true in a told game.
---@param view limber.View
---@param point table
---@return boolean
function M.within(view, point)
  local ground = view.state.ground
  if view.state.facts == "told" then return true end
  return point.x >= 0 and point.y >= 0 and point.x <= ground.width and point.y <= ground.depth
end

--- Is a base wholly on the table?
---@param view limber.View
---@param base table
---@return boolean
function M.on_table(view, base)
  return M.overhang(view, base) <= M.ROUNDED
end

--- Is a unit on the table, measured or not? It is neither gone nor still to come.
---@param unit table
---@return boolean
function M.present(unit)
  return unit.status ~= "gone" and unit.status ~= "off_table"
end

--- Does Limber know where a unit stands? Never in a told game.
---@param unit table
---@return boolean
function M.placed(unit)
  return unit.base ~= nil
end

--- A length in whole millimetres, rounded away from 0: the margin of a refusal.
---@param um integer
---@return integer
function M.short_by(um)
  return um < 0 and -geometry.round_mm(-um, "up") or geometry.round_mm(um, "up")
end

--- Is a leader there to command?
---@param leader table
---@return boolean
function M.fit(leader)
  return leader.status == "ready"
end

--- Has a unit a base, and is it not gone? Never in a told game.
---@param unit table
---@return boolean
function M.stands(unit)
  return unit.base ~= nil and unit.status ~= "gone"
end

--- The unit that a unit would overlap most on that base, and by how many millimetres; nil when there is none.
---@param view limber.View
---@param id string the unit itself is not in its own way
---@param base table
---@return table? unit
---@return integer? mm
function M.in_the_way(view, id, base)
  local by, deep = view:field():overlaps(base, { kind = "base", with = { "unit" }, except = { id } })
  if by then return view.state.units[by], deep // 1000 + 1 end
end

--- The bare hills under bases or points. A unit's own hill neither stops its sight nor hides it.
---@param view limber.View
---@param field table kernel.field
---@param ... table bases or points
---@return string[] ids of areas
function M.own_hills(view, field, ...)
  local found = {}
  for _, at in ipairs { ... } do
    for _, id in ipairs(field:under { x = at.x, y = at.y }) do
      local area = view.state.areas[id]
      if area.ground and not area.height then found[#found + 1] = id end
    end
  end
  return found
end

local GROUND <const> = { ground = { kind = "ground", runs = true } }

---@class limber.Stretch
---@field at integer where along the way it begins
---@field length integer? of one ground
---@field areas string[]? what lies under any part of the base there
---@field line string? or the line that is crossed there

--- The ground that a base crosses in a slide, in order: stretches of the same ground, cut where lines cross them.
---@param field table kernel.field
---@param base table
---@param um integer
---@param angle integer?
---@return limber.Stretch[]
function M.stretches(field, base, um, angle)
  return field:path({ base = base, slide = um, angle = angle, looks = GROUND }).ground
end

--- The face of a base that a point lies before, by the base's diagonals, and the angle to the nearest diagonal.
---@param base table
---@param point table
---@return "front"|"left"|"right"|"rear" face
---@return integer margin
function M.face_of(base, point)
  local off = geometry.off(base, point)
  local corner = geometry.bearing({ x = 0, y = 0 }, { x = base.width, y = base.depth })
  local to_front, to_rear = corner - math.abs(off), math.abs(off) - (180000 - corner)
  if to_front >= 0 then return "front", to_front end
  if to_rear > 0 then return "rear", to_rear end
  return off < 0 and "left" or "right", math.min(-to_front, -to_rear)
end

--- The first stop of a kind on a path, and of that unit, area or line where `by` is given; nil when there is none.
---@param path limber.Path
---@param kind string
---@param by string?
---@return table?
function M.stop_of(path, kind, by)
  for _, stop in ipairs(path.stops) do
    if stop.kind == kind and (not by or stop.by == by) then return stop end
  end
end

--- The stretches that are in any of a list of spans, in order and without overlaps.
---@param spans { from: integer, to: integer }[] by `from`
---@return { from: integer, to: integer }[]
function M.union(spans)
  local list = {}
  for _, span in ipairs(spans) do
    local last = list[#list]
    if last and span.from <= last.to then
      last.to = math.max(last.to, span.to)
    else
      list[#list + 1] = { from = span.from, to = span.to }
    end
  end
  return list
end

--- The edge that a body turns to another: its front when some of the other lies in the arc that reaches `arc` outward
--- from the front corners, else its nearest edge.
---@param base table
---@param other table
---@param arc integer
---@return "front"|"right"|"rear"|"left"
function M.edge(base, other, arc)
  return geometry.arc(base, "front", arc, other).yes and "front" or geometry.met(base, other).face
end

--- The edge of a base that a body comes against, and how much of it has some of the body squarely before it. Where that
--- is at a corner, of its two edges the one that has more.
---@param base table
---@param body table
---@return "front"|"right"|"rear"|"left" face
---@return integer frontage
function M.met(base, body)
  local met = geometry.met(base, body)
  local length = geometry.frontage(base, met.face, body).length
  local beside = met.margin <= M.TOUCH and geometry.frontage(base, met.next, body).length or 0
  if beside > length then return met.next, beside end
  return met.face, length
end

local FIRST_CORNER <const> = { front = 1, right = 2, rear = 3, left = 4 }

--- The quadrilateral between the edges that two bodies turn to each other.
---@param one table
---@param other table
---@param arc integer as for `edge`
---@return table[]
function M.strip(one, other, arc)
  local function edge(base, target)
    local corners, first = geometry.corners(base), FIRST_CORNER[M.edge(base, target, arc)]
    return corners[first], corners[first % 4 + 1]
  end
  local a, b = edge(one, other)
  local c, d = edge(other, one)
  return { a, b, c, d }
end

--- Does any part of a shape lie in the strip between two bodies? A strip that is no more than a line holds nothing.
---@param strip table[]
---@param shape table
---@return boolean
function M.crosses(strip, shape)
  local outline = { area = strip }
  if not geometry.check_area(strip).yes then
    local one, other = strip[1], strip[3]
    outline = (one.x ~= other.x or one.y ~= other.y) and { line = { one, other } } or one
  end
  return geometry.distance(outline, shape).distance == 0
end

return M
