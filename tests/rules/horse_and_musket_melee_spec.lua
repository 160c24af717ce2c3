--- 6, 4.6: hand-to-hand combat measured on the table and fought, each case worked by hand.
local T <const> = require "horse_and_musket_table"

local n, join = T.n, T.join

--- Charges of side a given and carried out; every decision gets the next answer, or its last option.
local function charged(spec, charges, answers)
  local game = T.to(T.game(spec), "a", "charges")
  for _, one in ipairs(charges) do
    T.give(game, "a", "charge", { unit = one[1], target = one[2], pivot = one[3] })
  end
  T.done(game)
  while game:waiting().kind == "decision" do
    local options = game:waiting().options
    T.answer(game, answers and table.remove(answers, 1) or options[#options])
  end
  return game
end

--- The same, with everything fought.
local function fought(spec, charges, answers)
  return T.to(charged(spec, charges, answers), "b", "rally", false)
end

local function fight(game, nth) return T.calls(game, "melee.resolve")[nth or 1] end

--- The dice of both in the first fight, with what gave them.
local function pools(game, nth)
  local result = fight(game, nth).result
  return T.modifiers(result.charger.modifiers), T.modifiers(result.charged.modifiers)
end

--- Horse 100 mm in front of whatever side b has; nobody falls, on a tie the charged unit goes back.
local function against(unit, more, hits)
  local spec = {
    a = { T.horse("a1", 900, 500) }, b = { unit },
    dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = hits, ["colours.capture"] = { 1, 1 } },
  }
  for key, value in pairs(more or {}) do
    if key == "a" or key == "b" then table.move(value, 1, #value, #spec[key] + 1, spec[key]) else spec[key] = value end
  end
  return spec
end

describe("a combat", function()
  after_each(T.finished)

  it("is fought after losses, and the loser goes back facing the enemy", function()
    -- 8 dice: charging, superior (average heavy cavalry counts as elite). 5 hits, of which foot saves 2; it strikes back
    -- with 4 dice and hits twice.
    local game = fought(against(T.foot("b1", 900, 650), nil,
      join(n(5, 4), n(3, 1), { 4, 4, 1, 1, 1 }, { 5, 5, 1, 1 })), { { "a1", "b1" } })
    local result = fight(game).result
    assert.are.same({ 8, 5, 3, 4, 2 }, { result.charger.dice, result.charger.scored, result.charged.taken,
      result.charged.dice, result.charger.taken })
    assert.are.equal("charged", result.retreats)
    assert.are.same({ 3, 2 }, { T.unit(game, "b1").hits, T.unit(game, "a1").hits })
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
    assert.are.same({ 900, 600, 0 }, T.at(game, "a1"))
    assert.is_nil(T.unit(game, "a1").charging)
    assert.is_true(game.state.root.formations.pb.defeated)
    assert.is_nil(game.state.root.formations.pb.succeeded)
  end)

  it("that the charger loses sends it back, and the brigade of the charged has held", function()
    local game = fought(against(T.foot("b1", 900, 650), nil, join(n(8, 1), { 5, 1, 1, 1 })), { { "a1", "b1" } })
    assert.are.same({ 900, 420, 0 }, T.at(game, "a1"))
    assert.are.same({ 900, 650, 180 }, T.at(game, "b1"))
    assert.is_true(game.state.root.formations.pb.succeeded)
    assert.is_true(game.state.root.formations.pa.defeated)
  end)

  it("with no hits is a tie: the charged unit goes back (R72)", function()
    local game = fought(against(T.foot("b1", 900, 650), nil, join(n(8, 1), n(4, 1))), { { "a1", "b1" } })
    assert.is_true(fight(game).result.tie)
    assert.are.same({ 900, 725, 180 }, T.at(game, "b1"))
    T.says(T.story(game), "b1 is beaten on a tie")
  end)

  it("with guns eliminates them, without dice, and counts them", function()
    local spec = against(T.guns("b1", 900, 650))
    spec.dice["colours.capture"], spec.dice["melee.resolve"] = nil, nil
    local game = fought(spec, { { "a1", "b1" } })
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.equal(1, T.side(game, "a").guns_taken)
    assert.are.same({ 900, 580, 0 }, T.at(game, "a1"))
    T.says(T.story(game), "a1 takes the guns of b1")
    assert.is_nil(game.state.root.formations.pb.defeated) -- R93
  end)

  it("with guns is their brigade's defeat by the other reading of R93", function()
    local spec = against(T.guns("b1", 900, 650), { variants = { "any_defeat" } })
    spec.dice["colours.capture"], spec.dice["melee.resolve"] = nil, nil
    assert.is_true(fought(spec, { { "a1", "b1" } }).state.root.formations.pb.defeated)
  end)

  it("with wagons does as much, but they are no guns", function()
    local spec = against(T.wagons("b1", 900, 650))
    spec.dice["colours.capture"], spec.dice["melee.resolve"] = nil, nil
    local game = fought(spec, { { "a1", "b1" } })
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.equal(0, T.side(game, "a").guns_taken)
  end)

  it("may destroy a unit, which then does not strike back", function()
    local game = fought(against(T.foot("b1", 900, 650), {
      set = { ["units.b1.staggered"] = true, ["units.b1.hits"] = 5 },
      dice = { ["charge.test"] = { 3 }, ["melee.resolve"] = join({ 4 }, n(9, 1), { 1 }), ["colours.capture"] = { 1 } },
    }), { { "a1", "b1" } })
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.is_false(fight(game).result.struck_back)
    assert.are.equal("charging 2, opponent_staggered 2, superior 2", (pools(game)))
  end)

  it("puts generals at risk, the charger's first", function()
    local game = fought(against(T.foot("b1", 900, 650), {
      general_a = { with = "a1" }, general_b = { with = "b1" },
      dice = {
        ["charge.test"] = { 3 }, ["melee.resolve"] = join(n(4, 4), n(5, 1), n(4, 1), n(3, 4), n(2, 1)),
        ["colours.capture"] = { 1, 1 }, ["general.risk"] = { 6, 5 },
      },
    }), { { "a1", "b1" } })
    assert.are.equal("charging 2, general_attached 1, superior 2", (pools(game)))
    assert.are.equal("gone", T.leader(game, "ga").status)
    assert.are.equal("ready", T.leader(game, "gb").status)
    local base = T.unit(game, "b1").base
    assert.are.equal(base.y + base.depth // 2 + 12500, T.leader(game, "gb").base.y)
  end)
end)

describe("what is measured of a combat", function()
  after_each(T.finished)

  local function first_pools(spec) return pools(fought(spec, { { "a1", "b1" } })) end

  it("supports: friends within 50 mm of flank or rear, three at most, guns and who is in front apart", function()
    -- b2 is beside b1, 2 mm away; b3 is 50 mm behind; b4 51 mm behind; the guns touch its rear.
    local spec = against(T.foot("b1", 900, 650), {
      b = { T.foot("b2", 1062, 650), T.light("b3", 830, 720), T.foot("b4", 990, 721), T.guns("b5", 970, 860) },
    }, join(n(8, 1), n(6, 1)))
    spec.dice["colours.capture"] = { 1, 1 }
    local one, other = first_pools(spec)
    assert.are.equal("charging 2, superior 2", one)
    assert.are.equal("supports 2", other)
  end)

  it("higher ground, of either", function()
    local hill = 'area "hill" { terrain = "hill", hill = 20, rect = { { 700, 630 }, { 1100, 900 } } }'
    local one, other = first_pools(against(T.foot("b1", 900, 650), { ground = hill }, join(n(8, 1), n(5, 1))))
    assert.are.equal("charging 2, superior 2", one)
    assert.are.equal("higher_ground 1", other)
  end)

  it("a hedge that the charged unit lines: difficult to nobody, and cover to it", function()
    local hedge = 'line "hedge" { kind = "hedge", points = { { 700, 640 }, { 1100, 640 } } }'
    local game = fought(against(T.foot("b1", 900, 650), { ground = hedge },
      join(n(3, 4), n(5, 1), { 6, 6, 6 }, n(4, 1))), { { "a1", "b1" } })
    assert.are.equal("cover", fight(game).args.position)
    assert.are.equal("charging 2, superior 2", (pools(game)))
    assert.are.equal(0, fight(game).result.charged.taken)
  end)

  it("crops under either: no charge bonus", function()
    local corn = 'area "corn" { terrain = "crops", rect = { { 700, 645 }, { 1100, 900 } } }'
    assert.are.equal("superior 2", (first_pools(against(T.foot("b1", 900, 650), { ground = corn },
      join(n(6, 1), n(4, 1))))))
  end)

  it("a ford under the charger: the charged unit defends it, in front alone", function()
    local ford = 'area "ford" { terrain = "ford", rect = { { 700, 560 }, { 1100, 640 } } }'
    local _, other = first_pools(against(T.foot("b1", 900, 650), { ground = ford }, join(n(8, 1), n(5, 1))))
    assert.are.equal("defending_river 1", other)
  end)

  it("flank and rear, and columns", function()
    assert.are.equal("charging 2, flank_rear_or_column 2, superior 2",
      (first_pools(against(T.foot("b1", 900, 650, { facing = "north" }), nil, join(n(10, 1), n(4, 1))))))
    local one, other = first_pools(against(T.foot("b1", 900, 650, { drill = "column" }), nil, join(n(10, 1), n(1, 1))))
    assert.are.equal("charging 2, flank_rear_or_column 2, superior 2", one)
    assert.are.equal("", other)
  end)
end)

describe("several contacts", function()
  after_each(T.finished)

  --- Horse in front of a line and on its left flank.
  local function two(dice, colours)
    return {
      a = { T.horse("a1", 900, 500), T.horse("a2", 1100, 650, { facing = "west" }) }, b = { T.foot("b1", 900, 650) },
      dice = { ["charge.test"] = { 3, 3 }, ["melee.resolve"] = dice, ["colours.capture"] = n(colours or 2, 1) },
    }
  end
  local BOTH <const> = { { "a1", "b1" }, { "a2", "b1" } }

  it("are chosen among; once the charged unit has lost, the others stand where they are (R35)", function()
    local game = charged(two(join(n(10, 1), n(4, 1))), BOTH)
    T.to(game, "a", "hand_to_hand")
    local offered = T.all_legal(game, "a", "next_combat")
    assert.are.same({ "a1", "a2" }, { offered[1].unit, offered[2].unit })
    assert.are.equal("in its left flank", offered[2].text)
    assert.are.equal("unit", T.refusal(game, "a", "next_combat", { unit = "b1" }).arg)
    T.give(game, "a", "next_combat", { unit = "a2" })
    assert.are.equal(1, #T.calls(game, "melee.resolve"))
    assert.are.equal("left_flank", fight(game).args.face)
    -- Turned to face its flank (R88) it runs into a1, who stands against its front.
    assert.are.equal("gone", T.unit(game, "b1").status)
    assert.are.same({ 900, 600, 0 }, T.at(game, "a1"))
    assert.are.same({ 1020, 650, 270 }, T.at(game, "a2"))
    assert.are.equal("side_turn.rally", game:waiting().path)
  end)

  it("are all fought by a unit that wins: the last of itself", function()
    -- In front it hits once and wins; against the flank it hits twice and wins again.
    local game = charged(two(join(n(8, 1), { 5, 1, 1, 1 }, n(10, 1), { 5, 5, 1, 1 }), 4), BOTH)
    T.to(game, "a", "hand_to_hand")
    T.give(game, "a", "next_combat", { unit = "a1" })
    assert.are.equal(2, #T.calls(game, "melee.resolve"))
    assert.are.same({ 900, 650, 180 }, T.at(game, "b1"))
    assert.are.same({ 900, 420, 0 }, T.at(game, "a1"))
    assert.are.same({ 1200, 650, 270 }, T.at(game, "a2"))
  end)

  it("are all fought, whoever says that he is done", function()
    local game = charged(two(join(n(8, 1), { 5, 1, 1, 1 }, n(10, 1), { 5, 5, 1, 1 }), 4), BOTH)
    T.to(game, "b", "rally", false)
    assert.are.equal(2, #T.calls(game, "melee.resolve"))
    assert.is_nil(T.unit(game, "b1").fought)
  end)

  it("come of one charge that strikes two units (C.3a)", function()
    local game = charged({
      a = { T.horse("a1", 900, 500) }, b = { T.foot("b1", 840, 650), T.foot("b2", 1002, 650) },
      dice = {
        ["charge.test"] = { 3 }, ["melee.resolve"] = join(n(8, 1), n(4, 1), n(8, 1), n(4, 1)),
        ["colours.capture"] = { 1, 1, 1, 1 },
      },
    }, { { "a1", "b1", 0 } })
    local met = T.unit(game, "a1").met
    assert.are.same({ "b1", "b2" }, { met[1].target, met[2].target })
    T.to(game, "b", "rally", false)
    assert.are.equal(2, #T.calls(game, "melee.resolve"))
    assert.are.same({ 840, 725, 180 }, T.at(game, "b1"))
    assert.are.same({ 1002, 725, 180 }, T.at(game, "b2"))
  end)
end)

describe("an attack on works", function()
  after_each(T.finished)

  local WORKS <const> = 'area "works" { terrain = "fieldworks", front = "south", rect = { { 850, 600 }, { 950, 660 } } },'
  local TOWN <const> = 'area "town" { terrain = "town", rect = { { 800, 600 }, { 1000, 760 } } },'

  --- Foot against the garrison of an area, the middle of whose front is at (900, 600).
  local function attack(ground, area, dice, more)
    local spec = {
      a = { T.foot("a1", 900, 550) }, b = { T.foot("b1", 900, 640, { inside = area }) }, ground = ground,
      dice = { ["charge.test"] = { 4 }, ["melee.resolve"] = dice, ["colours.capture"] = { 1, 1 } },
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    return charged(spec, { { "a1", "b1" } }, { "hold_fire" })
  end

  it("closes up to two bases, and meets more dice, cover and the tie rule in front", function()
    -- Four dice and two for charging; the garrison has two for its works and saves in cover.
    local game = attack(WORKS, "works", join({ 4, 4 }, n(4, 1), { 6, 6 }, n(6, 1)))
    local base = T.unit(game, "a1").base
    assert.are.same({ 80000, 40000 }, { base.width, base.depth })
    assert.are.same({ 900, 580, 0 }, T.at(game, "a1"))
    T.to(game, "b", "rally", false)
    local call = fight(game)
    assert.are.same({ "fieldworks", "front" }, { call.args.position, call.args.face })
    assert.are.equal("charging 2", (pools(game)))
    assert.are.equal("defending_fieldworks 2", select(2, pools(game)))
    -- A tie: the attackers go back, and form their line again.
    assert.are.equal("charger", call.result.retreats)
    base = T.unit(game, "a1").base
    assert.are.same({ 160000, 20000 }, { base.width, base.depth })
    assert.are.same({ 900, 505, 0 }, T.at(game, "a1"))
    assert.are.equal("works", T.unit(game, "b1").inside)
  end)

  it("that wins drives the garrison out on the far side; both form again", function()
    local game = T.to(attack(WORKS, "works", join({ 4, 4 }, n(4, 1), { 1, 6 }, n(6, 1))), "b", "rally", false)
    assert.is_nil(T.unit(game, "b1").inside)
    -- From the middle of the works, 630, a full move.
    assert.are.same({ 900, 705, 180 }, T.at(game, "b1"))
    assert.are.same({ 160000, 160000 }, { T.unit(game, "b1").base.width, T.unit(game, "a1").base.width })
    assert.are.same({ 900, 580, 0 }, T.at(game, "a1"))
    assert.is_nil(T.unit(game, "a1").closed)
  end)

  it("that are breached meets no more dice, but cover", function()
    local game = T.to(attack(WORKS:gsub("front", "breached = true, front"), "works",
      join({ 4, 4 }, n(4, 1), { 6, 6 }, n(4, 1))), "b", "rally", false)
    assert.are.equal("", select(2, pools(game)))
    assert.are.equal("charger", fight(game).result.retreats)
  end)

  it("may be from any side of a town, all of which are front, and horse may not", function()
    local spec = {
      a = { T.foot("a1", 1060, 680, { facing = "west" }), T.horse("a2", 900, 500) },
      b = { T.foot("b1", 900, 680, { inside = "town" }) }, ground = TOWN,
      dice = { ["charge.test"] = { 4 }, ["melee.resolve"] = join({ 4 }, n(3, 1), { 6 }, n(4, 1)),
        ["colours.capture"] = { 1, 1 } },
    }
    local game = T.to(T.game(spec), "a", "charges")
    T.says(T.refusal(game, "a", "charge", { unit = "a2", target = "b1" }).message, "town")
    T.give(game, "a", "charge", { unit = "a1", target = "b1" })
    T.done(game)
    assert.are.equal("charge.defensive_fire", game:waiting().path)
    T.answer(game, "hold_fire")
    assert.are.same({ 1010, 680, 270 }, T.at(game, "a1"))
    T.to(game, "b", "rally", false)
    assert.are.same({ "town", "front" }, { fight(game).args.position, fight(game).args.face })
    assert.are.equal("", (pools(game)))
    assert.are.same({ 1085, 680, 270 }, T.at(game, "a1"))
  end)

  it("is not made out of works, which are left first", function()
    local game = T.to(T.game {
      a = { T.foot("a1", 900, 680, { inside = "town" }) }, b = { T.foot("b1", 900, 800) }, ground = TOWN, dice = {},
    }, "a", "charges")
    T.says(T.refusal(game, "a", "charge", { unit = "a1", target = "b1" }).message, "must leave")
  end)
end)
