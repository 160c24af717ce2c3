--- A scenario's script at the prompt: it goes on from wherever the game has been taken to.
--
-- Which of its commands have been given is known by the lines of the journal on the way to the present one, so that
-- what was undone is given again. A command given by hand stands for the scripted one of the same unit or formation.
local Script <const> = require "limber.scenario.script"

---@class limber.PlayedScript
---@field script limber.Script
---@field game limber.Game
---@field silent boolean? it said nothing of the command given last
---@field by_line table<integer, table<limber.Scripted, integer>> what was given with a line; 0: before any
local PlayedScript <const> = {}
PlayedScript.__index = PlayedScript

---@param scenario limber.Scenario
---@param game limber.Game
---@return limber.PlayedScript
function PlayedScript.new(scenario, game)
  return setmetatable({ script = Script.new(scenario, game.rules), game = game, by_line = {} }, PlayedScript)
end

local function present(self)
  local line = self.game.journal.at
  return line and line.id or 0
end

--- What has been given on the way to the present line.
local function given_now(self)
  local given, way, line = {}, {}, self.game.journal.at
  while line do
    table.insert(way, 1, line.id)
    line = self.game.journal:parent(line)
  end
  table.insert(way, 1, 0)
  for _, id in ipairs(way) do
    for scripted, turn in next, self.by_line[id] or {} do given[scripted] = turn end
  end
  return given
end

local function note(self, id, scripted, turn)
  self.by_line[id] = self.by_line[id] or {}
  self.by_line[id][scripted] = turn
end

--- Gives the next command of the script, or says done where it has none.
---@param except string[]? sides that somebody else leads
---@return limber.Line? line
---@return table? refusal or failure; neither when the battle is over
function PlayedScript:step(except)
  local before = given_now(self)
  self.script.given, self.script.except = {}, except
  for scripted, turn in next, before do self.script.given[scripted] = turn end
  local line, fault = self.script:step(self.game)
  self.silent = self.script.silent
  if line or fault and not fault.kind then
    for scripted, turn in next, self.script.given do
      if before[scripted] ~= turn then note(self, present(self), scripted, turn) end
    end
  end
  return line, fault
end

--- A withdrawal belongs to a unit too, although no ruleset declares it as a command.
local WITHDRAW <const> = { { name = "unit", names = "units", whose = "own" } }

--- Whether two commands of one name are to the same unit, formation or leader: the first of one's own that it names.
local function same_subject(self, one, other)
  local declaration = self.game.words.commands[one["do"]]
  for _, field in ipairs(declaration and declaration.args or one["do"] == "withdraw" and WITHDRAW or {}) do
    local own = field.names and field.kind ~= "list" and field.whose ~= "enemy"
    if own and one[field.name] ~= nil then return one[field.name] == other[field.name] end
  end
  return false
end

--- A command was given by hand: what is scripted for the same unit in this turn is not to come again.
---@param line limber.Line
function PlayedScript:given_by_hand(line)
  local cmd = line.command
  for _, block in ipairs(self.script.blocks) do
    if block.turn <= line.turn and line.turn <= (block.last or block.turn) then
      for _, one in ipairs(block.commands) do
        if one.cmd.side == cmd.side and one.cmd["do"] == cmd["do"] and same_subject(self, one.cmd, cmd) then
          note(self, line.id, one, line.turn)
        end
      end
    end
  end
end

return PlayedScript
