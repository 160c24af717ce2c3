--- What may be done now, best first; and facts that are told instead of measured.
local Facts <const> = require "limber.ask.facts"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local function all(iterator)
  local list = {}
  for proposal in iterator do list[#list + 1] = proposal end
  return list
end

describe("legal commands", function()
  it("come best first, and each is fit to be given", function()
    local game = toys.game()
    assert(game:start())
    local list = all(game:legal "a")
    assert.are.same({ "31", "7" }, { list[1].unit, list[1].target })
    assert.are.equal("done", list[#list]["do"])
    for i = 2, #list - 1 do assert.is_true(list[i].score <= list[i - 1].score) end
    for _, proposal in ipairs(list) do
      local cmd = { side = "a", ["do"] = proposal["do"], unit = proposal.unit, target = proposal.target }
      assert.truthy(game:check(cmd))
    end
    assert.are.same({}, all(game:legal "b"))
  end)

  it("give ranges, and options where something is to be decided", function()
    local game = toys.in_charge()
    local options = all(game:legal "b")
    assert.are.equal(3, #options)
    assert.are.equal("stand", options[1].choice)
    assert.are.same({}, all(game:legal "a"))
    toys.give(game, toys.answer("b", "evade"), toys.done "a")
    assert.are.same({ 0, 100000 }, all(game:legal "b")[1].ranges.forward)
  end)

  it("are refused with the clause and the margin", function()
    local game = toys.game()
    assert(game:start())
    local deed, refusal = game:check { side = "a", ["do"] = "charge", unit = "31", target = "8" }
    assert.is_nil(deed)
    assert.are.same({ "target", "T2" }, { refusal.arg, refusal.cite })
    deed, refusal = game:check { side = "a", ["do"] = "move", unit = "31", forward = 0 }
    assert.is_nil(deed)
    assert.are.equal("do", refusal.arg)
    assert.are.equal("move cannot be given in turn.charges", refusal.message)
    for cmd, message in pairs {
      [toys.answer("a", "stand")] = "answer cannot be given in turn.charges",
      [{ side = "a", ["do"] = "withdraw", unit = "31" }] = "withdraw cannot be given in turn.charges",
      [toys.done "b"] = "side b does not act in turn.charges",
      [{ side = "b", ["do"] = "withdraw", unit = "7" }] = "side b does not act in turn.charges",
      [{ side = "a", ["do"] = "anwser" }] = 'no command "anwser"; did you mean answer?',
    } do
      assert.are.equal(message, select(2, game:check(cmd)).message)
    end
  end)

  it("of equal score come in the order in which the phase lists their commands", function()
    local function command(name, scores)
      return ([[command %q { args = { int "nth" {} }, run = function() end, proposals = function()
        local list = {}
        for i, score in ipairs { %s } do list[i] = { nth = i, score = score } end
        return list
      end }
      ]]):format(name, scores)
    end
    local turn = toys.slurp("tests/rules/toy/turn.lua"):gsub('commands = { "charge" }', 'commands = { "second", "first", "third" }')
    local game = toys.game { instead = {
      ["rules-lua/toy/turn.lua"] = turn .. command("first", "5, 3") .. command("second", "5, 4, 3") .. command("third", "9, 3"),
    } }
    assert(game:start())
    local order = {}
    for _, one in ipairs(all(game:legal "a")) do order[#order + 1] = one["do"] .. (one.nth or "") end
    assert.are.same({ "third1", "second1", "first1", "second2", "second3", "first2", "third2", "done" }, order)
  end)
end)

describe("facts told by players", function()
  local asked
  local function tell(question)
    asked[#asked + 1] = question.text
    return 90
  end

  before_each(function() asked = {} end)

  it("are asked once a command, in words, and come back from the file", function()
    local game, written = toys.in_charge { tell_fact = tell }
    assert.are.same({ "How far is Garde from 7?" }, asked)
    assert.are.same({ fact = "distance", of = { "31", "7" }, value = 90 }, game.journal.at.facts[1])
    toys.give(game, toys.answer("b", "stand"), toys.done "a", toys.done "a", toys.done "b",
      { side = "a", ["do"] = "shoot", unit = "32", target = "8" })
    assert.are.equal(2, #asked)
    assert.are.equal(90, game.journal.at.calls[1].args.distance_mm)
    local report = verify.verify(assert(Replay.read(table.concat(written))), toys.loader())
    assert.is_true(report.ok)
    assert.are.equal(2, #asked)
  end)

  it("are known by what they are asked of, be it a point", function()
    local one, same = Facts.key("overlooks", { "n", { x = 1, y = 2 } }), Facts.key("overlooks", { "n", { y = 2, x = 1 } })
    assert.are.equal(one, same)
    assert.are_not.equal(one, Facts.key("overlooks", { "n", { x = 1, y = 3 } }))
  end)

  it("are never asked for a list of what is legal", function()
    local game = toys.game { tell_fact = tell }
    assert(game:start())
    local list = all(game:legal "a")
    assert.are.same({ "charge", "done" }, { list[1]["do"], list[2]["do"] })
    assert.is_string(list[1].text)
    assert.are.same({}, asked)
  end)

  it("are checked", function()
    local game = toys.game { tell_fact = function() return "far" end }
    assert(game:start())
    local done, refusal = game:command(toys.CHARGE)
    assert.is_nil(done)
    assert.are.equal("distance", refusal.arg)
  end)
end)
