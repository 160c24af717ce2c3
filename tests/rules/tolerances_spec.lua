-- limber.tabletop.tolerances: those that the kernel has too are the kernel's own.
local field <const> = require "kernel.field"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"
local tolerances <const> = require "limber.tabletop.tolerances"

local MM <const> = 1000

local function base(x, y, width, depth)
  return { x = x, y = y, facing = 0, width = width or 60 * MM, depth = depth or 20 * MM }
end

describe("the tolerances", function()
  it("have a length each, which rule files find in tabletop", function()
    for name, um in pairs(tolerances) do
      assert.are.equal("integer", math.type(um), name)
      assert.are.equal(um, tabletop[name])
    end
  end)

  it("say to the micrometre when bases touch", function()
    local one = base(0, 0)
    for gap, state in pairs { [0] = "touching", [tolerances.TOUCH] = "touching", [-tolerances.TOUCH] = "touching",
      [tolerances.TOUCH + 1] = "apart", [-tolerances.TOUCH - 1] = "overlapping" } do
      assert.are.equal(state, geometry.contact(one, base(0, 20 * MM + gap)).state)
    end
  end)

  it("say to the micrometre what a line of sight only grazes", function()
    local function sees(deep)
      local f = field.new()
      f:put("wood", { area = { { x = -MM, y = MM }, { x = MM, y = MM }, { x = MM, y = MM + deep },
        { x = -MM, y = MM + deep } } }, { height = 10 * MM })
      return f:sight({ x = 0, y = 0 }, { x = 0, y = 200 * MM }, { eye = 0, mark = 0 }, {}).yes
    end
    assert.is_true(sees(tolerances.GRAZE))
    assert.is_false(sees(tolerances.GRAZE + 2))
  end)
end)
