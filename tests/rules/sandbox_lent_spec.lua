-- Lent tables (kernel.sandbox lend, unchanged): a guest cannot tell them from copies, and nothing that it does reaches
-- the originals.
local dice <const> = require "kernel.dice"
local question <const> = require "limber.ask.question"
local sandbox <const> = require "kernel.sandbox"
local toys <const> = require "rules.toys"
local tree <const> = require "limber.common.tree"

--- What a guest's functions have.
local env <const> = sandbox.env()

local function sample()
  return {
    name = "side", count = 2, broken = false,
    units = { { score = 3, notes = { { n = 1 }, { n = 2 } } }, { score = 5, notes = {} } },
    words = { "b", "a", "c" }, none = {},
  }
end

describe("a lent table", function()
  it("reads as a copy does, by all that guests have", function()
    local value = sample()
    local lent, copy = sandbox.lend(value), sandbox.plain(value)
    local function all(of)
      local seen = {}
      local function walk(one, path)
        for key, inner in env.pairs(one) do
          seen[#seen + 1] = path .. tostring(key) .. (type(inner) == "table" and #inner or tostring(inner))
          if type(inner) == "table" then walk(inner, path .. key .. ".") end
        end
        local key, inner = env.next(one)
        while key ~= nil do
          seen[#seen + 1] = type(key) .. tostring(key) .. type(inner)
          key, inner = env.next(one, key)
        end
        for i, inside in env.ipairs(one) do seen[#seen + 1] = i .. type(inside) end
      end
      walk(of, "")
      seen[#seen + 1] = env.table.concat(of.words, "-")
      seen[#seen + 1] = env.table.concat({ env.table.unpack(of.words) }, "+")
      seen[#seen + 1] = env.tostring(of) .. env.tostring(of.units) .. env.type(of.units)
      seen[#seen + 1] = env.string.format("%s", of.none)
      return seen
    end
    assert.same(all(copy), all(lent))
    assert.is_true(sandbox.unchanged(lent, value))
    assert.same(sample(), value)
    assert.is_nil(lent.nothing)
    assert.is_nil(lent[1])
    assert.is_nil(lent[lent])
  end)

  it("gives the same table for the same place, and another for another place", function()
    local shared = { 1 }
    local lent = sandbox.lend { a = shared, b = shared }
    assert.equal(lent.a, lent.a)
    assert.are_not.equal(lent.a, lent.b)
    lent.a[1] = 2
    assert.same({ 2, 1, 1 }, { lent.a[1], lent.b[1], shared[1] })
  end)

  it("becomes the guest's own where it is written to, and there alone", function()
    local value = sample()
    local lent = sandbox.lend(value)
    local deep = lent.units[1].notes[2]
    deep.n = 7
    assert.same({ 7, 7, 2 }, { lent.units[1].notes[2].n, deep.n, value.units[1].notes[2].n })
    assert.is_false(sandbox.unchanged(lent, value))
    local expected = sample()
    expected.units[1].notes[2].n = 7
    assert.same(expected, sandbox.plain(lent))
    assert.same(sample(), value)
  end)

  it("is changed by each way of writing, at any depth", function()
    for _, write in ipairs {
      function(t) t.name = "side" end, -- what was there: written all the same
      function(t) t.name = nil end,
      function(t) t.more = 1 end,
      function(t) t.units[3] = t.units[1] end,
      function(t) t.none[1] = 1 end,
      function(t) env.table.insert(t.words, "d") end,
      function(t) env.table.insert(t.words, 1, "d") end,
      function(t) env.table.remove(t.words) end,
      function(t) env.table.remove(t.units, 1) end,
      function(t) env.table.sort(t.words) end,
      function(t) env.table.move({ 1, 2, 3 }, 1, 3, 2, t.words) end,
      function(t) for key in env.pairs(t) do t[key] = nil end end,
      function(t) t.units[2].notes[1] = t end,
      function(t) t.units[1], t.units[2] = t.units[2], t.units[1] end,
      function(t) t.units[1].notes = env.table.pack(env.table.unpack(t.units[1].notes)) end,
    } do
      local value = sample()
      local lent, copy = sandbox.lend(value), sandbox.plain(value)
      write(lent)
      write(copy)
      assert.is_false(sandbox.unchanged(lent, value))
      assert.same(sample(), value)
      assert.same({ pcall(sandbox.plain, copy) }, { pcall(sandbox.plain, lent) })
    end
  end)

  it("is unchanged only if it is the very table that was lent for that original", function()
    local value, other = sample(), sample()
    local lent = sandbox.lend(value)
    for _, one in ipairs { value, other, sandbox.plain(value), sandbox.lend(other), lent.units, { units = lent.units },
      setmetatable({}, { __index = value }), sandbox.freeze(value), 1, "x", false } do
      assert.is_false(sandbox.unchanged(one, value))
    end
    assert.is_false(sandbox.unchanged(nil, value))
    assert.is_false(sandbox.unchanged(lent, other))
    assert.is_true(sandbox.unchanged(lent, value))
  end)

  it("can be held in tables of a guest's own, which are copied whole", function()
    local value = sample()
    local lent = sandbox.lend(value)
    lent.units[2].score = 6
    local own = { first = lent.units[1], both = { lent.units[2], lent.units[2] }, all = lent }
    local expected = sample()
    expected.units[2].score = 6
    assert.same({ first = expected.units[1], both = { expected.units[2], expected.units[2] }, all = expected },
      sandbox.plain(own))
    assert.same(sample(), value)
  end)

  it("holds what cannot be lent as a copy, or refuses it", function()
    local value = {
      frozen = sandbox.freeze({ { 1 } }, "it"), float = 3.0, half = 1.5, bad = 1 / 0, fn = print,
      odd = setmetatable({}, { __index = { secret = 1 } }),
    }
    local lent = sandbox.lend(value)
    assert.equal("integer", math.type(lent.float))
    assert.equal(1.5, lent.half)
    lent.frozen[1][1] = 2
    assert.same({ 2, 1 }, { lent.frozen[1][1], value.frozen[1][1] })
    for _, key in ipairs { "bad", "fn", "odd" } do assert.is_false((pcall(function() return lent[key] end))) end
    assert.is_false((pcall(function() lent.float = 1 end)))
    assert.equal(3.0, value.float)
    assert.same({ 1, "x", nil, true }, { sandbox.lend(1), sandbox.lend "x", nil, sandbox.lend(true) })
    assert.is_false((pcall(sandbox.lend, print)))
  end)

  it("asks what is wrong with a key that it lacks, or that a part of it lacks", function()
    local asked = {}
    local function missing(...)
      asked[#asked + 1] = table.concat({ ... }, " ")
      return ... == "gone" and "gone is not there" or nil
    end
    local lent = sandbox.lend(sample(), missing)
    assert.is_nil(lent.nothing)
    assert.is_nil(lent.units[2].nothing)
    assert.is_nil(lent.units[9])
    local note = lent.units[1].notes[2]
    assert.same({ "nothing", "nothing 2 units" }, asked)
    local done, fault = pcall(function() return note.gone end)
    assert.is_false(done)
    assert.matches("gone is not there", tostring(type(fault) == "table" and fault.message or fault), 1, true)
    assert.equal("gone 2 notes 1 units", asked[3])
    local other = lent.units[2] -- of what is the guest's own now nothing is asked
    lent.units = nil
    assert.is_nil(note.gone2)
    assert.is_nil(other.gone2)
    assert.equal(3, #asked)
  end)

  it("shows its metatable to nobody, and lives on without its parent", function()
    local lent = sandbox.lend(sample())
    assert.is_false(getmetatable(lent))
    assert.is_false((pcall(setmetatable, lent, nil)))
    local part = lent.units[1].notes
    lent = nil
    for _ = 1, 3 do collectgarbage() end
    assert.same({ 2, 2 }, { #part, part[2].n })
    assert.is_nil(lent)
    for key in next, sandbox.lend(sample()) do assert.equal("userdata", type(key)) end -- raw, it holds what none can name
  end)

  --- Random writes, reads and moves on what a guest holds: a few tables, lent or copied, which come to hold each other.
  local function play(seed, start)
    local source = dice.new()
    source:seed(seed)
    local d, held, seen = source.throw.d, { start }, {}
    local KEYS <const> = { "name", "units", "words", "none", 1, 2, 3, "score", "notes", "n" }
    for step = 1, 60 do
      local t, key, op = held[d(#held)], KEYS[d(#KEYS)], d(9)
      local done, got = pcall(function()
        -- No holes in lists: the length of one with a hole is another from run to run.
        if op >= 4 and math.type(key) then key = op == 9 and #t or math.min(key, #t + 1) end
        if op <= 3 then
          local inner = t[key]
          if type(inner) == "table" then held[#held + 1] = inner end
          return type(inner) == "table" and #inner or inner
        elseif op == 4 then t[key] = step
        elseif op == 5 then t[key] = { step }
        elseif op == 6 then env.table.insert(t, step)
        elseif op == 7 then return env.table.remove(t) ~= nil
        elseif op == 8 then
          local text = ""
          for name, one in env.pairs(t) do text = text .. name .. type(one) end
          return text
        else t[key] = nil end
      end)
      seen[step] = ("%d %s %s"):format(op, done, done and tostring(got) or "error")
    end
    local done, left = pcall(sandbox.plain, start)
    return seen, done and left or "refused" -- of several faults any may be told
  end

  it("is to a guest as a copy is, whatever is done with it", function()
    for seed = 1, 300 do
      local value = sample()
      local seen, left = play(seed, sandbox.lend(value))
      local wanted, copied = play(seed, sandbox.plain(value))
      assert.same(wanted, seen)
      assert.same(copied, left)
      assert.same(sample(), value)
    end
  end)
end)

local FIGHT <const> = {
  ["rules-lua/toy/ruleset.lua"] = 'ruleset "toy" { sources = { "fights" }, game_sources = {} }',
  ["rules-lua/toy/fights.lua"] = [[
    record "note" { int "n" { 0, 99 } }
    record "unit" { int "score" { 0, 99 }, list "notes" { "note" } }
    procedure "fight" {
      cite = "A", doc = "A fight.", args = { int "n" { 0, 9 } },
      out = { int "total" { 0, 99 }, list "units" { "unit" } },
      before = function(_, q) return { notes = { { n = q.n } } } end,
      resolve = function(_, q, dice, worked)
        local roll = dice.d(6, "roll")
        return { total = roll + worked.notes[1].n, units = { { score = roll, notes = worked.notes } } }
      end,
    }
  ]],
}

--- The odds of a fight under a stranger's wrap.
local function odds_under(body, by)
  FIGHT["mine.lua"] = 'variant "mine" { of = "toy", doc = "x", wraps = { fight = function(published, rules, q, dice)\n'
    .. body .. " end } }"
  local rules = toys.rules(tree.shallow(FIGHT), { "mine.lua" })
  local done, found = pcall(question.odds, rules, "fight", { n = 2 }, by)
  if not done then return found.message end
  local chances = {}
  for value = 0, 20 do
    local p = found:p(value)
    chances[value] = p > 0 and math.floor(p * 6 + 0.5) or nil
  end
  return chances
end

local UNCHANGED <const> = { [3] = 1, [4] = 1, [5] = 1, [6] = 1, [7] = 1, [8] = 1 }

describe("a guest's wrap", function()
  it("finds in each path of odds what was worked, whatever it did in the paths before", function()
    for _, body in ipairs {
      "local r = published(rules, q, dice) r.units[1].notes[1].n = 50 r.units[1].notes[2] = { n = 1 } return r",
      "local r = published(rules, q, dice) table.remove(r.units[1].notes) return r",
      "local r = published(rules, q, dice) table.insert(r.units, r.units[1]) r.units[2].notes[1].n = 9 return r",
      "local r = published(rules, q, dice) for k in pairs(r.units[1]) do r.units[1][k] = nil end return published and "
        .. "{ total = r.total, units = {} }",
      "local r = published(rules, q, dice) return { total = r.total, units = r.units }",
      "local r = published(rules, q, dice) pcall(function() r.units[1].notes[1].n = 7 error(r) end) return r",
      "local r = published(rules, q, dice) table.sort(r.units, function(a, b) a.score = 1 return false end) return r",
      "local r = published(rules, q, dice) r.units[1].notes, r.units = r.units, r.units[1].notes r.units = {} return r",
    } do
      assert.same(UNCHANGED, odds_under(body, "total"))
    end
  end)

  it("gives what it changed", function()
    assert.same({ [9] = 6 }, odds_under("local r = published(rules, q, dice) r.total = 9 return r", "total"))
    local least = "local r = published(rules, q, dice) if r.units[1].score < 3 then r.units[1].score = 1 end return r"
    assert.same({ [1] = 2, [3] = 1, [4] = 1, [5] = 1, [6] = 1 }, odds_under(least, "units.1.score"))
    assert.same({ [2] = 6 }, odds_under("local r = published(rules, q, dice) return r", "units.1.notes.1.n"))
  end)

  it("gives what it first got although it got another result since", function()
    assert.same({ [9] = 6 }, odds_under([[
      local first = published(rules, q, dice)
      local again = published(rules, q, dice)
      first.total, again.total = 9, 8
      return first
    ]], "total"))
  end)

  it("is refused for results that are none, lent or not", function()
    for body, message in pairs {
      ["local r = published(rules, q, dice) r.units[1].score = 1000 return r"] = "score must be",
      ["local r = published(rules, q, dice) r.units[1].notes.x = 1 return r"] = "both names and numbers",
      ["local r = published(rules, q, dice) r.more = 1 return r"] = "more is not declared",
      ["local r = published(rules, q, dice) return r.units"] = "total is missing",
      ["local r = published(rules, q, dice) r.units[1].notes[1] = r return r"] = "holds itself",
      ["return published"] = "must be a table",
    } do
      assert.matches(message, odds_under(body, "total"))
    end
  end)

  it("changes no later path by what it kept of an earlier one, and is refused for keeping it", function()
    FIGHT["mine.lua"] = nil
    local kept = 'local kept\n'
      .. 'variant "mine" { of = "toy", doc = "x", wraps = { fight = function(published, rules, q, dice)\n'
      .. "if kept then kept.units[1].notes[1].n = 60 kept.units[1].score = 60 end\n"
      .. "local r = published(rules, q, dice) %s return r end } }"
    for _, case in ipairs {
      { "kept = r", "cannot keep anything" },
      { "if r.units[1].score > 1 then kept = r else kept = nil end" }, -- the last path puts it back: only odds can tell
    } do
      local files = tree.shallow(FIGHT)
      files["mine.lua"] = kept:format(case[1])
      local rules = toys.rules(files, { "mine.lua" })
      local done, found = pcall(question.odds, rules, "fight", { n = 2 }, "units.1.notes.1.n")
      if case[2] then
        assert.is_false(done)
        assert.matches(case[2], found.message)
      else
        assert.is_true(done, not done and found.message or nil)
        assert.equal(1, found:p(2))
      end
    end
  end)
end)
