-- The Mill at Altdorf: an invented affair of May 1809, for a first look at Fusilier. Two French brigades and their
-- hussars attack two Austrian brigades drawn up behind a stream, with a village on their right; cuirassiers wait
-- behind the Austrian left. Every length is in millimetres on the table, which are metres on the ground. North is up.
--
-- To record it again: ./limber run scenarios/fusilier/first_battle.lua --record scenarios/fusilier/first_battle.replay

scenario {
  title = "The Mill at Altdorf", ruleset = "fusilier", seed = 1809, last_turn = 14,
  doc = "A French division attacks an Austrian one across a stream: orders, guns, columns of cavalry, and morale.",
  year = 1809, start_min = 540, break_percent = 50,

  ground = { width = 2000, depth = 1900,
    area "stream" { terrain = "stream_knee", along = { { 0, 970 }, { 700, 1000 }, { 1300, 970 }, { 2000, 1000 } },
      width = 20 },
    area "altdorf" { terrain = "built_up", rect = { { 60, 1150 }, { 260, 1310 } } },
    area "mill_wood" { terrain = "open_woods", outline = { { 60, 730 }, { 250, 710 }, { 270, 870 }, { 90, 890 } } },
    area "ridge" { terrain = "open", hill = 20,
      outline = { { 500, 1250 }, { 1500, 1250 }, { 1400, 1450 }, { 600, 1450 } } },
    line "wall" { height_mm = 1000, points = { { 950, 1050 }, { 1080, 1050 } } },
  },

  -- A formation is drawn up from its left end, `from`, by the frontages of its units, `gap` apart.
  side "a" { name = "the French", army = "french", facing = "north", edge = "south", task = "attack",
    leader "claparede" { name = "General Claparède", rank = "division", at = { 950, 470 } },
    formation "claparede_division" { name = "Claparède's division", level = "division", commander = "claparede",
      formation "gautier" { name = "Gautier's brigade", quality = 6, commander = "gautier_himself",
        from = { 895, 688 }, gap = 10,
        unit "a11" { name = "1/17th Line", number = "11", troop = "infantry", men = 690, ranks = 3 },
        unit "a12" { name = "2/17th Line", number = "12", troop = "infantry", men = 690, ranks = 3 },
        unit "a13" { name = "1/30th Line", number = "13", troop = "infantry", men = 660, ranks = 3 },
      },
      formation "duppelin" { name = "Duppelin's brigade", quality = 5, from = { 310, 688 }, gap = 10,
        unit "a21" { name = "1/61st Line", number = "21", troop = "infantry", men = 720, ranks = 3 },
        unit "a22" { name = "2/61st Line", number = "22", troop = "infantry", men = 720, ranks = 3 },
      },
      formation "colbert" { name = "Colbert's cavalry", quality = 6, from = { 1660, 695 }, gap = 10,
        unit "a31" { name = "7th Hussars, left squadron", number = "31", troop = "cavalry", men = 160, ranks = 2,
          weight = "light" },
        unit "a32" { name = "7th Hussars, right squadron", number = "32", troop = "cavalry", men = 160, ranks = 2,
          weight = "light" },
      },
      formation "french_guns" { name = "the French artillery", quality = 6,
        unit "a_guns" { name = "8/5th Foot Artillery", number = "1", troop = "field_artillery", guns = 8,
          calibre_pdr = 12, at = { 850, 690 } },
      },
      leader "gautier_himself" { name = "General Gautier", rank = "brigade", with = "a12", behind = "a12", gap = 10 },
    },
  },

  side "b" { name = "the Austrians", army = "austrian", facing = "south", edge = "north", task = "hold",
    leader "hohenfeld" { name = "General Hohenfeld", rank = "division", at = { 950, 1400 } },
    formation "hohenfeld_division" { name = "Hohenfeld's division", level = "division", commander = "hohenfeld",
      formation "buresch" { name = "Buresch's brigade", quality = 5, from = { 1670, 1132 }, gap = 12,
        unit "b13" { name = "1st Jordis", number = "53", troop = "infantry", men = 750, ranks = 3 },
        unit "b12" { name = "2nd Klebek", number = "52", troop = "infantry", men = 780, ranks = 3 },
        unit "b11" { name = "1st Klebek", number = "51", troop = "infantry", men = 780, ranks = 3 },
      },
      formation "mayer" { name = "Mayer's brigade", quality = 5, from = { 795, 1132 }, gap = 10,
        unit "b22" { name = "2nd Schröder", number = "62", troop = "infantry", men = 750, ranks = 3 },
        unit "b21" { name = "1st Schröder", number = "61", troop = "infantry", men = 750, ranks = 3 },
        unit "b23" { name = "3rd Jäger", number = "63", troop = "infantry", men = 300, ranks = 3, drill = "skirmish",
          rifle = true, at = { 300, 1050 } },
      },
      formation "hoditz" { name = "Hoditz's cavalry", quality = 6, from = { 1970, 1235 }, gap = 20,
        unit "b32" { name = "Kaiser Cuirassiers, 2nd squadron", number = "72", troop = "cavalry", men = 150, ranks = 2,
          weight = "heavy" },
        unit "b31" { name = "Kaiser Cuirassiers, 1st squadron", number = "71", troop = "cavalry", men = 150, ranks = 2,
          weight = "heavy" },
      },
      formation "austrian_guns" { name = "the Austrian artillery", quality = 5,
        unit "b_guns" { name = "Brigade battery 6", number = "2", troop = "field_artillery", guns = 8,
          calibre_pdr = 6, at = { 835, 1140 } },
      },
    },
  },

  script = {
    -- Before the action. The French: Gautier at the enemy's left, Duppelin at his right, Colbert's hussars outside
    -- them. The Austrians stand, but for Hoditz, who is to ride at whatever comes round the flank.
    turn(0) {
      a "write_order" { formation = "gautier", verb = "attack", aim = "the Austrian left",
        target = { 850, 1110 }, target_end = { 1650, 1110 } },
      a "write_order" { formation = "duppelin", verb = "attack", aim = "the Austrian right",
        target = { 250, 1110 }, target_end = { 850, 1110 } },
      a "write_order" { formation = "colbert", verb = "attack", aim = "outside Gautier",
        target = { 1680, 1150 }, target_end = { 1900, 1150 } },
      b "write_order" { formation = "buresch", verb = "hold" },
      b "write_order" { formation = "mayer", verb = "hold" },
      b "write_order" { formation = "hoditz", verb = "attack", aim = "whatever turns the flank",
        target = { 1680, 650 }, target_end = { 1900, 650 } },
    },

    -- The batteries open at once, and the Jäger snipe at Duppelin (8.2, 9.0).
    turns(1, 14, "fire") {
      a "fire" { unit = "a_guns", target = { "b22", "b21", "b_guns" } },
      b "fire" { unit = "b_guns", target = { "a12", "a11", "a22", "a_guns" } },
      b "skirmish_fire" { unit = "b23", target = { "a21", "a22" } },
    },

    -- Each attacks the enemy before it as soon as its orders and the distance allow (4.6).
    turns(2, 14, "declare") {
      a "declare_attack" { unit = "a11", target = { "b11", "b22" } },
      a "declare_attack" { unit = "a12", target = { "b12", "b11" } },
      a "declare_attack" { unit = "a13", target = { "b13", "b12" } },
      a "declare_attack" { unit = "a21", target = { "b21", "b23" } },
      a "declare_attack" { unit = "a22", target = { "b22", "b21" } },
      a "declare_attack" { unit = "a31", target = { "b31", "b32", "b13" } },
      a "declare_attack" { unit = "a32", target = { "b32", "b31", "b13" } },
      b "declare_attack" { unit = "b31", target = { "a31", "a32", "a13" } },
      b "declare_attack" { unit = "b32", target = { "a32", "a31", "a13" } },
    },

    -- A winner whose opponent has gone follows up, or rallies where it stands (10.5).
    turns(2, 14, "winners") {
      a "winner_choice" { unit = { "a11", "a12", "a13", "a22" }, choice = "follow_up" },
      a "winner_choice" { unit = "a21", choice = "rally" },
      b "winner_choice" { unit = { "b11", "b12", "b13", "b21", "b22" }, choice = "rally" },
    },
  },
}
