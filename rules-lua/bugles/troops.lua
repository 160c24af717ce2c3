-- What several procedures need to know of troops: the lists that their arguments choose from.

record "modifier" { text "name" {}, int "value" {}, text "cite" {} }

local M <const> = {}

M.KINDS = { "regular", "irregular", "war_band" }
M.CLASSES = { of_table = "classes" }
M.ARMS = { "foot", "dismounted", "mounted", "gun", "machine_gun", "sniper" }
M.FORMATIONS = { "close_order", "skirmish", "square", "back_to_back" }
--- R122: of several kinds of cover the best alone counts.
M.COVER = { "none", "soft", "hard", "fortified" }
M.QUALITIES = { "excellent", "good", "average", "poor", "very_poor" }
--- How much of its allowance a unit has used.
M.MOVED = { "none", "half", "full" }

--- The most figures that a stand has.
M.STAND_FIGURES = { "basing.foot_figures", "basing.mounted_figures" }

M.WEAPONS = { of_table = "weapon_ranges" }
M.SMALL_ARMS = { of_table = "weapon_ranges", where = { group = "small_arms" } }
M.MACHINE_GUNS = { of_table = "weapon_ranges", where = { group = "machine_gun" } }
--- The armies' infantry firearms, which snipers use.
M.SNIPER_WEAPONS = { of_table = "weapon_ranges", where = { sniper = "yes" } }
M.LOADING = { "muzzle", "breech", "magazine" }
--- The weights of guns. R138: super heavy ones are as heavy ones, but for what the tables say.
M.GUNS = { of_table = "canister" }
M.ORDNANCE = { of_table = "ordnance" }
M.TEAMS = { of_table = "limber" }

M.MOVERS = { of_table = "movement_dice" }
M.SIGHT = { of_table = "visibility" }

function M.is_regular(q) return q.kind == "regular" end

--- R5: class a; of gunners and where the rules say so, regular class a.
function M.elite(q) return q.kind == "regular" and q.class == "a" end

--- Is a class as good as another, or better?
function M.as_good(rules, class, other)
  return rules.tables.classes(class, "rank") >= rules.tables.classes(other, "rank")
end

--- R6: a test succeeds with the number of the table of tests, or more.
function M.reaches(test)
  return function(rules, _, r) return r.score >= rules.tables.d10_tests(test) end
end

--- A field that is the opposite of another.
function M.unless(name)
  return function(_, _, r) return not r[name] end
end

--- Fractions of a mm are left out (R10): so many mm for each pip of a movement die.
function M.millimetres(rules, score) return score * rules.constant.mm_per_pip end

return M
