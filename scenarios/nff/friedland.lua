-- Friedland, 14 June 1807: Napoleon throws Ney's corps at the Russian left, which has a river at its back.
--
-- Sources: Petre, Napoleon's Campaign in Poland (1901); Bogdanovich, History of the Reign of Alexander I, for what
-- Kologrivov's horse did; Kiley, "Action Front! Senarmont at Friedland" (napoleon-series.org), for the guns; the order
-- of battle of Ney's corps at doczz.fr ("Les armées à Friedland"); Anisimov, General Bagration; Russian regiments as
-- listed at yablor.ru ("Russians and Prussians", 54).
--
-- From them: the ground south of the mill stream; Ney's strengths and brigades; Latour-Maubourg's dragoons behind him
-- and Victor's corps in reserve at Posthenen; Bagration's wing of the advance guard, the 2nd and the 6th Division
-- before Friedland, and the Guard in reserve; Kologrivov's charges, the first upon Ney's right as it leaves the wood,
-- the second upon Bisson, which the dragoons met; Russian guns beyond the Alle on Ney's flank; Dupont coming up
-- unasked; Senarmont, who took the guns of the whole of Victor's corps, 36 of them, forward to case shot; the Guard's
-- counterattack before the town; Friedland taken before dark.
-- Inferred: strengths of Victor's and of the Russian brigades, to a stand; who brigaded with whom on the Russian side;
-- positions, to a brigade's breadth; ratings.
-- Liberties: only the southern half of the field is on the table, so Lannes, Mortier, Gorchakov and the horse about
-- Heinrichsdorf are not; nobody crosses the mill stream. Of Victor's divisions Villatte's is left out, and so is the
-- French Guard: neither was engaged. Friedland counts for six points, as much as three spent brigades: the Russians
-- begin in it, and with ten they would win by losing their army but not the town.
--
-- A turn is half an hour, from half past five to half past ten; an inch is 120 yards. What commanders did is in the
-- script, what came of it in the dice. The seed is chosen: with 50 others the French win about half the battles, and
-- seldom by so much. In this one Maucune's square beats off the Guard Hussars, Senarmont's 36 guns fire as one,
-- Kologrivov and Dupont fall, and the Guard's horse is no more; but when night comes Friedland itself is not taken.
-- To record it again:
--   ./limber run scenarios/nff/friedland.lua --record scenarios/nff/friedland.replay

local LAST <const> = 10

local NEY <const> = { "maucune", "marcognet", "regnier", "labassee" }
local DRAGOONS <const> = { "perreimond", "oullenbourg", "digeon" }
local DUPONT <const> = { "labruyere", "barrois" }
local LAPISSE <const> = { "lapisse_1", "lapisse_2" }
local SENARMONT <const> = { "senarmont_1", "senarmont_2", "senarmont_3", "senarmont_4", "senarmont_5" }
local NEYS_GUNS <const> = { "ney_foot_1", "ney_foot_2", "ney_horse" }
local FIRST_LINE <const> = { "jaegers_1", "jaegers_2", "pskov", "tenginsk", "pavlov", "rostov" }
local SECOND_LINE <const> = { "nizov", "revel" }
local GUARD <const> = { "izmailov", "preobrazhensky" }
local HORSE <const> = { "guard_heavy", "guard_light", "kiev", "grodno" }
local RUSSIAN_GUNS <const> = { "horse_battery", "position_1", "light_1", "position_2", "beyond" }

local function all(...)
  local list = {}
  for _, part in ipairs { ... } do table.move(part, 1, #part, #list + 1, list) end
  return list
end

local FRENCH_FOOT <const> = all(NEY, DUPONT, LAPISSE)
local FRENCH_HORSE <const> = all(DRAGOONS, { "hussars" })
local FRENCH_GUNS <const> = all(SENARMONT, NEYS_GUNS)
local RUSSIAN_FOOT <const> = all(FIRST_LINE, SECOND_LINE, GUARD)
local RUSSIANS <const> = all(FIRST_LINE, RUSSIAN_GUNS, SECOND_LINE, GUARD, HORSE)
local FRENCH <const> = all(NEY, DUPONT, NEYS_GUNS, SENARMONT, LAPISSE, FRENCH_HORSE)

--- Standing orders of units in a step: the same commands for each.
local function each(from, to, step, units, orders_of)
  local orders = {}
  for _, unit in ipairs(units) do
    for _, order in ipairs(orders_of(unit)) do orders[#orders + 1] = order end
  end
  return turns(from, to, step)(orders)
end

--- Units move in reserve: those of one command together.
local function reserve(turn_number, side, units, inches)
  return each(turn_number, turn_number, "reserve", units, function(unit)
    return { side "announce_rm" { units = { unit } }, side "move" { unit = unit, distance = inches },
      side "move" { unit = unit, distance = inches / 2 } }
  end)
end

--- Brigades charge whom they can reach, else go on; out of square they change for nothing.
local function attack(from, to, side, units, targets, inches)
  return each(from, to, "tactical", units, function(unit)
    local orders = { side "maneuver" { unit = unit, charging = true }, side "charge" { unit = unit, target = targets } }
    for _, part in ipairs(inches and { 1, 0.6, 0.3 } or {}) do
      orders[#orders + 1] = side "move" { unit = unit, distance = inches * part }
    end
    orders[#orders + 1] = inches and side "change_formation" { unit = unit, to = "double_echelon" } or nil
    return orders
  end)
end

local function fire(from, to, step, side, units, targets)
  return each(from, to, step, units, function(unit) return { side "fire" { units = { unit }, target = targets } } end)
end

local script = {
  -- Half past five, and twenty guns give the signal: Ney comes out of the Sortlack wood, the jägers before him.
  attack(1, LAST, a, NEY, all(FIRST_LINE, RUSSIAN_GUNS, SECOND_LINE, GUARD), 6),
  each(2, 3, "tactical", { "ney_horse" }, function(unit)
    return { a "move" { unit = unit, distance = 5 }, a "unlimber" { unit = unit } }
  end),
  -- Kologrivov's horse: upon Marchand, then upon Bisson. Latour-Maubourg comes up and charges it in turn.
  attack(1, LAST, b, { "guard_light", "guard_heavy" }, all(NEY, FRENCH_HORSE)),
  attack(2, LAST, b, { "kiev", "grodno" }, all(FRENCH_HORSE, { "labassee", "regnier" }, SENARMONT)),
  reserve(1, a, DRAGOONS, 6),
  attack(2, LAST, a, FRENCH_HORSE, all(HORSE, RUSSIAN_GUNS, FIRST_LINE)),
  -- Senarmont has the guns of three divisions limbered side by side: they go forward as one, to case shot.
  each(1, 1, "tactical", { "senarmont" }, function(leader)
    return { a "form_grand_battery" { commander = leader, units = SENARMONT } }
  end),
  reserve(2, a, { "senarmont_3" }, 6),
  each(3, 4, "reserve", { "senarmont_3" }, function(unit)
    return { a "announce_rm" { units = { unit } }, a "move" { unit = unit, distance = 6 } }
  end),
  each(3, 5, "tactical", { "senarmont_3" }, function(unit)
    return { a "move" { unit = unit, distance = 6 }, a "move" { unit = unit, distance = 3 } }
  end),
  each(5, LAST, "tactical", SENARMONT, function(unit) return { a "unlimber" { unit = unit } } end),
  -- Dupont comes up unasked, on Ney's left; behind him the rest of Victor's corps.
  reserve(1, a, DUPONT, 8), reserve(2, a, DUPONT, 6),
  attack(2, LAST, a, DUPONT, all({ "rostov", "pavlov", "position_2", "light_1" }, RUSSIAN_FOOT), 8),
  reserve(3, a, LAPISSE, 8), reserve(4, a, LAPISSE, 8),
  attack(4, LAST, a, LAPISSE, all({ "rostov", "pavlov", "position_2", "light_1" }, RUSSIAN_FOOT), 8),
  -- The Guard's counterattack before the town, and the second line's.
  attack(4, LAST, b, all(SECOND_LINE, GUARD), all(NEY, DUPONT, LAPISSE, SENARMONT)),
  each(6, 7, "tactical", GUARD, function(unit) return { b "move" { unit = unit, distance = 5 } } end),
  fire(1, LAST, "defensive_fire", a, all(FRENCH_GUNS, FRENCH_FOOT), all(HORSE, RUSSIANS)),
  fire(1, LAST, "offensive_fire", a, all(FRENCH_GUNS, FRENCH_FOOT), RUSSIANS),
  fire(1, LAST, "defensive_fire", b, all(RUSSIAN_GUNS, RUSSIAN_FOOT), FRENCH),
  fire(1, LAST, "offensive_fire", b, all(RUSSIAN_GUNS, RUSSIAN_FOOT), FRENCH),
}

scenario {
  title = "Friedland", ruleset = "nff",
  doc = "Napoleon's decisive attack of 14 June 1807: Ney from the Sortlack wood, Senarmont's guns, Dupont, the Guard.",
  source = "Petre (1901); Bogdanovich; Kiley on Senarmont; Les armées à Friedland",
  seed = 49, year = 1807, last_turn = LAST, active = "a",

  ground = { width = 48, depth = 36,
    area "wood" { terrain = "forest", name = "the Sortlack wood",
      outline = { { 3, 0 }, { 19, 0 }, { 21, 4 }, { 20, 8 }, { 16, 11 }, { 10, 12 }, { 5, 10 } } },
    area "alle" { terrain = "river", name = "the Alle", width = 1.2,
      along = { { 27, 0 }, { 29, 3 }, { 34, 8 }, { 40, 14 }, { 44.5, 19 }, { 45.5, 24 }, { 44.5, 29 }, { 43.5, 32 },
        { 44, 36 } } },
    area "stream" { terrain = "impassable", name = "the mill stream", width = 0.6,
      along = { { 0, 33.5 }, { 6, 33 }, { 14, 33.4 }, { 24, 32.6 }, { 33, 33 }, { 43.5, 32.4 } } },
    area "pond" { terrain = "impassable", name = "the mill pond",
      outline = { { 34, 32 }, { 39, 31.2 }, { 41, 32 }, { 39, 33.4 }, { 35, 33.6 } } },
    area "friedland" { terrain = "town", name = "Friedland", objective = 6,
      outline = { { 38.5, 23.5 }, { 43.5, 22.5 }, { 44, 28 }, { 41, 30 }, { 38.5, 29 } } },
    area "posthenen" { terrain = "town", name = "Posthenen", rect = { { 4, 30 }, { 7, 32 } } },
    area "sortlack" { terrain = "town", name = "Sortlack", rect = { { 23.5, 0.5 }, { 25.5, 2.5 } } },
    area "posthenen_road" { terrain = "road", width = 0.8, along = { { 0, 31 }, { 5.5, 30.4 }, { 38.5, 27 } } },
    area "eylau_road" { terrain = "road", width = 0.8, along = { { 0, 20 }, { 16, 18 }, { 27, 20 }, { 38.5, 25 } } },
  },

  side "a" { name = "the French", army = "french", edge = "west", facing = "east",
    leader "napoleon" { name = "Napoleon", rank = "army", general = "napoleon", with_berthier = true,
      charismatic = true, at = { 9, 25 } },
    formation "sixth" { name = "VI Corps", level = "corps", commander = "ney",
      formation "marchand" { name = "Marchand's division", commander = "marchand_himself", facing = 65,
        unit "maucune" { name = "Maucune's brigade", number = "11", men = 2800, rating = "elite",
          drill = "double_echelon", at = { 17, 6 } },
        unit "marcognet" { name = "Marcognet's brigade", number = "12", men = 2800, drill = "double_echelon",
          at = { 15.5, 10 } },
      },
      formation "bisson" { name = "Bisson's division", commander = "bisson_himself", facing = 80,
        unit "regnier" { name = "the 25th Light and 27th Line", number = "13", men = 2900, drill = "double_echelon",
          at = { 16, 15 } },
        unit "labassee" { name = "Labassée's brigade", number = "14", men = 2500, drill = "double_echelon",
          at = { 16, 19.5 } },
      },
      formation "colbert" { name = "Colbert's light horse", commander = "colbert_himself",
        unit "hussars" { name = "Colbert's brigade", number = "15", arm = "cavalry", cavalry_type = "chasseur_a_cheval",
          men = 900, drill = "double_echelon", at = { 12.5, 17.2 } },
      },
      formation "seroux" { name = "Ney's guns", commander = "seroux_himself",
        unit "ney_foot_1" { name = "Ney's 1st battery", number = "1", arm = "artillery", guns = 8,
          battery_class = "french_line", at = { 17.5, 12.4 } },
        unit "ney_foot_2" { name = "Ney's 2nd battery", number = "2", arm = "artillery", guns = 8,
          battery_class = "french_line", at = { 17.5, 22.5 } },
        unit "ney_horse" { name = "Ney's horse battery", number = "3", arm = "artillery", guns = 6, weight = "light",
          horse_artillery = true, battery_class = "french_line", limbered = true, at = { 14, 12.6 } },
      },
    },
    leader "ney" { name = "Marshal Ney", rank = "corps", charismatic = true, at = { 13, 14 } },
    leader "marchand_himself" { name = "General Marchand", at = { 13, 8 } },
    leader "bisson_himself" { name = "General Bisson", at = { 13.5, 19.5 } },
    leader "colbert_himself" { name = "General Colbert", with = "hussars" },
    leader "seroux_himself" { name = "General Seroux", at = { 15, 22.5 } },

    formation "dragoons" { name = "Latour-Maubourg's dragoons", commander = "latour_maubourg",
      unit "perreimond" { name = "Perreimond's dragoons", number = "21", arm = "cavalry", cavalry_type = "dragoon",
        men = 850, drill = "double_echelon", at = { 8, 13.5 } },
      unit "oullenbourg" { name = "Oullenbourg's dragoons", number = "22", arm = "cavalry", cavalry_type = "dragoon",
        men = 850, drill = "double_echelon", at = { 8, 17.2 } },
      unit "digeon" { name = "Digeon's dragoons", number = "23", arm = "cavalry", cavalry_type = "dragoon", men = 850,
        drill = "double_echelon", at = { 8, 21 } },
    },
    leader "latour_maubourg" { name = "General Latour-Maubourg", at = { 5.5, 17.2 } },

    formation "first" { name = "I Corps", level = "corps", commander = "victor",
      formation "dupont" { name = "Dupont's division", commander = "dupont_himself",
        unit "labruyere" { name = "the 9th Light and 24th Line", number = "31", men = 3000, rating = "elite",
          drill = "double_echelon", at = { 6.5, 24.8 } },
        unit "barrois" { name = "Barrois's brigade", number = "32", men = 2900, drill = "double_echelon",
          at = { 6.5, 28.6 } },
      },
      formation "lapisse" { name = "Lapisse's division", commander = "lapisse_himself",
        unit "lapisse_1" { name = "the 16th Light and 8th Line", number = "33", men = 3000, drill = "double_echelon",
          at = { 2.5, 24.4 } },
        unit "lapisse_2" { name = "the 45th and 54th Line", number = "34", men = 2900, drill = "double_echelon",
          at = { 2.5, 28.4 } },
      },
      -- The guns of three divisions under one hand: 36 of them.
      formation "guns" { name = "the guns of I Corps", commander = "senarmont",
        unit "senarmont_1" { name = "Senarmont's 1st battery", number = "4", arm = "artillery", guns = 8,
          battery_class = "french_line", limbered = true, at = { 10.5, 30 } },
        unit "senarmont_2" { name = "Senarmont's 2nd battery", number = "5", arm = "artillery", guns = 8,
          battery_class = "french_line", limbered = true, at = { 10.5, 29 } },
        unit "senarmont_3" { name = "Senarmont's 3rd battery", number = "6", arm = "artillery", guns = 8,
          battery_class = "french_line", limbered = true, at = { 10.5, 28 } },
        unit "senarmont_4" { name = "Senarmont's 4th battery", number = "7", arm = "artillery", guns = 6,
          battery_class = "french_line", limbered = true, at = { 10.5, 27.125 } },
        unit "senarmont_5" { name = "Senarmont's 5th battery", number = "8", arm = "artillery", guns = 6,
          battery_class = "french_line", limbered = true, at = { 10.5, 26.375 } },
      },
    },
    leader "victor" { name = "General Victor", rank = "corps", at = { 4.5, 26.6 } },
    leader "dupont_himself" { name = "General Dupont", with = "labruyere", charismatic = true },
    leader "lapisse_himself" { name = "General Lapisse", at = { 1, 26.4 } },
    leader "senarmont" { name = "General Senarmont", gunner = "corps_artillery_commander", charismatic = true,
      with = "senarmont_3" },
  },

  side "b" { name = "the Russians", army = "russian", edge = "east", facing = "west",
    leader "bennigsen" { name = "General Bennigsen", rank = "army", general = "other_general", at = { 37, 23 } },
    formation "left" { name = "the left wing", level = "wing", commander = "bagration",
      formation "jaegers" { name = "the advance guard's jägers", commander = "raevsky",
        unit "jaegers_1" { name = "the 5th, 7th and 20th Jägers", number = "51", men = 2000, troop = "jaeger",
          at = { 23.4, 5.4 } },
        unit "jaegers_2" { name = "the 24th, 25th and 26th Jägers", number = "52", men = 1700, troop = "jaeger",
          at = { 24.4, 10.4 } },
      },
      formation "vanguard" { name = "the advance guard's musketeers", commander = "markov",
        unit "pskov" { name = "Pskov and Moscow Grenadiers", number = "53", men = 2000, regimental_guns = true,
          drill = "double_echelon", at = { 27, 14 } },
        unit "tenginsk" { name = "Tenginsk and Kostroma", number = "54", men = 2100, regimental_guns = true,
          drill = "double_echelon", at = { 27, 18.4 } },
      },
      formation "second" { name = "the 2nd Division", commander = "ostermann",
        unit "pavlov" { name = "Pavlov and Petersburg Grenadiers", number = "61", men = 2400, troop = "grenadier",
          rating = "elite", regimental_guns = true, drill = "double_echelon", at = { 27, 22.8 } },
        unit "rostov" { name = "Rostov and Yelets", number = "62", men = 2100, regimental_guns = true,
          drill = "double_echelon", at = { 27, 27.2 } },
      },
      formation "sixth_division" { name = "the 6th Division", commander = "lvov",
        unit "nizov" { name = "Nizov and Volhynia", number = "63", men = 2000, regimental_guns = true,
          drill = "double_echelon", at = { 32, 16.2 } },
        unit "revel" { name = "Revel and Belozersk", number = "64", men = 2000, regimental_guns = true,
          drill = "double_echelon", at = { 32, 25 } },
      },
      formation "horse" { name = "Kologrivov's horse", commander = "kologrivov",
        unit "guard_heavy" { name = "the Chevalier Guards and Horse Guards", number = "71", arm = "cavalry",
          cavalry_type = "chevalier_guard", men = 1300, rating = "elite", drill = "double_echelon", at = { 31, 11.2 } },
        unit "guard_light" { name = "the Guard Hussars and Guard Cossacks", number = "72", arm = "cavalry",
          cavalry_type = "hussar", men = 900, rating = "elite", drill = "double_echelon", at = { 28, 8.6 } },
        unit "grodno" { name = "Grodno and Alexandria Hussars", number = "73", arm = "cavalry", cavalry_type = "hussar",
          men = 1400, drill = "double_echelon", at = { 31, 30 } },
        unit "kiev" { name = "Kiev and Pskov Dragoons", number = "74", arm = "cavalry", cavalry_type = "dragoon",
          men = 1000, drill = "double_echelon", at = { 32, 20.6 } },
      },
    },
    formation "guard" { name = "the Guard", commander = "constantine",
      unit "izmailov" { name = "Izmailovsky and Guard Jägers", number = "81", men = 2200, troop = "guard",
        rating = "elite", regimental_guns = true, drill = "double_echelon", at = { 36, 21 } },
      unit "preobrazhensky" { name = "Preobrazhensky and Semenovsky", number = "82", men = 2600, troop = "guard",
        rating = "elite", regimental_guns = true, drill = "double_echelon", at = { 36, 27.2 } },
    },
    formation "batteries" { name = "the artillery", commander = "yermolov",
      unit "position_1" { name = "the 1st position battery", number = "91", arm = "artillery", guns = 12,
        weight = "heavy", at = { 25.3, 16.2 } },
      unit "position_2" { name = "the 2nd position battery", number = "92", arm = "artillery", guns = 12,
        weight = "heavy", at = { 25.3, 25 } },
      unit "light_1" { name = "the light battery", number = "93", arm = "artillery", guns = 12, at = { 25.3, 20.6 } },
      unit "horse_battery" { name = "Yermolov's horse battery", number = "94", arm = "artillery", guns = 10,
        horse_artillery = true, weight = "light", at = { 25.4, 12.6 } },
      unit "beyond" { name = "the battery beyond the Alle", number = "95", arm = "artillery", guns = 12,
        weight = "heavy", at = { 38.4, 9 }, facing = 285 },
    },
    leader "bagration" { name = "Prince Bagration", rank = "wing", charismatic = true, at = { 29, 16.2 } },
    leader "raevsky" { name = "General Raevsky", with = "jaegers_1" },
    leader "markov" { name = "General Markov", at = { 29, 14 } },
    leader "ostermann" { name = "General Ostermann", at = { 29, 25 } },
    leader "lvov" { name = "General Lvov", at = { 34, 18 } },
    leader "kologrivov" { name = "General Kologrivov", with = "guard_heavy", charismatic = true },
    leader "constantine" { name = "Grand Duke Constantine", at = { 37.5, 25 } },
    leader "yermolov" { name = "Colonel Yermolov", at = { 28, 20.6 } },
  },
  script = script,
}
