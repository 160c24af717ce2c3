-- The Mission Road: a small invented fight of the 1870s to learn by. A British rearguard with a gun and two troops of
-- lancers holds a road against two groups of warriors, some of whom lie in ambush. Beside the road are a mission and a
-- thicket: whoever has them when night falls has the road.
-- Play it with    ./limber run scenarios/bugles/lesson.lua
-- and then change it: this file is Lua, every line of the script says what it does, and `./limber check` tells what is
-- wrong where. To record it again: ./limber run scenarios/bugles/lesson.lua --record scenarios/bugles/lesson.replay

--- In these turns these stands go straight ahead, as far as their dice let them: at most so many mm, else 40 less, and
--- so on.
local function forward(first, last, side, most, ...)
  local orders = {}
  for _, unit in ipairs { ... } do
    for distance = most, 40, -40 do orders[#orders + 1] = side "move" { unit = unit, distance = distance } end
  end
  return turns(first, last, "movement")(orders)
end

scenario {
  title = "The Mission Road", ruleset = "bugles",
  doc = "A rearguard against a charge: groups and their dice, volleys, defensive fire, an ambush, lancers and morale.",
  seed = 8,             -- the dice: the same seed throws the same, another fights another battle
  last_turn = 7,        -- the battle ends with this turn at the latest; a turn is a player turn of each side
  break_percent = 60,   -- a side that has lost so many of its stands is beaten; so is one whose army morale fails

  -- The table, in millimetres. `x` counts from the western edge and `y` from the southern: north is up.
  ground = { width = 1500, depth = 1100,
    area "rise" { hill = 20, name = "the rise",
      outline = { { 480, 230 }, { 960, 230 }, { 980, 330 }, { 940, 420 }, { 520, 420 }, { 460, 330 } } },
    -- An objective counts so many points for the side that alone has stands there at the end; each enemy stand that is
    -- gone counts one. So the warriors can win without a charge at the line.
    area "thorns" { terrain = "dense_woods", name = "the thorns", -- hides who lies in it; rough going, soft cover
      objective = 5, outline = { { 880, 580 }, { 1020, 560 }, { 1100, 640 }, { 1050, 740 }, { 900, 720 } } },
    area "mission" { terrain = "buildings", name = "the mission", objective = 5,
      rect = { { 300, 560 }, { 400, 640 } } },
  },

  side "a" { name = "the British", edge = "south", facing = "north",
    quality = "good", -- of its command: 1 less on every End of Turn Dice
    leader "hallam" { name = "Colonel Hallam", rank = "cinc", at = { 740, 120 } },
    leader "deane" { name = "Major Deane", rank = "division", at = { 680, 120 } },
    -- Stands are in command groups, each with its leader; groups are in divisions.
    formation "rearguard" { name = "the rearguard", level = "division", commander = "deane",
      formation "foot" { name = "Carr's companies", commander = "carr",
        -- Four companies side by side, and the gun at the end of the line. A stand of foot has six figures.
        from = { 540, 340 }, gap = 2,
        unit "a1" { name = "A Company", number = "11", class = "b", weapon = "improved_rifle" },
        unit "a2" { name = "B Company", number = "12", class = "b", weapon = "improved_rifle" },
        unit "a3" { name = "C Company", number = "13", class = "b", weapon = "improved_rifle" },
        unit "a4" { name = "D Company", number = "14", class = "c", weapon = "improved_rifle" },
        unit "gun" { name = "the 7-pounder", number = "1", class = "b", arm = "gun", gun = "light",
          ordnance = "rifled" },
      },
      leader "carr" { name = "Captain Carr", with = "a2" }, -- attached: he goes with the stand
      formation "horse" { name = "the lancers", commander = "villiers",
        from = { 900, 200 }, gap = 2,
        unit "lancers_1" { name = "First Troop", number = "21", class = "b", arm = "mounted" },
        unit "lancers_2" { name = "Second Troop", number = "22", class = "b", arm = "mounted" },
      },
      leader "villiers" { name = "Captain Villiers", with = "lancers_1" },
    },
  },

  side "b" { name = "the warriors", edge = "north", facing = "south",
    quality = "average", -- 2 less on every End of Turn Dice
    leader "chief" { name = "the chief", rank = "cinc", kind = "war_band", charismatic = true, at = { 740, 1040 } },
    leader "brother" { name = "the chief's brother", rank = "division", kind = "war_band", at = { 800, 1040 } },
    formation "army" { name = "the army", level = "division", commander = "brother",
      formation "chest" { name = "the Shields", commander = "old_induna",
        from = { 790, 900 }, gap = 2,
        -- `fleet` doubles the best of their movement dice; `ferocious` counts in the first round of a melee.
        unit "b1" { name = "White Shields", number = "31", kind = "war_band", class = "b", fleet = true },
        unit "b2" { name = "Black Shields", number = "32", kind = "war_band", class = "b", ferocious = true },
        unit "b3" { name = "Red Shields", number = "33", kind = "war_band", fleet = true },
        unit "b4" { name = "Grey Shields", number = "34", kind = "war_band", fleet = true },
        unit "b5" { name = "the boys", number = "35", kind = "war_band", class = "d", at = { 660, 1000 } },
      },
      leader "old_induna" { name = "the old induna", kind = "war_band", with = "b2" },
      formation "horn" { name = "the Horn", commander = "young_induna",
        from = { 1090, 860 }, gap = 2,
        unit "b6" { name = "the Hunters", number = "41", kind = "war_band", fleet = true },
        unit "b7" { name = "the Leopards", number = "42", kind = "war_band", class = "b", fleet = true },
        -- In ambush: the British do not see it before it moves, fires or falls upon them.
        unit "b8" { name = "the Thorn Cats", number = "43", kind = "war_band", class = "b", fleet = true,
          ferocious = true, hidden = true, at = { 940, 630 }, facing = "toward gun" },
      },
      leader "young_induna" { name = "the young induna", kind = "war_band", with = "b8" },
    },
  },

  -- What both sides do. Commands are given in this order whenever the game waits for one of their kind. Those that are
  -- not allowed just then are passed over, and where the script is silent a side says "done".
  script = {
    turns(1, 7, "nomination") {
      -- A group is nominated, and what its stands may move is thrown: one throw for all foot, one for all horse.
      -- Before the second group the End of Turn Dice is thrown: with 1 or less, movement is over.
      a "nominate_group" { group = "foot" }, a "nominate_group" { group = "horse" },
      b "nominate_group" { group = "chest" }, b "nominate_group" { group = "horn" },
    },

    -- Turn 1. Only the gun reaches them: it carries 600 mm, rifles 500. The warriors come on: look at their dice, 20 mm
    -- for each pip. The fleet count their highest die twice.
    forward(1, 1, b, 240, "b1", "b2", "b3", "b4", "b5"),
    forward(1, 1, b, 120, "b6", "b7"),

    -- Turn 2. An ambush breaks into the movement of the other side: the Thorn Cats fall upon the gun. The fire that
    -- meets them, and the fight, come before anybody else moves.
    turns(2, 2, "movement") { b "ambush" { unit = "b8", target = { "gun", "a4" } } },
    -- The companies fire, three dice each. A breech-loader has two, and `vrf`, volley or rapid fire, is one more for
    -- those who do not move. A die of 4 hits, one of 6 over half the range; each hit is a figure.
    turns(1, 7, "fire") {
      a "fire" { unit = "gun", target = { "b7", "b6", "b2", "b1", "b3", "b4" } },
      a "fire" { unit = "a1", target = { "b4", "b3", "b2", "b1" }, mode = "vrf" },
      a "fire" { unit = "a2", target = { "b3", "b2", "b4", "b1" }, mode = "vrf" },
      a "fire" { unit = "a3", target = { "b2", "b1", "b3" }, mode = "vrf" },
      a "fire" { unit = "a4", target = { "b1", "b2", "b7", "b6" }, mode = "vrf" },
    },
    -- Now the warriors charge. A charge is announced and needs no test; then its dice are thrown, which count double.
    -- Who falls short stands there in disorder. Whoever cannot charge goes forward.
    turns(2, 7, "movement") {
      b "charge" { unit = "b1", target = { "a4", "a3" } },
      b "charge" { unit = "b2", target = { "a3", "a2" } },
      b "charge" { unit = "b3", target = { "a2", "a1" } },
      b "charge" { unit = "b4", target = { "a1", "a2" } },
      b "charge" { unit = "b6", target = { "gun", "a4" } },
      b "charge" { unit = "b7", target = { "gun", "a4" } },
    },
    forward(2, 7, b, 240, "b1", "b2", "b3", "b4", "b5", "b6", "b7"),
    -- Those charged fire before the melee. The group throws two dice once, and fires unless both are too low; then each
    -- company has a die more than in ordinary fire and needs 4, and the gun throws canister.
    turns(2, 7) {
      a "defend" { unit = "a1", target = { "b4", "b3" } },
      a "defend" { unit = "a2", target = { "b3", "b4", "b2" } },
      a "defend" { unit = "a3", target = { "b2", "b1", "b3" } },
      a "defend" { unit = "a4", target = { "b1", "b2", "b8" } },
      a "defend" { unit = "gun", target = { "b8", "b6", "b7", "b1" }, mode = "canister" },
    },
    -- The melee: a die of six for each side, more for class, for figures in excess and for a leader, who may fall; less
    -- for each enemy stand in support and for a flank that is taken. Two more cost the enemy a figure, four all.
    turns(2, 7, "melee_order") { a "join_melee" { leader = "carr", unit = { "a2", "a3", "a4", "a1" } } },
    -- Last, morale. A stand that has lost half its figures to fire in a player turn throws at once. A group stops when
    -- more than half of it is gone or halted; an army is beaten when that is true of more than half of its groups.

    -- Turn 3 and after. Captain Carr has fallen: at the start of each turn the next officer throws to take command, and
    -- until then the companies do not go forward. The lancers charge: on impact each of their figures counts for three.
    turns(3, 7, "movement") {
      a "charge" { unit = "lancers_1", target = { "b8", "b7", "b6", "b1", "b2", "b5" } },
      a "charge" { unit = "lancers_2", target = { "b8", "b7", "b6", "b1", "b2", "b5" } },
    },
  },
}
