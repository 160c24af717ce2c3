--- Fields that pieces keep in play besides those that `carries` declares: fields.csv of a ruleset, with the columns of,
-- the kinds of pieces (limber.rules.house_fields): "unit leader"; name; doc, what the field holds.
local ruleset <const> = require "limber.rules.ruleset"

local M <const> = {}

local by_ruleset <const> = setmetatable({}, { __mode = "k" })

--- What pieces of a ruleset keep: docs by kind and name. A ruleset without such a file says nothing of it.
---@param published table
---@return table<string, table<string, string>>
function M.of(published)
  local kept = by_ruleset[published]
  if kept then return kept end
  kept = {}
  for _, row in ipairs(ruleset.rows(published, "fields")) do
    for kind in row.of:gmatch "%S+" do
      kept[kind] = kept[kind] or {}
      kept[kind][row.name] = row.doc
    end
  end
  by_ruleset[published] = kept
  return kept
end

return M
