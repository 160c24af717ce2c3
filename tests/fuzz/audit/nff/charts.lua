--- The charts of Napoleonic Fire & Fury: files that are data, which an owner of the rules may replace.
local M <const> = {}

local CHARTS <const> = "rules-lua/nff/charts/"

--- The rows of a chart, in order: its cells by their columns, numbers as numbers, an empty cell as nil.
---@param name string
---@return table<string, string|number>[]
function M.rows(name)
  local rows, heads = {}, nil
  local file <close> = assert(io.open(CHARTS .. name .. ".csv"))
  for text in file:lines() do
    local cells = {}
    for cell in (text .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    if heads then
      local row = {}
      for i, head in ipairs(heads) do row[head] = cells[i] ~= "" and (tonumber(cells[i]) or cells[i]) or nil end
      rows[#rows + 1] = row
    end
    heads = heads or cells
  end
  return rows
end

--- The first row whose bounds hold a number, and that a test lets pass.
---@param least string the column of the lower bound; empty: none
---@param most string
---@param fits (fun(row: table): boolean)?
function M.row(rows, least, most, number, fits)
  for _, row in ipairs(rows) do
    local within = number >= (row[least] or -math.huge) and number <= (row[most] or math.huge)
    if within and (not fits or fits(row)) then return row end
  end
end

--- The row of a key.
function M.keyed(rows, column, key)
  for _, row in ipairs(rows) do
    if row[column] == key then return row end
  end
end

return M
