-- The Mill at Rosnitz, Saxony, September 1813: a French corps and a Prussian one, for solo play.
--
-- The place and the generals are fictional; the troops are such as met there that autumn. Each corps has orders to hold
-- the crossroads by evening: the village of Rosnitz and the hill with the windmill.
--
-- Play the French against a solo commander; an hour and a half will do:
--   ./limber scenarios/nff/rosnitz.lua --solo b
-- Play the Prussians by --solo a. Two solo commanders fight it by
--   ./limber run scenarios/nff/rosnitz.lua --solo
-- To record that one again:
--   ./limber run scenarios/nff/rosnitz.lua --solo --record scenarios/nff/rosnitz.replay
-- With other dice (--seed N) it is another battle; `./limber simulate scenarios/nff/rosnitz.lua` tells how often each
-- side wins. The Prussians have more stands, the French more skirmishers and better guns.
--
-- What to know: farther than 15 in from the enemy a brigade moves in reserve, and neither fires nor charges in that
-- turn; nearer it throws before it moves, and leaders near it help. Announce a charge before that throw. Unlimber guns
-- 9 to 12 in from him; four batteries that touch, under General Girardin or Colonel Schmidt, may become a grand
-- battery. Keep horse for whoever is disordered, or shows a flank. `done` ends a step, :legal says what may be done,
-- :why what the one against you thought.

scenario {
  title = "The Mill at Rosnitz", ruleset = "nff",
  doc = "For solo play, an hour and a half: a French corps against a Prussian one, each with a reserve and horse.",
  source = "fictional",
  seed = 1, year = 1813, last_turn = 14, initiative = true, set_battle = true, break_percent = 45,

  ground = { width = 48, depth = 38,
    area "mill_hill" { terrain = "hill", hill = mm(20), name = "the Mill Hill", objective = 4,
      outline = { { 11, 17.5 }, { 14, 15.5 }, { 18, 16 }, { 20, 18.6 }, { 18.4, 21.6 }, { 14.4, 22.4 },
        { 11.4, 20.6 } } },
    area "rosnitz" { terrain = "town", name = "Rosnitz", objective = 4, rect = { { 29, 17.4 }, { 32.6, 20.6 } } },
    area "copse" { terrain = "forest", name = "the copse", rect = { { 22.4, 18 }, { 25.2, 20.2 } } },
    area "south_wood" { terrain = "forest", name = "the South Wood", rect = { { 38, 10 }, { 43, 14 } } },
    area "north_wood" { terrain = "forest", name = "the North Wood", rect = { { 36.5, 24.5 }, { 41.5, 28.5 } } },
    area "road" { terrain = "road", width = 0.8, along = { { 30.8, 0 }, { 30.8, 38 } } },
    area "crossroad" { terrain = "road", width = 0.8, along = { { 0, 13 }, { 20, 14 }, { 30.8, 16 }, { 48, 22 } } },
  },

  side "a" { name = "the French", army = "french", edge = "south", facing = "north",
    leader "reynard" { name = "General Reynard", rank = "army", general = "french_general", charismatic = true,
      at = { 25, 3 } },
    formation "first" { name = "Delorme's division", commander = "delorme",
      from = { 13.4, 9 }, gap = 1.2,
      unit "a1" { name = "the 12th Light", number = "11", stands = 6, drill = "double_echelon" },
      unit "a2" { name = "the 57th Line", number = "12", stands = 6, drill = "double_echelon" },
      unit "a3" { name = "the young conscripts", number = "13", stands = 5, rating = "conscript",
        drill = "double_echelon" },
    },
    formation "second" { name = "Tessier's division", commander = "tessier",
      from = { 28.6, 9 }, gap = 1.2,
      unit "a4" { name = "the 103rd Line", number = "14", stands = 6, drill = "double_echelon" },
      unit "a5" { name = "the 96th Line", number = "15", stands = 6, drill = "double_echelon" },
    },
    formation "young_guard" { name = "the Young Guard", commander = "brissac",
      from = { 21, 3.6 }, gap = 1.6,
      unit "a6" { name = "the 3rd Voltigeurs of the Guard", number = "16", stands = 5, troop = "young_guard",
        rating = "elite", drill = "double_echelon" },
    },
    formation "horse" { name = "Valency's horse", commander = "valency",
      unit "a7" { name = "the 5th Chasseurs", number = "21", arm = "cavalry", cavalry_type = "chasseur_a_cheval",
        stands = 5, drill = "double_echelon", at = { 7.5, 8.6 } },
      unit "a8" { name = "the 13th Dragoons", number = "22", arm = "cavalry", cavalry_type = "dragoon", stands = 5,
        drill = "double_echelon", at = { 40.5, 8.6 } },
    },
    formation "guns" { name = "the corps artillery", commander = "girardin",
      unit "a9" { name = "the 1st battery", number = "1", arm = "artillery", guns = 8, battery_class = "french_line",
        limbered = true, at = { 22, 10.4 } },
      unit "a10" { name = "the 2nd battery", number = "2", arm = "artillery", guns = 8, battery_class = "french_line",
        limbered = true, at = { 23, 10.4 } },
      unit "a11" { name = "the 3rd battery", number = "3", arm = "artillery", guns = 8, battery_class = "french_line",
        limbered = true, at = { 24, 10.4 } },
      unit "a12" { name = "the 4th battery", number = "4", arm = "artillery", guns = 8, battery_class = "french_line",
        limbered = true, at = { 25, 10.4 } },
    },
    leader "delorme" { name = "General Delorme", at = { 16, 6 } },
    leader "tessier" { name = "General Tessier", at = { 30, 6 } },
    leader "brissac" { name = "General Brissac", with = "a6" },
    leader "valency" { name = "General Valency", with = "a8" },
    leader "girardin" { name = "General Girardin", gunner = "corps_artillery_commander", with = "a10" },
  },

  side "b" { name = "the Prussians", army = "prussian", edge = "north", facing = "south",
    leader "wartenau" { name = "General Wartenau", rank = "army", general = "prussian_general", charismatic = true,
      at = { 25, 35 } },
    formation "b_first" { name = "the 1st Brigade", commander = "lossow",
      from = { 20, 29 }, gap = 1.2,
      unit "b1" { name = "the Leib Regiment", number = "31", stands = 7, drill = "double_echelon" },
      unit "b2" { name = "the 2nd Reserve Regiment", number = "32", stands = 6, drill = "double_echelon" },
      unit "b3" { name = "the Silesian Landwehr", number = "33", stands = 7, troop = "militia", rating = "conscript",
        drill = "double_echelon" },
    },
    formation "b_second" { name = "the 2nd Brigade", commander = "ziethen",
      from = { 34.6, 29 }, gap = 1.2,
      unit "b4" { name = "the 11th Infantry", number = "34", stands = 7, drill = "double_echelon" },
      unit "b5" { name = "the 10th Reserve", number = "35", stands = 7, drill = "double_echelon" },
    },
    formation "b_reserve" { name = "the reserve", commander = "jagow",
      from = { 24, 34.4 }, gap = 1.6,
      unit "b6" { name = "the Silesian Grenadiers", number = "36", stands = 6, troop = "grenadier", rating = "elite",
        drill = "double_echelon" },
    },
    formation "b_horse" { name = "the reserve cavalry", commander = "katzler",
      unit "b7" { name = "the Brandenburg Uhlans", number = "41", arm = "cavalry", cavalry_type = "uhlan", stands = 5,
        drill = "double_echelon", at = { 7.5, 29.4 } },
      unit "b8" { name = "the Lithuanian Dragoons", number = "42", arm = "cavalry", cavalry_type = "dragoon",
        stands = 5, drill = "double_echelon", at = { 40.5, 31 } },
    },
    formation "b_guns" { name = "the reserve artillery", commander = "schmidt",
      unit "b9" { name = "the 1st Prussian battery", number = "5", arm = "artillery", guns = 8, limbered = true,
        at = { 25, 29 } },
      unit "b10" { name = "the 2nd Prussian battery", number = "6", arm = "artillery", guns = 8, limbered = true,
        at = { 24, 29 } },
      unit "b11" { name = "the Prussian 12-pounders", number = "7", arm = "artillery", guns = 8, weight = "heavy",
        limbered = true, at = { 23, 29 } },
      unit "b12" { name = "the Prussian horse battery", number = "8", arm = "artillery", guns = 8, limbered = true,
        horse_artillery = true, at = { 22, 29 } },
    },
    leader "lossow" { name = "General Lossow", at = { 16, 32 } },
    leader "ziethen" { name = "General Ziethen", at = { 30, 32 } },
    leader "jagow" { name = "General Jagow", with = "b6" },
    leader "katzler" { name = "General Katzler", with = "b8" },
    leader "schmidt" { name = "Colonel Schmidt", gunner = "army_artillery_commander", with = "b10" },
  },
}
