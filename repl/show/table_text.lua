--- A table of the rules as people read it: rows and columns, or the part of it that some places lead to.
local text <const> = require "show.text"

local M <const> = {}

--- How a table is read: `roll, then guns`.
---@param whole limber.Table
---@return string
function M.axes(whole)
  local names = {}
  for i, axis in ipairs(whole.axes) do names[i] = axis.name end
  return table.concat(names, ", then ")
end

--- Positions in a table's cells, by its last axis or its last two.
local function cell(whole, places)
  local at = 0
  for i, axis in ipairs(whole.axes) do at = at * #axis.names + places[i] - 1 end
  return tostring(whole.cells[at + 1])
end

local function rows_of(whole, fixed)
  local count = #whole.axes - #fixed
  local rows = {}
  if count == 1 then
    for i, name in ipairs(whole.axes[#whole.axes].names) do
      local places = table.move(fixed, 1, #fixed, 1, {})
      places[#places + 1] = i
      rows[i] = { name, cell(whole, places) }
    end
    return rows
  end
  local down, across = whole.axes[#fixed + 1], whole.axes[#fixed + 2]
  rows[1] = table.move(across.names, 1, #across.names, 2, { down.name })
  for i, name in ipairs(down.names) do
    local row = { name }
    for j = 1, #across.names do
      local places = table.move(fixed, 1, #fixed, 1, {})
      places[#places + 1], places[#places + 2] = i, j
      row[j + 1] = cell(whole, places)
    end
    rows[i + 1] = row
  end
  return rows
end

--- The text of a table, or of the part that `places` (by name) leave; a table of three axes is shown part by part.
---@param whole limber.Table
---@param places string[]
---@return string
function M.text(whole, places)
  local fixed = {}
  for i, place in ipairs(places) do fixed[i] = whole.axes[i].index[place] end
  local lines = {}
  local left = #whole.axes - #fixed
  if left > 2 then
    for i, name in ipairs(whole.axes[#fixed + 1].names) do
      local deeper = table.move(places, 1, #places, 1, {})
      deeper[#deeper + 1] = name
      if i > 1 then lines[#lines + 1] = "" end
      lines[#lines + 1] = M.text(whole, deeper)
    end
    return table.concat(lines, "\n")
  end
  local title = #places > 0 and whole.name .. "." .. table.concat(places, ".") or whole.name
  lines[1] = ("%s (%s)"):format(title, M.axes(whole))
  table.move(text.columns(rows_of(whole, fixed), "  "), 1, #whole.cells + 1, 2, lines)
  return table.concat(lines, "\n")
end

return M
