-- What a rule sees of the battle that it is asked in: rules.here.
local dice <const> = require "kernel.dice"
local Play <const> = require "limber.game.play"
local question <const> = require "limber.ask.question"
local toys <const> = require "rules.toys"

--- A house rule that notes in each morale test where it was asked, as text: the toy's `stands` becomes what `says` gives.
local function rule(body)
  return ([[variant "here" { of = "toy", doc = "Looks about.",
    wraps = { ["morale.test"] = function(published, rules, q, dice)
      local here = rules.here
      local result = published(rules, q, dice)
      %s
      return result
    end } }]]):format(body)
end

--- The battle of the bridge under such a rule, shipped or not.
local function game_with(body, shipped, more)
  local name = shipped and "here" or "here.lua"
  local path = shipped and "rules-lua/toy/variants/here.lua" or name
  local opts = { instead = { [path] = rule(body) }, variants = { name } }
  for key, value in next, more or {} do opts[key] = value end
  return toys.in_charge(opts)
end

local SHOWS <const> = [[
  if not here then error("nowhere", 0) end
  error(table.concat({ here.turn, here.step, here.side, here.who, tostring(here.target), here.throwers[""],
    here.piece(here.who).name or here.who, tostring(here.piece("nobody")), here.battle.goal, here.sides.a.name,
    tostring(here.clock) }, " "), 0)]]

describe("rules.here", function()
  for _, shipped in ipairs { true, false } do
    it("says whose throw it is, when and where: " .. (shipped and "shipped" or "a guest"), function()
      local game = game_with(SHOWS, shipped)
      local line, fault = game:command(toys.answer("b", "stand"))
      assert.is_nil(line)
      assert.truthy(fault.message:find("1 charge.morale b 7 31 7 7 nil 2 Blue nil", 1, true), fault.message)
    end)
  end

  it("tells a guest of fields that no piece has, which it misspells", function()
    local game = game_with("if here.piece(here.who).formaton then result.stands = true end", false)
    local _, fault = game:command(toys.answer("b", "stand"))
    assert.equal("no unit has a field formaton; did you mean formation?", fault.message)
    assert.equal("here.lua:5", ("%s:%d"):format(fault.file, fault.line))
  end)

  it("is nil outside of battles, after one too", function()
    local game = game_with('result.stands = here == nil', true)
    assert(game:command(toys.answer("b", "stand")))
    local source = dice.new()
    source:seed(1)
    assert.is_true(question.ask(game.rules, "morale.test", { hits = 0 }, source).stands)
    assert.is_nil(game.rules.view.here)
    local distribution = question.odds(game.rules, "morale.test", { hits = 0 }, "stands")
    assert.are.equal(1.0, distribution:p(true))
  end)

  it("is nil outside of battles after a rule has failed in one", function()
    local game = game_with('error("fell")', true)
    assert.is_nil((game:command(toys.answer("b", "stand"))))
    assert.is_nil(game.rules.view.here)
  end)

  it("cannot be written to by a guest, nor can what it shows", function()
    for _, body in ipairs { "here.turn = 9", 'here.piece("7").hits = 9', "here.battle.goal = 9", "here.sides.a = nil",
      'here.throwers[""] = "31"', 'here.piece("7").base.x = 1' } do
      local game = game_with(body, false)
      local line, fault = game:command(toys.answer("b", "stand"))
      assert.is_nil(line)
      assert.truthy(fault.message:find("read%-only"), fault.message)
      assert.are.equal("here.lua", fault.file)
    end
  end)

  it("is good for the question that it was handed to", function()
    local held
    local free = toys.in_charge()
    assert(free.rules:set_wrap("morale.test", function(published, rules, q, d)
      held = rules.here
      return published(rules, q, d)
    end, "…"))
    assert(free:command(toys.answer("b", "stand")))
    assert.has_error(function() return held.turn end, "rules.here is good for the question that it was handed to")
  end)

  it("changes no die", function()
    local function faces(game)
      local line = assert(game:command(toys.answer("b", "stand")))
      return line.calls[1].rolls[1].dice
    end
    assert.are.same(faces((toys.in_charge())), faces((game_with("result.stands = here.turn == 1", true))))
  end)
end)

describe("answers that read rules.here", function()
  local MARCH <const> = {
    ["rules-lua/toy/ruleset.lua"] = 'ruleset "toy" { sources = { "march" }, game_sources = {} }',
    ["rules-lua/toy/march.lua"] = [[
      procedure "march" { cite = "M", doc = "How far.", dice = "none", args = { int "speed" { 0, 9 } },
        out = { int "mm" {}, text "who" {} },
        resolve = function(rules, q)
          if q.speed < 5 then return { mm = q.speed, who = "any" } end
          return { mm = q.speed * rules.here.battle.mud, who = rules.here.who .. "-" .. rules.here.target }
        end }
      procedure "twice" { cite = "M", doc = "Asks.", dice = "none", args = {}, out = { int "mm" {} },
        resolve = function(rules) return { mm = rules.call("march", { speed = 6 }).mm } end }
    ]],
  }
  local rules, view, root, state, asked, ask

  before_each(function()
    rules = toys.rules(MARCH)
    root = { turn = 1, battle = { mud = 10 }, units = {}, leaders = {}, formations = {}, areas = {}, lines = {},
      sides = {}, frames = {} }
    state = { root = root, version = 1 }
    view = Play.new { rules = rules, words = rules.published.game, state = state, facts = {}, views = {} }
    asked, ask = 0, question.ask
    question.ask = function(...)
      asked = asked + 1
      return ask(...)
    end
  end)

  after_each(function() question.ask = ask end)

  it("hold for one state and one who asks", function()
    for _ = 1, 2 do
      assert.are.same({ mm = 60, who = "1-2" }, view:ask("march", { speed = 6 }, "1", "2"))
      assert.are.same({ mm = 60, who = "2-1" }, view:ask("march", { speed = 6 }, "2", "1"))
    end
    assert.is_true(asked <= 3)
    root.battle.mud, state.version = 20, 2
    assert.are.same({ mm = 120, who = "1-2" }, view:ask("march", { speed = 6 }, "1", "2"))
  end)

  it("are found through other procedures", function()
    assert.are.equal(60, view:ask("twice", {}, "1", "2").mm)
    root.battle.mud, state.version = 30, 2
    assert.are.equal(180, view:ask("twice", {}, "1", "2").mm)
  end)

  it("leave others kept for good", function()
    assert.are.equal(3, view:ask("march", { speed = 3 }, "1", "2").mm)
    state.version = 2
    assert.are.equal(3, view:ask("march", { speed = 3 }, "2", "1").mm)
    assert.are.equal(1, asked)
  end)
end)
