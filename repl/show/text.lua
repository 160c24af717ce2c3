--- Laying out text for a terminal: wrapped lines, columns, numbers as people read them.
local printable <const> = require "kernel.printable"

local M <const> = {}

--- How many columns a text takes on a terminal.
M.width = printable.width

--- A text in one line: what does not print, newlines included, is shown by its escape.
M.line = printable.line

--- A text filled up with blanks to a width.
---@param text string
---@param width integer
---@return string
function M.left(text, width)
  return text .. (" "):rep(width - M.width(text))
end

---@param text string
---@param width integer
---@return string
function M.right(text, width)
  return (" "):rep(width - M.width(text)) .. text
end

--- Breaks a text at blanks into lines of at most `width`; lines after the first begin with `indent`.
---@param text string
---@param width integer
---@param indent string?
---@return string[]
function M.wrap(text, width, indent)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    if line == "" then
      line = word
    elseif M.width(line) + 1 + M.width(word) <= width then
      line = line .. " " .. word
    else
      lines[#lines + 1] = line
      line = (indent or "") .. word
    end
  end
  lines[#lines + 1] = line
  return lines
end

--- Lines as they are, but prose that is wider is broken at blanks; what stands in columns, or has colours, is left.
---@param lines string
---@param width integer
---@return string
function M.prose(lines, width)
  return (lines:gsub("[^\n]+", function(line)
    local indent, prose = line:match "^(%s*)(.*)$"
    if M.width(line) <= width or prose:find "  " or prose:find "\27" then return nil end
    return indent .. table.concat(M.wrap(prose, width - #indent, "  "), "\n" .. indent)
  end))
end

--- Adds a labelled paragraph: the label, then its text wrapped beside it.
---@param lines string[]
---@param label string
---@param text string
---@param label_width integer
---@param width integer
function M.add_labelled(lines, label, text, label_width, width)
  local beside = (" "):rep(label_width)
  for i, part in ipairs(M.wrap(text, math.max(20, width - label_width))) do
    lines[#lines + 1] = ((i == 1 and M.left(label, label_width) or beside) .. part):gsub("%s+$", "")
  end
end

--- Labels longer than this have a line of their own; where all have, what is beneath stands so far in.
local LONGEST <const>, INDENT <const> = 26, 6

--- Adds rows of two columns, the second wrapped.
---@param lines string[]
---@param rows string[][]
---@param width integer
function M.add_rows(lines, rows, width)
  local labels = {}
  for _, row in ipairs(rows) do
    if M.width(row[1]) <= LONGEST then labels[#labels + 1] = row[1] end
  end
  local beside = #labels > 0 and M.widest(labels) + 2 or INDENT
  for _, row in ipairs(rows) do
    local label = row[1]
    if M.width(label) > LONGEST then
      for line in M.prose(label, width):gmatch "[^\n]+" do lines[#lines + 1] = line end
      label = ""
    end
    M.add_labelled(lines, label, row[2], beside, width)
  end
end

--- Rows of cells as lines of aligned columns; the last column is not filled up.
---@param rows string[][]
---@param indent string?
---@return string[]
function M.columns(rows, indent)
  local widths, lines, shown = {}, {}, {}
  for n, row in ipairs(rows) do
    shown[n] = {}
    for i, cell in ipairs(row) do
      shown[n][i] = M.line(cell)
      widths[i] = math.max(widths[i] or 0, M.width(shown[n][i]))
    end
  end
  for n, row in ipairs(shown) do
    local cells = {}
    for i, cell in ipairs(row) do cells[i] = i < #row and M.left(cell, widths[i]) or cell end
    lines[n] = ((indent or "") .. table.concat(cells, "  ")):gsub("%s+$", "")
  end
  return lines
end

--- A column is made no narrower than this, nor narrower than its longest word.
local NARROWEST <const> = 8

--- The widths of columns that fit a line: the widest give way first.
local function fitting(rows, room)
  local widths, least, total = {}, {}, 0
  for _, row in ipairs(rows) do
    for i, cell in ipairs(type(row) == "table" and row or {}) do
      local before = #cell:match "^%s*"
      widths[i] = math.max(widths[i] or 0, M.width(cell))
      least[i] = least[i] or math.min(NARROWEST, room)
      for word in cell:gmatch "%S+" do least[i] = math.max(least[i], before + M.width(word)) end
    end
  end
  for _, width in ipairs(widths) do total = total + width + 2 end
  total = total - 2
  while total > room do
    local widest
    for i, width in ipairs(widths) do
      if width > least[i] and (not widest or width > widths[widest]) then widest = i end
    end
    if not widest then break end
    widths[widest], total = widths[widest] - 1, total - 1
  end
  return widths
end

--- A cell in lines of a width; the blanks before its first word stand before every line.
local function cell_lines(cell, width)
  if M.width(cell) <= width then return { cell } end
  local before = cell:match "^%s*"
  local lines = M.wrap(cell, width - #before)
  for i, line in ipairs(lines) do lines[i] = before .. line end
  return lines
end

--- The rows without columns in which only the first of them has anything.
local function without_empty(rows)
  local used = {}
  for n, row in ipairs(rows) do
    for i, cell in ipairs(n > 1 and type(row) == "table" and row or {}) do used[i] = used[i] or cell ~= "" end
  end
  local kept = {}
  for n, row in ipairs(rows) do
    kept[n] = type(row) == "table" and {} or row
    for i, cell in ipairs(type(row) == "table" and row or {}) do
      if used[i] then table.insert(kept[n], cell) end
    end
  end
  return kept
end

--- Rows of cells as aligned columns that fit a width: what is too long goes on beneath itself, and no word is broken. A
--- row that is a text stands across all columns. `titled`: a column with nothing below its title may be left out.
---@param rows (string[]|string)[]
---@param width integer
---@param indent string?
---@param titled boolean?
---@return string[]
function M.fitted(rows, width, indent, titled)
  indent = indent or ""
  local widths, total = fitting(rows, math.maxinteger), #indent - 2
  for _, one in ipairs(widths) do total = total + one + 2 end
  if titled and total > width then rows = without_empty(rows) end
  local lines = {}
  widths = fitting(rows, width - #indent)
  for _, row in ipairs(rows) do
    if type(row) == "string" then
      for _, line in ipairs(cell_lines(row, width - #indent)) do lines[#lines + 1] = indent .. line end
      row = {}
    end
    local cells, deep = {}, #row > 0 and 1 or 0
    for i, cell in ipairs(row) do
      cells[i] = cell_lines(cell, widths[i])
      deep = math.max(deep, #cells[i])
    end
    for n = 1, deep do
      local parts = {}
      for i, of_cell in ipairs(cells) do parts[i] = M.left(of_cell[n] or "", widths[i]) end
      lines[#lines + 1] = (indent .. table.concat(parts, "  ")):gsub("%s+$", "")
    end
  end
  return lines
end

--- The longest of some texts.
---@param texts string[]
---@return integer
function M.widest(texts)
  local widest = 0
  for _, text in ipairs(texts) do widest = math.max(widest, M.width(text)) end
  return widest
end

--- A whole number with its sign: `+5`, `-4`, `+0`.
---@param value any
---@return string
function M.signed(value)
  return math.type(value) == "integer" and ("%+d"):format(value) or tostring(value)
end

--- Names in a sentence: `a, b and c`.
---@param names string[]
---@param last string? "and" when left out
---@return string
function M.list(names, last)
  if #names < 2 then return names[1] or "" end
  return table.concat(names, ", ", 1, #names - 1) .. " " .. (last or "and") .. " " .. names[#names]
end

return M
