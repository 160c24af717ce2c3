scenario {
  title = "A new battle", ruleset = "nff",
  doc = "A French division meets an Austrian one on open ground with a wood and a village.",
  -- source = "where the forces and the ground are from",
  -- variants = { "square_infantry_minus_1" },   -- `limber rules nff` lists them
  year = 1809,             -- 1792 to 1815: it tells how infantry moves and fights, army by army
  seed = 1,                -- the dice: the same seed throws the same
  last_turn = 10,          -- the battle ends with this turn at the latest: most points wins
  -- active = "b",         -- who moves first; left out, the side listed first
  initiative = true,       -- each turn both commanders throw for who moves first
  set_battle = true,       -- +2 on reserve movement in turn 1; not in a meeting engagement
  break_percent = 50,      -- a side that has lost so many of its brigades is beaten
  -- wide_two_rank = true, -- two-rank infantry has wider stands

  -- The ground can be drawn as a map, a symbol a square, north at the top …
  ground = { width = 48, depth = 36, square = 6,
    map [[
      6  . . . . . . . .
      5  . . . . . h . .
      4  . w . . . h . .
      3  . w . . . . . .
      2  . . . . . . . .
      1  . . . . . . . .
    ]],
    legend = {
      w = { terrain = "forest", name = "the wood" },
      h = { terrain = "hill", hill = mm(20), name = "the hill", objective = 3 },   -- points for who holds it at the end
    },
    -- … or area by area and line by line, or both ways together. `limber rules nff terrain` lists the kinds.
    area "village" { terrain = "town", name = "the village", rect = { { 21, 16 }, { 24, 19 } }, objective = 3 },
    area "road" { terrain = "road", width = 0.8, along = { { 22.5, 0 }, { 22.5, 36 } } },
  },

  -- A side may say which way its units face: a word of the compass, degrees, or "toward" a unit or a square.
  side "a" { name = "the French", army = "french", edge = "south", facing = "north",
    leader "massena" { name = "Marshal Masséna", rank = "army", general = "massena", at = { 24, 1.5 } },
    -- Brigades and batteries are in divisions; divisions may be in corps, corps in wings. Each has its leader.
    formation "first" { name = "the 1st Division", commander = "legrand",
      -- Units that say no place are drawn up along a line, left to right. `gap` sets the room between them.
      from = { 12, 7 }, gap = 2,
      unit "a1" { name = "the 26th Light", number = "11", stands = 5, drill = "double_echelon" },
      unit "a2" { name = "the 18th Line", number = "12", men = 2000, drill = "double_echelon" },   -- 340 men a stand
      unit "a3" { name = "the Baden Brigade", number = "13", army = "french_allied", stands = 5,
        drill = "double_echelon" },
    },
    formation "horse" { name = "the light horse", commander = "marulaz",
      unit "a4" { name = "the chasseurs", number = "21", arm = "cavalry", cavalry_type = "chasseur_a_cheval",
        stands = 4, at = { 40, 7 } },
    },
    formation "guns" { name = "the artillery", commander = "pernety",
      unit "a5" { name = "the 1st battery", number = "1", arm = "artillery", guns = 8, battery_class = "french_line",
        limbered = true, at = { 29, 7 } },
      unit "a6" { name = "the 2nd battery", number = "2", arm = "artillery", guns = 8, weight = "heavy",
        battery_class = "french_line", limbered = true, right_of = "a5" },   -- or beside a brigade, with = "a3"
    },
    leader "legrand" { name = "General Legrand", charismatic = true, at = { 16, 5 } },
    leader "marulaz" { name = "General Marulaz", with = "a4" },          -- attached: he goes with the brigade
    -- With 32 guns or more that touch one another he may form a grand battery.
    leader "pernety" { name = "General Pernety", gunner = "corps_artillery_commander", with = "a5" },
  },

  side "b" { name = "the Austrians", army = "austrian", edge = "north", facing = "south",
    leader "hiller" { name = "General Hiller", rank = "army", general = "other_general", at = { 24, 34 } },
    formation "b_first" { name = "Vincent's division", commander = "vincent",
      from = { 36, 27 }, gap = 2,
      unit "b1" { name = "Klebek", number = "31", stands = 6 },
      unit "b2" { name = "Jordis", number = "32", stands = 6 },
      unit "b3" { name = "the Grenz Regiment", number = "33", stands = 4, troop = "grenzer" },
    },
    formation "b_reserve" { name = "the grenadiers", commander = "aspre",
      unit "b4" { name = "the grenadiers", number = "34", stands = 5, troop = "grenadier", rating = "elite",
        at = { 24, 31 } },
    },
    formation "b_horse" { name = "Radetzky's horse", commander = "radetzky",
      unit "b5" { name = "the uhlans", number = "41", arm = "cavalry", cavalry_type = "uhlan", stands = 4,
        at = { 8, 29 } },
      unit "b6" { name = "the Austrian battery", number = "3", arm = "artillery", guns = 6, at = { 10, 26 } },
    },
    leader "vincent" { name = "General Vincent", at = { 30, 30 } },
    leader "aspre" { name = "General d'Aspre", with = "b4" },
    leader "radetzky" { name = "General Radetzky", with = "b5" },
  },

  -- What both sides do. Commands are given in this order whenever the game waits for one of their kind; where the
  -- script is silent a side is done. Without a script the battle is played at the prompt, or by solo commanders.
  script = {
    turns(1, 2, "reserve") {          -- in each of these turns, whoever is farther than 15 in from the enemy
      a "announce_rm" { units = { "a1", "a2", "a3" }, shared = true },    -- one throw for all
      a "announce_rm" { units = { "a5" } }, a "announce_rm" { units = { "a6" } },
      a "move" { unit = "a1", distance = 6 }, a "move" { unit = "a2", distance = 6 },
      a "move" { unit = "a3", distance = 6 },
      a "move" { unit = "a5", distance = 5 }, a "move" { unit = "a6", distance = 5 },
    },
    turns(2, 10, "tactical") {        -- whoever is nearer throws, and charges or goes forward
      a "unlimber" { unit = "a5" }, a "unlimber" { unit = "a6" },
      a "maneuver" { unit = "a1", charging = true }, a "charge" { unit = "a1", target = { "b1", "b2", "b3", "b6" } },
      a "maneuver" { unit = "a2", charging = true }, a "charge" { unit = "a2", target = { "b1", "b2", "b3", "b6" } },
      a "maneuver" { unit = "a3", charging = true }, a "charge" { unit = "a3", target = { "b2", "b1", "b3", "b6" } },
      a "move" { unit = "a1", distance = 5 }, a "move" { unit = "a2", distance = 5 },
      a "move" { unit = "a3", distance = 5 },
      b "maneuver" { unit = "b5", charging = true }, b "charge" { unit = "b5", target = { "a1", "a2", "a3" } },
    },
    turns(1, 10, "defensive_fire") {  -- at the first of these that is allowed
      a "fire" { units = { "a5" }, target = { "b1", "b2", "b3", "b6" } },
      b "fire" { units = { "b6" }, target = { "a1", "a2", "a3" } },
      b "fire" { units = { "b1" }, target = { "a3", "a2", "a1" } },
      b "fire" { units = { "b2" }, target = { "a2", "a1" } },
    },
  },
}
