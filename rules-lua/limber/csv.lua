--- Comma-separated data as rulesets keep it: a header row, then rows; quotes where a cell has commas.
local M <const> = {}

local function cells_of(line)
  local cells, at = {}, 1
  while at <= #line + 1 do
    if line:sub(at, at) == '"' then
      local text = ""
      repeat
        local from, to = line:find('"', at + 1, true)
        if not from then error "a quoted cell has no end" end
        text = text .. line:sub(at + 1, from - 1)
        at = to + 1
        local doubled = line:sub(at, at) == '"'
        if doubled then text = text .. '"' end
      until not doubled
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
  if cell == "" then return nil end
  return math.tointeger(tonumber(cell:match "^%-?%d+$")) or cell
end

--- Reads CSV text. Whole numbers become integers, empty cells nil, all else stays text.
---@param text string
---@param name string what to call it in errors
---@return string[] header
---@return table[] rows each a map from column name to cell
function M.read(text, name)
  local header, rows, number = nil, {}, 0
  for line in text:gmatch "[^\r\n]+" do
    number = number + 1
    local cells = cells_of(line)
    if not header then
      header = cells
    else
      if #cells ~= #header then
        error(("%s: line %d has %d cells, the header %d"):format(name, number, #cells, #header), 0)
      end
      local row = {}
      for i, column in ipairs(header) do row[column] = typed(cells[i]) end
      rows[#rows + 1] = row
    end
  end
  return header or {}, rows
end

return M
