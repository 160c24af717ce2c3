-- A table for measuring solo commanders of Napoleonic Fire & Fury: the same army on both sides, the ground the same seen
-- from either edge (turned by half a turn about the middle of the table). Whoever wins more often wins by a flaw.
local WIDTH <const>, DEPTH <const> = 44, 36

--- A side of the table, from its own left to its own right; `turned` seen from the other edge.
local function army(id, name, turned)
  local function at(x, y) return turned and { WIDTH - x, DEPTH - y } or { x, y } end
  local function foot(nth, x, y)
    return unit(id .. nth) { name = ("%s brigade %d"):format(name, nth), number = id .. nth, stands = 6,
      drill = "double_echelon", at = at(x, y) }
  end
  local function horse(nth, x)
    return unit(id .. nth) { name = ("%s horse %d"):format(name, nth), number = id .. nth, arm = "cavalry",
      cavalry_type = "dragoon", stands = 4, drill = "double_echelon", at = at(x, 6) }
  end
  return side(id) { name = name, army = "prussian", facing = turned and "south" or "north",
    edge = turned and "north" or "south",
    leader(id .. "_chief") { name = name .. " chief", rank = "army", general = "prussian_general", at = at(22, 2) },
    formation(id .. "_left") { name = name .. " left", commander = id .. "_left_general",
      foot(1, 12, 7), foot(2, 17, 7) },
    formation(id .. "_right") { name = name .. " right", commander = id .. "_right_general",
      foot(3, 27, 7), foot(4, 32, 7) },
    formation(id .. "_horse") { name = name .. " horse", commander = id .. "_horse_general", horse(5, 5), horse(6, 39) },
    formation(id .. "_guns") { name = name .. " guns", commander = id .. "_gunner",
      unit(id .. "7") { name = name .. " guns 1", number = id .. "7", arm = "artillery", guns = 8, limbered = true,
        at = at(21.4, 8) },
      unit(id .. "8") { name = name .. " guns 2", number = id .. "8", arm = "artillery", guns = 8, limbered = true,
        at = at(22.6, 8) } },
    leader(id .. "_left_general") { name = name .. " left general", at = at(14.5, 4.6) },
    leader(id .. "_right_general") { name = name .. " right general", at = at(29.5, 4.6) },
    leader(id .. "_horse_general") { name = name .. " general of horse", with = id .. "6" },
    leader(id .. "_gunner") { name = name .. " gunner", gunner = "corps_artillery_commander", with = id .. "7" },
  }
end

scenario {
  title = "The mirror", ruleset = "nff", source = "made up", seed = 1, year = 1813, last_turn = 12,
  initiative = true, set_battle = true, break_percent = 45,
  doc = "The same army twice, on ground that is the same from either edge.",
  ground = { width = WIDTH, depth = DEPTH,
    area "wood_1" { terrain = "forest", name = "the west wood", rect = { { 4, 15 }, { 8, 18 } } },
    area "wood_2" { terrain = "forest", name = "the east wood", rect = { { 36, 18 }, { 40, 21 } } },
    area "hill" { terrain = "hill", hill = mm(20), name = "the hill", objective = 4, rect = { { 19, 16 }, { 25, 20 } } },
  },
  army("a", "Blue", false), army("b", "Red", true),
}
