-- What the prompt shows of a command can be typed again: every proposal of whole battles, there and back.
package.loaded.host = { width = function() return 80 end }
local game_text <const> = require "play.text"
local Game <const> = require "limber.game.game"
local grammar <const> = require "read.grammar"
local lengths <const> = require "limber.language.lengths"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Script <const> = require "limber.scenario.script"
local toys <const> = require "rules.toys"
local words <const> = require "play.command_words"

--- That a command reads back from what is shown of it.
local function goes_round(game, cmd)
  local declaration = game.words.commands[cmd["do"]]
  if not declaration then return end
  local how = lengths.how(game.rules.published.unit or "mm", game.state.root.ground)
  local shown = game_text.command(game, cmd, how)
  local typed = grammar.split(shown)
  local about = { view = game:view(cmd.side), side = cmd.side, rules = game.rules, how = how }
  local list, fault = words.parse(about, cmd["do"], declaration.args, table.move(typed, 2, #typed, 1, {}))
  assert(list, fault and ("%s: %s"):format(shown, fault.message))
  assert.equal(1, #list, shown)
  local read = list[1]
  read.side, read["do"] = cmd.side, cmd["do"]
  for _, field in ipairs(declaration.args) do
    if field.names then assert.same(cmd[field.name] or field.default, read[field.name] or field.default, shown) end
  end
  assert.equal(shown, game_text.command(game, read, how))
end

local OWN <const> = { text = true, score = true, ranges = true }

--- All that may be done now.
local function each_proposal(game, count)
  for _, side in ipairs(game:waiting().sides) do
    for proposal in game:legal(side) do
      local cmd = {}
      for key, value in next, proposal do
        if not OWN[key] then cmd[key] = value end
      end
      for key, range in next, proposal.ranges or {} do cmd[key] = range[2] end
      goes_round(game, cmd)
      count = count + 1
    end
  end
  return count
end

describe("a command as it is shown", function()
  it("reads back, in every step of a scripted battle of Fusilier", function()
    local path = "scenarios/fusilier/lesson.lua"
    local scenario = assert(Scenario.read(loader.read(path), path))
    local rules = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))
    local game = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules)), seed = scenario.seed }
    local script, count, given = Script.new(scenario, rules), 0, 0
    local line = assert(game:start())
    while line do
      if line.command and line.command["do"] ~= "done" then
        goes_round(game, line.command)
        given = given + 1
      end
      count = each_proposal(game, count)
      line = script:step(game)
    end
    assert.truthy(count > 50, count)
    assert.truthy(given > 15, given)
  end)

  it("reads back among the toys", function()
    local game = toys.game()
    assert(game:start())
    local count = each_proposal(game, 0)
    toys.give(game, toys.done "a")
    count = each_proposal(game, count)
    toys.give(game, toys.done "a", toys.done "b")
    assert.truthy(each_proposal(game, count) > 8)
  end)
end)
