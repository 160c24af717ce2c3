--- Tables, rows and columns that are only for readers: no rule reads them. A lookup marks them, `for_show = true` for
--- all its cells, `for_show = { "ground_scale" }` for a row or column by its name. A house rule that changes such a
--- cell is refused, since the change would have no effect. `limber check RULESET` verifies the marks.
local lists <const> = require "limber.common.lists"

local M <const> = {}

local NO_USE <const> = "no rule reads %s, it is only for show: a change would have no effect"

--- The fault of `for_show` of a lookup, or nil.
---@param mark any
---@return string?
function M.misuse(mark)
  local fits = mark == nil or mark == true or type(mark) == "table" and #mark > 0
  for i = 1, type(mark) == "table" and #mark or 0 do fits = fits and type(mark[i]) == "string" end
  return not fits and "for_show must be true, or a list of its rows and columns" or nil
end

--- Why a change of a cell has no effect, or nil.
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
