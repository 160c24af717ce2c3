--- Targets: which enemies are in reach of a unit, the nearest first; how a target is struck, and what shelters it.
local fire_lines <const> = require "limber.tabletop.fire_lines"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {}, play = {} }

local function nearer(one, other)
  if one.um ~= other.um then return one.um < other.um end
  return one.place < other.place
end

--- Enemies within so many millimetres, the nearest first. `range` "edges" measures from the nearest edge of the firer,
--- else it is the line of fire that is measured, and has to lie in the arc. Where Limber does not know where they
--- stand, all that are there: nothing is asked for a list.
---@param view limber.View
---@param id string
---@param reach integer mm
---@param how table as for a line, and `range`
---@return { id: string, mm: integer?, line: limber.FireLine? }[]
function M.view.targets(view, id, reach, how)
  local unit, list = view:unit(id), {}
  local other = view:other(unit.side)
  if not unit.base then
    for enemy, body in view:units(other) do
      if tabletop.present(body) then list[#list + 1] = { id = enemy } end
    end
    return list
  end
  if reach < 0 then return list end
  local function add(enemy, um)
    local line = how.range ~= "edges" and view:fire_line(id, enemy, how)
    if line then um = line.um end
    local mm = geometry.round_mm(um, "up")
    if mm <= reach and (not line or line.yes) then
      list[#list + 1] = { id = enemy, um = um, mm = mm, line = line or nil, place = #list }
    end
  end
  local eyes = how.range ~= "edges" and fire_lines.eyes_of(view, id, how)
  local from = eyes and #eyes == 1 and eyes[1] or fire_lines.outline_of(view, id, how) or unit.base
  local near = view:field():within(from, reach * 1000 + tabletop.TOUCH, { kind = "base", not_side = unit.side })
  for _, one in ipairs(near) do
    local enemy = view.state.units[one.id]
    local there = enemy and tabletop.present(enemy) and not fire_lines.outline_of(view, one.id, how)
    if there then add(one.id, one.distance) end
  end
  if how.holds and #view.state.order.areas > 0 then
    for enemy, body in view:units(other) do
      local held = tabletop.present(body) and fire_lines.outline_of(view, enemy, how)
      if held then add(enemy, geometry.distance(from, held).distance) end
    end
  end
  table.sort(list, nearer)
  return list
end

--- How far off its front a body is struck from a point, as seen from the middle of its front edge, or from its centre.
---@param base table
---@param from table
---@param at "front"|"centre"
---@return integer thousandths of a degree
function M.view.struck_off(_, base, from, at)
  local seen_from = at == "front" and fire_lines.front(base) or { x = base.x, y = base.y }
  return math.abs(geometry.turn(base.facing, geometry.bearing(seen_from, from)))
end

--- The lines of cover (walls, hedges, …) that a body has between itself and fire, no more than `within` away: those
--- that a line of fire crosses, or that cross the strip between two bodies; with `on` also those that it stands on.
---@param view limber.View
---@param base table of the body
---@param how { line: limber.FireLine?, strip: table[]?, within: integer, on: boolean?, counts: function? }
---@return string[] ids
function M.view.cover_lines(view, base, how)
  local list, crossed, line = {}, {}, how.line
  if line then
    -- What the body touches may lie on its edge: the line is followed a hair further.
    local beyond = geometry.step(line.to, geometry.bearing(line.from, line.to), how.within)
    for _, span in ipairs(view:field():ray(line.from, beyond, tabletop.FIRE_LINE, { kind = "line" })) do
      crossed[span.id] = true
    end
  end
  for _, id in ipairs(view.state.order.lines) do
    local wall = view.state.lines[id]
    local shape = { line = wall.line }
    if (not how.counts or how.counts(wall)) and geometry.distance(shape, base).distance <= how.within
      and (crossed[id] or how.strip and tabletop.crosses(how.strip, shape)
        or how.on and geometry.distance(shape, tabletop.inside(base)).distance == 0) then
      list[#list + 1] = id
    end
  end
  return list
end

return M
