scenario {
  title = "A new battle", ruleset = "fusilier",
  doc = "A French brigade attacks an Austrian one on a low hill.",
  -- source = "where the forces and the ground are from",
  -- variants = { "rash_cautious_generals" },   -- `limber rules fusilier` lists them
  -- scale = 0.5,          -- half distances: a length of the rules is half as long on this table
  seed = 1,                -- the dice: the same seed throws the same
  last_turn = 10,          -- the battle ends with this bound of ten minutes at the latest
  year = 1809,             -- decides how quickly orders are obeyed
  start_min = 9 * 60,      -- nine o'clock; without it two dice tell (4.1)
  break_percent = 50,      -- who has lost so much of his battalions and squadrons for good is beaten

  -- The ground can be drawn as a map, a symbol a square, north at the top …
  ground = { width = 1600, depth = 1200, square = 200,
    map [[
      6  . . . . . . . .
      5  v . . h h h . .
      4  . . . h h h . .
      3  . . . . . . . w
      2  . . . . . . . w
      1  . . . . . . . .
    ]],
    legend = {
      h = { hill = 20, name = "the hill" },         -- 20 mm high; who attacks up it fights worse
      w = { terrain = "open_woods" },               -- also open, stream_knee, stream_waist, stream_deep
      v = { terrain = "built_up", material = "stone", name = "the village" },
    },
    -- … or area by area and line by line, or both ways together:
    area "brook" { terrain = "stream_knee", along = { { 0, 560 }, { 700, 600 }, { 1600, 560 } }, width = 20 },
    -- area "copse" { terrain = "open_woods", disc = { "B2", 120 } },
    -- area "farm"  { terrain = "built_up", rect = { { 100, 300 }, { 220, 400 } } },
    -- area "marsh" { broken = true, outline = { { 0, 0 }, { 300, 0 }, { 200, 180 } } },
    line "hedge" { kind = "hedge", height_mm = 1000, points = { { 300, 700 }, { 500, 700 } } },
  },

  -- A side may say which way its units face: a word of the compass, degrees, or "toward" a unit or a square.
  side "a" { name = "the French", army = "french", facing = "north",
    formation "ledru" { name = "Ledru's brigade", quality = 6, commander = "general_ledru",
      -- Units that say no place are drawn up along a line, left to right, by their frontages: 600 men in 3 ranks are
      -- 200 mm wide. `gap` sets the room between them; without it they are spread evenly.
      along = { { 250, 300 }, { 1000, 300 } },
      unit "a1" { name = "1/46th Line", number = "11", troop = "infantry", men = 600, ranks = 3 },
      unit "a2" { name = "2/46th Line", number = "12", troop = "infantry", men = 600, ranks = 3 },
      unit "a3" { name = "3/46th Line", number = "13", troop = "infantry", men = 600, ranks = 3 },
    },
    formation "hussars" { name = "the 8th Hussars", quality = 6,
      -- A place can also be said by a neighbour: right_of, left_of, in_front_of, behind.
      unit "a4" { name = "1st squadron", number = "21", troop = "cavalry", weight = "light", men = 120, ranks = 2,
        right_of = "a3", gap = 40 },
      unit "a5" { name = "2nd squadron", number = "22", troop = "cavalry", weight = "light", men = 120, ranks = 2,
        right_of = "a4", gap = 20 },
    },
    formation "french_guns" { name = "the French guns", quality = 6,
      -- `at` is the middle of the base.
      unit "a6" { name = "the French battery", number = "1", troop = "field_artillery", guns = 8, calibre_pdr = 8,
        at = { 490, 330 } },
    },
    leader "general_ledru" { name = "General Ledru", rank = "brigade", with = "a2", behind = "a2", gap = 10 },
  },

  side "b" { name = "the Austrians", army = "austrian", facing = "south",
    formation "weber" { name = "Weber's brigade", quality = 5, commander = "general_weber",
      along = { { 1200, 850 }, { 600, 850 } },    -- facing south, left is in the east
      unit "b1" { name = "1st Benjovszky", number = "31", troop = "infantry", men = 600, ranks = 3 },
      unit "b2" { name = "2nd Benjovszky", number = "32", troop = "infantry", men = 600, ranks = 3 },
      unit "b3" { name = "5th Jäger", number = "33", troop = "infantry", men = 240, ranks = 3, drill = "skirmish",
        rifle = true, at = "B4" },
    },
    formation "austrian_guns" { name = "the Austrian guns", quality = 5,
      unit "b4" { name = "the Austrian battery", number = "2", troop = "field_artillery", guns = 6, calibre_pdr = 6,
        at = { 900, 880 } },
    },
    leader "general_weber" { name = "General Weber", rank = "brigade", with = "b2", behind = "b2", gap = 10 },
  },

  -- What both sides do. Commands are given in this order whenever the game waits for one of their kind; where the
  -- script is silent a side is done. Without a script the battle is played at the prompt.
  script = {
    turn(0) {                      -- before the first bound: orders are written (4.2)
      a "write_order" { formation = "ledru", verb = "attack", target = { 300, 850 }, target_end = { 1100, 850 } },
      a "write_order" { formation = "hussars", verb = "support" },
      b "write_order" { formation = "weber", verb = "hold" },
    },
    turns(1, 10, "fire") {         -- in each of these bounds, when it comes to firing
      a "fire" { unit = "a6", target = { "b4", "b2", "b1" } },     -- at the first of these that it may
      b "fire" { unit = "b4", target = { "a2", "a3", "a1" } },
      b "skirmish_fire" { unit = "b3", target = { "a1", "a2" } },
    },
    turns(2, 10, "declare") {      -- whoever has active orders and is near enough attacks
      a "declare_attack" { unit = "a1", target = { "b2", "b1" } },
      a "declare_attack" { unit = "a2", target = { "b2", "b1" } },
      a "declare_attack" { unit = "a3", target = { "b1", "b2" } },
    },
  },
}
