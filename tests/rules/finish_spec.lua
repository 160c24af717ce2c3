-- Fights to the finish, against the same fights worked here round by round in plain Lua.
local finish <const> = require "limber.ask.finish"
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local toy <const> = require "toy_rules"

local function stack(name, variants) return assert(Rules.load(loader, name, variants or {})) end

local bugles <const>, fusilier <const> = stack "bugles", stack "fusilier"

local function odds(rules, name, args, typed, by)
  local dist, info = finish.odds(rules, name, args, by, typed or {})
  assert(dist, not dist and info.message)
  local chances = {}
  for _, one in ipairs(dist:outcomes()) do chances[question.value_of(one.value)] = one.p end
  return chances, info.finish, dist
end

local function refusal(rules, name, args, typed)
  local done, dist, fault = pcall(finish.odds, rules, name, args, nil, typed)
  if not done then return dist.message end
  assert.is_nil(dist)
  return fault.message
end

--- A fight by hand: `step(state)` gives a list of { p, next state, or nil and how it ended }; states are keyed by `key`.
--- Rounds are worked until nearly nothing is left. Gives the chance of each end, the mean, and the chances by round.
local function by_hand(first, key, step)
  local now, ends, mean, by_round = { [key(first)] = { first, 1.0 } }, {}, 0, {}
  for round = 1, 2000 do
    local after, left = {}, 0
    by_round[round] = 0
    for _, one in pairs(now) do
      for _, way in ipairs(step(one[1])) do
        local p = one[2] * way[1]
        if way[2] then
          local k = key(way[2])
          after[k] = after[k] or { way[2], 0.0 }
          after[k][2], left = after[k][2] + p, left + p
        else
          ends[way[3]] = (ends[way[3]] or 0) + p
          mean, by_round[round] = mean + round * p, by_round[round] + p
        end
      end
    end
    now = after
    if left < 1e-15 then break end
  end
  return ends, mean, by_round
end

local function near(wanted, got, what)
  assert.is_true(math.abs(wanted - got) < 1e-9, ("%s: %.12f, not %.12f"):format(what or "", got, wanted))
end

local function same_chances(wanted, got)
  for value, p in pairs(wanted) do near(p, got[value] or 0, tostring(value)) end
  for value in pairs(got) do assert.is_truthy(wanted[value], tostring(value)) end
end

local function agrees(wanted, mean, by_round, chances, found)
  same_chances(wanted, chances)
  near(mean, found.mean, "mean")
  for round, one in ipairs(found.last) do near(by_round[round] or 0, one.p, "round " .. round) end
end

local TWO <const> = {}
for total = 2, 12 do TWO[total] = (6 - math.abs(7 - total)) / 36 end

describe("a fight to the finish", function()
  it("is that of the melees of Bugles, Bullets, and Blades", function()
    local function figures(attacker, defender, ferocious)
      local wanted, mean, by_round = by_hand({ attacker, defender, ferocious }, table.concat, function(s)
        local ways = {}
        for a = 1, 6 do
          for d = 1, 6 do -- class B +1, each figure more +1, ferocious +1 at first contact
            local difference = a + 1 + math.max(0, s[1] - s[2]) - d - math.max(0, s[2] - s[1]) - s[3]
            local lost_a = difference <= -4 and s[1] or difference <= -2 and 1 or 0
            local lost_d = difference >= 4 and s[2] or difference >= 2 and 1 or 0
            local left_a, left_d = s[1] - lost_a, s[2] - lost_d
            local over = left_a == 0 and "defender" or left_d == 0 and "attacker"
            ways[#ways + 1] = { 1 / 36, not over and { left_a, left_d, 0 } or nil, over }
          end
        end
        return ways
      end)
      local chances, found = odds(bugles, "melee.resolve", {
        attacker = { kind = "regular", class = "b", figures = attacker },
        defender = { kind = "regular", class = "c", figures = defender, ferocious = ferocious == 1 },
      })
      agrees(wanted, mean, by_round, chances, found)
      for _, one in ipairs(found.endings) do
        local a, d = one.state["attacker.figures"], one.state["defender.figures"]
        assert.equal(one.value == "attacker", d == 0 and a > 0)
      end
    end
    for _, one in ipairs { { 6, 6, 0 }, { 3, 5, 1 }, { 1, 1, 0 }, { 8, 4, 1 } } do figures(table.unpack(one)) end
  end)

  it("is that of the combats of Fusilier, bound after bound", function()
    local function stand(score, other)
      local margin = score - other
      if score <= 0 then return "rout" end
      if margin == 0 then return 3 end
      if margin > 0 then return 0 end
      return margin < -3 and "gone" or math.max(2, math.min(5, -margin))
    end
    for _, quality in ipairs { 3, 5, 8 } do
      local wanted, mean, by_round = by_hand({ 0, 0 }, function(s) return s[1] .. "," .. s[2] end, function(s)
        local ways = {}
        for one, p in pairs(TWO) do
          for other, q in pairs(TWO) do
            local a, b = one + quality - s[1], other + 5 - s[2]
            local wear_a, wear_b = stand(a, b), stand(b, a)
            local on_a, on_b = type(wear_a) == "number", type(wear_b) == "number"
            local over = on_a and not on_b and "a" or on_b and not on_a and "b" or not on_a and "none"
            ways[#ways + 1] = { p * q, not over and { s[1] + wear_a, s[2] + wear_b } or nil, over }
          end
        end
        return ways
      end)
      local chances, found = odds(fusilier, "combat.infantry", {
        a = { { quality = quality, frontage_mm = 250, attacking = true } }, b = { { quality = 5, frontage_mm = 250 } },
      })
      agrees(wanted, mean, by_round, chances, found)
    end
  end)

  it("is refused long before its paths are walked where far too many will come", function()
    local duel = { a = { { quality = 5, frontage_mm = 250, attacking = true } }, b = { { quality = 5, frontage_mm = 250 } } }
    local _, info = assert(finish.odds(fusilier, "combat.infantry", duel, nil, {}))
    assert.is_truthy((finish.odds(fusilier, "combat.infantry", duel, nil, {}, nil, info.paths))) -- just enough
    local none, fault = finish.odds(fusilier, "combat.infantry", duel, nil, {}, nil, info.paths * 3 // 8)
    assert.is_nil(none)
    local states = tonumber(fault.message:match "(%d+) different states")
    assert.is_true(states < 0.9 * (info.paths * 3 // 8 / 121), fault.message)
  end)

  --- Draws one after another that are added, up to a limit.
  local function added(rules, name, args, field, limit, word, draws)
    local wanted, mean, by_round = by_hand({ 0 }, function(s) return s[1] end, function(s)
      local ways = {}
      for i, one in ipairs(draws) do
        local sum = math.min(limit, s[1] + one[2])
        ways[i] = { one[1], sum < limit and { sum } or nil, word }
      end
      return ways
    end)
    local chances, found = odds(rules, name, args)
    agrees(wanted, mean, by_round, chances, found)
    for _, one in ipairs(found.endings) do assert.equal(field[2], one.state[field[1]]) end
  end

  local function draws_of(rules, name, args, by)
    local draws = {}
    for i, one in ipairs(question.odds(rules, name, args, by):outcomes()) do draws[i] = { one.p, one.value } end
    return draws
  end

  it("goes on turn after turn: rallies, breaches, fire at a target", function()
    local horse <const>, nff <const> = stack "horse_and_musket", stack "nff"
    added(horse, "rally.roll", { hits = 5, in_contact = true }, { "hits", 1 }, 4, "rallied",
      { { 1 / 3, 1 }, { 1 / 3, 2 }, { 1 / 3, 3 } })
    added(horse, "fieldworks.breach", { artillery_hits = 2 }, {}, 1, "breached", { { 5 / 6, 0 }, { 1 / 6, 1 } })
    added(bugles, "sniper.spot", { powder = "black" }, {}, 1, "located", { { 0.7, 0 }, { 0.3, 1 } })
    added(bugles, "melee.withdraw", { kind = "war_band", class = "c" }, {}, 1, "withdraws",
      draws_of(bugles, "melee.withdraw", { kind = "war_band", class = "c" }, "withdraws and 1 or 0"))
    local target = { fire_points = 12, target_kind = "troops", target_stands = 5 }
    added(nff, "fire.resolve", target, { "target_stands", 0 }, 5, "destroyed",
      draws_of(nff, "fire.resolve", target, "stands_lost"))
    local house = { calibre_pdr = 12, guns = 8, range_mm = 400, material = "stone", width_mm = 100, length_mm = 100,
      occupied = true }
    local value = question.odds(fusilier, "artillery.fire_building", house, "value"):outcomes()[1].value
    added(fusilier, "artillery.fire_building", house, { "lost_before", value }, value, "in ruins",
      draws_of(fusilier, "artillery.fire_building", house, "points"))
  end)

  it("counts what is typed, under any rules", function()
    local function counted(rules, name, args, points, goal, first)
      local function of(given)
        local ways = {}
        for _, one in ipairs(question.odds(rules, name, given, points):outcomes()) do
          ways[#ways + 1] = { one.p, one.value }
        end
        return ways
      end
      local later = {}
      for key, value in pairs(args) do later[key] = value end
      for key in pairs(first or {}) do later[key] = false end
      local at_first, after = of(args), of(later)
      local wanted, mean, by_round = by_hand({ 0, true }, function(s) return s[1] end, function(s)
        local ways = {}
        for i, one in ipairs(s[2] and at_first or after) do
          local sum = s[1] + one[2]
          ways[i] = { one[1], sum < goal and { sum, false } or nil, sum }
        end
        return ways
      end)
      local carry = "sum = sum + " .. points
      for key in pairs(first or {}) do carry = carry .. ", " .. key .. " = false" end
      local _, found = odds(rules, name, args, { carry = carry, over = "sum >= " .. goal })
      local chances = {}
      for _, one in ipairs(found.endings) do chances[one.state.sum] = (chances[one.state.sum] or 0) + one.p end
      agrees(wanted, mean, by_round, chances, found)
    end
    counted(fusilier, "artillery.fire", { calibre_pdr = 12, guns = 8, range_mm = 650, target = "formed" }, "points", 6)
    counted(stack "horse_and_musket", "fire.small_arms", { troop = "close_order_infantry", grade = "average",
      range_mm = 75, first_fire = true }, "hits", 6, { first_fire = true })
    counted(stack "nff", "fire.resolve", { fire_points = 12, target_kind = "troops" }, "stands_lost", 4)
  end)

  it("hands arguments on, and ends where the rules would refuse the next round", function()
    local nff <const> = stack "nff"
    local args = { fire_points = 12, target_kind = "troops", target_stands = 5 }
    local carry = "target_stands = target_stands - stands_lost"
    local chances, found = odds(nff, "fire.resolve", args, { carry = carry, over = "destroyed" }, "destroyed")
    assert.same({ [true] = 1.0 }, chances)
    for _, one in ipairs(found.endings) do assert.equal(0, one.state.target_stands) end
    assert.same({ "target_stands" }, found.carried)
    local message = refusal(nff, "fire.resolve", args, { carry = carry, over = "die = 11" })
    assert.truthy(message:find("target_stands must be a whole number, 1 or more, got 0 (in round ", 1, true), message)
    -- the argument of the round, and what is carried on
    local _, other = odds(nff, "fire.resolve", args, { carry = carry, over = "was.target_stands - stands_lost = 0" })
    assert.equal(found.mean_exact, other.mean_exact)
    _, other = odds(nff, "fire.resolve", args, { carry = carry, over = "target_stands = 0" })
    assert.equal(found.mean_exact, other.mean_exact)
  end)

  it("goes by a field of the last round, or by what the rules call its end", function()
    local gun = { calibre_pdr = 12, guns = 8, range_mm = 650, target = "formed" }
    local chances = odds(fusilier, "artillery.fire", gun, { over = "points >= 1" })
    near(5 / 7, chances[1])
    near(2 / 7, chances[2])
    chances = odds(fusilier, "artillery.fire", gun, { over = "points >= 1 and 'hit'" })
    assert.same({ hit = 1.0 }, chances)
    chances = odds(fusilier, "artillery.fire", gun, { over = "points >= 1 and 'hit'" }, "points = 2")
    near(2 / 7, chances[true])
    local duel = { a = { { quality = 5, frontage_mm = 250 } }, b = { { quality = 5, frontage_mm = 250 } } }
    local words, fought = odds(fusilier, "combat.infantry", duel)
    local told = json.encode(fought.endings)
    assert.truthy(told:find('"a":[]', 1, true) and told:find('"defeats":[]', 1, true))
    assert.is_nil(told:find("{}", 1, true))
    local truth = odds(fusilier, "combat.infantry", duel, {}, "ended = a")
    near(words.a, truth[true])
    near(words.none, odds(fusilier, "combat.infantry", duel, {}, 'ended = "none"')[true])
  end)

  it("is refused where it does not end, or what is said of it makes no sense", function()
    local gun = { calibre_pdr = 12, guns = 8, range_mm = 650, target = "formed" }
    for _, one in ipairs {
      { { over = "points >= 9" }, "never end" },
      { { carry = "sum = min(sum + points, 7)", over = "sum = 6" }, "may never end: from here no round ends them, sum=7" },
      { { carry = "total = total + 1", over = "points >= 9" }, "come to more than 5000 states" },
      { {}, "does not say how its rounds follow" },
      { { carry = "gun = 3", over = "points > 0" }, "did you mean guns?" },
      { { carry = "guns = guns - 1", over = "points >= 9" }, "guns must be 2 to 14, got 1 (in round 8, with guns=1)" },
      { { carry = "guns", over = "points > 0" }, "each part must be ARGUMENT = EXPRESSION" },
      { { carry = "guns = 3, guns = 4", over = "points > 0" }, "says guns twice" },
      { { carry = "a.b = 3", over = "points > 0" }, "no argument a.b" },
      { { carry = "points = 3", over = "points > 0" }, "which is a result" },
      { { over = "pionts > 0" }, "did you mean points?" },
      { { over = "points" }, "must come to true, false or a word, not a number; compare it, as in total >= 6" },
      { { over = "points / 2 + 0.5" }, "cannot be points / 2 + 0.5" },
      { { over = " " }, "says nothing: name what ends it" },
      { { over = "points > 0", carry = "" }, "says nothing: each part must be ARGUMENT = EXPRESSION" },
    } do
      local message = refusal(fusilier, "artillery.fire", gun, one[1])
      assert.truthy(message:find(one[2], 1, true), message)
    end
    gun.guns = 99
    assert.is_nil(refusal(fusilier, "artillery.fire", gun, { over = "points > 0" }):find "in round")
  end)

  it("may be declared by a house rule, in words or in functions", function()
    local function with(rounds, name)
      return toy.rules({ name or "house.lua" }, { [name or "house.lua"] =
        [[variant "house" { of = "toy", doc = "Six points break it.", rounds = { ["gun.fire"] = ]] .. rounds .. "} }" })
    end
    local gun = { calibre_pdr = 12, guns = 3, range_mm = 100, target = "formed" }
    local words = [[{ carry = "total = total + points", over = "total >= 6 and 'broken'", cite = "house" }]]
    local chances, found = odds(with(words), "gun.fire", gun)
    assert.same({ broken = 1.0 }, chances)
    assert.equal("house", found.cite)
    local _, typed = odds(toy.rules(), "gun.fire", gun, { carry = "total = total + points", over = "total >= 6" })
    assert.equal(typed.mean_exact, found.mean_exact)
    assert.is_nil(typed.cite)
    local functions = [[{
      carry = function(rules, q, r) return { guns = math.max(1, q.guns - r.points) } end,
      over = function(rules, q, r, carried) return carried.guns < 2 and "few" end, cite = "house" }]]
    chances, found = odds(with(functions), "gun.fire", gun)
    assert.same({ few = 1.0 }, chances)
    for _, one in ipairs(found.endings) do assert.equal(1, one.state.guns) end
    assert.has_error(function() with [[{ over = 3, cite = "house" }]] end)
    assert.has_error(function() with [[{ over = "points > 0" }]] end)
  end)

  it("is in doubles, and says so, where exact numbers would be too long", function()
    local gun = { calibre_pdr = 12, guns = 3, range_mm = 100, target = "formed" } -- up on 4 and more, else down
    local function walk(far)
      local _, found, dist = odds(toy.rules(), "gun.fire", gun, {
        carry = "x = x + (roll >= 4 and 1 or -1)", over = ("x = %d and 'up' or x = %d and 'down'"):format(far, -far),
      })
      return found, dist
    end
    local short, long = walk(10), walk(150)
    assert.equal("100/1", short.mean_exact)
    assert.is_nil(long.mean_exact)
    assert.is_true(math.abs(long.mean - 150 * 150) < 1e-5)
    for _, one in ipairs(long.endings) do
      assert.is_true(math.abs(one.p - 0.5) < 1e-9)
      assert.is_nil(one.exact)
    end
  end)
end)
