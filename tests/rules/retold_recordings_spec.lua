-- Recordings of rules that tell the same in other words today: nothing of the battle differs, and they go on verifying.
local Replay <const> = require "limber.record.replay"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local TELLS <const> = [[variant "w" { of = "toy", doc = "x",
  moments = { turn_begins = function(play) play:tell("rested", { unit = "31", why = "%s" }) end },
}
story { rested = "{unit} rests: {why}." }]]

local function files(why) return { ["rules-lua/toy/variants/w.lua"] = TELLS:format(why) } end

describe("a recording whose story is told otherwise today", function()
  local game <const>, written <const> = toys.game { instead = files "tired", variants = { "w" } }
  assert(game:start())
  local text <const> = table.concat(written)

  local function verified(record, why)
    local recording = assert(Replay.read(record))
    return assert(verify.verify(recording, toys.loader(files(why))))
  end

  it("verifies, and says how many lines", function()
    local report = verified(text, "hungry")
    assert.is_true(report.ok, report.first_divergence and report.first_divergence.field)
    assert.equal(1, report.retold)
    assert.is_nil(verified(text, "tired").retold)
  end)

  it("does not where a line was altered after it was written", function()
    local report = verified((text:gsub("tired", "happy")), "hungry")
    assert.is_false(report.ok)
    assert.is_true(report.first_divergence.altered)
  end)
end)
