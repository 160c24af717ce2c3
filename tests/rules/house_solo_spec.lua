--- House rules and the solo commander: its answers, its numbers, and commands that no policy speaks of.
local faults <const> = require "limber.common.faults"
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
local Solo <const> = require "limber.solo.commander"
local toys <const> = require "rules.toys"

--- A battle that solo commanders fight under a variant.
local function fought(text, sides)
  local game = toys.game { instead = { ["rules-lua/toy/variants/x.lua"] = text }, variants = { "x" } }
  assert(game:start())
  Solo.fight(game, sides or { "a", "b" })
  return game
end

--- The commands of the battle with a name, in order.
local function given(game, name)
  local list = {}
  for _, line in ipairs(game.journal.lines) do
    if line.command and line.command["do"] == name then list[#list + 1] = line end
  end
  return list
end

local CHEER <const> = [[
  variant "x" { of = "toy", doc = "Units cheer.",
    steps = { ["turn.shooting"] = { commands = { "shoot", "cheer" } } }, %s }
  command "cheer" {
    cite = "house", doc = "A unit cheers.", args = { unit "unit" { "own" } },
    run = function(play, cmd) play:set(play:unit(cmd.unit), "cheers", (play:unit(cmd.unit).cheers or 0) + 1) end,
    proposals = function(view, side)
      local list = {}
      for id in view:units(side) do list[#list + 1] = { unit = id, score = %s, text = "it likes to" } end
      return list
    end,
  }
]]

describe("the solo commander", function()
  it("gives a command that no policy speaks of by its score, once a phase by each unit, after all else", function()
    local game = fought(CHEER:format("", "5"))
    assert.are.equal("over", game:waiting().kind)
    local by_turn = {}
    for _, line in ipairs(given(game, "cheer")) do
      local key = line.turn .. "/" .. line.command.unit
      assert.is_nil(by_turn[key])
      by_turn[key] = true
      assert.are.equal("it likes to", line.solo.why)
    end
    assert.is_true(by_turn["1/31"] and by_turn["2/31"] and by_turn["1/8"])
    local shots, plain = given(game, "shoot"), given(fought 'variant "x" { of = "toy", doc = "Nothing." }', "shoot")
    assert.are.equal(#plain, #shots)
  end)

  it("leaves alone such a command without a score, or one that its own policy does not want", function()
    assert.are.equal(0, #given(fought(CHEER:format("", "nil")), "cheer"))
    assert.are.equal(0, #given(fought(CHEER:format("solo = { commands = { cheer = function() return nil end } }", "5")),
      "cheer"))
  end)

  it("uses the policy that a variant gives for its command, and has others wrapped", function()
    local game = fought(CHEER:format([[solo = { commands = {
      cheer = function(published, mind, proposal)
        return proposal.unit == "31" and (mind.state.units["31"].cheers or 0) < 1 and 1 or nil, "once"
      end,
      shoot = function(published, mind, proposal) return nil end,
    } }]], "5"))
    assert.are.equal(1, #given(game, "cheer"))
    assert.are.equal(0, #given(game, "shoot"))
  end)

  it("weighs it with those that a policy's order names for a unit", function()
    local game = fought(CHEER:format([[solo = {
      commands = { cheer = function(_, mind, proposal)
        return not mind.view:unit(proposal.unit).cheers and 5 or nil, "they have not yet"
      end },
      order = { ["turn.shooting"] = function() return { { of = "31", commands = { "shoot" } } } end },
    }]], "5"))
    local lines = given(game, "cheer")
    assert.equal(1, #lines)
    assert.equal("31", lines[1].command.unit)
    assert.equal("they have not yet", lines[1].solo.why)
  end)

  it("plays by what a wrapped command allows", function()
    local game = fought [[variant "x" { of = "toy", doc = "Horse does not shoot.", commands = { shoot = {
      check = function(published, view, cmd)
        if view:unit(cmd.unit).kind == "horse" then return refuse("unit", "is mounted", { cite = "house" }) end
        return published(view, cmd)
      end,
      proposals = function(published, view, side, of)
        local list = {}
        for _, one in ipairs(published(view, side, of)) do
          if view:unit(one.unit).kind ~= "horse" then list[#list + 1] = one end
        end
        return list
      end } } }]]
    local shots = given(game, "shoot")
    assert.is_true(#shots > 0)
    for _, line in ipairs(shots) do assert.are.equal("foot", game.state.root.units[line.command.unit].kind) end
  end)

  it("answers what a variant asks as that variant says, else with the first option", function()
    local ASKS <const> = [[variant "x" { of = "toy", doc = "A question.", moments = { turn_begins = function(play)
      play:set(play.state.battle, "flag" .. play.state.turn, play:choose { side = "b", name = "flag", ask = "Which flag?",
        options = { "red", "blue" }, with = { turn = play.state.turn } })
    end }, %s }]]
    assert.are.equal("red", fought(ASKS:format "").state.root.battle.flag2)
    local game = fought(ASKS:format [[solo = { answers = { flag = function(published, mind, about, options)
      return about.turn == 2 and options[2] or "red", "turn " .. about.turn end } }]])
    assert.are.equal("red", game.state.root.battle.flag1)
    assert.are.equal("blue", game.state.root.battle.flag2)
  end)

  it("tells a judgement that reads what no proposal or mind has", function()
    local function told(body)
      local game = toys.game { variants = { "x.lua" }, instead = { ["x.lua"] = ([[variant "x" { of = "toy", doc = "x",
        solo = { commands = { shoot = function(published, mind, proposal) return %s end } } }]]):format(body) } }
      assert(game:start())
      local _, fault = Solo.fight(game, { "a", "b" })
      return fault and faults.text(fault)
    end
    assert.equal("x.lua:2: a proposal has no targte; did you mean target?", told "proposal.targte and 1 or 2")
    assert.equal("x.lua:2: a mind has no wieght; did you mean weight?", told "mind.wieght and 1 or 2")
    assert.is_nil(told "mind.plan and proposal.text and proposal.nothing and 1 or 2")
  end)

  it("plays by weights that a variant changes", function()
    local function weight(variants)
      local read = setmetatable({ variant = function(of, name)
        if name ~= "w.lua" then return loader.variant(of, name) end
        return "w.lua", [[variant "w" { of = "fusilier", doc = "Worn targets.",
          cells = { ["solo_weights.worn_target.value"] = 90 } }]], false
      end }, { __index = loader })
      local rules = assert(Rules.load(read, "fusilier", variants, { game = require "limber.game.words" }))
      local game = { rules = rules, words = rules.game, telling = false, plan = function() end }
      local view = { rules = rules.view, state = {} }
      return Mind.new(game, "a", view, { path = "bound.fire", about = {} }, Mind.memory()).weight.worn_target
    end
    local plain, changed = weight {}, weight { "w.lua" }
    assert.are_not.equal(plain, changed)
    assert.are.equal(0.9, changed)
  end)
end)
