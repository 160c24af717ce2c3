-- Victory points, of the parent game.

--- The losses that count, and their rows.
local COUNTED <const> = {
  { "worn_brigades", "worn_brigade" }, { "spent_brigades", "spent_brigade" },
  { "destroyed_brigades", "destroyed_brigade" }, { "batteries_lost", "battery_wrecked_or_captured" },
  { "leaders_killed", "leader_killed" },
}

procedure "victory.points" {
  cite = "base, R81", doc = "What are the enemy's losses worth?", piece = "side",
  args = {
    int "worn_brigades" { 0, default = 0, doc = "at the end" }, int "spent_brigades" { 0, default = 0 },
    int "destroyed_brigades" { 0, default = 0 }, int "batteries_lost" { 0, default = 0, doc = "wrecked or captured" },
    int "leaders_killed" { 0, default = 0, doc = "or wounded" },
  },
  out = { int "points" { 0 } },
  says = "{points point}",
  resolve = function(rules, q)
    local points = 0
    for _, one in ipairs(COUNTED) do points = points + q[one[1]] * rules.tables.victory_points(one[2]) end
    return { points = points }
  end,
}
