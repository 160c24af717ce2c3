--- Works out where the pieces of a scenario stand and which way they face.
--
--   at = { x, y }        the middle of the base              at = "C4", "C4 ne"      a square of the map, a ninth of it
--   right_of = "a11"     also left_of, in_front_of, behind: beside that piece, in its own line, faced as it is;
--   gap = 20             the room between the two; 0 when left out
--   facing               degrees, a word of the compass, a point, "toward b11", "toward C4"; said of a formation or a
--                        side it is the facing of all in it that have none of their own
-- A formation may be drawn up along a line, in the order of the file, by the frontages of those in it (and in the
-- formations in it) that have no place of their own:
--   along = { from, to }           from the left end to the right, so that the line faces left of its way; with a
--                                  `facing` to the other side of it from the right end to the left
--   from = point, facing = "north"   from the left end on, as far as it reaches
--   gap = 20                       between neighbours; left out they are spread evenly (from: they touch)
--   lines = 2, depth = 150         in two lines or more, the front of each so far behind that of the one before
-- The line is where the fronts are. `right_of "a11", gap(20)` may be written for right_of = "a11", gap = 20.
-- Places are worked out when all pieces are known, so a piece may name one that comes later in the file.
local bounds <const> = require "limber.language.bounds"
local geometry <const> = require "kernel.geometry"
local lengths <const> = require "limber.language.lengths"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.Placed a piece with a base, about to be placed
---@field piece limber.Piece
---@field own table what the file says of its place
---@field size { width: integer, depth: integer }
---@field inherited any the facing of its formation or side
---@field inherited_from { piece: limber.Piece }? which of them says it
---@field line table? the line it is drawn up in
---@field beside limber.Placed? the piece that it stands beside
---@field round integer? the round of Placement.base in which its place was begun
---@field told boolean? what is wrong with its place has been told

M.BESIDE = { "right_of", "left_of", "in_front_of", "behind" }

--- Keys that may also be written as words: `unit "32" { right_of "31", gap(20), … }`.
M.WORDS = { "at", "facing", "gap", "along", "from", table.unpack(M.BESIDE) }

---@class limber.Placement
---@field how limber.How
---@field placed limber.Placed[]
---@field by_id table<string, limber.Placed>
---@field declared table<string, true> all ids in the file, including pieces that could not be built
---@field fault fun(piece: limber.Piece, message: string, arg: string?, unknown: string?)
local Placement <const> = {}
Placement.__index = Placement

---@param how limber.How
---@param declared table<string, true>
---@param fault fun(piece: limber.Piece, message: string, arg: string?, unknown: string?)
---@return limber.Placement
function M.new(how, declared, fault)
  return setmetatable({
    how = how, declared = declared, fault = fault, placed = {}, by_id = {}, round = 0, stack = {},
  }, Placement)
end

--- Takes a piece to be placed.
---@param one limber.Placed
function Placement:add(one)
  self.placed[#self.placed + 1] = one
  self.by_id[one.piece.id] = one
end

--- Raises a fault of a piece; Placement.base reports it once.
local function fail(message, arg, unknown)
  error({ message = message, arg = arg, unknown = unknown }, 0)
end

local function point_of(self, value, arg)
  local point = lengths.point(value, self.how)
  local wrong = lengths.not_a_point(point, self.how)
  if wrong then fail(("%s: %s"):format(arg, wrong), arg) end
  return point
end

local function length_of(self, value, arg, least)
  local um = lengths.length(value, self.how)
  if math.type(um) ~= "integer" or um < (least or 0) then
    fail(("%s must be a length, got %s"):format(arg, bounds.said(value)), arg)
  end
  return um
end

--- A point moved along an angle, also backward.
local function moved(point, angle, um)
  if um < 0 then angle, um = angle + 180000, -um end
  return geometry.step({ x = point.x, y = point.y }, angle % 360000, um)
end

--- Half the width and half the depth that a base takes up, seen along a front that faces `toward`.
local function halves(size, facing, toward)
  local base = { x = 0, y = 0, facing = geometry.turn(toward, facing), width = size.width, depth = size.depth }
  local half_width, half_depth = 0, 0
  for _, corner in ipairs(geometry.corners(base)) do
    half_width, half_depth = math.max(half_width, corner.x), math.max(half_depth, corner.y)
  end
  return half_width, half_depth
end

local position, facing_of

--- Works a value out once; others may depend on it. A value that depends on itself is a fault. One that depends on a
--- piece with a fault of its own is not reported.
local function once(self, one, key, work)
  if one[key] == false then
    if one.round ~= self.round then error({ follows = true }, 0) end
    error({ message = "its place depends on itself, through other pieces", of = one }, 0)
  elseif one[key] == nil then
    local stack = self.stack
    one[key], one.round, stack[#stack + 1] = false, self.round, one
    one[key] = work()
    stack[#stack] = nil
  end
  return one[key]
end

local function other(self, id, arg)
  if type(id) ~= "string" and type(id) ~= "number" then fail(("%s must be the id of a piece"):format(arg), arg) end
  id = tostring(id)
  local found = self.by_id[id]
  if found and (M.has_place(found.own) or found.line) then return found end
  if found then fail(("%s: %s has no place itself"):format(arg, id), arg) end
  if self.declared[id] then error({ follows = true }, 0) end
  local ids = {}
  for i, one in ipairs(self.placed) do ids[i] = one.piece.id end
  fail(("%s: there is no %s%s"):format(arg, bounds.said(id), suggest.hint(id, ids)), arg, id)
end

--- The point that "toward …" names: the middle of a piece or of a square.
local function mark_of(self, text)
  if self.by_id[text] then return position(self, self.by_id[text]) end
  local point = lengths.point(text, self.how)
  if not lengths.not_a_point(point, self.how) then return point end
  return position(self, other(self, text, "facing"))
end

--- Reads a facing as an angle; `from` gives the point that the piece stands at.
local function facing_from(self, value, from)
  local toward = type(value) == "string" and value:match "^%s*toward%s+(.-)%s*$"
  if toward or type(value) == "table" then
    local here, there = from(), toward and mark_of(self, toward) or point_of(self, value, "facing")
    if here.x == there.x and here.y == there.y then fail("facing: it stands on that point", "facing") end
    return geometry.bearing(here, there)
  end
  local angle = lengths.angle(value)
  if math.type(angle) ~= "integer" then
    fail(('facing must be degrees, a word like north_east or "toward …", got %s'):format(bounds.said(value)), "facing")
  end
  return angle % 360000
end

--- Is a facing known before the place is?
local function plain(value)
  return type(value) == "number" or type(value) == "string" and math.type(lengths.angle(value)) == "integer"
end

local function beside_of(self, one)
  for _, key in ipairs(M.BESIDE) do
    if one.own[key] ~= nil then return other(self, one.own[key], key), key end
  end
end

function facing_of(self, one)
  return once(self, one, "facing", function()
    local value = one.own.facing
    if value == nil then
      local beside = beside_of(self, one)
      if beside then return facing_of(self, beside) end
      if one.line then return self:front(one.line) end
      value = one.inherited or 0
      self.blamed = one.inherited_from
    end
    local angle = facing_from(self, value, function() return position(self, one) end)
    self.blamed = nil
    return angle
  end)
end

--- The middle of a base that stands beside another, for a given facing.
local function place_beside(one, facing, by, at, front, key, gap)
  local half_width, half_depth = halves(one.size, facing, front)
  local up = function(um) return -(-um // 2) end
  if key == "right_of" or key == "left_of" then
    local aside = up(by.size.width) + gap + half_width
    local place = moved(at, front + 90000, key == "right_of" and aside or -aside)
    return moved(place, front, by.size.depth // 2 - half_depth)
  end
  local ahead = up(by.size.depth) + gap + half_depth
  return moved(at, front, key == "in_front_of" and ahead or -ahead)
end

local function stand_beside(self, one, by, key)
  local at, front, own = position(self, by), facing_of(self, by), one.own
  one.beside, one.crowded = by, by.crowded
  local gap = length_of(self, own.gap or 0, "gap")
  if own.facing == nil or plain(own.facing) then
    return place_beside(one, facing_of(self, one), by, at, front, key, gap)
  end
  -- It faces a point: its facing depends on its place, and its place on the room that it takes at this facing.
  local place = place_beside(one, front, by, at, front, key, gap)
  one.facing = facing_from(self, own.facing, function() return place end)
  return place_beside(one, one.facing, by, at, front, key, gap)
end

function position(self, one)
  return once(self, one, "position", function()
    if one.own.at ~= nil then return point_of(self, one.own.at, "at") end
    local by, key = beside_of(self, one)
    if by then return stand_beside(self, one, by, key) end
    if one.line then
      self:draw_up(one.line)
      return one.slot or fail "its formation is not drawn up"
    end
    fail "it has no place"
  end)
end

--- Where a line begins, its direction and its length; a line with only `from` has no length.
local function way_of(self, line)
  local own = line.own
  if own.along ~= nil then
    if type(own.along) ~= "table" or #own.along ~= 2 then fail("along takes two points", "along") end
    local from, to = point_of(self, own.along[1], "along"), point_of(self, own.along[2], "along")
    if from.x == to.x and from.y == to.y then fail("along: the two points are the same", "along") end
    return from, geometry.bearing(from, to), geometry.distance(from, to).distance
  end
  if own.facing == nil then fail("from needs a facing for the line", "facing") end
  local from = point_of(self, own.from, "from")
  return from, (facing_from(self, own.facing, function() return from end) + 90000) % 360000
end

--- The facing of units in a line that have none of their own.
function Placement:front(line)
  return once(self, line, "facing", function()
    local from, way, length = way_of(self, line)
    if line.own.facing == nil then return (way - 90000) % 360000 end
    local middle = length and moved(from, way, length // 2) or from
    return facing_from(self, line.own.facing, function() return middle end)
  end)
end

--- Draws up one row of a line: each unit gets its slot, from the start of the line on.
local function draw_row(self, line, row, bodies)
  local from, way, length = way_of(self, line)
  local front = self:front(line)
  local square_on = (way + (math.abs(geometry.turn(way, front)) == 90000 and geometry.turn(way, front) or
    geometry.turn(way, front) > 0 and 90000 or -90000)) % 360000
  local total, wide, deep = 0, {}, {}
  for i, one in ipairs(bodies) do
    wide[i], deep[i] = halves(one.size, plain(one.own.facing) and facing_of(self, one) or front, square_on)
    total = total + 2 * wide[i]
  end
  local gap, at = line.gap, 0
  if not gap and length and #bodies > 1 then
    gap = (length - total) // (#bodies - 1)
  elseif not gap and length then
    at = (length - total) // 2
  end
  local over = total + math.max(gap or 0, 0) * (#bodies - 1) - (length or math.maxinteger)
  if over > 0 and length then
    line.fault(("its %s needs %s; the line is %s too short"):format(
      line.rows > 1 and ("line %d"):format(row) or "front", lengths.text(length + over, self.how),
      lengths.text(over, self.how)))
    gap, at = math.max(line.gap or 0, 0), 0
  end
  for i, one in ipairs(bodies) do
    local place = moved(from, way, at + wide[i])
    one.slot = moved(place, square_on, -deep[i] - (row - 1) * line.depth)
    one.crowded = over > 0 and length ~= nil
    at = at + 2 * wide[i] + (gap or 0)
  end
end

--- Gives all units in a line their places.
function Placement:draw_up(line)
  once(self, line, "drawn", function()
    local own, bodies = line.own, line.bodies
    line.rows = own.lines or 1
    if math.type(line.rows) ~= "integer" or line.rows < 1 or line.rows > math.max(1, #bodies) then
      fail(("lines must be 1 to %d, the number of units"):format(math.max(1, #bodies)), "lines")
    end
    line.gap = own.gap ~= nil and length_of(self, own.gap, "gap") or nil
    if line.rows > 1 and own.depth == nil then fail("lines need depth, the distance between their fronts", "depth") end
    line.depth = own.depth ~= nil and length_of(self, own.depth, "depth", 1) or 0
    local each = -(-#bodies // line.rows)
    for row = 1, line.rows do
      draw_row(self, line, row, table.move(bodies, (row - 1) * each + 1, math.min(row * each, #bodies), 1, {}))
    end
    return true
  end)
end

--- Does a piece say where it stands?
---@param own table
---@return boolean
function M.has_place(own)
  if own.at ~= nil then return true end
  for _, key in ipairs(M.BESIDE) do
    if own[key] ~= nil then return true end
  end
  return false
end

--- Draws up a formation: `bodies` are those in it without a place of their own, in the order of the file.
---@param piece limber.Piece
---@param own table
---@param bodies limber.Placed[]
function Placement:add_line(piece, own, bodies)
  local line = { own = own, bodies = bodies, fault = function(message) self.fault(piece, message, "along") end }
  line.piece = piece
  for _, one in ipairs(bodies) do one.line = line end
end

--- The base of a piece, or nil if it has no place; reports what is wrong.
---@param one limber.Placed
---@return table?
function Placement:base(one)
  if not M.has_place(one.own) and not one.line then return nil end
  self.round, self.stack, self.blamed = self.round + 1, {}, nil
  local done, at, facing = pcall(function()
    local at = position(self, one)
    return at, facing_of(self, one)
  end)
  if done then return { x = at.x, y = at.y, facing = facing, width = one.size.width, depth = one.size.depth } end
  if type(at) ~= "table" or at.kind then error(at, 0) end
  if at.follows then return nil end
  -- The piece, the line that it is drawn up in, or the formation or side that gives its facing.
  local of = at.of or self.blamed or self.stack[#self.stack]
  if not of.told then
    of.told = true
    self.fault(of.piece, at.message, at.arg, at.unknown)
  end
end

return M
