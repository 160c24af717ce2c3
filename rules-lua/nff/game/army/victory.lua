-- R81: points for the enemy's losses, and for the ground that a scenario names. A side is beaten too that has lost as
-- many brigades as the scenario says.

local units <const> = use "game/army/units"

--- What `victory.points` is asked for one side: what the other has lost.
measure "victory.points" (function(view, side)
  local enemy = view:other(side)
  local args = {
    batteries_lost = view.state.sides[enemy].batteries_lost or 0,
    leaders_killed = view.state.sides[enemy].leaders_lost or 0,
    worn_brigades = 0, spent_brigades = 0, destroyed_brigades = 0,
  }
  for _, unit in view:units(enemy) do
    local state = units.brigade(unit) and (unit.status == "gone" and "destroyed" or unit.condition)
    local key = state and unit.status ~= "off_table" and state .. "_brigades"
    if args[key] then args[key] = args[key] + 1 end
  end
  return args
end)

victory {
  counts = units.brigade, percent = "break_percent",
  points = function(view, side)
    return view:ask("victory.points", view.measure["victory.points"](view, side), side).points
  end,
  says = {
    counts = "its brigades",
    points = function() return { "the enemy's beaten brigades, batteries and leaders (victory_points)" } end,
  },
}
