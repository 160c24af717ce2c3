-- Tables: rows of data become lookups; a cell has one path, and a wrong one is named with the nearest.
local Rules <const> = require "limber.rules.stack"
local tables <const> = require "limber.rules.tables"
local toy <const> = require "toy_rules"

describe("tables", function()
  local rules
  before_each(function() rules = toy.rules() end)

  it("are looked up by keys, columns, numbered columns and bands", function()
    local t = rules.view.tables
    assert.equal(2, t.bonus "hill")
    assert.equal(900, t.ranges(12, "far_mm"))
    assert.equal(3, t.hits(6, 3))
    assert.equal("lost", t.bands(-7))
    assert.equal("held", t.bands(3))
    assert.equal("won", t.bands(99))
    assert.equal("none", t.crossing("guns", "wood"))
    assert.equal(8, t.crossing("guns", "stream"))
  end)

  it("refuse what is out of their domain", function()
    local done, fault = pcall(rules.view.tables.hits, 7, 1)
    assert.is_false(done)
    assert.equal("roll", fault.arg)
    assert.matches("hits", fault.message)
    assert.is_nil(rules.view.cell("hits", 7, 1))
    assert.has_error(function() return rules.view.tables.hitz end)
  end)

  it("name a cell by its table, keys and column", function()
    local whole = rules.draft.table "hits"
    local at = tables.locate(whole, { "6", "3" })
    assert.equal(3, whole.cells[at])
    assert.equal("hits.6.3", tables.path(whole, at))
    assert.equal(at, tables.position(whole, 6, 3))
    whole = rules.draft.table "bands"
    assert.equal("bands.1-3", tables.path(whole, tables.position(whole, 2)))
    assert.equal("bands.4+", tables.path(whole, tables.position(whole, 5)))
    assert.equal("bands.up_to_0", tables.path(whole, tables.position(whole, -1)))
  end)

  it("say where a path goes astray", function()
    local _, fault = rules:cell "bonus.hil"
    assert.equal('bonus has no name "hil"; did you mean hill?', fault.message)
    _, fault = rules:cell "bonuz.hill"
    assert.equal('no table "bonuz"; did you mean bonus?', fault.message)
    _, fault = rules:cell "hits.6"
    assert.equal("hits is read by roll, then guns, such as hits.1.1", fault.message)
  end)

  it("take only what can stand in them", function()
    local old, fault, _ = rules:set_cell("bonus.hill", 5)
    assert.equal(2, old)
    assert.is_nil(fault)
    assert.equal(5, rules.view.tables.bonus "hill")
    _, fault = rules:set_cell("bonus.hill", "high")
    assert.equal("bonus.hill must be a whole number, got high", fault.message)
    _, fault = rules:set_cell("bands.1-3", "drawn")
    assert.equal("bands.1-3 must be held or lost or won, got drawn", fault.message)
    _, fault = rules:set_cell("bonus.hill", 1.5)
    assert.matches("whole number", fault.message)
    assert.equal(5, rules.view.tables.bonus "hill")
  end)

  it("do not change for another stack over the same rules", function()
    local other = assert(rules.over(rules.published, {}))
    rules:set_cell("bonus.hill", 5)
    assert.equal(2, other.view.tables.bonus "hill")
  end)

  it("are refused when their data has gaps, overlaps or ragged rows", function()
    for _, one in ipairs {
      { "rules-lua/toy/tables/bands.csv", "from,to,outcome\n,0,lost\n2,3,held\n4,,won\n", "bands" },
      { "rules-lua/toy/tables/bands.csv", "from,to,outcome\n,1,lost\n1,3,held\n4,,won\n", "bands" },
      { "rules-lua/toy/tables/bands.csv", "from,to,outcome\n,0,lost,\n", ":2: the line has 4 cells, the header 3" },
      { "rules-lua/toy/tables/bands.csv", 'from,to,outcome\n,0,"lo"st\n', ':2: after a quoted cell comes a comma, not "s"' },
    } do
      local broken = toy.rules({}, { [one[1]] = one[2] })
      local done, fault = pcall(function() return broken.view.tables.bands(2) end)
      assert.is_false(done)
      assert.matches(one[3], type(fault) == "table" and fault.message or fault, 1, true)
    end
  end)
end)

describe("a cell that holds a word among numbers", function()
  it("says that it takes numbers too", function()
    local mixed = assert(Rules.load(require "disk_loader", "nff", {}))
    local _, fault = mixed:set_cell("fire_table.1.disordered_max", "abc")
    assert.equal("fire_table.1.disordered_max must be a whole number or none or open, got abc", fault.message)
  end)
end)
