-- What trusted code hands to a guest's functions in a battle stays trusted code's own: arguments cannot be written to,
-- also those that become part of the state later.
local Game <const> = require "limber.game.game"
local json <const> = require "kernel.json"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"
local words <const> = require "limber.rules.words"

--- The toy's battle under a stranger's variant.
local function begun(body)
  local rules = toys.rules({ ["mine.lua"] = ('variant "mine" { doc = "x",\n%s }'):format(body) }, { "mine.lua" })
  assert.is_true(rules.guest)
  local start = assert(Scenario.build(toys.scenario(), rules))
  local game = Game.new { rules = rules, start = start, seed = 7, keep = true, append = function() end }
  local line, fault = game:start()
  return game, line, fault
end

local FIRST <const> = "local id, unit = play:units()() "

describe("what a guest's function is handed", function()
  for name, one in pairs {
    ["a value that play sets"] = { [[
      services = { set = function(published, play, node, key, value)
        published(play, node, key, value)
        if type(value) == "table" then value.x = 5 end
      end },
      moments = { turn_begins = function(play) ]] .. FIRST .. [[
        play:set(unit, "post", { x = 1, y = 2 })
      end }]], "x cannot be set" },
    ["a value that play sets, later"] = { [[
      services = { set = function(published, play, node, key, value)
        published(play, node, key, value)
        if type(value) == "table" then published(play, node, "kept", 1) value.x = 5 end
      end },
      moments = { turn_begins = function(play) ]] .. FIRST .. [[
        play:set(unit, "post", { x = 1, y = 2 })
      end }]], "x cannot be set" },
    ["an argument of a service"] = { [[
      services = { room = function(published, view, id, base, opts)
        opts.more = true
        return published(view, id, base, opts)
      end },
      moments = { turn_begins = function(play) ]] .. FIRST .. [[
        play:room(id, unit.base, { a = 1 })
      end }]], "more cannot be set: use with(it, { … })" },
  } do
    it("cannot be written to: " .. name, function()
      local game, line, fault = begun(one[1])
      assert.is_nil(line)
      assert.truthy(fault.message:find(one[2], 1, true), fault.message)
      assert.equal("mine.lua", fault.file)
      for _, unit in pairs(game.state.root.units) do assert.is_nil(unit.post) end
    end)
  end

  it("is copied with changes by with", function()
    local _, line, fault = begun([[
      services = { room = function(_, _, _, base, opts)
        assert(base == nil)
        local other = with(opts, { more = 3 })
        assert(opts.more == nil and other.more == 3 and other.a == 1)
      end },
      moments = { turn_begins = function(play) ]] .. FIRST .. [[
        play:room(id, nil, { a = 1 })
      end }]])
    assert(line, fault and fault.message)
  end)
end)

describe("a guest's file", function()
  local function loaded(path)
    local loader = toys.loader()
    loader.variant = function(_, name) return path, ('variant "%s" { doc = "x" }'):format(name), false end
    return Rules.load(loader, "toy", { "mine" }, { game = require "limber.game.words" })
  end

  -- A replay says where its files lay; functions are known by their files.
  for name, path in pairs {
    ["the framework"] = debug.getinfo(Game.new, "S").source:sub(2), ["its ruleset"] = "rules-lua/toy/charge.lua",
    ["a shipped variant"] = "rules-lua/toy/variants/brave.lua",
  } do
    it("never lies where a file lies of " .. name, function()
      local rules, fault = loaded(path)
      assert.is_nil(rules)
      assert.truthy(fault.message:find("is the path of a file that ships with Limber", 1, true), fault.message)
    end)
  end

  it("may lie anywhere else", function()
    assert(loaded "rules-lua/toy/variants/mine.lua")
    assert(loaded "mine.lua")
  end)
end)

describe("a guest's sequence of play", function()
  for wanted, more in pairs {
    ["mine is pushed within 100 other sequences: it never ends"] = [[
      sequence "mine" { step "one" { run = function(play) play:push("mine", {}) end } }
      insert "turn" { first = true, step "again" { run = function(play) play:push("mine", {}) end } }]],
    ["turn.again: its `when` cannot push a sequence"] = [[
      insert "turn" { first = true,
        step "again" { when = function(play) play:push("turn", {}) return true end, run = function() end } }]],
    ["turn.again: its `options` cannot push a sequence"] = [[
      insert "turn" { first = true, decision "again" { side = "a",
        options = function(play) play:push("turn", {}) return { "x", "y" } end, run = function() end } }]],
    ["the sequence of play never ends: turn.again repeats"] = [[
      insert "turn" { first = true, step "again" { run = function() return "again" end } }]],
  } do
    it("is told where it goes wrong: " .. wanted, function()
      local game, line, fault = begun("}\n" .. more .. "\nlocal _ = {")
      assert.is_nil(line)
      assert.truthy(fault.message:find(wanted, 1, true), fault.message)
      assert.equal(0, #game.state.root.frames)
    end)
  end
end)

describe("a guest's list in the state", function()
  for _, call in ipairs {
    "play:insert(unit.list, 1, 0)", "play:remove(unit.list, 1)", "play:schedule(unit.list, 0, 'x')", "play:due(unit.list, 0)",
  } do
    it("is changed in its middle only while undoing it is short work: " .. call, function()
      local _, line, fault = begun("moments = { turn_begins = function(play) " .. FIRST .. [[
        local list = {}
        for i = 1, 10001 do list[i] = i end
        play:set(unit, "list", list) ]] .. call .. " end }")
      assert.is_nil(line)
      assert.truthy(fault.message:find("a list of more than 10000 values", 1, true), fault.message)
    end)
  end
end)

describe("what a guest had in another game", function()
  -- No file can keep anything; the test keeps it for this one, to see what else holds.
  local function games(first, second)
    local box, variant_words = {}, words.variant_words
    words.variant_words = function(...) -- luacheck: ignore
      local given = variant_words(...)
      given.keep = function(...) box = table.pack(...) end
      given.kept = function() return table.unpack(box, 1, box.n) end
      return given
    end
    local one, line, fault = begun("moments = { turn_begins = function(play) " .. FIRST .. first .. " end }")
    assert(line, fault and fault.message)
    local before = json.encode(one.state.root)
    local other
    other, line, fault = begun("moments = { turn_begins = function(play) " .. FIRST .. second .. " end }")
    words.variant_words = variant_words -- luacheck: ignore
    assert.equal(before, json.encode(one.state.root))
    return one, other, line, fault
  end

  for body, wanted in pairs {
    ["local theirs = kept() theirs:set(unit, 'status', 'x')"] = "play is good for the command",
    ["local theirs, node = kept() theirs:set(node, 'status', 'x')"] = "play is good for the command",
    ["local theirs = kept() theirs:tell('met', {})"] = "play is good for the command",
    ["local theirs = kept() theirs:choose { side = 'a', name = 'x', ask = 'x', options = { 'a', 'b' } }"] =
      "play is good for the command",
    ["local _, node = kept() play:set(node, 'status', 'x')"] = "not part of the state",
    ["local _, node = kept() play:append(node, 1)"] = "not part of the state",
    ["local _, node = kept() node.status = 'x'"] = "the battle is read-only",
    ["local _, _, list = kept() play:insert(list, 1, 'x')"] = "not part of the state",
  } do
    it("changes neither game: " .. body, function()
      local _, _, line, fault = games("keep(play, unit, play.state.order.units)", body)
      assert.is_nil(line)
      assert.truthy(fault.message:find(wanted, 1, true), fault.message)
    end)
  end

  it("becomes no part of this one: what is set is a copy", function()
    local one, other, line, fault = games("keep(play, unit)",
      "local _, node = kept() play:set(unit, 'friend', node) play:set(unit.friend, 'hits', 7)")
    assert(line, fault and fault.message)
    local id = one.state.root.order.units[1]
    assert.equal(7, other.state.root.units[id].friend.hits)
    assert.equal(0, one.state.root.units[id].hits)
    assert.is_false(one.state:holds(other.state.root.units[id].friend))
  end)
end)
