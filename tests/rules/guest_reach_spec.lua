-- A stranger's ruleset that plays a battle keeps all it is handed: whatever is reached from there is called with every
-- kind of argument and written to, and nothing of it is another stack's.
local dice <const> = require "kernel.dice"
local Game <const> = require "limber.game.game"
local json <const> = require "kernel.json"
local odds <const> = require "kernel.odds"
local question <const> = require "limber.ask.question"
local reach <const> = require "reach"
local Rules <const> = require "limber.rules.stack"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local toys <const> = require "rules.toys"
local words <const> = require "limber.rules.words"

--- Makes each function of a file hand `keep` its arguments first.
local function listening(text)
  return (text:gsub("function(%s*[%w_.]*)(%b())", function(name, params)
    local inside = params:sub(2, -2)
    if inside == "" then return nil end
    return ("function%s(...) keep(...) local %s = ... "):format(name, inside)
  end))
end

--- The toy as a stranger's, and a list of all that its functions are handed.
local function stack()
  local loader, handed, seen = toys.loader(), {}, {}
  local read = loader.read
  local function keep(...)
    for i = 1, select("#", ...) do
      local value = select(i, ...)
      local kind = type(value)
      if (kind == "table" or kind == "userdata" or kind == "function") and not seen[value] then
        seen[value] = true
        handed[#handed + 1] = value
      end
    end
  end
  function loader.read(path)
    local text = read(path)
    return text and (path:find "ruleset%.lua$" and text or listening(text)), text and true
  end
  local rule_words = words.rule_words
  words.rule_words = function(...) -- luacheck: ignore
    local given = rule_words(...)
    given.keep = keep
    return given
  end
  local done, rules, fault = pcall(Rules.load, loader, "toy", {}, { game = require "limber.game.words" })
  words.rule_words = rule_words -- luacheck: ignore
  assert(done, tostring(rules))
  assert(rules, fault and fault.message)
  assert(rules.guest)
  return rules, handed, keep
end

--- A battle of both sides' solo commanders, all of whose functions are heard.
local function played()
  local rules, handed, keep = stack()
  local scenario = toys.scenario()
  local start, faults = Scenario.build(scenario, rules, { solo = { "a", "b" } })
  assert(start, faults and faults[1].message)
  local game = Game.new { rules = rules, start = start, seed = 7, keep = true, append = function() end }
  assert(game:start())
  for _ = 1, 12 do
    local waiting = game:waiting()
    if waiting.kind == "over" then break end
    for _, side in ipairs(waiting.sides or {}) do
      local solo = Solo.new(game, side)
      local done = pcall(function() assert(solo:act()) end)
      if not done then pcall(game.command, game, { side = side, ["do"] = "done" }) end
    end
  end
  local source = dice.new()
  source:seed(7)
  source:event(0, 0, 1, 0, 0)
  assert(question.ask(rules, "morale.test", {}, source))
  keep((question.odds(rules, "morale.test", {})))
  return rules, handed
end

--- In the program tostring shows no address; in a plain Lua it does.
local function no_address(shown)
  if tostring(print) == "function" then assert.equal("", table.concat(shown, "\n")) end
end

describe("what a stranger's ruleset is handed", function()
  local _, one = played()
  local _, other = played()

  it("is a good deal", function()
    local kinds = {}
    for _, value in ipairs(one) do kinds[type(value)] = (kinds[type(value)] or 0) + 1 end
    assert.is_true(kinds.table > 20 and kinds.userdata >= 1, json.encode(kinds))
  end)

  it("is shared with no other stack, unless it cannot be written to", function()
    local seen, shared = {}, {}
    for i, value in ipairs(one) do
      reach.look(value, "one " .. i, function(table_of, path) seen[table_of] = path end, nil, true)
    end
    for i, value in ipairs(other) do
      reach.look(value, "other " .. i, function(found, path)
        if type(found) == "table" and seen[found] then
          local done = pcall(function() found.spoilt = nil end)
          if done then shared[#shared + 1] = seen[found] .. " is " .. path end
        end
      end, nil, true)
    end
    assert.same({}, shared)
  end)

  it("takes every kind of argument, and shows no address", function()
    local given = { dice.new(), (odds.enumerate(dice.new(), function() return 1 end)) }
    local functions, calls, shown = reach.call_all(one, { few = true, given = given })
    assert.is_true(functions > 60 and calls > functions * 40, ("%d functions, %d calls"):format(functions, calls))
    no_address(shown)
  end)

  it("changes nothing of shipped rules, whatever is written to it", function()
    local shipped = toys.rules()
    local function answers()
      local list = {}
      for seed = 1, 5 do
        local source = dice.new()
        source:seed(seed)
        source:event(0, 0, 1, 0, 0)
        list[seed] = assert(question.ask(shipped, "melee.fight", { a = 1, b = 2 }, source))
      end
      return json.encode(list)
    end
    local function fight()
      local game = toys.game { seed = 9 }
      assert(game:start())
      assert(game:command(toys.CHARGE))
      assert(game:command(toys.answer("b", "stand")))
      return json.encode(game.state.root)
    end
    local before, battle = answers(), fight()
    reach.write_all(one)
    assert.equal(before, answers())
    assert.equal(battle, fight())
  end)
end)

describe("the words of files", function()
  it("take every kind of argument, and show no address", function()
    local env
    ruleset.run_file("out(_ENV)", "house/x.lua", (function()
      local given = words.variant_words { shipped = false }
      given.out = function(found) env = found end
      return given
    end)())
    local _, calls, shown = reach.call_all(env, { few = true })
    assert.is_true(calls > 1000)
    no_address(shown)
    local published = words.published "toy"
    local given = words.rule_words(published, function() end)
    require("limber.game.words").install(given, published)
    _, calls, shown = reach.call_all(given, { few = true })
    assert.is_true(calls > 2000)
    no_address(shown)
    local scenario = Scenario.read('scenario { title = "x", ruleset = "toy", probe = _ENV }', "x.lua")
    if scenario then
      _, _, shown = reach.call_all(scenario.given.probe, { few = true })
      no_address(shown)
    end
    assert.is_true(sandbox.run(nil, function() return true end))
  end)
end)
