--- The toy's ground as data, and a move over it that each inch of rough ground costs two of.
local function on_foot(_, unit) return unit.arm == "foot" end

terrain "plain" { map = " ", ascii = " " }
terrain "bog" { doc = "a bog", cite = "2.1", going = "rough", crossed_by = { "road" }, map = "%", ascii = "%" }
terrain "mire" { going = "deep", slows = 2, drawn = function(area) return area.frozen and "plain" end }
terrain "wood" {
  cite = "2.2", going = "rough", enters = on_foot, left_anywhere = true, height = inch(1), edge = inch(2), map = "T",
  ascii = "T",
}
terrain "river" { cite = "2.3", stops = true, crossed_by = { "ford" }, left_anywhere = true, map = "~", ascii = "~" }
terrain "town" { cite = "2.4", held = true, enters = on_foot, map = "#", ascii = "#" }
terrain "cliff" { cite = "2.5", enters = false, map = "@", ascii = "@" }
terrain "road" { map = "=", ascii = "=" }
terrain "ford" { map = "-", ascii = "-" }
terrain "hedge" { of = "line", going = "rough", map = "|", ascii = "|" }
terrain "wall" { of = "line", enters = function(_, unit, line) return on_foot(nil, unit) and line.height < inch(1) end }

map_symbols {}
keeps_moves()
set_down(function(play, id) play:set(play:unit(id), "settled", (play:unit(id).settled or 0) + 1) end)

told_ground {
  fact = "crossed", goings = { "rough" },
  legs = function(rough) return { { going = rough and "rough" or nil } } end,
}

fact "crossed" { ask = "Is any of the way of {1} rough?", flag "rough" {} }

carries "area" {
  args = { ground_kind "terrain" { default = "plain" }, length "hill" { 0, default = 0 }, flag "frozen" {} },
}
carries "line" {
  args = { ground_kind "kind" { of = "line", optional = true }, length "height" { 0, default = 0 } },
}
carries "scenario" { args = {} }
carries "side" { args = {} }
carries "formation" { args = {} }
carries "leader" { args = {}, build = function() return { base = { width = inch(1), depth = inch(1) } } end }
carries "unit" {
  args = { enum "arm" { "foot", "horse", default = "foot" }, area "inside" { optional = true }, flag "pair" {} },
  build = function(_, given)
    local stand = { width = inch(2), depth = inch(1) }
    if not given.pair then return { arm = given.arm, inside = given.inside, base = stand } end
    -- Two stands an inch and a half apart.
    local bases, round = tabletop.drawn_up {
      { aside = -inch(2) + inch(1) // 4, ahead = 0, turn = 0, width = stand.width, depth = stand.depth },
      { aside = inch(2) - inch(1) // 4, ahead = 0, turn = 0, width = stand.width, depth = stand.depth },
    }
    return { arm = given.arm, bases = bases, base = { width = round.width, depth = round.depth } }
  end,
}

--- An inch of rough ground costs two.
local function cost(most)
  return function(legs, i)
    local left = most
    for n = 1, i do
      local leg, each = legs[n], legs[n].going and 2 or 1
      if n == i or left <= leg.length * each then return leg.at + left // each end
      left = left - leg.length * each
    end
  end
end

command "go" {
  args = { unit "unit" { "own" }, length "forward" { 0, optional = true }, angle "angle" { default = 0 } },
  check = function(view, cmd)
    local path = view:path(cmd.unit, { slide = inch(10), angle = cmd.angle })
    local reach = view:reach(path, cost(inch(10)), cmd.forward)
    local um = cmd.forward or reach.um
    if um > reach.um then return refuse("forward", ("is at most %d"):format(reach.um), { cite = "2" }) end
    return nil, { path = path, um = um }
  end,
  run = function(play, cmd, found) play:go(cmd.unit, found.path, found.um) end,
}

-- Two dice for a whole side, thrown once a turn before any of its paths is known.
command "order" {
  args = { unit "unit" { "own" } },
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:thrown_once(play.state.sides[unit.side], "foot", function()
      play:set(play.state.sides[unit.side], "throws", (play.state.sides[unit.side].throws or 0) + 1)
      return inch(7)
    end)
  end,
}

sequence "turn" { phase "all" { side = "a", commands = { "go", "order" } } }
