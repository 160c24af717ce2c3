-- The odds of Fusilier's procedures against brute force: every face of every die thrown through the same
-- procedure by a list of dice, counted one by one.
local dice <const> = require "kernel.dice"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"

--- Counts the outcomes of a question over all throws of `faces` dice (lists of the faces' ranges).
local function count(rules, call, args, read, ranges)
  local source, counts, thrown, all = dice.new(), {}, {}, 0
  local function throw(n)
    if n > #ranges then
      source:list(thrown)
      local result = assert(question.ask(rules, call, args, source))
      local value = tostring(read(result))
      counts[value] = (counts[value] or 0) + 1
      all = all + 1
      return
    end
    for face = ranges[n][1], ranges[n][2] do
      thrown[n] = face
      throw(n + 1)
    end
  end
  throw(1)
  return counts, all
end

local function gcd(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

local D6 <const>, Z10 <const>, D10 <const> = { 1, 6 }, { 0, 9 }, { 1, 10 }

local CASES <const> = {
  { "combat.infantry", { "winner", "a.1.response", "b.1.margin", "b.1.carry" }, { D6, D6, D6, D6 },
    { a = { { quality = 5, frontage_mm = 250, attacking = true, position = "buildings", damage_points = 3 } },
      b = { { quality = 3, frontage_mm = 200, defeats = { 4, 9 } } } } },
  { "combat.cavalry", { "winner", "a.1.response", "b.1.response" }, { D6, D6, D6, D6 },
    { a = { { quality = 7, frontage_mm = 150, weight = "heavy", ridden_through_last_bound = true } },
      b = { { quality = 4, frontage_mm = 150, weight = "light", combats_won = 2 } } } },
  { "combat.cavalry_infantry", { "winner", "squadrons.1.response", "infantry.response" }, { D6, D6, D6, D6 },
    { squadrons = { { quality = 9, frontage_mm = 100 } },
      infantry = { quality = 2, frontage_mm = 130, formation = "square" } } },
  { "combat.column_assault", { "broken_through", "columns.1.must_deploy", "defender.response" }, { D6, D6, D6, D6 },
    { frontage_mm = 80, columns = { { quality = 6, slope = "uphill" } },
      defender = { quality = 5, frontage_mm = 180, draws = 1 } } },
  { "artillery.fire", { "points", "roll" }, { D6, D6 },
    { calibre_pdr = 12, guns = 10, range_mm = 400, target = "battery", target_guns = 2 } },
  { "artillery.fire_building", { "remaining", "troop_points" }, { D6, D6 },
    { calibre_pdr = 6, guns = 8, range_mm = 200, material = "wood", width_mm = 90, length_mm = 60, occupied = true } },
  { "morale.brigade", { "outcome", "roll" }, { Z10, Z10 },
    { original_units = 7, quality = 6, units_routing = 2, units_reforming = 1 } },
  { "morale.artillery", { "outcome" }, { Z10, Z10 },
    { original_guns = 8, quality = 5, guns_lost_before = 1, guns_lost_now = 1 } },
  { "order.activation", { "activation_min" }, { D10, D10 },
    { era = "napoleonic", from_level = "brigade" } },
}

local function reader(path)
  return function(result)
    for key in path:gmatch "[^.]+" do result = result[math.tointeger(tonumber(key)) or key] end
    return result
  end
end

describe("odds of fusilier equal brute force:", function()
  local rules = assert(Rules.load(loader, "fusilier"))
  for _, case in ipairs(CASES) do
    local call, paths, ranges, args = table.unpack(case)
    for _, path in ipairs(paths) do
      it(call .. " by " .. path, function()
        local counts, all = count(rules, call, args, reader(path), ranges)
        local outcomes = assert(question.odds(rules, call, args, path)):outcomes()
        local left = 0
        for _ in pairs(counts) do left = left + 1 end
        for _, outcome in ipairs(outcomes) do
          local value = tostring(question.value_of(outcome.value))
          local n = assert(counts[value], "no throw gives " .. value)
          local d = gcd(n, all)
          assert.are.equal(("%d/%d"):format(n // d, all // d), outcome.exact)
          left = left - 1
        end
        assert.are.equal(0, left)
      end)
    end
  end
end)

describe("two against one", function()
  it("throws for each, and costs the product of distinct scores", function()
    local rules = assert(Rules.load(loader, "fusilier"))
    local unit = { quality = 5, frontage_mm = 200 }
    local args = { a = { unit, unit }, b = { unit } }
    local _, info = question.odds(rules, "combat.infantry", args, "winner")
    assert.are.equal(11 * 11 * 11, info.paths)
  end)
end)

describe("odds under a house rule", function()
  it("count the dice that it throws in a procedure which throws none", function()
    local with = setmetatable({
      variant = function()
        return "mine.lua", [[variant "mine" { doc = "" }
          wrap "combat.response" (function(published, rules, q, dice)
            local answer = published(rules, q, dice)
            return { response = answer.response, carry = answer.carry + 10 * dice.d(6) }
          end)]], false
      end,
    }, { __index = loader })
    local rules = assert(Rules.load(with, "fusilier", { "mine.lua" }))
    local args = { a = { { quality = 5, frontage_mm = 250 } }, b = { { quality = 5, frontage_mm = 250 } } }
    local carried = {}
    for _, one in ipairs(assert(question.odds(rules, "combat.infantry", args, "a.1.carry")):outcomes()) do
      carried[math.tointeger(tonumber(question.value_of(one.value))) // 10] = true
    end
    for face = 1, 6 do assert.is_true(carried[face]) end
  end)
end)
