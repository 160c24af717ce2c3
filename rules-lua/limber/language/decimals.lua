--- Numbers with decimals, such as distances in inches: exact to a millionth.
--
-- A number that is whole is an integer; any other is the float nearest to a decimal of at most six places, so that the
-- same decimal is always the same value and comparisons hold as written. What is computed is brought back to such a
-- number by `rounded`.
local bounds <const> = require "limber.language.bounds"

local M <const> = {}

local MILLION <const> = 1000000

--- Numbers beyond this, either way, have no exact millionths.
M.FARTHEST = bounds.FARTHEST // MILLION

--- The nearest number of at most six decimals, halves upward; nil where there is none: not a number, or too large.
---@param value number
---@return number?
function M.rounded(value)
  if math.type(value) == "integer" then
    return value <= M.FARTHEST and value >= -M.FARTHEST and value or nil
  end
  local millionths = math.type(value) == "float" and math.tointeger(math.floor(value * MILLION + 0.5))
  if not millionths or millionths > M.FARTHEST * MILLION or millionths < -M.FARTHEST * MILLION then return nil end
  return millionths % MILLION == 0 and millionths // MILLION or millionths / MILLION
end

--- The number itself, an integer where it is whole; nil where it has more decimals, or is none.
---@param value any
---@return number?
function M.exact(value)
  if math.type(value) == nil then return nil end
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
