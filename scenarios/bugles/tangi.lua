-- The Tangi, the North-West Frontier, 1863: an army made to points against another, for solo play.
--
-- The valley and the tribes are fictional. A column of all arms has marched to burn the crops of Bara, and must
-- hold the spur above the road to come home. A thousand points each, by armies/frontier_column.lua and
-- armies/hill_nation.lua: seven stands with a gun, well led, against eight of jezails and fifteen of swordsmen.
-- Change either army, and `./limber check` says what it costs; `./limber simulate scenarios/bugles/tangi.lua` how
-- often each side wins.
--
-- Play the column against a solo commander; an hour will do:
--   ./limber scenarios/bugles/tangi.lua --solo b
-- Two of the tribes lie in ambush in the thicket, and you do not see them before they charge, or you come upon them.
-- Play the tribes by --solo a. Two solo commanders fight it by
--   ./limber run scenarios/bugles/tangi.lua --solo
-- To record that one again:
--   ./limber run scenarios/bugles/tangi.lua --solo --record scenarios/bugles/tangi.replay
-- With other dice (--seed N) it is another battle.
--
-- What to know: nominate a group, move its stands, end the group, and hope that the End of Turn Dice lets the
-- next one move. Fire comes after all movement. Jezails shoot as far as your rifles, and farther than your Sikhs'
-- and Punjabis' muskets. Unlimber the gun where it sees the fields. Horse rides down what stands alone or is
-- disordered; ghazis in the flank of a line end it. `done` ends a step, :legal says what may be done, :why what
-- the one against you thought. Each enemy stand that is gone counts two points; the fields count six and the
-- spur seven for the side that alone stands there after turn 7.

scenario {
  title = "The Tangi", ruleset = "bugles",
  doc = "For solo play, an hour: a frontier column against a hill nation, 1000 points each.",
  source = "fictional",
  seed = 1, last_turn = 7, limit_points = 1000, stand_points = 2, active = "a",

  ground = { width = 1600, depth = 1200,
    area "west_ridge" { hill = 20, name = "the West Ridge",
      outline = { { 60, 520 }, { 330, 480 }, { 430, 640 }, { 400, 900 }, { 120, 940 } } },
    area "rocks" { terrain = "boulders", hill = 20, name = "the rocks", rect = { { 150, 600 }, { 340, 800 } } },
    area "spur" { hill = 20, name = "the spur", objective = 7,
      outline = { { 1130, 560 }, { 1330, 520 }, { 1450, 640 }, { 1380, 800 }, { 1160, 790 } } },
    area "village" { terrain = "buildings", name = "Bara", rect = { { 740, 820 }, { 880, 900 } } },
    area "fields" { terrain = "scrub", name = "the fields of Bara", objective = 6,
      rect = { { 660, 640 }, { 960, 820 } } },
    area "thicket" { terrain = "dense_woods", name = "the thicket", rect = { { 470, 520 }, { 640, 680 } } },
    area "nullah" { terrain = "rough", name = "the nullah", rect = { { 1010, 640 }, { 1090, 1060 } } },
    area "road" { terrain = "road", width = 20, along = { { 800, 0 }, { 810, 600 }, { 700, 900 }, { 720, 1200 } } },
    line "wall" { kind = "low_wall", points = { { 680, 640 }, { 940, 640 } } },
  },

  side "a" { army = "armies/frontier_column.lua", edge = "south", facing = "north",
    leader "neville" { at = { 800, 80 } }, leader "hope" { at = { 760, 80 } },
    formation "foot" { from = { 600, 260 }, gap = 3, unit "1" { at = { 960, 250 }, limbered = true } },
    formation "horse" { from = { 1080, 250 }, gap = 3 },
  },

  side "b" { army = "armies/hill_nation.lua", edge = "north", facing = "south",
    leader "umar" { at = { 760, 1120 } }, leader "sayyid" { at = { 420, 680 } },
    formation "jezails" { from = { 1080, 700 }, gap = 2 },
    formation "swords" { from = { 1500, 860 }, gap = 2,
      unit "50" { at = { 350, 560 } }, unit "51" { at = { 283, 560 } }, unit "52" { at = { 350, 615 } },
      unit "53" { at = { 283, 615 } },
      unit "54" { at = { 520, 600 }, hidden = true }, unit "55" { at = { 590, 600 }, hidden = true },
    },
  },
}
