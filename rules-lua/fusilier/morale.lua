-- 11.0: morale of brigades, divisions and batteries.
local due <const> = use "morale_due"

option "percentile_00" { 0, values = { 0, 100 }, ruling = "R89",
  doc = "what two noughts on percentile dice mean: 0 or 100" }
option "gone_units_count" { true, ruling = "R85", doc = "units gone in earlier bounds count as lost" }
option "division_quality" { "mean", values = { "mean", "lowest" }, ruling = "R91",
  doc = "a division's factor: mean or lowest of its brigades" }

local BANDS <const> = {
  "95_plus", "90_plus", "85_plus", "80_plus", "75_plus", "70_plus", "65_plus", "60_plus", "55_plus", "50_plus",
  "45_plus", "40_plus", "35_plus", "30_plus", "25_plus", "20_plus", "10_plus", "under_10",
}

--- Every printed cell is 100 × lost / strength with halves up; so is what lies off the table (R87).
local function basic_chance(rules, original, lost)
  if lost == 0 then return 0, "none_lost" end
  local cell = rules.cell("basic_chance", original, lost)
  if cell then return cell, "table" end
  return (200 * lost + original) // (2 * original), "formula"
end

procedure "morale.basic_chance" {
  cite = "11.0 R87", piece = { "formation", "unit" },
  doc = "What is the basic chance of failing?",
  args = { int "original" { 2, 200, doc = "units at the start" }, int "lost" { 0 } },
  out = { int "basic_chance" { 0, 99 }, enum "source" { "table", "formula", "none_lost" } },
  says = function(r) return ("basic chance %d"):format(r.basic_chance) end,
  check = function(_, q)
    if q.lost >= q.original then return refuse("lost", ("must be below original, %d"):format(q.original)) end
  end,
  resolve = function(rules, q)
    local chance, source = basic_chance(rules, q.original, q.lost)
    return { basic_chance = chance, source = source }
  end,
}

--- `actual_chance` is a number, or R: retreats without a throw.
local function actual_chance(rules, basic, quality)
  local actual = rules.tables.quality_modifier(basic, quality)
  return { band = rules.tables.quality_bands(basic), actual_chance = actual, automatic = actual == "R" }
end

procedure "morale.actual_chance" {
  cite = "11.0 R88", piece = { "formation", "unit" },
  doc = "What is the actual chance of failing?",
  args = { int "basic_chance" { 0, 99 }, int "quality" { 1, 9, doc = "the original factor" } },
  out = { enum "band" (BANDS), any "actual_chance" { doc = "0 to 99, or R" }, flag "automatic" {} },
  headline = "actual_chance",
  says = function(r) return ("actual chance %s"):format(r.actual_chance) end,
  resolve = function(rules, q) return actual_chance(rules, q.basic_chance, q.quality) end,
  follows = function(_, _, r, was)
    local same = r.automatic == was.automatic
    if r.actual_chance ~= was.actual_chance and same then r.automatic = r.actual_chance == "R" end
  end,
}

-- What the three tests have in common: `test` is { required, lost, original, quality }.

local function weigh(rules, q, test)
  if not test.required or test.lost == test.original then return test end
  local losses = rules.passing("morale.basic_chance", q, { original = test.original, lost = test.lost })
  test.basic_chance = rules.call("morale.basic_chance", losses).basic_chance
  local chance = { basic_chance = test.basic_chance, quality = test.quality }
  test.actual = rules.call("morale.actual_chance", rules.passing("morale.actual_chance", q, chance))
  return test
end

local function outcome(rules, dice, test, result)
  result.required, result.lost = test.required, test.lost
  if not test.required then
    result.outcome = "not_required"
  elseif test.lost == test.original then
    result.automatic, result.outcome = true, "no_units_left"
  else
    local actual = test.actual
    result.basic_chance, result.band = test.basic_chance, actual.band
    result.actual_chance, result.automatic = actual.actual_chance, actual.automatic
    if actual.automatic then
      result.outcome = "retreat"
    else
      local roll = dice.percentile "morale"
      if roll == 0 then roll = rules.option.percentile_00 end
      result.roll = roll
      result.outcome = roll >= actual.actual_chance and "stand" or "retreat"
    end
  end
  return result
end

--- What follows from a test's throw and its chance, where a house rule changes either.
local function outcome_follows(_, _, r, was)
  local changed = r.roll ~= was.roll or r.actual_chance ~= was.actual_chance
  if not changed or r.outcome ~= was.outcome then return end
  if r.actual_chance ~= was.actual_chance and r.automatic == was.automatic then r.automatic = r.actual_chance == "R" end
  if r.automatic then
    r.outcome = "retreat"
  elseif r.roll and r.actual_chance then
    r.outcome = r.roll >= r.actual_chance and "stand" or "retreat"
  end
end

--- The fields of a test's result; `extra` come after `required`.
local function test_out(...)
  local out = { flag "required" {}, ... }
  for _, field in ipairs {
    int "lost" { 0 }, int "basic_chance" { 0, 99, optional = true }, enum "band" { optional = true, values = BANDS },
    any "actual_chance" { optional = true, doc = "0 to 99, or R" },
    flag "automatic" { optional = true }, int "roll" { 0, 100, optional = true },
    enum "outcome" { "not_required", "stand", "retreat", "no_units_left" },
  } do
    out[#out + 1] = field
  end
  return out
end

local SAYS <const> = {
  not_required = "need not test", stand = "stands", retreat = "retreats", no_units_left = "no unit is left to test",
}

local function says(r)
  if not r.roll then return SAYS[r.outcome] end
  return ("%s: %d against %d"):format(SAYS[r.outcome], r.roll, r.actual_chance)
end

procedure "morale.brigade" {
  cite = "11.0 11.1 10.7 R85", piece = "formation",
  doc = "Does a brigade that has lost units stand?",
  args = {
    int "original_units" { 2, 200 },
    int "quality" { 1, 9, doc = "the original factor" },
    int "units_retreating" { 0, default = 0, doc = "beaten and retreating this bound" },
    int "units_routing" { 0, default = 0, doc = "this bound" },
    int "units_reforming" { 0, default = 0, doc = "after defeat" },
    int "units_gone" { 0, default = 0, doc = "routed or destroyed earlier" },
    flag "forced" { doc = "C-in-C disabled within 1,000 mm" },
  },
  dice = "percentile, unless decided without", headline = "outcome", good = "first",
  out = test_out(),
  says = says,
  check = function(_, q)
    local out = q.units_retreating + q.units_routing + q.units_reforming + q.units_gone
    if out > q.original_units then
      return refuse("original_units", ("must be at least the units counted, %d"):format(out))
    end
  end,
  before = function(rules, q)
    return weigh(rules, q, {
      required = due.brigade(q),
      lost = due.beaten_now(q) + (rules.option.gone_units_count and q.units_gone or 0),
      original = q.original_units, quality = q.quality,
    })
  end,
  resolve = function(rules, _, dice, test) return outcome(rules, dice, test, {}) end,
  follows = outcome_follows,
}

record "division_brigade" {
  piece = "formation",
  int "original_units" { 1, 200 }, int "units_defeated" { 0, default = 0 }, int "quality" { 1, 9 },
  flag "failed" { doc = "its own test this bound" },
  check = function(brigade)
    if brigade.units_defeated > brigade.original_units then
      return refuse("units_defeated", ("must be %d or less"):format(brigade.original_units))
    end
  end,
}

--- The mean of the brigades' factors by their units, halves up, or the lowest (R91).
local function division_quality(rules, q, units)
  local sum, lowest = 0, 9
  for _, brigade in ipairs(q.brigades) do
    sum = sum + brigade.quality * brigade.original_units
    lowest = math.min(lowest, brigade.quality)
  end
  return rules.option.division_quality == "lowest" and lowest or (2 * sum + units) // (2 * units)
end

local function division_units(q)
  local units = 0
  for _, brigade in ipairs(q.brigades) do units = units + brigade.original_units end
  return units
end

procedure "morale.division" {
  cite = "11.2 R91", piece = "formation",
  doc = "Does a division stand, one of whose brigades has failed?",
  args = { list "brigades" { "division_brigade" } },
  dice = "percentile, unless decided without", headline = "outcome", good = "first",
  out = test_out(int "original_units" { 2, 200 }, int "quality" { 1, 9 }),
  says = says,
  check = function(_, q)
    local units = division_units(q)
    if units < 2 or units > 200 then
      return refuse("brigades.1.original_units", ("must be 2 to 200 all together, got %d"):format(units))
    end
  end,
  before = function(rules, q)
    local units, lost = division_units(q), 0
    for _, brigade in ipairs(q.brigades) do lost = lost + brigade.units_defeated end
    return weigh(rules, q, {
      required = due.division(q), lost = lost, original = units, quality = division_quality(rules, q, units),
    })
  end,
  resolve = function(rules, _, dice, test)
    return outcome(rules, dice, test, { original_units = test.original, quality = test.quality })
  end,
  follows = outcome_follows,
}

procedure "morale.artillery" {
  cite = "11.3 R92", piece = "unit",
  doc = "Does a battery that has lost guns stand?",
  args = {
    int "original_guns" { 2, 14 }, int "quality" { 1, 9 }, int "guns_lost_before" { 0, default = 0 },
    int "guns_lost_now" { 0, default = 0 },
    flag "forced" { doc = "C-in-C disabled within 1,000 mm" },
  },
  dice = "percentile, unless decided without", headline = "outcome", good = "first",
  out = test_out(),
  says = says,
  check = function(_, q)
    local lost = q.guns_lost_before + q.guns_lost_now
    if lost > q.original_guns then
      return refuse("original_guns", ("must be at least the guns lost, %d"):format(lost))
    end
  end,
  before = function(rules, q)
    return weigh(rules, q, {
      required = due.artillery(q), lost = q.guns_lost_before + q.guns_lost_now,
      original = q.original_guns, quality = q.quality,
    })
  end,
  resolve = function(rules, _, dice, test) return outcome(rules, dice, test, {}) end,
  follows = outcome_follows,
}
