--- Attacks on troops in woods and buildings, on the table. Lines are 200 by 15 mm.
local T <const> = require "fusilier_table"

local foot, horse, refusal, says = T.foot, T.horse, T.refusal, T.says

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B
local WOOD <const> = 'area "wood" { terrain = "open_woods", outline = { {700,700}, {1300,700}, {1300,1100}, {700,1100} } }'
local HOUSE <const> = 'area "house" { terrain = "built_up", material = "stone", '
  .. 'outline = { {850,700}, {1150,700}, {1150,900}, {850,900} } }'

--- Side a with order to attack b1, in the middle of what it holds.
local function before(ground, ours, theirs, dice)
  return T.battle({ a = ours .. FAR_A, b = theirs .. FAR_B, ground = ground },
    { dice = dice, order = { verb = "attack", target = T.point(1000, 800) } })
end

local DEEP <const> = foot("b1", 1000, 800, "south", 'name = "b1"') -- its front 92.5 mm inside wood and house

describe("foot deep in a wood or building", function()
  it("is seen and may be attacked within 200 mm, and not from farther off (R97)", function()
    for _, ground in ipairs { WOOD, HOUSE } do
      local game = before(ground, foot("a1", 1000, 585, "north"), DEEP) -- 200 mm away
      T.to(game, "turn.declare")
      assert.is_nil(refusal(game, "a", "declare_attack", { unit = "a1", target = "b1" }))
      game = before(ground, foot("a1", 1000, 584, "north"), DEEP)
      T.to(game, "turn.declare")
      local fault = refusal(game, "a", "declare_attack", { unit = "a1", target = "b1" })
      assert.are.same({ "target", "4.6" }, { fault.arg, fault.cite })
      says(fault.message, "is not seen")
    end
  end)

  it("is seen from afar at the edge", function()
    local game = before(WOOD, foot("a1", 1000, 480, "north"), foot("b1", 1000, 730, "south")) -- 22.5 mm inside
    T.to(game, "turn.declare")
    assert.is_nil(refusal(game, "a", "declare_attack", { unit = "a1", target = "b1" }))
  end)

  it("is come upon by foot under orders to attack, which then attacks it", function()
    local game = before(HOUSE, foot("a1", 1000, 400, "north"), DEEP, T.threes { infantry = 2 })
    T.to(game, "turn.movement")
    local text = T.told(game)
    says(text, "a1 comes upon b1, 200 mm away, and attacks.")
    assert.are.equal(200, T.gap(game, "a1", "b1"))
    T.next_bound(game)
    local call = T.calls(game, "combat.infantry")[1]
    assert.is_true(call.args.a[1].attacking)
    assert.are.equal("buildings", call.args.a[1].position)
    assert.are.equal(-4, T.modifier(call.result.a[1], "attacking_buildings"))
    assert.is_nil(T.modifier(call.result.b[1], "attacking_buildings"))
  end)

  it("is come upon by foot that is ordered to withdraw through it, which does not attack", function()
    local game = T.battle({ a = foot("a1", 1000, 400, "north") .. FAR_A, b = DEEP .. FAR_B, ground = HOUSE },
      { dice = T.threes { infantry = 2 }, order = { verb = "withdraw", target = T.point(1000, 800) } })
    T.next_bound(game)
    assert.are.equal(200, T.gap(game, "a1", "b1"))
    assert.is_false(T.calls(game, "combat.infantry")[1].args.a[1].attacking)
  end)

  it("is closed on by cavalry that comes upon it in a wood", function()
    local function gap_after(die)
      local game = before(WOOD, horse("a1", 1000, 400, "north"), DEEP, { ["move.woods_check"] = { die } })
      T.to(game, "turn.fire")
      return T.gap(game, "a1", "b1")
    end
    -- It halts at 200 mm after 3 of its 10 minutes: 108 mm to the wood at 80 mm a minute, 92 inside it at 20.
    assert.is_true(gap_after(4) <= 1)
    assert.are.equal(93, gap_after(5)) -- it loses its way and stays at the edge (R33)
  end)
end)
