--- Comma-separated data as rulesets keep it: a header row, then rows; quotes where a cell has commas.
local bounds <const> = require "limber.language.bounds"

local M <const> = {}

--- What is wrong with a file, with its line.
local function fail(path, line, message, ...)
  error(("%s:%d: %s"):format(path, line, message:format(...)), 0)
end

local QUOTE <const>, RETURN <const>, MINUS <const>, ZERO <const>, NINE <const> = ('"\r-09'):byte(1, 5)

local function cells_of(line, path, number)
  local cells, at = {}, 1
  if not line:find('"', 1, true) then
    for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    return cells
  end
  while at <= #line + 1 do
    if line:byte(at) == QUOTE then
      local text = ""
      repeat
        local from, to = line:find('"', at + 1, true)
        if not from then fail(path, number, "a quoted cell has no end") end
        text = text .. line:sub(at + 1, from - 1)
        at = to + 1
        local doubled = line:byte(at) == QUOTE
        if doubled then text = text .. '"' end
      until not doubled
      if at <= #line and line:sub(at, at) ~= "," then
        fail(path, number, "after a quoted cell comes a comma, not %s", bounds.quoted(line:sub(at, at)))
      end
      cells[#cells + 1] = text
      at = at + 1
    else
      local comma = line:find(",", at, true) or #line + 1
      cells[#cells + 1] = line:sub(at, comma - 1)
      at = comma + 1
    end
  end
  return cells
end

local function typed(cell)
  local first = cell:byte()
  if first ~= MINUS and (first < ZERO or first > NINE) then return cell end
  return math.tointeger(tonumber(cell:match "^%-?%d+$")) or cell
end

--- The columns that a header names, none of them twice.
local function header_of(cells, path, number)
  local seen = {}
  for _, column in ipairs(cells) do
    if seen[column] then fail(path, number, "the header names the column %s twice", bounds.said(column)) end
    seen[column] = true
  end
  return cells
end

--- Reads CSV text. Whole numbers become integers, empty cells nil, all else stays text.
---@param text string
---@param path string its file, for errors
---@return string[] header
---@return table[] rows each a map from column name to cell
---@return integer[] lines the line of each row in its file
function M.read(text, path)
  local header, rows, lines, number, values = nil, {}, {}, 0, {}
  local garbled = bounds.bad_line(text)
  if garbled then fail(path, garbled, bounds.NO_UTF8) end
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    if line:byte(-1) == RETURN then line = line:sub(1, -2) end
    number = number + 1
    if line ~= "" then
      local cells = cells_of(line, path, number)
      if not header then
        header = header_of(cells, path, number)
      elseif #cells ~= #header then
        fail(path, number, "the line has %d cells, the header %d", #cells, #header)
      else
        local row = {}
        for i = 1, #header do
          local cell = cells[i]
          if cell ~= "" then
            local value = values[cell] or typed(cell)
            values[cell], row[header[i]] = value, value
          end
        end
        rows[#rows + 1], lines[#rows + 1] = row, number
      end
    end
  end
  return header or {}, rows, lines
end

return M
