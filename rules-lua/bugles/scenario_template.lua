scenario {
  title = "A new battle", ruleset = "bugles",
  doc = "A British column meets a Zulu army on open ground with a wood and a kopje.",
  -- source = "where the forces and the ground are from",
  -- variants = { "melee_d10" },   -- `limber rules bugles` lists them
  seed = 1,                -- the dice: the same seed throws the same
  last_turn = 10,          -- the battle ends with this turn at the latest: most points wins
  -- active = "b",         -- who goes first; left out, the side listed first
  -- break_percent = 60,   -- who has lost so many of his stands is beaten; so is an army whose morale has failed
  -- stand_points = 1,     -- points for each enemy stand gone at the end
  -- limit_points = 3000,  -- neither army may cost more
  -- visibility = "open_desert", sight_limit_mm = 400,     -- how far open ground is seen, and the hour or the weather
  -- stand_width_mm = 65, stand_depth_mm = 50,             -- the size of every stand

  -- The ground can be drawn as a map, a symbol a square, north at the top …
  ground = { width = 1600, depth = 1200, square = 200,
    map [[
      6  . . . . . . . .
      5  . . . . . k . .
      4  . w . . . . . .
      3  . w . . . . . .
      2  . . . . . . . .
      1  . . . . . . . .
    ]],
    legend = {
      w = { terrain = "dense_woods", name = "the wood" },
      k = { hill = 20, name = "the kopje", objective = 3 },   -- points for the side that alone is there at the end
    },
    -- … or area by area and line by line, or both ways together. `limber rules bugles terrain` lists the kinds.
    area "stones" { terrain = "rough", rect = { { 1200, 480 }, { 1400, 640 } } },
    line "wall" { kind = "low_wall", points = { { 560, 420 }, { 760, 420 } } },
  },

  -- A side may say which way its stands face: a word of the compass, degrees, or "toward" a unit or a square.
  side "a" { name = "the British", edge = "south", facing = "north",
    quality = "good",      -- of its command; left out, a die tells
    leader "chelmsford" { name = "Chelmsford", rank = "cinc", at = { 800, 60 } },
    leader "glyn" { name = "Glyn", rank = "division", at = { 700, 60 } },
    -- Stands are in command groups, groups in divisions, each with a leader.
    formation "column" { name = "the Column", level = "division", commander = "glyn",
      formation "foot" { name = "the 24th Foot", commander = "pulleine",
        -- Stands that say no place are drawn up along a line, left to right. `gap` sets the room between them.
        from = { 540, 350 }, gap = 2,
        unit "a1" { name = "A Company", number = "11", class = "b", weapon = "improved_rifle" },
        unit "a2" { name = "B Company", number = "12", class = "b", weapon = "improved_rifle" },
        unit "a3" { name = "C Company", number = "13", class = "b", weapon = "improved_rifle" },
        unit "a4" { name = "7-pounder", number = "14", class = "b", arm = "gun", gun = "light", ordnance = "rifled" },
      },
      leader "pulleine" { name = "Pulleine", with = "a2" },           -- attached: he goes with the stand
      formation "wing" { name = "the mounted wing", commander = "durnford",
        from = { 1000, 350 }, gap = 2,
        unit "a5" { name = "Carbineers", number = "21", arm = "mounted", can_dismount = "mounted_infantry" },
        unit "a6" { name = "Natal Horse", number = "22", arm = "mounted", class = "d" },
        -- A place can also be said by a neighbour: right_of, left_of, in_front_of, behind.
        unit "a7" { name = "Native Contingent", number = "23", kind = "irregular", class = "d", weapon = "mixed",
          right_of = "a6", gap = 20 },
      },
      leader "durnford" { name = "Durnford", charismatic = true, with = "a5" },
    },
  },

  side "b" { name = "the Zulus", plural = true, edge = "north", facing = "south",
    quality = "average", impetuous_army = true,
    leader "ntshingwayo" { name = "Ntshingwayo", rank = "cinc", kind = "war_band", at = { 800, 1140 } },
    leader "mavumengwana" { name = "Mavumengwana", rank = "division", kind = "war_band", at = { 700, 1140 } },
    formation "impi" { name = "the Impi", level = "division", commander = "mavumengwana",
      formation "chest" { name = "the Chest", commander = "mkhosana",
        from = { 900, 800 }, gap = 2,
        unit "b1" { name = "the uKhandempemvu", number = "31", kind = "war_band", class = "b", fleet = true,
          ferocious = true },
        unit "b2" { name = "the uMbonambi", number = "32", kind = "war_band", fleet = true, ferocious = true },
        unit "b3" { name = "the iNgobamakhosi", number = "33", kind = "war_band", fleet = true, fanatic = true },
      },
      leader "mkhosana" { name = "Mkhosana", kind = "war_band", with = "b2" },
      formation "horn" { name = "the Left Horn", commander = "sigcwelegcwele",
        from = { 1340, 800 }, gap = 2,
        unit "b4" { name = "the uVe", number = "41", kind = "war_band", fleet = true },
        unit "b5" { name = "the uThulwana", number = "42", kind = "war_band", class = "b" },
        unit "b6" { name = "the levies", number = "43", kind = "war_band", class = "d", rabble = true },
        -- In ambush: the other side does not see it before it charges, moves, fires or is come upon.
        unit "b7" { name = "the uNokhenkhe", number = "44", kind = "war_band", fleet = true, hidden = true,
          at = { 300, 600 } },
        unit "b8" { name = "a marksman", number = "45", kind = "irregular", arm = "sniper", weapon = "rifled_musket",
          at = { 1300, 560 } },
      },
      leader "sigcwelegcwele" { name = "Sigcwelegcwele", kind = "war_band", with = "b4" },
    },
  },

  -- What both sides do. Commands are given in this order whenever the game waits for one of their kind; where the
  -- script is silent a side is done. Without a script the battle is played at the prompt, or by solo commanders.
  script = {
    turns(1, 10, "nomination") {      -- in each of these turns, each group of a side once
      a "nominate_group" { group = "foot" }, a "nominate_group" { group = "wing" },
      b "nominate_group" { group = "chest" }, b "nominate_group" { group = "horn" },
    },
    turns(1, 10, "movement") {        -- whoever may charge does; whoever may move goes forward
      b "charge" { unit = "b1", target = { "a1", "a2", "a3", "a4" } },     -- at the first of these that it may
      b "charge" { unit = "b2", target = { "a2", "a1", "a3", "a4" } },
      b "charge" { unit = "b3", target = { "a3", "a2", "a4" } },
      b "charge" { unit = "b4", target = { "a7", "a6", "a5" } },
      b "move" { unit = "b1", distance = 100 }, b "move" { unit = "b2", distance = 100 },
      b "move" { unit = "b3", distance = 100 }, b "move" { unit = "b4", distance = 100 },
      b "move" { unit = "b5", distance = 100 }, b "move" { unit = "b6", distance = 60 },
    },
    turns(1, 10, "defensive_fire") {
      a "defend" { unit = "a1", target = { "b1", "b2", "b3" } },
      a "defend" { unit = "a2", target = { "b2", "b1", "b3" } },
      a "defend" { unit = "a3", target = { "b3", "b2", "b1" } },
    },
    turns(1, 10, "fire") {
      a "fire" { unit = "a1", target = { "b1", "b2", "b3" } }, a "fire" { unit = "a2", target = { "b2", "b1", "b3" } },
      a "fire" { unit = "a3", target = { "b3", "b2", "b1" } }, a "fire" { unit = "a4", target = { "b2", "b1", "b3" } },
      a "fire" { unit = "a7", target = { "b4", "b5", "b6" } },
    },
  },
}
