-- Contacts and what follows at once from them, on the table: who rides whom through, who fights whom and who does not,
-- what shelters. A line of 600 men is 200 mm wide and 15 deep, its column of six companies 34 by 90, a squadron 120 by 30.
local F <const> = require "fusilier_fight"

local foot, horse, brigade = F.foot, F.horse, F.brigade

--- Units far away, so that no brigade is alone and nobody's army is broken.
local REST_A <const> = foot("a8", 300, 100, "north") .. foot("a9", 600, 100, "north")
local REST_B <const> = foot("b8", 300, 2900, "south") .. foot("b9", 600, 2900, "south")

local function fight(spec)
  spec.a, spec.b = brigade("fa", spec.a .. REST_A), brigade("fb", spec.b .. REST_B)
  return F.fight(spec)
end

describe("squadrons that ride one through (10.5, R63)", function()
  it("end directly behind it, side by side as they came, and in nobody", function()
    -- 8 + 5 each against 6 + 5, all fronts alike or smaller than what is against them: it loses by 2.
    local game = fight {
      a = horse("a2", 1061, 1000, "north") .. horse("a1", 940, 1000, "north"), b = horse("b1", 1000, 1031, "south"),
      dice = { ["combat.cavalry"] = { 4, 4, 4, 4, 3, 3 } },
    }
    F.next_bound(game)
    assert.same({ 940, 1062, 0 }, F.at(game, "a1"))
    assert.same({ 1060, 1062, 0 }, F.at(game, "a2"))
    assert.equal("stationary", F.unit(game, "b1").condition)
  end)

  it("do so from the other side of the table too", function()
    local game = fight {
      a = horse("a1", 1000, 1000, "north"), b = horse("b1", 940, 1031, "south") .. horse("b2", 1061, 1031, "south"),
      dice = { ["combat.cavalry"] = { 3, 3, 4, 4, 4, 4 } },
    }
    F.next_bound(game)
    assert.same({ 940, 969, 180 }, F.at(game, "b1"))
    assert.same({ 1060, 969, 180 }, F.at(game, "b2"))
  end)
end)
