--- Base charts that an owner puts in the place of those that ship: what they change, and what is refused.
local charts <const> = require "limber.rules.charts"
local disk <const> = require "disk_loader"
local json <const> = require "kernel.json"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"
local stack <const> = require "limber.rules.stack"

local function shipped(name)
  local folder <const> = name == "constants" and "tables/" or "charts/"
  return assert(disk.read("rules-lua/nff/" .. folder .. name .. ".csv"))
end

--- A loader with an owner's charts: texts by their files' names.
local function owner(texts)
  local list = { folder = "mine" }
  for file, text in pairs(texts) do list[#list + 1] = { file = file, path = "mine/" .. file, text = text } end
  table.sort(list, function(one, other) return one.file < other.file end)
  return setmetatable({ charts = function() return list end }, { __index = disk })
end

--- A shipped chart with one place changed.
local function changed(name, old, new)
  local text = shipped(name)
  local from, to = text:find(old, 1, true)
  assert(from, old)
  return text:sub(1, from - 1) .. new .. text:sub(to + 1)
end

local function with(texts) return assert(ruleset.load(owner(texts), "nff")) end

local function ask(published, call, args, dice)
  return protocol.answer(protocol.referee(published, {}, 1), { call = call, args = args, dice = json.list(dice or {}) })
end

local FIRE <const> = { "fire.resolve", { fire_points = 3, target_kind = "troops" }, { 9 } }
local OWN_FIRE <const> = { ["fire_table.csv"] = changed("fire_table", "3,3,7,10,,,public: scribd.com/document/212764269",
  "3,3,2,4,6,8,my booklet") }

--- The fault of an owner's chart.
local function fault_of(file, text)
  local done, message = pcall(ruleset.load, owner { [file] = text }, "nff")
  assert.is_false(done, "it was taken")
  return message
end

describe("an owner's charts", function()
  it("give other answers and odds; the others stay as they ship", function()
    local plain, own = assert(ruleset.load(disk, "nff")), with(OWN_FIRE)
    assert.equal("disordered", ask(plain, table.unpack(FIRE)).result.effect)
    assert.equal("lose_3", ask(own, table.unpack(FIRE)).result.effect)
    local line <const> = { call = "fire.resolve", args = FIRE[2], odds = true }
    local was, is = protocol.answer(protocol.referee(plain, {}, 1), line), protocol.answer(protocol.referee(own, {}, 1), line)
    assert.equal(2, #was.outcomes)
    assert.equal(5, #is.outcomes)
    local args <const> = { spent_brigades = 2 }
    assert.same(ask(plain, "victory.points", args).result, ask(own, "victory.points", args).result)
  end)

  it("say in each answer where its figures come from, and which stand in", function()
    local answer = ask(with(OWN_FIRE), table.unpack(FIRE))
    assert.same({ table = "fire_table", from = { "my booklet" }, stand_in = false }, answer.sources[2])
    assert.is_true(answer.sources[1].stand_in)
    local rules = assert(stack.load(owner(OWN_FIRE), "nff"))
    rules:set_cell("fire_table.3.no_effect_max", 1)
    local sources = charts.noted(rules, function() return rules.view.tables.fire_table(3, "no_effect_max") end)
    assert.same({ "a house rule" }, sources[1].from)
    local others = charts.noted(rules, function()
      return rules.view.constant.command_radius + rules.view.constant.enemy_clearance
    end)
    assert.same({ { table = "constants", from = { "stand-in" }, stand_in = true } }, others)
  end)

  it("may lack columns that no rule reads, the source too, which is then the file", function()
    local rows = { "item,points" }
    for item, points in shipped "victory_points":gmatch "\n([%w_]+),(%d+)" do rows[#rows + 1] = item .. "," .. 2 * points end
    local own = with { ["victory_points.csv"] = "\xEF\xBB\xBF" .. table.concat(rows, "\r\n") }
    local answer = ask(own, "victory.points", { spent_brigades = 2 })
    assert.equal(8, answer.result.points)
    assert.same({ "mine/victory_points.csv" }, answer.sources[1].from)
  end)

  it("hold under house rules, in the place of what these change", function()
    local rules = assert(stack.load(owner { ["movement_rates.csv"] = changed("movement_rates", "linear,6,9", "linear,6,8") },
      "nff", { "quick_march" }))
    assert.equal(10, rules.view.tables.movement_rates("linear", "road_in"))
  end)

  it("may have other ranges of guns, where the chart leaves its owner that key", function()
    local own = with { ["artillery_fire_points.csv"] = changed("artillery_fire_points", "light,0,3,4,stand-in\n",
      "light,0,1.5,9,mine\nlight,1.5,3,4,mine\n") }
    local args <const> = { batteries = 1, weight = "light", range_in = 1 }
    assert.equal(9, ask(own, "fire.artillery_points", args).result.points_per_battery)
  end)
end)

describe("a base chart", function()
  it("names each source once, of rows with several too", function()
    local args <const> = { batteries = 4, weight = "heavy", range_in = 3 }
    local rules = assert(stack.load(disk, "nff"))
    local answer = protocol.answer(protocol.referee(rules.published, {}, 1), { call = "fire.artillery_points", args = args })
    assert.same({ "stand-in", "greatest range public: miniatures.de review of Age of Eagles" }, answer.sources[1].from)
    assert.equal("24 fire points", rules.procedures["fire.artillery_points"].says(answer.result))
  end)

  it("keeps its order when its cells are changed", function()
    local rules = assert(stack.load(disk, "nff"))
    local _, fault = rules:set_cell("fire_table.6-7.disordered_max", 2)
    assert.equal("fire_table.6-7: no_effect_max must be disordered_max or less, 2, got 5", fault and fault.message)
    assert.equal(8, rules.view.tables.fire_table(6, "disordered_max"))
    assert.equal(8, rules:set_cell("fire_table.6-7.disordered_max", 6))
  end)
end)

describe("an owner's chart is refused", function()
  for _, case in ipairs {
    { "victory_points", "spent_brigade,2,", "spent_brigade,two,", ":3: points must be a whole number, got two" },
    { "victory_points", "spent_brigade,2,", "spent_brigade,-2,", ":3: points must be 0 to 100, got -2" },
    { "victory_points", "spent_brigade,2,", "spent_brigade,2000,", ":3: points must be 0 to 100, got 2000" },
    { "victory_points", "spent_brigade,2,", "spent_brigade,,", ":3: points is empty" },
    { "victory_points", "spent_brigade,2,", "spend_brigade,2,", ":3: no row spend_brigade; did you mean spent_brigade?" },
    { "victory_points", "spent_brigade,2,", "worn_brigade,2,", ":3: worn_brigade is there already, in line 2" },
    { "victory_points", "leader_killed,1,public: F&F clarifications (fireandfury.co.uk)", "", ":5: the row leader_killed is missing" },
    { "victory_points", "item,points,", "item,points_each,", ":1: no column points_each; its columns are item, points, provenance" },
    { "victory_points", "item,points,provenance", "item,provenance,provenance", ":1: the header names the column provenance twice" },
    { "victory_points", "item,points,provenance\n", "item;points;provenance\n", ":2: the line has 3 cells, the header 1" },
    { "leader_casualty", "1,1,wounded,true,", "1,1,hurt,true,", ":3: result must be killed, wounded, unhurt, got hurt" },
    { "leader_casualty", "1,1,wounded,true,", "1,1,wounded,TRUE,", ":3: casualty must be true, false, got TRUE" },
    { "leader_casualty", "\n2,,unhurt", "\n3,,unhurt", ":4: nothing covers 2 to 2, between line 3 and this one" },
    { "leader_casualty", "\n2,,unhurt", "\n1,,unhurt", ":4: it overlaps with line 3" },
    { "leader_casualty", "\n2,,unhurt", "\n2,9,unhurt", ":4: nothing covers more than 9" },
    { "leader_casualty", "\n2,,unhurt", "\n2,1,unhurt", ":4: total_min is more than total_max" },
    { "maneuver_table", "reserve,,4,", "reserved,,4,", ":13: column must be disordered, good_order, reserve, got reserved" },
    { "maneuver_table", "disordered,,0,quits_field,removed", "disordered,-5,0,quits_field,removed", ":2: nothing covers less than -5" },
    { "effectiveness_status", "elite,4,3,2,", "elite,4,3,4,", ":5: spent_at must be worn_at or less, 3, got 4" },
    { "effectiveness_status", "elite,4,3,2,", "elite,25,3,2,", ":5: no row elite 25" },
    { "artillery_fire_points", "medium,0,3,5,", "middling,0,3,5,", ":1: no weight middling" },
    { "artillery_fire_points", "light,3,6,2,", "light,3,six,2,", ":3: range_to_in must be a number, got six" },
    { "charge_table", "0,0,locked,1,", "0,0,locked,1.5,", ":5: attacker_stands_lost must be a whole number, got 1.5" },
    { "fire_table", "fp_min,fp_max", "fp_min,fp_most", ":1: no column fp_most; its columns are fp_min, fp_max, no_effect_max" },
    { "maneuver_table", "broken,retreat_full,false,false,1,", "broken,retreat_full,false,false,-1,", ":3: stands_lost must be 0 to 100, got -1" },
    { "charge_modifiers", "fresh,2,", "fresh,1.5,", ":5: value must be a whole number, 1 per level, -1 each, 1 to 3, got 1.5" },
    { "fire_table", "\n1,1,9,,,,public: scribd.com/document/212764269", "", ":2: nothing covers 1 to 1" },
    { "small_arms_fire_points", "infantry_skirmish,2,4,", "infantry_skirmish,5,4,", ":4: range_over_in must be range_to_in or less, 4, got 5" },
    { "fire_table", "\n6,7,5,8,", "\n6,7,9,2,", ":7: no_effect_max must be disordered_max or less, 2, got 9" },
    { "fire_table", "\n8,9,4,7,10,", "\n8,9,9,,7,", ":8: no_effect_max must be lose_1_max or less, 7, got 9" },
    { "fire_table", "\n1,1,9,", "\n-5,1,9,", ":2: the first row must begin at 1, got -5" },
    { "movement_rates", "linear,6,9,", '"linear,6,9,', ":2: a quoted cell has no end" },
    { "movement_rates", "linear,6,9,", "lin\xFFear,6,9,", ":2: the file is not UTF-8 text there" },
  } do
    it(("%s%s"):format(case[1], case[4]):gsub("[\x80-\xFF]", "?"), function()
      local message = fault_of(case[1] .. ".csv", changed(case[1], case[2], case[3]))
      assert.is_truthy(message:find(("mine/%s.csv%s"):format(case[1], case[4]), 1, true), message)
    end)
  end

  it("with its file, where it has no rows or is no chart", function()
    assert.has_match("mine/victory_points.csv:1: the column item is missing", fault_of("victory_points.csv", ""), 1, true)
    assert.has_match("mine/victory_points.csv: there are no rows for the table", fault_of("victory_points.csv", "item,points"), 1, true)
    assert.has_match("mine/victory_points.csv:1: cells must be parted by commas, not by semicolons",
      fault_of("victory_points.csv", (shipped("victory_points"):gsub(",", ";"))), 1, true)
    assert.has_match("mine/artillery_fire_points.csv:1: weight light has no row",
      fault_of("artillery_fire_points.csv", (shipped("artillery_fire_points"):gsub("\nlight[^\n]*", ""))), 1, true)
    assert.has_match("mine/fire_tables.csv: no chart has this name; did you mean fire_table.csv?", fault_of("fire_tables.csv", "x"), 1, true)
    assert.has_match("mine/scale.csv: no chart has this name", fault_of("scale.csv", "x"), 1, true)
    assert.has_match("there are too many bytes of a chart", fault_of("fire_table.csv", ("x"):rep(300000)), 1, true)
    assert.has_match("mine: there is no chart in this folder", fault_of("README.txt", "x"), 1, true)
    local done, message = pcall(ruleset.load, owner(OWN_FIRE), "fusilier")
    assert.is_false(done)
    assert.has_match("fusilier has no base charts that could be replaced", message, 1, true)
  end)
end)

describe("an owner's constants", function()
  local function constants(rows) return { ["constants.csv"] = "key,value\n" .. rows } end

  it("replace those that stand in, and say so", function()
    local own = with(constants "breakthrough_difference,2\n")
    local answer = ask(own, "charge.breakthrough", { difference = 3, class = "linear", distance_in = 1 })
    assert.is_true(answer.result.allowed)
    assert.same({ "mine/constants.csv", "stand-in" }, answer.sources[1].from)
    assert.same({}, ask(own, "command.in_radius", { distance_in = 3 }).sources or {})
  end)

  for _, case in ipairs {
    { "command_radius,13", "constants.csv:2: command_radius stays 12: only rows that stand in may be others" },
    { "enemy_clearence,1", "constants.csv:2: no row enemy_clearence; did you mean enemy_clearance?" },
    { "enemy_clearance,101", "constants.csv:2: enemy_clearance must be 0 to 100, got 101" },
    { "enemy_clearance,far", "constants.csv:2: enemy_clearance must be a number, got far" },
    { "enemy_clearance,1\nenemy_clearance,2", "constants.csv:3: enemy_clearance is there already, in line 2" },
  } do
    it("are refused: " .. case[2], function()
      assert.has_match(case[2], fault_of("constants.csv", constants(case[1] .. "\n")["constants.csv"]), 1, true)
    end)
  end
end)

describe("a declaration of a base chart", function()
  it("says true, or which keys are free and which columns rise", function()
    assert.is_nil(charts.misuse(true))
    assert.is_nil(charts.misuse { free = { "range" }, rising = { "from", "to" } })
    for _, wrong in ipairs { false, 1, {}, { free = "range" }, { free = {} }, { fixed = { "range" } }, { rising = { 1 } } } do
      assert.is_string(charts.misuse(wrong))
    end
  end)
end)

describe("the charts that ship", function()
  it("are good enough for an owner's", function()
    local texts = {}
    for name in pairs(charts.of(assert(ruleset.load(disk, "nff")))) do texts[name .. ".csv"] = shipped(name) end
    assert.is_not_nil(texts["fire_table.csv"])
    assert.is_not_nil(with(texts))
  end)
end)
