-- What several procedures need to know of armies and troops: the lists that their arguments choose from, and tables in
-- which the first row that fits decides.

record "modifier" { text "name" {}, int "value" {}, text "cite" {} }

local M <const> = {}

M.FIRST_YEAR, M.LAST_YEAR = 1792, 1815
M.YEARS = { M.FIRST_YEAR, M.LAST_YEAR, doc = "of the battle" }

M.ARMIES = {
  "french", "french_allied", "british", "kgl", "british_allied", "portuguese", "spanish", "austrian", "russian",
  "prussian", "swedish", "danish", "german_minor", "other",
}
M.TROOPS = { of_table = "infantry_troops" }
M.CAVALRY_TYPES = { of_table = "cavalry_types" }
M.RATINGS = { of_table = "effectiveness_points" }
M.STATUSES = { "fresh", "worn", "spent" }
M.FORMATIONS = { of_table = "formations" }
M.CLASSES = { "linear", "columnar", "impulse" }
M.SKIRMISH = { "none", "semi", "full" }
M.MOVE_CLASSES = { of_table = "movement_rates" }
M.ARMS = { "infantry", "cavalry" }
M.ALL_ARMS = { "infantry", "cavalry", "artillery" }
M.REGIONS = { "silesian", "westfalian", "other" }
M.LEADERS = { "none", "attached", "charismatic" }
M.GUNS = { 1, 24, doc = "historical guns" }

--- The most stands of a brigade that the table of effectiveness has.
M.MOST_STANDS = 24

--- Is a cell of a table that says true or false true?
function M.is(cell) return cell == "true" end

--- A row that speaks of armies, years and special troops. `wanted` gives what it must fit: a column's word, or `any`;
--- years; `needs`, the flags that are set.
local function fits(rules, name, order, wanted)
  local table = rules.tables[name]
  for column, value in next, wanted do
    if column == "year" then
      if value < table(order, "year_from") or value > table(order, "year_to") then return false end
    elseif column == "needs" then
      local needs = table(order, "needs")
      if needs ~= "none" and not value[needs] then return false end
    else
      local cell = table(order, column)
      if cell ~= "any" and not (" " .. cell .. " "):find(" " .. value .. " ", 1, true) then return false end
    end
  end
  return true
end

--- The key of the first row that fits; nil when none does.
function M.first_row(rules, name, wanted)
  for _, order in ipairs(rules.keys(name)) do
    if fits(rules, name, order, wanted) then return order end
  end
end

--- Why a kind of infantry is not of an army, or nil.
function M.refuse_troop(rules, q)
  local armies = rules.tables.infantry_troops(q.troop)
  if armies == "french" and q.army ~= "french" then
    return refuse("troop", ("cannot be %s but in the French army"):format(q.troop))
  end
  if armies == "not_french" and q.army == "french" then
    return refuse("troop", "must be old_guard, middle_guard or young_guard in the French army (R80)")
  end
end

--- More than half of so many stands: half plus one, rounded down (R15).
function M.majority(stands) return stands // 2 + 1 end

--- The stands of groups of which `counts` says yes, all of them without it.
function M.stands_of(groups, counts)
  local sum = 0
  for _, group in ipairs(groups) do
    if not counts or counts(group) then sum = sum + group.stands end
  end
  return sum
end

return M
