--- The table of Bugles, Bullets, and Blades: who stands on it, on which bases, how far two stands are apart and which
--- touch, in mm; the ground under and between them. What rounding leaves open is nil: neither yes nor no.
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

function M.present(unit) return unit.base ~= nil and unit.status == "ready" end

--- Stands that count for morale: not snipers and carts (R36, R200).
function M.counts(unit) return unit.arm ~= "sniper" and unit.arm ~= "wagon" end

--- Close order, of those that keep others out.
function M.formed(unit) return unit.drill ~= "skirmish" and M.counts(unit) end

--- The bases of a stand: those of its figures in loose order.
function M.bases(unit)
  local whole = shapes.base(unit.base)
  if not unit.bases then return { whole } end
  local list = {}
  for i, one in ipairs(unit.bases) do
    local aside, ahead = one.aside / 1000, one.ahead / 1000
    local base = shapes.base {
      x = 0, y = 0, facing = unit.base.facing + (one.turn or 0), width = one.width, depth = one.depth,
    }
    base.x = whole.x + whole.rx * aside + whole.fx * ahead
    base.y = whole.y + whole.ry * aside + whole.fy * ahead
    list[i] = base
  end
  return list
end

--- What fn makes of each pair of two stands' bases, the largest (sign 1) or the least (sign -1).
local function of_bases(one, other, fn, sign)
  local best
  for _, a in ipairs(M.bases(one)) do
    for _, b in ipairs(M.bases(other)) do
      local value = fn(a, b)
      if not best or sign * value > sign * best then best = value end
    end
  end
  return best
end

--- How far the figures of a stand may be from its middle: loose ones are laid about it.
local function round(unit)
  local base = unit.base
  return (base.width + base.depth) / 2000 + (unit.bases and 250 or 0)
end

--- How far apart two stands are at least, as the crow flies between their middles.
local function at_least(one, other)
  local a, b = one.base, other.base
  return math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2) / 1000 - round(one) - round(other)
end

--- By how much two stands stand in each other.
function M.overlap(one, other)
  local far = at_least(one, other)
  return far > 0 and -far or of_bases(one, other, shapes.overlap, 1)
end

--- How far two stands are apart; beyond `most` mm, where it is given, a number that is no larger.
function M.apart(one, other, most)
  local far = at_least(one, other)
  if most and far > most then return far end
  return of_bases(one, other, function(a, b) return shapes.distance(shapes.corners(a), shapes.corners(b)) end, -1)
end

--- Stands on the table, in the roster's order.
function M.standing(root)
  local list = {}
  for _, id in ipairs(root.order.units) do
    if M.present(root.units[id]) then list[#list + 1] = { id = id, unit = root.units[id] } end
  end
  return list
end

-- ---- contact --------------------------------------------------------------------------------------------------------

local TOUCHES <const>, APART <const>, EDGE <const> = 0.3, 1.4, 5

--- The edges of a base by name, each as two corners.
local function edges(base)
  local c = shapes.corners(base)
  return { front = { c[1], c[2] }, right = { c[2], c[3] }, rear = { c[3], c[4] }, left = { c[4], c[1] } }
end

--- How many millimetres of an edge lie within `near` mm of an outline.
local function along(edge, outline, near)
  local a, b = edge[1], edge[2]
  local long, count = math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2), 0
  for mm = 0.5, long, 1 do
    local p = { x = a.x + (b.x - a.x) * mm / long, y = a.y + (b.y - a.y) * mm / long }
    if shapes.inside(outline, p) or shapes.distance({ p, p, p }, outline) <= near then count = count + 1 end
  end
  return count
end

--- On which edge of a stand another touches it, "front", "rear", "left" or "right", with more than a corner: nil where
--- that is open, false where it touches none.
---@return string|false|nil
function M.touched_edge(unit, other)
  local mm = M.apart(unit, other, APART)
  if mm > APART then return false end
  if mm > TOUCHES or unit.bases then return nil end
  local best, most, second = nil, 0, 0
  for _, base in ipairs(M.bases(other)) do
    local outline = shapes.corners(base)
    for name, edge in next, edges(shapes.base(unit.base)) do
      local length = along(edge, outline, 0.5)
      if length > most then
        best, most, second = name, length, name == best and second or most
      elseif name ~= best then
        second = math.max(second, length)
      end
    end
  end
  return most > EDGE and second < EDGE and best or nil
end

--- Do two stands touch along an edge? nil: rounding leaves it open.
function M.touches(unit, other)
  local edge = M.touched_edge(unit, other)
  return edge and true or edge
end

-- ---- ground ---------------------------------------------------------------------------------------------------------

--- What the kinds of ground are (R25): rough or not, what they hide, what they cover.
local ROUGH <const> = {
  ford = true, rough = true, boulders = true, very_rough = true, steep = true, dense_woods = true, marsh = true,
  river = true, buildings = true, works = true,
}
local HIDES <const> = { open_woods = 200, dense_woods = 90, very_rough = 90 }
local COVERS <const> = {
  boulders = "hard", very_rough = "soft", scrub = "soft", open_woods = "soft", dense_woods = "soft", buildings = "hard",
  works = "fortified",
}

local function areas(root)
  local list, i = root.order.areas, 0
  return function()
    i = i + 1
    local area = list[i] and root.areas[list[i]]
    if area then return area, shapes.outline(area.area) end
  end
end

--- Do all corners of a stand's bases lie in an outline?
local function wholly(unit, outline)
  for _, base in ipairs(M.bases(unit)) do
    for _, corner in ipairs(shapes.corners(base)) do
      if not shapes.inside(outline, corner) then return false end
    end
  end
  return true
end

--- Does a stand reach into an outline by more than `by` mm?
local function reaches(unit, outline, by)
  for _, base in ipairs(M.bases(unit)) do
    if shapes.meet(shapes.corners(base, -(by or 0)), outline) then return true end
  end
  return false
end

local function going(area) return area.going or ROUGH[area.terrain] and "rough" or "open" end

--- Is some of a stand's base in rough ground for certain: true, none of it: false, else nil. Roads go through it.
function M.in_rough(root, unit)
  local found = false
  for area, outline in areas(root) do
    if (area.terrain == "road" or area.terrain == "bridge") and reaches(unit, outline, -2) then return nil end
    if going(area) ~= "open" and reaches(unit, outline, -2) then
      if not reaches(unit, outline, 2) then return nil end
      found = true
    end
  end
  for _, id in ipairs(root.order.lines) do
    if reaches(unit, M.strip(root.lines[id]), -2) then return nil end
  end
  return found
end

--- A line of the state as an outline: there and back.
function M.strip(line)
  local points = shapes.outline(line.line)
  for i = #points - 1, 2, -1 do points[#points + 1] = points[i] end
  while #points < 3 do points[#points + 1] = points[#points] end
  return points
end

--- Is nothing about the ground between two stands that could hide or cover them?
function M.clear_between(root, one, other)
  local points = {}
  for _, unit in ipairs { one, other } do
    for _, base in ipairs(M.bases(unit)) do
      for _, corner in ipairs(shapes.corners(base, 12)) do points[#points + 1] = corner end
    end
  end
  local low_x, high_x, low_y, high_y = math.huge, -math.huge, math.huge, -math.huge
  for _, p in ipairs(points) do
    low_x, high_x = math.min(low_x, p.x), math.max(high_x, p.x)
    low_y, high_y = math.min(low_y, p.y), math.max(high_y, p.y)
  end
  local box = {
    { x = low_x, y = low_y }, { x = high_x, y = low_y }, { x = high_x, y = high_y }, { x = low_x, y = high_y },
  }
  for area, outline in areas(root) do
    local plain = (area.terrain == "open" or area.terrain == "road") and not area.ground and not area.cover
    if not plain and shapes.meet(box, outline) then return false end
  end
  for _, id in ipairs(root.order.lines) do
    if shapes.meet(box, M.strip(root.lines[id])) then return false end
  end
  return true
end

--- The best cover that the area round a target gives for certain, "none" where nothing is about, nil where it is open.
function M.cover(root, unit, target)
  if M.clear_between(root, unit, target) then return "none" end
  for area, outline in areas(root) do
    if (area.cover or COVERS[area.terrain]) == "fortified" and not area.neutralized and wholly(target, outline) then
      return "fortified"
    end
  end
end

--- How far a stand sees over open ground (Visibility).
function M.sight(root)
  local most = root.battle.visibility == "open_desert" and 500 or 800
  return math.min(most, root.battle.sight_limit_mm or most)
end

--- Can one stand not see another, for certain? Says why.
function M.unseen(root, one, other)
  if other.hidden then return "it is hidden" end
  local mm, most = M.apart(one, other), M.sight(root)
  if mm > most + 0.5 then return ("it is %.1f mm away, and sight is %d"):format(mm, most) end
  for area, outline in areas(root) do
    local limit = HIDES[area.terrain]
    if limit and wholly(one, outline) and wholly(other, outline) and mm > limit + 0.5 then
      return ("it is %.1f mm away inside %s"):format(mm, area.terrain)
    end
    for i, unit in ipairs { one, other } do
      local outside = i == 1 and other or one
      if limit and wholly(unit, outline) and not reaches(outside, outline, 0) then
        local deep = math.huge
        for _, base in ipairs(M.bases(unit)) do
          deep = math.min(deep, shapes.deep(shapes.corners(base), outline))
        end
        if deep > 50.5 then return ("%.1f mm deep in %s"):format(deep, area.terrain) end
      end
    end
  end
end

--- Does one stand see another, for certain?
function M.seen(root, one, other)
  return not other.hidden and M.clear_between(root, one, other) and M.apart(one, other) < M.sight(root) - 0.5
end

return M
