--- Cells that a variant changes by a pattern or a formula:
--
--   cells = { ["weapons.*.long_mm"] = function(old) return old * 5 // 4 end, ["saves.*"] = 4 }
-- `*` stands for every place of a key or column. A pattern matches the cells that its table has, and must match one. A
-- formula gets the cell's value under the layers below, and the places of its path. It runs when the layer is laid, and
-- is refused if a second run gives another value.
local kinds <const> = require "limber.rules.kinds"
local guest <const> = require "limber.rules.guest"
local tables <const> = require "limber.rules.tables"

local M <const> = {}

local function has_star(places)
  for _, place in ipairs(places) do
    if place == "*" then return true end
  end
  return false
end

--- Calls `fn(position, path, places)` for each cell that a pattern meets, in the order of the table.
local function each(whole, places, fn)
  local axes, chosen = whole.axes, {}
  local function go(a, at)
    if a > #axes then
      local cell = whole.cells[at + 1]
      if cell ~= nil and cell ~= whole.spec.sparse then
        fn(at + 1, whole.name .. "." .. table.concat(chosen, "."), table.move(chosen, 1, #chosen, 1, {}))
      end
      return
    end
    local only = places[a] ~= "*" and axes[a].index[places[a]]
    for i = only or 1, only or #axes[a].names do
      chosen[a] = axes[a].names[i]
      go(a + 1, at * #axes[a].names + i - 1)
    end
  end
  go(1, 0)
end

--- A pattern with the first place for each star, to be checked like a path.
local function without_stars(whole, places)
  local plain = {}
  for i, place in ipairs(places) do
    plain[i] = place == "*" and whole.axes[i] and whole.axes[i].names[1] or place
  end
  return plain
end

--- What a formula gives for a cell; whole numbers of any kind of division are whole.
local function worked(layer, path, formula, old, places)
  local done, first = pcall(formula, old, table.unpack(places))
  if not done then
    local where = (" (for the cell %s, which is %s)"):format(table.concat(places, "."), tostring(old))
    if type(first) == "string" then first = first .. where end
    if type(first) == "table" and type(first.message) == "string" then first.message = first.message .. where end
    error(first, 0)
  end
  local again = formula(old, table.unpack(places))
  if first ~= again and (first == first or again == again) then
    kinds.fail(layer, path, "the formula gives %s and then %s for the same cell", tostring(first), tostring(again))
  end
  return math.type(first) == "float" and math.tointeger(first) or first
end

--- The cells that a path, a pattern or a formula of a layer changes.
---@param layer table
---@param whole limber.Table
---@param path string as the layer has it
---@param value integer|string|fun(old: integer|string, ...: string): integer|string
---@return { at: integer, path: string, old: any, new: any }[]
function M.cells(layer, whole, path, value)
  local _, places = tables.places(path)
  local star, found = has_star(places), {}
  local at, fault = tables.locate(whole, star and without_stars(whole, places) or places)
  fault = fault or tables.refuse_change(whole, places)
  if fault then kinds.fail(layer, path, "%s", fault.message) end
  local formula = type(value) == "function" and guest.face(layer, value)
  local function change(position, cell_path, cell_places)
    local old = whole.cells[position]
    local new = value
    if formula then new = worked(layer, path, formula, old, cell_places) end
    local wrong = tables.refuse_value(whole, position, new)
    if wrong then kinds.fail(layer, path, "%s", wrong.message) end
    found[#found + 1] = { at = position, path = cell_path, old = old, new = new }
  end
  if star then each(whole, places, change) else change(at, tables.path(whole, at), places) end
  if #found == 0 then kinds.fail(layer, path, "%s meets no cell", path) end
  return found
end

--- The most changes of one pattern that `:diff` lists one by one.
local TOLD <const> = 8

--- The changes of a pattern in words: each cell, or each change with its number of cells.
---@param path string
---@param changed { path: string, old: any, new: any }[]
---@return string
function M.shown(path, changed)
  local parts = {}
  if #changed <= TOLD then
    for i, one in ipairs(changed) do parts[i] = ("%s is %s (%s before)"):format(one.path, one.new, one.old) end
    return table.concat(parts, ", ")
  end
  local counts, order = {}, {}
  for _, one in ipairs(changed) do
    local change = ("%s to %s"):format(one.old, one.new)
    if not counts[change] then order[#order + 1] = change end
    counts[change] = (counts[change] or 0) + 1
  end
  for i = 1, math.min(#order, TOLD) do
    local times = counts[order[i]]
    parts[i] = times == 1 and order[i] or ("%s (%d times)"):format(order[i], times)
  end
  if #order > TOLD then parts[#parts + 1] = "and more" end
  return ("%s changes %d cells: %s"):format(path, #changed, table.concat(parts, ", "))
end

return M
