-- A field day for Horse and Musket: rules that seldom come into play in battles, each at a place of its own, under
-- standing orders. From west to east: a column, guns that limber and deploy again, horse artillery, a town stormed,
-- fieldworks breached and stormed, a wood fought for, tribal horse, a brook and its ford.

--- A side with its stations: brigades whose generals, each with a unit of it, let all of them move.
local function army(id, about, stations)
  for nth, one in ipairs(stations) do
    local general = id .. nth
    about[#about + 1] = formation("of_" .. general) { commander = general, table.unpack(one.units) }
    about[#about + 1] = leader(general) { quality = "gifted", with = one.with }
  end
  return side(id)(about)
end

local function station(with, units) return { with = with, units = units } end

local function rect(west, south, east, north) return { { west, south }, { east, north } } end

local function go(unit, most)
  return { a "move" { unit = unit, distance = most }, a "move" { unit = unit, distance = most * 2 // 3 },
    a "move" { unit = unit, distance = most // 3 } }
end

local STORMERS <const> = { "grenadiers", "second", "works_foot", "works_second", "wood_foot", "ford_foot", "tribal" }
local HELD <const> = { "mill", "redoubt", "forest", "bank", "croats" }

local orders = {
  turns(1, 1, "movement") {
    a "change_formation" { unit = "column", to = "column" }, a "limber" { unit = "guns" },
    a "deploy_guns" { unit = "flying" }, a "limber" { unit = "flying" },
  },
  turns(2, 3, "movement") {
    a "move" { unit = "column", distance = 75 }, a "march" { unit = "column", distance = 75 },
    a "move" { unit = "guns", distance = 100 }, a "move" { unit = "flying", distance = 60 },
  },
  turns(4, 4, "movement") {
    a "deploy_line" { unit = "column", to = "left" }, a "deploy_guns" { unit = "guns" },
    a "deploy_guns" { unit = "flying" },
  },
  turns(1, 10, "movement") {
    a "enter" { unit = "wader", area = "brook" }, a "enter" { unit = "flank", area = "barn" },
    table.unpack(go("wader", 70)),
  },
}
for _, unit in ipairs(STORMERS) do
  orders[#orders + 1] = turns(1, 10, "charges") { a "charge" { unit = unit, target = HELD } }
  orders[#orders + 1] = turns(1, 10, "movement")(go(unit, 60))
end
orders[#orders + 1] = turns(1, 10, "firing") {
  a "fire_guns" { unit = "siege", target = "redoubt" }, a "fire" { unit = "riflemen", target = "forest" },
  a "fire" { unit = "second", target = "mill" }, b "fire" { unit = "mill", target = { "grenadiers", "second" } },
  b "fire" { unit = "redoubt", target = { "works_foot", "works_second" } },
  b "fire" { unit = "forest", target = { "wood_foot", "riflemen" } },
}

local function troops(id, troop, x, y, more)
  local given = { troop = troop, at = { x, y } }
  for key, value in next, more or {} do given[key] = value end
  return unit(id)(given)
end

local FOOT <const>, LIGHT <const>, GUNS <const> = "close_order_infantry", "light_infantry", "artillery"

scenario {
  title = "A field day", ruleset = "horse_and_musket", source = "fictional", seed = 5, last_turn = 10,
  ground = { width = 3000, depth = 1000,
    area "mill_farm" { terrain = "town", rect = rect(820, 500, 980, 620) },
    area "barn" { terrain = "town", rect = rect(1010, 300, 1110, 380) },
    area "works" { terrain = "fieldworks", front = "south", rect = rect(1260, 500, 1340, 540) },
    area "forest_edge" { terrain = "woods", rect = rect(1560, 420, 1860, 620) },
    area "brook" { terrain = "river", rect = rect(2300, 480, 3000, 520) },
    area "shallows" { terrain = "ford", rect = rect(2420, 470, 2620, 530) },
  },
  army("a", { name = "Blue", army = "prussian", edge = "south", facing = "north" }, {
    station("column", { troops("column", FOOT, 150, 200) }),
    station("guns", { troops("guns", GUNS, 350, 250),
      troops("flying", GUNS, 500, 250, { horse_artillery = true, drill = "limbered" }) }),
    station("grenadiers", { troops("grenadiers", FOOT, 900, 430, { grade = "elite" }),
      troops("second", FOOT, 740, 400), troops("flank", FOOT, 1060, 250) }),
    station("works_foot", { troops("works_foot", FOOT, 1300, 430, { grade = "elite" }),
      troops("works_second", FOOT, 1300, 395), troops("siege", GUNS, 1150, 510, { facing = "east" }) }),
    station("wood_foot", { troops("wood_foot", FOOT, 1660, 400, { grade = "elite" }),
      troops("riflemen", LIGHT, 1830, 395, { weapon = "rifle" }) }),
    station("tribal", { troops("tribal", "tribal_cavalry", 2080, 440) }),
    station("ford_foot", { troops("ford_foot", FOOT, 2520, 450, { grade = "elite" }),
      troops("wader", FOOT, 2800, 447) }),
  }),
  army("b", { name = "Red", army = "austrian", edge = "north", facing = "south" }, {
    station("mill", { unit "mill" { troop = LIGHT, inside = "mill_farm" },
      unit "redoubt" { troop = FOOT, inside = "works" }, troops("forest", LIGHT, 1680, 470),
      troops("croats", LIGHT, 2080, 560), troops("bank", FOOT, 2520, 545),
      troops("far", FOOT, 150, 950) }),
  }),
  script = orders,
}
