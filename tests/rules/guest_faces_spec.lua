-- What a guest's function gets of a battle: it reads all that it may see, and changes nothing but by play.
local Game <const> = require "limber.game.game"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"

--- The toy's battle under a stranger's variant that does something as a turn begins.
local function begun(body)
  local rules = toys.rules({ ["mine.lua"] = ('variant "mine" { doc = "x", moments = { turn_begins = function(play)\n%s\n'
    .. "end } }"):format(body) }, { "mine.lua" })
  assert.is_true(rules.guest)
  local start = assert(Scenario.build(toys.scenario(), rules))
  local game = Game.new { rules = rules, start = start, seed = 7, keep = true, append = function() end }
  local line, fault = game:start()
  return game, line, fault
end

local UNIT <const> = 'local id, unit = play:units()() '

describe("a guest's function", function()
  it("reads the battle as it is now", function()
    local game, line, fault = begun(UNIT .. [[
      assert(type(unit) == "table" and unit == play:unit(id) and unit == play.state.units[id])
      assert(#play.state.order.sides == 2 and select("#", table.unpack(play.state.order.sides)) == 2)
      assert(next(unit) ~= nil)
      local count = 0
      for key, value in pairs(unit) do count = count + 1 assert(unit[key] == value) end
      for i, side in ipairs(play.state.order.sides) do assert(play.state.sides[side], i) end
      play:set(unit, "status", "weary")
      assert(unit.status == "weary" and count > 1)]])
    assert(line, fault and fault.message)
    assert.equal("weary", game.state.root.units[game.state.root.order.units[1]].status)
  end)

  for name, one in pairs {
    ["writes to a node"] = { UNIT .. "unit.status = 'x'", "read-only: status cannot be set: use play:set" },
    ["writes by table.insert"] = { "table.insert(play.state.order.units, 'x')", "read-only" },
    ["writes to play"] = { "play.set = nil", "play are read-only" },
    ["writes to the rules"] = { "play.rules.option.x = 1", "read-only" },
    ["sets the order"] = { "play:set(play.state.order, 'units', {})", "no house rule sets" },
    ["takes a piece away"] = { UNIT .. "play:set(play.state.units, id, nil)", "no house rule sets" },
    ["sets what is under way"] = { "play:set(play.state.frames, 1, nil)", "no house rule sets" },
    ["sets a step"] = { "play:set(play.state.frames[1], 'step', 'x')", "no house rule sets" },
    ["sets the turn"] = { "play:set(play.state, 'turn', 9)", "no house rule sets" },
    ["ends the battle by hand"] = { "play:set(play.state, 'result', { winner = 'a' })", "no house rule sets" },
    ["ends it for nobody"] = { "play:finish { winner = 'nobody', why = 'x' }", "play:finish needs" },
    ["gives a piece another name"] = { UNIT .. "play:set(unit, 'id', 'x')", "cannot be that" },
    ["gives it to nobody"] = { UNIT .. "play:set(unit, 'side', 'x')", "cannot be that" },
    ["sets a function"] = { UNIT .. "play:set(unit, 'status2', function() end)", "cannot hold a function" },
    ["sets a table of its own"] = { "play:set({}, 'x', 1)", "not part of the state" },
    ["puts a node elsewhere"] = { UNIT .. "play:set(unit, 'again', play.state.order.sides)", "in the state already" },
    ["never ends"] = { "while true do pcall(play.units, play) end", "stopped" },
    ["never ends within pcall"] = { "local function f() pcall(f) return f() end f()", "stopped" },
    ["raises play"] = { "error(play)", "" },
    ["raises a node in a refusal"] = { UNIT .. "error({ arg = unit, message = 'x', more = play })", "x" },
  } do
    it("is undone when it " .. name, function()
      local game, line, fault = begun(one[1])
      assert.is_nil(line)
      assert.truthy(tostring(fault.message):find(one[2], 1, true), tostring(fault.message))
      -- what the state says itself has the framework's place in a plain Lua, which does not know what is the program's
      if one[2] ~= "x" and not fault.file:find "^rules%-lua/limber/" then assert.equal("mine.lua", fault.file) end
      assert.is_nil(game.journal.at)
      assert.equal(0, #game.state.root.frames)
    end)
  end

  it("sees nothing of what views keep, and cannot change the field", function()
    local _, line, fault = begun [[
      for _, key in ipairs { "kept", "listed", "seen", "words", "version" } do assert(play[key] == nil, key) end
      local field = play:field()
      assert(field.put == nil and field.remove == nil and field.move == nil and field.near ~= nil)]]
    assert(line, fault and fault.message)
  end)

  it("keeps no play for later", function()
    local game, line, fault = begun "kept = play"
    assert.is_nil(line)
    assert.truthy(fault.message:find("cannot keep anything", 1, true), fault.message)
    assert.is_nil(game.journal.at)
  end)
end)
