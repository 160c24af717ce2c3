scenario {
  title = "A new battle", ruleset = "horse_and_musket",
  doc = "A Prussian corps attacks an Austrian one that holds a village and a low hill.",
  -- source = "where the forces and the ground are from",
  -- variants = { "column_fights_full" },   -- `limber rules horse_and_musket` lists them
  -- scale = 0.5,          -- half distances: a length of the rules is half as long on this table
  seed = 1,                -- the dice: the same seed throws the same
  last_turn = 10,          -- the battle ends with this round at the latest: most points wins
  break_percent = 60,      -- who has lost so many of his units has lost the battle; left out, only points tell
  lists = true,            -- both armies must be what their lists allow; left out, have what you like
  -- base_width_mm = 40,   -- four bases are a unit; foot_depth_mm, horse_depth_mm, gun_depth_mm are how deep one is
  -- gun_points = 1,       -- points for each battery taken; colours are a point each

  -- The ground can be drawn as a map, a symbol a square, north at the top …
  ground = { width = 1800, depth = 1200, square = 200,
    map [[
      6  . . . . . . . . .
      5  w w . . . . . . .
      4  w w . h h . . . .
      3  . . . . . . . . .
      2  . . . . . . . . .
      1  . . . . . . . . .
    ]],
    legend = {
      h = { hill = 20, name = "the hill", objective = 1 },   -- a point for the side that alone is there at the end
      w = { terrain = "woods" },
    },
    -- … or area by area and line by line, or both ways together. Besides woods and town there are river, ford, bridge,
    -- road, crops, impassable, and fieldworks, which need front = "south", the way they face.
    area "village" { terrain = "town", name = "the village", objective = 1, rect = { { 1120, 760 }, { 1300, 880 } } },
    -- area "brook"   { terrain = "river", along = { { 0, 560 }, { 700, 600 }, { 1800, 560 } }, width = 20 },
    -- area "redoubt" { terrain = "fieldworks", front = "south", rect = { { 900, 700 }, { 980, 760 } } },
    line "hedge" { kind = "hedge", points = { { 500, 640 }, { 700, 640 } } },
  },

  -- A side may say which way its units face: a word of the compass, degrees, or "toward" a unit or a square.
  side "a" { name = "the Prussians", army = "prussian", edge = "south", facing = "north",
    -- Commanders without a quality have what their army's command gives them.
    leader "the_king" { name = "the King", rank = "commanding_officer", at = { 980, 290 } },
    formation "kleist" { name = "Kleist's brigade", commander = "general_kleist",
      -- Units that say no place are drawn up along a line, left to right. `gap` sets the room between them; without it
      -- they are spread evenly. The name of a unit in its army's list says its troop, grade and weapon.
      along = { { 560, 320 }, { 1240, 320 } },
      unit "a1" { name = "Grenadiers", number = "11", list = "grenadiers" },
      unit "a2" { name = "Forcade Musketeers", number = "12", list = "musketeers" },
      unit "a3" { name = "Itzenplitz Musketeers", number = "13", list = "musketeers" },
      unit "a4" { name = "Wied Fusiliers", number = "14", list = "fusiliers" },
    },
    formation "seydlitz" { name = "Seydlitz's brigade", commander = "general_seydlitz",
      along = { { 240, 320 }, { 440, 320 } },
      unit "a5" { name = "Cuirassiers", number = "21", list = "cuirassiers" },
      unit "a6" { name = "Dragoons", number = "22", list = "dragoons" },
    },
    -- A place can also be said by a neighbour: right_of, left_of, in_front_of, behind.
    formation "the_guns" { name = "the Prussian guns", commander = "the_king",
      unit "a7" { name = "Prussian battery", number = "1", list = "artillery", at = { 900, 420 } },
    },
    leader "general_kleist" { name = "Kleist", with = "a2" },            -- attached: he goes with the unit
    leader "general_seydlitz" { name = "Seydlitz", with = "a5" },
  },

  side "b" { name = "the Austrians", army = "austrian", edge = "north", facing = "south",
    leader "general_daun" { name = "Daun", rank = "commanding_officer", at = { 900, 920 } },
    formation "browne" { name = "Browne's brigade", commander = "general_browne",
      along = { { 1060, 860 }, { 680, 860 } },    -- facing south, left is in the east
      unit "b1" { name = "Botta Fusiliers", number = "31", list = "fusiliers" },
      unit "b2" { name = "Waldeck Fusiliers", number = "32", list = "fusiliers" },
      -- A unit may hold a town or fieldworks from the start: it stands in the middle of it.
      unit "b3" { name = "Banal Grenzers", number = "33", list = "grenzers", inside = "village" },
    },
    formation "serbelloni" { name = "Serbelloni's brigade", commander = "general_serbelloni",
      along = { { 560, 960 }, { 300, 960 } },
      unit "b4" { name = "Serbelloni Cuirassiers", number = "41", list = "cuirassiers" },
      unit "b5" { name = "Savoy Dragoons", number = "42", list = "dragoons" },
      unit "b6" { name = "Nadasdy Hussars", number = "43", list = "hussars" },
    },
    formation "austrian_guns" { name = "the Austrian guns", commander = "general_daun",
      unit "b7" { name = "Austrian battery", number = "2", list = "artillery", at = { 760, 800 } },
    },
    leader "general_browne" { name = "Browne", at = { 1040, 920 } },
    leader "general_serbelloni" { name = "Serbelloni", with = "b4" },
  },

  -- What both sides do. Commands are given in this order whenever the game waits for one of their kind; where the
  -- script is silent a side is done. Without a script the battle is played at the prompt, or by solo commanders.
  script = {
    turns(1, 10, "movement") {     -- in each of these rounds, when it comes to movement: whoever may move goes forward
      a "move" { unit = "a1", distance = 75 },
      a "move" { unit = "a2", distance = 75 },
      a "move" { unit = "a3", distance = 75 },
      a "move" { unit = "a4", distance = 75 },
    },
    turns(1, 4, "movement") {
      a "move" { unit = "a5", distance = 120 },
      a "move" { unit = "a6", distance = 120 },
    },
    turn(4) { a "move_general" { commander = "the_king", to = { 980, 420 } } },
    turns(5, 10, "charges") {      -- charges are declared before any other movement
      a "charge" { unit = "a5", target = { "b4", "b5" } },       -- at the first of these that it may
      a "charge" { unit = "a6", target = { "b5", "b4" } },
      b "charge" { unit = "b4", target = { "a5", "a6" } },
      b "charge" { unit = "b5", target = { "a6", "a5" } },
      a "charge" { unit = "a1", target = { "b7", "b2" } },
    },
    turns(1, 10, "firing") {
      a "fire_guns" { unit = "a7", target = { "b7", "b2", "b1" } },
      b "fire_guns" { unit = "b7", target = { "a2", "a1", "a3" } },
      a "fire" { unit = "a2", target = { "b2", "b1", "b7" } },
      a "fire" { unit = "a3", target = { "b1", "b2" } },
      a "fire" { unit = "a4", target = { "b3", "b1" } },
      b "fire" { unit = "b2", target = { "a2", "a1", "a3" } },
      b "fire" { unit = "b1", target = { "a3", "a2" } },
      b "fire" { unit = "b3", target = { "a4", "a3" } },
    },
  },
}
