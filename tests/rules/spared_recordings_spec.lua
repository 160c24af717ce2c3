-- Recordings of house rules with slips that were no errors when they were played: they go on verifying, and who plays
-- on from one is told.
local faults <const> = require "limber.common.faults"
local lacking <const> = require "limber.rules.lacking"
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

--- A field that no unit has, a misspelt place of a line, a misspelt argument of a command and a check that gives a text.
local SLIPS <const> = [[variant "w" { of = "toy", doc = "x",
  moments = { turn_begins = function(play)
    if play:unit("31").shto then return end
    play:tell("moved", { uint = "31" })
  end },
  battle = { victory = function(published, view)
    local result = published(view)
    return view.state.turn > 1 and { winner = "a" } or result
  end },
  commands = { move = { check = function(published, view, cmd)
    if cmd.forwrd then return refuse("unit", "x") end
    return published(view, cmd)
  end } },
}]]

local function game_of() return toys.game { instead = { ["w.lua"] = SLIPS }, variants = { "w.lua" } } end

--- Plays a turn; gives what went wrong, or nil.
local function played(game)
  for _ = 1, 12 do
    local waiting = game:waiting()
    if waiting.kind == "over" then return nil end
    local line, fault = true, nil
    if waiting.path == "turn.moves" and waiting.sides[1] == "a" then
      line, fault = game:command { side = "a", ["do"] = "move", unit = "31", forward = 10000 }
    end
    if line then line, fault = game:command { side = waiting.sides[1], ["do"] = "done" } end
    if not line then return faults.text(fault) end
  end
end

describe("a recording with slips of its house rule", function()
  local game <const>, written <const> = game_of()
  lacking.spare(game.rules, true)
  assert(game:start())
  assert.is_nil(played(game))
  local recording <const> = assert(Replay.read(table.concat(written)))
  local function loader() return toys.loader { ["w.lua"] = SLIPS } end

  it("verifies as it was played", function()
    local report = assert(verify.verify(recording, loader()))
    assert.is_true(report.ok, report.first_divergence and report.first_divergence.message)
  end)

  it("is judged as any other battle from then on, whichever line it goes back to", function()
    local again
    assert(verify.verify(recording, loader(), { begin = function(begun) again = begun end }))
    while again:undo() do assert(again.journal.at) end
    assert.truthy((played(again) or ""):find("the command move has no forwrd; did you mean forward?", 1, true))
  end)

  it("cannot be played today", function()
    local _, fault = game_of():start()
    assert.equal("w.lua:3: no unit has a field shto; did you mean shot?", faults.text(fault))
  end)
end)
