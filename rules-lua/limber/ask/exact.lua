--- Exact numbers for expressions: fractions of whole numbers, which are never rounded. A number that grows too large is
--- an error, and so is a division by zero.
local decimals <const> = require "limber.language.decimals"

local M <const> = {}

---@class limber.Exact a fraction in its lowest terms
---@field n integer above the line
---@field d integer below it, 1 or more
local Exact <const> = {}

--- Both parts of a fraction stay below this either way. Odds take no outcome that is as large (kernel.odds).
M.LARGEST = 1 << 61

local TOO_LARGE <const> = "it gives a number that is too large: odds go by numbers below 2^61"

local math_type <const> = math.type

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a < 0 and -a or a
end

--- A product below 2^62 either way, so that a sum of two does not wrap around.
local function times(a, b)
  if a ~= 0 and math.abs(b) >= (1 << 62) // math.abs(a) then error(TOO_LARGE, 0) end
  return a * b
end

--- A fraction; `d` is not 0.
local function fraction(n, d)
  local by = gcd(n, d)
  if d < 0 then by = -by end
  n, d = n // by, d // by
  if n <= -M.LARGEST or n >= M.LARGEST or d >= M.LARGEST then error(TOO_LARGE, 0) end
  return setmetatable({ n = n, d = d }, Exact)
end

local function is_exact(value) return getmetatable(value) == Exact end

--- What stands where a number is needed, in words.
local function said(value)
  if value == nil then return "a nil value stands" end
  if type(value) == "string" then return ("the word %q stands"):format(value) end
  return type(value) == "boolean" and ("%s stands"):format(value) or "a list stands"
end

--- Both parts of a number; an error for anything else.
local function parts(value)
  if is_exact(value) then return value.n, value.d end
  error(said(value) .. " where a number is needed", 0)
end

local SMALL <const>, MILLION <const> = 1000, 1000000
local small <const> = {} -- whole numbers that were met before

--- A number of Lua, whole or of at most six decimals, as an exact one; any other value as it is.
---@param value any
---@return any
function M.of(value)
  local kind = math_type(value)
  if not kind then return value end
  if kind == "float" then
    local exact = decimals.exact(value)
    if not exact then error(("%.14g has no exact value"):format(value), 0) end
    return fraction(math.tointeger(math.floor(exact * MILLION + 0.5)), MILLION)
  end
  local known = small[value]
  if known then return known end
  local made = fraction(value, 1)
  if value >= -SMALL and value <= SMALL then small[value] = made end
  return made
end

--- Reads `12` or `1.25`; an error where it has too many digits.
---@param text string
---@return limber.Exact
function M.read(text)
  local whole, places = text:match "^(%d+)%.?(%d*)$"
  local n, d = 0, 1
  for digit in (whole .. places):gmatch "%d" do n = times(n, 10) + tonumber(digit) end
  for _ = 1, #places do d = times(d, 10) end
  return fraction(n, d)
end

--- A whole number of Lua where it is one, else nil and the fraction; nothing, true, false and texts as they are. An
--- error for anything else.
---@param value any
---@return any
---@return limber.Exact? fraction
function M.plain(value)
  if is_exact(value) then
    if value.d == 1 then return value.n end
    return nil, value
  end
  if value == nil or type(value) == "boolean" or type(value) == "string" then return value end
  error(type(value) == "number" and "it reckons with a text" or "it gives a " .. type(value), 0)
end

local function floor(n, d) return fraction(n // d, 1) end

function Exact.__add(one, other)
  local a, b = parts(one)
  local c, d = parts(other)
  return fraction(times(a, d) + times(c, b), times(b, d))
end

function Exact.__unm(one)
  local a, b = parts(one)
  return fraction(-a, b)
end

function Exact.__sub(one, other)
  local a, b = parts(one)
  local c, d = parts(other)
  return fraction(times(a, d) - times(c, b), times(b, d))
end

function Exact.__mul(one, other)
  local a, b = parts(one)
  local c, d = parts(other)
  return fraction(times(a, c), times(b, d))
end

local function divided(one, other)
  local a, b = parts(one)
  local c, d = parts(other)
  if c == 0 then error("it divides by zero", 0) end
  return times(a, d), times(b, c)
end

function Exact.__div(one, other) return fraction(divided(one, other)) end
function Exact.__idiv(one, other) return floor(divided(one, other)) end
function Exact.__mod(one, other) return one - other * (one // other) end

function Exact.__eq(one, other) return is_exact(one) and is_exact(other) and one.n == other.n and one.d == other.d end

function Exact.__lt(one, other)
  local a, b = parts(one)
  local c, d = parts(other)
  return times(a, d) < times(c, b)
end

function Exact.__le(one, other)
  local a, b = parts(one)
  local c, d = parts(other)
  return times(a, d) <= times(c, b)
end

--- `7`, `0.5`, `1/3`: as a decimal where it is one of at most six places.
function Exact.__tostring(one)
  local n, d = math.abs(one.n), one.d
  if d == 1 then return tostring(one.n) end
  if MILLION % d ~= 0 then return ("%d/%d"):format(one.n, d) end
  local places = ("%06d"):format(n % d * (MILLION // d)):gsub("0+$", "")
  return ("%s%d.%s"):format(one.n < 0 and "-" or "", n // d, places)
end

local function text_of(value)
  if is_exact(value) or type(value) == "string" then return tostring(value) end
  error(said(value) .. " where a text is needed", 0)
end

function Exact.__concat(one, other) return text_of(one) .. text_of(other) end

--- A function that gives the one of its arguments that comes before all others.
local function first_by(name, before)
  return function(...)
    local best
    for i = 1, select("#", ...) do
      local one = select(i, ...)
      parts(one)
      if not best or before(one, best) then best = one end
    end
    return best or error(name .. " is given nothing", 0)
  end
end

--- The functions of expressions, on exact numbers.
M.FUNCTIONS = {
  abs = function(one)
    local a, b = parts(one)
    return fraction(math.abs(a), b)
  end,
  floor = function(one) return floor(parts(one)) end,
  ceil = function(one)
    local a, b = parts(one)
    return -floor(-a, b)
  end,
  min = first_by("min", function(one, other) return one < other end),
  max = first_by("max", function(one, other) return other < one end),
}

return M
