--- Commands as they were given, for a page to say them in words: who gives them, with what, and what its fields are.
local fields <const> = require "page.fields"
local json <const> = require "kernel.json"
local legality <const> = require "limber.game.legality"

local M <const> = {}

--- A command as it was given, without what goes without saying; nil where its ruleset does not declare it.
---@param game limber.Game
---@param cmd table
---@return table?
function M.of(game, cmd)
  local declared, args = game.words.commands[cmd["do"]], {}
  if cmd["do"] == "withdraw" then
    return { verb = "take_back_the_sealed_command", actor = cmd.unit, args = args }
  end
  if not declared then return cmd.choice and { verb = cmd["do"], choice = cmd.choice, args = args } or nil end
  for _, field in ipairs(declared.args) do
    if cmd[field.name] ~= field.default then args[field.name] = cmd[field.name] end
  end
  return {
    verb = cmd["do"], actor = legality.actor(declared, cmd), back = declared.rearward or nil,
    args = fields.to_page(game.rules, declared.args, args),
  }
end

--- The fields of the commands of a ruleset, and what those are called that have a title.
---@param game limber.Game
---@param used table<string, boolean>? those that are wanted; without it, all
---@return table fields
---@return table titles
function M.fields(game, used)
  local all, titles = {}, {}
  for name, declared in next, game.words.commands do
    if not used or used[name] then
      all[name], titles[name] = json.list(fields.list(declared.args)), declared.title
    end
  end
  return all, titles
end

return M
