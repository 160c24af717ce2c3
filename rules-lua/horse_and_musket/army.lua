-- List.P, List.A: an army against its list of the Seven Years War.

local troops <const> = use "troops"

local LISTED <const> = { of_table = "army_lists", key = "unit" }

record "army_unit" { text "unit" { doc = "as the list calls it" }, int "count" { 0 } }

record "army_problem" {
  text "unit" {}, int "count" { 0 }, int "min" { 0 }, int "max" { 0 }, enum "problem" { "too_few", "too_many" },
}

--- The units of an army's list, in the order of its rows.
local function listed(rules, army)
  local units = {}
  for _, unit in ipairs(rules.values(LISTED)) do
    if rules.cell("army_lists", army, unit, "max") ~= "none" then units[#units + 1] = unit end
  end
  return units
end

local function refuse_units(rules, q)
  local seen, list = {}, listed(rules, q.army)
  for i, one in ipairs(q.units) do
    local path = ("units.%d.unit"):format(i)
    if (rules.cell("army_lists", q.army, one.unit, "max") or "none") == "none" then
      return refuse(path, ("must be %s, got %q"):format(table.concat(list, ", "), one.unit))
    end
    if seen[one.unit] then return refuse(path, ("is given twice: %s"):format(one.unit)) end
    seen[one.unit] = true
  end
end

--- A list entry's fault: fewer or more units of it than there may be.
local function problem_of(rules, army, unit, count)
  local min, max = rules.tables.army_lists(army, unit, "min"), rules.tables.army_lists(army, unit, "max")
  if count >= min and count <= max then return nil end
  return { unit = unit, count = count, min = min, max = max, problem = count < min and "too_few" or "too_many" }
end

local PROBLEM <const> = { too_few = "too few", too_many = "too many" }

procedure "army.validate" {
  cite = "List.P List.A R86", doc = "Is an army as its list allows, and if not, why not?", piece = "none",
  args = { enum "army" { of_table = "army_lists" }, list "units" { "army_unit", min = 0 } },
  out = {
    flag "legal" {}, list "problems" { "army_problem", default = {} },
    int "total" { 0, doc = "units" }, int "infantry" { 0 }, int "cavalry" { 0 }, int "artillery" { 0 },
    enum "command" { "above_average", "average", open = true }, int "initiative_modifier" {}, flag "discipline" {},
    int "stance_modifier" {},
  },
  says = function(r)
    if r.legal then return ("a lawful army of %d units"):format(r.total) end
    local told = {}
    for i, one in ipairs(r.problems) do
      local unit = plain(one.unit)
      told[i] = ("%s %s (%d, not %d to %d)"):format(PROBLEM[one.problem], unit, one.count, one.min, one.max)
    end
    return "not lawful: " .. table.concat(told, ", ")
  end,
  check = refuse_units,
  resolve = function(rules, q)
    local count = {}
    for _, one in ipairs(q.units) do count[one.unit] = one.count end
    local problems, total, arms = {}, 0, { infantry = 0, cavalry = 0, artillery = 0 }
    for _, unit in ipairs(listed(rules, q.army)) do
      local n = count[unit] or 0
      local arm = troops.arm(rules, rules.tables.army_lists(q.army, unit, "troop"))
      problems[#problems + 1] = problem_of(rules, q.army, unit, n)
      total, arms[arm] = total + n, arms[arm] + n
    end
    local own = rules.tables.army_rules
    return {
      legal = #problems == 0, problems = problems, total = total,
      infantry = arms.infantry, cavalry = arms.cavalry, artillery = arms.artillery,
      command = own(q.army, "command"), initiative_modifier = own(q.army, "initiative_modifier"),
      discipline = own(q.army, "discipline") == "yes", stance_modifier = own(q.army, "stance_modifier"),
    }
  end,
}
