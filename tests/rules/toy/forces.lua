--- What the toy's units are, and what can be known of the table.
carries "unit" {
  args = { enum "kind" { "foot", "horse" }, int "men" { 1, 40 }, flag "secret" {} },
  build = function(_, given)
    return {
      kind = given.kind, men = given.men, hits = 0, status = "ready", secret = given.secret or nil,
      base = { width = mm(given.men * 4), depth = mm(20) },
    }
  end,
}
carries "leader" { args = {} }
carries "scenario" { args = { int "goal" { 1, 9, default = 2 } } }

fact "distance" {
  ask = "How far is {1} from {2}?", unit = "mm", int "distance" { 0 },
  measured = function(view, _, from, to)
    return geometry.distance(view:unit(from).base, view:unit(to).base).distance // 1000
  end,
}

measure "gap" (function(view, unit, target)
  return view:fact("distance", unit, target)
end)

hidden(function(state, side, unit)
  return unit.secret and unit.side ~= side and state.turn < 9
end)

status(function(unit) return unit.status end)

story {
  charged = "{unit} charges {target}.", evaded = "{unit} gets out of the way.", broke = "{unit} breaks.",
  met = "{unit} and {target} fight.", moved = "{unit} moves.", shot = "{unit} shoots at {target}.",
}

victory(function(view)
  for _, side in ipairs(view.state.order.sides) do
    local lost = 0
    for _, unit in view:units(side) do
      if unit.status == "gone" then lost = lost + 1 end
    end
    if lost >= view.state.battle.goal then return { winner = view:other(side), why = "the other side is spent" } end
  end
end)
