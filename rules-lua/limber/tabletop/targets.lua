--- Targets: the enemies in reach of a unit, the nearest first; how a target is struck, and what shelters it. Services
--- of the table.
local fire_lines <const> = require "limber.tabletop.fire_lines"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {}, play = {} }

--- Is a unit listed before another?
local function is_first(view, id, second)
  for _, listed in ipairs(view.state.order.units) do
    if listed == id or listed == second then return listed == id end
  end
end

--- Adds a line to an enemy, or puts it in place of a longer one to another of its bases.
local function add(list, line)
  local known = list[line.id]
  if known and known.um <= line.um then return end
  line.mm = geometry.round_mm(line.um, "up")
  line.place = known and known.place or #list + 1
  list[line.place], list[line.id] = line, line
end

--- Enemies that a unit's fire bears on within so many millimetres, the nearest first and equals as they are listed,
--- each with its line of fire. Where
--- Limber does not know where they stand, all that are there: nothing is asked for a list.
---@param view limber.View
---@param id string
---@param reach integer mm
---@param how table as for a line of fire
---@return limber.FireLine[]
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
  how = fire_lines.with(how, { reach = reach * 1000 })
  local args = fire_lines.question(view, id, how)
  args.targets = { kind = "base", not_side = unit.side, with = { "unit" }, without = { "unseen_" .. unit.side } }
  for _, from in ipairs(fire_lines.items_of(view, id, how)) do
    args.from = from
    for _, line in ipairs(view:field():fire_at(args)) do
      if not fire_lines.held(view, line.id, how) then add(list, line) end
    end
  end
  if how.holds and #view.state.order.areas > 0 then
    for enemy, body in view:units(other) do
      local line = tabletop.present(body) and how.holds(view, enemy) and view:fire_line(id, enemy, how)
      if line and line.borne ~= false then
        line.id = enemy
        add(list, line)
      end
    end
  end
  table.sort(list, function(one, two)
    if one.um ~= two.um then return one.um < two.um end
    return one.id ~= two.id and is_first(view, one.id, two.id)
  end)
  return list
end

--- How wide a target is as seen from the middle of a unit's front edge: the bearing of its middle, and how far it
--- reaches to the left of that (below 0) and to the right.
---@param view limber.View
---@param id string
---@param target string
---@return integer bearing
---@return integer left
---@return integer right
function M.view.spread(view, id, target)
  local muzzle, base, left, right = view:muzzle(id), view:unit(target).base, 0, 0
  local way = geometry.bearing(muzzle, { x = base.x, y = base.y })
  for _, corner in ipairs(geometry.corners(base)) do
    local off = geometry.turn(way, geometry.bearing(muzzle, corner))
    left, right = math.min(left, off), math.max(right, off)
  end
  return way, left, right
end

--- How far off its front a body is struck from a point, as seen from the middle of its front edge, or from its centre.
---@param base table
---@param from table
---@param at "front"|"centre"
---@return integer thousandths of a degree
function M.view.struck_off(_, base, from, at)
  local seen_from = { x = base.x, y = base.y }
  if at == "front" then seen_from = geometry.step(seen_from, base.facing, base.depth // 2) end
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
