--- A solo commander does the same from either edge of the table, with the same dice: neither side of a mirror has more
--- than the other, by the order in which it is listed, by its name or by how a distance is rounded.
local twins <const> = require "opponents.twins"

local HM <const>, NFF <const> = "tests/scenarios/horse_and_musket_mirror.lua", "tests/scenarios/nff_mirror.lua"
local FUSILIER <const> = "tests/scenarios/fusilier_mirror.lua"
local BUGLES <const> = "tests/scenarios/bugles_mirror.lua"

describe("a battle and its twin, whose dice fall for the other side", function()
  -- Between two enemies just as far off these guns once chose by the last bit of a distance: on one side always him who
  -- had the general with him.
  for _, seed in ipairs { 21, 22, 39 } do
    it(("part nowhere in Horse and Musket, seed %d"):format(seed), function()
      assert.is_nil(twins.parted(HM, seed, 120))
    end)
  end

  it("part nowhere in nff", function() assert.is_nil(twins.parted(NFF, 3, 100)) end)

  -- Places that were rounded to whole millimetres westward and southward were not each other's twins.
  it("part nowhere in Fusilier, where he who is listed first, and moves first in odd bounds, is the other one", function()
    local function listed_otherwise(start)
      local units = {}
      for _, side in ipairs { "b", "a" } do
        for _, id in ipairs(start.order.units) do units[#units + 1] = start.units[id].side == side and id or nil end
      end
      start.order.sides, start.order.units = { "b", "a" }, units
    end
    for seed = 1, 2 do assert.is_nil(twins.parted(FUSILIER, seed, 250, listed_otherwise)) end
  end)

  it("part nowhere in Bugles", function() assert.is_nil(twins.parted(BUGLES, 32, 150)) end)

  it("part where one army stands otherwise", function()
    local function nearer(start) start.units.a2.base.y = start.units.a2.base.y + 40000 end
    assert.truthy(twins.parted(HM, 21, 120, nearer):find "move")
  end)
end)
