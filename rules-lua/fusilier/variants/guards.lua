-- A field of units. Scenarios set it, unit "12" { …, guard = "old" }, and every question about the unit contains it, so
-- modifiers and wraps can read it.
local WORTH <const> = { young = 1, old = 2 }

--- What the guard adds to the unit's score.
local function worth(_, unit) return WORTH[unit.guard] end

local function is_guard(unit) return WORTH[unit.guard] ~= nil end

variant "guards" {
  of = "fusilier", cite = "house",
  doc = "Guards fight better, and the Old Guard does not rout.",
  fields = { unit = { enum "guard" { "none", "young", "old", default = "none", doc = "the guard it belongs to" } } },
  modifiers = {
    { "guard", of = "infantry", when = is_guard, value = worth, cite = "house" },
    { "guard", of = "cavalry", when = is_guard, value = worth, cite = "house" },
  },
  wraps = {
    ["combat.response"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.guard == "old" and result.response == "rout" then
        result.response, result.carry = "retreat", rules.constant.defeat_deduction_max
      end
      return result
    end,
  },
}
