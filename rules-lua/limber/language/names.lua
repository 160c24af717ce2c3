--- Names of files that other files speak of: rulesets, variants, tables, the parts of a ruleset. This is the one place
--- that says what such a name is. A name is never a path: it has no dot and no zero byte, and a slash only between the
--- folders of a ruleset and the file in them, so it leads nowhere but where the files of its kind lie.
local M <const> = {}

local LONGEST <const> = 64

--- Letters of ASCII, digits and `_`.
---@param value any
---@return boolean
function M.is_name(value)
  return type(value) == "string" and #value <= LONGEST and value:find "^[A-Za-z0-9_]+$" ~= nil
end

--- One name or more, in a list.
---@param list any
---@return boolean
function M.is_list(list)
  if type(list) ~= "table" or #list == 0 then return false end
  for key, one in next, list do
    if math.type(key) ~= "integer" or not M.is_name(one) then return false end
  end
  return true
end

--- A name, or a name in folders: `game/army/setup`.
---@param value any
---@return boolean
function M.is_nested(value)
  if type(value) ~= "string" or #value > LONGEST or value:find "//" then return false end
  return value:find "^[A-Za-z0-9_][A-Za-z0-9_/]*$" ~= nil and value:sub(-1) ~= "/"
end

--- Names with dots between, as procedures have: `morale.brigade`.
---@param value any
---@return boolean
function M.is_dotted(value)
  return type(value) == "string" and #value <= LONGEST and value:find "^[A-Za-z0-9_.]+$" ~= nil
end

--- Where the table of a variant may lie: beside the variant's file, or in the folder that is named as the variant.
---@param path string of the variant's file
---@param name string of the table
---@return string[] paths none where one of both is no such name
function M.beside(path, name)
  local folder, variant = path:match "^(.-)([^/]+)%.lua$"
  if not variant or not M.is_name(name) then return {} end
  return { ("%s%s.csv"):format(folder, name), ("%s%s/%s.csv"):format(folder, variant, name) }
end

--- Where the army lies that a scenario names: a file in a folder beside the scenario's.
---@param path string of the scenario's file
---@param file string as it is named, FOLDER/NAME.lua
---@return string? path
function M.army(path, file)
  local folder, name = file:match "^([^/]+)/([^/]+)%.lua$"
  if not (folder and M.is_name(folder) and M.is_name(name)) then return nil end
  return path:match "^(.-)[^/]*$" .. file
end

--- Where the variant lies that a scenario names, if it lies beside the scenario.
---@param path string of the scenario's file
---@param source string as it is named, NAME, with its turns or without
---@return string? path nil where the name is none
---@return string? turns as they are written after it
function M.variant(path, source)
  local name, turns = source:match "^([^@]*)(.*)$"
  if not M.is_name(name) then return nil end
  local folder = path:match "^(.-)[^/]*$"
  return ("%s%s.lua"):format(folder == "" and "./" or folder, name), turns
end

M.RULE = "a name: letters, digits and _"

return M
