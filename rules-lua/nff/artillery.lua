-- Grand Batteries: what a battery does in a player turn, and how batteries become a grand battery.

local troops <const> = use "troops"

procedure "artillery.functions" {
  cite = "GB 4, base, R32", doc = "May a battery do all this in a player turn?",
  args = {
    list "functions" { of = enum "function" { "limber", "unlimber", "move", "change_facing", "fire" }, min = 0,
      doc = "done or wanted" },
    flag "grand_battery" {}, flag "emplaced" { doc = "the grand battery has been placed and unlimbered" },
  },
  out = { int "limit" { 0 }, int "used" { 0 }, flag "legal" {} }, headline = "legal",
  says = "{used} of {limit} functions",
  check = function(_, q)
    local seen = {}
    for _, name in ipairs(q.functions) do
      if seen[name] then return refuse("functions", ("cannot have %s twice"):format(name)) end
      seen[name] = true
    end
    if q.emplaced and not q.grand_battery then return refuse("emplaced", "is for a grand battery") end
  end,
  resolve = function(rules, q)
    local limits = rules.constant
    return { limit = q.emplaced and limits.grand_battery_functions or limits.artillery_functions, used = #q.functions }
  end,
  follows = { { "legal", function(_, _, r) return r.used <= r.limit end } },
}

record "battery" {
  piece = "unit",
  int "guns" (troops.GUNS),
  flag "in_chain" { default = true, doc = "of the commander's chain" },
  flag "in_contact" { default = true, doc = "touches the others" },
}

--- Is somebody of that army a fit commander in that year?
local function is_fit(rules, q)
  local order = troops.first_row(rules, "artillery_commanders",
    { commander = q.commander, army = q.army, year = q.year })
  return order ~= nil
end

local function every(batteries, flag)
  for _, battery in ipairs(batteries) do
    if not battery[flag] then return false end
  end
  return true
end

local function guns_of(q)
  local guns = 0
  for _, battery in ipairs(q.batteries) do guns = guns + battery.guns end
  return guns
end

local BARRED <const> = reasons {
  { "too_few_guns", "a grand battery has more guns", cite = "GB 2",
    when = function(rules, q) return guns_of(q) < rules.constant.grand_battery_min_guns end },
  { "commander_not_eligible", "such a leader commands no grand battery", cite = "GB 3",
    when = function(rules, q) return not is_fit(rules, q) end },
  { "commander_not_attached", "its commander is not attached", cite = "GB 1",
    when = function(_, q) return not q.commander_attached end },
  { "battery_outside_chain", "a battery is not of his chain", cite = "GB 3",
    when = function(_, q) return not every(q.batteries, "in_chain") end },
  { "battery_not_in_contact", "a battery does not touch the others", cite = "GB 1",
    when = function(_, q) return not every(q.batteries, "in_contact") end },
}

procedure "grand_battery.form" {
  cite = "GB 1-3, R31", doc = "May these batteries form a grand battery?", piece = "leader",
  args = {
    enum "commander" {
      "corps_artillery_commander", "army_artillery_commander", "imperial_guard_artillery_commander",
      "napoleon_artillery_adc", "napoleon", "kutaisov", "archduke_charles", "other_leader",
    },
    enum "army" (troops.ARMIES), int "year" (troops.YEARS),
    flag "commander_attached" { default = true, doc = "touches one of the batteries" },
    list "batteries" { "battery" },
  },
  out = {
    flag "eligible" {}, int "guns" { 1 },
    list "reasons" { of = enum "reason" { values = BARRED.words, open = true }, default = {} },
  },
  says = function(r)
    return r.eligible and ("%d guns"):format(r.guns) or "is not allowed: " .. plain(table.concat(r.reasons, ", "))
  end,
  resolve = function(rules, q) return { guns = guns_of(q), reasons = BARRED.holding(rules, q) } end,
  follows = { { "eligible", function(_, _, r) return #r.reasons == 0 end } },
}

return { BARRED = BARRED }
