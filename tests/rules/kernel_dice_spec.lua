-- kernel.dice: named throws from a seed, from a list, and from players; and the record of them.
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"

local function seeded(seed, turn, step, procedure, thrower, ask)
  local source = dice.new()
  source:seed(seed or 1815)
  source:event(turn or 1, step or 2, procedure or 3, thrower or 4, ask or 5)
  return source
end

local function listed(...)
  local source = dice.new()
  source:list { ... }
  source:clear()
  return source
end

--- What `fn` refuses: a table { arg, message }.
local function refusal(fn, ...)
  local ok, raised = pcall(fn, ...)
  assert.is_false(ok)
  assert.is_table(raised)
  return raised
end

local function rolls(source, count, faces, ...)
  local out = {}
  for i = 1, count do out[i] = source.throw.d(faces, ...) end
  return out
end

describe("a throw from a list", function()
  it("takes single dice in order", function()
    local source = listed(3, 5, 1, 6, 2, 6, 4, 9, 0, 7, 2, 4, 2)
    local throw = source.throw
    assert.equal(3, throw.d(6))
    assert.equal(6, throw.sum(2, 6))
    assert.equal(1, throw.count(2, 6, 4))
    assert.equal(6, throw.highest(1, 2, 6))
    assert.equal(9, throw.d10z())
    assert.equal(7, throw.percentile())
    assert.equal(2, throw.choice { 1, 3 })
    assert.equal(3, throw.choice { 3, 0, 1 })
    assert.equal(20, throw.from(odds.dist { { 10, 1 }, { 20, 9 } }))
    source:finish()
  end)

  it("throws again at once each die that reaches its number", function()
    local source = listed(10, 5, 9, 10, 10, 2)
    source:clear()
    assert.equal(1, source.throw.confirmed(4, 10, 10, 6, "fire", "a.1"))
    source:finish()
    local shown = {}
    for i, one in ipairs(source:record()) do shown[i] = one.label .. " " .. one.dice[1] end
    assert.same({ "fire 10", "fire again 5", "fire 9", "fire 10", "fire again 10", "fire 2" }, shown)
    assert.equal(0, listed(10, 10).throw.confirmed(2, 10, 11, 1))
    assert.equal(2, listed(1, 3, 6, 3).throw.confirmed(2, 6, 0, 3))
  end)

  it("throws again until something is decided, and counts", function()
    local source = listed(3, 3, 2, 2, 5, 1)
    local function duel()
      local own, his = source.throw.d(6, "duel", "a"), source.throw.d(6, "duel", "b")
      return own ~= his and own - his or nil
    end
    local margin, throws = source.throw.again(duel, "duel")
    assert.same({ 4, 3 }, { margin, throws })
    source:finish()
    assert.is_false(listed(1).throw.again(function() return false end))
    source:list { 4, 4 }
    local ok, raised = pcall(source.throw.again, duel)
    assert.is_false(ok)
    assert.equal("dice: 2 were given, and another is needed", raised.message)
    source:told(function(spec) return spec.who == "a" and { 2 } or { 6 } end)
    assert.same({ -4, 1 }, { source.throw.again(duel) })
    ok, raised = pcall(source.throw.again, function() end)
    assert.is_false(ok)
    assert.matches("no throw decides anything", raised)
  end)

  it("keeps the lowest and the highest", function()
    assert.equal(3, listed(5, 1, 2, 6).throw.lowest(2, 4, 6))
    assert.equal(11, listed(5, 1, 2, 6).throw.highest(2, 4, 6))
    assert.equal(14, listed(5, 1, 2, 6).throw.highest(4, 4, 6))
  end)

  it("is refused when a face is not on the die", function()
    for _, face in ipairs { 0, 7, -1, 2.5, "3", true, math.maxinteger } do
      local raised = refusal(listed(face).throw.d, 6)
      assert.equal("dice", raised.arg)
      assert.matches("^dice: a face must be 1 to 6, got ", raised.message)
    end
    assert.equal("dice: a face must be 0 to 9, got 10", refusal(listed(10).throw.d10z).message)
    assert.equal("dice: a face must be 1 to 4, got 5", refusal(listed(5).throw.choice, { 1, 3 }).message)
    assert.equal("dice", refusal(listed(3, 7).throw.sum, 2, 6).arg)
  end)

  it("is refused when dice are missing, and when some are left over", function()
    assert.same({ arg = "dice", message = "dice: 1 were given, and another is needed" },
      refusal(listed(3).throw.sum, 2, 6))
    local source = listed(3, 4, 5)
    source.throw.d(6)
    assert.same({ arg = "dice", message = "dice: 3 were given, 1 are needed" }, refusal(source.finish, source))
    source.throw.sum(2, 6)
    source:finish()
    source:list {}
    source:finish()
    assert.equal("dice", refusal(source.throw.d, 6).arg)
  end)

  it("serves again with another list", function()
    local source = listed(3)
    assert.equal(3, source.throw.d(6))
    source:list { 4 }
    assert.equal(4, source.throw.d(6))
    source:finish()
  end)
end)

describe("a throw that players make", function()
  it("is asked for by what it is", function()
    local source, asked = dice.new(), {}
    source:told(function(spec)
      asked[#asked + 1] = spec
      local faces = {}
      for i = 1, spec.n do faces[i] = spec.faces end
      return faces
    end)
    local throw = source.throw
    assert.equal(6, throw.d(6, "score", "a.1"))
    assert.equal(24, throw.sum(4, 6, "hits"))
    assert.equal(4, throw.count(4, 6, 5))
    assert.equal(12, throw.highest(2, 3, 6, "best"))
    assert.equal(2, throw.choice({ 2, 3 }, "which"))
    assert.equal(3, throw.confirmed(3, 10, 10, 6, "fire", "a.1"))
    assert.same({
      { kind = "d", n = 1, faces = 6, label = "score", who = "a.1" },
      { kind = "sum", n = 4, faces = 6, label = "hits" },
      { kind = "count", n = 4, faces = 6, at_least = 5 },
      { kind = "highest", n = 3, faces = 6, k = 2, label = "best" },
      { kind = "choice", n = 1, faces = 5, weights = { 2, 3 }, label = "which" },
      { kind = "count", n = 3, faces = 10, at_least = 10, label = "fire", who = "a.1" },
      { kind = "count", n = 3, faces = 10, at_least = 6, label = "fire again", who = "a.1" },
    }, asked)
  end)

  it("is refused when they tell another number of dice, or a face that is none", function()
    local source = dice.new()
    for _, answer in ipairs { { 1 }, { 1, 2, 3 }, { 1, 7 }, { 1, "x" }, {} } do
      source:told(function() return answer end)
      assert.equal("dice", refusal(source.throw.sum, 2, 6).arg)
    end
    source:told(function() end)
    assert.equal("dice", refusal(source.throw.d, 6).arg)
  end)

  it("may throw others on the way, which are recorded first", function()
    local source, depth = dice.new(), 0
    source:clear()
    source:told(function(spec)
      if spec.label == "outer" then
        for i = 1, 40 do source.throw.d(6, "inner" .. i) end
      end
      depth = depth + 1
      return { 2 }
    end)
    assert.equal(2, source.throw.d(6, "outer"))
    assert.equal(41, depth)
    local record = source:record()
    assert.equal(41, #record)
    assert.equal("inner1", record[1].label)
    assert.equal("outer", record[41].label)
    assert.same({ 2 }, record[41].dice)
  end)

  it("raises what telling raised, and is good for more", function()
    local source = dice.new()
    source:told(function() error({ arg = "told", message = "no more" }, 0) end)
    assert.equal("told", refusal(source.throw.d, 6).arg)
    source:told(function() return { 5 } end)
    assert.equal(5, source.throw.d(6))
  end)
end)

describe("the record", function()
  it("marks dice that are looked at one by one, and no sum", function()
    local source = seeded()
    source:clear()
    source.throw.dice(3, 6)
    source.throw.sum(3, 6)
    local record = source:record()
    assert.is_true(record[1].apart)
    assert.is_nil(record[2].apart)
    assert.same({ "sum", "sum" }, { record[1].kind, record[2].kind })
  end)

  it("has each throw with its dice in order", function()
    local source = seeded()
    source:clear()
    local throw = source.throw
    local thrown = {
      throw.d(6, "score", "a.1"), throw.d(6, "score", "b.1"), throw.sum(3, 6, "hits"), throw.d10z("zone"),
      throw.percentile("test", "a.1"), throw.count(2, 6, 4), throw.choice({ 1, 1 }, "side"),
    }
    local record = source:record()
    assert.equal(7, #record)
    assert.same({ kind = "d", n = 1, faces = 6, label = "score", who = "a.1", dice = { thrown[1] } }, record[1])
    assert.same({ kind = "d", n = 1, faces = 6, label = "score", who = "b.1", dice = { thrown[2] } }, record[2])
    local hits = record[3].dice
    assert.equal(thrown[3], hits[1] + hits[2] + hits[3])
    assert.same({ kind = "d10z", n = 1, faces = 10, label = "zone", dice = { thrown[4] } }, record[4])
    assert.equal(2, record[5].n)
    assert.equal(10, record[5].faces)
    assert.equal(thrown[5], 10 * record[5].dice[1] + record[5].dice[2])
    assert.is_nil(record[6].label)
    assert.equal(4, record[6].at_least)
    assert.same({ kind = "choice", n = 1, faces = 2, label = "side", dice = { thrown[7] } }, record[7])
  end)

  it("gives the same results again as a list", function()
    local function play(throw)
      return {
        throw.sum(3, 6, "a"), throw.percentile("b"), throw.highest(2, 5, 10, "c"), throw.d10z("d"),
        throw.choice({ 5, 1, 4 }, "e"), throw.from(odds.dist { { -3, 1 }, { 8, 2 }, { 9, 2 } }, "f"),
      }
    end
    local source, again = seeded(7), dice.new()
    source:clear()
    local first, faces = play(source.throw), {}
    for _, throw in ipairs(source:record()) do
      for _, face in ipairs(throw.dice) do faces[#faces + 1] = face end
    end
    again:list(faces)
    assert.same(first, play(again.throw))
    again:finish()
  end)

  it("begins again when cleared, and holds nothing that has gone", function()
    local source = seeded()
    source:clear()
    for i = 1, 200 do source.throw.from(odds.dist { { i, 1 }, { i + 1, 1 } }, "passing" .. i) end
    collectgarbage()
    local record = source:record()
    assert.equal(200, #record)
    assert.equal("passing200", record[200].label)
    assert.equal("from", record[200].kind)
    assert.equal(2, record[200].faces)
    source:clear()
    assert.same({}, source:record())
  end)

  it("knows long labels by their letters", function()
    local source = seeded()
    source:clear()
    local long = ("x"):rep(100)
    local first = { source.throw.d(1000, long .. "1"), source.throw.d(1000, ("x"):rep(100) .. "1") }
    local alone = seeded()
    assert.same(first, { alone.throw.d(1000, long .. "1"), alone.throw.d(1000, long .. "1") })
    assert.equal(long .. "1", source:record()[2].label)
  end)
end)

describe("a die's name", function()
  it("gives the same die again", function()
    assert.same(rolls(seeded(), 50, 1000, "score", "a.1"), rolls(seeded(), 50, 1000, "score", "a.1"))
  end)

  it("is each of its parts", function()
    local seen = {}
    local function note(source, ...)
      local key = table.concat(rolls(source, 8, 1000, ...), " ")
      assert.is_nil(seen[key])
      seen[key] = true
    end
    note(seeded(), "score")
    note(seeded(), "other")
    note(seeded())
    note(seeded(), "score", "a.1")
    note(seeded(), nil, "a.1")
    note(seeded(1816), "score")
    note(seeded(-1), "score")
    note(seeded(nil, 2), "score")
    note(seeded(nil, nil, 3), "score")
    note(seeded(nil, nil, nil, 4), "score")
    note(seeded(nil, nil, nil, nil, 5), "score")
    note(seeded(nil, nil, nil, nil, nil, 6), "score")
  end)

  it("is not moved by what others throw in between", function()
    local calm, busy = seeded(), seeded()
    local expected, got = rolls(calm, 20, 1000, "score", "a.1"), {}
    for i = 1, 20 do
      busy.throw.sum(i, 6, "score", "b.1")
      busy.throw.d10z("other", "a.1")
      got[i] = busy.throw.d(1000, "score", "a.1")
    end
    assert.same(expected, got)
  end)

  it("counts single dice through every kind of throw", function()
    local one, many = seeded(), seeded()
    local faces = rolls(one, 6, 6, "score")
    assert.equal(faces[1] + faces[2] + faces[3], many.throw.sum(3, 6, "score"))
    assert.equal(math.max(faces[4], faces[5]), many.throw.highest(1, 2, 6, "score"))
    assert.equal(faces[6], many.throw.d(6, "score"))
  end)

  it("takes throwers from subjects, and ask counts from asks", function()
    local source = seeded()
    source:subjects { ["a.1"] = 77, ["b.2"] = 77 }
    local direct = seeded(nil, nil, nil, nil, 77)
    local expected = rolls(direct, 4, 1000, "score")
    assert.same({ expected[1], expected[2] }, rolls(source, 2, 1000, "score", "a.1"))
    assert.same({ expected[3], expected[4] }, rolls(source, 2, 1000, "score", "b.2")) -- the same thrower
    assert.same(rolls(seeded(nil, nil, nil, nil, dice.hash "c.1"), 4, 1000, "score"),
      rolls(source, 4, 1000, "score", "c.1"))

    source:event(1, 2, 3, 4, 5)
    source:subjects { ["a.1"] = 77 }
    source:asks { [77] = 9 }
    assert.same(rolls(seeded(nil, nil, nil, nil, 77, 9), 4, 1000, "score"), rolls(source, 4, 1000, "score", "a.1"))
    assert.same(rolls(seeded(), 4, 1000, "score"), rolls(source, 4, 1000, "score")) -- the event's own ask

    source:event(1, 2, 3, 4, 5)
    source:subjects(nil)
    source:asks(nil)
    assert.same(rolls(seeded(nil, nil, nil, nil, dice.hash "a.1"), 4, 1000, "score"),
      rolls(source, 4, 1000, "score", "a.1"))
  end)

  it("tells in the record who threw, by the name given", function()
    local source = seeded()
    source:subjects { ["a.1"] = 77, ["b.2"] = 77 }
    source:clear()
    for _, who in ipairs { "a.1", "b.2", "a.1" } do source.throw.d(6, "score", who) end
    local record = source:record()
    assert.same({ "a.1", "b.2", "a.1" }, { record[1].who, record[2].who, record[3].who })
  end)

  it("begins again with its event", function()
    local source = seeded()
    local first = rolls(source, 5, 1000, "score")
    assert.are_not.same(first, rolls(source, 5, 1000, "score"))
    source:event(1, 2, 3, 4, 5)
    assert.same(first, rolls(source, 5, 1000, "score"))
    source:event(1, 3, 3, 4, 5)
    assert.are_not.same(first, rolls(source, 5, 1000, "score"))
  end)

  it("is a number that is the same everywhere", function()
    assert.equal(0x811c9dc5, dice.hash "")
    assert.equal(0xbf9cf968, dice.hash "foobar")
    local source = dice.new()
    source:seed(0x0123456789abcdef)
    source:event(3, 7, 11, 13, 1)
    assert.same({ 3, 6, 5, 1, 1, 1, 1, 2, 2, 3, 5, 1 }, rolls(source, 12, 6, "score"))
    source:event(3, 7, 11, 13, 1)
    assert.equal(3 + 6 + 5 + 1 + 1 + 1 + 1 + 2 + 2 + 3 + 5 + 1, source.throw.sum(12, 6, "score"))
  end)
end)

describe("misuse", function()
  it("is an error that says what is wanted", function()
    local source = seeded()
    local throw = source.throw
    for at, wrong in ipairs {
      { throw.d }, { throw.d, 0 }, { throw.d, 6.5 }, { throw.d, 1000001 }, { throw.d, "six" }, { throw.sum, -1, 6 },
      { throw.sum, 1001, 6 }, { throw.count, 2, 6 }, { throw.highest, 3, 2, 6 }, { throw.confirmed, 2, 6, 3 },
      { throw.confirmed, 2, 1001, 3, 3 }, { throw.again }, { throw.again, 6 },
      { throw.lowest, -1, 2, 6 }, { throw.choice }, { throw.choice, {} }, { throw.choice, { 0, 0 } },
      { throw.choice, { -1, 2 } }, { throw.choice, { 1, "x" } }, { throw.from, 3 }, { throw.from, source },
      { throw.d, 6, {} }, { throw.d, 6, "score", {} }, { source.list, source, 3 }, { source.told, source, {} },
      { source.event, source, 1, 2, 3, 4 }, { source.event, source, -1, 2, 3, 4, 5 },
      { source.event, source, 1, 2, 3, 4, 1 << 32 }, { source.seed, source, "x" }, { source.seed, {}, 1 },
      { source.subjects, source, 3 }, { dice.hash }, { dice.hash, {} },
    } do
      local ok, raised = pcall(table.unpack(wrong))
      assert.is_false(ok, "case " .. at)
      assert.is_string(raised)
    end
    assert.is_nil(source.nothing)
    assert.is_nil(source[1])
  end)
end)

describe("a seeded throw", function()
  --- Chi-squared of 6,000 throws against a distribution's own chances, in standard deviations from its mean.
  local function unfairness(dist, throw)
    local expected, tally, freedom = {}, {}, dist:size() - 1
    for _, outcome in ipairs(dist:outcomes()) do
      expected[outcome.value], tally[outcome.value] = 6000 * outcome.p, 0
    end
    for _ = 1, 6000 do
      local value = throw()
      tally[value] = tally[value] + 1
    end
    local chi = 0
    for _, outcome in ipairs(dist:outcomes()) do
      local mean = expected[outcome.value]
      chi = chi + (tally[outcome.value] - mean) ^ 2 / mean
    end
    return (chi - freedom) / math.sqrt(2 * freedom)
  end

  local nested <const> = odds.dist { { -4, 1 }, { 0, 5 }, { 3, 10 }, { 99, 4 } }
  local kinds <const> = {
    d = function(throw) return throw.d(6, "x") end,
    sum = function(throw) return throw.sum(2, 4, "x") end,
    count = function(throw) return throw.count(4, 6, 4, "x") end,
    confirmed = function(throw) return throw.confirmed(4, 6, 3, 3, "x") end,
    highest = function(throw) return throw.highest(2, 3, 4, "x") end,
    lowest = function(throw) return throw.lowest(1, 2, 6, "x") end,
    d10z = function(throw) return throw.d10z("x") end,
    percentile = function(throw) return throw.percentile("x") // 10 end,
    choice = function(throw) return throw.choice({ 1, 2, 3 }, "x") end,
    from = function(throw) return throw.from(nested, "x") end,
    again = function(throw)
      return (throw.again(function()
        local die = throw.d(6, "x")
        return die > 2 and die or nil
      end))
    end,
  }
  local names <const> = { "d", "sum", "count", "confirmed", "highest", "lowest", "d10z", "percentile", "choice",
    "from", "again" }
  for _, kind in ipairs(names) do
    it("of kind " .. kind .. " follows its odds", function()
      local source, walked = seeded(), dice.new()
      local dist = odds.enumerate(walked, function() return kinds[kind](walked.throw) end)
      local off = unfairness(dist, function() return kinds[kind](source.throw) end)
      assert.is_true(math.abs(off) < 4, kind .. ": " .. off)
    end)
  end

  it("that does not follow them is found out", function()
    local source = seeded()
    local dist = odds.dist { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 4, 1 }, { 5, 1 }, { 6, 1 } }
    assert.is_true(unfairness(dist, function() return math.min(6, source.throw.d(7, "x")) end) > 20)
  end)
end)
