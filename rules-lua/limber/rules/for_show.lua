--- Tables, rows and columns that stand in a ruleset's data for readers alone: no rule reads them. A lookup says so,
--- `for_show = true` of all its cells, `for_show = { "ground_scale" }` of a row or a column by its name; a house rule
--- that changes such a cell is refused, since the change would do nothing. `limber check RULESET` keeps the marks true.
local lists <const> = require "limber.common.lists"

local M <const> = {}

local NO_USE <const> = "no rule reads %s, it is only for show: a change would have no effect"

--- What is wrong with `for_show` of a lookup, or nil.
---@param mark any
---@return string?
function M.misuse(mark)
  local fits = mark == nil or mark == true or type(mark) == "table" and #mark > 0
  for i = 1, type(mark) == "table" and #mark or 0 do fits = fits and type(mark[i]) == "string" end
  return not fits and "for_show must be true, or a list of its rows and columns" or nil
end

--- Why it is no use to change a cell, or nil.
---@param spec table the lookup
---@param name string the table
---@param places string[] the cell's
---@return string?
function M.fault(spec, name, places)
  local mark = spec.for_show
  if not mark then return nil end
  if mark == true then return NO_USE:format("the table " .. name) end
  for _, place in ipairs(places) do
    if lists.has(mark, place) then return NO_USE:format(("%s of the table %s"):format(place, name)) end
  end
end

return M
