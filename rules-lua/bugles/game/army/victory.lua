-- R191: the document has no end of a battle. An army is beaten whose morale has failed or that has lost what the
-- scenario says; at the last turn points decide: objectives, and enemy stands gone.

local units <const> = use "game/army/units"

victory {
  counts = units.counts, percent = "break_percent",
  broken = function(view, side) return view.state.sides[side].failed end,
  points = function(view, side)
    local gone = 0
    for _, unit in view:units(view:other(side)) do
      gone = gone + (unit.status == "gone" and units.counts(unit) and 1 or 0)
    end
    return gone * view.state.battle.stand_points
  end,
  says = {
    counts = "its stands", broken = "morale has failed",
    points = function(view)
      return { ("%d for each enemy stand that is gone"):format(view.state.battle.stand_points) }
    end,
  },
}
