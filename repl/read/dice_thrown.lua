--- Throws dice that were typed, die by die.
local read <const> = require "read.dice"

local M <const> = {}

--- One die with what is thrown again; the values that stand are added to `faces`.
local function one_die(term, throw, faces)
  local text, again = "", -1
  repeat
    local value = throw(term.die)
    while term.reroll and read.holds(term.reroll.test, value) do
      text = text .. value .. ">"
      value = throw(term.die)
      if not term.reroll.always then break end
    end
    text, again = text .. value, again + 1
    faces[#faces + 1] = value
    local more = term.explode and again < term.explode.most and read.holds(term.explode.test, value)
    if more then text = text .. "+" end
  until not more
  return text
end

--- What one throw of several dice makes.
local function thrown(term, throw, shown)
  local dice = {}
  for i = 1, term.n do
    local faces, made = {}, 0
    shown[#shown + 1] = one_die(term, throw, faces)
    for _, face in ipairs(faces) do
      made = made + (not term.count and face or read.holds(term.count, face) and 1 or 0)
    end
    dice[i] = made
  end
  if term.keep then table.sort(dice) end
  local k = term.keep and term.keep.k or term.n
  local first = term.keep and term.keep.side == "highest" and term.n - k + 1 or 1
  local sum = 0
  for i = first, first + k - 1 do sum = sum + dice[i] end
  return sum
end

--- The total of a sum, from faces that are thrown one by one; `shown` gets a text for each die.
---@param terms limber.DiceTerm[]
---@param throw fun(die: table): integer a face
---@param shown string[]
---@return integer
function M.total(terms, throw, shown)
  local total = 0
  for _, term in ipairs(terms) do total = total + term.sign * (term.plain or thrown(term, throw, shown)) end
  return total
end

return M
