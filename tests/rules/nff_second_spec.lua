-- Every procedure of Napoleonic Fire & Fury as a second implementation answers it, which leaves out no field of a result.
local second <const> = require("second_cases").of "nff"
local sorted <const> = require "limber.common.sorted"

local function left_over(expect, result)
  for _, name in ipairs(sorted.keys(result or {})) do
    if expect[name] == nil then return name .. ": not wanted" end
  end
end

describe("what a second implementation answers", function()
  for _, call in ipairs(second.order) do
    it("is answered by " .. call, function() assert.is_nil(second.wrong(call, left_over)) end)
  end

  it("has every procedure", function() assert.same(second.procedures, second.order) end)

  it("is not what the rules say otherwise", function()
    assert.is_string(second.differs("engineers.survival", { destroyed = "neither" }))
  end)
end)
