-- kernel.table: what a lookup gives and refuses, and what a wrong declaration says.
local compile <const> = require "kernel.table".compile

local function run(from, to)
  local out = {}
  for i = from, to do out[#out + 1] = i end
  return out
end

local function exact(name, keys) return { name = name, kind = "exact", keys = keys } end
local function band(name, ...) return { name = name, kind = "band", bands = { ... } } end
local function clamp(name, lo, hi) return { name = name, kind = "clamp", lo = lo, hi = hi } end

local function refusal(arg, message, lookup, ...)
  local ok, raised = pcall(lookup, ...)
  assert.is_false(ok)
  assert.same({ arg = arg, message = message }, raised)
end

local function broken(message, spec)
  local ok, raised = pcall(compile, spec)
  assert.is_false(ok)
  assert.equal(message, raised)
end

describe("a lookup", function()
  local hits = compile {
    name = "hits_long", axes = { exact("roll", run(2, 12)), exact("guns", run(2, 14)) }, cells = run(1, 143),
  }

  it("finds cells row by row", function()
    for roll = 2, 12 do
      for guns = 2, 14 do assert.equal((roll - 2) * 13 + guns - 1, hits(roll, guns)) end
    end
  end)

  it("refuses a key out of its domain, naming axis, key and domain", function()
    refusal("guns", "hits_long: guns must be 2 to 14, got 15", hits, 9, 15)
    refusal("roll", "hits_long: roll must be 2 to 12, got 1", hits, 1, 15)
    refusal("guns", "hits_long: guns must be 2 to 14, got nothing", hits, 9)
    refusal("roll", 'hits_long: roll must be 2 to 12, got "9"', hits, "9", 2)
    refusal("roll", "hits_long: roll must be 2 to 12, got 9.0", hits, 9.0, 2)
    refusal("roll", "hits_long: roll must be 2 to 12, got a table", hits, {}, 2)
  end)

  it("has as many keys as axes", function()
    local ok, raised = pcall(hits, 2, 2, 2)
    assert.is_false(ok)
    assert.equal("table hits_long has 2 axes, got 3 keys", raised)
  end)

  it("takes names, bands and words for cells", function()
    local result = compile {
      name = "results", axes = { exact("side", { "attacker", "defender" }), band("difference", { nil, -1 }, { 0, 4 }, { 5 }) },
      cells = { "routs", "retires", "stands", "halts", 7, true },
    }
    assert.equal("routs", result("attacker", math.mininteger))
    assert.equal("stands", result("attacker", 5))
    assert.equal("halts", result("defender", -1))
    assert.equal(7, result("defender", 4))
    assert.equal(true, result("defender", math.maxinteger))
    refusal("side", 'results: side must be attacker or defender, got "atacker"', result, "atacker", 1)
    refusal("side", "results: side must be attacker or defender, got nothing", result, nil, 1)
    refusal("difference", "results: difference must be a whole number, got nothing", result, "attacker")
  end)

  it("mixes numbers and names on one axis", function()
    local one = compile { name = "one", axes = { exact("key", { 3, "none", 12 }) }, cells = { 1, 2, 3 } }
    assert.equal(1, one(3))
    assert.equal(2, one("none"))
    assert.equal(3, one(12))
    refusal("key", "one: key must be 3, none or 12, got 4", one, 4)
  end)

  it("says the domain of every kind of axis", function()
    local cells = { 1, 2 }
    refusal("k", "t: k must be 6 or 12, got 7", compile { name = "t", axes = { exact("k", { 6, 12 }) }, cells = cells }, 7)
    refusal("k", "t: k must be at least 5, got 4", compile { name = "t", axes = { band("k", { 5, 9 }, { 10 }) }, cells = cells }, 4)
    refusal("k", "t: k must be at most 9, got 10", compile { name = "t", axes = { band("k", { nil, 5 }, { 6, 9 }) }, cells = cells }, 10)
    refusal("k", "t: k must be 1 to 9, got 0", compile { name = "t", axes = { band("k", { 1, 5 }, { 6, 9 }) }, cells = cells }, 0)
    refusal("k", "t: k must be 4, got 0", compile { name = "t", axes = { exact("k", { 4 }) }, cells = { 1 } }, 0)
    refusal("k", "t: k must be a whole number, got true", compile { name = "t", axes = { clamp("k", 1, 2) }, cells = cells }, true)
  end)

  it("clamps", function()
    local points = compile { name = "points", axes = { clamp("quality", 1, 3) }, cells = { 10, 20, 30 } }
    assert.equal(10, points(-5))
    assert.equal(20, points(2))
    assert.equal(30, points(99))
  end)

  it("keeps its cells when the declaration changes", function()
    local cells = { 1, 2 }
    local kept = compile { name = "t", axes = { exact("k", { 1, 2 }) }, cells = cells }
    cells[1] = 99
    assert.equal(1, kept(1))
  end)

  it("takes eight axes of names", function()
    local axes = {}
    for i = 1, 8 do axes[i] = exact("axis" .. i, { "a", "b" }) end
    local wide = compile { name = "wide", axes = axes, cells = run(0, 255) }
    assert.equal(0, wide("a", "a", "a", "a", "a", "a", "a", "a"))
    assert.equal(129, wide("b", "a", "a", "a", "a", "a", "a", "b"))
    refusal("axis8", 'wide: axis8 must be a or b, got "c"', wide, "b", "a", "a", "a", "a", "a", "a", "c")
  end)
end)

describe("a wrong declaration names table, axis and place", function()
  it("when bands leave a gap, overlap or run backwards", function()
    broken("table t: axis d: gap between up to -1 and 1 to 4: 0 has no band",
      { name = "t", axes = { band("d", { nil, -1 }, { 1, 4 }) }, cells = {} })
    broken("table t: axis d: up to 1 and 1 or more overlap: 1 is in both",
      { name = "t", axes = { band("d", { 1, nil }, { nil, 1 }) }, cells = {} })
    broken("table t: axis d: 4 to 1 ends before it begins", { name = "t", axes = { band("d", { 4, 1 }) }, cells = {} })
    broken('table t: axis d: an end must be a whole number, got "x"',
      { name = "t", axes = { band("d", { "x", 1 }) }, cells = {} })
    broken("table t: axis d: band 1 must be {from, to}", { name = "t", axes = { band("d", 3) }, cells = {} })
  end)

  it("when keys repeat or are none", function()
    broken("table t: axis d: key 1 is given twice", { name = "t", axes = { exact("d", { 1, 2, 1 }) }, cells = {} })
    broken("table t: axis d: key a is given twice", { name = "t", axes = { exact("d", { "a", "a" }) }, cells = {} })
    broken("table t: axis d: key 1 must be a whole number or a name, got 1.5",
      { name = "t", axes = { exact("d", { 1.5 }) }, cells = {} })
    broken("table t: axis d has no places", { name = "t", axes = { exact("d", {}) }, cells = {} })
    broken("table t: axis d: keys must be a list", { name = "t", axes = { exact("d") }, cells = {} })
  end)

  it("when cells are missing, too many or of no use", function()
    local axes = { exact("d", { 1, 2 }), clamp("c", 0, 2) }
    broken("table t: the cell of d 2, c 1 is missing (6 cells wanted)", { name = "t", axes = axes, cells = { 1, 2, 3, 4 } })
    broken("table t: wants 6 cells, got 7", { name = "t", axes = axes, cells = run(1, 7) })
    broken("table t: the cell of d 1, c 2 must be a number or a word, got a table",
      { name = "t", axes = axes, cells = { 1, 2, {}, 4, 5, 6 } })
  end)

  it("when axes are wrong", function()
    broken("a table must have a name", { axes = {}, cells = {} })
    broken("table t: axes must be a list", { name = "t" })
    broken("table t: cells must be a list", { name = "t", axes = {} })
    broken("table t: a table has 1 to 8 axes, got 0", { name = "t", axes = {}, cells = {} })
    broken("table t: axis 1 must be a table", { name = "t", axes = { 1 }, cells = {} })
    broken("table t: axis 1 has no name", { name = "t", axes = { {} }, cells = {} })
    broken('table t: axis d: kind must be exact, band or clamp, got "odd"',
      { name = "t", axes = { { name = "d", kind = "odd" } }, cells = {} })
    broken("table t: more than 16777216 cells", { name = "t", axes = { clamp("d", 0, math.maxinteger) }, cells = {} })
  end)
end)
