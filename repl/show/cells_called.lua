--- Cells and options by a name alone: `attacking_buildings` is the cell infantry_modifiers.attacking_buildings.
local sorted <const> = require "limber.common.sorted"
local tables <const> = require "limber.rules.tables"

local M <const> = {}

--- The most that are named.
local MOST <const> = 5

--- What a name may be assigned to: `tables.TABLE.NAME`, with the first column of several, or `option.NAME`.
---@param rules limber.Rules
---@param name string
---@return string[]
function M.of(rules, name)
  local found = {}
  if rules.draft.declared_options[name] then found[1] = "option." .. name end
  for _, of in ipairs(sorted.keys(rules.draft.lookups)) do
    local whole = rules.draft.table(of)
    local place = whole.axes[1].index[name]
    local at = place and (place - 1) * (#whole.cells // #whole.axes[1].names) + 1
    if at and not tables.refuse_change(whole, { name }) and #found < MOST then
      found[#found + 1] = "tables." .. tables.path(whole, at)
    end
  end
  return found
end

return M
