-- Abu Klea, 17 January 1885: Sir Herbert Stewart's Desert Column, in a moving square, on its way to the wells.
--
-- Sources: Stewart's dispatch of January 1885; Sir Charles Wilson, From Korti to Khartum (1885); Gleichen, With the
-- Camel Corps up the Nile (1888); Colvile, History of the Sudan Campaign (1889); Churchill, The River War (1899).
--
-- From them: the square of some 1,400, Mounted Infantry and Guards ahead, Heavies, Sussex and the Naval Brigade
-- behind; three screw guns, and Lord Charles Beresford's Gardner, run out at the left rear; skirmishers in front;
-- Barrow with the hussars away on the left; the flags in the long grass, and under them Musa wad Helu's spearmen,
-- who rose when the square had almost passed, swerved to its left rear corner and got in; the Gardner that
-- jammed; Burnaby, who went out to the corner and was killed; the fight hand to hand, some ten minutes in all, in
-- which Musa and those who had come in died; horse with them; riflemen on a hill; a second body that saw it and
-- went. Liberties: a stand is about a hundred British, or two or three hundred of the others. A square of these
-- rules has no corner that opens: the Heavies, the sailors and the Gardner, who are that corner, are a line of
-- their own at the left rear. The Gardner counts as a Gatling. The hussars fight mounted, and the second body
-- comes on. That machine guns jam is a house rule, machine_guns_jam. Who stood where within a face, and the names
-- of the second body's stands, are guesses. The top of the table is the south-east, the way to the wells.
--
-- The column won, and had 74 killed and 94 wounded, whom it had to carry. It is beaten here by little more: a fifth of
-- its stands. Each of them counts four points for the Mahdists, one of theirs a point for it; they are beaten by their
-- army morale alone. Those numbers are ours.
--
-- The seed is chosen so that the Gardner jams, Burnaby falls and the corner holds. Of the first 26 seeds the column
-- wins 18, by their army morale in 17; the Gardner jams in 3, and Burnaby falls in 15. To record it again:
--   ./limber run scenarios/bugles/abu_klea.lua --record scenarios/bugles/abu_klea.replay

local LAST <const> = 8

--- Standing orders for movement: these stands go forward, at most so many mm, else 20 less, and so on.
local function forward(first, last, side, most, units, word)
  local orders = {}
  for _, unit in ipairs(units) do
    for distance = most, 20, -20 do orders[#orders + 1] = side(word or "move") { unit = unit, distance = distance } end
  end
  return turns(first, last, "movement")(orders)
end

--- Each of these units does this to the first of these targets that it may.
local function each(first, last, side, word, units, targets, more)
  local orders = {}
  for _, unit in ipairs(units) do
    local cmd = { unit = unit, target = targets }
    for key, value in pairs(more or {}) do cmd[key] = value end
    orders[#orders + 1] = side(word)(cmd)
  end
  return turns(first, last)(orders)
end

local SQUARE <const> = { "infantry_1", "infantry_2", "guards_1", "guards_2", "marines", "sussex" }
local CORNER <const> = { "heavies_1", "heavies_2", "heavies_3", "heavies_4", "sailors" }
local AT_CORNER <const> = { "gardner", "heavies_1", "heavies_2", "heavies_3", "heavies_4", "sailors" }
local BRITISH <const> = { "heavies_1", "heavies_2", "heavies_3", "gardner", "sussex", "infantry_1", "infantry_2",
  "guards_1", "guards_2", "marines", "screw_guns", "skirmishers", "hussars" }
local GREEN <const> = { "green_1", "green_2", "green_3", "green_4", "green_5", "green_6" }
local BLACK <const> = { "black_1", "black_2", "black_3", "black_4" }
local HORSE <const> = { "horse_1", "horse_2" }
local ANSAR <const> = { "green_1", "green_2", "green_3", "green_4", "green_5", "green_6", "horse_1", "horse_2",
  "black_1", "black_2", "black_3", "black_4", "rifles_1", "rifles_2" }

local script = {
  turns(1, LAST, "nomination") {
    a "nominate_group" { group = "main_square" }, a "nominate_group" { group = "corner" },
    a "nominate_group" { group = "flank" },
    b "nominate_group" { group = "green" }, b "nominate_group" { group = "horse" },
    b "nominate_group" { group = "black" },
  },
  -- Before the zariba the square is formed. It moves off down the valley, and the corner and its Gardner keep up.
  turn(1, "movement") { a "form_square" { units = SQUARE } },
  forward(1, 2, a, 60, { "heavies_1", "heavies_2", "heavies_3", "heavies_4", "sailors" }),
  forward(1, 2, a, 60, { "gardner" }, "manhandle"),
  forward(2, 3, a, 100, { "guards_1" }),
  -- The green flag rises from the grass, upon the corner, too near to be fired at. Nobody had seen how near.
  turns(3, 3, "movement") {
    b "ambush" { unit = "green_2", target = AT_CORNER }, b "ambush" { unit = "green_3", target = AT_CORNER },
    b "ambush" { unit = "green_1", target = AT_CORNER },
  },
  -- Then all the others, with the horse. Barrow's hussars charge what comes round the left.
  each(3, LAST, b, "charge", GREEN, BRITISH),
  each(3, LAST, b, "charge", HORSE, { "heavies_1", "gardner", "heavies_2", "hussars", "sussex" }),
  each(3, LAST, b, "charge", BLACK, BRITISH),
  each(3, LAST, a, "charge", { "hussars" }, { "horse_1", "horse_2", "green_3", "green_1", "green_6", "green_2" }),
  forward(2, LAST, b, 240, BLACK),
  forward(2, LAST, b, 300, HORSE),
  -- Fire: the square's volleys, shell and case, the Gardner; the riflemen on the hill and a marksman among them.
  each(1, LAST, a, "defend", AT_CORNER, ANSAR),
  each(1, LAST, a, "defend", { "screw_guns" }, ANSAR, { mode = "canister" }),
  each(1, LAST, a, "defend", SQUARE, ANSAR),
  each(1, LAST, a, "fire", { "gardner", "screw_guns" }, ANSAR),
  each(1, LAST, a, "fire", CORNER, ANSAR, { mode = "vrf" }),
  each(1, LAST, a, "fire", CORNER, ANSAR),
  each(1, LAST, a, "fire", { "skirmishers" }, ANSAR),
  each(1, LAST, a, "fire", SQUARE, ANSAR),
  each(1, LAST, b, "fire", { "rifles_1", "rifles_2" }, { "skirmishers", "guards_1", "guards_2", "marines" }),
  each(1, LAST, b, "snipe", { "marksman" }, { "skirmishers", "guards_1", "guards_2", "infantry_1" }),
  -- Hand to hand: Burnaby rides out to the corner, and Musa leads his own.
  turns(2, LAST) {
    a "join_melee" { leader = "burnaby", unit = { "heavies_1", "heavies_2", "heavies_3", "gardner" } },
    b "join_melee" { leader = "musa", unit = GREEN },
  },
}

scenario {
  title = "Abu Klea", ruleset = "bugles",
  doc = "The Desert Column's square against the spearmen of Musa wad Helu: ambush, charge, and the corner that opens.",
  source = "Stewart's dispatch; Wilson, From Korti to Khartum (1885); Gleichen (1888); Churchill, The River War (1899)",
  variants = { "machine_guns_jam" },
  seed = 21, last_turn = LAST, visibility = "open_desert",

  ground = { width = 1600, depth = 1200,
    area "grass" { terrain = "scrub", name = "the long grass",
      outline = { { 430, 400 }, { 560, 390 }, { 680, 395 }, { 690, 560 }, { 560, 650 }, { 410, 580 } } },
    area "khor" { terrain = "scrub", name = "the khor",
      outline = { { 520, 860 }, { 760, 820 }, { 960, 860 }, { 940, 960 }, { 560, 960 } } },
    area "hill" { hill = 20, name = "the riflemen's hill",
      outline = { { 1160, 560 }, { 1380, 540 }, { 1440, 720 }, { 1340, 860 }, { 1180, 780 } } },
    area "ridge" { hill = 20, name = "the ridge",
      outline = { { 0, 620 }, { 160, 700 }, { 220, 900 }, { 140, 1100 }, { 0, 1160 } } },
    area "zariba" { terrain = "works", name = "the zariba", rect = { { 700, 20 }, { 960, 90 } } },
  },

  side "a" { name = "the Desert Column", edge = "south", facing = "north", quality = "good",
    break_percent = 20, stand_points = 4,
    leader "stewart" { name = "Sir Herbert Stewart", rank = "cinc", at = { 860, 200 } },
    leader "burnaby" { name = "Colonel Burnaby", rank = "division", with = "heavies_2" },
    formation "column" { name = "the column", level = "division", commander = "burnaby",
      formation "main_square" { name = "the square", commander = "boscawen",
        from = { 660, 330 }, gap = 0,
        unit "infantry_1" { name = "A Company, Mounted Infantry", number = "11", class = "b",
          weapon = "improved_rifle" },
        unit "infantry_2" { name = "B Company, Mounted Infantry", number = "12", class = "b",
          weapon = "improved_rifle" },
        unit "guards_1" { name = "the Coldstream and Scots", number = "13", class = "a", weapon = "improved_rifle",
          plural = true },
        unit "guards_2" { name = "the Grenadiers", number = "14", class = "a", weapon = "improved_rifle" },
        unit "marines" { name = "the Marines", number = "15", class = "b", weapon = "improved_rifle" },
        unit "sussex" { name = "the Royal Sussex", number = "16", class = "b", weapon = "improved_rifle",
          plural = false },
      },
      leader "boscawen" { name = "Colonel Boscawen", with = "guards_1" },
      formation "corner" { name = "the left rear corner", commander = "talbot",
        unit "heavies_1" { name = "5th Dragoon Guards", number = "21", class = "b", weapon = "improved_rifle",
          at = { 560, 190 } },
        unit "heavies_2" { name = "4th Dragoon Guards", number = "22", class = "b", weapon = "improved_rifle",
          at = { 627, 190 } },
        unit "heavies_3" { name = "Royals and Scots Greys", number = "23", class = "b", weapon = "improved_rifle",
          at = { 694, 190 } },
        unit "heavies_4" { name = "the Household Cavalry", number = "24", class = "a", weapon = "improved_rifle",
          plural = false, at = { 593, 139 } },
        unit "sailors" { name = "the sailors", number = "25", class = "b", weapon = "improved_rifle",
          at = { 660, 139 } },
        unit "gardner" { name = "Beresford's Gardner", number = "2", class = "b", arm = "machine_gun", mg = "gatling",
          figures = 4, at = { 493, 190 } },
        unit "screw_guns" { name = "the screw guns", number = "1", class = "b", arm = "gun", gun = "light",
          ordnance = "rifled", at = { 1090, 330 } },
      },
      leader "talbot" { name = "Colonel Talbot", with = "heavies_3" },
      formation "flank" { name = "Barrow's men", plural = true, commander = "barrow",
        unit "hussars" { name = "19th Hussars", number = "31", class = "b", arm = "mounted", at = { 330, 120 } },
        unit "skirmishers" { name = "the skirmishers", number = "32", class = "b", weapon = "improved_rifle",
          drill = "skirmish", at = { 820, 480 } },
      },
      leader "barrow" { name = "Colonel Barrow", with = "hussars" },
    },
  },

  side "b" { name = "the Mahdists", edge = "north", facing = "south", quality = "average",
    leader "abd_el_majid" { name = "Abd el-Majid", rank = "cinc", kind = "war_band", at = { 800, 1130 } },
    leader "abu_saleh" { name = "Abu Saleh", rank = "division", kind = "war_band", at = { 700, 1130 } },
    formation "host" { name = "the host", level = "division", commander = "abu_saleh",
      formation "green" { name = "the Green Flag", commander = "musa",
        unit "green_1" { name = "the Duguaim spears", number = "41", kind = "war_band", class = "a", fleet = true,
          ferocious = true, fanatic = true, hidden = true, at = { 495, 430 } },
        unit "green_2" { name = "the Kenana spears", number = "42", kind = "war_band", class = "b", fleet = true,
          ferocious = true, hidden = true, at = { 565, 430 } },
        unit "green_3" { name = "the Kenana swords", number = "43", kind = "war_band", class = "b", fleet = true,
          ferocious = true, hidden = true, at = { 635, 430 } },
        unit "green_4" { name = "the Duguaim swords", number = "44", kind = "war_band", class = "a", fleet = true,
          ferocious = true, fanatic = true, hidden = true, at = { 495, 500 } },
        unit "green_5" { name = "the men of Hamr", plural = true, number = "45", kind = "war_band", fleet = true,
          hidden = true, at = { 565, 500 } },
        unit "green_6" { name = "the Baggara spears", number = "46", kind = "war_band", class = "b", fleet = true,
          ferocious = true, hidden = true, at = { 635, 500 } },
      },
      leader "musa" { name = "Musa wad Helu", kind = "war_band", charismatic = true, with = "green_1" },
      formation "horse" { name = "the horse", commander = "emir_of_horse",
        unit "horse_1" { name = "the Baggara horse", number = "51", kind = "war_band", arm = "mounted", class = "b",
          at = { 200, 860 } },
        unit "horse_2" { name = "the emir's horse", number = "52", kind = "war_band", arm = "mounted", class = "b",
          at = { 275, 860 } },
      },
      leader "emir_of_horse" { name = "the emir of the horse", kind = "war_band", with = "horse_1" },
      formation "black" { name = "the second body", commander = "emir_of_berber",
        unit "black_1" { name = "the men of Berber", plural = true, number = "61", kind = "war_band", fleet = true,
          hidden = true, at = { 600, 900 } },
        unit "black_2" { name = "the Jaalin", plural = true, number = "62", kind = "war_band", fleet = true,
          hidden = true, at = { 680, 900 } },
        unit "black_3" { name = "the men of Metemma", plural = true, number = "63", kind = "war_band", fleet = true,
          hidden = true, at = { 760, 900 } },
        unit "black_4" { name = "the levies", number = "64", kind = "war_band", class = "d", hidden = true,
          at = { 840, 900 } },
        unit "rifles_1" { name = "the first riflemen", plural = true, number = "71", kind = "irregular",
          weapon = "improved_rifle", drill = "skirmish", at = { 1210, 650 } },
        unit "rifles_2" { name = "the second riflemen", plural = true, number = "72", kind = "irregular",
          weapon = "improved_rifle", drill = "skirmish", at = { 1260, 760 } },
        unit "marksman" { name = "a marksman", number = "73", kind = "irregular", arm = "sniper",
          weapon = "improved_rifle", at = { 1180, 590 } },
      },
      leader "emir_of_berber" { name = "the emir of Berber", kind = "war_band", with = "black_2" },
    },
  },
  script = script,
}
