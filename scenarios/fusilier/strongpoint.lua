-- The Mill at Untersee: an invented affair of 1809 for the rules that a battle in the open seldom needs. An Austrian
-- rearguard holds a timber mill, a stone farm and an earthwork. Jaegers hide deep in a wood. The French bring siege
-- guns.
-- Every length is in millimetres on the table, which are metres on the ground. North is up.
--
-- To record it again: ./limber run scenarios/fusilier/strongpoint.lua --record scenarios/fusilier/strongpoint.replay

scenario {
  title = "The Mill at Untersee", ruleset = "fusilier", seed = 12, last_turn = 12,
  doc = "A rearguard in buildings and an earthwork: siege guns, squares, skirmishers, dismounted dragoons.",
  year = 1809, start_min = 600, break_percent = 60,

  ground = { width = 2200, depth = 1800, square = 200,
    area "mill" { name = "the mill", terrain = "built_up", material = "wood", rect = { { 760, 1100 }, { 880, 1200 } } },
    area "farm" { name = "the farm", terrain = "built_up", material = "stone", objective = true,
      rect = { { 1120, 1140 }, { 1420, 1300 } } },
    area "wood" { name = "the lake wood", terrain = "open_woods",
      outline = { { 80, 900 }, { 420, 900 }, { 420, 1300 }, { 80, 1300 } } },
    line "flèche" { kind = "fortification", height_mm = 1400, points = { { 1560, 1090 }, { 1800, 1090 } } },
  },

  side "a" { name = "the French", army = "french", facing = "north", edge = "south", task = "attack",
    formation "savary" { name = "Savary's division", level = "division", quality = 6, commander = "savary_himself",
      formation "morin" { name = "Morin's brigade", quality = 6, commander = "morin_himself",
        unit "f1" { name = "1/9e Léger", number = "11", troop = "infantry", men = 600, ranks = 3, at = { 700, 780 } },
        unit "f2" { name = "1/84e Ligne", number = "12", troop = "infantry", men = 660, ranks = 3, at = { 1160, 780 } },
        unit "f3" { name = "2/84e Ligne", number = "13", troop = "infantry", men = 660, ranks = 3, at = { 1400, 780 } },
        unit "f4" { name = "3/84e Ligne", number = "14", troop = "infantry", men = 600, ranks = 3, at = { 1680, 780 } },
      },
      formation "clary" { name = "Clary's dragoons", quality = 5, commander = "clary_himself",
        unit "d1" { name = "9e Dragons, 1st squadron", number = "21", troop = "cavalry", weight = "medium", men = 150,
          ranks = 2, at = { 1960, 760 } },
        unit "d2" { name = "9e Dragons, 2nd squadron", number = "22", troop = "cavalry", weight = "medium", men = 150,
          ranks = 2, at = { 2100, 760 } },
      },
      unit "train" { name = "the siege train", number = "1", troop = "siege_artillery", guns = 6, calibre_pdr = 18,
        quality = 6, at = { 970, 800 } },
      unit "train2" { name = "the light guns", number = "2", troop = "light_artillery", guns = 2, calibre_pdr = 4,
        quality = 6, at = { 560, 760 }, attached_to = "f1" },
    },
    leader "savary_himself" { name = "General Savary", rank = "division", at = { 1100, 480 } },
    leader "morin_himself" { name = "General Morin", rank = "brigade", at = { 1280, 660 } },
    leader "clary_himself" { name = "General Clary", rank = "brigade", at = { 2020, 660 } },
  },

  side "b" { name = "the Austrians", army = "austrian", facing = "south", edge = "north", task = "hold",
    formation "vecsey" { name = "Vécsey's rearguard", level = "division", quality = 5, commander = "vecsey_himself",
      formation "keil" { name = "Keil's brigade", quality = 5, commander = "keil_himself",
        unit "a1" { name = "1st Kaiser", number = "31", troop = "infantry", men = 600, ranks = 3, at = { 820, 1150 },
          drill = "column" },
        unit "a2" { name = "2nd Kaiser", number = "32", troop = "infantry", men = 600, ranks = 3, at = { 1270, 1220 } },
        unit "a3" { name = "3rd Kaiser", number = "33", troop = "infantry", men = 660, ranks = 3, at = { 1680, 1110 } },
      },
      formation "jaegers" { name = "the jaegers", quality = 6,
        unit "j1" { name = "4th Jäger", number = "41", troop = "infantry", men = 240, ranks = 3, drill = "column",
          at = { 250, 1100 } },
        unit "j2" { name = "the lake volunteers", number = "42", troop = "infantry", men = 300, ranks = 3,
          at = { 300, 1500 } },
      },
      formation "hussars" { name = "the hussars", quality = 6, commander = "oettinger",
        unit "h1" { name = "Ferdinand Hussars, right wing", number = "51", troop = "cavalry", weight = "light",
          men = 130, ranks = 2, at = { 1950, 1450 } },
        unit "h2" { name = "Ferdinand Hussars, left wing", number = "52", troop = "cavalry", weight = "light",
          men = 130, ranks = 2, at = { 2090, 1450 } },
      },
      unit "g1" { name = "the Austrian battery", number = "3", troop = "field_artillery", guns = 4, calibre_pdr = 6,
        quality = 5, at = { 1000, 1150 } },
    },
    leader "vecsey_himself" { name = "General Vécsey", rank = "division", at = { 1100, 1500 } },
    leader "keil_himself" { name = "Colonel Keil", rank = "brigade", at = { 1280, 1350 } },
    leader "oettinger" { name = "Colonel Oettinger", rank = "brigade", at = { 2020, 1560 } },
  },

  script = {
    turn(0) {
      a "write_order" { formation = "morin", verb = "attack", aim = "the mill and the farm", target = { 820, 1150 },
        target_end = { 1680, 1110 } },
      a "write_order" { formation = "clary", verb = "attack", aim = "the earthwork", target = { 1680, 1110 } },
      b "write_order" { formation = "keil", verb = "hold" },
      b "write_order" { formation = "jaegers", verb = "hold" },
      b "write_order" { formation = "hussars", verb = "attack", aim = "whatever leaves the line",
        target = { 1680, 780 } },
      b "conceal" { unit = "j1" },
    },
    -- The siege train batters the mill until it falls, then the farm; the Austrian guns shoot at what comes on.
    turns(1, 7, "fire") { a "fire" { unit = "train", building = "mill" } },
    turns(8, 12, "fire") { a "fire" { unit = "train", building = "farm" } },
    turns(1, 12, "fire") {
      b "fire" { unit = "g1", target = { "train", "f1", "f2", "f3" } },
      a "skirmish_fire" { unit = "f1", target = { "a1", "j1", "j2" } },
      a "fire" { unit = "train2", target = { "a1", "j1", "g1" } },
    },
    -- Dragoons dismount before the earthwork; the left battalion skirmishes with the mill; the right one forms square.
    turns(1, 4, "movement") {
      a "move" { unit = "d1", evolve = "dismounted" }, a "move" { unit = "f1", evolve = "skirmish" },
    },
    turns(2, 3, "movement") { a "move" { unit = "f4", evolve = "square" } },
    turns(7, 12, "movement") {
      a "move" { unit = "d1", evolve = "mounted" }, a "move" { unit = "f1", evolve = "line" },
      a "move" { unit = "f4", evolve = "line" }, a "attach_battery" { unit = "train2", battalion = "f2" },
    },
    turns(2, 12, "declare") {
      a "declare_attack" { unit = "d1", target = "a3" }, a "declare_attack" { unit = "f1", target = { "a1", "j1" } },
      a "declare_attack" { unit = "f2", target = { "a2", "a1" } },
      a "declare_attack" { unit = "f3", target = { "a2", "a3" } },
      a "declare_attack" { unit = "d2", target = { "h1", "h2" } },
      b "declare_attack" { unit = "h1", target = { "f4", "d2", "d1" } },
      b "declare_attack" { unit = "h2", target = { "f4", "d2", "d1" } },
    },
    turns(2, 12, "attack") {
      a "respond" { unit = "f4", action = "form_square" },
      b "respond" { unit = "j2", action = "take_cover", cover = "wood" },
      b "respond" { unit = "a3", action = "reface" },
    },
    turns(4, 12, "winners") {
      a "winner_choice" { unit = { "f2", "f3", "d1" }, choice = "rally" },
    },
  },
}
