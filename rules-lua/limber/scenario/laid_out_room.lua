--- Whether those who are laid out have room: on the table, not in one another, not where they cannot be; and where the
-- nearest clear place is.
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local lengths <const> = require "limber.language.lengths"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = {}

---@class limber.Standing
---@field id string
---@field base table
---@field node table

---@class limber.Room
---@field how limber.How
---@field ground table
---@field bodies limber.Standing[] those who may not stand in one another
---@field areas table[] those that some cannot stand on
---@field may_stand fun(area: table, node: table): boolean

--- How far a base reaches over each edge of the table.
local function overhang(ground, base)
  local over = { west = 0, east = 0, south = 0, north = 0 }
  for _, corner in ipairs(geometry.corners(base)) do
    over.west, over.east = math.max(over.west, -corner.x), math.max(over.east, corner.x - ground.width)
    over.south, over.north = math.max(over.south, -corner.y), math.max(over.north, corner.y - ground.depth)
  end
  return over
end

local function on_table(ground, base)
  local over = overhang(ground, base)
  return over.west + over.east + over.south + over.north == 0
end

--- A base without what only touches it.
local function inner(base) return tabletop.skinned(base, tabletop.TOUCH) end

--- The area a body stands on and cannot; nil when there is none.
---@param room limber.Room
---@param one limber.Standing
---@param base table
---@return table?
local function forbidden(room, one, base)
  for _, area in ipairs(room.areas) do
    for _, body in ipairs(room.may_stand(area, one.node) and {} or frames.bases(one.node, base)) do
      if geometry.gap(inner(body), area) == 0 then return area end
    end
  end
end

--- How a body on a base overlaps another; nil when it does not. Units of several bases overlap where one of them does.
local function overlapping(one, base, other)
  local whole = geometry.contact(base, other.base)
  if whole.state ~= "overlapping" or not (one.node.bases or other.node.bases) then
    return whole.state == "overlapping" and whole or nil
  end
  for _, mine in ipairs(frames.bases(one.node, base)) do
    for _, its in ipairs(frames.bases(other.node, other.base)) do
      local contact = geometry.contact(mine, its)
      if contact.state == "overlapping" then return contact end
    end
  end
end

local function is_clear(room, one, base, near)
  if not on_table(room.ground, base) or forbidden(room, one, base) then return false end
  for _, other in ipairs(near) do
    if overlapping(one, base, other) then return false end
  end
  return true
end

local FARTHEST <const> = 400000 -- a nudge longer than that is no nudge
local WAYS <const> = 16

--- The nearest place with room for a body, in round numbers of the table's unit; nil when none is near.
---@param room limber.Room
---@param one limber.Standing
---@param push { x: integer, y: integer }? the shortest way out of what is in the way, tried first
---@return table? base
local function clear_place(room, one, push)
  local base, how, near = one.base, room.how, {}
  local grain = (how.unit == "inch" or how.unit == "in") and 2540 or 1000
  for _, other in ipairs(room.bodies) do
    if other ~= one and geometry.distance(base, other.base).distance <= FARTHEST then near[#near + 1] = other end
  end
  local function round(um, up)
    local more = up == 0 and grain // 2 or up > 0 and grain - 1 or 0
    return lengths.to_rules((lengths.to_table(um, how.scale) + more) // grain * grain, how.scale)
  end
  local function at(x, y) -- what will be read when the numbers that are told are written
    x, y = lengths.length(lengths.number(x, how), how), lengths.length(lengths.number(y, how), how)
    return { x = x, y = y, facing = base.facing, width = base.width, depth = base.depth }
  end
  if push then
    local there = at(push.x == 0 and base.x or round(base.x + push.x, push.x),
      push.y == 0 and base.y or round(base.y + push.y, push.y))
    if is_clear(room, one, there, near) then return there end
  end
  local step = lengths.to_rules(grain, how.scale)
  local far = step
  while far <= FARTHEST do
    for way = 0, WAYS - 1 do
      local angle = (base.facing + way * 360000 // WAYS) % 360000
      local place = geometry.step({ x = base.x, y = base.y }, angle, far)
      local there = at(round(place.x, 0), round(place.y, 0))
      if is_clear(room, one, there, near) then return there end
    end
    far = far + math.max(step, far // 20)
  end
end

--- A way out in words: `; at = { 812, 700 } would be clear, 12 mm to the east`.
local function way_out(room, one, push)
  local base, how = one.base, room.how
  local clear = clear_place(room, one, push)
  if not clear then return ("; there is no clear place within %s"):format(lengths.text(FARTHEST, how)) end
  local from, to = { x = base.x, y = base.y }, { x = clear.x, y = clear.y }
  return ("; at = { %s, %s } would be clear, %s to the %s"):format(lengths.number(clear.x, how),
    lengths.number(clear.y, how), lengths.text(geometry.distance(from, to).distance, how),
    (lengths.compass(geometry.bearing(from, to)):gsub("_", "-")))
end

local EDGES <const> = { "west", "east", "south", "north" }

--- What is wrong with where a body stands on the table, or nil.
---@param room limber.Room
---@param one limber.Standing
---@return string?
function M.off_table(room, one)
  local base, ground = one.base, room.ground
  if base.x < 0 or base.y < 0 or base.x > ground.width or base.y > ground.depth then
    return ("it stands off the table, which is %s by %s"):format(
      lengths.text(ground.width, room.how), lengths.text(ground.depth, room.how))
  end
  local over = overhang(ground, base)
  for _, edge in ipairs(EDGES) do
    if over[edge] > 2 then
      return ("it hangs %s over the %s edge of the table%s"):format(
        lengths.text(over[edge], room.how), edge,
        way_out(room, one, { x = over.west - over.east, y = over.south - over.north }))
    end
  end
end

--- What people call an area: those of a map have no name of their own but what they are.
local function called(area)
  if area.name then return area.name end
  local what = area.id:find "^map_" and (area.terrain or area.kind)
  return what and "the " .. what:gsub("_", " ") or area.id
end

--- What is wrong with the ground a body stands on, or nil.
---@param room limber.Room
---@param one limber.Standing
---@return string?
function M.on_forbidden(room, one)
  local area = forbidden(room, one, one.base)
  return area and ("it stands on %s, where it may not be%s"):format(called(area), way_out(room, one))
end

--- What is wrong between two bodies, or nil.
---@param room limber.Room
---@param one limber.Standing
---@param other limber.Standing
---@return string?
function M.overlap(room, one, other)
  local contact = overlapping(one, one.base, other)
  if not contact then return nil end
  return ("it overlaps unit %s by %s%s"):format(other.id, lengths.text(-contact.margin, room.how),
    way_out(room, one, contact.nudge))
end

--- For each body those listed before it that it might touch, in their order: the table is cut into squares so wide
--- that bodies which are not in neighbouring ones are too far apart.
---@param bodies limber.Standing[]
---@return fun(i: integer): integer[]
function M.before(bodies)
  local wide, squares = 1, {}
  for _, one in ipairs(bodies) do wide = math.max(wide, one.base.width + one.base.depth) end
  local function square(x, y)
    local key = (x << 32) + y
    squares[key] = squares[key] or {}
    return squares[key]
  end
  return function(i)
    local base, near = bodies[i].base, {}
    local x, y = base.x // wide, base.y // wide
    for dx = -1, 1 do
      for dy = -1, 1 do
        for _, j in ipairs(square(x + dx, y + dy)) do near[#near + 1] = j end
      end
    end
    local own = square(x, y)
    own[#own + 1] = i
    table.sort(near)
    return near
  end
end

return M
