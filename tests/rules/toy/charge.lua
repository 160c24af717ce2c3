--- The toy's charge: declared, answered by the other side, tested, fought.
sequence "charge" {
  cite = "T2", doc = "A charge, from its declaration to its melee.",
  decision "response" {
    side = function(play, about) return play:unit(about.target).side end,
    options = function(play, about)
      local options = { "stand", "evade" }
      if play:unit(about.target).kind == "horse" then options[3] = "countercharge" end
      return options
    end,
    run = function(play, about, choice)
      play:set(about, "response", choice)
      if choice ~= "evade" then return nil end
      play:tell("evaded", { unit = about.target })
      local target = play:unit(about.target)
      local back = target.side == "a" and -1 or 1
      play:set(target.base, "y", target.base.y + back * mm(50))
      return false
    end,
  },
  step "morale" {
    run = function(play, about)
      local unit = play:unit(about.target)
      local args = play:described({ hits = unit.hits }, unit, "morale.test")
      if play:resolve("morale.test", args, about.target, about.unit).stands then return nil end
      play:tell("broke", { unit = about.target })
      play:set(unit, "status", "gone")
      return false
    end,
  },
  step "melee" {
    run = function(play, about)
      local unit, target = play:unit(about.unit), play:unit(about.target)
      play:tell("met", { unit = about.unit, target = about.target })
      local bonus = about.response == "countercharge" and 1 or 0
      local result = play:resolve("melee.fight", { a = unit.hits, b = target.hits + bonus },
        { a = about.unit, b = about.target })
      play:set(unit, "hits", unit.hits + result.hits_a)
      play:set(target, "hits", target.hits + result.hits_b)
      if result.hits_a == 0 and result.hits_b == 0 and not about.again then
        play:set(about, "again", true)
        return "melee"
      end
    end,
  },
}

command "charge" {
  cite = "T2", doc = "Charges an enemy.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    if view:unit(cmd.unit).charged == view.state.turn then return refuse("unit", "has charged this turn") end
    local gap = view.measure.gap(view, cmd.unit, cmd.target)
    if gap > 200 then return refuse("target", "is too far", { margin = gap - 200 }) end
  end,
  run = function(play, cmd)
    play:tell("charged", cmd)
    play:set(play:unit(cmd.unit), "charged", play.state.turn)
    play:push("charge", { unit = cmd.unit, target = cmd.target })
  end,
  proposals = function(view, side)
    local list = {}
    for id in view:units(side) do
      for other in view:units(view:other(side)) do
        local gap = view.measure.gap(view, id, other)
        if gap <= 200 and view:unit(id).charged ~= view.state.turn then
          list[#list + 1] = { unit = id, target = other, score = 1000 - gap, text = gap .. " of 200 mm" }
        end
      end
    end
    return best_first(list)
  end,
}

command "ambush" {
  cite = "T7", doc = "A secret unit shows itself and charges.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    if not view:unit(cmd.unit).secret then return refuse("unit", "is seen already") end
  end,
  run = function(play, cmd)
    play:set(play:unit(cmd.unit), "secret", nil)
    play:push("charge", { unit = cmd.unit, target = cmd.target })
  end,
}
