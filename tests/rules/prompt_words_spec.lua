-- Commands as they are typed: whom words name, what fields take, groups. Every expectation is by hand.
local fields <const> = require "limber.language.fields"
local game_fields <const> = require("limber.language.game_fields").words
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local refusal <const> = require "play.refusal"
local words <const> = require "play.command_words"

local F <const> = {}
for name, word in next, fields.words do F[name] = word end
for name, word in next, game_fields do F[name] = word end

local function unit(id, number, side, formation, name)
  return { id = id, number = number, side = side, formation = formation, name = name,
    base = { x = 100000 * #number, y = 5000, facing = 0, width = 1, depth = 1 } }
end

local function listed(list)
  local nodes, order = {}, {}
  for i, one in ipairs(list) do nodes[one.id], order[i] = one, one.id end
  return nodes, order
end

local state = { order = { sides = { "a", "b" } }, ground = { width = 1200000, depth = 900000, square = 100000 } }
state.units, state.order.units = listed {
  unit("a11", "11", "a", "gautier", "1/17th Line"), unit("a12", "12", "a", "gautier", "2/17th Line"),
  unit("a13", "13", "a", "gautier", "1/30th Line"), unit("a_guns", "1", "a", "guns", "8/5th Foot Artillery"),
  unit("b11", "51", "b", "buresch", "1st Klebek"), unit("b12", "52", "b", "buresch", "2nd Klebek"),
  unit("b21", "61", "b", "buresch", "1st Schröder"),
}
state.units.a13.status = "gone"
state.formations, state.order.formations = listed {
  { id = "division", side = "a", level = "division", name = "Claparède's division" },
  { id = "gautier", side = "a", level = "brigade", formation = "division", name = "Gautier's brigade" },
  { id = "guns", side = "a", level = "brigade", name = "the French guns" },
  { id = "buresch", side = "b", level = "brigade", name = "Buresch's brigade" },
}
state.leaders, state.order.leaders = listed {
  { id = "claparede", side = "a", name = "General Claparède" }, { id = "himself", side = "a", name = "General Gautier" },
}
state.areas, state.order.areas = listed {
  { id = "copse", name = "the Old Wood", area = { { x = 600000, y = 0 }, { x = 800000, y = 4000 }, { x = 700000, y = 10000 } } },
}
local view <const> = { state = state, side = "a", status = function(_, node) return node.status or "ready" end }
local point <const> = { fields.words.int "x" {}, fields.words.int "y" {} }
local leg <const> = { F.point "to" { optional = true }, F.length "forward" { optional = true },
  F.angle "wheel" { optional = true } }
local rules <const> = { records = { point = point, leg = leg }, published = { rounding = {} } }

local FIRE <const> = { F.unit "unit" { "own" }, F.unit "target" { "enemy" } }
local MOVE <const> = {
  F.unit "unit" { "own", optional = true }, F.formation "formation" { "own", optional = true },
  F.point "to" { optional = true }, F.unit "toward" { optional = true }, F.length "forward" { 0, optional = true },
  F.enum "evolve" { optional = true, values = { "line", "column" } }, F.angle "facing" { optional = true },
  F.list "legs" { "leg", default = {} }, F.flag "quick" {},
}
local STEP <const> = { F.unit "unit" { "own" }, F.length "forward" { 0 } }
local ORDER <const> = {
  F.leader "general" { "own" }, F.formation "formation" { "own" }, F.enum "verb" { "attack", "hold" },
  F.point "target" { optional = true }, F.point "target_end" { optional = true }, F.text "aim" { optional = true },
}
local COLUMN <const> = { F.unit "unit" { "own" }, F.unit "target" { "enemy" }, F.units "behind" { "own", default = {} } }

local AHEAD <const> = {
  F.unit "unit" { "own" }, F.length "distance" { 1000, optional = true }, F.angle "pivot" { -180000, 180000, default = 0 },
}
local TURN <const> = {
  F.unit "unit" { "own" }, F.angle "by" { -180000, 180000, optional = true }, F.angle "facing" { optional = true },
}
local PLACE <const> = { F.unit "unit" { "own" }, F.point "at" {}, F.angle "facing" { default = 0 } }

--- A line read as a command, for side a unless another is given.
local function read(args, line, opts)
  opts = opts or {}
  local list = {}
  for word in line:gmatch "%S+" do list[#list + 1] = word end
  local how = lengths.how(opts.unit or "mm", state.ground)
  return words.parse({ view = view, side = opts.side or "a", rules = rules, how = how }, "it", args, list)
end

local function one(args, line, opts)
  local list, fault = read(args, line, opts)
  assert(list, fault and fault.message)
  assert.equal(1, #list)
  return list[1]
end

local function refused(args, line, opts)
  local list, fault = read(args, line, opts)
  assert.is_nil(list)
  return fault.message
end

describe("whom words name", function()
  it("is a number, an id, a name or a part of it that only one has", function()
    assert.same({ "b11" }, (names.meant(view, "units", "51")))
    assert.same({ "b11" }, (names.meant(view, "units", "B11")))
    assert.same({ "b11" }, (names.meant(view, "units", "1st klebek")))
    assert.same({ "b21" }, (names.meant(view, "units", "Schroder")))
    assert.same({ "a_guns" }, (names.meant(view, "units", "foot art")))
    assert.same({ "b11", "b12" }, (names.meant(view, "units", "Klebek")))
    assert.same({}, (names.meant(view, "units", "7")))
    assert.same({}, (names.meant(view, "units", "le")))
  end)

  it("takes the longest name there is", function()
    local id, after = names.read(view, "units", { "2nd", "Klebek", "toward" }, 1, "any", "a")
    assert.same({ "b12", 3 }, { id, after })
  end)
end)

describe("a command's words", function()
  it("are units by number, id and name", function()
    local wanted = { unit = "a_guns", target = "b11" }
    assert.same(wanted, one(FIRE, "1 51"))
    assert.same(wanted, one(FIRE, "a_guns at b11"))
    assert.same(wanted, one(FIRE, "foot artillery 1st klebek"))
    assert.same(wanted, one(FIRE, "target 51 unit 1"))
    assert.same(wanted, one(FIRE, "target=51 unit=1"))
    assert.equal("1st Klebek (51) is not yours; name your own unit first", refused(FIRE, "51 1"))
  end)

  it("are points by millimetres, squares and who stands there", function()
    assert.same({ unit = "a11", to = { x = 950000, y = 800000 } }, one(MOVE, "11 to 950 800"))
    assert.same({ unit = "a11", to = { x = 950000, y = 800000 } }, one(MOVE, "11 950,800"))
    -- squares of 100 mm: C4 is the middle of 200..300, 300..400
    assert.same({ unit = "a11", to = { x = 250000, y = 350000 } }, one(MOVE, "11 to C4"))
    assert.same({ unit = "a11", to = { x = 283333, y = 383333 } }, one(MOVE, "11 C4 ne"))
    assert.same({ unit = "a11", to = { x = 200000, y = 5000 } }, one(MOVE, "11 to 51"))
    assert.same({ unit = "a11", to = { x = 254000, y = 127000 } }, one(MOVE, "11 to 10in 5in"))
  end)

  it("are lengths with units, plain ones in the unit that is shown", function()
    assert.same({ unit = "a11", forward = 120000 }, one(MOVE, "11 forward 120mm"))
    assert.same({ unit = "a11", forward = 127000 }, one(STEP, "11 5in"))
    assert.same({ unit = "a11", forward = 75000 }, one(STEP, "11 7.5 cm"))
    assert.same({ unit = "a11", forward = 120000 }, one(STEP, "11 120"))
    assert.same({ unit = "a11", forward = 50800 }, one(STEP, "11 2", { unit = "inch" }))
  end)

  it("are values of enumerations, flags, words of the compass and turns", function()
    assert.same({ unit = "a11", evolve = "column", quick = true }, one(MOVE, "11 column quick"))
    assert.same({ unit = "a11", facing = 45000 }, one(MOVE, "11 facing north-east"))
    assert.same({ unit = "a11", facing = 180000 }, one(MOVE, "11 facing s"))
    assert.same({ unit = "a11", facing = 330000 }, one(MOVE, "11 facing left 30"))
  end)

  it("are legs, one after another", function()
    assert.same({ unit = "a11", legs = { { forward = 40000, wheel = 20000 }, { forward = 60000 } } },
      one(MOVE, "11 legs forward 40mm wheel 20 then forward 60mm"))
    assert.same({ unit = "a11", legs = { { to = { x = 250000, y = 350000 } }, { wheel = 90000 } } },
      one(MOVE, "11 to C4 then wheel east"))
    assert.same({ unit = "a11", legs = { { forward = 40000 } } }, one(MOVE, '11 legs=[{"forward":40}]'))
  end)

  it("are generals and formations, each in its place", function()
    assert.same({ general = "claparede", formation = "gautier", verb = "attack", target = { x = 1000, y = 2000 },
      target_end = { x = 3000, y = 4000 } }, one(ORDER, "claparede gautier attack 1 2 3 4"))
    assert.same({ general = "himself", formation = "gautier", verb = "hold", aim = "the old mill" }, one(ORDER,
      "general himself brigade Gautier aim the old mill verb hold"))
  end)

  it("are a list of units where the command has one", function()
    assert.same({ unit = "a11", target = "b11", behind = { "a12", "a_guns" } }, one(COLUMN, "11 51 behind 12 1"))
    assert.same({ unit = "a11", target = "b11", behind = { "a12" } }, one(COLUMN, "11 12 51"))
  end)
end)

describe("a value that only one field can mean", function()
  it("is taken for that: a plain number is a length, left 30 a turn", function()
    assert.same({ unit = "a11", distance = 75000 }, one(AHEAD, "11 75"))
    assert.same({ unit = "a11", distance = 75000, pivot = -30000 }, one(AHEAD, "11 left 30 75"))
    assert.same({ unit = "a11", by = -30000 }, one(TURN, "11 left 30"))
    assert.same({ unit = "a11", by = 30000 }, one(TURN, "11 right 30"))
    assert.same({ unit = "a11", facing = 90000 }, one(TURN, "11 east"))
    assert.equal("30 could be by or facing: write by 30", refused(TURN, "11 30"))
  end)
end)

describe("a way to face", function()
  -- 11 stands at 200 mm, 5 mm and faces north
  it("is toward somebody or a point, from where the unit stands", function()
    state.units.b11.base = { x = 200000, y = 305000, facing = 0, width = 1, depth = 1 }
    state.units.b12.base = { x = 500000, y = 5000, facing = 0, width = 1, depth = 1 }
    assert.same({ unit = "a11", facing = 0 }, one(TURN, "11 toward 51"))
    assert.same({ unit = "a11", facing = 90000 }, one(TURN, "11 toward 52"))
    assert.same({ unit = "a11", facing = 90000 }, one(TURN, "11 facing toward 52"))
    assert.same({ unit = "a11", facing = 90000 }, one(TURN, "11 toward 700 5"))
    assert.same({ unit = "a11", facing = 90000 }, one(TURN, "11 toward the Old Wood"))
    assert.same({ unit = "a11", by = 90000 }, one(TURN, "11 by toward copse"))
    assert.matches("facing must be a point, like 950mm 800mm or C4, got mill", refused(TURN, "11 facing toward mill"))
    assert.same({ unit = "a11", by = 90000 }, one(TURN, "11 by toward 52"))
    assert.same({ unit = "a11", pivot = 90000, distance = 40000 }, one(AHEAD, "11 toward 52 distance 40"))
    assert.same({ unit = "a11", toward = "b12" }, one(MOVE, "11 toward 52")) -- it has a field of that name
  end)

  it("is from where the command puts it", function()
    assert.same({ unit = "a11", at = { x = 500000, y = 305000 }, facing = 180000 },
      one(PLACE, "11 at 500 305 facing toward 52"))
    assert.same({ unit = "a11", to = { x = 500000, y = 305000 }, facing = 270000 },
      one(MOVE, "11 to 500 305 facing toward 51"))
  end)

  it("is of each of a group its own, and by hand from the way it faces", function()
    state.units.a12.base = { x = 500000, y = 305000, facing = 90000, width = 1, depth = 1 }
    local list = read(MOVE, "11 12 facing toward 52")
    assert.same({ { unit = "a11", facing = 90000 }, { unit = "a12", facing = 180000 } }, list)
    assert.same({ { unit = "a11", facing = 330000 }, { unit = "a12", facing = 60000 } }, read(MOVE, "11 12 facing left 30"))
  end)

  it("is refused where it is not known", function()
    local base = state.units.a11.base
    state.units.a11.base = nil
    assert.matches("its position is not known here", refused(TURN, "11 toward 52"))
    state.units.a11.base = base
  end)

  it("in degrees that are somebody's number is told", function()
    local _, _, notes = read(TURN, "11 facing 52")
    assert.same({ "facing 52 is 52 degrees; facing toward 52 faces 2nd Klebek (52)" }, notes)
    assert.same({}, (select(3, read(TURN, "11 facing 53"))))
    assert.same({}, (select(3, read(TURN, "11 facing 52deg"))))
  end)
end)

describe("points that a command lacks", function()
  it("are not asked for where the players alone know where units stand", function()
    local path = { F.unit "unit" { "own" }, F.points "path" {} }
    assert.equal("it needs path: points, like 950mm 800mm or C4", refused(path, "11"))
    state.facts = "told"
    assert.equal("it needs points, and only the players know where units stand", refused(path, "11"))
    state.facts = nil
  end)
end)

describe("who acts", function()
  it("is nobody, or an enemy's", function()
    assert.equal("no unit 99", refused(MOVE, "99 forward 20"))
    assert.equal("no unit 99", refused(FIRE, "99 51"))
    assert.equal("1st Klebek (51) is not yours; name your own unit first", refused(MOVE, "51 forward 100"))
    local together = { F.units "units" { "own", min = 1 }, F.unit "target" { "enemy" } }
    assert.equal("1st Klebek (51) is not yours; name your own unit first", refused(together, "51 11"))
    local passing = { F.units "units" { "own", min = 1 }, F.unit "target" { "enemy" },
      F.length "passing" { 0, optional = true, named = true } }
    assert.equal("1st Klebek (51) is the enemy's; it takes no such unit", refused(passing, "11 52 51"))
    assert.equal("52in: it takes no such word", (refused(passing, "11 51 52in")))
    assert.same({ units = { "a11" }, target = "b11", passing = 1000 }, one(passing, "11 51 passing 1mm"))
    assert.equal("it takes no point; it takes unit, distance and pivot; pivot toward C4 is a direction",
      refused(AHEAD, "11 to C4"))
    assert.same({ "12 is 2/17th Line (12); write a distance with its unit" }, (select(3, read(AHEAD, "11 12"))))
    assert.equal("it names 2/17th Line (12) twice; write a distance with its unit", refused(AHEAD, "12 12"))
    assert.truthy(refused(together, "1st Klebek 11"):find("name your own unit first", 1, true))
    assert.same({ units = { "a11", "a12" }, target = "b11" }, one(together, "11 12 51"))
    assert.same({ units = { "a11" }, target = "b11" }, one(together, "target 51 units 11"))
  end)
end)

describe("a group", function()
  it("is several units, a command each", function()
    local list = read(MOVE, "11 12 1 toward 51")
    assert.same({ { unit = "a11", toward = "b11" }, { unit = "a12", toward = "b11" },
      { unit = "a_guns", toward = "b11" } }, list)
  end)

  it("is a formation's units that are there, where the command knows none", function()
    assert.same({ { unit = "a11", forward = 9000 }, { unit = "a12", forward = 9000 } },
      read(STEP, "brigade Gautier forward 9mm"))
    assert.same({ { unit = "a11", forward = 9000 }, { unit = "a12", forward = 9000 } },
      read(STEP, "division Claparede forward 9mm"))
  end)

  it("is the command's own formation, where it has one", function()
    assert.same({ formation = "gautier", toward = "b11" }, one(MOVE, "brigade Gautier toward 51"))
  end)
end)

describe("a number that both sides have", function()
  it("is whoever is wanted", function()
    state.units.b12.number = "1" -- as the guns
    assert.same({ unit = "a_guns", target = "b12" }, one(FIRE, "1 1"))
    assert.same({ unit = "a11", target = "b12" }, one(FIRE, "11 1"))
    assert.same({ { unit = "a11", toward = "b11" }, { unit = "a_guns", toward = "b11" } }, read(MOVE, "11 1 toward 51"))
    assert.equal("1 may be 8/5th Foot Artillery (1) or 2nd Klebek (1)", refused(MOVE, "11 toward 1"))
    state.units.b12.number = "52"
  end)

  it("is a whole name of a formation before a part of a unit's", function()
    state.units.a_guns.name = "Gautier's battery"
    assert.same({ formation = "gautier", forward = 5000 }, one(MOVE, "gautier forward 5mm"))
    assert.same({ unit = "a_guns", forward = 5000 }, one(MOVE, "gautiers battery forward 5mm"))
    state.units.a_guns.name = "8/5th Foot Artillery"
  end)
end)

describe("what cannot be understood", function()
  it("is refused with who is meant, or nearest", function()
    assert.equal("Klebek may be 1st Klebek (51) or 2nd Klebek (52)", refused(FIRE, "1 Klebek"))
    assert.equal("Klebbek: it takes no such word; did you mean 1st Klebek (51)?", refused(FIRE, "1 Klebbek"))
    assert.equal("no unit 99", refused(FIRE, "1 target 99"))
    assert.equal("it has no taget; did you mean target?", refused(FIRE, "1 taget=51"))
  end)

  it("is refused with what is missing, and what is of the wrong side", function()
    assert.equal("it needs target: an enemy unit", refused(FIRE, "1"))
    assert.equal("it needs target: an enemy unit; 1/17th Line (11) is your own", refused(FIRE, "1 11"))
    assert.equal("target: 1/17th Line (11) is your own", refused(FIRE, "1 target 11"))
    assert.equal("unit: 1st Klebek (51) is an enemy", refused(FIRE, "unit 51 target 52"))
    assert.equal("1st Klebek (51) is not yours; name your own unit first", refused(STEP, "51 5mm"))
  end)

  it("is refused with what a field wants", function()
    assert.equal("forward must be a length, like 120mm or 5in, got far", refused(MOVE, "11 forward far"))
    assert.equal("forward: pdr is no unit of length; they are mm, cm, in and m", refused(MOVE, "11 forward 12pdr"))
    assert.equal("forward needs a value: a length, like 120mm or 5in", refused(MOVE, "11 forward"))
    assert.equal("there is no square Z9; the squares are A1 to L9", refused(MOVE, "11 to Z9"))
    assert.equal("to is given twice", refused(MOVE, "11 to C4 to C5"))
  end)

  it("names a way and a turn, not the argument that gives them", function()
    local function said(arg, message, value)
      local root = { units = {}, formations = {}, leaders = {} }
      return refusal.named(root, { arg = arg, message = arg .. message }, { [arg] = value })
    end
    assert.equal("the way is 400 mm, its move is 75 mm", said("distance", " is 400 mm, its move is 75 mm", 400000))
    assert.equal("the pivot is 40 degrees", said("pivot", " is 40 degrees", 40000))
    assert.equal("distance must be 1 mm or more", said("distance", " must be 1 mm or more", 0))
  end)
end)
