-- What functions of house rules give back, and what the battles that `limber check` plays do not let pass.
local faults <const> = require "limber.common.faults"
local toys <const> = require "rules.toys"

--- Plays a turn under a variant that did not ship; gives the message of what went wrong, or nil.
local function wrong(text, strict)
  local done, fault = pcall(function()
    local game = toys.game { instead = { ["w.lua"] = text }, variants = { "w.lua" } }
    game.strict = strict
    local line, failure = game:start()
    for _ = 1, 12 do
      local waiting = line and game:waiting()
      if not waiting or waiting.kind == "over" then break end
      if waiting.path == "turn.moves" and waiting.sides[1] == "a" then
        line, failure = game:command { side = "a", ["do"] = "move", unit = "31", forward = 10000 }
        if not line then break end
      end
      line, failure = game:command { side = waiting.sides[1], ["do"] = "done" }
    end
    return not line and faults.text(failure) or nil
  end)
  return not done and faults.text(fault) or fault
end

local function variant(body) return ('variant "w" { of = "toy", doc = "x", %s }'):format(body) end

describe("what a house rule's function gives", function()
  local CASES <const> = {
    { "a victory that is no result", 'battle = { victory = function() return "a" end }',
      'w.lua:1: victory of the battle must give nothing, or { winner = a side or "draw", why = a text }; it gives "a"' },
    { "a winner that is no side", 'battle = { victory = function() return { winner = "red", why = "x" } end }',
      "w.lua:1: victory of the battle must give nothing, or .*; it gives another table" },
    { "a check that is no refusal", 'commands = { move = { check = function() return "no" end } }',
      'w.lua:1: check of the command move must give nothing, or refuse%(ARGUMENT, TEXT%); it gives "no"' },
    { "a side that there is not", 'steps = { ["turn.moves"] = { side = function() return "c" end } }',
      'w.lua:1: side of turn.moves must give a side, "both", "active", "other", or a list of sides; it gives "c"' },
  }
  for _, case in ipairs(CASES) do
    it("is told at its line: " .. case[1], function()
      local message = wrong(variant(case[2]))
      assert.truthy(message and message:find(case[3]), message)
    end)
  end

  it("may be nothing, a refusal, or a result", function()
    assert.is_nil(wrong(variant [[battle = { victory = function(published, view) return published(view) end },
      commands = { move = { check = function(published, view, cmd) return published(view, cmd) end } } ]]))
    local message = wrong(variant [[commands = { move = {
      check = function() return refuse("unit", "is tired") end } }]])
    assert.truthy(message:find "is tired", message)
  end)
end)

describe("a battle that limber check plays", function()
  local function begins(body) return variant(('moments = { turn_begins = function(play) %s end }'):format(body)) end

  it("refuses a field that no such piece has", function()
    local set = begins 'for _, unit in play:units() do play:set(unit, "ronds", 3) end'
    assert.is_nil(wrong(set))
    assert.equal("w.lua:1: play:set: no unit has a field ronds; `fields` gives it one", wrong(set, true))
    local near = variant [[fields = { unit = { int "rounds" { 0, 9, default = 1 } } },
      moments = { turn_begins = function(play) play:set(play:unit("31"), "ronds", 3) end }]]
    assert.truthy(wrong(near, true):find("ronds; did you mean rounds?", 1, true))
    assert.truthy(wrong(begins 'play:set(play.state.battle, "rain", true)', true):find "no battle has a field rain")
  end)

  it("lets fields be set that the ruleset sets itself, or a house rule gives", function()
    assert.is_nil(wrong(begins 'play:set(play:unit("31"), "shot", true)', true))
    assert.is_nil(wrong(variant [[fields = { battle = { flag "rain" {} } },
      moments = { turn_begins = function(play) play:set(play.state.battle, "rain", true) end }]], true))
  end)

  it("refuses a line of the story that there is not", function()
    assert.is_nil(wrong(begins 'play:tell("rains", {})'))
    assert.truthy(wrong(begins 'play:tell("rains", {})', true):find "the story has no line rains")
  end)
end)
