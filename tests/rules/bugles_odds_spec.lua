-- The odds of procedures of Bugles, Bullets, and Blades: worked by hand, and against all faces of all dice counted here
-- by the rules as they are written.
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"

local function stack(variants) return assert(Rules.load(loader, "bugles", variants)) end

local plain <const> = stack {}

local function fraction(n, d)
  local a, b = n, d
  while b ~= 0 do a, b = b, a % b end
  return ("%d/%d"):format(n // a, d // a)
end

--- The exact odds of each value of a result's field.
local function odds_of(call, args, by, rules)
  local distribution, info = question.odds(rules or plain, call, args, by)
  assert(distribution, info and info.message)
  local odds = {}
  for _, outcome in ipairs(distribution:outcomes()) do odds[question.value_of(outcome.value)] = outcome.exact end
  return odds
end

--- The same, by counting: `value` of all faces of n dice.
local function counted_of(n, faces, value)
  local counts, dice = {}, {}
  local function throw(i)
    if i > n then
      local sorted = table.move(dice, 1, n, 1, {})
      table.sort(sorted)
      local one = value(sorted, dice)
      counts[one] = (counts[one] or 0) + 1
      return
    end
    for face = 1, faces do
      dice[i] = face
      throw(i + 1)
    end
  end
  throw(1)
  local odds = {}
  for one, count in pairs(counts) do odds[one] = fraction(count, faces ^ n // 1 | 0) end
  return odds
end

describe("Bugles: odds of movement", function()
  local function roll(args, rules) return odds_of("movement.roll", args, "distance_mm", rules) end

  it("mounted double the two highest of three", function()
    assert.are.same(counted_of(3, 6, function(d) return 20 * (d[1] + 2 * d[2] + 2 * d[3]) end), roll { type = "mounted" })
    assert.are.same(counted_of(2, 6, function(d) return 20 * 2 * (d[1] + d[2]) end),
      roll { type = "mounted", terrain = "rough" })
  end)

  it("a charge doubles all of that, or with charge_no_stack the plain sum", function()
    local charge = { type = "mounted", charging = true }
    assert.are.same(counted_of(3, 6, function(d) return 40 * (d[1] + 2 * d[2] + 2 * d[3]) end), roll(charge))
    assert.are.same(counted_of(3, 6, function(d) return 40 * (d[1] + d[2] + d[3]) end),
      roll(charge, stack { "charge_no_stack" }))
    charge.target_uphill = true
    assert.are.same(counted_of(3, 6, function(d) return 20 * (d[1] + 2 * d[2] + 2 * d[3]) end),
      roll(charge, stack { "charge_no_stack" }))
  end)

  it("fleet foot double one die; those who will fire go half", function()
    local fleet = { type = "other_foot", fleet = true }
    assert.are.same(counted_of(3, 6, function(d) return 20 * (d[1] + d[2] + 2 * d[3]) end), roll(fleet))
    fleet.will_fire = true
    assert.are.same(counted_of(3, 6, function(d) return 10 * (d[1] + d[2] + 2 * d[3]) end), roll(fleet))
    local gun = { type = "horse_artillery", class = "a", will_fire = true, gun_through_friends = true, terrain = "rough" }
    assert.are.same(counted_of(2, 6, function(d) return 5 * 2 * (d[1] + d[2]) end), roll(gun))
  end)

  it("who dismounts spends the highest die", function()
    local args = { action = "dismount", troop = "dragoon" }
    assert.are.same(counted_of(3, 6, function(d) return 20 * (d[1] + d[2]) end),
      odds_of("movement.dismount", args, "distance_mm"))
    args.action = "mount"
    assert.are.same(counted_of(3, 6, function(d) return 40 * (d[1] + d[2]) end),
      odds_of("movement.dismount", args, "distance_mm", stack { "remount_then_ride" }))
  end)

  it("a gun limbers on 2, then moves", function()
    local args = { action = "limber", team = "horse_artillery", crew = "native", move = true }
    assert.are.same(counted_of(3, 6, function(_, d) return d[1] - 1 >= 2 and 40 * (d[2] + d[3]) or 0 end),
      odds_of("movement.limber", args, "distance_mm"))
    args.crew = "elite"
    assert.are.same({ [true] = "1/1" }, odds_of("movement.limber", args, "success"))
  end)
end)

describe("Bugles: odds of command", function()
  it("quality is thrown on one die", function()
    assert.are.same({ very_poor = "1/10", poor = "1/5", average = "2/5", good = "1/5", excellent = "1/10" },
      odds_of("command.quality", {}, "quality"))
  end)

  it("a 10 is an advance in an impetuous army and nothing else", function()
    local args = { quality = "very_poor", cinc_fallen = true } -- 8 less: 9 goes on to 1, which ends it
    assert.are.same({ [true] = "9/10", [false] = "1/10" }, odds_of("command.end_of_turn", args, "movement_ends"))
    assert.are.same({ [true] = "1/10", [false] = "9/10" }, odds_of("command.end_of_turn", args, "impetuous"))
    args.quality = "average"
    assert.are.same({ [true] = "7/10", [false] = "3/10" }, odds_of("command.end_of_turn", args, "movement_ends"))
    assert.are.same({ [false] = "1/1" }, odds_of("command.end_of_turn", args, "impetuous"))
  end)

  it("leaders fall to two tens, or to 9 in melee", function()
    assert.are.same({ [true] = "1/100", [false] = "99/100" },
      odds_of("leader.fire_danger", { casualties = 3 }, "fallen"))
    assert.are.same({ [true] = "1/5", [false] = "4/5" }, odds_of("leader.melee_danger", {}, "fallen"))
    assert.are.same({ [true] = "3/5", [false] = "2/5" },
      odds_of("leader.replacement", { kind = "war_band", failures = 1 }, "flees"))
  end)
end)

describe("Bugles: odds of skirmishers", function()
  local args <const> = { skirmisher = "foot", class = "a", light_infantry = true, charger = "mounted",
    charge_distance_mm = 100 }

  it("evade on 8 when near; what is added and taken cancels out", function()
    assert.are.same({ [true] = "3/10", [false] = "7/10" }, odds_of("skirmish.evade", args, "evades"))
    assert.are.same({ [true] = "7/10", [false] = "3/10" }, odds_of("skirmish.evade", args, "destroyed"))
    assert.are.same({ [true] = "7/10", [false] = "3/10" },
      odds_of("skirmish.evade", args, "fights", stack { "caught_skirmishers_fight" }))
  end)

  it("by the short rule go half a move on 5", function()
    local odds = odds_of("skirmish.evade", args, "gap_mm", stack { "evade_short_rule" })
    assert.are.equal("2/5", odds[0])
    assert.are.equal("1/360", odds[30]) -- 6/10 of 1/216
    assert.are.equal("3/40", odds[100]) -- 6/10 of 27/216
    local kinds = 0
    for _ in pairs(odds) do kinds = kinds + 1 end
    assert.are.equal(17, kinds)
  end)
end)
