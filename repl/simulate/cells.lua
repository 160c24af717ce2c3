--- Cells of the tables that a run prints, and the words that its texts have in common.
local host <const> = require "host"
local text <const> = require "show.text"

local M <const> = {}

---@param p number
---@return string
function M.percent(p) return ("%.1f %%"):format(p * 100) end

---@param value number
---@return string
function M.number(value) return ("%.2f"):format(value) end

--- A difference: `+0.25`, `0`.
---@param value number
---@return string
function M.signed(value)
  local shown = ("%+.2f"):format(value)
  return shown:find "^[+-]0%.00$" and "0" or shown
end

--- A difference of shares in points: `-4.7`, `0`.
---@param value number
---@return string
function M.points(value)
  local shown = ("%+.1f"):format(value * 100)
  return shown:find "^[+-]0%.0$" and "0" or shown
end

--- A column of words aligned left, all others right.
---@param rows string[][]
---@param widest_first integer? how wide the first column is at least
---@param between string?
---@return string[]
function M.aligned(rows, widest_first, between)
  local widths = { widest_first or 0 }
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do widths[i] = math.max(widths[i] or 0, text.width(cell)) end
  end
  local lines = {}
  for n, row in ipairs(rows) do
    local cells = { text.left(row[1], widths[1]) }
    for i = 2, #row do cells[i] = text.right(row[i], widths[i]) end
    lines[n] = (table.concat(cells, between or "   "):gsub("%s+$", ""))
  end
  return lines
end

---@param lines string[]
---@param more string[]
function M.add(lines, more) table.move(more, 1, #more, #lines + 1, lines) end

---@param lines string[]
---@param words string
function M.add_wrapped(lines, words) M.add(lines, text.wrap(words, host.width(), "  ")) end

--- The losses of all sides, a row for each side and kind: its name and its figures.
---@param doc table
---@param of table
---@return table[]
function M.loss_rows(doc, of)
  local rows = {}
  for _, side in ipairs(doc.run.sides) do
    local chief = of.losses[side.id]
    if type(chief) == "table" then
      rows[#rows + 1] = { ("%s: %s"):format(side.name, chief.of), chief }
      for _, one in ipairs(chief.also) do rows[#rows + 1] = { ("%s: %s"):format(side.name, one.of), one } end
    end
  end
  return rows
end

--- What is counted of a kind: how many were lost, but where its name says what became of them.
---@param name string
---@return string
function M.counted(name) return name:find "ed$" and name or name .. " lost" end

---@param rules { variants: string[] }
---@return string
function M.stack_title(rules) return #rules.variants == 0 and "published" or table.concat(rules.variants, " + ") end

--- Rounds a number of battles up to two digits.
---@param games integer
---@return integer
function M.rounded_up(games)
  local unit = 1
  while games // unit >= 100 do unit = unit * 10 end
  return -(-games // unit) * unit
end

return M
