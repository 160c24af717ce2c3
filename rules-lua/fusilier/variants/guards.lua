-- A field of units: scenarios give it (unit "12" { …, guard = "old" }), and it is in every question about the unit, for
-- modifiers and for wraps.
local WORTH <const> = { young = 1, old = 2 }

--- What it adds to a score of such guards.
local function worth(_, unit) return WORTH[unit.guard] end

local function is_guard(unit) return WORTH[unit.guard] ~= nil end

variant "guards" {
  of = "fusilier", cite = "house",
  doc = "Guards fight better, young ones a little; the Old Guard does not rout.",
  fields = { unit = { enum "guard" { "none", "young", "old", default = "none", doc = "what guard it is of" } } },
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
