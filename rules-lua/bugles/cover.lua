-- Reduction of Cover: solid shot wears cover down.

option "weight_of_shot" { false, ruling = "R156", doc = "heavier shot counts for more against cover" }

local GUNS <const> = { "light", "medium", "heavy", "super_heavy" }

procedure "artillery.cover_reduction" {
  cite = "Reduction of Cover R156",
  doc = "Is a point of cover neutralized by the solid shot that struck it?",
  piece = "area",
  args = {
    enum "cover" { "soft", "hard", "fortified" },
    int "light_hits" { 0, default = 0, doc = "so far" },
    int "medium_hits" { 0, default = 0 },
    int "heavy_hits" { 0, default = 0 },
    int "super_heavy_hits" { 0, default = 0 },
    int "agreed_hits" { 1, optional = true, doc = "agreed for this point of cover" },
  },
  out = {
    int "points" { 0 }, int "needed" { 1 }, flag "neutralized" {},
    enum "cover_after" { "none", "soft", "hard", "fortified" },
  },
  headline = "neutralized",
  says = { { "neutralized", "neutralized" }, "{points} of {needed} hits" },
  resolve = function(rules, q)
    local points = 0
    for _, gun in ipairs(GUNS) do
      local each = rules.option.weight_of_shot and rules.tables.weight_of_shot(gun) or 1
      points = points + q[gun .. "_hits"] * each
    end
    return { points = points, needed = q.agreed_hits or rules.tables.cover_reduction(q.cover) }
  end,
  follows = {
    { "neutralized", function(_, _, r) return r.points >= r.needed end },
    { "cover_after", function(_, q, r) return r.neutralized and "none" or q.cover end },
  },
}
