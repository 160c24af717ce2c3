--- The state: plain data, changed in one place, taken back whole.
local digest <const> = require "kernel.digest"
local Journal <const> = require "limber.game.journal"
local State <const> = require "limber.game.state"
local node_of <const> = require("limber.common.tree").node
local toys <const> = require "rules.toys"

local function tree()
  return { units = { ["31"] = { hits = 0, base = { x = 1, y = 2 }, defeats = { 2, 3 } } }, list = { "a", "b" } }
end

--- A small generator, so that the shuffles below are the same every run.
local function numbers(seed)
  return function(most)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 65536 % most + 1
  end
end

local function change_at_random(state, draw)
  local root = state.root
  for _ = 1, 12 do
    local what = draw(6)
    if what == 1 then
      state:set(root.units["31"], "hits", draw(5))
    elseif what == 2 then
      state:set(root.units, "u" .. draw(4), { hits = draw(9), path = { { x = draw(9) } } })
    elseif what == 3 then
      state:set(root.units, "u" .. draw(4), nil)
    elseif what == 4 then
      state:insert(root.list, draw(#root.list + 1), { at = draw(9) })
    elseif what == 5 and #root.list > 1 then
      state:remove(root.list, draw(#root.list))
    else
      local last = root.list[#root.list]
      if type(last) == "table" then state:set(last, "at", draw(9)) end
    end
  end
end

describe("the state", function()
  it("takes back, undoes and does again whatever was changed", function()
    for seed = 1, 50 do
      local draw, state = numbers(seed), State.new(tree(), true)
      local shadow, logs, digests = tree(), {}, { [0] = digest.of(state.root) }
      for i = 1, 8 do
        state:begin()
        change_at_random(state, draw)
        state:rollback()
        assert.are.equal(digests[i - 1], digest.of(state.root))
        state:begin()
        change_at_random(state, draw)
        local changes
        logs[i], changes = state:commit()
        digests[i] = digest.of(state.root)
        for _, change in ipairs(changes) do Journal.apply(shadow, change) end
        assert.are.equal(digests[i], digest.of(shadow))
      end
      for i = 8, 1, -1 do
        state:undo(logs[i])
        assert.are.equal(digests[i - 1], digest.of(state.root))
      end
      for i = 1, 8 do
        state:redo(logs[i])
        assert.are.equal(digests[i], digest.of(state.root))
      end
    end
  end)

  it("takes nothing but plain data, once", function()
    local state = State.new(tree(), true)
    local unit = state.root.units["31"]
    for _, bad in ipairs { 1.5, print, { { 0.5 } }, { [1.5] = 1 }, { [true] = 1 } } do
      assert.has_error(function() state:set(unit, "hits", bad) end)
      assert.are.equal(0, unit.hits)
    end
    assert.has_error(function() state:set(state.root, "other", unit) end)
    assert.has_error(function() state:set({}, "hits", 1) end)
    local loop = {}
    loop.loop = loop
    assert.has_error(function() state:set(unit, "loop", loop) end)
    state:set(state.root.units, "31", nil)
    assert.has_error(function() state:set(unit, "hits", 1) end)
    state:set(state.root.units, "32", unit)
    state:set(unit, "hits", 1)
  end)
end)

local BREAK <const> = {
  error = 'play:set(play.state.units["7"], "hits", 5); play:push("charge", {}); error "broken"',
  refused = 'play:set(play.state.units["7"], "hits", 5); play:unit "nobody"',
  asked = 'play:set(play.state.units["7"], "hits", 5); play:resolve("morale.test", { hits = 99 }, "7")',
  later = 'play:set(play.state.units["7"], "hits", 5); play:push("bad", {})',
}

describe("a command in which something goes wrong", function()
  for name, body in pairs(BREAK) do
    it("is undone whole: " .. name, function()
      local path = "rules-lua/toy/forces.lua"
      local text = toys.slurp "tests/rules/toy/forces.lua" .. ([[
        command "break" { args = {}, run = function(play) %s end }
        sequence "bad" { step "worse" { run = function() error "worse" end } }
      ]]):format(body)
      local turn = toys.slurp("tests/rules/toy/turn.lua"):gsub('{ "charge" }', '{ "charge", "break" }')
      local game, written = toys.game { instead = { [path] = text, ["rules-lua/toy/turn.lua"] = turn } }
      assert(game:start())
      local before, lines = digest.of(game.state.root), #written
      local done, failure = game:command { side = "a", ["do"] = "break" }
      assert.is_nil(done)
      assert.is_string(failure.message)
      assert.are.equal(before, digest.of(game.state.root))
      assert.are.equal(lines, #written)
      toys.give(game, toys.CHARGE, toys.answer("b", "stand"))
    end)
  end

  it("is undone when it cannot be written", function()
    local full = false
    local game = toys.game { append = function() if full then error "the disk is full" end end }
    assert(game:start())
    local before = digest.of(game.state.root)
    full = true
    local done, failure = game:command(toys.CHARGE)
    assert.is_nil(done)
    assert.truthy(failure.message:find("disk is full", 1, true))
    assert.are.equal(before, digest.of(game.state.root))
    full = false
    toys.give(game, toys.CHARGE)
    assert.are.equal(2, #game.journal.lines)
  end)

  it("is undone when a house rule does not come to an end", function()
    local game, written = toys.in_charge { variants = { "endless" } }
    assert.is_true(game.rules.guest)
    local before, lines = digest.of(game.state.root), #written
    local done, failure = game:command(toys.answer("b", "stand"))
    assert.is_nil(done)
    assert.are.equal("budget", failure.kind)
    assert.truthy(failure.message)
    assert.are.equal(before, digest.of(game.state.root))
    assert.are.equal(lines, #written)
    toys.give(game, toys.answer("b", "evade"))
  end)

  it("plays alike without a journal", function()
    local kept, unkept = toys.in_charge(), toys.in_charge { keep = false }
    toys.give(kept, toys.answer("b", "stand"))
    toys.give(unkept, toys.answer("b", "stand"))
    assert.are.equal(digest.of(kept.state.root), digest.of(unkept.state.root))
    assert.is_nil(unkept.journal)
  end)

  it("finds whatever bears an id", function()
    local root = toys.game().state.root
    for id, place in next, { ["31"] = "units", first = "formations", copse = "areas", brook = "lines", a = "sides" } do
      assert.are.equal(root[place][id], node_of(root, id))
      assert.is_truthy(root[place][id])
    end
    assert.is_nil(node_of(root, "nobody"))
    assert.is_nil(node_of(root, nil))
  end)
end)

describe("what a side sees of the pieces", function()
  local Seen <const> = require "limber.game.seen"
  local words <const> = {
    hidden = function(_, _, unit) return unit.concealed or false end, private = { formations = { "order" } },
  }
  local function a_state()
    return State.new({
      units = { a1 = { side = "a" }, b1 = { side = "b" } }, leaders = {}, frames = { {} }, asks = {},
      formations = { one = { side = "b", order = "attack" } },
      order = { units = { "a1", "b1" }, leaders = {}, formations = { "one" } },
    })
  end

  it("is kept while only what is under way changes", function()
    local state, kept = a_state(), {}
    local before = Seen.by(state, words, "a", kept)
    state:set(state.root.frames[1], "done", { a = true })
    local after = Seen.by(state, words, "a", kept)
    assert.are.equal(before.formations, after.formations)
    assert.are.same({ one = { side = "b" } }, after.formations)
    assert.is_true(after.frames[1].done.a)
  end)

  it("is looked at anew after a change of a piece, by each side, and after it is taken back", function()
    local state, kept, others = a_state(), {}, {}
    Seen.by(state, words, "a", kept)
    state:begin()
    state:set(state.root.units.b1, "concealed", true)
    Seen.by(state, words, "b", others)
    state:set(state.root.formations.one, "order", "hold")
    local seen = Seen.by(state, words, "a", kept)
    assert.are.same({ a1 = { side = "a" } }, seen.units)
    assert.are.same({ "a1" }, seen.order.units)
    assert.are.equal("hold", Seen.by(state, words, "b", others).formations.one.order)
    state:rollback()
    assert.are.same({ "a1", "b1" }, Seen.by(state, words, "a", kept).order.units)
    assert.are.equal("attack", Seen.by(state, words, "b", others).formations.one.order)
  end)
end)
