--- Numbers with units, as people write them: `650mm`, `26in`, `7.5cm`, `12pdr`, `10min`, `45deg`.
--
-- A field's own unit is the last part of its name (`range_mm`, `time_min`, `calibre_pdr`). What is written in another
-- unit of the same measure is converted exactly; what does not come out whole is rounded as the ruleset says it
-- rounds that unit (`rounding = { mm = "down" }`), else refused.
local decimals <const> = require "limber.language.decimals"

local M <const> = {}

--- How many tenths of a millimetre each length has; a unit that is not here measures by itself.
local LENGTHS <const> = { mm = 10, cm = 100, ["in"] = 254 }

M.names = { "mm", "cm", "in", "min", "deg", "pdr" }

local KNOWN <const> = {}
for _, name in ipairs(M.names) do KNOWN[name] = true end

---@class limber.Number
---@field text string as written
---@field digits integer all digits as one number
---@field scale integer a power of ten: the number is digits / scale
---@field unit string? nil for a bare number

--- Reads a number, with a unit or without; nil when the word is not one.
---@param word string
---@return limber.Number?
function M.read(word)
  local sign, whole, point, unit = word:match "^(%-?)(%d+)(%.?%d*)(%a*)$"
  if not whole or point == "." or #whole + #point > 15 then return nil end
  local digits = math.tointeger(tonumber(whole .. point:sub(2)))
  if sign == "-" then digits = -digits end
  local scale = math.tointeger(tonumber("1" .. ("0"):rep(#point - 1)))
  return { text = word, digits = digits, scale = scale, unit = unit ~= "" and unit or nil }
end

--- Whether a unit is one of those known.
---@param unit string
---@return boolean
function M.known(unit)
  return KNOWN[unit] == true
end

--- The unit that a field's name ends in, or nil.
---@param name string
---@return string?
function M.of(name)
  local unit = name:match "_(%a+)$"
  return unit and KNOWN[unit] and unit or nil
end

--- Whether what is written in one unit can be read in another.
---@param one string
---@param other string
---@return boolean
function M.agree(one, other)
  return one == other or LENGTHS[one] ~= nil and LENGTHS[other] ~= nil
end

local ROUND <const> = {
  down = function(num, den) return num // den end,
  up = function(num, den) return -(-num // den) end,
  nearest = function(num, den) return (2 * num + den) // (2 * den) end,
}

local function decimal(num, den)
  return (("%.6f"):format(num / den):gsub("%.?0+$", ""))
end

--- A number in a field's unit, whole where decimals are not taken.
---@param number limber.Number
---@param unit string? the field's; nil takes bare numbers only
---@param rounding table<string, "down"|"up"|"nearest">? what the ruleset declares
---@param parts boolean? decimals are taken, to the nearest millionth
---@return number?
---@return string? fault what is wrong, without the argument's name
function M.convert(number, unit, rounding, parts)
  local num, den = number.digits, number.scale
  if number.unit then
    if not KNOWN[number.unit] then
      return nil, ("has an unknown unit in %s; units are %s"):format(number.text, table.concat(M.names, ", "))
    elseif not unit then
      return nil, ("takes a number without a unit, got %s"):format(number.text)
    elseif not M.agree(number.unit, unit) then
      return nil, ("is in %s, got %s"):format(unit, number.text)
    elseif number.unit ~= unit then
      num, den = num * LENGTHS[number.unit], den * LENGTHS[unit]
    end
  end
  if num % den == 0 then return num // den end
  if parts then return decimals.rounded(num / den) end
  local round = number.unit and unit and rounding and ROUND[rounding[unit]]
  if round then return round(num, den) end
  if number.unit and number.unit ~= unit then
    return nil, ("must be whole %s, and %s is %s %s"):format(unit, number.text, decimal(num, den), unit)
  end
  return nil, ("must be whole%s, got %s"):format(unit and " " .. unit or "", number.text)
end

return M
