-- A table for measuring solo commanders: the same army on both sides, the ground the same seen from either edge (turned
-- by half a turn about the middle of the table). Whoever wins more often than the other, with as many battles, wins
-- by a flaw. Both armies are "other", so that neither has an initiative modifier, and their generals are competent.
-- The names of the units tell what they are; a side is made better by its `grade` (tests/cli/solo_sides).
local TROOPS <const> = {
  { "close_order_infantry", 250 }, { "close_order_infantry", 430 }, { "close_order_infantry", 710 },
  { "close_order_infantry", 890 }, { "heavy_cavalry", 110 }, { "heavy_cavalry", 1030 },
}

-- Grade tells in charges and fights alone; a levy is of light troops too, so that it is worse in all it does.
local LIGHT <const> = { close_order_infantry = "light_infantry", heavy_cavalry = "light_cavalry" }

--- A side of the table, from its own left to its own right; `turned` seen from the other edge.
local function army(id, name, edge, turned, grade)
  local width <const>, depth <const> = 1140, 720
  local function at(x, y) return turned and { width - x, depth - y } or { x, y } end
  local foot = { name = name .. " foot", commander = id .. "_foot" }
  local horse = { name = name .. " horse", commander = id .. "_horse" }
  for i, troop in ipairs(TROOPS) do
    local brigade = troop[1] == "heavy_cavalry" and horse or foot
    brigade[#brigade + 1] = unit(id .. i) {
      name = ("%s %s %d"):format(name, troop[1]:gsub("_", " "), i), number = id .. i, grade = grade,
      troop = grade == "levy" and LIGHT[troop[1]] or troop[1],
      at = at(troop[2], 180),
    }
  end
  foot[#foot + 1] = unit(id .. "7") {
    name = name .. " battery", number = id .. "7", troop = "artillery", at = at(570, 260),
  }
  return side(id) {
    name = name, army = "other", edge = edge, facing = turned and "south" or "north",
    leader(id .. "_chief") { name = name .. " chief", rank = "commanding_officer", at = at(570, 90) },
    formation(id .. "_foot_brigade")(foot), formation(id .. "_horse_brigade")(horse),
    leader(id .. "_foot") { name = name .. " brigadier of foot", with = id .. "2" },
    leader(id .. "_horse") { name = name .. " brigadier of horse", with = id .. "5" },
  }
end

scenario {
  title = "The mirror", ruleset = "horse_and_musket",
  doc = "The same army twice, on ground that is the same from either edge.", source = "made up",
  seed = 1, last_turn = 20, break_percent = 30, variants = { "mission_stances" },

  ground = { width = 1140, depth = 720,
    area "wood_1" { terrain = "woods", rect = { { 30, 300 }, { 130, 380 } } },
    area "wood_2" { terrain = "woods", rect = { { 1010, 340 }, { 1110, 420 } } },
    area "hill" { hill = 20, name = "the hill", objective = 2, rect = { { 470, 300 }, { 670, 420 } } },
  },

  army("a", "Blue", "south", false, "average"),
  army("b", "Red", "north", true, "average"),
}
