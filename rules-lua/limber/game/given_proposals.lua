--- What a house rule's own command proposes: each proposal says who acts and how, and what the command's check refuses
--- is not offered.
local house_fields <const> = require "limber.rules.house_fields"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- What a proposal says besides the arguments of its command (limber.game.words).
local BESIDES <const> = { side = true, ["do"] = true, score = true, text = true, ranges = true, at_most = true }

--- What is wrong with a proposal; nil where nothing is.
local function fault_of(command, one)
  if type(one) ~= "table" then return "it gives a list of other things" end
  local args, names = command.args or {}, {}
  for i, field in ipairs(args) do names[i] = field.name end
  for _, key in ipairs(sorted.keys(one)) do
    if not (BESIDES[key] or house_fields.find(args, key)) then
      return ("%s has no argument %s%s"):format(command.name, tostring(key), suggest.hint(tostring(key), names))
    end
  end
  if one.score ~= nil and type(one.score) ~= "number" then return "a score must be a number" end
  local ranges = type(one.ranges) == "table" and one.ranges or {}
  for _, field in ipairs(args) do
    if one[field.name] == nil and ranges[field.name] == nil and not field.optional and field.default == nil then
      return ("a proposal of %s says no %s"):format(command.name, field.name)
    end
  end
end

--- What proposals must be (limber.game.given_back).
---@param command table
---@return { wanted: string, fits: fun(value: any): boolean, string? }
function M.kind(command)
  local function fits(value)
    if value == nil or type(value) == "function" then return true end
    if type(value) ~= "table" then return false end
    for _, one in ipairs(value) do
      local wrong = fault_of(command, one)
      if wrong then return false, wrong end
    end
    return next(value) == nil or #value > 0
  end
  return { wanted = "a list such as { unit = ID, score = 1 }, or a function that gives one at a time", fits = fits }
end

--- The same proposals without those that the command's check refuses; one with open values is offered as it is.
---@param command table
---@return fun(view: limber.View, side: string, of: string?): any
function M.lawful(command)
  return function(view, side, of)
    local list = command.proposals(view, side, of)
    if type(list) ~= "table" or not command.check then return list end
    return lists.filter(list, function(one)
      if one.ranges or one.at_most then return true end
      local cmd = { side = side, ["do"] = command.name }
      for _, field in ipairs(command.args or {}) do
        cmd[field.name] = one[field.name]
        if cmd[field.name] == nil then cmd[field.name] = field.default end
      end
      return not command.check(view, cmd)
    end)
  end
end

return M
