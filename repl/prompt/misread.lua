--- Lines that are Lua, or nearly, and were meant for a change of the rules: a cell without its table, a value without
--- its `=`, a value that is none, a word of variants without its braces.
local cells_called <const> = require "show.cells_called"
local text <const> = require "show.text"

local M <const> = {}

--- Words whose pages show how they are written.
local PAGES <const> = {
  modifier = "modifier", wrap = "wrap", lay = "lay", insert = "lay", procedure = "lay", story = "lay",
}

--- `attacking_buildings = -3`, where no such name is in use.
local function cell_alone(session, line)
  local name, value = line:match "^%s*([%a_][%w_]*)%s*=%s*([^=].-)%s*$"
  if not name or session.env[name] ~= nil then return nil end
  local found = cells_called.of(session.rules, name)
  for i, path in ipairs(found) do found[i] = ("%s = %s"):format(path, value) end
  return #found > 0 and ("did you mean %s?"):format(text.list(found, "or")) or nil
end

--- `infantry_modifiers attacking_buildings -3`.
local function without_equals(session, line)
  local path, value = line:match "^%s*([%a_][%w_. ]-)[ :]+(%-?%d+)%s*$"
  local first = path and path:gsub("^tables[. ]+", ""):match "^[%a_][%w_]*"
  if not first or session.env[first] ~= nil or not session.rules.draft.lookups[first] then return nil end
  return ("did you mean %s = %s?"):format(path:gsub("%s+", "."), value)
end

--- Words that are values of Lua.
local VALUES <const> = { ["nil"] = true, ["true"] = true, ["false"] = true }

--- `tables.fire.near = three`, where `three` is nothing, so that it would take the change back; `= 2,5`, which is two
--- values in Lua.
local function no_value(session, line)
  local path, value = line:match "^%s*([%a_][%w_.]*)%s*=%s*([^=].-)%s*;?%s*$"
  local first = path and path:match "^([%a_][%w_]*)%."
  if first ~= "tables" and first ~= "option" then return nil end
  local whole, part = value:match "^(%-?%d+)%s*,%s*(%d+)$"
  if whole then return ("%s takes one value: %s or %s.%s, not %s"):format(path, whole, whole, part, value) end
  local word = value:match "^[%a_][%w_]*$"
  if not word or VALUES[word] or session.env[word] ~= nil then return nil end
  return ("%s is no value here: write a number, true or false, or a word in quotes, %q; nil takes a change back")
    :format(word, word)
end

--- What a line was meant for; nil where it is nothing of the kind.
---@param session limber.Session
---@param line string
---@return string?
function M.meant(session, line)
  return cell_alone(session, line) or without_equals(session, line) or no_value(session, line)
end

--- What is added to a fault of the language in a line that begins with a word of variants.
---@param line string
---@return string
function M.hint(line)
  local page = PAGES[line:match "^%s*([%a_]+)" or ""]
  return page and ("; ?%s shows how it is written"):format(page) or ""
end

return M
