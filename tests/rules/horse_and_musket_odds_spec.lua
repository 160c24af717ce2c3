-- The odds of Horse and Musket's procedures: worked by hand, and against brute force, where every face of every die that
-- a procedure asks for is thrown through it by a list of dice.
local dice <const> = require "kernel.dice"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"

local function stack(variants) return assert(Rules.load(loader, "horse_and_musket", variants)) end

local plain <const> = stack()

--- The exact odds of one outcome, "0/1" when it never comes.
local function exact(call, args, by, wanted, rules)
  local distribution, info = question.odds(rules or plain, call, args, by)
  assert(distribution, info and info.message)
  for _, outcome in ipairs(distribution:outcomes()) do
    if question.value_of(outcome.value) == wanted then return outcome.exact, info.paths end
  end
  return "0/1", info.paths
end

local function fraction(n, d)
  local a, b = n, d
  while b ~= 0 do a, b = b, a % b end
  return ("%d/%d"):format(n // a, d // a)
end

--- How often n even chances give fewer than k, as a fraction.
local function fewer(n, k)
  local sum, ways = 0, 1
  for i = 0, k - 1 do
    sum = sum + ways
    ways = ways * (n - i) // (i + 1)
  end
  return fraction(sum, 1 << n)
end

local FOOT <const>, HORSE <const> = { troop = "close_order_infantry" }, { troop = "heavy_cavalry" }

describe("odds worked by hand:", function()
  it("a charge is tested on one die", function()
    local args = { troop = "close_order_infantry", grade = "elite" }
    assert.are.equal("2/3", (exact("charge.test", args, nil, true)))
    args = { troop = "close_order_infantry", grade = "levy", staggered = true }
    assert.are.equal("1/1", (exact("charge.test", args, nil, false)))
  end)

  it("a first fire that needs 4 hits with three dice of four", function()
    local args = { troop = "close_order_infantry", grade = "average", range_mm = 60, bases = 2, first_fire = true }
    for hits, wanted in pairs { [0] = "1/16", [1] = "3/8", [2] = "9/16" } do
      assert.are.equal(wanted, (exact("fire.small_arms", args, nil, hits)))
    end
    args = { troop = "close_order_infantry", grade = "average", defensive = true, first_fire = true }
    assert.are.equal("256/6561", (exact("fire.small_arms", args, nil, 0))) -- a 5 is needed: (2/3)^8
  end)

  it("two even pools: the lesser wins when all their dice together fall short of it", function()
    local light = { troop = "light_infantry" } -- 4 + 2 dice against 4, and a tie goes to the charger
    local odds, paths = exact("melee.resolve", { charger = light, charged = light }, "retreats", "charger")
    assert.are.equal("11/64", odds)
    assert.are.equal(fewer(10, 4), odds)
    assert.are.equal(7 * 5, paths)
    local column = { troop = "close_order_infantry", formation = "column" } -- 1 + 2 + 2 against 1
    assert.are.equal(fewer(6, 1), (exact("melee.resolve", { charger = column, charged = column }, "winner", "charged")))
    local full = stack { "column_fights_full" } -- 4 + 2 + 2 against 4
    assert.are.equal(fewer(12, 4),
      (exact("melee.resolve", { charger = column, charged = column }, "winner", "charged", full)))
    local args = { charger = FOOT, charged = FOOT, position = "fieldworks", face = "front" } -- 4 + 2 against 4 + 2
    args.charged = { troop = "close_order_infantry", supports = 0 }
    assert.are.equal("729/4096", (exact("melee.resolve", args, "charger.inflicted", 0)))
    local breach = stack { "breach_ends_cover" } -- open ground: 4 + 2 against 4, and a tie goes to the charger
    args.breached = true
    assert.are.equal(fewer(10, 4), (exact("melee.resolve", args, "retreats", "charger", breach)))
  end)

  it("a save halves what a die does", function()
    local args = { charger = { troop = "light_infantry" }, charged = { troop = "light_infantry" }, position = "cover" }
    assert.are.equal("729/4096", (exact("melee.resolve", args, "charger.inflicted", 0))) -- (3/4)^6
    assert.are.equal("1/4096", (exact("melee.resolve", args, "charger.inflicted", 6))) -- (1/4)^6
  end)

  it("foot charged in front by horse saves; on the flank it does not", function()
    local args = { charger = { troop = "light_cavalry" }, charged = FOOT }
    assert.are.equal("729/4096", (exact("melee.resolve", args, "charger.inflicted", 0)))
    args.face = "left_flank" -- 4 + 2 + 2 dice, and no save
    assert.are.equal("1/256", (exact("melee.resolve", args, "charger.inflicted", 0)))
  end)

  it("guns at long range throw one, two or three shots alike", function()
    local args = { targets = { { range_mm = 300 } } }
    for hits, wanted in pairs { [0] = "7/24", [1] = "11/24", [2] = "5/24", [3] = "1/24" } do
      assert.are.equal(wanted, (exact("fire.artillery", args, nil, hits)))
    end
  end)

  it("one throw for all units hit, or one each", function()
    local args = { targets = { { range_mm = 300 }, { range_mm = 400 } } }
    assert.are.equal("7/64", (exact("fire.artillery", args, nil, 0)))
    local each = stack { "long_range_die_each" }
    assert.are.equal("49/576", (exact("fire.artillery", args, nil, 0, each)))
    local halved = stack { "artillery_halve_hits" }
    assert.are.equal("21/128", (exact("fire.artillery", { targets = { { range_mm = 300 } } }, nil, 0, halved)))
  end)

  it("colours fall to one die of six, or to a double six", function()
    local args = { troop = "heavy_cavalry", event = "destroyed" }
    assert.are.equal("1/6", (exact("colours.capture", args, nil, true)))
    args.event = "retired"
    assert.are.equal("1/36", (exact("colours.capture", args, nil, true)))
  end)
end)

local SIX <const>, EVEN <const> = { 1, 2, 3, 4, 5, 6 }, { 3, 4 } -- two faces will do where only 4 or more is asked

--- Counts outcomes over every throw: where a die is wanted that the list has not, each of its faces in turn. Gives
--- how much each weighs, and what all weigh together.
local function brute(rules, call, args, read, faces)
  local source, weights, thrown = dice.new(), {}, {}
  local function throw(weight)
    source:list(table.move(thrown, 1, #thrown, 1, {}))
    local result, fault = question.ask(rules, call, args, source)
    if result then
      local value = tostring(read(result))
      weights[value] = (weights[value] or 0) + weight
      return
    end
    assert(fault.arg == "dice" and weight % #faces == 0, fault.message)
    for _, face in ipairs(faces) do
      thrown[#thrown + 1] = face
      throw(weight // #faces)
      thrown[#thrown] = nil
    end
  end
  local whole = math.tointeger((#faces) ^ 16)
  throw(whole)
  return weights, whole
end

local function reader(path)
  return function(result)
    for key in path:gmatch "[^.]+" do result = result[math.tointeger(tonumber(key)) or key] end
    return result
  end
end

local CASES <const> = {
  { "melee.resolve", { "winner", "charged.hits", "charger.destroyed", "charged.general_at_risk" }, EVEN,
    { charger = { troop = "close_order_infantry", formation = "column", hits = 4, staggered = true },
      charged = { troop = "close_order_infantry", formation = "column", general = true }, position = "cover",
      difficult = true } },
  { "melee.resolve", { "winner", "charged.hits", "retreats", "tie" }, EVEN,
    { charger = { troop = "dragoons", formation = "column" },
      charged = { troop = "close_order_infantry", formation = "column", supports = 1 }, position = "cover",
      difficult = true }, { "saves_stack" } },
  { "cover.save", { "hits" }, EVEN, { hits = 5, grounds = { "cover", "artillery_target" } }, { "saves_stack" } },
  { "fire.small_arms", { "hits", "rerolled" }, SIX,
    { troop = "close_order_infantry", grade = "elite", range_mm = 100, bases = 2, first_fire = true, moved = true } },
  { "fire.artillery", { "hits", "targets.1.shots" }, SIX, { targets = { { range_mm = 300 } } } },
  { "command.roll", { "units_may_move", "cards" }, SIX,
    { quality = "competent", units = 5, rallied = true, officer_distance_mm = 100 } },
  { "command.roll", { "units_may_move" }, SIX, { independent = true }, { "half_rounds_down" } },
  { "initiative.roll", { "first" }, SIX, { army_a = "prussian", modifier_b = 2 } },
}

describe("odds equal brute force:", function()
  for i, case in ipairs(CASES) do
    local call, paths, faces, args, variants = table.unpack(case)
    local rules = stack(variants)
    for _, path in ipairs(paths) do
      it(("%s by %s (%d)"):format(call, path, i), function()
        local weights, whole = brute(rules, call, args, reader(path), faces)
        local left = 0
        for _ in pairs(weights) do left = left + 1 end
        for _, outcome in ipairs(assert(question.odds(rules, call, args, path)):outcomes()) do
          local value = tostring(question.value_of(outcome.value))
          assert.are.equal(fraction(assert(weights[value], "no throw gives " .. value), whole), outcome.exact)
          left = left - 1
        end
        assert.are.equal(0, left)
      end)
    end
  end
end)

describe("the largest combats", function()
  it("are walked by what their dice come to, not by their faces", function()
    local charger = { troop = HORSE.troop, grade = "elite", supports = 3, general = true }
    local charged = { troop = FOOT.troop, staggered = true, supports = 3, general = true }
    local args = { charger = charger, charged = charged }
    local _, paths = exact("melee.resolve", args, nil, "charger")
    assert.is_true(paths <= 1000, paths .. " paths")
  end)
end)
