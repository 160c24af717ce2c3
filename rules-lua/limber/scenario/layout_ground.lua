--- Lays out the ground of a scenario: the size of its table, its areas and lines, and the map drawn in symbols.
local bounds <const> = require "limber.language.bounds"
local GroundMap <const> = require "limber.scenario.ground_map"
local lengths <const> = require "limber.language.lengths"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local PIECES <const> = { area = true, line = true }

--- Sets the size of the table, in micrometres. Gives the file's ground, or nil if it has no size.
local function lay_table(self, scenario, fault)
  local given = scenario.given
  local scale, wrong = lengths.scale(given.scale)
  if scale == false then fault(self, scenario, wrong, "scale") end
  local how = { unit = self.how.unit, scale = scale or nil }
  local ground = type(given.ground) == "table" and given.ground or {}
  local width, depth = lengths.length(ground.width, how), lengths.length(ground.depth, how)
  if self.told and not (width and depth) then
    self.state.ground = { scale = scale or nil }
    self.how = how
    return ground
  end
  if math.type(width) ~= "integer" or math.type(depth) ~= "integer" or width <= 0 or depth <= 0 then
    return fault(self, scenario, "the ground needs width and depth", "ground")
  elseif lengths.to_table(math.max(width, depth), scale or nil) > bounds.TABLE then
    local most = lengths.text(lengths.to_rules(bounds.TABLE, scale or nil), how)
    return fault(self, scenario, ("the ground is too large: %s by %s, at most %s either way"):format(
      lengths.text(width, how), lengths.text(depth, how), most), "ground")
  end
  local square = ground.square ~= nil and lengths.length(ground.square, how) or nil
  if square and (math.type(square) ~= "integer" or square * 100 < math.max(width, depth)) then
    fault(self, scenario, "the ground's square must be a length, a hundredth of the table or more", "ground")
    square = nil
  end
  self.state.ground = { width = width, depth = depth, square = square, scale = scale or nil }
  self.how = lengths.how(how.unit, self.state.ground)
  return ground
end

--- Adds the areas that a block of map symbols draws.
local function lay_map(self, scenario, piece, legend, fault, add)
  local wrong = GroundMap.bad_legend(legend)
  if wrong then return fault(self, scenario, wrong, "ground") end
  local before = scenario.text:find(piece.text, 1, true)
  local _, lines = scenario.text:sub(1, (before or 1) - 1):gsub("\n", "")
  piece.first_line = before and lines + 1 or piece.line
  local function say(line, message)
    fault(self, { file = piece.file, line = line }, message, "ground")
  end
  for _, one in ipairs(GroundMap.areas(piece, legend, self.how.grid, say)) do
    add(self, {
      tag = "area", id = one.id, given = one.given, outline = one.outline, file = piece.file, line = one.line,
    })
  end
end

--- Lays out the table, its areas and its lines.
---@param self table what a scenario is laid out in (limber.scenario.layout)
---@param scenario limber.Scenario
---@param fault fun(self: table, piece: table, message: string, arg: string?) notes what is wrong with a piece
---@param add fun(self: table, piece: table) lays a piece out
---@return boolean measured the table has a size
function M.lay(self, scenario, fault, add)
  local given, left = lay_table(self, scenario, fault), {}
  if not given then return false end
  for key in next, given do
    if type(key) == "string" then left[key] = true end
  end
  for _, key in ipairs(GroundMap.KEYS) do left[key] = nil end
  for _, unknown in ipairs(sorted.keys(left)) do
    local hint = suggest.hint(unknown, GroundMap.KEYS)
    fault(self, scenario, ("the ground has no %s%s"):format(unknown, hint), "ground")
  end
  for i, piece in ipairs(given) do
    if type(piece) == "table" and piece.tag == "map" then
      if self.how.grid then lay_map(self, scenario, piece, given.legend, fault, add) end
    elseif type(piece) == "table" and PIECES[piece.tag] then
      add(self, piece)
    else
      fault(self, scenario, ("entry %d of the ground is not an area, line or map"):format(i), "ground")
    end
  end
  return true
end

return M
