--- The outlines of areas, however a scenario draws them.
--
--   outline = { { x, y }, … }               corner by corner
--   rect = { { x, y }, { x, y } }           between two opposite corners
--   disc = { { x, y }, radius }             round about a point
--   along = { { x, y }, … }, width = 20     a road or a stream: a strip along its middle line
--   squares = "C4 C5 D5"                    squares of the map that hang together; "C4:E6" is a block of them
local geometry <const> = require "kernel.geometry"
local Grid <const> = require "limber.language.grid"
local lengths <const> = require "limber.language.lengths"
local squares <const> = require "limber.scenario.squares"

local M <const> = {}

--- What the file may say of an area's outline.
M.KEYS = { "outline", "rect", "disc", "along", "width", "squares" }

local function points_of(given, how, least)
  local list = lengths.points(given, how)
  if type(list) ~= "table" or #list < least then return nil, ("it needs %d points or more"):format(least) end
  for i, point in ipairs(list) do
    local wrong = lengths.not_a_point(point, how)
    if wrong then return nil, ("its point %d: %s"):format(i, wrong) end
  end
  return list
end

local SHAPES <const> = {}

function SHAPES.outline(given, _, how)
  return points_of(given, how, 3)
end

function SHAPES.rect(given, _, how)
  local corners, wrong = points_of(given, how, 2)
  if not corners then return nil, "rect takes two corners: " .. wrong end
  local one, other = corners[1], corners[2]
  local west, east = math.min(one.x, other.x), math.max(one.x, other.x)
  local south, north = math.min(one.y, other.y), math.max(one.y, other.y)
  if west == east or south == north then return nil, "rect: its corners must differ in both x and y" end
  return { { x = west, y = south }, { x = east, y = south }, { x = east, y = north }, { x = west, y = north } }
end

local ROUND <const> = 24 -- corners of a disc

function SHAPES.disc(given, _, how)
  local centre = type(given) == "table" and lengths.point(given[1], how)
  local radius = type(given) == "table" and lengths.length(given[2], how)
  local wrong = lengths.not_a_point(centre, how)
  if wrong then return nil, "disc takes a point and a radius: " .. wrong end
  if math.type(radius) ~= "integer" or radius <= 0 then return nil, "disc: its radius must be a length" end
  local list = {}
  for i = 1, ROUND do list[i] = geometry.step(centre, (360 - i * 360 // ROUND) * 1000, radius) end
  return list
end

local LONG <const> = 1000000
local SHARPEST <const> = 120000

--- The corners of a strip beside one point of its middle line: to the left and to the right of the way.
local function beside(before, point, after, half)
  local coming = before and geometry.bearing(before, point) or geometry.bearing(point, after)
  local turn = before and after and geometry.turn(coming, geometry.bearing(point, after)) or 0
  if math.abs(turn) > SHARPEST then return nil end
  local far = half * LONG // geometry.step({ x = 0, y = 0 }, (turn // 2) % 360000, LONG).y
  local across = coming + turn // 2
  return geometry.step(point, (across - 90000) % 360000, far), geometry.step(point, (across + 90000) % 360000, far)
end

--- A strip along a line.
function SHAPES.along(given, own, how)
  local list, wrong = points_of(given, how, 2)
  if not list then return nil, "along: " .. wrong end
  local width = lengths.length(own.width, how)
  if math.type(width) ~= "integer" or width <= 1 then return nil, "along needs width, a length" end
  local strip = {}
  for i, point in ipairs(list) do
    local left, right = beside(list[i - 1], point, list[i + 1], width // 2)
    if not left then return nil, ("along: at point %d it turns back too sharply"):format(i) end
    table.insert(strip, i, left)
    table.insert(strip, #strip - i + 2, right)
  end
  return strip
end

function SHAPES.squares(given, _, how)
  if type(given) ~= "string" then return nil, 'squares takes a text like "C4 C5 D5" or "C4:E6"' end
  local grid, cells = how.grid, {}
  for from, to in given:gsub("%S+", function(word)
    return not word:find(":", 1, true) and word .. ":" .. word or nil
  end):gmatch "([^%s:]+):([^%s:]+)" do
    local column, row = Grid.place(grid, from)
    local last_column, last_row = Grid.place(grid, to)
    if not column or not last_column then return nil, "squares: " .. (column and last_row or row) end
    for x = math.min(column, last_column), math.max(column, last_column) do
      for y = math.min(row, last_row), math.max(row, last_row) do cells[#cells + 1] = { x, y } end
    end
  end
  local outlines = squares.outlines(cells)
  if #outlines == 0 then return nil, "squares: the text names no square" end
  if #outlines > 1 then return nil, "squares: they must form one piece without a hole" end
  return squares.on_table(outlines[1], grid)
end

local WRONG <const> = {
  crosses = "its outline crosses itself between its points %d and %d",
  repeats = "its points %d and %d are the same",
}

--- The outline of an area.
---@param own table what the file says
---@param how limber.How
---@return table[]? outline
---@return string? message
function M.area(own, how)
  local shape
  for _, key in ipairs(M.KEYS) do
    if SHAPES[key] and own[key] ~= nil then
      if shape then return nil, ("it has both %s and %s; one is enough"):format(shape, key) end
      shape = key
    end
  end
  if not shape then return nil, "it needs an outline: outline, rect, disc, along or squares" end
  local done, list, message = pcall(SHAPES[shape], own[shape], own, how)
  if not done then -- what the kernel cannot measure
    if type(list) ~= "table" or list.kind then error(list, 0) end
    return nil, ("%s: %s"):format(shape, list.message)
  end
  if not list then return nil, message end
  local checked = geometry.check_area(list)
  if checked.yes then return list end
  return nil, WRONG[checked.why] and WRONG[checked.why]:format(checked.first, checked.second)
    or "its outline reaches too far"
end

--- The points of a line.
---@param own table
---@param how limber.How
---@return table[]?
---@return string?
function M.line(own, how)
  return points_of(own.points, how, 2)
end

return M
