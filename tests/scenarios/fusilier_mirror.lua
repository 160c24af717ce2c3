-- A table for measuring solo commanders of Fusilier: the same army on both sides, the ground the same seen from either
-- edge (turned by half a turn about the middle of the table). Whoever wins more often than the other wins by a flaw.
local WIDTH <const>, DEPTH <const> = 1800, 1600

--- A side of the table, from its own left to its own right; `turned` seen from the other edge.
local function army(id, name, turned)
  local function at(x, y) return turned and { WIDTH - x, DEPTH - y } or { x, y } end
  local function foot(nth, x)
    return unit(id .. nth) { name = ("%s battalion %d"):format(name, nth), number = id .. nth, troop = "infantry",
      men = 600, ranks = 3, at = at(x, 300) }
  end
  local function horse(nth, x)
    return unit(id .. nth) { name = ("%s squadron %d"):format(name, nth), number = id .. nth, troop = "cavalry",
      men = 140, ranks = 2, weight = "light", at = at(x, 260) }
  end
  local function general(general_id, title, with)
    return leader(id .. general_id) { name = name .. " " .. title, rank = "brigade", with = id .. with,
      behind = id .. with, gap = 10 }
  end
  return side(id) { name = name, army = "french", facing = turned and "south" or "north",
    edge = turned and "north" or "south",
    leader(id .. "_chief") { name = name .. " chief", rank = "division", at = at(900, 120) },
    formation(id .. "_division") { name = name .. " division", level = "division", commander = id .. "_chief",
      formation(id .. "_left") { name = name .. " left brigade", quality = 5, commander = id .. "_left_general",
        foot(1, 300), foot(2, 510), foot(3, 720) },
      formation(id .. "_right") { name = name .. " right brigade", quality = 5, commander = id .. "_right_general",
        foot(4, 1080), foot(5, 1290), foot(6, 1500) },
      formation(id .. "_horse") { name = name .. " horse", quality = 5, horse(7, 90), horse(8, 1710) },
      formation(id .. "_guns") { name = name .. " guns", quality = 5,
        unit(id .. "9") { name = name .. " battery", number = id .. "9", troop = "field_artillery", guns = 8,
          calibre_pdr = 8, at = at(900, 320) } },
      general("_left_general", "left general", 2), general("_right_general", "right general", 5),
    },
  }
end

scenario {
  title = "The mirror", ruleset = "fusilier", source = "made up", seed = 1, last_turn = 16, break_percent = 40,
  doc = "The same army twice, on ground that is the same from either edge.",
  year = 1809, start_min = 600,
  ground = { width = WIDTH, depth = DEPTH,
    area "wood_1" { terrain = "open_woods", name = "the west wood", rect = { { 60, 660 }, { 260, 800 } } },
    area "wood_2" { terrain = "open_woods", name = "the east wood", rect = { { 1540, 800 }, { 1740, 940 } } },
    area "hill" { terrain = "open", hill = 20, name = "the hill", objective = true, rect = { { 760, 720 }, { 1040, 880 } } },
  },
  army("a", "Blue", false), army("b", "Red", true),
}
