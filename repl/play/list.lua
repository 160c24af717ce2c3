--- The `:commands` of the prompt, gathered from the files that define them.
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.Command
---@field name string
---@field usage string what follows the name
---@field doc string one line
---@field run fun(session: table, rest: string): "quit"?
---@field looks boolean? it changes nothing and asks nothing: it may be done while a question waits
---@field pages boolean? it only shows things: what is longer than the screen goes through a pager
---@field takes_command boolean? what follows may be a command of the game, or speak of one that is sealed
---@field complete (fun(session: table, words: string[], word: string): string[])? words before the one being typed

local by_name, names = {}, {}

--- Adds a command. Its name is without the colon.
---@param command limber.Command
function M.add(command)
  if by_name[command.name] then error(("command :%s is defined twice"):format(command.name), 2) end
  by_name[command.name] = command
  names[#names + 1] = command.name
  table.sort(names)
end

--- A command by its name, or by a beginning that only it has; else nil and what is wrong.
---@param name string
---@return limber.Command?
---@return string?
function M.find(name)
  if by_name[name] then return by_name[name] end
  local found = {}
  for _, known in ipairs(names) do
    if known:sub(1, #name) == name then found[#found + 1] = known end
  end
  if #found == 1 and name ~= "" then return by_name[found[1]] end
  if #found > 1 then return nil, (":%s may be :%s"):format(name, table.concat(found, " or :")) end
  return nil, ("no command :%s%s; :help lists them"):format(name, suggest.hint(name, names))
end

--- Whether there is a command of exactly this name.
---@param name string
---@return boolean
function M.is(name)
  return by_name[name] ~= nil
end

--- The names of all commands, in order.
---@return string[]
function M.names()
  return names
end

return M
