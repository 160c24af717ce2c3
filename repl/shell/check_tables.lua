--- Keeps a ruleset's marks true: a table, a constant or a column that no rule or game file reads must be marked
--- `for_show`, so that a house rule that changes it is refused; and what is marked must not be read.
--
-- It goes by the text of the files: what is looked up by a name that is put together counts as read when a part of the
-- name that begins or ends with "_" stands in quotes.
local lists <const> = require "limber.common.lists"
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- The text of all rule and game files, without comments and without the lookups.
local function text_of(published)
  local parts = {}
  for _, file in ipairs(published.files) do
    if file.path:find "%.lua$" then
      local text = ("\n" .. file.text):gsub("%-%-[^\n]*", ""):gsub('\nlookup "[%w_]+" (%b{})', "\n")
      parts[#parts + 1] = text
    end
  end
  return table.concat(parts, "\n")
end

--- Does a name stand in the text, whole or put together from parts?
local function is_named(text, name)
  if text:find("%f[%w_]" .. name .. "%f[^%w_]") then return true end
  for at in name:gmatch "()_" do
    if text:find('"' .. name:sub(1, at) .. '"', 1, true) or text:find('"' .. name:sub(at) .. '"', 1, true) then
      return true
    end
  end
  for form in text:gmatch '"([%w_]*%%[sd][%w_%%]*_[%w_%%]*)"' do
    local says = form:gsub("%%[sd]", ""):find "%a" -- "%s_%s" would be all names
    if says and name:find("^" .. form:gsub("%%[sd]", "[%%w_]+") .. "$") then return true end
  end
  return false
end

--- Does a solo commander's policy read the table, whatever its columns are called?
local function is_read_whole(text, name) return text:find('characters = "' .. name .. '"', 1, true) ~= nil end

--- Does the text look a table up?
local function is_looked_up(text, name)
  if is_read_whole(text, name) then return true end
  for _, pattern in ipairs { "tables%." .. name .. "%f[^%w_]", 'cell%("' .. name .. '"', 'keys%("' .. name .. '"',
    'table = "' .. name .. '"', 'weights = "' .. name .. '"' } do
    if text:find(pattern) then return true end
  end
  return false
end

--- Does the text look a row of constants, or a column of a table, up?
local function is_part_read(text, name, part)
  if name == "constants" then return text:find("constant%." .. part .. "%f[^%w_]") ~= nil end
  return text:find("tables%." .. name .. '%([^\n]*"' .. part .. '"') ~= nil
    or text:find('cell%("' .. name .. '"[^\n]*"' .. part .. '"') ~= nil
end

--- The rows or columns that the rules must ask for by their own names.
local function parts_of(published, name)
  local axes = ruleset.table(published, name).axes
  if name == "constants" then return axes[1].names end
  local columns = axes[#axes]
  return #axes > 1 and not published.lookups[name].across and columns.name == "column" and columns.names or {}
end

local function check_table(published, text, name, say)
  local spec = published.lookups[name]
  local mark = spec.for_show
  local read = name == "constants" or is_named(text, name)
  if mark == true then
    if is_looked_up(text, name) then say(spec, ("the table %s is marked for_show, but rules read it"):format(name)) end
    return
  end
  if not read then return say(spec, ("no rule reads the table %s: mark it for_show = true"):format(name)) end
  local parts = parts_of(published, name)
  for _, part in ipairs(parts) do
    if lists.has(mark, part) then
      if is_part_read(text, name, part) then
        say(spec, ("%s of the table %s is marked for_show, but rules read it"):format(part, name))
      end
    elseif not is_named(text, part) and not is_read_whole(text, name) then
      say(spec, ("no rule reads %s of the table %s: mark it, for_show = { %q }"):format(part, name, part))
    end
  end
  for _, part in ipairs(mark or {}) do
    if not lists.has(parts, part) then say(spec, ("for_show: the table %s has no %s"):format(name, part)) end
  end
end

--- The faults of the marks, a line each.
---@param published table
---@return string[]
function M.faults(published)
  local wrong, text, instead = {}, text_of(published), {}
  local function say(spec, message) wrong[#wrong + 1] = ("%s:%d: %s"):format(spec.file, spec.line, message) end
  for _, name in ipairs(require("limber.rules.variants").names(published)) do
    local layer = require("limber.rules.variants").load(published, name)
    for _, other in next, layer and layer.tables or {} do instead[other] = true end
  end
  for _, name in ipairs(sorted.keys(published.lookups)) do
    if not instead[name] then check_table(published, text, name, say) end -- else a variant reads it in another's place
  end
  return wrong
end

return M
