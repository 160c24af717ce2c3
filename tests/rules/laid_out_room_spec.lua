-- Which bodies might touch, found by squares of the table: none is missed, and of a large army few are looked at.
local Room <const> = require "limber.scenario.laid_out_room"
local garbled <const> = require "garbled"

local function body(x, y, width, depth)
  return { base = { x = x, y = y, facing = 0, width = width, depth = depth } }
end

describe("bodies that might touch", function()
  it("are all found, each before the later ones, in the order they are listed", function()
    local random <const> = garbled.random(5)
    for _ = 1, 20 do
      local bodies = {}
      for i = 1, 60 do
        bodies[i] = body(random(4000) * 1000 - 500000, random(3000) * 1000 - 500000, random(200) * 1000, random(80) * 1000)
      end
      local before <const> = Room.before(bodies)
      for i, one in ipairs(bodies) do
        local found, last = {}, 0
        for _, j in ipairs(before(i)) do
          assert.is_true(j > last and j < i)
          found[j], last = true, j
        end
        for j = 1, i - 1 do
          local a, b = one.base, bodies[j].base
          local reach = (a.width + a.depth + b.width + b.depth) / 2
          local x, y = a.x - b.x, a.y - b.y
          if x * x + y * y <= reach * reach then assert.is_true(found[j]) end
        end
      end
    end
  end)

  it("are few where an army stands in line", function()
    local bodies, looked_at = {}, 0
    for i = 1, 400 do bodies[i] = body(i % 40 * 230000, i // 40 * 150000, 200000, 20000) end
    local before <const> = Room.before(bodies)
    for i = 1, #bodies do looked_at = looked_at + #before(i) end
    assert.is_true(looked_at < 20 * #bodies, looked_at)
  end)
end)
