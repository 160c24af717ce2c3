--- What a solo commander's side is there for, and what the commander is like.
local P <const> = require "solo_plans"
local S <const> = require "horse_and_musket_solo"

local battle <const>, faults_of <const>, begun <const>, plan_of <const>, play_to <const> = P.battle, P.faults_of, P.begun, P.plan_of, P.play_to
local FOOT <const> = "close_order_infantry"

describe("a mission", function()
  it("is what the scenario says, each misspelt word refused with file and line", function()
    assert.are.equal("", faults_of(battle('mission = { "take", "hill" },', 'mission = { { "hold", "hill" }, { "destroy", "a1" } },')))
    assert.matches("plans.lua:%d+: side a: mission take: there is no area hil; did you mean hill%?",
      faults_of(battle 'mission = { "take", "hil" },'))
    assert.matches("mission: there is no tke; did you mean take%?", faults_of(battle 'mission = "tke",'))
    assert.matches("mission destroy: a1 is of its own side", faults_of(battle 'mission = { "destroy", "a1" },'))
    assert.matches("mission break_through: there is no edge nroth; did you mean north%?",
      faults_of(battle 'mission = { "break_through", "nroth" },'))
    assert.matches("mission must be a list of names", faults_of(battle "mission = { 7 },"))
  end)

  it("follows from the objectives: who is clearly nearer holds, the other takes", function()
    local game = begun(battle())
    play_to(game, 2)
    local a, b = plan_of(game, "a").mission, plan_of(game, "b").mission
    assert.are.same({ "take", { "hill" }, { "farm" } }, { a.kind, a.take, a.hold })
    assert.are.same({ "take", { "hill", "farm" }, {} }, { b.kind, b.take, b.hold })
    assert.is_nil(a.given)
  end)
end)

describe("a commander", function()
  local function weight(commander, name)
    local game = S.raw(battle(commander and ("commander = %s,"):format(commander)), {})
    return P.mind(game, "a").weight[name]
  end

  it("goes by the weights of what he is like, the last named first; steady by the ruleset's own", function()
    local plain = weight(nil, "charge_least")
    assert.are.equal(plain, weight('"steady"', "charge_least"))
    assert.is_true(weight('"rash"', "charge_least") < plain and plain < weight('"cautious"', "charge_least"))
    assert.are.equal(weight('"cautious"', "charge_least"), weight('{ "rash", "cautious" }', "charge_least"))
    assert.are.equal(weight('"rash"', "plan_flank"), weight(nil, "plan_flank"))
  end)

  it("is one of those that there are, or is refused with file and line", function()
    assert.matches("plans.lua:%d+: side a: there is no commander rsh; did you mean rash%?", faults_of(battle 'commander = "rsh",'))
    assert.matches("side a: commander must be a name", faults_of(battle "commander = 3,"))
  end)

  it("who is wily sends foot round a flank", function()
    local function flanks(commander)
      local game, n = begun(battle(('mission = "destroy", commander = %q,'):format(commander), nil, { FOOT, FOOT, FOOT })), 0
      play_to(game, 2)
      for _, task in ipairs(plan_of(game, "a").tasks) do
        if task.task == "flank" then n = n + 1 end
      end
      return n
    end
    assert.are.equal(0, flanks "steady")
    assert.are.equal(1, flanks "wily")
  end)
end)
