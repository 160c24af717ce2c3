-- The bar on standard error: nothing for what is done soon, and nothing left of it in the end. What is being done: one
-- line that fits the screen.
local host <const> = { said = {}, now = 0 }
function host.isatty() return true end
function host.clock_ns() return host.now end
function host.width() return 20 end
function host.to_left() host.said[#host.said + 1] = "<" end
function host.stderr(text) host.said[#host.said + 1] = text end

describe("progress", function()
  local before <const> = package.loaded.host
  package.loaded.host, package.loaded["show.progress"] = host, nil
  local progress <const> = require "show.progress"
  package.loaded.host, package.loaded["show.progress"] = before, nil

  local function drawn(...)
    host.said, host.now = {}, 0
    local bar = progress.bar(4, "values", 1)
    for i, seconds in ipairs { ... } do
      host.now = math.tointeger(seconds * 1e9)
      bar(i)
    end
    bar()
    return table.concat(host.said)
  end

  it("is not drawn of what takes a moment", function()
    assert.equal("", drawn(0.2, 0.4, 0.6, 0.8))
    assert.equal("", drawn(0.2, 0.4, 0.6, 0.95))
  end)

  it("says how much is done and what is left, and goes", function()
    local said = drawn(0.5, 2)
    assert.matches("2 of 4 values, 1.0 a second, 2 s left", said)
    assert.matches("^<%[=+ +%][^<]+<%s+<$", said)
  end)

  it("says what is being done in one line, which goes", function()
    host.said = {}
    local doing = progress.doing()
    doing "a first thing"
    doing "a first thing"
    doing "two"
    doing "a path that is too long for the screen"
    doing()
    doing()
    assert.equal("<a first thing …<two …          <a path that is too<" .. (" "):rep(18) .. "<", table.concat(host.said))
  end)
end)
