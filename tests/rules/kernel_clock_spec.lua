-- kernel.clock: times and bounds as Lua sees them.
local clock <const> = require "kernel.clock"

describe("a time", function()
  it("is read and written", function()
    assert.equal(545, clock.parse "09:05")
    assert.equal(545, clock.parse "9:05")
    assert.equal("09:05", clock.format(545))
    assert.equal("00:10", clock.format(1450))
  end)

  it("that is none gives a message, or a refusal naming its argument", function()
    local minute, message = clock.parse "25:00"
    assert.is_nil(minute)
    assert.equal('a time is written HH:MM, 00:00 to 23:59, got "25:00"', message)
    assert.is_nil((clock.parse(545)))
    assert.is_nil((clock.parse(nil)))
    local ok, raised = pcall(clock.parse, "noon", "start")
    assert.is_false(ok)
    assert.same({ arg = "start", message = 'start must be a time from 00:00 to 23:59, got "noon"' }, raised)
  end)
end)

describe("a bound", function()
  it("is counted from the start, with minutes into it and left", function()
    assert.same({ 1, 0, 30 }, { clock.bound(600, 30, 600) })
    assert.same({ 3, 1, 29 }, { clock.bound(600, 30, 661) })
    assert.same({ 0, 29, 1 }, { clock.bound(600, 30, 599) })
  end)

  it("has a length", function()
    assert.has_error(function() clock.bound(600, 0, 600) end)
    assert.has_error(function() clock.bound(math.mininteger, 1, math.maxinteger) end)
  end)
end)
