-- What a rule stack answers without dice: worked once, and each caller's own; and rule files remember nothing themselves.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local toys <const> = require "rules.toys"

local FILES <const> = {
  ["rules-lua/toy/ruleset.lua"] = 'ruleset "toy" { sources = { "march" }, game_sources = {} }',
  ["rules-lua/toy/march.lua"] = [[
    procedure "march" {
      cite = "M", doc = "How far.", dice = "none",
      args = { int "speed" { 0, 9 }, flag "tired" {}, list "loads" { of = int "load" { 0, 9 }, default = {}, min = 0 } },
      out = { int "mm" {}, list "stages" { of = int "stage" {} } },
      check = function(_, q) if q.speed == 9 then return refuse("speed", "9 is too fast") end end,
      resolve = function(_, q) return { mm = q.speed * (q.tired and 10 or 20) - #q.loads, stages = { q.speed, 0 } } end,
    }
    procedure "throws" {
      cite = "M", doc = "Throws.", args = {}, out = { int "roll" {} },
      resolve = function(_, _, dice) return { roll = dice.d(6, "roll") } end,
    }
  ]],
}

describe("answers without dice", function()
  local rules, view, ask, asked

  before_each(function()
    rules = toys.rules(FILES)
    view = require("limber.game.play").new {
      rules = rules, words = rules.published.game, state = { root = {} }, facts = {}, views = {},
    }
    asked, ask = 0, question.ask
    question.ask = function(...)
      asked = asked + 1
      return ask(...)
    end
  end)

  after_each(function() question.ask = ask end)

  it("are worked once for one question", function()
    for _ = 1, 3 do assert.are.equal(40, view:ask("march", { speed = 2, tired = false }).mm) end
    assert.are.equal(1, asked)
    assert.are.equal(20, view:ask("march", { speed = 2, tired = true }).mm)
    assert.are.equal(37, view:ask("march", { speed = 2, tired = false, loads = { 1, 2, 3 } }).mm)
    assert.are.equal(37, view:ask("march", { speed = 2, tired = false, loads = { 3, 2, 1 } }).mm)
    assert.are.equal(4, asked)
  end)

  it("are figured without being asked, until a house rule has a say", function()
    assert.are.equal(40, view:figure("march", { speed = 2, tired = false, loads = {} }).mm)
    assert.are.equal(0, asked)
    assert(rules:set_wrap("march", function(published, r, q, d)
      local result = published(r, q, d)
      result.mm = result.mm + 1
      return result
    end, "…"))
    assert.are.equal(41, view:figure("march", { speed = 2, tired = false, loads = {} }).mm)
    assert.are.equal(1, asked)
    assert(rules:drop "wrap march")
    rules.watch = function() asked = asked + 10 end
    assert.are.equal(40, view:figure("march", { speed = 2, tired = false, loads = {} }).mm)
    assert.are.equal(12, asked)
  end)

  it("are each caller's own", function()
    local args = { speed = 3, loads = { 1 } }
    local first = view:ask("march", args)
    first.mm, first.stages[1] = 0, 99
    local second = view:ask("march", args)
    assert.are.same({ mm = 59, stages = { 3, 0 } }, second)
    second.stages[2], args.loads[1] = 98, 2
    assert.are.same({ 3, 0 }, view:ask("march", { speed = 3, loads = { 1 } }).stages)
  end)

  it("are worked anew when the rules change, back and forth", function()
    assert.are.equal(40, view:ask("march", { speed = 2 }).mm)
    assert(rules:set_wrap("march", function(published, r, q, d)
      local result = published(r, q, d)
      result.mm = result.mm + 1
      return result
    end, "…"))
    assert.are.equal(41, view:ask("march", { speed = 2 }).mm)
    assert(rules:drop "wrap march")
    assert.are.equal(40, view:ask("march", { speed = 2 }).mm)
  end)

  it("of what was typed hold for one command", function()
    local worth = 0
    assert(rules:set_wrap("march", function() return { mm = worth, stages = {} } end, "…"))
    assert.are.equal(0, view:ask("march", { speed = 2 }).mm)
    worth = 7
    assert.are.equal(0, view:ask("march", { speed = 2 }).mm)
    require("limber.rules.answers").begin(rules)
    assert.are.equal(7, view:ask("march", { speed = 2 }).mm)
  end)

  it("are no answers when the question is wrong, or throws: each asker is told", function()
    for _ = 1, 2 do
      local done, message = pcall(view.ask, view, "march", { speed = 9 })
      assert.is_false(done)
      assert.is_truthy(tostring(message):find("9 is too fast", 1, true))
      assert.is_false(pcall(view.ask, view, "march", { speed = print }))
      assert.is_false(pcall(view.ask, view, "throws", {}))
    end
  end)

  it("say each time why a question cannot be asked", function()
    for _ = 1, 2 do
      local fault = view.rules.fault("march", { speed = 9 })
      assert.are.equal("speed", fault.arg)
      fault.arg = "changed"
      assert.is_nil(view.rules.fault("march", { speed = 8 }))
    end
  end)
end)

--- A function's variables of its file, but for its environment.
local function variables(fn)
  local list = {}
  for i = 1, math.huge do
    local name, value = debug.getupvalue(fn, i)
    if not name then return list end
    if name ~= "_ENV" then list[i] = value end
  end
end

--- Whatever the functions of a ruleset hold on to: each table with what is in it, each function with its variables.
local function held(rules)
  local folder, seen, found = "@rules-lua/" .. rules.name .. "/", {}, {}
  local function look(value)
    if seen[value] or type(value) ~= "table" and type(value) ~= "function" then return end
    seen[value] = true
    if type(value) == "function" then
      if debug.getinfo(value, "S").source:sub(1, #folder) ~= folder then return end
      found[value] = variables(value)
      for _, one in next, found[value] do look(one) end
    elseif getmetatable(value) == nil then
      local copy = {}
      for key, one in next, value do
        copy[key] = one
        look(one)
      end
      found[value] = copy
    end
  end
  look(rules.published.game)
  look(rules.procedures)
  return found
end

describe("the functions of a rule file", function()
  for path, most in pairs { ["scenarios/fusilier/lesson.lua"] = 200, ["scenarios/horse_and_musket/windmill_hill.lua"] = 200 } do
    it("remember nothing of a battle: " .. path, function()
      local scenario = assert(Scenario.read(assert(loader.read(path)), path))
      local rules = assert(Rules.load(loader, scenario.ruleset, scenario.variants, { game = require "limber.game.words" }))
      local sides = { "a", "b" }
      local start = assert(Scenario.build(scenario, rules, { solo = sides }))
      local before = held(rules)
      assert.is_truthy(next(before))
      local game = Game.new { rules = rules, start = start, seed = 3, keep = false }
      assert(game:start())
      local commands, command = 0, game.command
      function game.command(...)
        commands = commands + 1
        if commands > most then error({ arg = "enough", message = "enough" }, 0) end
        return command(...)
      end
      pcall(Solo.fight, game, sides)
      assert.is_true(commands > 50)
      for value, copy in next, before do
        local now = type(value) == "function" and variables(value) or value
        for key, one in next, now do assert.are.equal(copy[key], one) end
        for key in next, copy do assert.is_not_nil(now[key]) end
      end
    end)
  end
end)
