--- Questions by a command of the battle: `odds fire 1 31` asks what the command's prospects ask, of the units named.
local game_line <const> = require "play.line"
local game_words <const> = require "play.command_words"
local prospects <const> = require "limber.ask.prospects"
local refusal <const> = require "play.refusal"

local M <const> = {}

--- Words for the command, and those that change the question: `fire_points=9`, which is no field of the command.
local function parted(declaration, words)
  local own, fields, rest = {}, {}, {}
  for _, field in ipairs(declaration.args) do fields[field.name] = true end
  for _, word in ipairs(words) do
    local key = word:match "^([%a_][%w_]*)="
    local list = key and not fields[key] and rest or own
    list[#list + 1] = word
  end
  return own, rest
end

--- The command as words give it, for the viewer, or for any side where one person commands them all.
local function command_of(play, name, declaration, words)
  local sides, fault = { play:viewer() }, nil
  for _, side in ipairs(play.together and play.game.state.root.order.sides or {}) do sides[#sides + 1] = side end
  for _, side in ipairs(sides) do
    local list, wrong = game_words.parse(game_line.about(play, side), name, declaration.args, words)
    if list then
      list[1].side, list[1]["do"] = side, name
      return list[1]
    end
    fault = fault or wrong
  end
  return nil, fault.message
end

--- Why nothing can be asked of a command.
local function reason(play, declaration, view, cmd)
  local done, fault = pcall(declaration.check or function() end, view, cmd)
  if done and fault then return play:shown(refusal.named(play.game.state.root, fault, cmd)) end
  return "there is nothing to measure between them where they stand"
end

--- Whether `odds NAME` may be asked of a command of that name.
---@param play limber.GameSession
---@param name string
---@return boolean
function M.knows(play, name)
  return play.game.words.prospects[name] ~= nil and play.game.words.commands[name] ~= nil
end

--- What a command's first prospect that applies asks.
---@param play limber.GameSession
---@param name string the command
---@param words string[] those after it
---@return string? procedure nil: nothing can be asked
---@return table|string args or what is wrong
---@return string[]? rest the words that change the question
---@return { who: string, target: string? }? about
function M.read(play, name, words)
  local declaration = play.game.words.commands[name]
  local own, rest = parted(declaration, words)
  local cmd, fault = command_of(play, name, declaration, own)
  if not cmd then return nil, fault end
  local view = play.game:view(cmd.side)
  for _, one in ipairs(play.game.words.prospects[name]) do
    local asked = prospects.questions(view, one, cmd)[1]
    if asked then
      return asked.by, asked.args, rest, { who = asked.who or cmd.unit, target = asked.target or cmd.target }
    end
  end
  return nil, reason(play, declaration, view, cmd)
end

return M
