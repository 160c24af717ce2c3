--- List.P, List.A, R86: armies against their lists, and what else must be right with the forces.
local T <const> = require "horse_and_musket_table"

--- So many units of entries in a row: { musketeers = 2 } in the order given.
local function army(id, entries, more)
  local units = {}
  for _, entry in ipairs(entries) do
    for _ = 1, entry[2] do
      local n = #units + 1
      local south = id == "a"
      units[n] = T.listed(id .. n, 120 + (n - 1) % 9 * 190, (south and 100 or 1100) + (n - 1) // 9 * (south and 120 or -120),
        entry[3] or { list = entry[1] })
    end
  end
  for key, value in pairs(more or {}) do units[1].given[key] = value end
  return units
end

local PRUSSIANS <const> = { { "musketeers", 2 }, { "fusiliers", 1 }, { "cuirassiers", 1 }, { "dragoons", 1 }, { "artillery", 1 } }
local AUSTRIANS <const> = { { "fusiliers", 2 }, { "grenzers", 1 }, { "cuirassiers", 1 }, { "dragoons", 1 }, { "hussars", 1 },
  { "artillery", 1 } }

local function battle(a, b, more)
  local spec = { a = army("a", a), b = army("b", b), army_a = "prussian", army_b = "austrian", settings = "lists = true," }
  for key, value in pairs(more or {}) do spec[key] = value end
  return spec
end

--- An army with some entries' numbers changed; those not in it come last.
local function with(entries, changes)
  local list, left = {}, {}
  for name, n in pairs(changes) do left[name] = n end
  for i, entry in ipairs(entries) do
    list[i] = { entry[1], left[entry[1]] or entry[2] }
    left[entry[1]] = nil
  end
  local names = {}
  for name in pairs(left) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do list[#list + 1] = { name, left[name] } end
  return list
end

describe("horse_and_musket: army lists", function()
  after_each(T.finished)

  it("let the least of both armies be, and give a unit what its entry says", function()
    assert.are.same({}, T.faults(battle(PRUSSIANS, AUSTRIANS)))
    local game = T.game(battle(with(PRUSSIANS, { jaegers = 1, guard_infantry = 1, hussars = 1, freikorps = 1 }), AUSTRIANS))
    local function said(id)
      local unit = T.unit(game, id)
      return { unit.list, unit.troop, unit.grade, unit.weapon or "none", unit.drill }
    end
    assert.are.same({ "musketeers", "close_order_infantry", "average", "musket", "line" }, said "a1")
    assert.are.same({ "cuirassiers", "heavy_cavalry", "elite", "none", "two_ranks" }, said "a4")
    assert.are.same({ "dragoons", "heavy_cavalry", "average", "none", "two_ranks" }, said "a5")
    assert.are.same({ "freikorps", "light_infantry", "levy", "musket", "skirmish" }, said "a7")
    assert.are.same({ "guard_infantry", "close_order_infantry", "elite", "musket", "line" }, said "a8")
    assert.are.same({ "hussars", "light_cavalry", "average", "carbine", "two_ranks" }, said "a9")
    assert.are.same({ "jaegers", "light_infantry", "average", "rifle", "skirmish" }, said "a10")
    assert.are.same({ "cuirassiers", "heavy_cavalry", "average", "none", "two_ranks" }, said "b4")
    assert.is_true(T.unit(game, "b4").colours)
    assert.is_nil(T.unit(game, "b6").colours)
  end)

  it("say every reason why not, each at its side", function()
    local lines = T.faults(battle(with(PRUSSIANS, { musketeers = 5, cuirassiers = 0, guard_infantry = 2 }),
      with(AUSTRIANS, { grenzers = 0, hussars = 3 })))
    assert.are.equal(5, #lines)
    local whole = table.concat(lines, "\n")
    for _, part in ipairs {
      "side a: guard infantry: 2, the Prussian list has at most 1 (List.P)",
      "side a: musketeers: 5, the Prussian list has 2 to 4 (List.P)",
      "side a: cuirassiers: 0, the Prussian list has 1 to 3 (List.P)",
      "side b: grenzers: 0, the Austrian list has 1 to 4 (List.A)",
      "side b: hussars: 3, the Austrian list has 1 to 2 (List.A)",
    } do T.says(whole, part) end
    local text, line = T.text(battle(PRUSSIANS, AUSTRIANS)), 1
    for one in text:gmatch "([^\n]*)\n" do
      if one:find('side "a"', 1, true) then break end
      line = line + 1
    end
    assert.truthy(lines[1]:find("table.lua:" .. line .. ":", 1, true) or lines[1]:find "^table.lua:%d+: side a")
  end)

  it("are of no account unless the scenario says so", function()
    assert.are.same({}, T.faults(battle({ { "musketeers", 9 } }, { { "hussars", 1 } }, { settings = "" })))
  end)

  it("bind a unit to its entry, also where armies are not counted", function()
    for _, settings in ipairs { "lists = true,", "" } do
      local spec = battle(PRUSSIANS, AUSTRIANS, { settings = settings })
      spec.a[1].given.grade, spec.a[4].given.weapon, spec.b[1].given.troop = "elite", "carbine", "light_infantry"
      local lines = T.faults(spec)
      assert.are.equal(3, #lines)
      T.says(lines[1], "unit a1: grade is elite, but musketeers of the Prussian list are average (List.P)")
      T.says(lines[2], "unit a4: weapon is carbine, but cuirassiers of the Prussian list have none (List.P)")
      T.says(lines[3], "unit b1: troop is light infantry, but fusiliers of the Austrian list are close order infantry")
    end
  end)

  it("want an entry for each unit, of an army that has a list", function()
    local spec = battle(PRUSSIANS, AUSTRIANS)
    spec.a[7] = T.foot("a7", 1300, 300)
    T.says(T.faults(spec)[1], "unit a7: list is required: which unit of the Prussian list is it?")
    spec = battle(PRUSSIANS, { { "x", 1, { troop = "wagons" } } }, { army_b = "other" })
    T.says(table.concat(T.faults(spec), "\n"), "side b: army is other, which has no list: it must be prussian or austrian")
    spec = battle(with(PRUSSIANS, { grenzers = 1 }), AUSTRIANS)
    T.says(table.concat(T.faults(spec), "\n"), "grenzers is no unit of the prussian list")
  end)

  it("answer a misspelt entry with those there are", function()
    local spec = battle(PRUSSIANS, AUSTRIANS, { settings = "" })
    spec.a[1].given.list = "musketiers"
    T.says(T.faults(spec)[1], "musketiers is no unit of the prussian list, which has guard_infantry, grenadiers, musketeers, ")
    spec.army_a = "other"
    T.says(T.faults(spec)[1], "list musketiers: an army that is other has no list; give a troop instead, such as")
  end)
end)

describe("horse_and_musket: forces", function()
  local A <const>, B <const> = { T.foot("a1", 900, 300) }, { T.foot("b1", 900, 900) }

  local function says(spec, ...)
    spec.a, spec.b = spec.a or A, spec.b or B
    local whole = table.concat(T.faults(spec), "\n")
    for _, part in ipairs { ... } do T.says(whole, part) end
  end

  it("are in brigades, commanded by generals of their own side", function()
    says({ more_a = 'unit "a5" { troop = "wagons", at = { 300, 300 } },' }, "unit a5: belongs to no brigade")
    says({ more_a = 'formation "x" { unit "a5" { troop = "wagons", at = { 300, 300 } } },' },
      "formation x: commander is required of a brigade")
    says({ more_a = 'formation "x" { commander = "gb", unit "a5" { troop = "wagons", at = { 300, 300 } } },' },
      "formation x: commander: gb belongs to the other side (3)")
    says({ general_a = { rank = "commanding_officer" }, more_a = 'leader "k" { rank = "commanding_officer", at = { 300, 300 } },' },
      "leader k: its side has a commanding officer already")
    says({ general_a = { with = "b1" } }, "leader ga: with: b1 belongs to the other side (R9)")
  end)

  it("hold only what they may", function()
    local ground = 'area "village" { terrain = "town", rect = { { 300, 300 }, { 500, 500 } } },'
      .. 'area "redoubt" { terrain = "fieldworks", front = 0, rect = { { 600, 500 }, { 720, 580 } } },'
      .. 'area "wood" { terrain = "woods", rect = { { 1300, 300 }, { 1500, 500 } } },'
    local function inside(unit, area, part) says({ a = { unit("a1", nil, nil, { inside = area }) }, ground = ground }, part) end
    inside(T.horse, "village", "village is no place for heavy cavalry")
    inside(T.guns, "village", "village is no place for artillery")
    inside(T.foot, "wood", "wood is neither a town nor fieldworks")
    inside(T.foot, "castle", "there is no castle")
    says({ a = { T.foot("a1", nil, nil, { inside = "village" }), T.foot("a2", nil, nil, { inside = "village" }) },
      ground = ground }, "unit a2: inside: one unit only, and another holds it")
    assert.are.same({}, T.faults { a = { T.guns("a1", nil, nil, { inside = "redoubt" }) }, b = B, ground = ground })
  end)

  it("have what only some have", function()
    says({ a = { T.foot("a1", 900, 300, { drill = "skirmish" }) } }, "skirmish is not for close_order_infantry")
    says({ a = { T.foot("a1", 900, 300, { horse_artillery = true }) } }, "is for artillery")
    says({ a = { T.listed("a1", 900, 300) } }, "troop is required")
  end)
end)
