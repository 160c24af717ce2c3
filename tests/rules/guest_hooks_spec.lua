-- Rules that did not ship keep a budget in every function they declare, wherever it is called.
local bounds <const> = require "limber.language.bounds"
local Game <const> = require "limber.game.game"
local Rules <const> = require "limber.rules.stack"
local sandbox <const> = require "kernel.sandbox"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"

--- The toy as somebody else's, with more said in its last file.
local function rules_with(more, shipped)
  local loader = toys.loader()
  local read = loader.read
  function loader.read(path)
    local text = read(path)
    if text and path:find "forces%.lua$" then text = text .. more end
    return text, text and not shipped or nil
  end
  return assert(Rules.load(loader, "toy", {}, { game = require "limber.game.words" }))
end

local function game_with(more)
  local rules = rules_with(more)
  local start = assert(Scenario.build(toys.scenario(), rules))
  return Game.new { rules = rules, start = start, seed = 7 }
end

local function stopped(fn, ...)
  local done, fault = pcall(fn, ...)
  assert.is_false(done)
  assert.equal("budget", fault.kind)
  assert.truthy(fault.file:find "forces%.lua$")
end

local LOOP <const> = " function() while true do end end "

describe("a guest's rules", function()
  for _, hook in ipairs { "timetable", "losses", "roster", "set_down" } do
    it("keep a budget in " .. hook, function()
      stopped(rules_with(("\n%s(%s)"):format(hook, LOOP)).published.game[hook])
    end)
  end

  it("keep a budget in what a map shows", function()
    local symbols = rules_with(("\nmap_symbols { arm = %s, states = { { 'lost', when = %s } } }"):format(LOOP, LOOP)).published.game.map_symbols
    stopped(symbols.arm, {})
    stopped(symbols.states[1].when, {})
  end)

  it("keep a budget in what kinds of ground say", function()
    local bog = rules_with(("\nterrain 'bog' { enters = %s, going = %s, drawn = %s, height = %s }"):format(
      LOOP, LOOP, LOOP, LOOP)).published.game.grounds.area.bog
    for _, key in ipairs { "enters", "going", "drawn", "height" } do stopped(bog[key], {}) end
  end)

  it("keep a budget in what is built and measured", function()
    local words = rules_with(("\ncarries 'side' { args = {}, build = %s }\nmeasure 'long' (%s)"):format(LOOP, LOOP))
      .published.game
    stopped(words.carries.side.build, {}, {})
    stopped(words.measures.long)
  end)

  it("keep a budget as a scenario is laid out, and are told to have spent it", function()
    local rules, laying = rules_with(("\ncarries 'side' { args = {}, build = %s }"):format(LOOP)), bounds.LAYING
    bounds.LAYING = { instructions = 1000000, bytes = 1 << 26, seconds = 5 }
    local start, faults = Scenario.build(toys.scenario(), rules)
    bounds.LAYING = laying
    assert.is_nil(start)
    assert.truthy(faults[1].file:find "forces%.lua$")
    assert.equal("budget", faults[1].kind)
  end)

  it("keep a budget in what a side sees", function()
    local game = game_with("\nhidden(function(_, _, unit) while unit do end end)")
    stopped(game.view, game, "a")
  end)

  it("keep a budget in what is proposed, all at once or one by one", function()
    local more = "\ncommand 'wait' { run = function() end, proposals = %s }"
    local words = rules_with(more:format(LOOP)).published.game
    stopped(words.commands.wait.proposals)
    words = rules_with(more:format("function() return" .. LOOP .. "end")).published.game
    stopped(words.commands.wait.proposals())
  end)

  it("keep a budget in what a command of single units refuses and offers", function()
    local more = "\ncommand 'wait' { args = { unit 'unit' {} }, run = function() end, refuses = %s, offers = %s }"
    local view = {
      sealed = function() return {} end, unasked = function(self, fn, ...) return fn(self, ...) end,
      state = { units = { ["1"] = { side = "a" } } },
    }
    local wait = rules_with(more:format(LOOP, LOOP)).published.game.commands.wait
    stopped(wait.check, view, { unit = "1" })
    stopped(wait.proposals, view, "a", "1")
    wait = rules_with(more:format("function() end", LOOP)).published.game.commands.wait
    assert.is_nil(wait.check(view, { unit = "1" }))
    stopped(wait.proposals, view, "a", "1")
  end)

  it("keep a budget in what is waited for", function()
    local words = rules_with(("\nsequence 'x' { decision 'y' { side = %s, options = %s } }"):format(LOOP, LOOP))
      .published.game
    stopped(words.sequences.x[1].side)
    stopped(words.sequences.x[1].options)
    assert.equal("x.y", words.sequences.x[words.sequences.x.index.y].path)
  end)

  it("have no more within a run than it has left", function()
    local measure = rules_with("\nmeasure 'long' (function() for _ = 1, 1000000 do end return 1, 'two' end)")
      .published.game.measures.long
    assert.same({ 1, "two" }, { measure() })
    local done, fault = sandbox.run({ instructions = 10000, bytes = 1 << 24, seconds = 5 }, measure)
    assert.is_false(done)
    assert.equal("budget", fault.kind)
  end)

  it("hand tables over whole, of whatever shape, and each side has its own", function()
    local sparse, long, named, deep = {}, {}, {}, {}
    for i = 0, 62 do sparse[1 << i] = i end -- its length may be any of these
    for i = 1, 3000 do long[i], named["n" .. i] = i, { i } end
    long.name, long[0], long[-5], long[2.5], long[true] = "x", 0, 5, 2, false
    deep.list = { { 1, 2, nil, 4 }, { x = { y = { "z" } } }, long }
    local read = rules_with("\nmeasure 'far' (function(read) local own = read() own.more = { 1 } return own end)")
      .published.game.measures.far
    for _, value in ipairs { {}, { 1, nil, 3 }, { nil, 2 }, sparse, long, named, deep } do
      local given = read(function() return value end)
      assert.same({ 1 }, given.more)
      assert.is_nil(value.more)
      given.more = nil
      assert.same(value, given)
      assert.are_not.equal(value, given)
    end
    assert.is_false(pcall(read, function() return { [print] = 1 } end))
    assert.is_false(pcall(read, function() deep.list.deep = deep return deep end))
  end)

  it("raise their refusals as they are", function()
    local measure = rules_with("\nmeasure 'far' (function() error({ arg = 'x', message = 'x is far', more = 1 }) end)")
      .published.game.measures.far
    local done, fault = pcall(measure)
    assert.same({ false, { arg = "x", message = "x is far", more = 1 } }, { done, fault })
  end)

  it("raise refusals that are plain, whatever they hold", function()
    local measure = rules_with([[
measure 'far' (function()
  local loop = {}
  loop.loop = loop
  error({ arg = loop, message = 'x is far', more = loop })
end)]]).published.game.measures.far
    local done, fault = pcall(measure)
    assert.same({ false, { message = "x is far" } }, { done, fault })
  end)

  it("play as those that shipped", function()
    local game = game_with ""
    assert(game:start())
    assert(game:command(toys.CHARGE))
    assert.equal("decision", game:waiting().kind)
    assert.truthy(game:legal("b")())
    local rules = rules_with "\ntimetable(function() return {} end)"
    local over = assert(Rules.over(rules.published, {})).published
    assert.are_not.equal(rules.published, over)
    assert.same(rules.published.files, over.files)
  end)
end)
