--- SR.1, R76: colours taken, carried, retaken; and what they are worth.
local T <const> = require "horse_and_musket_table"

local n, join = T.n, T.join

--- Side a's unit charges b1 and wins by a hit, or by what the dice say.
local function beats(a, b, colours, more)
  local spec = { a = a, b = b, dice = { ["charge.test"] = { 6 }, ["colours.capture"] = colours } }
  for key, value in pairs(more or {}) do spec[key] = value end
  spec.dice["melee.resolve"] = spec.melee
  local game = T.to(T.game(spec), "a", "charges")
  T.give(game, "a", "charge", { unit = "a1", target = "b1" })
  T.done(game)
  while game:waiting().kind == "decision" do
    local options = game:waiting().options
    T.answer(game, options[#options])
  end
  return T.to(game, "b", "rally", false)
end

--- Heavy horse against foot: 8 dice, a save, 4 dice back.
local HORSE <const> = join({ 4 }, n(7, 1), { 1 }, n(4, 1))

local function points(game) return { T.side(game, "a").points, T.side(game, "b").points } end

describe("colours", function()
  after_each(T.finished)

  it("of a unit that retires are taken on a twelve, carried, and worth a point", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.foot("b1", 900, 650) }, { 6, 6 }, { melee = HORSE })
    assert.are.same({ "b1" }, T.unit(game, "a1").taken)
    assert.is_nil(T.unit(game, "b1").colours)
    assert.are.same({ 1, 0 }, points(game))
    T.says(T.story(game), "A1 takes the colours of b1")
  end)

  it("are saved on anything less", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.foot("b1", 900, 650) }, { 6, 5 }, { melee = HORSE })
    assert.is_nil(T.unit(game, "a1").taken)
    assert.is_true(T.unit(game, "b1").colours)
    assert.are.same({ 0, 0 }, points(game))
  end)

  it("of a unit destroyed in the fight are taken on a six", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.foot("b1", 900, 650) }, { 6 }, {
      melee = join({ 4 }, n(9, 1), { 1 }), set = { ["units.b1.staggered"] = true, ["units.b1.hits"] = 5 },
    })
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.same({ 1, 0 }, points(game))
  end)

  it("of a unit destroyed in its retreat need the twelve (R76)", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.foot("b1", 900, 650) }, { 6, 6 }, {
      melee = HORSE, depth = 730, general_b = { at = { 300, 700 } },
    })
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.equal("retired", T.calls(game, "colours.capture")[1].args.event)
    assert.are.same({ 1, 0 }, points(game))
  end)

  it("are sent to the rear by captors that have none of their own", function()
    local game = beats({ T.hussars("a1", 900, 500) }, { T.foot("b1", 900, 650) }, { 6, 6 }, {
      melee = join({ 4 }, n(5, 1), { 1 }, n(4, 1)),
    })
    assert.is_nil(T.unit(game, "a1").taken)
    assert.is_nil(T.unit(game, "b1").colours)
    assert.are.same({ 1, 0 }, points(game))
  end)

  it("that troops without them never lose", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.light("b1", 900, 650) }, nil, {
      melee = join({ 4 }, n(9, 1), n(4, 1)),
    })
    assert.are.equal(0, #T.calls(game, "colours.capture"))
    assert.are.same({ 0, 0 }, points(game))
  end)

  it("taken may be retaken on the same throws, and cost the captor its point", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.foot("b1", 900, 650), T.foot("b2", 300, 900) },
      { 1, 1, 6, 6, 1, 1 }, {
        melee = HORSE, set = { ["units.b1.taken"] = { "x1", "x2" }, ["sides.b.points"] = 2 },
      })
    local calls = T.calls(game, "colours.capture")
    assert.are.equal(3, #calls)
    assert.is_true(calls[2].args.recapture)
    assert.are.same({ "x2" }, T.unit(game, "b1").taken)
    assert.are.same({ 0, 1 }, points(game))
  end)

  it("of the charger are at stake as well", function()
    local game = beats({ T.horse("a1", 900, 500) }, { T.foot("b1", 900, 650) }, { 6, 6 },
      { melee = join(n(8, 1), { 4, 1, 1, 1 }) })
    assert.are.same({ "a1" }, T.unit(game, "b1").taken)
    assert.are.same({ 0, 1 }, points(game))
  end)
end)
