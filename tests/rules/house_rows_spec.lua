-- Rows of tables: fields that follow them, rows that house rules add, cells changed by formulas, tables of their own.
local diff <const> = require "limber.rules.diff"
local fields <const> = require "limber.language.fields"
local toy <const> = require "toy_rules"

--- The toy with troops of its own: a table of them, and questions about them.
local TROOPS <const> = {
  ["rules-lua/toy/ruleset.lua"] = [[ ruleset "toy" { title = "Toy", sources = { "data", "march" } } ]],
  ["rules-lua/toy/data.lua"] = [[
    lookup "troops" { key = "troop", columns = { "arm", "rate", "weapon" }, sparse = "none" }
    lookup "kin" { key = "troop", columns = { "like", "min", "max" }, sparse = "none", like = "like" }
    lookup "weapons" { key = "weapon", value = "reach" }
    lookup "ranks" { key = { "troop", "formation" }, value = "ranks", sparse = "none" }
    lookup "calibres" { key = "pounds", value = "reach" }
    lookup "lists" { key = { "army", "entry" }, columns = { "troop", "most" }, sparse = "none" }
    lookup "blue_list" { data = "lists", where = { army = "blue" }, key = "entry", value = "most" }
    lookup "bands" { key = band("margin", "from", "to"), value = "outcome" }
    lookup "phases" { key = "phase", value = "action" }
  ]],
  ["rules-lua/toy/tables/troops.csv"] = "troop,arm,rate,weapon,cite\nfoot,infantry,4,musket,1\nguns,artillery,2,,1\n",
  ["rules-lua/toy/tables/kin.csv"] = "troop,like,min,max,cite\nfoot,,1,2,1\n",
  ["rules-lua/toy/tables/weapons.csv"] = "weapon,reach\nmusket,100\npike,1\n",
  ["rules-lua/toy/tables/ranks.csv"] = "troop,formation,ranks\nfoot,line,3\nguns,line,1\nfoot,column,9\n",
  ["rules-lua/toy/tables/calibres.csv"] = "pounds,reach\n6,600\n12,900\n",
  ["rules-lua/toy/tables/lists.csv"] = "army,entry,troop,most\nblue,musketeers,foot,4\nred,regulars,foot,6\n",
  ["rules-lua/toy/tables/phases.csv"] = "phase,action\nfire,everybody fires at once\n",
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

local GRENADIER <const> = '{ troop = "grenadier", arm = "infantry", rate = 3, weapon = "musket" }'

--- The rules under a house rule of this text, in a file of its own.
local function under(text, more)
  local files = { ["house.lua"] = 'variant "house" {\n' .. text .. "\n}" }
  for path, one in next, more or {} do files[path] = one end
  return troops({ "house.lua" }, files)
end

--- Why they are refused.
local function refused(text, more)
  local done, message = pcall(under, text, more)
  assert.is_false(done)
  return message
end

local function texts(rules)
  local list = {}
  for i, one in ipairs(diff.of(rules)) do list[i] = one.text or ("%s %s %s"):format(one.what, one.name, one.new) end
  return list
end

describe("a row that a house rule adds", function()
  it("is read like any other, and its key is a value of what follows the table", function()
    local rules = under("rows = { troops = { " .. GRENADIER .. " } }")
    assert.equal(3, rules.view.tables.troops("grenadier", "rate"))
    assert.equal(4, rules.view.tables.troops("foot", "rate"))
    assert.same({ "foot", "guns", "grenadier" }, field(rules, "troop").values)
    assert.same({ "foot", "guns", "grenadier" }, field(rules, "others").of.values)
    assert.same({ "foot", "grenadier" }, rules.records.marcher[2].values)
    assert.same({ "foot", "guns", "grenadier" }, rules.procedures["march.rate"].out[2].values)
    assert.same({ "foot", "grenadier" }, rules.view.values { of_table = "troops", where = { arm = "infantry" } })
    assert.same({ "troops has one more row: arm infantry, rate 3, troop grenadier, weapon musket" }, texts(rules))
    assert.same({ "foot", "guns" }, field(troops(), "troop").values)
    assert.is_nil((fields.check(rules.procedures["march.rate"].args, { troop = "hussar" }, rules.records)))
    assert.truthy(fields.check(rules.procedures["march.rate"].args, { troop = "grenadier" }, rules.records))
  end)

  it("may be changed by cells of the same rule, and of those above it", function()
    local rules = under("rows = { troops = { " .. GRENADIER .. ' } }, cells = { ["troops.grenadier.rate"] = 9 }')
    assert.equal(9, rules.view.tables.troops("grenadier", "rate"))
    assert(rules:set_cell("troops.grenadier.rate", 5))
    assert.equal(5, rules.view.tables.troops("grenadier", "rate"))
  end)

  it("reaches every table that reads its data", function()
    local rules = under 'rows = { lists = { { army = "blue", entry = "guard", troop = "guns", most = 1 } } }'
    assert.equal(1, rules.view.tables.blue_list "guard")
    assert.equal("guns", rules.view.tables.lists("blue", "guard", "troop"))
    assert.equal("none", rules.view.tables.lists("red", "guard", "troop"))
    rules = under 'rows = { lists = { { army = "red", entry = "guard", troop = "guns", most = 1 } } }'
    assert.is_nil(rules.view.cell("blue_list", "guard"))
  end)

  it("may name what another row of the rule brings", function()
    local rules = under("rows = { troops = { " .. GRENADIER:gsub("musket", "rifle")
      .. ' }, weapons = { { weapon = "rifle", reach = 200 } }, '
      .. 'ranks = { { troop = "grenadier", formation = "line", ranks = 2 } } }')
    assert.equal("rifle", rules.view.tables.troops("grenadier", "weapon"))
    assert.equal(2, rules.view.tables.ranks("grenadier", "line"))
    assert.equal("none", rules.view.tables.ranks("grenadier", "column"))
    assert.equal(9, rules.view.tables.ranks("foot", "column"))
  end)

  it("lies on what lies below it", function()
    local rules = troops({ "house.lua", "more.lua" }, {
      ["house.lua"] = 'variant "house" { rows = { troops = { ' .. GRENADIER .. ' } }, cells = { ["troops.foot.rate"] = 7 } }',
      ["more.lua"] = 'variant "more" { rows = { troops = { ' .. GRENADIER:gsub('"grenadier"', '"hussar"') .. " } } }",
    })
    assert.same({ "foot", "guns", "grenadier", "hussar" }, field(rules, "troop").values)
    assert.equal(7, rules.view.tables.troops("foot", "rate"))
  end)

  for said, rule in pairs {
    ["house.lua:2: troops.grenadier: rate is missing"] = GRENADIER:gsub("rate = 3, ", ""),
    ['house.lua:2: troops.grenadier: weapon is missing ("none" where there is none)'] =
      GRENADIER:gsub(', weapon = "musket"', ""),
    ["house.lua:2: troops.grenadier: there is no column rat; did you mean rate?"] = GRENADIER:gsub("rate", "rat"),
    ["house.lua:2: troops.grenadier: rate must be a whole number, got fast"] = GRENADIER:gsub("3", '"fast"'),
    ["house.lua:2: troops.grenadier: arm must be a word, got 3"] = GRENADIER:gsub('"infantry"', "3"),
    ["house.lua:2: troops.grenadier: arm must be infantry or artillery, got infntry; did you mean infantry?"] =
      GRENADIER:gsub("infantry", "infntry"),
    ["house.lua:2: troops.foot: is there already: use cells to change it"] = GRENADIER:gsub("grenadier", "foot"),
    ["troop is missing"] = GRENADIER:gsub('troop = "grenadier", ', ""),
    ["a row of troops must be a table, got"] = '"grenadier"',
    ["a row of troops has columns with words or whole numbers, not rate = 1.5"] = GRENADIER:gsub("3", "1.5"),
  } do
    it("is refused: " .. said, function()
      assert.matches(said, refused("rows = { troops = { " .. rule .. " } }"), 1, true)
    end)
  end

  it("names a row that there is, and has no least above its most", function()
    local function kin(row) return ('rows = { kin = { { troop = "guard", %s } } }'):format(row) end
    assert.equal("foot", under(kin 'like = "foot", min = 1, max = 1').view.tables.kin("guard", "like"))
    assert.truthy(refused(kin 'like = "fot", min = 1, max = 1'):find("like must be a troop, got fot; did you mean foot?", 1, true))
    assert.truthy(refused(kin 'like = "none", min = 2, max = 1'):find("min is 2, which is more than max, 1", 1, true))
  end)

  it("stands in a table that another may stand for only if that has its keys and places", function()
    assert.truthy(refused('tables = { troops = "weapons" }'):find(
      "house.lua:2: weapons cannot stand for troops: its key is weapon, not troop", 1, true))
    assert.truthy(refused('tables = { kin = "troops", ranks = "weapons" }'):find("its key is weapon, not troop and formation", 1, true))
  end)

  it("is refused in a table that is not there, takes no such row, or would not hold together", function()
    assert.matches('house.lua:2: no table "trops"; did you mean troops?',
      refused 'rows = { trops = { { troop = "x" } } }', 1, true)
    assert.matches('house.lua:2: ranks.fot.line: no table has the troop "fot"; did you mean foot?',
      refused 'rows = { ranks = { { troop = "fot", formation = "line", ranks = 2 } } }', 1, true)
    assert.matches("overlap", refused 'rows = { bands = { { from = 3, to = 9, outcome = "won" } } }')
    assert.matches("needs a list of rows", refused 'rows = { troops = { troop = "x" } }', 1, true)
    assert.truthy(under 'rows = { phases = { { phase = "rain", action = "it rains, or not" } } }')
  end)
end)

describe("a cell that a house rule changes by a formula", function()
  it("is worked once from what lies below", function()
    local rules = under 'cells = { ["weapons.*"] = function(old) return old * 5 // 4 end, ["weapons.pike"] = 2 }'
    assert.equal(125, rules.view.tables.weapons "musket")
    assert.equal(2, rules.view.tables.weapons "pike")
    assert.same({ "weapons.musket is 125 (100 before), weapons.pike is 1 (1 before)", "cell weapons.pike 2" }, texts(rules))
    rules = under 'cells = { ["calibres.12"] = function(old) return old / 2 end }'
    assert.equal(450, rules.view.tables.calibres(12))
    assert.same({ "cell calibres.12 450" }, texts(rules))
  end)

  it("gets the places of its path, and leaves rows out that are not there", function()
    local rules = under [[cells = { ["ranks.*.*"] = function(old, troop, formation)
      return troop == "foot" and formation == "line" and old + 1 or old end }]]
    assert.equal(4, rules.view.tables.ranks("foot", "line"))
    assert.equal("none", rules.view.tables.ranks("guns", "column"))
    assert.equal(1, rules.view.tables.ranks("guns", "line"))
    assert.equal(5, under([[cells = { ["ranks.foot.*"] = 5 }]]).view.tables.ranks("foot", "column"))
  end)

  it("is checked like any cell", function()
    assert.matches("house.lua:2: weapons.musket must be a whole number, got 150.5",
      refused 'cells = { ["weapons.*"] = function(old) return old * 1.505 end }', 1, true)
    assert.matches("house.lua:3: `n` cannot keep anything", refused [[cells = { ["weapons.*"] = (function()
      local n = 0 return function(old) n = n + 1 return old + n end end)() }]], 1, true)
    assert.matches('house.lua:2: weapons has no weapon "pistol"',
      refused 'cells = { ["weapons.pistol"] = function(old) return old end }', 1, true)
    assert.matches("house.lua:2: weapons is read by weapon", refused 'cells = { ["weapons.*.reach"] = 3 }', 1, true)
    assert.matches("house.lua:3: ", refused 'cells = { ["weapons.*"] = function(old)\n return old.x.y end }', 1, true)
  end)

  it("that a guest works without end is ended", function()
    assert.matches("house.lua:2: ", refused 'cells = { ["weapons.*"] = function() while true do end end }', 1, true)
  end)

  it("is refused where a pattern meets no cell", function()
    local rows = { ["rules-lua/toy/tables/ranks.csv"] = "troop,formation,ranks\nfoot,line,none\nfoot,column,none\n" }
    assert.matches("house.lua:2: ranks.*.line meets no cell", refused('cells = { ["ranks.*.line"] = 3 }', rows), 1, true)
  end)
end)

describe("a table of a house rule's own", function()
  local EVENTS <const> = 'variant "house" {}\nlookup "events" { key = band("roll", "from", "to"), value = "event" }'
  local CSV <const> = "from,to,event\n1,2,rain\n3,6,sun\n"

  local function rules_of(text, more)
    local files = { ["house.lua"] = text }
    for path, one in next, more or {} do files[path] = one end
    return troops({ "house.lua" }, files)
  end

  local function fault(text, more)
    local done, message = pcall(rules_of, text, more)
    assert.is_false(done)
    return message
  end

  it("lies beside its file, in the folder of its name, or in it", function()
    for _, path in ipairs { "events.csv", "house/events.csv" } do
      local rules = rules_of(EVENTS, { [path] = CSV })
      assert.equal("rain", rules.view.tables.events(2))
      assert.same({ ("the table events is its own (%s)"):format(path) }, texts(rules))
      assert.same({ { path = path, text = CSV } }, rules.layers[1].files)
    end
    local rules = rules_of('variant "house" {}\nlookup "events" { key = "roll", value = "event", csv = [[\nroll,event\n1,fog\n]] }')
    assert.equal("fog", rules.view.tables.events(1))
    assert.same({}, rules.layers[1].files)
    rules = rules_of('variant "house" {}\nlookup "one" { data = "events", key = band("roll", "from", "to"), value = "event" }',
      { ["events.csv"] = CSV })
    assert.equal("sun", rules.view.tables.one(5))
  end)

  it("has cells, rows and fields like any table", function()
    local rules = rules_of([[variant "house" {
      rows = { events = { { from = 7, event = "snow" } } }, cells = { ["events.1-2"] = "sun" },
      args = { ["march.rate"] = { enum "weather" { of_table = "weather", optional = true } } } }
      lookup "events" { key = band("roll", "from", "to"), value = "event" }
      lookup "weather" { key = "kind", value = "rate", csv = "kind,rate\nmud,1\nfog,2" }]],
      { ["events.csv"] = CSV })
    assert.equal("snow", rules.view.tables.events(12))
    assert.equal("sun", rules.view.tables.events(1))
    assert.same({ "mud", "fog" }, field(rules, "weather").values)
  end)

  it("is refused with its line where it is wrong", function()
    assert.matches('house.lua:2: lookup "events": there is no events.csv beside this file', fault(EVENTS), 1, true)
    assert.matches("events.csv:3: the line has 2 cells, the header 3",
      fault(EVENTS, { ["events.csv"] = "from,to,event\n1,2,rain\n3,sun\n" }), 1, true)
    assert.matches("events.csv: ", fault(EVENTS, { ["events.csv"] = "from,to,event\n1,4,rain\n3,6,sun\n" }), 1, true)
    assert.matches('house.lua:2: there is a table "troops" already',
      fault 'variant "house" {}\nlookup "troops" { key = "a", value = "b", csv = "a,b\\n1,2\\n" }', 1, true)
    for lines, said in pairs {
      ['key = "rol", value = "event", csv = [[\nroll,event\n1,fog\n]]'] =
        "house.lua:3: there is no column rol; did you mean roll?",
      ['key = "roll", value = "event", csv = [[\nroll,event\n1\n]]'] = "house.lua:4: the line has 1 cells, the header 2",
      ['key = "roll", value = "event", csv = "roll,event\\n1"'] = "house.lua:2: the line has 1 cells, the header 2",
    } do
      assert.matches(said, fault(('variant "house" {}\nlookup "events" { %s }'):format(lines)), 1, true)
    end
    for text, said in pairs {
      ['lookup "x" { key = "a", value = { "b", "c" } }'] = "value must be text, got a list; `columns` takes several",
      ['lookup "x" { key = 3, value = "b" }'] = "key must be",
      ['lookup "x" { key = "a" }'] = "it needs value",
      ['lookup "x" { key = "a", value = "b", csv = 3 }'] = "csv must be a text",
      ['lookup "../x" { key = "a", value = "b" }'] = "needs a name",
      ['lookup "x" { key = "a", value = "b", data = "../secret" }'] = "data must be a name",
      ['lookup "x" { key = "a", value = "b", colour = "red" }'] = "has no key colour",
      ['lookup "x" { key = "a", value = "b", csv = "" } lookup "x" { key = "a", value = "b" }'] = "is declared twice",
    } do
      local message = fault('variant "house" {}\n' .. text)
      assert.matches("house.lua:2: ", message, 1, true)
      assert.matches(said, message, 1, true)
    end
  end)
end)
