-- Every procedure of Bugles, Bullets, and Blades as a second implementation answers it.
local second <const> = require("second_cases").of "bugles"

describe("what a second implementation answers", function()
  for _, call in ipairs(second.order) do
    it("is answered by " .. call, function() assert.is_nil(second.wrong(call)) end)
  end

  it("has every procedure", function() assert.same(second.procedures, second.order) end)

  it("is not what the rules say otherwise", function()
    assert.is_string(second.differs("morale.halt", { threshold = 99 }))
  end)
end)
