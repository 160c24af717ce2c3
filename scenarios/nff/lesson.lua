-- The Windmill: a small invented fight of 1809 to learn by. A French division attacks an
-- Austrian line before a village.
-- Play it with    ./limber run scenarios/nff/lesson.lua

scenario {
  title = "The Windmill", ruleset = "nff",
  doc = "A French division with cavalry against an Austrian line: maneuver, fire and charges.",
  seed = 5, year = 1809, last_turn = 6, set_battle = true, initiative = true,

  -- The table, in inches. North is up: x counts from the western edge, y from the southern.
  ground = { width = 60, depth = 44,
    area "rise" { terrain = "hill", hill = mm(20), name = "the rise", disc = { { 30, 32 }, 6 } },
    area "wood" { terrain = "forest", name = "the wood", rect = { { 6, 20 }, { 14, 27 } } },
    area "village" { terrain = "town", name = "the village", rect = { { 40, 28 }, { 44, 32 } }, objective = 3 },
    area "road" { terrain = "road", along = { { 42, 0 }, { 42, 28 } }, width = 1.5 },
  },

  side "a" { name = "the French", plural = true, army = "french", edge = "south", facing = "north",
    leader "lannes" { name = "Lannes", rank = "army", general = "lannes", charismatic = true, at = { 30, 3 } },
    formation "division" { name = "Morand's division", level = "division", commander = "morand",
      unit "a1" { name = "Lacour's brigade", stands = 6, drill = "double_echelon", at = { 22, 12 } },
      unit "a2" { name = "L'Huillier's brigade", stands = 6, drill = "double_echelon", at = { 30, 12 } },
      unit "a3" { name = "the French guns", arm = "artillery", guns = 8, weight = "medium",
        battery_class = "french_line", at = { 36, 12 } },
    },
    leader "morand" { name = "Morand", with = "a1" },
    formation "cavalry" { name = "the light cavalry", level = "division", commander = "montbrun",
      unit "a4" { name = "Jacquinot's brigade", arm = "cavalry", cavalry_type = "hussar", stands = 4, at = { 44, 10 } },
    },
    leader "montbrun" { name = "Montbrun", with = "a4" },
  },

  side "b" { name = "the Austrians", plural = true, army = "austrian", edge = "north", facing = "south",
    leader "charles" { name = "the Archduke", rank = "army", general = "archduke_charles", at = { 30, 41 } },
    formation "b_division" { name = "Brady's division", level = "division", commander = "brady",
      unit "b1" { name = "Buresch's brigade", stands = 6, at = { 25, 30 } },
      unit "b2" { name = "Koller's brigade", stands = 5, troop = "grenadier", rating = "elite", at = { 34, 30 } },
      unit "b3" { name = "the Austrian guns", arm = "artillery", guns = 6, weight = "light", at = { 30, 29 } },
    },
    leader "brady" { name = "Brady", with = "b2" },
    formation "b_horse" { name = "the Austrian cavalry", level = "division", commander = "liechtenstein",
      unit "b4" { name = "Kroyher's brigade", arm = "cavalry", cavalry_type = "cuirassier", armored = true, stands = 4,
        at = { 44, 38 } },
    },
    leader "liechtenstein" { name = "Liechtenstein", with = "b4" },
  },

  script = {
    turns(1, 6) {
      a "announce_rm" { units = { "a1" } }, a "announce_rm" { units = { "a2" } }, a "announce_rm" { units = { "a4" } },
      b "announce_rm" { units = { "b4" } },
      a "maneuver" { unit = "a1" }, a "maneuver" { unit = "a2" }, a "maneuver" { unit = "a4" },
      a "move" { unit = "a1", distance = 4 }, a "move" { unit = "a2", distance = 4 },
      a "move" { unit = "a4", distance = 6 }, b "move" { unit = "b4", distance = 4 },
    },
  },
}
