--- What lies between a firer's bases and a target: how many of them surely see it, and how many may.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

--- The middles of the bases in the front rank, in millimetres.
local function bases_of(root, unit)
  local b = shapes.base(unit.base)
  local row = tables.row("formations", { troop = unit.troop, formation = unit.drill })
  local count = row and row.bases_wide or 1
  local wide = root.battle.base_width_mm
  if unit.inside then count = math.max(1, math.floor(2 * b.w / wide + 0.5)) end
  local rank = row and b.d / row.ranks or b.d
  local list = {}
  for i = 1, count do
    local side = (i - (count + 1) / 2) * 2 * b.w / count
    list[i] = {
      x = b.x + b.rx * side + b.fx * (b.d - rank), y = b.y + b.ry * side + b.fy * (b.d - rank),
      front = { x = b.x + b.rx * side + b.fx * b.d, y = b.y + b.ry * side + b.fy * b.d },
    }
    -- Guns fire from the middle of their front edge (R48).
    if unit.arm == "artillery" then list[i].x, list[i].y = list[i].front.x, list[i].front.y end
  end
  return list
end

--- Bodies that may be in the way: units, and woods and towns that neither stands in.
local function bodies_of(root, id, target)
  local list = {}
  for _, one in ipairs(field.standing(root)) do
    if one.id ~= id and one.id ~= target then
      list[#list + 1] = { id = one.id, unit = one.unit, thick = shapes.corners(one.base, 0.5), thin = shapes.corners(one.base, -1.5) }
    end
  end
  local from, to = field.outline(root.units[id].base), field.outline(root.units[target].base)
  for _, name in ipairs(root.order.areas) do
    local area = root.areas[name]
    local tall = area.terrain == "woods" or area.terrain == "town" or area.ground ~= nil
    if tall then
      local outline = shapes.outline(area.area)
      local apart = not shapes.meet(outline, from) and not shapes.meet(outline, to)
      -- a hill hides or does not, as high as they stand: it is left in doubt
      list[#list + 1] = { id = name, thick = outline, thin = apart and area.ground == nil and outline or nil }
    end
  end
  return list
end

local function blocked(a, p, bodies, which)
  for _, body in ipairs(bodies) do
    local outline = body[which]
    if outline and shapes.through(a, p, outline) then return body end
  end
end

--- How far off its front a base has the nearest point of an outline.
local function off(b, base, outline)
  local x, y, far = field.nearest(outline, base.front.x, base.front.y)
  return far > 0 and field.bearing(b, base.front.x, base.front.y, x, y) or 0
end

--- Bases with a clear path to a target (5.path).
---@param arcs { [1]: number, [2]: number }? degrees within which a base surely, and perhaps, bears on it
---@return integer least bases that see all of it
---@return integer most bases that see some of it
---@return integer all bases there are
---@return table? by a body that surely blocks some
function M.clear(root, id, target, arcs)
  local unit, to = root.units[id], field.outline(root.units[target].base)
  local bodies = bodies_of(root, id, target)
  local points = shapes.along(to, true, 6)
  local least, most, by = 0, 0, nil
  local bases, ranks = bases_of(root, unit), unit.drill == "two_ranks" and 2 or 1 -- R49: behind the base before them
  for _, a in ipairs(bases) do
    local angle = arcs and off(shapes.base(unit.base), a, to) or 0
    local all, any = not arcs or angle <= arcs[1], false
    local nx, ny = field.nearest(to, a.x, a.y)
    points[#points + 1] = { x = nx, y = ny }
    for _, p in ipairs(points) do
      all = all and not blocked(a, p, bodies, "thick")
      local body = blocked(a, p, bodies, "thin")
      any, by = any or not body and (not arcs or angle <= arcs[2]), by or body
    end
    points[#points] = nil
    if all then least = least + ranks end
    if any then most = most + ranks end
  end
  return least, most, #bases, by
end

--- How deep in a wood a shot goes: along a line from one point to another, within an area, from the second point back.
---@return number mm
function M.depth(area, x1, y1, x2, y2)
  local outline, best = shapes.outline(area.area), math.huge
  if not shapes.inside(outline, { x = x2, y = y2 }) then return 0 end
  local far = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  for i = 1, #outline do
    local c, d = outline[i], outline[i % #outline + 1]
    local ex, ey, sx, sy = x1 - x2, y1 - y2, d.x - c.x, d.y - c.y
    local cross = ex * sy - ey * sx
    if math.abs(cross) > 1e-9 then
      local t = ((c.x - x2) * sy - (c.y - y2) * sx) / cross
      local u = ((c.x - x2) * ey - (c.y - y2) * ex) / cross
      if t >= 0 and u >= 0 and u <= 1 then best = math.min(best, t * far) end
    end
  end
  return best
end

return M
