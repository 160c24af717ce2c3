-- The Chapel Hill: a small invented fight of 1809 to learn by. A French brigade and two squadrons of hussars attack an
-- Austrian brigade on a low hill. Play it with    ./limber run scenarios/fusilier/lesson.lua
-- and then change it: this file is Lua, every line of the script says what it does, and `./limber check` tells what is
-- wrong where. To record it again: ./limber run scenarios/fusilier/lesson.lua --record scenarios/fusilier/lesson.replay

scenario {
  title = "The Chapel Hill", ruleset = "fusilier",
  doc = "A brigade attacks a brigade on a hill: orders, guns, skirmishers, hussars, and what becomes of the beaten.",
  seed = 24,            -- the dice: the same seed throws the same, another fights another battle
  last_turn = 7,        -- the battle ends with this bound of ten minutes at the latest
  year = 1809,          -- it decides how quickly orders are obeyed, and who may use columns of assault
  start_min = 10 * 60,  -- the action starts at ten; without this line two dice tell (4.1)
  break_percent = 50,   -- a side that has lost half of its battalions and squadrons for good is beaten

  -- The table. A millimetre is a metre, `x` counts from the western edge and `y` from the southern: north is up.
  ground = { width = 1600, depth = 1500,
    area "hill" { terrain = "open", hill = 20, -- 20 m high: who attacks up it has one less
      objective = true, -- what the battle is about: who alone stands there after the last bound has won
      outline = { { 400, 900 }, { 1020, 900 }, { 1040, 1150 }, { 340, 1150 } } },
    area "chapel_wood" { terrain = "open_woods", -- halves the pace of infantry, hides and shelters
      outline = { { 60, 740 }, { 330, 740 }, { 310, 930 }, { 60, 930 } } },
    line "hedge" { kind = "hedge", height_mm = 1000, -- 1 m high: two minutes to cross
      points = { { 1060, 640 }, { 1300, 640 } } },
  },

  -- `task` is for a solo commander (./limber run scenarios/fusilier/lesson.lua --solo): what a side is there for.
  side "a" { name = "the French", army = "french", facing = "north", task = "attack",
    formation "french_brigade" { name = "Ledru's brigade", quality = 6, commander = "ledru",
      -- Frontages follow from men and ranks: 600 in three ranks are 200 mm wide. `at` is the middle of the base.
      unit "line_1" { name = "1/46th Line", number = "11", troop = "infantry", men = 600, ranks = 3,
        at = { 460, 200 } },
      unit "line_2" { name = "2/46th Line", number = "12", troop = "infantry", men = 600, ranks = 3,
        at = { 780, 200 } },
      unit "line_3" { name = "3/46th Line", number = "13", troop = "infantry", men = 600, ranks = 3,
        at = { 1000, 200 } },
    },
    formation "hussars" { name = "the French cavalry", quality = 6,
      unit "hussars_1" { name = "8th Hussars, first squadron", number = "21", troop = "cavalry", weight = "light",
        men = 120, ranks = 2, at = { 1260, 180 } },
      unit "hussars_2" { name = "8th Hussars, second squadron", number = "22", troop = "cavalry", weight = "light",
        men = 120, ranks = 2, at = { 1370, 180 } },
    },
    formation "french_guns" { name = "the French artillery", quality = 6,
      unit "french_battery" { name = "the French battery", number = "1", troop = "field_artillery",
        guns = 8, calibre_pdr = 8, at = { 620, 210 } },
    },
    -- A general with a unit helps it in combat (10.3), and may fall there (10.7).
    leader "ledru" { name = "General Ledru", rank = "brigade", with = "line_2", behind = "line_2", gap = 10 },
  },

  side "b" { name = "the Austrians", army = "austrian", facing = "south", task = "hold",
    formation "austrian_brigade" { name = "Weber's brigade", quality = 5, commander = "weber",
      unit "foot_1" { name = "1st Benjovszky", number = "31", troop = "infantry", men = 660, ranks = 3,
        at = { 580, 910 } },
      unit "foot_2" { name = "2nd Benjovszky", number = "32", troop = "infantry", men = 660, ranks = 3,
        at = { 900, 910 } },
      unit "jaegers" { name = "5th Jäger", number = "33", troop = "infantry", men = 240, ranks = 3,
        drill = "skirmish", rifle = true, at = { 210, 740 } },
    },
    formation "austrian_guns" { name = "the Austrian artillery", quality = 5,
      unit "austrian_battery" { name = "the Austrian battery", number = "2", troop = "field_artillery",
        guns = 6, calibre_pdr = 6, at = { 740, 915 } },
    },
    leader "weber" { name = "General Weber", rank = "brigade", with = "foot_2", behind = "foot_2", gap = 10 },
  },

  -- What both sides do. Commands of a bound are given in this order whenever the game waits for one of their kind;
  -- where the script is silent a side says "done".
  script = {
    turn(0) { -- before the action: orders are written; each takes its time to be obeyed (4.2)
      -- Ledru's brigade is to attack the hill: what that means on the table is the line between two points; what it
      -- means in words is for the story.
      a "write_order" { formation = "french_brigade", verb = "attack", aim = "the hill",
        target = { 460, 930 }, target_end = { 1000, 930 } },
      -- The hussars are to go round the right, to the end of the Austrian line, and attack there.
      a "write_order" { formation = "hussars", verb = "attack", aim = "round their left",
        target = { 1240, 970 }, target_end = { 1420, 970 } },
      -- The Austrians are to hold where they stand.
      b "write_order" { formation = "austrian_brigade", verb = "hold" },
    },

    turns(1, 7, "fire") { -- in each bound from the first to the seventh, when guns and skirmishers fire (4.6 step 4)
      -- The French battery fires at the first of these that it may: in range, in its arc, in sight.
      a "fire" { unit = "french_battery", target = { "austrian_battery", "foot_1", "jaegers" } },
      -- The Austrian battery prefers infantry.
      b "fire" { unit = "austrian_battery", target = { "line_3", "line_2", "hussars_1", "hussars_2" } },
      -- Rifles reach 400 mm.
      b "skirmish_fire" { unit = "jaegers", target = { "line_1", "line_2" } },
    },

    turns(2, 7, "declare") { -- whoever has an active order and is near enough attacks; else the line is passed over
      a "declare_attack" { unit = "line_1", target = { "foot_1", "jaegers" } },
      a "declare_attack" { unit = "line_2", target = { "foot_1", "foot_2" } },
      a "declare_attack" { unit = "line_3", target = { "foot_2", "foot_1" } },
    },

    turn(2, "command") { -- once, in the second bound
      -- Weber sees them come and orders his brigade forward to meet them; it will take a while to arrive.
      b "issue_order" { general = "weber", formation = "austrian_brigade", verb = "attack", aim = "what comes up",
        target = { 580, 500 }, target_end = { 900, 500 }, optional = true },
    },

    turns(3, 7, "declare") { -- from the third bound the Austrians attack in their turn, once Weber's order is active
      b "declare_attack" { unit = "foot_1", target = { "line_1", "line_2" } },
      b "declare_attack" { unit = "foot_2", target = { "line_3", "line_2" } },
    },

    turns(4, 7, "declare") { -- from the fourth, when they have come round: the hussars charge
      -- Cavalry that comes in on a flank routs infantry without a throw; in front it has four less (10.4).
      a "declare_attack" { unit = "hussars_1", target = { "foot_2", "foot_1" } },
      a "declare_attack" { unit = "hussars_2", target = { "foot_2", "foot_1" } },
    },

    turns(2, 7, "winners") { -- a winner whose opponent has gone may follow up, or rally where it stands (10.5)
      a "winner_choice" { unit = "line_1", choice = "follow_up" },
      a "winner_choice" { unit = "line_2", choice = "follow_up" },
      a "winner_choice" { unit = "line_3", choice = "follow_up" },
      b "winner_choice" { unit = "foot_1", choice = "rally" },
      b "winner_choice" { unit = "foot_2", choice = "rally" },
    },
  },
}
