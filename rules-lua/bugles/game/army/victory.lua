-- R191: the document has no end of a battle. An army is beaten whose morale has failed or that has lost what the
-- scenario says; at the last turn points decide: objectives, and enemy stands gone.

local units <const> = use "game/army/units"

local M <const> = {}

--- What each stand of a side that is gone counts for the enemy.
function M.stand_points(view, side)
  return view.state.sides[side].stand_points or view.state.battle.stand_points
end

--- The points that a side has for the enemy's stands that are gone.
function M.points(view, side)
  local gone, enemy = 0, view:other(side)
  for _, unit in view:units(enemy) do
    gone = gone + (unit.status == "gone" and units.counts(unit) and 1 or 0)
  end
  return gone * M.stand_points(view, enemy)
end

victory {
  counts = units.counts, percent = "break_percent",
  broken = function(view, side) return view.state.sides[side].failed end,
  points = M.points,
  says = {
    counts = "its stands", broken = "morale has failed",
    points = function(view)
      local a, b = table.unpack(view.state.order.sides)
      local of_a, of_b = M.stand_points(view, a), M.stand_points(view, b)
      if of_a == of_b then return { ("%d for each enemy stand that is gone"):format(of_a) } end
      local text = "%d for each stand of %s that is gone"
      return { text:format(of_a, view:name(a)), text:format(of_b, view:name(b)) }
    end,
  },
}

return M
