--- Plays a scenario's script: the commands of each side, turn by turn.
--
--   turn(2) { a "move" { … }, b "answer" { choice = "evade" }, a "fire" { … } }    in the order they come up
--   turn(2, "fire") { … }                                                        for the step of that name alone
--   turns(2, 9, "fire") { … }                         standing orders: given once in each of these turns that allows
--                                                     them; one that is refused, again when such a phase comes back
-- A command that can be given at any time is given as soon as its block's turn or step has come.
-- Whenever the game waits, the script gives the turn's first command that fits and has not been given. When none is
-- left, sides say done, and decisions take their first option. `optional = true` lets a command be refused; an answer
-- written with `to = "response"` is kept for the decision of that name. A command that was never used is a fault. In
-- place of one unit, general or formation a list may stand: `target = { "31", "32" }` takes the first that is allowed.
local bounds <const> = require "limber.language.bounds"
local lengths <const> = require "limber.language.lengths"
local lists <const> = require "limber.common.lists"
local Sequence <const> = require "limber.game.sequence"
local Solo <const> = require "limber.solo.commander"

local has <const> = lists.has

local M <const> = {}

---@class limber.Script
---@field scenario limber.Scenario
---@field blocks limber.Block[]
---@field unit string
---@field given table<limber.Scripted, integer> the commands that were given, and in which turn last
---@field refused table<limber.Scripted, integer> standing orders that were refused, and in which phase
---@field phase integer how many phases have been waited for, one after another; `path`: the last
---@field path string?
---@field except string[]? sides that others lead: the script gives no commands for them, and skips commands of the
---       other sides that are refused
---@field unanswered table<string, integer> questions of house rules that it has no answer to: how often each was asked
---@field silent boolean? the command given last is not of the script, which said nothing there
---@field passed_over { file: string, line: integer, message: string }[]
local Script <const> = {}
Script.__index = Script

---@param scenario limber.Scenario
---@param rules limber.Rules
---@param opts { except: string[]? }? sides that a solo commander or a player leads
---@return limber.Script
function M.new(scenario, rules, opts)
  local unit = rules.published.unit or "mm"
  return setmetatable({
    scenario = scenario, blocks = scenario.script, rules = rules, unit = unit, given = {},
    except = opts and opts.except, passed_over = {}, refused = {}, phase = 0, unanswered = {},
  }, Script)
end

local function belongs(game, waiting, cmd)
  local declaration = game.words.commands[cmd["do"]]
  if declaration and declaration.any_time then return true end
  if waiting.kind == "decision" then
    return has(waiting.sides, cmd.side) and (not cmd.to or cmd.to == waiting.step.name)
      and (cmd["do"] == "answer" or has(waiting.options, cmd["do"]))
  end
  if has(waiting.step.interrupts, cmd["do"]) and not has(waiting.sides, cmd.side) then return true end
  return has(waiting.sides, cmd.side) and (cmd["do"] == "done" or has(waiting.step.commands, cmd["do"]))
end

--- Is a step under way, also below frames that were pushed on top of it?
local function under_way(game, step)
  for _, frame in ipairs(game.state.root.frames) do
    if frame.step == step then return true end
  end
end

local function next_scripted(self, game, waiting)
  local turn = game.state.root.turn
  for _, block in ipairs(self.blocks) do
    if block.turn <= turn and turn <= block.last and (not block.step or under_way(game, block.step)) then
      for _, one in ipairs(block.commands) do
        local tried = self.given[one] == turn and (self.refused[one] or self.phase) == self.phase
        local open = not tried and not has(self.except, one.cmd.side)
        if open and belongs(game, waiting, one.cmd) then return one, block.standing end
      end
    end
  end
end

local function declared(game, waiting, name)
  local declaration = game.words.commands[name]
  if waiting.kind == "decision" and not (declaration and declaration.any_time) then declaration = waiting.step end
  return declaration and declaration.args or {}
end

--- A command in the form that the game takes: lengths converted, without the script's own keys.
local function command_of(self, game, waiting, scripted, fields)
  local args = {}
  for key, value in next, scripted.cmd do args[key] = value end
  args.optional = nil
  if waiting.kind == "decision" then args.to = nil end
  return lengths.convert(fields, args, lengths.how(self.unit, game.state.root.ground), self.rules.records)
end

--- Expands a command with lists of ids into one command for each choice, in the order to try them.
local function readings(cmd, fields)
  for _, field in ipairs(fields) do
    local value = cmd[field.name]
    if field.names and field.kind == "text" and type(value) == "table" then
      local all = {}
      for _, id in ipairs(value) do
        local one = {}
        for key, other in next, cmd do one[key] = other end
        one[field.name] = id
        for _, reading in ipairs(readings(one, fields)) do all[#all + 1] = reading end
      end
      return all
    end
  end
  return { cmd }
end

--- Refusals because players gave no facts or dice: these are never skipped.
local GIVEN_UP <const> = { facts = true, dice = true }

--- Gives a scripted command, the first of its choices that is not refused.
local function give(self, game, waiting, scripted)
  local fields = declared(game, waiting, scripted.cmd["do"])
  local refusal = { arg = "script", message = ("%s: the list is empty"):format(scripted.cmd["do"]) }
  for _, cmd in ipairs(readings(command_of(self, game, waiting, scripted, fields), fields)) do
    local line, fault = game:command(cmd)
    if line then return line end
    refusal = fault
    if fault.kind or GIVEN_UP[fault.arg] then break end
  end
  return nil, refusal
end

--- Gives the next command.
---@param game limber.Game
---@return limber.Line? line nil when the battle is over, or what was scripted is refused
---@return table? refusal or failure, with `file` and `line` of the command
function Script:step(game)
  local waiting = game:waiting()
  if waiting.kind == "over" then return nil end
  if waiting.kind == "phase" and waiting.path ~= self.path then self.phase, self.path = self.phase + 1, waiting.path end
  local scripted, standing = next_scripted(self, game, waiting)
  self.silent = not scripted
  if self.silent and waiting.kind == "decision" and waiting.step.chosen then
    self.unanswered[waiting.step.name] = (self.unanswered[waiting.step.name] or 0) + 1
  end
  if not scripted then return game:command(Sequence.unasked(waiting, self.except)) end
  self.given[scripted], self.refused[scripted] = game.state.root.turn, nil
  local line, fault = give(self, game, waiting, scripted)
  if line then return line end
  self.refused[scripted] = standing and self.phase or nil
  fault.file, fault.line = fault.file or scripted.file, fault.line or scripted.line
  if fault.kind or GIVEN_UP[fault.arg] then return nil, fault end
  if standing or scripted.cmd.optional then return self:step(game) end
  if not self.except then return nil, fault end
  self.passed_over[#self.passed_over + 1] = fault
  return self:step(game)
end

--- The turn by which a battle is over that a script plays: solo commanders fight no longer either.
local function over_by(self)
  local last = self.scenario.given.last_turn or 0
  for _, block in ipairs(self.blocks) do last = math.max(last, math.min(block.last, bounds.LAST_TURN)) end
  return last + Solo.LAST
end

--- Plays the whole script from the beginning.
---@param game limber.Game
---@return boolean? done
---@return table? fault
function Script:play(game)
  local line, fault = game:start()
  local end_turn = over_by(self)
  while line and game.state.root.turn <= end_turn do line, fault = self:step(game) end
  if line then
    local message = ("the battle has no end: the script has no commands for turn %d, and the scenario has no last_turn")
      :format(game.state.root.turn)
    return nil, { file = self.scenario.path, line = self.scenario.line, arg = "script", message = message }
  end
  if fault then return nil, fault end
  for _, block in ipairs(self.blocks) do
    for _, one in ipairs(block.commands) do
      if not self.given[one] and not one.cmd.optional and not block.standing then
        local message = ("turn %d: %s was never used"):format(block.turn, one.cmd["do"])
        return nil, { file = one.file, line = one.line, arg = "script", message = message }
      end
    end
  end
  return true
end

return M
