-- Maida, 4 July 1806: Sir John Stuart's British against Reynier's French on the plain of the Lamato, in Calabria.
--
-- Sources: Stuart's dispatch of 6 July (London Gazette Extraordinary, 5 September 1806); Reynier to Joseph Bonaparte,
-- 5 July 1806 (The Confidential Correspondence of Napoleon Bonaparte with his Brother Joseph, 1855); Henry Bunbury,
-- Narratives of some Passages in the Great War with France (1854); Charles Boothby, Under England's Flag (1900);
-- Charles Oman, Wellington's Army (1912), which takes back the French columns of his lecture of 1907, and Studies in
-- the Napoleonic Wars (1929); John Fortescue, A History of the British Army, volume V (second edition, 1921); James R.
-- Arnold, A Reappraisal of Column versus Line in the Peninsular War (2004); Richard Hopton, The Battle of Maida (2002).
--
-- From them: who was there and in which brigades; that the French crossed the Lamato and fought in line, the left wing
-- foremost and the right refused; that the British came on in echelon from the right, two deep; the strengths, to the
-- nearest ten (of the French brigades 2,400, 1,500 and 1,250: the first is Reynier's word, later lists differ);
-- four-pounders with the British brigades; skirmishing in the thickets by the river; the chasseurs about the British
-- left until the 20th, landed that morning, came up there; Compère hit and taken at the head of his men.
-- Inferred: how the men of a French brigade divide among its battalions; their three ranks, which are the regulation;
-- 180 of the 1er léger out as skirmishers; the calibre of Reynier's four horse guns; quality factors; temperaments, by
-- repute: Compère and Kempt quick, Cole and Digonet slow; all positions, to about 50 m. The Light Battalion has the
-- flankers of the 35th with it, and the Corsican and Sicilian rangers are one battalion. The 20th stands by its wings,
-- since a brigade has two units. Oswald's two guns and the six-pounders, of which little is heard, are left out.
--
-- North is up, the sea lies beyond the western edge; a millimetre is a metre. The seed is chosen
-- (tests/tools/seeds.lua tells how others end) so that generals fall, Compère among them, as he did, and so that rash
-- and cautious generals lose the British the battle that they won without. Of the first forty seeds 32 are British
-- victories.
--
-- What it is about: Reynier barred the road inland from the heights under Maida, and came down from them of his own
-- choice; with an army still there at the end of the day he would have had Stuart re-embark. So the British have to
-- break him in two hours, and the French, led by a solo commander, are there to hold.
-- To record it again:
--   ./limber run scenarios/fusilier/maida.lua --record scenarios/fusilier/maida.replay
--   ./limber run scenarios/fusilier/maida.lua --variant rash_cautious_generals \
--     --record scenarios/fusilier/maida_rash_cautious.replay

local LAST <const> = 12

-- Whom each would rather attack, or fire at: of a list, the first that orders, eyes and legs allow.
local FRENCH_LEFT <const> = { "leger_1", "leger_2", "ligne_1", "ligne_2", "poles_1" }
local FRENCH_CENTRE <const> = { "ligne_1", "ligne_2", "poles_1", "poles_2", "leger_2", "swiss" }
local FRENCH_RIGHT <const> = { "swiss", "poles_2", "leger23_1", "leger23_2", "poles_1" }
local ROSS <const> = { "chasseurs_1", "chasseurs_2", "chasseurs_3", "leger23_2", "leger23_1" }
local BRITISH_RIGHT <const> = { "light", "r78", "rangers", "r58" }
local BRITISH_CENTRE <const> = { "r78", "r81", "light", "r58", "grenadiers" }
local BRITISH_LEFT <const> = { "grenadiers", "r27", "r81", "r20_right", "r20_left" }

local script = {
  -- The plans of the morning. Stuart: forward in echelon, Kempt and Acland to attack, Cole to keep back on the left,
  -- Oswald to follow. Reynier: Compère to break the British right on the river; Peyri to come up behind his right, the
  -- chasseurs to ride about before the British left, Digonet to wait.
  turn(0) {
    a "write_order" { formation = "kempt", verb = "attack", aim = "the French left on the river",
      target = { 1900, 130 }, target_end = { 1900, 480 } },
    a "write_order" { formation = "acland", verb = "attack", aim = "what is before it",
      target = { 1950, 600 }, target_end = { 1950, 1200 } },
    a "write_order" { formation = "cole", verb = "move", aim = "up on the left of Acland",
      target = { 900, 1300 }, target_end = { 900, 1940 } },
    a "write_order" { formation = "oswald", verb = "move", aim = "behind Acland",
      target = { 900, 600 }, target_end = { 900, 1050 } },
    a "write_order" { formation = "ross", verb = "hold" },
    b "write_order" { formation = "compere", verb = "attack", aim = "the British right",
      target = { 500, 150 }, target_end = { 500, 900 } },
    b "write_order" { formation = "peyri", verb = "move", aim = "up on the right of Compère",
      target = { 1450, 1000 }, target_end = { 1450, 1450 } },
    b "write_order" { formation = "digonet", verb = "hold" },
    b "write_order" { formation = "chasseurs", verb = "move", aim = "before the British left",
      target = { 1450, 2050 }, target_end = { 1450, 2250 } },
    b "write_order" { formation = "french_guns", verb = "move", aim = "up to Peyri",
      target = { 1550, 1530 } },
  },

  -- Orders of the battle, with their couriers: a general gives one a bound, about ground that he sees.
  turn(3, "command") {
    a "issue_order" { general = "stuart", formation = "ross", verb = "move", aim = "up to the left of Cole",
      target = { 750, 2075 }, target_end = { 750, 2225 }, optional = true },
    b "issue_order" { general = "reynier", formation = "peyri", verb = "attack", aim = "the British centre",
      target = { 700, 950 }, target_end = { 700, 1450 }, optional = true },
  },
  turn(4, "command") {
    a "issue_order" { general = "stuart", formation = "oswald", verb = "attack", aim = "with Acland",
      target = { 1750, 700 }, target_end = { 1750, 1150 }, optional = true },
    b "issue_order" { general = "reynier", formation = "chasseurs", verb = "attack", aim = "round the British left",
      target = { 650, 2190 }, target_end = { 650, 2258 }, optional = true },
  },
  turn(5, "command") {
    a "issue_order" { general = "stuart", formation = "cole", verb = "attack", aim = "the French right",
      target = { 1800, 1300 }, target_end = { 1800, 1940 }, optional = true },
  },
  turn(6, "command") {
    b "issue_order" { general = "reynier", formation = "digonet", verb = "attack", aim = "the British left",
      target = { 1300, 1450 }, target_end = { 1300, 2000 }, optional = true },
  },
  turn(7, "command") {
    a "issue_order" { general = "stuart", formation = "ross", verb = "attack", aim = "with Cole",
      target = { 1850, 1950 }, target_end = { 1850, 2200 }, optional = true },
  },
  turn(9, "command") {
    a "issue_order" { general = "kempt_himself", formation = "kempt", verb = "attack", aim = "those who still stand",
      target = { 2300, 300 }, target_end = { 2300, 1200 }, optional = true },
    b "issue_order" { general = "reynier", formation = "compere", verb = "withdraw", aim = "to the heights",
      target = { 2450, 900 }, target_end = { 2450, 1400 }, optional = true },
  },

  -- The generals ride forward to see; the horse artillery limbers up, goes forward and unlimbers.
  turn(3, "movement") {
    a "move_general" { general = "stuart", to = { 620, 900 } },
    b "move_general" { general = "reynier", to = { 1850, 1400 } },
  },
  turn(4, "movement") {
    b "move" { unit = "horse_guns", optional = true, legs = {
      { evolve = "limbered" }, { to = { 1560, 1530 } }, { evolve = "unlimbered" },
    } },
  },
  -- Ross forms line when he is up.
  turns(7, LAST, "movement") {
    a "move" { unit = "r20_right", evolve = "line" },
    a "move" { unit = "r20_left", evolve = "line" },
  },

  turns(2, LAST, "declare") {
    a "declare_attack" { unit = "light", target = FRENCH_LEFT },
    a "declare_attack" { unit = "r78", target = FRENCH_CENTRE },
    a "declare_attack" { unit = "r81", target = { "ligne_2", "poles_1", "poles_2", "swiss" } },
    a "declare_attack" { unit = "r58", target = FRENCH_CENTRE },
    a "declare_attack" { unit = "watteville", target = FRENCH_CENTRE },
    a "declare_attack" { unit = "grenadiers", target = FRENCH_RIGHT },
    a "declare_attack" { unit = "r27", target = { "leger23_1", "leger23_2", "swiss" } },
    a "declare_attack" { unit = "r20_right", target = ROSS },
    a "declare_attack" { unit = "r20_left", target = ROSS },
    b "declare_attack" { unit = "leger_1", target = BRITISH_RIGHT },
    b "declare_attack" { unit = "leger_2", target = BRITISH_RIGHT },
    b "declare_attack" { unit = "ligne_1", target = BRITISH_CENTRE },
    b "declare_attack" { unit = "ligne_2", target = BRITISH_CENTRE },
    b "declare_attack" { unit = "poles_1", target = BRITISH_CENTRE },
    b "declare_attack" { unit = "poles_2", target = { "r81", "grenadiers", "r78" } },
    b "declare_attack" { unit = "swiss", target = { "grenadiers", "r81" } },
    b "declare_attack" { unit = "leger23_1", target = BRITISH_LEFT },
    b "declare_attack" { unit = "leger23_2", target = BRITISH_LEFT },
  },

  -- The chasseurs wait for their chance: then the guns, the 27th's flank, or the 20th as it comes up.
  turns(6, LAST, "declare") {
    b "declare_attack" { unit = "chasseurs_1", target = { "cole_guns", "r27" } },
    b "declare_attack" { unit = "chasseurs_2", target = { "cole_guns", "r27", "r20_right" } },
    b "declare_attack" { unit = "chasseurs_3", target = { "r27", "r20_right", "r20_left" } },
  },

  turns(1, LAST, "fire") {
    a "fire" { unit = "kempt_guns", target = FRENCH_LEFT },
    a "fire" { unit = "acland_guns", target = FRENCH_CENTRE },
    a "fire" { unit = "cole_guns", target = {
      "chasseurs_1", "chasseurs_2", "chasseurs_3", "swiss", "leger23_1", "leger23_2", "horse_guns",
    } },
    b "fire" { unit = "horse_guns", target = { "r27", "grenadiers", "r81", "cole_guns" } },
    a "skirmish_fire" { unit = "rangers", target = FRENCH_LEFT },
    b "skirmish_fire" { unit = "voltigeurs", target = BRITISH_RIGHT },
    a "reply" { unit = "light", target = "voltigeurs" },
    b "reply" { unit = "leger_1", target = "rangers" },
  },

  -- Winners follow up, but for the reserves.
  turns(2, LAST, "winners") {
    a "winner_choice" { unit = "light", choice = "follow_up" },
    a "winner_choice" { unit = "r78", choice = "follow_up" },
    a "winner_choice" { unit = "r81", choice = "follow_up" },
    a "winner_choice" { unit = "grenadiers", choice = "follow_up" },
    a "winner_choice" { unit = "r27", choice = "rally" },
    a "winner_choice" { unit = "r20_right", choice = "rally" },
    a "winner_choice" { unit = "r58", choice = "rally" },
    b "winner_choice" { unit = "leger_1", choice = "follow_up" },
    b "winner_choice" { unit = "leger_2", choice = "follow_up" },
    b "winner_choice" { unit = "ligne_1", choice = "follow_up" },
    b "winner_choice" { unit = "ligne_2", choice = "follow_up" },
  },
}

scenario {
  title = "Maida", ruleset = "fusilier", seed = 32, last_turn = LAST,
  doc = "Stuart's British and Reynier's French meet on the plain of the Lamato, 4 July 1806.",
  source = "Stuart's dispatch, 1806; Reynier to Joseph Bonaparte, 1806; Oman, 1912; Fortescue, 1921; Hopton, 2002",
  year = 1806, start_min = 8 * 60 + 30, break_percent = 40,

  ground = { width = 2600, depth = 2300,
    -- The river, in July nowhere over the knee, with thickets by it; scrub again north of the plain, where the 20th
    -- came up; the heights under Maida, where the French had camped.
    area "lamato" { terrain = "stream_knee", width = 40,
      along = { { 0, 50 }, { 700, 80 }, { 1400, 60 }, { 2000, 90 }, { 2600, 70 } } },
    area "river_scrub" { terrain = "open", broken = true,
      outline = { { 900, 88 }, { 1400, 82 }, { 1560, 92 }, { 1520, 190 }, { 1200, 205 }, { 930, 170 } } },
    area "northern_scrub" { terrain = "open", broken = true,
      outline = { { 350, 2220 }, { 800, 2200 }, { 950, 2240 }, { 950, 2300 }, { 350, 2300 } } },
    area "maida_heights" { name = "the heights of Maida", terrain = "open", hill = 30, objective = true,
      outline = { { 2250, 105 }, { 2600, 95 }, { 2600, 800 }, { 2400, 560 } } },
  },

  -- A formation is drawn up from its left end, `from`, by the frontages of its units: with `facing = "east"` from north
  -- to south, with "west" from south to north.
  side "a" { name = "the British", army = "other", facing = "east", edge = "west", task = "attack", mission = "destroy",
    leader "stuart" { name = "Sir John Stuart", rank = "division", at = { 330, 900 } },
    formation "stuarts_force" { name = "Stuart's force", level = "division", commander = "stuart",
      -- 7: picked companies of seven battalions, drilled together for months.
      formation "kempt" { name = "Kempt's brigade", quality = 7, commander = "kempt_himself",
        from = { 560, 500 }, gap = 15,
        unit "kempt_guns" { name = "Kempt's battery", number = "1", troop = "light_artillery", guns = 2,
          calibre_pdr = 4, quality = 6, attached_to = "light" },
        unit "light" { name = "Light Battalion", number = "11", troop = "infantry", men = 690, ranks = 2 },
        unit "rangers" { name = "Battalion of Rangers", number = "12", troop = "infantry", men = 270,
          ranks = 2, drill = "skirmish", at = { 640, 150 } },
      },
      -- 5: the 78th a young battalion, the 81st good average line.
      formation "acland" { name = "Acland's brigade", quality = 5, commander = "acland_himself",
        from = { 450, 1240 }, gap = 15,
        unit "acland_guns" { name = "Acland's battery", number = "2", troop = "light_artillery", guns = 3,
          calibre_pdr = 4, quality = 6, attached_to = "r81" },
        unit "r81" { name = "1/81st Foot", number = "22", troop = "infantry", men = 600, ranks = 2 },
        unit "r78" { name = "2/78th Foot", number = "21", troop = "infantry", men = 740, ranks = 2 },
      },
      -- 6: picked grenadier companies, and a regiment of Egypt.
      formation "cole" { name = "Cole's brigade", quality = 6, commander = "cole_himself",
        from = { 360, 1945 }, gap = 15,
        unit "cole_guns" { name = "Cole's battery", number = "3", troop = "light_artillery", guns = 3, calibre_pdr = 4,
          quality = 6, attached_to = "r27" },
        unit "r27" { name = "1/27th Foot", number = "32", troop = "infantry", men = 780, ranks = 2 },
        unit "grenadiers" { name = "Grenadier Battalion", number = "31", troop = "infantry", men = 490, ranks = 2 },
      },
      -- 6: as the 27th. One battalion, by its wings, for a brigade has two units (1.1); in column, late from the beach.
      formation "ross" { name = "Ross's 20th", quality = 6, commander = "ross_himself",
        unit "r20_right" { name = "20th Foot, right wing", number = "35", troop = "infantry", men = 290, ranks = 2,
          drill = "column", companies = 4, at = { 65, 2075 } },
        unit "r20_left" { name = "20th Foot, left wing", number = "36", troop = "infantry", men = 290, ranks = 2,
          drill = "column", companies = 4, at = { 65, 2225 } },
      },
      -- 6: the 58th of Egypt; Watteville's Swiss, long in British pay.
      formation "oswald" { name = "Oswald's brigade", quality = 6, commander = "oswald_himself",
        from = { 280, 1000 }, gap = 40,
        unit "watteville" { name = "Watteville's Regiment", number = "42", troop = "infantry", men = 290, ranks = 2 },
        unit "r58" { name = "1/58th Foot", number = "41", troop = "infantry", men = 580, ranks = 2 },
      },
      leader "kempt_himself" { name = "Lieutenant-Colonel Kempt", rank = "brigade", temperament = "rash",
        with = "light", behind = "light", gap = 10 },
      leader "acland_himself" { name = "Brigadier Acland", rank = "brigade", with = "r78", behind = "r78", gap = 10 },
      leader "cole_himself" { name = "Brigadier Cole", rank = "brigade", temperament = "cautious", with = "r27",
        behind = "r27", gap = 10 },
      leader "ross_himself" { name = "Lieutenant-Colonel Ross", rank = "brigade", with = "r20_right",
        right_of = "r20_right", gap = 10 },
      leader "oswald_himself" { name = "Colonel Oswald", rank = "brigade", with = "r58", behind = "r58", gap = 10 },
    },
  },

  side "b" { name = "the French", army = "french", facing = "west", edge = "east", task = "hold",
    leader "reynier" { name = "General Reynier", rank = "division", at = { 2050, 1150 } },
    formation "reyniers_division" { name = "Reynier's division", level = "division", commander = "reynier",
      -- 6: old soldiers of Italy, sure of an easy morning.
      formation "compere" { name = "Compère's brigade", quality = 6, commander = "compere_himself",
        from = { 1700, 140 }, gap = 15,
        unit "leger_1" { name = "1/1er Léger", number = "51", troop = "infantry", men = 610, ranks = 3 },
        unit "leger_2" { name = "2/1er Léger", number = "52", troop = "infantry", men = 610, ranks = 3 },
        unit "ligne_1" { name = "1/42e Ligne", number = "53", troop = "infantry", men = 500, ranks = 3 },
        unit "ligne_2" { name = "2/42e Ligne", number = "54", troop = "infantry", men = 500, ranks = 3 },
        unit "voltigeurs" { name = "Voltigeur detachment", number = "55", troop = "infantry", men = 180, ranks = 3,
          drill = "skirmish", at = { 1570, 130 } },
      },
      -- 4: Poles new to the field, Swiss newly raised.
      formation "peyri" { name = "Peyri's brigade", quality = 4, commander = "peyri_himself",
        from = { 1850, 980 }, gap = 15,
        unit "poles_1" { name = "1/1st Polish", number = "61", troop = "infantry", men = 470, ranks = 3 },
        unit "poles_2" { name = "2/1st Polish", number = "62", troop = "infantry", men = 470, ranks = 3 },
        unit "swiss" { name = "1/1st Swiss", number = "63", troop = "infantry", men = 560, ranks = 3 },
      },
      -- 5: good light infantry, the last in line, who covered the retreat.
      formation "digonet" { name = "Digonet's brigade", quality = 5, commander = "digonet_himself",
        from = { 1960, 1560 }, gap = 15,
        unit "leger23_1" { name = "1/23e Léger", number = "71", troop = "infantry", men = 625, ranks = 3 },
        unit "leger23_2" { name = "2/23e Léger", number = "72", troop = "infantry", men = 625, ranks = 3 },
      },
      -- 5: average light horse.
      formation "chasseurs" { name = "Reynier's cavalry", quality = 5, from = { 1700, 2010 }, gap = 15,
        unit "chasseurs_1" { name = "9e Chasseurs, left squadron", number = "81", troop = "cavalry", men = 110,
          ranks = 2, weight = "light" },
        unit "chasseurs_2" { name = "9e Chasseurs, centre squadron", number = "82", troop = "cavalry", men = 110,
          ranks = 2, weight = "light" },
        unit "chasseurs_3" { name = "9e Chasseurs, right squadron", number = "83", troop = "cavalry", men = 110,
          ranks = 2, weight = "light" },
      },
      formation "french_guns" { name = "Reynier's artillery", quality = 6,
        unit "horse_guns" { name = "Horse battery", number = "5", troop = "horse_artillery", guns = 4,
          calibre_pdr = 6, at = { 1820, 1520 } },
      },
      leader "compere_himself" { name = "General Compère", rank = "brigade", temperament = "rash", with = "leger_1",
        behind = "leger_1", gap = 10 },
      leader "peyri_himself" { name = "General Peyri", rank = "brigade", with = "poles_1", behind = "poles_1",
        gap = 10 },
      leader "digonet_himself" { name = "General Digonet", rank = "brigade", temperament = "cautious",
        with = "leger23_1", behind = "leger23_1", gap = 10 },
    },
  },

  script = script,
}
