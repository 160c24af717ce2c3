-- What functions of house rules give back, and what they read and set that there is not.
local faults <const> = require "limber.common.faults"
local toys <const> = require "rules.toys"

--- Plays a turn under a variant that did not ship; gives the message of what went wrong, or nil.
local function wrong(text)
  local done, fault = pcall(function()
    local game = toys.game { instead = { ["w.lua"] = text }, variants = { "w.lua" } }
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

--- A wrap of `resolve` that gives this of fire.shoot, which is asked as the turn begins.
local function resolves(gives)
  return ([[moments = { turn_begins = function(play) play:resolve("fire.shoot", { distance_mm = 100 }, "31") end },
    services = { resolve = function(published, play, ...) return %s end }]]):format(gives):gsub("\n%s*", " ")
end

describe("what a house rule's function gives", function()
  local CASES <const> = {
    { "a victory that is no result", 'battle = { victory = function() return "a" end }',
      'w.lua:1: victory of the battle must give nothing, or { winner = a side or "draw", why = a text }; it gives "a"' },
    { "a winner that is no side", 'battle = { victory = function() return { winner = "red", why = "x" } end }',
      'w.lua:1: victory of the battle must give nothing, or .*; its winner is "red", and sides are a and b' },
    { "a victory that does not say why", 'battle = { victory = function() return { winner = "a", reason = "x" } end }',
      "w.lua:1: victory of the battle must give nothing, or .*; it says no why" },
    { "a refusal of a misspelt argument", [[commands = { move = {
        check = function() return refuse("unti", "is tired") end } }]],
      "w.lua:2: check of the command move must .*; the command move has no unti; did you mean unit%?" },
    { "a check that is no refusal", 'commands = { move = { check = function() return "no" end } }',
      'w.lua:1: check of the command move must give nothing, or refuse%(ARGUMENT, TEXT%); it gives "no"' },
    { "a condition that is never told", 'steps = { ["turn.moves"] = { when = function(p, play) p(play) end } }',
      "w.lua:1: when of turn.moves must give true or false; it gives nothing: it has no `return`" },
    { "a step that there is not", 'moments = {} } insert "turn" { before = "moves", step "rain" { run = function() '
      .. 'return "mvoes" end } } lay { story = {}',
      "run of rain must give nothing, false, or the name of a step .*; there is no step mvoes; did you mean moves?" },
    { "a side that there is not", 'steps = { ["turn.moves"] = { side = function() return "c" end } }',
      'w.lua:1: side of turn.moves must give a side, "both", "active", "other", or a list of sides; it gives "c"' },
    { "a result of resolve with a misspelt key", resolves "with(published(play, ...), { hitt = 1 })",
      "the result of fire.shoot has no hitt; did you mean hit?" },
    { "a result of resolve with a value that the procedure does not give", resolves "with(published(play, ...), { hit = 3 })",
      "w.lua:1: resolve of fire.shoot gives a wrong result: hit must be true or false, got 3" },
    { "no result of resolve", resolves "nil",
      "w.lua:1: resolve of fire.shoot gives a wrong result: it must be a table with .*, got nil" },
  }
  -- What services of house rules must give.
  for _, case in ipairs {
    { "a distance that is no number", "apart", 'return "near"', 'a number, or nothing; it gives "near"' },
    { "no answer of what gives true or false", "sees", "p(...)", "true or false; it gives nil" },
    { "a unit in place of its id", "nearest_unit", 'return select(2, ...):unit "31"', "an id, or nothing; it gives another table" },
    { "an id of nothing", "nearest_unit", 'return "nobody"', 'an id, or nothing; it gives "nobody"' },
    { "a list that holds more than ids", "touched", "return { 1 }", "a list of ids; it gives another table" },
    { "what goes through nothing", "units", "return {}", "what goes through pieces, .*; it gives another table" },
  } do
    CASES[#CASES + 1] = { case[1], ([[services = { %s = function(p, ...) %s end },
      moments = { turn_begins = function(play)
        play:apart("31", "7") play:sees("31", "7") play:nearest_unit("31") play:touched("31") play:units()
      end }]]):format(case[2], case[3]:gsub("select%(2, %.%.%.%)", "(...)")),
      "w.lua:1: the service " .. case[2] .. " must give " .. case[4] }
  end
  for _, case in ipairs(CASES) do
    it("is told at its line: " .. case[1], function()
      local message = wrong(variant(case[2]))
      assert.truthy(message and message:find(case[3]), message)
    end)
  end

  it("is named with its service where code that shipped goes wrong by it", function()
    local message = wrong(variant [[services = { units = function()
      local told
      return function() if not told then told = true return "31", {} end end
    end }]])
    assert.truthy(message and message:find("; services as house rules give them: units (w.lua:1)", 1, true), message)
  end)

  it("may be nothing, a refusal, or a result", function()
    assert.is_nil(wrong(variant [[battle = { victory = function(published, view) return published(view) end },
      commands = { move = { check = function(published, view, cmd) return published(view, cmd) end } } ]]))
    local message = wrong(variant [[commands = { move = {
      check = function() return refuse("unit", "is tired") end } }]])
    assert.truthy(message:find "is tired", message)
  end)
end)

describe("a battle with a house rule", function()
  local function begins(body, fields)
    return variant(("%s moments = { turn_begins = function(play) %s end }"):format(fields or "", body))
  end
  local ROUNDS <const> = 'fields = { unit = { int "rounds" { 0, 9, default = 1 } }, battle = { flag "rain" {} } },'

  local REFUSED <const> = {
    { "sets a field that no such piece has", 'for _, unit in play:units() do play:set(unit, "zeal", 3) end', "",
      "w.lua:1: play:set: no unit has a field zeal; `fields` gives it one" },
    { "sets a misspelt field", 'play:set(play:unit("31"), "ronds", 3)', ROUNDS,
      "w.lua:1: play:set: no unit has a field ronds; did you mean rounds?" },
    { "sets a field of the battle that there is not", 'play:set(play.state.battle, "sun", true)', ROUNDS,
      "w.lua:1: play:set: the battle has no field sun; `fields` gives it one" },
    { "sets more than a field takes", 'play:set(play:unit("31"), "rounds", 10)', ROUNDS,
      "w.lua:1: play:set: rounds must be 0 to 9, got 10" },
    { "sets a text where a number goes", 'play:set(play:unit("31"), "rounds", "many")', ROUNDS,
      'w.lua:1: play:set: rounds must be 0 to 9, got "many"' },
    { "reads a misspelt field of a unit", "if play:unit('31').ronds then play:finish {} end", ROUNDS,
      "w.lua:1: no unit has a field ronds; did you mean rounds?" },
    { "reads a misspelt field of a side", "if play.state.sides.a.nmae then play:finish {} end", "",
      "w.lua:1: no side has a field nmae; did you mean name?" },
    { "asks for a side that there is not", "if play.state.sides.red then play:finish {} end", "",
      "w.lua:1: there is no side red; sides are a and b" },
    { "reads a misspelt field of the battle", "if play.state.battle.rian then play:finish {} end", ROUNDS,
      "w.lua:1: the battle has no field rian; did you mean rain?" },
    { "reads a misspelt field of the state", "if play.state.trun == 1 then play:finish {} end", "",
      "w.lua:1: the state has no trun; did you mean turn?" },
    { "reads an option that there is not", "if play.rules.option.nope then play:finish {} end", "",
      "w.lua:1: there is no option nope" },
    { "calls what play does not have", "play:untis()", "", "w.lua:1: play has no untis; did you mean units?" },
    { "asks for the units of no side", 'for _ in play:units("red") do play:finish {} end', "",
      "w.lua:1: units: there is no side red; sides are a and b" },
    { "gives a command that there is not", 'play:perform { side = "a", ["do"] = "mvoe" }', "",
      "w.lua:1: play:perform: there is no command mvoe; did you mean move?" },
    { "reads a misspelt place of the order", "if play.state.order.unit then play:finish {} end", "",
      "w.lua:1: there is no unit; did you mean units?" },
    { "reads a misspelt part of a base", "if play:unit('31').base.facng == 0 then play:finish {} end", "",
      "w.lua:1: there is no facng; did you mean facing?" },
    { "draws from what is no list", 'play:draw("fate", { rain = 2 })', "",
      "w.lua:1: the deck fate needs a list of cards" },
    { "tells a line of the story that there is not", 'play:tell("rains", {})', "",
      "w.lua:1: play:tell: the story has no line rains" },
    { "tells a place that the line does not have", 'play:tell("moved", { uint = "31" })', "",
      "w.lua:1: play:tell: the story line moved has no {uint}; did you mean unit?" },
    { "tells a line without one of its places", 'play:tell("met", { unit = "31" })', "",
      "w.lua:1: play:tell: the story line met has {target}, which is not given here" },
    { "asks for a unit that there is not", 'play:unit("99")', "", "w.lua:1: no unit 99" },
    { "draws from an empty deck", 'play:draw("events", {})', "", "w.lua:1: the deck events needs a list of cards" },
    { "raises a refusal of no argument", 'error { message = "boo" }', "", "w.lua:1: boo" },
    { "leaves out what a service takes", 'play:lose("31")', "",
      "w.lua:1: lose takes (unit, losses): attempt to compare number with nil" },
    { "gives a service a wrong value", 'play:go("31", 5)', "",
      "w.lua:1: go takes (id, path, um): attempt to index a number value (local 'path')" },
    { "sets a field of the state", 'play:set(play.state, "rain", true)', ROUNDS,
      "w.lua:1: play:set: the state has no rain: play.state.battle has fields" },
    { "asks a question with a misspelt place",
      'play:choose { side = "a", name = "x", ask = "{totl}?", options = { "y", "z" }, with = { total = 3 } }', "",
      "w.lua:1: play:choose: the question has {totl}, which `with` does not give" },
    { "asks how far nothing is", 'play:apart("31", "nowhere")', "", "w.lua:1: apart: there is no unit or leader nowhere" },
    { "measures to an area", 'play:apart("31", "copse")', "",
      "w.lua:1: apart: copse is an area; it takes a unit or leader, a base or a point" },
    { "measures from one alone", 'play:apart("31")', "", "w.lua:1: apart takes (one, other): number 2 is nothing" },
    { "hands a service a unit for its id", 'play:touched(play:unit("31"))', "",
      "w.lua:1: touched takes the id of a unit or leader, not the piece: write .id" },
    { "hands a service a number for an id", 'play:touched(31)', "",
      "w.lua:1: touched: there is no unit or leader 31: an id is a text" },
    { "asks who holds a unit", 'play:side_holding("31")', "", "w.lua:1: side_holding: 31 is a unit; it takes an area" },
    { "leaves out what `ask_of` takes", 'play:ask_of("fire.shoot")', "",
      "w.lua:1: ask_of takes (procedure, id, args, target): fire.shoot describes no piece nil" },
    { "sets the side of a unit", 'play:set(play:unit("31"), "side", "b")', "",
      "w.lua:1: play: units.31.side is the side that it fights for, which no house rule sets" },
  }
  for _, case in ipairs(REFUSED) do
    it("stops where it " .. case[1], function() assert.equal(case[4], wrong(begins(case[2], case[3]))) end)
  end

  it("stops where it reads a misspelt argument of a command, or a field that no result has", function()
    assert.equal("w.lua:2: the command move has no forwrd; did you mean forward?", wrong(variant [[commands = { move = {
      check = function(_, _, cmd) return cmd.forwrd and refuse("unit", "x") or nil end } }]]))
    assert.equal("w.lua:1: the result of fire.shoot has no hist; did you mean hit?",
      wrong(begins [[if play:resolve("fire.shoot", { distance_mm = 100 }, "31").hist then play:finish {} end]]))
  end)

  it("stops where it reads a key that a question within another does not have", function()
    local message = wrong(variant [[wraps = { ["morale.test"] = function(published, rules, q, dice)
      return published(rules, with(q, { hists = 2 }), dice) end },
      moments = { turn_begins = function(play) play:resolve("morale.test", { hits = 1 }, "31") end } ]])
    assert.truthy(message:find("the question morale.test has no hists; did you mean hits?", 1, true))
    assert.truthy(wrong(begins 'play:push("chrage", {})'):find('no sequence "chrage"; did you mean charge?', 1, true))
    message = wrong(variant [[facts = { distance = function() return "far" end },
      moments = { turn_begins = function(play) play:fact("distance", "31", "7") end } ]])
    assert.equal('w.lua:1: the fact distance must give a whole number; it gives "far"', message)
  end)

  it("may raise a refusal of an argument, which is told as one", function()
    local message = wrong(variant [[commands = { move = {
      check = function() error(refuse("unit", "is tired")) end } }]])
    assert.truthy(message:find "unit is tired$" and not message:find "w.lua", message)
  end)

  it("goes on where it reads or sets fields that there are", function()
    assert.is_nil(wrong(begins 'play:set(play:unit("31"), "shot", true)'))
    assert.is_nil(wrong(begins([[play:set(play.state.battle, "rain", true)
      for _, unit in play:units() do
        play:set(unit, "rounds", (unit.rounds or 0) + (unit.shot and 0 or 1))
        if unit.formation and unit.rank then play:finish {} end
      end]], ROUNDS)))
  end)

  it("lets a rule for any ruleset look whether a field is there, but not misspell one", function()
    local function for_any(body) return (begins(body, ROUNDS):gsub('of = "toy", ', "")) end
    assert.is_nil(wrong(for_any "if play:unit('31').morale then play:finish {} end"))
    assert.truthy(wrong(for_any "if play:unit('31').ronds then play:finish {} end"):find "did you mean rounds?")
  end)
end)
