--- Colours of the terminal, and texts without them.
package.loaded.host = package.loaded.host or { getenv = function() end, width = function() return 80 end }
local colour <const> = require "show.colour"

describe("a text in colour", function()
  it("is told without it where no terminal reads", function()
    local text = colour.in_colour(colour.codes.red, "Bound 0") .. ", " .. colour.in_colour("1;38;5;4", "10:00")
    assert.is_truthy(text:find "%c")
    assert.equal("Bound 0, 10:00", colour.without(text))
  end)
end)
