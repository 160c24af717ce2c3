-- kernel.clock: times, bounds and agendas as Lua sees them.
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

describe("an agenda", function()
  local function names(events)
    local out = {}
    for i, event in ipairs(events) do out[i] = event.what end
    return table.concat(out, " ")
  end

  local agenda
  before_each(function()
    agenda = {}
    for _, event in ipairs { { 10, "a" }, { 5, "b" }, { 10, "c" }, { 7, "d" } } do
      clock.agenda_add(agenda, event[1], event[2])
    end
  end)

  it("keeps the order of time, then of arrival", function()
    assert.equal("b d a c", names(agenda))
    assert.equal(3, clock.agenda_add(agenda, 9, "e"))
    assert.equal("b d e a c", names(agenda))
  end)

  it("gives up what is due", function()
    assert.equal("", names(clock.agenda_due(agenda, 4)))
    assert.equal("b d", names(clock.agenda_due(agenda, 7)))
    assert.equal("a c", names(agenda))
    assert.equal("a c", names(clock.agenda_due(agenda, 99)))
    assert.same({}, agenda)
    assert.same({}, clock.agenda_due(agenda, 99))
  end)

  it("is plain data, and says what in it is not an event", function()
    assert.same({ at = 5, seq = 2, what = "b" }, agenda[1])
    agenda[2].at = "seven"
    local ok, raised = pcall(clock.agenda_due, agenda, 7)
    assert.is_false(ok)
    assert.equal("event 2 of the agenda has no whole at and seq", raised)
  end)
end)
