-- Lengths of the table in inches, as the rules ask for them, and in words.

local M <const> = {}

local INCH <const> = inch(1)
local HUNDREDTH <const> = inch(1) // 100

--- A measured length in inches, to the hundredth: what is over one, by more than rounding, counts as the next.
---@param um integer
---@return number
function M.of(um)
  local n = (um + HUNDREDTH - 1 - tabletop.TOUCH) // HUNDREDTH
  return math.tointeger(n // 100 == n / 100 and n // 100 or nil) or rounded(n / 100)
end

--- Inches as a length of the table, rounded down.
---@param inches number
---@return integer
function M.um(inches) return math.floor(inches * INCH + 0.000001) end

--- A length as the story tells it: "9 in" on a table that is played in inches.
---@param um integer
---@return string
function M.said(um) return ("%.1f mm"):format(um / mm(1)) end

return M
