-- A table for measuring solo commanders of Bugles, Bullets, and Blades: the same army on both sides, the ground the same
-- seen from either edge (turned by half a turn about the middle of the table), and who goes first is thrown for. A side
-- that wins more often wins by a flaw.
-- A side of nine stands is beaten when six are gone, as in the lesson, or by its army morale. The loss of four would be
-- too few: one melee phase often brings both sides there, and the end of a game turn, when it is judged, finds a draw.
local WIDTH <const>, DEPTH <const> = 1300, 1200

--- A side of the table, from its own left to its own right; `turned` seen from the other edge.
local function army(id, name, turned)
  local function at(x, y) return turned and { WIDTH - x, DEPTH - y } or { x, y } end
  local function stand(nth, x, y, about)
    about.name, about.number, about.at = ("%s stand %d"):format(name, nth), id .. nth, at(x, y)
    return unit(id .. nth)(about)
  end
  local function rifles(nth, x) return stand(nth, x, 260, { class = "b", weapon = "improved_rifle" }) end
  local function swords(nth, x) return stand(nth, x, 260, { kind = "war_band", class = "b", fleet = true }) end
  return side(id) { name = name, quality = "average", facing = turned and "south" or "north",
    edge = turned and "north" or "south",
    leader(id .. "_chief") { name = name .. " chief", rank = "cinc", at = at(650, 100) },
    leader(id .. "_second") { name = name .. " second", rank = "division", at = at(600, 100) },
    formation(id .. "_division") { name = name .. " division", level = "division", commander = id .. "_second",
      formation(id .. "_foot") { name = name .. " foot", commander = id .. "_captain",
        rifles(1, 480), rifles(2, 547), rifles(3, 614), rifles(4, 681) },
      leader(id .. "_captain") { name = name .. " captain", with = id .. "2" },
      formation(id .. "_swords") { name = name .. " swords", commander = id .. "_sirdar",
        swords(5, 800), swords(6, 867), swords(7, 934) },
      leader(id .. "_sirdar") { name = name .. " sirdar", with = id .. "6" },
      formation(id .. "_horse") { name = name .. " horse", commander = id .. "_rissaldar",
        stand(8, 250, 220, { class = "b", arm = "mounted" }), stand(9, 317, 220, { class = "b", arm = "mounted" }) },
      leader(id .. "_rissaldar") { name = name .. " rissaldar", with = id .. "8" },
    },
  }
end

scenario {
  title = "The mirror", ruleset = "bugles", source = "made up", seed = 1, last_turn = 12, break_percent = 60,
  variants = { "first_thrown" },
  doc = "The same army twice, on ground that is the same from either edge.",
  ground = { width = WIDTH, depth = DEPTH,
    area "wood_1" { terrain = "dense_woods", name = "the west wood", rect = { { 100, 500 }, { 240, 620 } } },
    area "wood_2" { terrain = "dense_woods", name = "the east wood", rect = { { 1060, 580 }, { 1200, 700 } } },
    area "hill" { hill = 20, name = "the hill", objective = 5, rect = { { 550, 530 }, { 750, 670 } } },
  },
  army("a", "Blue", false), army("b", "Red", true),
}
