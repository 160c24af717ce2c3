--- Where the inputs of a choice begin on the board: what stands in them may be given as it is.
local Game <const> = require "limber.game.game"
local as_given <const> = require "page.given"
local loader <const> = require "disk_loader"
local openings <const> = require "board.openings"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local function scenario_game(ruleset, path)
  local rules = assert(Rules.load(loader, ruleset, {}, { game = require "limber.game.words" }))
  local scenario = assert(Scenario.read(assert(loader.read(path)), path))
  local game = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules)), seed = 1, keep = false }
  assert(game:start())
  return game
end

--- The command of a proposal with values for what it leaves open.
local function filled(proposal, given)
  local cmd = { side = proposal.side, ["do"] = proposal["do"] }
  for key, value in next, proposal do
    if not openings.OWN[key] then cmd[key] = value end
  end
  for name in next, proposal.ranges do cmd[name] = given[name] end
  return cmd
end

--- Goes through steps of a battle; counts proposals that the longest way and 15 degrees would be refused of.
local function refused_as_proposed(game, steps)
  local count, none = 0, 0
  for _ = 1, steps do
    local side, next_one = game:waiting().sides[1], nil
    for proposal in game:legal(side) do
      if proposal.at_most then
        local declared = game.words.commands[proposal["do"]]
        local naive = {}
        for _, field in ipairs(declared.args) do
          local range = proposal.ranges[field.name]
          naive[field.name] = range and (field.measure == "angle" and math.min(15000, range[2]) or range[2])
        end
        count = count + (game:check(filled(proposal, naive)) and 0 or 1)
        local values = openings.values(game, declared.args, proposal)
        if values then assert(game:check(filled(proposal, values))) else none = none + 1 end
        next_one = next_one or values and proposal["do"] == "move" and filled(proposal, values)
      elseif proposal["do"] == "announce_rm" then
        next_one = next_one or { side = side, ["do"] = "announce_rm", units = proposal.units }
      end
    end
    local choice = game:waiting().options and game:waiting().options[1]
    assert(game:command(next_one or { side = side, ["do"] = choice and "answer" or "done", choice = choice }))
  end
  return count, none
end

describe("what a choice on the board leaves open", function()
  it("begins with what is lawful, and is not there where nothing is", function()
    local count, none = refused_as_proposed(scenario_game("horse_and_musket", "scenarios/horse_and_musket/windmill_hill.lua"), 12)
    assert.is_true(count > none, "no proposal would have been refused as it stands")
    local game = scenario_game("nff", "scenarios/nff/lesson.lua")
    assert(game:command { side = "a", ["do"] = "done" })
    count, none = refused_as_proposed(game, 8)
    assert.is_true(count > 0 and none > 0)
  end)

  it("leads to the rear where its command says so", function()
    local game = scenario_game("horse_and_musket", "scenarios/horse_and_musket/windmill_hill.lua")
    local function back(verb) return as_given.of(game, { ["do"] = verb, side = "a", unit = "a1", distance = 10000 }).back end
    assert.same({ true, nil }, { back "retire", back "move" })
  end)

  it("ends a turn that needs room where the rules end it, to either side", function()
    local game = { check = function(_, cmd) return cmd.turn <= 2000 and cmd.turn >= -40000 or nil end }
    local list = { { name = "turn", measure = "angle", kind = "int", min = -90000, max = 90000, turn = true } }
    local proposal = { side = "a", ["do"] = "wheel", at_most = true, ranges = { turn = { -90000, 90000 } } }
    local begins, ranges = openings.values(game, list, proposal)
    local left, right = ranges.turn[1], ranges.turn[2]
    assert.is_true(game:check { turn = left } and game:check { turn = right })
    assert.is_true(left <= -36000 and right >= 1000, ("%d to %d"):format(left, right))
    assert.equal(right, begins.turn)
  end)

  it("halves the way until it is lawful, and gives up where the shortest is not", function()
    local most = 700
    local game = { check = function(_, cmd) return cmd.distance <= most or nil end }
    local list = { { name = "distance", measure = "length" } }
    local proposal = { side = "a", ["do"] = "move", ranges = { distance = { 1, 1000 } } }
    local found = openings.values(game, list, proposal).distance
    assert.is_true(found <= 700 and found > 680)
    most = 0
    assert.is_nil(openings.values(game, list, proposal))
  end)
end)
