-- Windmill Hill, May 1758: an advance guard and an outpost in Moravia, made up for solo play.
--
-- The meeting, the ground and the generals are fictional; the regiments are such as served there that year. A Prussian
-- advance guard finds an Austrian outpost on its road; both want the hill with the windmill and the village by dusk.
--
-- Play the Prussians against a solo commander; half an hour will do, an hour for a first battle with these rules:
--   ./limber scenarios/horse_and_musket/windmill_hill.lua --solo b
-- Croats hold the village, and a point with it: the Prussians must come and win. The other Austrians have no places:
-- each brigade throws for where it stands and how it will fight (Solo.1, Solo.2), so with other dice (--seed N) it
-- is another battle. Two solo commanders fight it, with stances for both, by
--   ./limber run scenarios/horse_and_musket/windmill_hill.lua --solo
-- To record that one again:
--   ./limber run scenarios/horse_and_musket/windmill_hill.lua --solo \
--     --record scenarios/horse_and_musket/windmill_hill.replay
--
-- Lüdenitz commands what is within 180 mm of him: from the middle of his line he reaches all of it.
--
-- What to know: foot in line moves 75 mm and fires 120, horse moves 180, guns fire 540 and need not move. A round is
-- each side's rally, command, charges, movement, firing and fights; `done` ends a step, :legal says what may be done
-- now, :why what the one against you thought. Get your guns a clear line first;
-- foot fires best when it has not moved; charge with horse, and whoever is staggered already.

scenario {
  title = "Windmill Hill", ruleset = "horse_and_musket",
  doc = "For solo play, half an hour: a Prussian advance guard against an outpost that a solo commander leads.",
  source = "fictional",
  seed = 15, last_turn = 10, break_percent = 50, lists = true,

  ground = { width = 1500, depth = 1100,
    area "hill" { hill = 20, name = "Windmill Hill", objective = 2,
      outline = { { 610, 620 }, { 760, 650 }, { 840, 570 }, { 800, 470 }, { 640, 460 }, { 570, 530 } } },
    area "village" { terrain = "town", name = "Dorfel", objective = 1, rect = { { 1060, 520 }, { 1200, 620 } } },
    area "spinney" { terrain = "woods", name = "the spinney", rect = { { 190, 480 }, { 400, 620 } } },
    area "road" { terrain = "road", width = 15, along = { { 980, 0 }, { 970, 560 }, { 990, 1100 } } },
    line "hedge" { kind = "hedge", points = { { 1020, 480 }, { 1230, 480 } } },
  },

  side "a" { name = "the Prussians", army = "prussian", edge = "south", facing = "north",
    leader "rehdorf" { name = "General von Rehdorf", rank = "commanding_officer", at = { 800, 130 } },
    formation "prussian_foot" { name = "Lüdenitz's brigade", commander = "luedenitz",
      unit "a1" { name = "Meyerinck Musketeers", number = "12", list = "musketeers", at = { 610, 230 } },
      unit "a2" { name = "Wedel's Grenadiers", number = "11", list = "grenadiers", at = { 775, 230 } },
      unit "a3" { name = "Forcade Musketeers", number = "13", list = "musketeers", at = { 985, 230 } },
      unit "a4" { name = "Kreytzen Fusiliers", number = "14", list = "fusiliers", at = { 1150, 230 } },
      unit "a7" { name = "the Prussian battery", number = "1", list = "artillery", at = { 880, 250 } },
    },
    formation "prussian_horse" { name = "Arnsberg's horse", commander = "arnsberg",
      along = { { 180, 230 }, { 370, 230 } },
      unit "a5" { name = "Seydlitz Cuirassiers", number = "21", list = "cuirassiers" },
      unit "a6" { name = "Bayreuth Dragoons", number = "22", list = "dragoons" },
    },
    formation "prussian_light" { name = "the vanguard", commander = "werner",
      unit "a8" { name = "Zieten Hussars", number = "23", list = "hussars", at = { 1360, 230 } },
    },
    leader "luedenitz" { name = "General von Lüdenitz", at = { 880, 205 } },
    leader "werner" { name = "Colonel von Werner", with = "a8" },
    leader "arnsberg" { name = "General von Arnsberg", with = "a5" },
  },

  side "b" { name = "the Austrians", army = "austrian", edge = "north", facing = "south",
    leader "falkenau" { name = "General Falkenau", rank = "commanding_officer", at = { 750, 1030 } },
    formation "austrian_foot" { name = "Rosental's brigade", commander = "rosental",
      unit "b1" { name = "Botta", number = "31", list = "fusiliers" },
      unit "b2" { name = "Harrach", number = "32", list = "fusiliers" },
      unit "b3" { name = "the Grenadiers", number = "33", list = "grenadiers" },
      unit "b4" { name = "Warasdin Grenzers", number = "34", list = "grenzers" },
      unit "b9" { name = "the Austrian battery", number = "2", list = "artillery" },
    },
    formation "dorfel" { name = "the post in Dorfel", commander = "varady",
      unit "b5" { name = "Banal Grenzers", number = "35", list = "grenzers", inside = "village" },
    },
    formation "austrian_horse" { name = "Torring's horse", commander = "torring",
      unit "b6" { name = "Serbelloni Cuirassiers", number = "41", list = "cuirassiers" },
      unit "b7" { name = "Savoy Dragoons", number = "42", list = "dragoons" },
      unit "b8" { name = "Nádasdy Hussars", number = "43", list = "hussars" },
    },
    leader "rosental" { name = "Colonel Rosental" },
    leader "varady" { name = "Colonel Várady", with = "b5" },
    leader "torring" { name = "General Torring" },
  },
}
