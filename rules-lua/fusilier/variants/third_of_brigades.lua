-- The end of a battle: the game asks `victory` after each bound. This rule replaces the scenario's percentage.

--- Is a brigade broken? It is when half of its units or more are gone; batteries do not count. Has it units that count?
local function is_broken(view, id)
  local all, gone = 0, 0
  for _, unit in view:units_of(id) do
    if unit.arm ~= "artillery" then
      all = all + 1
      if unit.status == "gone" then gone = gone + 1 end
    end
  end
  return all > 0 and 2 * gone >= all, all > 0
end

--- How many of a side's brigades are broken, and how many it has in all.
local function brigades(view, side)
  local broken, all = 0, 0
  for id, formation in view:formations(side) do
    local lost, counts = is_broken(view, id)
    if formation.level == "brigade" and counts then
      all = all + 1
      if lost then broken = broken + 1 end
    end
  end
  return broken, all
end

variant "third_of_brigades" {
  of = "fusilier", ruling = "R4", cite = "house",
  doc = "A side loses when a third of its brigades has lost half of its units.",
  battle = {
    victory = function(_, view)
      local beaten, why = nil, {}
      for _, side in ipairs(view.state.order.sides) do
        local broken, all = brigades(view, side)
        if all > 0 and 3 * broken >= all then
          beaten = beaten and "both" or side
          why[#why + 1] = ("%s has lost %d of %d brigades"):format(view.state.sides[side].name or side, broken, all)
        end
      end
      if not beaten then return nil end
      return { winner = beaten == "both" and "draw" or view:other(beaten), why = table.concat(why, "; ") }
    end,
  },
}
