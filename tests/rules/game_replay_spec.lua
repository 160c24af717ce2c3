--- Replay files: what is written, read back and done again; what differs is named.
local json <const> = require "kernel.json"
local Replay <const> = require "limber.record.replay"
local sandbox <const> = require "kernel.sandbox"
local Script <const> = require "limber.scenario.script"
local toys <const> = require "rules.toys"
local trace <const> = require "limber.record.trace"
local verify <const> = require "limber.record.verify"

local function recorded()
  local game, written, scenario = toys.game()
  assert(Script.new(scenario, game.rules):play(game))
  return written, game
end

local function verified(written, loader)
  return assert(verify.verify(assert(Replay.read(table.concat(written))), loader or toys.loader()))
end

--- A recording with one line changed by a function of its data.
local function tampered(number, change)
  local written = recorded()
  local line = json.decode(written[number])
  change(line)
  written[number] = json.encode(line) .. "\n"
  return written
end

describe("a replay file", function()
  it("an interrupt is no difference, and no refusal: it is passed on", function()
    local recording = assert(Replay.read(table.concat((recorded()))))
    local faults <const> = require "limber.common.faults"
    local stopped = { kind = "interrupt", message = "interrupted", file = "rules-lua/limber/x.lua", line = 3 }
    local function interrupted(game)
      function game.again() return nil, stopped end
    end
    local function passed_on(fn, ...)
      local run <const> = sandbox.run
      function sandbox.run(_, body, ...) return pcall(body, ...) end -- a table that Lua raises is none of Ctrl-C's there
      local done, failure = pcall(fn, ...)
      sandbox.run = run
      return not done and failure.kind
    end
    assert.equal("interrupt", passed_on(verify.verify, recording, toys.loader(), { begin = interrupted }))
    assert.equal("interrupted", faults.text(stopped))
    local reissue <const> = require "limber.game.reissue"
    local give <const> = reissue.give
    function reissue.give(game, ...)
      interrupted(game)
      return give(game, ...)
    end
    assert.equal("interrupt", passed_on(verify.under, recording, toys.loader(), {}, {}))
    reissue.give = give
  end)

  it("holds its header, then a line a command, and verifies", function()
    local written, game = recorded()
    local header = json.decode(written[1])
    assert.are.equal("replay", header.limber)
    assert.are.equal("toy", header.ruleset)
    assert.are.equal(7, header.seed)
    assert.are.equal(64, #header.files[1].digest)
    local report = verified(written)
    assert.is_true(report.ok)
    assert.are.equal(#written - 2, report.commands)
    assert.are.equal(game.journal.digest, report.digest)
    assert.is_true(report.rolls > 2)
    local ended = 0
    for i = 2, #written do
      if json.decode(written[i]).state then ended = ended + 1 end
    end
    assert.are.equal(4, ended)
  end)

  it("names the first roll that differs", function()
    local report = verified(tampered(4, function(line) line.calls[1].rolls[1].dice[2] = 6 end))
    local found = report.first_divergence
    assert.is_false(report.ok)
    assert.are.equal("roll", found.what)
    assert.are.equal("nerve", found.roll.label)
    assert.are.equal("morale.test", found.roll.procedure)
    assert.are.equal(6, found.expected[2])
    assert.are.equal(3, found.line)
    assert.are.equal(1, found.turn)
    assert.are.equal("charge.response", found.step)
  end)

  it("names the first field of the state that differs", function()
    local report = verified(tampered(3, function(line) line.changes[1].new = 9 end))
    -- the digest that was written no longer is what is written: the line is done again, and found to differ
    assert.is_true(report.ok or report.first_divergence ~= nil)
    local forces = toys.slurp "tests/rules/toy/charge.lua"
    local other = forces:gsub('"charged", play%.state%.turn', '"charged", play.state.turn + 5')
    local found = verified(recorded(), toys.loader { ["rules-lua/toy/charge.lua"] = other }).first_divergence
    assert.are.equal("field", found.what)
    assert.are.equal("units.31.charged", found.field)
    assert.are.equal(1, found.expected)
    assert.are.equal(6, found.got)
    assert.are.same({ "rules-lua/toy/charge.lua" }, { found.files[1] })
  end)

  it("names a command that is refused now", function()
    local charge = toys.slurp("tests/rules/toy/charge.lua"):gsub("gap > 200", "gap > 20")
    local found = verified(recorded(), toys.loader { ["rules-lua/toy/charge.lua"] = charge }).first_divergence
    assert.are.equal("refused", found.what)
    assert.are.equal("charge", found.command["do"])
    assert.truthy(found.message:find "too far")
  end)

  it("shows a change made past the one place", function()
    local charge = toys.slurp("tests/rules/toy/charge.lua")
      :gsub('play:tell%("charged", cmd%)', 'play:unit(cmd.unit).men = 3')
    local loader = toys.loader { ["rules-lua/toy/charge.lua"] = charge }
    local game, written, scenario = toys.game { instead = { ["rules-lua/toy/charge.lua"] = charge } }
    assert(Script.new(scenario, game.rules):play(game))
    local found = verified(written, loader).first_divergence
    assert.are.equal("state", found.what)
    assert.are.equal("units.31.men", found.field)
  end)

  it("loses no more than a torn last line, and says so", function()
    local written, game = recorded()
    local text = table.concat(written) .. game.journal:ending()
    local whole = assert(Replay.read(text))
    assert.is_nil(whole.warning)
    assert.truthy(Replay.read(text:sub(1, -10)).warning:find "cut off")
    text = table.concat(written)
    local torn = assert(Replay.read(text:sub(1, -10)))
    assert.truthy(torn.warning)
    assert.are.equal(#whole.lines - 1, #torn.lines)
    assert.is_true(verify.verify(torn, toys.loader()).ok)
    for cut = 1, #text, 997 do
      local recording = Replay.read(text:sub(1, cut))
      if recording then assert.is_true(verify.verify(recording, toys.loader()).ok) end
    end
  end)

  it("tells a record that was ended from one that broke off", function()
    local written, game = recorded()
    local open = assert(Replay.read(table.concat(written)))
    assert.truthy(open.warning:find "not closed properly")
    assert.is_false(verify.verify(open, toys.loader()).ended)
    written[#written + 1] = game.journal:ending()
    local ended = assert(Replay.read(table.concat(written)))
    assert.is_nil(ended.warning)
    assert.are.equal(#written - 2, #ended.lines)
    assert.is_true(verify.verify(ended, toys.loader()).ended)
  end)

  it("tells when lines were taken out before its end, or its end was altered", function()
    local function ending_with(change)
      local written, game = recorded()
      local ending = json.decode(game.journal:ending())
      change(written, ending)
      written[#written + 1] = json.encode(ending) .. "\n"
      local recording = assert(Replay.read(table.concat(written)))
      local report = assert(verify.verify(recording, toys.loader()))
      assert.is_false(report.ok)
      local under, refusal = verify.under(recording, toys.loader(), {}, {})
      assert.is_nil(under)
      assert.truthy(refusal.message)
      return report.first_divergence.message
    end
    assert.truthy(ending_with(function(written) table.remove(written) end):find "its last line says")
    assert.truthy(ending_with(function(_, ending) ending.commands = ending.commands - 1 end):find "its last line says")
    assert.truthy(ending_with(function(_, ending) ending.digest = ("0"):rep(64) end):find "digest")
  end)

  it("is refused when it goes on after its end, or its end says nothing", function()
    local written, game = recorded()
    written[#written + 1] = game.journal:ending()
    local again = table.concat(written) .. written[3]
    assert.truthy(select(2, Replay.read(again)).message:find "after the line that ends")
    written[#written] = '{"kind":"end","lines":"many"}\n'
    assert.truthy(select(2, Replay.read(table.concat(written))).message:find "how many lines")
  end)

  it("is refused when it is none, or broken in the middle", function()
    assert.is_nil((Replay.read ""))
    assert.is_nil((Replay.read "{}\n"))
    local written = recorded()
    written[3] = "{\n"
    local recording, fault = Replay.read(table.concat(written))
    assert.is_nil(recording)
    assert.truthy(fault.message:find "line 3")
    written[1] = written[1]:gsub('"format":1', '"format":99')
    assert.truthy(select(2, Replay.read(table.concat(written))).message:find "format 99")
  end)

  it("carries what did not ship", function()
    local game, written, scenario = toys.game()
    assert(Script.new(scenario, game.rules):play(game))
    local header = Replay.header(game.rules, scenario, { seed = 7, version = "test", shipped = false })
    written[1] = json.encode(header) .. "\n"
    header.limber, header.format = "replay", 1
    local loader = toys.loader()
    local read = loader.read
    function loader.read(path) return path ~= toys.BATTLE and read(path) or nil end
    local recording = assert(Replay.read(json.encode(header) .. "\n"))
    assert(Replay.game(recording, loader))
  end)

  it("carries the house rules it was played with", function()
    local game, written = toys.in_charge { variants = { "endless" } }
    toys.give(game, toys.answer("b", "evade"))
    local loader = toys.loader()
    function loader.variant() return nil end
    local report = verified(written, loader)
    assert.is_true(report.ok)
    assert.are.equal(2, report.commands)
  end)
end)

describe("a replay under other variants", function()
  it("goes on as long as it can, on the same dice", function()
    local written = recorded()
    local recording = assert(Replay.read(table.concat(written)))
    local same = assert(verify.under(recording, toys.loader(), {}, {}))
    assert.is_nil(same.first)
    assert.is_nil(same.stopped)
    local brave = assert(verify.under(recording, toys.loader(), { "brave" }, { skip = true }))
    assert.are.equal(#recording.lines, #brave.lines + #brave.skipped)
    assert.are.same({ "brave" }, brave.game.rules:variant_names())
    local endless = assert(verify.under(recording, toys.loader(), { "endless" }, { skip = true }))
    assert.are.equal("budget", endless.stopped.refusal.kind)
    assert.are.same({}, endless.skipped)
    local none, fault = verify.under(recording, toys.loader(), { "braver" }, {})
    assert.is_nil(none)
    assert.are.equal("variants", fault.arg)
  end)
end)

describe("a trace", function()
  it("gives the table, then each command with rolls, events and the units that changed", function()
    local lines = {}
    local recording = assert(Replay.read(table.concat((recorded()))))
    local report = trace.trace(recording, toys.loader(), function(text) lines[#lines + 1] = json.decode(text) end)
    assert.is_true(report.ok)
    assert.are.equal(#recording.lines + 1, #lines)
    assert.are.equal(1200, lines[1].table.width_mm)
    assert.are.equal(5, #lines[1].units)
    assert.are.equal("copse", lines[1].table.areas[1].id)
    local answer = lines[4]
    assert.are.equal("nerve", answer.rolls[1].label)
    assert.are.equal(2, #answer.rolls[1].dice)
    assert.are.equal("T3", answer.rolls[1].cite)
    local first = lines[1].units[1]
    assert.are.same({ "31", "a", "foot", "ready" }, { first.id, first.side, first.kind, first.status })
    assert.are.equal(400, first.x_mm)
    assert.are.equal(0, first.facing_deg)
    assert.are.equal("31", lines[3].units[1].id)
  end)
end)
