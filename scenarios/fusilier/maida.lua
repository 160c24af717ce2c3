-- Maida, 4 July 1806: Sir John Stuart's British against Reynier's French on the plain of the Lamato, in Calabria.
--
-- Sources: Stuart's dispatch of 6 July (London Gazette Extraordinary, 5 September 1806); Reynier to Joseph Bonaparte,
-- 5 July 1806 (The Confidential Correspondence of Napoleon Bonaparte with his Brother Joseph, 1855); Henry Bunbury,
-- Narratives of some Passages in the Great War with France (1854); Charles Boothby, Under England's Flag (1900);
-- Charles Oman, Wellington's Army (1912), which takes back the French columns of his lecture of 1907, and Studies in
-- the Napoleonic Wars (1929); John Fortescue, A History of the British Army, volume V (second edition, 1921); James R.
-- Arnold, A Reappraisal of Column versus Line in the Peninsular War (2004); Richard Hopton, The Battle of Maida (2002).
--
-- From them: who was there and in which brigades; that the French crossed the Lamato and fought in line, left wing
-- foremost, right wing refused; that the British came on in echelon from the right, two deep; strengths to the nearest
-- ten (those of the French are Reynier's own for brigades, 2,400, 1,500 and 1,250); the four-pounders with the British
-- brigades; the skirmishing in the thickets by the river; the 20th, landed that morning, coming up on the left against
-- the chasseurs; Compère hit and taken at the head of his men.
-- Inferred: how a French brigade's men divide among its battalions; three ranks for them, the regulation; 180 of the
-- 1er léger out as skirmishers; six-pounders for Reynier's four horse guns; the 20th under Cole, whom it came to help
-- (the army's list has it under Oswald); quality factors; temperaments; all positions, to about 50 m. The light
-- battalion of the British holds the flankers of the 35th; the ten companies of other islands' levies with Kempt are
-- one battalion of rangers here.
--
-- North is up, the sea lies beyond the western edge; a millimetre is a metre. The seed is chosen, among those that
-- bring the battle to a decision, so that a general falls: Compère, as he did.
-- To record it again: ./limber run scenarios/fusilier/maida.lua --record scenarios/fusilier/maida.replay

local LAST <const> = 16

-- Whom each would rather attack, or fire at: of a list, the first that orders, eyes and legs allow.
local FRENCH_LEFT <const> = { "leger_1", "leger_2", "ligne_1", "ligne_2", "poles_1" }
local FRENCH_CENTRE <const> = { "ligne_1", "ligne_2", "poles_1", "poles_2", "leger_2", "swiss" }
local FRENCH_RIGHT <const> = { "swiss", "poles_2", "leger23_1", "leger23_2", "poles_1" }
local BRITISH_RIGHT <const> = { "light", "r78", "rangers", "r58" }
local BRITISH_CENTRE <const> = { "r78", "r81", "light", "r58", "grenadiers" }
local BRITISH_LEFT <const> = { "grenadiers", "r27", "r81", "r20", "watteville" }

local script = {
  -- The plans of the morning. Stuart: forward in echelon from the right, Oswald behind. Reynier: the left wing to
  -- break the British right on the river, Peyri after it, the chasseurs round the northern flank, Digonet to wait.
  turn(0) {
    a "write_order" { formation = "kempt", verb = "attack", target = { 1800, 160 }, target_end = { 1800, 500 } },
    a "write_order" { formation = "acland", verb = "attack", target = { 1850, 650 }, target_end = { 1850, 1250 } },
    a "write_order" { formation = "cole", verb = "attack", target = { 2000, 1400 }, target_end = { 2000, 2050 } },
    a "write_order" { formation = "oswald", verb = "move", target = { 750, 700 }, target_end = { 750, 1150 } },
    b "write_order" { formation = "compere", verb = "attack", target = { 600, 250 }, target_end = { 600, 950 } },
    b "write_order" { formation = "peyri", verb = "attack", target = { 600, 1050 }, target_end = { 600, 1450 } },
    b "write_order" { formation = "digonet", verb = "hold" },
    b "write_order" { formation = "chasseurs", verb = "attack", target = { 1350, 1950 }, target_end = { 1350, 2100 } },
    b "write_order" { formation = "french_guns", verb = "hold" },
  },

  -- Orders of the battle, with their couriers: each general gives one a bound, to ground that he sees.
  turn(3, "command") {
    a "issue_order" { general = "stuart", formation = "oswald", verb = "attack", optional = true,
      target = { 1800, 700 }, target_end = { 1800, 1150 } },
    b "issue_order" { general = "reynier", formation = "digonet", verb = "attack", optional = true,
      target = { 900, 1450 }, target_end = { 900, 1900 } },
  },
  turn(8, "command") {
    a "issue_order" { general = "kempt_himself", formation = "kempt", verb = "attack", optional = true,
      target = { 2300, 300 }, target_end = { 2300, 700 } },
    a "issue_order" { general = "cole_himself", formation = "cole", verb = "attack", optional = true,
      target = { 2300, 1300 }, target_end = { 2300, 1900 } },
    b "issue_order" { general = "reynier", formation = "digonet", verb = "hold", optional = true },
  },

  turns(2, LAST, "declare") {
    a "declare_attack" { unit = "light", target = FRENCH_LEFT },
    a "declare_attack" { unit = "r78", target = FRENCH_CENTRE },
    a "declare_attack" { unit = "r81", target = { "ligne_2", "poles_1", "poles_2", "swiss" } },
    a "declare_attack" { unit = "r58", target = FRENCH_CENTRE },
    a "declare_attack" { unit = "watteville", target = FRENCH_CENTRE },
    a "declare_attack" { unit = "grenadiers", target = FRENCH_RIGHT },
    a "declare_attack" { unit = "r27", target = { "leger23_1", "leger23_2", "swiss" } },
    a "declare_attack" { unit = "r20", target = { "leger23_2", "leger23_1" } },
    b "declare_attack" { unit = "leger_1", target = BRITISH_RIGHT },
    b "declare_attack" { unit = "leger_2", target = BRITISH_RIGHT },
    b "declare_attack" { unit = "ligne_1", target = BRITISH_CENTRE },
    b "declare_attack" { unit = "ligne_2", target = BRITISH_CENTRE },
    b "declare_attack" { unit = "poles_1", target = BRITISH_CENTRE },
    b "declare_attack" { unit = "poles_2", target = { "r81", "grenadiers", "r78" } },
    b "declare_attack" { unit = "swiss", target = { "grenadiers", "r81" } },
    b "declare_attack" { unit = "leger23_1", target = BRITISH_LEFT },
    b "declare_attack" { unit = "leger23_2", target = BRITISH_LEFT },
    b "declare_attack" { unit = "chasseurs_1", target = { "cole_guns", "r20", "r27" } },
    b "declare_attack" { unit = "chasseurs_2", target = { "r20", "cole_guns" } },
    b "declare_attack" { unit = "chasseurs_3", target = { "r20", "cole_guns" } },
  },

  turns(1, LAST, "fire") {
    a "fire" { unit = "kempt_guns", target = FRENCH_LEFT },
    a "fire" { unit = "acland_guns", target = FRENCH_CENTRE },
    a "fire" { unit = "cole_guns", target = {
      "chasseurs_1", "chasseurs_2", "chasseurs_3", "swiss", "leger23_1", "leger23_2", "horse_guns",
    } },
    b "fire" { unit = "horse_guns", target = { "r27", "grenadiers", "r81", "r20", "cole_guns" } },
    a "skirmish_fire" { unit = "rangers", target = FRENCH_LEFT },
    b "skirmish_fire" { unit = "voltigeurs", target = BRITISH_RIGHT },
    a "reply" { unit = "light", target = { "voltigeurs" } },
    b "reply" { unit = "leger_1", target = { "rangers" } },
  },

  -- Victors follow up, which Kempt's men did; the reserve rallies where it stands.
  turns(2, LAST, "winners") {
    a "winner_choice" { unit = { "light", "r78", "r81", "grenadiers", "r27" }, choice = "follow_up" },
    a "winner_choice" { unit = { "r58", "watteville", "r20" }, choice = "rally" },
    b "winner_choice" { unit = { "leger_1", "leger_2", "ligne_1", "ligne_2" }, choice = "follow_up" },
  },
}

--- A battalion in line: `along` is how far north its centre stands.
local function line_of(side_facing)
  return function(x, along, given)
    given.at, given.facing, given.troop = { x, along }, side_facing, given.troop or "infantry"
    return given
  end
end
local british <const>, french <const> = line_of "east", line_of "west"

scenario {
  title = "Maida", ruleset = "fusilier", seed = 1806, last_turn = LAST,
  doc = "Stuart's British and Reynier's French meet on the plain of the Lamato, 4 July 1806.",
  source = "Stuart's dispatch, 1806; Reynier to Joseph Bonaparte, 1806; Oman, 1912; Fortescue, 1921; Hopton, 2002",
  year = 1806, start_min = 8 * 60 + 30, break_percent = 40,

  ground = { width = 2600, depth = 2200,
    -- The river, in July nowhere over the knee, with thickets on both banks; low scrub again north of the plain,
    -- where the 20th came up.
    area "lamato" { terrain = "stream_knee",
      outline = { { 0, 30 }, { 700, 60 }, { 1400, 40 }, { 2000, 70 }, { 2600, 50 },
        { 2600, 90 }, { 2000, 110 }, { 1400, 80 }, { 700, 100 }, { 0, 70 } } },
    area "river_scrub" { terrain = "open_woods", broken = true,
      outline = { { 900, 88 }, { 1400, 82 }, { 1560, 92 }, { 1520, 210 }, { 1200, 230 }, { 930, 180 } } },
    area "northern_scrub" { terrain = "open_woods", broken = true,
      outline = { { 500, 2120 }, { 900, 2100 }, { 1100, 2140 }, { 1100, 2200 }, { 500, 2200 } } },
    area "maida_heights" { terrain = "open", hill = 30,
      outline = { { 2250, 100 }, { 2600, 95 }, { 2600, 800 }, { 2400, 560 } } },
  },

  side "a" { name = "the British", army = "other",
    leader "stuart" { name = "Sir John Stuart", rank = "division", at = { 560, 900 }, facing = "east" },
    formation "stuarts_force" { name = "Stuart's force", level = "division", commander = "stuart",
      -- 7: picked companies of seven battalions, drilled together for months.
      formation "kempt" { name = "Kempt's brigade", quality = 7, commander = "kempt_himself",
        unit "light" (british(820, 430, { name = "Light Battalion", number = "11", men = 690, ranks = 2 })),
        unit "rangers" (british(940, 190, { name = "Corsican and Sicilian Rangers", number = "12", men = 270,
          ranks = 2, drill = "skirmish" })),
        unit "kempt_guns" (british(850, 625, { name = "Kempt's guns", number = "1", troop = "light_artillery",
          guns = 2, calibre_pdr = 4, quality = 6 })),
      },
      -- 6: the 78th young and eager, the 81st steady; both fired low and stood a charge of horse.
      formation "acland" { name = "Acland's brigade", quality = 6, commander = "acland_himself",
        unit "r78" (british(720, 840, { name = "2/78th Highlanders", number = "21", men = 740, ranks = 2 })),
        unit "r81" (british(720, 1190, { name = "1/81st Foot", number = "22", men = 600, ranks = 2 })),
        unit "acland_guns" (british(730, 1365, { name = "Acland's guns", number = "2", troop = "light_artillery",
          guns = 3, calibre_pdr = 4, quality = 6 })),
      },
      -- 6: picked grenadier companies and a regiment of Egypt; so is the 20th.
      formation "cole" { name = "Cole's brigade", quality = 6, commander = "cole_himself",
        unit "grenadiers" (british(600, 1520, { name = "Grenadier Battalion", number = "31", men = 490, ranks = 2 })),
        unit "r27" (british(600, 1850, { name = "1/27th Inniskillings", number = "32", men = 780, ranks = 2 })),
        unit "r20" (british(40, 2110, { name = "20th Foot (Ross)", number = "33", men = 580, ranks = 2,
          drill = "column", companies = 8 })),
        unit "cole_guns" (british(640, 2070, { name = "Cole's guns", number = "3", troop = "light_artillery",
          guns = 3, calibre_pdr = 4, quality = 6 })),
      },
      -- 6: the 58th of Egypt; Watteville's Swiss, long in British pay.
      formation "oswald" { name = "Oswald's brigade", quality = 6, commander = "oswald_himself",
        unit "r58" (british(480, 760, { name = "1/58th Foot", number = "41", men = 580, ranks = 2 })),
        unit "watteville" (british(480, 1010, { name = "Watteville's Swiss", number = "42", men = 290, ranks = 2 })),
      },
      leader "kempt_himself" { name = "Lieutenant-Colonel Kempt", rank = "brigade", temperament = "rash",
        with = "light", at = { 790, 430 }, facing = "east" },
      leader "acland_himself" { name = "Brigadier Acland", rank = "brigade", with = "r78", at = { 690, 840 },
        facing = "east" },
      leader "cole_himself" { name = "Brigadier Cole", rank = "brigade", temperament = "cautious", with = "r27",
        at = { 570, 1850 }, facing = "east" },
      leader "oswald_himself" { name = "Colonel Oswald", rank = "brigade", with = "r58", at = { 450, 760 },
        facing = "east" },
    },
  },

  side "b" { name = "the French", army = "french",
    leader "reynier" { name = "General Reynier", rank = "division", at = { 2150, 1150 }, facing = "west" },
    formation "reyniers_division" { name = "Reynier's division", level = "division", commander = "reynier",
      -- 6: old soldiers of Italy, sure of an easy morning.
      formation "compere" { name = "Compère's brigade", quality = 6, commander = "compere_himself",
        unit "leger_1" (french(1680, 340, { name = "1/1er Léger", number = "51", men = 610, ranks = 3 })),
        unit "leger_2" (french(1680, 580, { name = "2/1er Léger", number = "52", men = 610, ranks = 3 })),
        unit "ligne_1" (french(1740, 790, { name = "1/42e Ligne", number = "53", men = 500, ranks = 3 })),
        unit "ligne_2" (french(1740, 980, { name = "2/42e Ligne", number = "54", men = 500, ranks = 3 })),
        unit "voltigeurs" (french(1560, 170, { name = "Voltigeurs", number = "55", men = 180, ranks = 3,
          drill = "skirmish" })),
      },
      -- 4: Poles new to the field, Swiss newly raised.
      formation "peyri" { name = "Peyri's brigade", quality = 4, commander = "peyri_himself",
        unit "poles_1" (french(1860, 1140, { name = "1/1st Poles", number = "61", men = 470, ranks = 3 })),
        unit "poles_2" (french(1860, 1310, { name = "2/1st Poles", number = "62", men = 470, ranks = 3 })),
        unit "swiss" (french(1860, 1500, { name = "1/1st Swiss", number = "63", men = 560, ranks = 3 })),
      },
      -- 5: good light infantry, the last in line, who covered the retreat.
      formation "digonet" { name = "Digonet's brigade", quality = 5, commander = "digonet_himself",
        unit "leger23_1" (french(2000, 1730, { name = "1/23e Léger", number = "71", men = 625, ranks = 3 })),
        unit "leger23_2" (french(2000, 1960, { name = "2/23e Léger", number = "72", men = 625, ranks = 3 })),
      },
      -- 5: average light horse.
      formation "chasseurs" { name = "the 9e Chasseurs", quality = 5,
        unit "chasseurs_1" (french(1680, 1780, { name = "9e Chasseurs, right", number = "81", troop = "cavalry",
          men = 110, ranks = 2, weight = "light" })),
        unit "chasseurs_2" (french(1680, 1880, { name = "9e Chasseurs, centre", number = "82", troop = "cavalry",
          men = 110, ranks = 2, weight = "light" })),
        unit "chasseurs_3" (french(1680, 1980, { name = "9e Chasseurs, left", number = "83", troop = "cavalry",
          men = 110, ranks = 2, weight = "light" })),
      },
      formation "french_guns" { name = "Reynier's guns", quality = 6,
        unit "horse_guns" (french(1830, 1625, { name = "Horse artillery", number = "5", troop = "horse_artillery",
          guns = 4, calibre_pdr = 6, quality = 6 })),
      },
      leader "compere_himself" { name = "General Compère", rank = "brigade", temperament = "rash", with = "leger_1",
        at = { 1710, 340 }, facing = "west" },
      leader "peyri_himself" { name = "General Peyri", rank = "brigade", with = "poles_1", at = { 1890, 1140 },
        facing = "west" },
      leader "digonet_himself" { name = "General Digonet", rank = "brigade", temperament = "cautious",
        with = "leger23_1", at = { 2030, 1730 }, facing = "west" },
    },
  },

  script = script,
}
