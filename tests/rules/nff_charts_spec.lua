-- Charts of the parent game that an owner puts in the place of those of Napoleonic Fire & Fury.
local disk <const> = require "disk_loader"
local json <const> = require "kernel.json"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"
local stack <const> = require "limber.rules.stack"

--- The rules with one text of a chart replaced.
local function with_chart(name, old, new)
  local folder <const> = disk.read("rules-lua/nff/charts/" .. name .. ".csv") and "charts" or "tables"
  local changed <const> = ("rules-lua/nff/%s/%s.csv"):format(folder, name)
  local function read(path)
    local text = disk.read(path)
    if path ~= changed then return text end
    local from, to = text:find(old, 1, true)
    return text:sub(1, assert(from) - 1) .. new .. text:sub(to + 1)
  end
  return assert(ruleset.load({ read = read, list = disk.list, checked = true }, "nff"))
end

local function ask(published, call, args, dice)
  return protocol.answer(protocol.referee(published, {}, 1), { call = call, args = args, dice = json.list(dice or {}) })
end

local function result(...)
  local answer = ask(...)
  assert(answer.result, answer.error and answer.error.message)
  return answer.result
end

local GUNS <const> = { "fire.artillery_points", { batteries = 1, weight = "light", range_in = 4 } }
local FIRE <const> = { "fire.resolve", { fire_points = 3, target_kind = "troops" }, { 9 } }

describe("another chart", function()
  it("may have bands to decimals of an inch, and more of them", function()
    local guns = with_chart("artillery_fire_points", "light,0,3,4,", "light,0,1.5,7,own\nlight,1.5,4.5,4,")
    for range, points in pairs { [1.5] = 7, [1.6] = 4, [4.5] = 4, [4.6] = 2 } do
      local args = { batteries = 1, weight = "light", range_in = range }
      assert.equal(points, result(guns, "fire.artillery_points", args).points_per_battery)
    end
  end)

  it("may have rates with decimals, other losses and other points", function()
    local slow = with_chart("movement_rates", "linear,6,9,2,", "linear,4.5,9,1.5,")
    local moved = result(slow, "movement.allowance",
      { class = "linear", path = { { terrain = "rough", distance_in = 3 } }, formation_changes = 0 })
    assert.same({ allowance_in = 4.5, cost_in = 4.5, remaining_in = 0, legal = true }, moved)
    local harsh = with_chart("fire_table", "3,3,7,10,,", "3,3,2,4,6,8")
    local hit = result(harsh, table.unpack(FIRE))
    assert.equal("lose_3", hit.effect)
    assert.equal(12, result(with_chart("victory_points", "spent_brigade,2,", "spent_brigade,6,"), "victory.points",
      { spent_brigades = 2 }).points)
  end)

  it("may have longer musketry, and other stands that fire in a formation", function()
    local far = with_chart("small_arms_fire_points", "infantry_musketry,0,2,", "infantry_musketry,0,3,")
    local shot = { stands = 4, range_in = 3, movement_class = "columnar" }
    assert.equal(96, result(far, "fire.infantry_points", shot).points_x24)
    shot.target_skirmish = "full"
    assert.equal(96, result(far, "fire.infantry_points", shot).points_x24) -- screened beyond musketry alone
    local text = disk.read("rules-lua/nff/charts/formations.csv"):gsub("any,1/3 up", "any,1/2 up")
    local rules = assert(ruleset.load({ read = disk.read, list = disk.list, checked = true,
      charts = function() return { { file = "formations.csv", path = "own/formations.csv", text = text } } end }, "nff"))
    assert.equal(4, result(rules, "fire.stands_firing", { formation = "brigade_masse", stands = 7 }).stands_firing)
  end)

  it("that is wrong is refused with its file and line", function()
    for _, case in ipairs {
      { "artillery_fire_points", "light,3,6,2,", "light,3,six,2,", GUNS,
        "artillery_fire_points.csv:3: range_to_in must be a number, got six" },
      { "artillery_fire_points", "light,3,6,2,", "light,3,6,2.5,", GUNS,
        "artillery_fire_points.csv:3: points_per_battery must be a whole number, got 2.5" },
      { "fire_table", "3,3,7,10,", "3,3,7,9.5,", FIRE,
        "fire_table.csv:4: disordered_max must be a whole number, got 9.5" },
      { "fire_point_modifiers", "enfilade,2,", "enfilade,2x,",
        { "fire.cavalry_points", { stands = 1, range_in = 1, cavalry_class = "light", enfilade = true } },
        "fire_point_modifiers.csv:10: value must be a fraction, got 2x" },
      { "victory_points", "spent_brigade,2,", "spent_brigade,two,", { "victory.points", {} },
        "victory_points.csv:3: points must be a whole number, got two" },
      { "effectiveness_status", "elite,2,1,1,", "elite,2,one,1,",
        { "effectiveness.status", { rating = "elite", starting_stands = 2, stands = 1 } },
        "effectiveness_status.csv:3: worn_at must be a whole number, got one" },
    } do
      local answer = ask(with_chart(case[1], case[2], case[3]), case[4][1], case[4][2], case[4][3])
      assert.is_truthy(answer.error.message:find(case[5], 1, true), answer.error.message)
    end
  end)
end)

describe("readings of one rule", function()
  it("are not both chosen", function()
    local rules, fault = stack.load(disk, "nff", { "square_infantry_minus_1", "square_infantry_minus_4" })
    assert.is_nil(rules)
    assert.equal("square_infantry_minus_4 conflicts with square_infantry_minus_1", fault.message)
  end)
end)
