-- Prepare for Battle 6: how good a brigade is, and how much it has left.

local troops <const> = use "troops"

option "effectiveness_round_nearest" { false, ruling = "R4",
  doc = "averages of effectiveness are rounded to the nearest level" }

record "rated_stands" { enum "rating" (troops.RATINGS), int "stands" { 1 } }

local M <const> = {}

--- What so many stands of each rating come to: their points, and the rating of their average.
function M.average(rules, groups)
  local points, stands = 0, troops.stands_of(groups)
  for _, group in ipairs(groups) do points = points + group.stands * rules.tables.effectiveness_points(group.rating) end
  local level = points // stands
  if rules.option.effectiveness_round_nearest then level = (2 * points + stands) // (2 * stands) end
  for _, rating in ipairs(rules.keys "effectiveness_points") do
    if rules.tables.effectiveness_points(rating) == level then
      return { points = points, stands = stands, rating = rating }
    end
  end
end

procedure "effectiveness.rating" {
  cite = "Prep 6, R4", doc = "How effective is a brigade of unlike stands?", piece = "none",
  args = { list "groups" { "rated_stands" } },
  out = { int "points" { 1 }, int "stands" { 1 }, enum "rating" (troops.RATINGS) }, headline = "rating",
  says = "{rating}: {points} points in {stands} stands",
  resolve = function(rules, q) return M.average(rules, q.groups) end,
}

procedure "effectiveness.status" {
  cite = "Prep 6", doc = "Is a brigade fresh, worn or spent?",
  args = {
    enum "rating" (troops.RATINGS),
    int "starting_stands" { 1, troops.MOST_STANDS, doc = "at the start of the game" },
    int "stands" { 0, doc = "now" },
  },
  out = { enum "status" { "fresh", "worn", "spent", "destroyed" }, int "worn_at" { 0 }, int "spent_at" { 0 } },
  says = "{status}: worn at {worn_at}, spent at {spent_at}",
  check = function(_, q) return outside("stands", q.stands, 0, q.starting_stands) end,
  resolve = function(rules, q)
    local at = rules.tables.effectiveness_status
    local worn, spent = at(q.rating, q.starting_stands, "worn_at"), at(q.rating, q.starting_stands, "spent_at")
    local status = q.stands <= spent and "spent" or q.stands > worn and "fresh" or "worn"
    return { status = q.stands == 0 and "destroyed" or status, worn_at = worn, spent_at = spent }
  end,
}

return M
