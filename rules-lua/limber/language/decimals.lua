--- Numbers with decimals, such as distances in inches: exact to a millionth.
--
-- A number that is whole is an integer; any other is the float nearest to a decimal of at most six places, so that the
-- same decimal is always the same value and comparisons hold as written. What is computed is brought back to such a
-- number by `rounded`.
local bounds <const> = require "limber.language.bounds"

local M <const> = {}

local floor <const>, math_type <const>, tointeger <const> = math.floor, math.type, math.tointeger

local MILLION <const> = 1000000

--- Numbers beyond this, either way, have no exact millionths.
local FARTHEST <const> = bounds.FARTHEST // MILLION
M.FARTHEST = FARTHEST

--- The nearest number of at most six decimals, halves upward; nil where there is none: not a number, or too large.
---@param value number
---@return number?
function M.rounded(value)
  local kind = math_type(value)
  if kind == "integer" then return value <= FARTHEST and value >= -FARTHEST and value or nil end
  local millionths = kind == "float" and tointeger(floor(value * MILLION + 0.5))
  if not millionths or millionths > FARTHEST * MILLION or millionths < -FARTHEST * MILLION then return nil end
  return millionths % MILLION == 0 and millionths // MILLION or millionths / MILLION
end

--- The number itself, an integer where it is whole; nil where it has more decimals, or is none.
---@param value any
---@return number?
function M.exact(value)
  local rounded = M.rounded(value)
  return rounded == value and rounded or nil
end

--- Reads `7`, `1.5`, `-0.25`, `1/2` or `1 1/8`; nil where the text is something else.
---@param text string
---@return number?
function M.read(text)
  if #text > 16 then return nil end
  if text:find "^%-?%d+$" or text:find "^%-?%d+%.%d+$" then return M.exact(tonumber(text)) end
  local whole, above, below = text:match "^(%d+) (%d+)/(%d+)$"
  if not whole then
    whole, above, below = 0, text:match "^(%d+)/(%d+)$"
  end
  return below and tonumber(below) > 0 and M.exact(whole + above / below) or nil
end

return M
