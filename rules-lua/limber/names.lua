--- Names of files that other files speak of: rulesets, variants, tables, the parts of a ruleset. This is the one place
--- that says what such a name is. A name is never a path: it has no dot, no slash but one where a folder is meant, no
--- zero byte, and so it leads nowhere but where the files of its kind lie.
local M <const> = {}

local LONGEST <const> = 64

--- Letters of ASCII, digits and `_`.
---@param value any
---@return boolean
function M.is_name(value)
  return type(value) == "string" and #value <= LONGEST and value:find "^[A-Za-z0-9_]+$" ~= nil
end

--- A name, or a folder's and a name in it: `game/setup`.
---@param value any
---@return boolean
function M.is_nested(value)
  return type(value) == "string" and #value <= LONGEST and value:find "^[A-Za-z0-9_]+/?[A-Za-z0-9_]+$" ~= nil
    or M.is_name(value)
end

--- Names with dots between, as procedures have: `morale.brigade`.
---@param value any
---@return boolean
function M.is_dotted(value)
  return type(value) == "string" and #value <= LONGEST and value:find "^[A-Za-z0-9_.]+$" ~= nil
end

M.RULE = "a name: letters, digits and _"

return M
