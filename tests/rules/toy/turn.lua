--- The toy's turn: one side charges, both move in secret, both shoot.
sequence "turn" {
  cite = "T1",
  step "begin" {
    run = function(play)
      play:set(play.state, "active", play.state.turn % 2 == 1 and "a" or "b")
      for _, unit in play:units() do play:set(unit, "shot", nil) end
    end,
  },
  phase "charges" { cite = "T2", side = "active", commands = { "charge" }, interrupts = { "ambush" } },
  phase "moves" { side = "both", commands = { "move" }, sealed = true },
  phase "shooting" { side = "both", commands = { "shoot" } },
}

command "move" {
  cite = "T6", doc = "Moves a unit straight ahead.",
  args = { unit "unit" { "own" }, length "forward" { 0, mm(100) } },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if unit.status ~= "ready" then return refuse("unit", "is not ready") end
    for id, other in view:units() do
      local ahead = unit.base.y + cmd.forward
      if id ~= cmd.unit and other.base and other.base.x == unit.base.x and other.base.y == ahead then
        return refuse("forward", "is where another stands", { margin = ahead })
      end
    end
  end,
  run = function(play, cmd)
    local base = play:unit(cmd.unit).base
    play:tell("moved", { unit = cmd.unit })
    play:set(base, "y", base.y + cmd.forward)
  end,
  proposals = function(view, side)
    local list = {}
    for id, unit in view:units(side) do
      if unit.status == "ready" then
        list[#list + 1] = { unit = id, forward = 0, ranges = { forward = { 0, mm(100) } } }
      end
    end
    return list
  end,
}

command "shoot" {
  cite = "T5", doc = "Shoots at an enemy within 300 mm.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    if view:unit(cmd.unit).shot then return refuse("unit", "has shot already") end
    local gap = view.measure.gap(view, cmd.unit, cmd.target)
    if gap > 300 then return refuse("target", "is out of range", { margin = gap - 300 }) end
    return nil, gap
  end,
  run = function(play, cmd, gap)
    gap = math.min(300, gap or (play.measure.gap(play, cmd.unit, cmd.target))) -- nothing found: a refusal was overruled
    play:tell("shot", cmd)
    play:set(play:unit(cmd.unit), "shot", true)
    local target = play:unit(cmd.target)
    local args = play:described({ distance_mm = gap }, play:unit(cmd.unit), "fire.shoot")
    local result = play:resolve("fire.shoot", args, cmd.unit, cmd.target)
    if result.hit then play:set(target, "hits", target.hits + 1) end
  end,
  proposals = function(view, side)
    local list = {}
    for id, unit in view:units(side) do
      for other in view:units(view:other(side)) do
        local gap = not unit.shot and view.measure.gap(view, id, other)
        if gap and gap <= 300 then list[#list + 1] = { unit = id, target = other, score = 300 - gap } end
      end
    end
    table.sort(list, function(one, other) return one.score > other.score end)
    return list
  end,
}
