-- Rows of tables: fields that follow them, and rows that house rules add.
local fields <const> = require "limber.language.fields"
local toy <const> = require "toy_rules"

--- The toy with troops of its own: a table of them, and questions about them.
local TROOPS <const> = {
  ["rules-lua/toy/ruleset.lua"] = [[ ruleset "toy" { title = "Toy", sources = { "data", "march" } } ]],
  ["rules-lua/toy/data.lua"] = [[
    lookup "troops" { key = "troop", columns = { "arm", "rate", "weapon" }, sparse = "none" }
    lookup "weapons" { key = "weapon", value = "reach" }
    lookup "ranks" { key = { "troop", "formation" }, value = "ranks", sparse = "none" }
    lookup "calibres" { key = "pounds", value = "reach" }
    lookup "lists" { key = { "army", "entry" }, columns = { "troop", "most" }, sparse = "none" }
    lookup "blue_list" { data = "lists", where = { army = "blue" }, key = "entry", value = "most" }
    lookup "bands" { key = band("margin", "from", "to"), value = "outcome" }
  ]],
  ["rules-lua/toy/tables/troops.csv"] = "troop,arm,rate,weapon,cite\nfoot,infantry,4,musket,1\nguns,artillery,2,,1\n",
  ["rules-lua/toy/tables/weapons.csv"] = "weapon,reach\nmusket,100\npike,1\n",
  ["rules-lua/toy/tables/ranks.csv"] = "troop,formation,ranks\nfoot,line,3\nguns,line,1\nfoot,column,9\n",
  ["rules-lua/toy/tables/calibres.csv"] = "pounds,reach\n6,600\n12,900\n",
  ["rules-lua/toy/tables/lists.csv"] = "army,entry,troop,most\nblue,musketeers,foot,4\nred,regulars,foot,6\n",
  ["rules-lua/toy/march.lua"] = [[
    local ALL <const> = { of_table = "troops" }
    local ARMED <const> = { of_table = "troops", where = { arm = { "infantry" } } }
    record "marcher" { enum "troop" (ALL), enum "armed" { values = ARMED, optional = true } }
    procedure "march.rate" {
      cite = "1", doc = "How far does it go?", dice = "none",
      args = {
        enum "troop" (ALL), enum "weapon" { "none", of_table = "weapons", default = "none" },
        int "pounds" { of_table = "calibres", optional = true },
        enum "formation" { of_table = "ranks", key = "formation", optional = true },
        list "others" { of = enum "other" (ALL), default = {} },
        list "column" { "marcher", default = {} },
      },
      out = { int "rate" { 0 }, enum "troop" (ALL), int "armed" {} },
      resolve = function(rules, q)
        return { rate = rules.tables.troops(q.troop, "rate"), troop = q.troop, armed = #rules.values(ARMED) }
      end,
    }
  ]],
  ["rules-lua/toy/duel.lua"] = false, ["rules-lua/toy/gun.lua"] = false,
}

local function troops(variants, more)
  local changed = {}
  for path, text in next, TROOPS do changed[path] = text end
  for path, text in next, more or {} do changed[path] = text end
  return toy.rules(variants, changed), changed
end

local function field(rules, name)
  for _, one in ipairs(rules.procedures["march.rate"].args) do
    if one.name == name then return one end
  end
end

describe("a field that follows a table", function()
  it("has the keys of that table as its values", function()
    local rules = troops()
    assert.same({ "foot", "guns" }, field(rules, "troop").values)
    assert.same({ "musket", "pike", "none" }, field(rules, "weapon").values)
    assert.same({ 6, 12 }, field(rules, "pounds").values)
    assert.same({ "line", "column" }, field(rules, "formation").values)
    assert.same({ "foot", "guns" }, field(rules, "others").of.values)
    assert.same({ "foot" }, rules.records.marcher[2].values)
    assert.equal("foot or guns", fields.range(field(rules, "troop")))
  end)

  it("names a table, a key and columns that there are", function()
    local function wrong(text)
      local march = TROOPS["rules-lua/toy/march.lua"]:gsub('enum "troop" %(ALL%), enum "weapon"', text .. ' enum "weapon"', 1)
      local done, message = pcall(troops, nil, { ["rules-lua/toy/march.lua"] = march })
      assert.is_false(done)
      return message
    end
    assert.matches('march.lua:%d+: procedure "march.rate": troop: no table "trops"',
      wrong 'enum "troop" { of_table = "trops" },')
    assert.matches("troop: of_table: ranks has no key formatoin; did you mean formation?",
      wrong 'enum "troop" { of_table = "ranks", key = "formatoin" },', 1, true)
    assert.matches("troop: of_table: troops has no column amr; did you mean arm?",
      wrong 'enum "troop" { of_table = "troops", where = { amr = "infantry" } },', 1, true)
    assert.matches("of_table must be the name of a table", wrong 'enum "troop" { of_table = "a/b" },', 1, true)
    assert.matches("where must be a table of columns", wrong 'enum "troop" { of_table = "troops", where = 3 },', 1, true)
  end)
end)
