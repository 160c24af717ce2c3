-- A small battle for house rules: horse that charges again and again, guns at long range, foot, and generals.
local orders = {
  -- answers
  turns(1, 6, "charges") {
    a "charge" { unit = "hussars", target = { "croats", "foot_b" } },
    a "charge" { unit = "dragoons", target = { "foot_b", "croats" } },
  },
  turns(1, 6, "movement") { a "move" { unit = "foot_a", distance = 60 }, b "move" { unit = "croats", distance = 30 } },
  turns(1, 6, "firing") {
    a "fire_guns" { unit = "guns", target = { "croats", "foot_b" } }, b "fire" { unit = "croats", target = { "hussars", "dragoons" } },
    b "fire" { unit = "foot_b", target = { "dragoons", "hussars", "foot_a" } },
  },
}

scenario {
  title = "The meadow", ruleset = "horse_and_musket", source = "fictional", seed = 3, last_turn = 6,
  ground = { width = 1200, depth = 900 },
  side "a" { name = "Blue", army = "prussian", edge = "south", facing = "north",
    leader "chief" { name = "General Blau", rank = "commanding_officer", with = "dragoons" },
    formation "blue" { name = "the blue brigade", commander = "leader_a",
      unit "hussars" { troop = "light_cavalry", at = { 300, 330 }, name = "the Hussars", number = "21" }, -- of hussars
      unit "dragoons" { troop = "dragoons", at = { 700, 330 }, name = "the Dragoons", number = "22" },
      unit "foot_a" { troop = "close_order_infantry", at = { 480, 250 }, name = "the Musketeers", number = "11" },
      unit "guns" { troop = "artillery", at = { 900, 250 }, name = "the Battery", number = "1" },
    },
    leader "leader_a" { name = "Colonel Azur", with = "hussars" },
  },
  side "b" { name = "Red", army = "austrian", edge = "north", facing = "south",
    leader "chief_b" { name = "General Roth", rank = "commanding_officer", with = "foot_b" },
    formation "red" { name = "the red brigade", commander = "leader_b",
      unit "croats" { troop = "light_infantry", at = { 300, 480 }, name = "the Croats", number = "31" },
      unit "foot_b" { troop = "close_order_infantry", at = { 700, 490 }, name = "the Grenadiers", number = "32" },
    },
    leader "leader_b" { name = "Colonel Zinnober", with = "croats" },
  },
  script = orders,
}
