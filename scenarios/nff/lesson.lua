-- The Windmill: a small invented fight of 1809 to learn by. A French division with light horse and guns attacks an
-- Austrian line on a rise, beside a village that counts for whoever holds it.
-- Play it with    ./limber run scenarios/nff/lesson.lua
-- and then change it: this file is Lua, every line of the script says what it does, and `./limber check` tells what is
-- wrong where. To record it again: ./limber run scenarios/nff/lesson.lua --record scenarios/nff/lesson.replay

--- In these turns, in one step, these units go straight ahead as far as they may, in parts: a move may have several.
local function forward(first, last, step, side, most, ...)
  local orders = {}
  for _, unit in ipairs { ... } do
    for _, part in ipairs { 1, 0.75, 0.5, 0.25 } do
      orders[#orders + 1] = side "move" { unit = unit, distance = most * part }
    end
  end
  return turns(first, last, step)(orders)
end

scenario {
  title = "The Windmill", ruleset = "nff",
  doc = "A division against a line on a rise: reserve and tactical movement, guns, musketry, charges, a square.",
  year = 1809,         -- it tells how infantry moves: French by impulse, Austrians in columns (Man 4)
  seed = 50,           -- the dice: the same seed throws the same, another fights another battle
  last_turn = 8,       -- a turn is half an hour
  set_battle = true,   -- +2 on every throw for reserve movement in turn 1
  break_percent = 60,  -- a side is beaten that has lost so many of its brigades

  -- The table, in inches: an inch is 120 yards. `x` counts from the western edge, `y` from the southern: north is up.
  ground = { width = 48, depth = 36,
    area "rise" { terrain = "hill", hill = mm(20), name = "the rise", disc = { { 24, 26 }, 5 } },
    area "wood" { terrain = "forest", name = "the wood", rect = { { 5, 16 }, { 12, 21 } } },
    area "village" { terrain = "town", name = "the village", rect = { { 33, 22 }, { 36.6, 25.4 } }, objective = 4 },
    area "road" { terrain = "road", along = { { 34.8, 0 }, { 34.8, 36 } }, width = 0.8 },
  },

  side "a" { name = "the French", army = "french", edge = "south", facing = "north",
    leader "lannes" { name = "Marshal Lannes", rank = "army", general = "lannes", charismatic = true, at = { 24, 2 } },
    -- Brigades are in divisions, each with its leader. A stand is 340 foot or 170 horse, a battery one stand.
    formation "division" { name = "Morand's division", commander = "morand",
      unit "a1" { name = "Lacour's brigade", number = "11", stands = 6, drill = "double_echelon", at = { 18, 6.4 } },
      unit "a2" { name = "L'Huillier's brigade", number = "12", stands = 6, drill = "double_echelon",
        at = { 27, 6.4 } },
      unit "a3" { name = "the French guns", number = "1", arm = "artillery", guns = 8, battery_class = "french_line",
        limbered = true, at = { 22.5, 6.4 } },
    },
    leader "morand" { name = "General Morand", at = { 22.5, 3.6 } },
    formation "cavalry" { name = "the light cavalry", commander = "montbrun",
      unit "a4" { name = "the hussars", number = "21", arm = "cavalry", cavalry_type = "hussar", stands = 5,
        at = { 38, 6 } },
      unit "a5" { name = "the chasseurs", number = "22", arm = "cavalry", cavalry_type = "chasseur_a_cheval",
        stands = 4, at = { 13, 6 } },
    },
    leader "montbrun" { name = "General Montbrun", with = "a4" }, -- attached: he goes with the brigade
  },

  side "b" { name = "the Austrians", army = "austrian", edge = "north", facing = "south",
    leader "charles" { name = "the Archduke", rank = "army", general = "archduke_charles", at = { 24, 33 } },
    formation "b_division" { name = "Brady's division", commander = "brady",
      unit "b1" { name = "Buresch's brigade", number = "31", stands = 6, at = { 20, 24 } },
      unit "b2" { name = "the grenadiers", number = "32", stands = 5, troop = "grenadier", rating = "elite",
        at = { 28.4, 24 } },
      unit "b3" { name = "the Austrian guns", number = "2", arm = "artillery", guns = 6, weight = "light",
        at = { 24.4, 24 } },
    },
    leader "brady" { name = "General Brady", with = "b2" },
    formation "b_horse" { name = "the Austrian cavalry", commander = "liechtenstein",
      unit "b4" { name = "the cuirassiers", number = "41", arm = "cavalry", cavalry_type = "cuirassier", armored = true,
        stands = 4, at = { 38, 33 } },
    },
    leader "liechtenstein" { name = "Prince Liechtenstein", with = "b4" },
  },

  -- What both sides do. Commands are given in this order whenever the game waits for one of their kind. Those that are
  -- not allowed just then are passed over, and where the script is silent a side says "done".
  script = {
    -- Turn 1. Nobody is within 15 in of an enemy: that is the reserve zone, and who moves there throws for it, and may
    -- neither fire nor charge in this turn. Brigades of a division may share a throw; guns need none.
    turns(1, 1, "reserve") {
      a "announce_rm" { units = { "a1", "a2" }, shared = true },
      a "announce_rm" { units = { "a3" } },
      a "announce_rm" { units = { "a4" } }, a "announce_rm" { units = { "a5" } },
      b "announce_rm" { units = { "b4" } },
    },
    forward(1, 1, "reserve", a, 6, "a3"),
    forward(1, 1, "reserve", a, 8, "a1", "a2"),
    forward(1, 1, "reserve", a, 5, "a4", "a5"),
    forward(1, 1, "reserve", b, 6, "b4"),

    -- From turn 2 on they are in the tactical zone: every brigade that would move throws on the Maneuver Table. Leaders
    -- who are near add to that throw, and more where they ride with a brigade.
    turns(2, 2, "leaders") { a "attach_leader" { commander = "morand", unit = "a1" } },
    turns(2, 2, "tactical") {
      -- A battery may do two things in a turn, such as to unlimber and to fire.
      a "unlimber" { unit = "a3" },
      a "maneuver" { unit = "a1" }, a "maneuver" { unit = "a2" },
      a "maneuver" { unit = "a4" }, a "maneuver" { unit = "a5" },
    },
    forward(2, 2, "tactical", a, 4, "a1", "a2", "a4", "a5"),
    -- First the other side fires, then the side that moved. Guns that fire with others at one target add their points
    -- to theirs, and one die tells: a high one costs stands, a lower one disorders.
    turns(1, 8, "offensive_fire") {
      a "fire" { units = { "a3" }, target = { "b3", "b1", "b2" } },
      b "fire" { units = { "b3" }, target = { "a1", "a2", "a3" } },
      a "fire" { units = { "a1" }, target = { "b1", "b3" } }, a "fire" { units = { "a2" }, target = { "b2", "b3" } },
      b "fire" { units = { "b1" }, target = { "a1", "a2" } }, b "fire" { units = { "b2" }, target = { "a2", "a1" } },
    },
    turns(1, 8, "defensive_fire") {
      a "fire" { units = { "a3" }, target = { "b4", "b3", "b1", "b2" } },
      b "fire" { units = { "b3" }, target = { "a1", "a2", "a3" } },
      a "fire" { units = { "a1" }, target = { "b4", "b1", "b3" } },
      a "fire" { units = { "a2" }, target = { "b4", "b2", "b3" } },
      b "fire" { units = { "b1" }, target = { "a1", "a2" } }, b "fire" { units = { "b2" }, target = { "a2", "a1" } },
    },
    -- The cuirassiers charge the hussars. A charge is announced before the throw; cavalry that is charged by cavalry
    -- rides out to meet it, without a throw. Both are disordered after it, whoever wins.
    turns(2, 8, "tactical") {
      b "maneuver" { unit = "b4", charging = true },
      b "charge" { unit = "b4", target = { "a4", "a2", "a3" } },
    },

    -- Turn 3. The chasseurs charge Buresch's brigade from afar, where cavalry is at -3. Infantry that beats off cavalry
    -- is in square at once, and never by its own will.
    turns(3, 3, "tactical") {
      a "maneuver" { unit = "a5", charging = true }, a "charge" { unit = "a5", target = { "b1", "b3" } },
    },
    -- Turn 4 and after: the infantry goes in. Foot charges foot and guns, never horse; and a square is weak against it.
    -- The difference of the two totals tells who goes back, and what it costs.
    turns(3, 8, "tactical") {
      a "maneuver" { unit = "a2", charging = true }, a "charge" { unit = "a2", target = { "b2", "b3", "b1" } },
    },
    turns(4, 8, "tactical") {
      a "maneuver" { unit = "a1", charging = true }, a "charge" { unit = "a1", target = { "b1", "b3" } },
    },
    forward(3, 8, "tactical", a, 4, "a1", "a2"),
    -- Out of square a brigade changes its formation for nothing, if its throw lets it.
    turns(4, 8, "tactical") {
      b "maneuver" { unit = "b1" }, b "change_formation" { unit = "b1", to = "single_echelon" },
    },
  },
}
