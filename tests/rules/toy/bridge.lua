scenario {
  title = "The bridge", ruleset = "toy", doc = "Two a side, and one in the wood.", seed = 7, last_turn = 4, goal = 2,
  ground = { width = 1200, depth = 900,
    area "copse" { kind = "woods", outline = { { 900, 600 }, { 1100, 600 }, { 1000, 750 } } },
    line "brook" { kind = "stream", points = { { 0, 450 }, { 1200, 450 } } },
  },
  side "a" { name = "Blue",
    leader "zieten" {},
    formation "first" {
      unit "31" { kind = "foot", men = 20, at = { mm(400), mm(300) }, facing = "north", name = "Garde" },
      unit "32" { kind = "horse", men = 12, at = { 600, 300 }, facing = 0 },
    },
  },
  side "b" { name = "Red",
    unit "7" { kind = "horse", men = 12, at = { cm(40), 450 }, facing = "south" },
    unit "8" { kind = "foot", men = 20, at = { 600, 500 }, facing = "s" },
    unit "9" { kind = "foot", men = 10, at = { 1000, 650 }, facing = "south", secret = true },
  },
  script = {
    turn(1) {
      a "charge" { unit = "31", target = "7" },
      b "answer" { to = "response", choice = "countercharge" },
      a "move" { unit = "32", forward = 40 }, b "move" { unit = "8", forward = mm(0) },
      a "shoot" { unit = "32", target = "8" }, b "shoot" { unit = "8", target = "32" },
    },
    turn(2, "charges") { b "charge" { unit = "8", target = "32" }, a "evade" {} },
  },
}
