-- Values as the prompt shows them: however much hangs on one another, what is shown has an end.
local printer <const> = require "show.printer"

--- A list of the same list again and again, so many levels deep.
local function wide(levels, key)
  local value = { 1 }
  for _ = 1, levels do
    local outer = {}
    for i = 1, 1000 do outer[key and key .. i or i] = value end
    value = outer
  end
  return value
end

describe("a value that is shown", function()
  it("is whole where it is of a common size", function()
    assert.equal('{ 1, { "a" }, b = true }', printer.show { 1, { "a" }, b = true })
    local list = {}
    for i = 1, 5000 do list[i] = i end
    assert.truthy(printer.show(list):find("5000\n}", 1, true))
  end)

  it("ends, with a mark, where shared tables would be a million million", function()
    for _, key in ipairs { false, "name" } do
      local text = printer.show(wide(4, key))
      assert.is_true(#text < 2000000)
      assert.truthy(text:find("…", 1, true))
    end
  end)
end)
