-- The terse story: what is folded, and in what order it is told. Every expectation is by hand.
local Terse <const> = require "limber.game.terse"

local game <const> = {
  state = { root = {
    units = {
      a1 = { id = "a1", name = "Garde", formation = "first" }, a2 = { id = "a2", name = "Line", formation = "first" },
      a3 = { id = "a3", name = "Horse", formation = "second" }, a4 = { id = "a4", name = "Guns" },
    },
    leaders = { z = { id = "z", name = "Zieten" } },
    formations = { first = { id = "first", name = "the first brigade" }, second = { id = "second", name = "the second" } },
    areas = {}, lines = {}, sides = {},
  } },
  rules = { cell = function() return nil end },
  words = {
    story = { moved = "{unit} moves {distance} mm.", fired = "{unit} fires.", threw = "{general} throws {roll}." },
    terse = {
      marches = { line = "{formation} moves {each} mm ({count}).", per = "formation", of = { moved = "{distance}" } },
      throws = { line = "Throws: {each}.", of = { threw = "{general} {roll}" } },
    },
  },
}

local function moved(unit, distance)
  return { say = "moved", with = { unit = unit, distance = distance }, cite = "6.2" }
end

--- What is told of some events in the end.
local function told(events)
  local terse = Terse.new(function() return game end)
  for _, event in ipairs(events) do assert.is_true(terse:take(event, {})) end
  local texts = {}
  for i, one in ipairs(terse:told()) do texts[i] = one.text .. (one.cite and (" (%s)"):format(one.cite) or "") end
  assert.same({}, terse:told())
  return texts
end

describe("the terse story", function()
  it("tells a formation's marches in one line, as a range", function()
    assert.same({ "The first brigade moves 60 to 240 mm (2 units). (6.2)", "Horse moves 30 mm. (6.2)" },
      told { moved("a1", 240), moved("a3", 30), moved("a2", 60) })
    assert.same({ "The first brigade moves 60 mm (2 units). (6.2)" }, told { moved("a1", 60), moved("a2", 60) })
  end)

  it("tells one alone in full, with its clause", function()
    assert.same({ "Garde moves 60 mm. (6.2)" }, told { moved("a1", 60) })
  end)

  it("gives each clause once", function()
    local function throw(cite) return { say = "threw", with = { general = "z", roll = 3 }, cite = cite } end
    assert.same({ "Throws: Zieten 3, Zieten 3. (RM 4, RM 5, R86)" }, told { throw "RM 4, RM 5", throw "RM 4, R86" })
    assert.same({ "Throws: Zieten 3, Zieten 3. (3, R21)" }, told { throw "3", throw "3 R21" })
  end)

  it("makes a list of what is not a number", function()
    local throw = { say = "threw", with = { general = "z", roll = 3 }, cite = "3" }
    assert.same({ "Throws: Zieten 3, Zieten 3. (3)" }, told { throw, throw })
  end)

  it("leaves alone what is not to be folded, or has no formation", function()
    local terse = Terse.new(function() return game end)
    assert.is_false(terse:take({ say = "fired", with = { unit = "a1" } }, {}))
    assert.is_false(terse:take(moved("a4", 10), {}))
    assert.is_false(terse:take({ call = 1 }, {}))
    assert.same({}, terse:told())
  end)
end)
