-- What solo commanders keep of answers over battles has an end, and what is asked for stays.
local kept_answers <const> = require "limber.rules.kept_answers"

local function count(map)
  local n = 0
  for _ in pairs(map) do n = n + 1 end
  return n
end

describe("kept answers", function()
  it("are no more than two generations, however many are put in", function()
    local kept = kept_answers.new(10)
    for i = 1, 1000 do
      kept:put("key " .. i, i)
      assert.is_true(count(kept.young) <= 10 and count(kept.old) <= 10)
    end
    assert.are.equal(1000, kept:get "key 1000")
    assert.is_nil(kept:get "key 1")
  end)

  it("stay while they are asked for", function()
    local kept = kept_answers.new(10)
    kept:put("often", false)
    for i = 1, 1000 do
      kept:put("key " .. i, i)
      assert.is_false(kept:get "often")
    end
  end)

  it("change when they are put again", function()
    local kept = kept_answers.new(10)
    for i = 1, 1000 do kept:put("one", i) end
    assert.are.equal(1000, kept:get "one")
    assert.are.equal(1, kept.count)
  end)
end)
