-- Lobositz, 1 October 1756: Frederick's Prussians come out of the Bohemian hills upon Browne's Austrians by the Elbe.
--
-- Sources: Frederick's letters of October 1756 (Politische Correspondenz, volume XIII; in German in Volz, Werke);
-- Rödenbeck's Tagebuch, for the losses; Carlyle, History of Friedrich II, book XVII; Bräker of the Itzenplitz
-- regiment, in his life of himself; Quandt, Die Schlacht bei Lobositz (1909), as retold at kuk-wehrmacht.de; the pages
-- of the battle at Kronoskaf, Project Seven Years War; Redman, Frederick the Great and the Seven Years' War (2015).
--
-- From them: the strengths; the Croats and grenadiers, some 2,000, among the walls of the vineyards on the Lobosch,
-- and Lacy's battalions coming up to them; Kyau's charge, and the second of all the horse, which nobody had ordered,
-- into ditches and the fire of Sulowitz and of sixty guns; that it was drawn up again behind the foot; Bevern's wing
-- clearing the hill, and with its cartridges spent going down upon Lobositz with the bayonet, in echelon; the town on
-- fire; Browne drawing off his right over the Morellenbach, his left and centre behind it hardly engaged. Itzenplitz,
-- Manteuffel, Kleist's grenadiers, the Bayreuth Dragoons and the Stampach Cuirassiers are where accounts name them.
-- Inferred: the other regiments, which lend their names to bodies larger than themselves; which stood where within a
-- wing; all positions, to a unit's breadth; grades, which are those of the lists. Kyau and Gessler share the horse
-- between them. Hussars on the Prussian side, 300 of them, are left out, and so are battalion guns.
--
-- A unit is three or four battalions, 10 to 16 squadrons, or a dozen or two of the heavier guns; a millimetre is some
-- three metres. The Prussians come from the western edge (on the ground, the north-west), with the Lobosch on their
-- left and the Homolka on their right. The fog that hid Browne's army until noon is not simulated: all see all. What
-- the horse did against orders, and the burning of the town in the evening, are in the script.
--
-- What each side was there for: the Prussians to clear the Lobosch and go down upon Lobositz; Browne only "to defend
-- himself" (Carlyle): to keep the line of the brook, from Lobositz to Sulowitz. The Lobosch was his outpost: he fed it,
-- and did not stake the army on it; told to hold it, a solo commander sends his left and centre up the hill too, which
-- were hardly engaged. So the plans of solo commanders have these missions, and weigh on the stances that they throw
-- for (mission_stances): Bevern had his orders to attack.
-- The hill counts for twice the town: from its foot the Prussians set Lobositz on fire, and "the Austrians have to quit
-- it instantly" (Carlyle). The script burns the town in the evening; these rules know no fire, and in a battle of solo
-- commanders its garrison sits there until night, so who has the Lobosch there has won.
--
-- The seed is chosen (tests/tools/seeds.lua tells how others end) so that Lobositz itself is taken, as it is with no
-- other seed of the first 60, and Draskovich's Croats are lost. Of those 60 the Prussians win 45, mostly by the
-- Lobosch alone; 9 are drawn and 6 are Austrian victories. To record it again:
--   ./limber run scenarios/horse_and_musket/lobositz.lua --record scenarios/horse_and_musket/lobositz.replay

local LAST <const>, EVENING <const> = 18, 14

--- Standing orders for movement, or another step: each of these units does the first of these that it can.
local function each(from, to, step, side, word, units, readings)
  local orders = {}
  for _, unit in ipairs(units) do
    for _, reading in ipairs(readings) do
      local cmd = { unit = unit }
      for key, value in pairs(reading) do cmd[key] = value end
      orders[#orders + 1] = side(word)(cmd)
    end
  end
  return turns(from, to, step)(orders)
end

--- Forward, as far as the going lets them.
local function advance(from, to, side, most, units)
  return each(from, to, "movement", side, "move", units,
    { { distance = most }, { distance = most * 2 // 3 }, { distance = most // 3 } })
end

local function retire(from, to, side, most, units)
  return each(from, to, "movement", side, "retire", units, { { distance = most }, { distance = most // 2 } })
end

local function charge(from, to, side, units, targets)
  return each(from, to, "charges", side, "charge", units, { { target = targets } })
end

local function fire(from, to, side, units, targets)
  return each(from, to, "firing", side, "fire", units, { { target = targets } })
end

local function cannonade(from, to, side, units, targets)
  return each(from, to, "firing", side, "fire_guns", units, { { target = targets } })
end

local LEFT_WING <const> = { "kleist", "billerbeck", "manteuffel", "bevern", "itzenplitz" }
local STORMERS <const> = { "kleist", "billerbeck", "manteuffel" }
local RIGHT_WING <const> = { "huelsen", "muenchow" }
local KYAU <const> = { "garde", "bayreuth" }
local GESSLER <const> = { "rochow", "driesen", "truchsess" }
local PRUSSIAN_HORSE <const> = { "garde", "bayreuth", "rochow", "driesen", "truchsess" }
local RADICATI <const> = { "joseph", "cordua", "stampach" }
local LACY <const> = { "grenadiers", "esterhazy" }
local ON_THE_LEFT <const> = { "karlstadt", "banalists", "grenadiers", "esterhazy", "hildburghausen", "colloredo",
  "redoubt_guns", "lobositz_guns" }

local script = {
  -- Bevern's wing comes within musket shot of the Croats in the vineyards, fires, and goes in.
  charge(4, LAST, a, LEFT_WING, ON_THE_LEFT),
  advance(1, 2, a, 75, LEFT_WING),
  fire(1, LAST, a, LEFT_WING, ON_THE_LEFT),
  -- Lacy's battalions come up to the Croats.
  charge(4, 9, b, LACY, LEFT_WING),
  advance(3, 4, b, 75, LACY),
  fire(1, LAST, b, { "banalists", "karlstadt", "grenadiers", "esterhazy", "hildburghausen", "colloredo" }, LEFT_WING),

  -- In the evening Lobositz is in flames, and its garrison comes out of it; Browne's right draws off toward the brook.
  turns(EVENING, LAST, "movement") {
    b "leave" { unit = "karlstadt", facing = 90, distance = 0 },
    b "move" { unit = "karlstadt", distance = 120 },
  },
  retire(EVENING, LAST, b, 50, { "hildburghausen", "grenadiers", "esterhazy" }),
  -- Over the hill and down upon Lobositz, with a wheel to the right; one regiment keeps the hill.
  each(EVENING, LAST, "movement", a, "enter", LEFT_WING,
    { { area = "lobositz" }, { area = "lobositz", pivot = 20 }, { area = "lobositz", pivot = 40 } }),
  each(10, 10, "movement", a, "move", { "kleist", "billerbeck" },
    { { distance = 75, pivot = 30 }, { distance = 50, pivot = 30 } }),
  advance(6, LAST, a, 75, STORMERS),
  advance(10, LAST, a, 75, { "itzenplitz" }),
  advance(6, 8, a, 75, { "bevern" }),

  -- Kyau's charge, and Radicati's horse that meets it.
  charge(3, 6, a, KYAU, { "joseph", "cordua", "stampach", "lobositz_guns" }),
  charge(3, 8, b, RADICATI, PRUSSIAN_HORSE),
  advance(1, 2, a, 165, KYAU),
  -- Then all the horse, which nobody has ordered. What is left of it is drawn up again behind the foot, and the right
  -- wing comes forward.
  charge(4, 8, a, GESSLER, { "cordua", "joseph", "stampach", "lobositz_guns", "redoubt_guns" }),
  each(3, 3, "movement", a, "move", GESSLER, { { distance = 165, pivot = -25 }, { distance = 110, pivot = -25 } }),
  advance(4, 6, a, 165, GESSLER),
  retire(9, 11, a, 120, PRUSSIAN_HORSE),
  advance(8, 10, a, 75, RIGHT_WING),
  fire(1, LAST, a, RIGHT_WING, { "harrach", "hadik", "serbelloni" }),
  fire(1, LAST, b, { "harrach" }, RIGHT_WING),

  cannonade(1, LAST, a, { "left_guns", "great_guns" },
    { "banalists", "karlstadt", "grenadiers", "esterhazy", "joseph", "cordua", "stampach", "redoubt_guns" }),
  cannonade(1, LAST, a, { "right_guns" },
    { "cordua", "joseph", "stampach", "lobositz_guns", "redoubt_guns", "harrach", "sulowitz_guns" }),
  cannonade(1, LAST, b, { "redoubt_guns", "sulowitz_guns", "lobositz_guns" },
    { "garde", "bayreuth", "rochow", "driesen", "truchsess", "itzenplitz", "bevern", "huelsen", "muenchow" }),
}

scenario {
  title = "Lobositz", ruleset = "horse_and_musket",
  doc = "Frederick's first battle of the Seven Years War: over the Lobosch, and down upon Lobositz before night.",
  source = "Frederick's letters of October 1756; Kronoskaf; Redman (2015); Carlyle, Friedrich II",
  seed = 51, last_turn = LAST, break_percent = 50, lists = true,
  variants = { "mission_stances" },

  ground = { width = 1800, depth = 1400,
    area "lobosch" { hill = 60, name = "the Lobosch", objective = 4,
      outline = { { 560, 1400 }, { 520, 1180 }, { 620, 960 }, { 820, 900 }, { 1010, 950 }, { 1090, 1100 },
        { 1080, 1400 } } },
    area "vineyards" { terrain = "crops", hill = 60, name = "the vineyards",
      outline = { { 830, 1390 }, { 820, 1180 }, { 840, 960 }, { 940, 950 }, { 950, 1100 }, { 940, 1390 } } },
    area "homolka" { hill = 40, name = "the Homolka",
      outline = { { 330, 500 }, { 480, 560 }, { 620, 480 }, { 660, 300 }, { 600, 120 }, { 440, 60 }, { 320, 180 } } },
    area "elbe" { terrain = "impassable", name = "the Elbe",
      outline = { { 1330, 1400 }, { 1450, 1250 }, { 1600, 1150 }, { 1800, 1110 }, { 1800, 1400 } } },
    area "lobositz" { terrain = "town", name = "Lobositz", objective = 2, rect = { { 1290, 890 }, { 1430, 1010 } } },
    area "sulowitz" { terrain = "town", name = "Sulowitz", rect = { { 1075, 270 }, { 1205, 360 } } },
    area "morellenbach" { terrain = "river", name = "the Morellenbach", width = 20,
      along = { { 930, 0 }, { 950, 180 }, { 1030, 330 }, { 1150, 450 }, { 1300, 590 }, { 1480, 740 }, { 1640, 900 },
        { 1700, 1130 } } },
    area "sulowitz_bridge" { terrain = "bridge", name = "Sulowitz bridge", width = 50,
      along = { { 1065, 415 }, { 1115, 365 } } },
    area "lobositz_bridge" { terrain = "bridge", name = "the bridge of the Prague road", width = 50,
      along = { { 1455, 765 }, { 1505, 715 } } },
    area "redoubt" { terrain = "fieldworks", name = "the redoubt", front = "west",
      rect = { { 1190, 830 }, { 1255, 920 } } },
    -- The best of the vineyards' walls; and the ditch that stopped the horse, going and cover as a hedge.
    line "vineyard_wall" { kind = "wall", points = { { 890, 1260 }, { 890, 1000 } } },
    line "sunken_road" { kind = "hedge", name = "the sunken road",
      points = { { 1180, 815 }, { 1175, 700 }, { 1200, 560 } } },
  },

  side "a" { name = "the Prussians", army = "prussian", facing = "east", edge = "west",
    mission = { "take", "lobosch", "lobositz" },
    leader "frederick" { name = "King Frederick", rank = "commanding_officer", at = { 440, 780 } },
    formation "left_wing" { name = "the left wing", commander = "bevern_himself",
      along = { { 730, 1330 }, { 730, 840 } },
      unit "kleist" { name = "Kleist's Grenadiers", number = "11", list = "grenadiers" },
      unit "billerbeck" { name = "Billerbeck's Grenadiers", number = "12", list = "grenadiers" },
      unit "itzenplitz" { name = "Itzenplitz Musketeers", number = "13", list = "musketeers" },
      unit "manteuffel" { name = "Manteuffel Musketeers", number = "14", list = "musketeers", at = { 630, 1180 } },
      unit "bevern" { name = "Bevern Musketeers", number = "15", list = "musketeers", at = { 630, 980 } },
      unit "left_guns" { name = "the left battery", number = "3", list = "artillery", at = { 690, 755 }, facing = 65 },
    },
    formation "right_wing" { name = "the right wing", commander = "ferdinand_himself",
      along = { { 480, 400 }, { 480, 60 } },
      unit "huelsen" { name = "Hülsen Musketeers", number = "21", list = "musketeers" },
      unit "muenchow" { name = "Münchow Fusiliers", number = "22", list = "fusiliers" },
    },
    formation "kyau" { name = "Kyau's horse", commander = "kyau_himself",
      unit "garde" { name = "Gardes du Corps and Gens d'armes", number = "31", list = "cuirassiers",
        at = { 660, 600 } },
      unit "bayreuth" { name = "Bayreuth Dragoons", number = "32", list = "dragoons", at = { 660, 510 } },
    },
    formation "gessler" { name = "Gessler's horse", commander = "gessler_himself",
      unit "rochow" { name = "Rochow Cuirassiers", number = "41", list = "cuirassiers", at = { 640, 415 } },
      unit "driesen" { name = "Driesen Cuirassiers", number = "42", list = "cuirassiers", at = { 640, 320 } },
      unit "truchsess" { name = "Truchsess Dragoons", number = "43", list = "dragoons", at = { 540, 510 } },
    },
    formation "artillery" { name = "Moller's guns", commander = "moller",
      unit "great_guns" { name = "the great battery", number = "1", list = "artillery",
        at = { 690, 690 }, facing = 80 },
      unit "right_guns" { name = "the right battery", number = "2", list = "artillery", at = { 600, 220 } },
    },
    leader "moller" { name = "Lieutenant-Colonel Moller", at = { 670, 650 } },
    leader "bevern_himself" { name = "the Duke of Bevern", with = "billerbeck", behind = "billerbeck", gap = 0 },
    leader "ferdinand_himself" { name = "Prince Ferdinand", with = "huelsen", behind = "huelsen", gap = 0 },
    leader "kyau_himself" { name = "General Kyau", with = "bayreuth", behind = "bayreuth", gap = 0 },
    leader "gessler_himself" { name = "Field Marshal Gessler", with = "driesen", behind = "driesen", gap = 0 },
  },

  side "b" { name = "the Austrians", army = "austrian", facing = "west", edge = "east",
    mission = { "hold", "lobositz", "sulowitz" },
    leader "browne" { name = "Field Marshal Browne", rank = "commanding_officer", at = { 1330, 840 } },
    formation "draskovich" { name = "the Croats on the Lobosch", commander = "draskovich_himself",
      unit "banalists" { name = "Banal Grenzers", number = "51", list = "grenzers", at = { 900, 1140 } },
    },
    formation "lacy" { name = "Lacy's brigade", commander = "lacy_himself",
      unit "grenadiers" { name = "the Grenadiers", number = "61", list = "grenadiers", at = { 1120, 970 } },
      unit "esterhazy" { name = "Joseph Esterházy", number = "62", list = "fusiliers", at = { 1140, 1160 } },
    },
    formation "lobositz_garrison" { name = "the force at Lobositz", commander = "browne",
      unit "karlstadt" { name = "Karlstadt Grenzers", number = "52", list = "grenzers", inside = "lobositz" },
      unit "colloredo" { name = "Jung-Colloredo", number = "63", list = "fusiliers", at = { 1480, 990 } },
      unit "hildburghausen" { name = "Hildburghausen", number = "64", list = "fusiliers", at = { 1240, 1080 } },
      unit "redoubt_guns" { name = "the battery in the redoubt", number = "4", list = "artillery", inside = "redoubt" },
      unit "lobositz_guns" { name = "the battery before Lobositz", number = "6", list = "artillery",
        at = { 1250, 640 } },
    },
    formation "radicati" { name = "Radicati's horse", commander = "radicati_himself",
      unit "joseph" { name = "Archduke Joseph Dragoons", number = "71", list = "dragoons", at = { 1110, 780 } },
      unit "cordua" { name = "Cordua Cuirassiers", number = "72", list = "cuirassiers", at = { 1110, 680 } },
      unit "stampach" { name = "Stampach Cuirassiers", number = "73", list = "cuirassiers", at = { 1290, 740 } },
    },
    formation "kolowrat" { name = "Kolowrat's infantry", commander = "kolowrat_himself", facing = 315,
      unit "harrach" { name = "Harrach", number = "81", list = "fusiliers", inside = "sulowitz" },
      unit "kollowrat" { name = "Kolowrat", number = "82", list = "fusiliers", at = { 1280, 470 } },
      unit "wied" { name = "Wied", number = "83", list = "fusiliers", at = { 1410, 590 } },
      unit "kaiser" { name = "the Kaiser's Regiment", number = "84", list = "fusiliers", at = { 1580, 740 } },
      unit "sulowitz_guns" { name = "the battery of Sulowitz", number = "5", list = "artillery", at = { 1225, 385 },
        facing = 305 },
    },
    formation "lucchesi" { name = "Lucchesi's horse", commander = "lucchesi_himself",
      unit "serbelloni" { name = "Serbelloni Cuirassiers", number = "91", list = "cuirassiers", at = { 1200, 190 } },
      unit "hadik" { name = "Hadik Hussars", number = "92", list = "hussars", at = { 1130, 90 } },
    },
    leader "draskovich_himself" { name = "General Draskovich", at = { 960, 1180 } },
    leader "lacy_himself" { name = "Colonel Lacy", with = "esterhazy", behind = "esterhazy", gap = 0 },
    leader "radicati_himself" { name = "General Radicati", with = "cordua", behind = "cordua", gap = 0 },
    leader "kolowrat_himself" { name = "General Kolowrat", at = { 1310, 400 } },
    leader "lucchesi_himself" { name = "General Lucchesi", with = "serbelloni", behind = "serbelloni", gap = 0 },
  },
  script = script,
}
