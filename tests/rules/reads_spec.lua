-- What a procedure is seen to read. Every expectation is by hand, from the toys' own rule files.
local loader <const> = require "disk_loader"
local reads <const> = require "limber.ask.reads"
local Rules <const> = require "limber.rules.stack"

describe("what a procedure reads", function()
  local rules = assert(Rules.load(loader, "fusilier", {}))

  it("names tables, constants, options, lists of modifiers and procedures, and nothing else", function()
    local seen = reads.of(rules, "combat.infantry")
    assert.same({ "infantry_lost_by", "infantry_modifiers", "infantry_won_by", "lasting_modifiers" }, seen.tables)
    assert.same({ "infantry" }, seen.lists)
    assert.same({ "combat.response" }, seen.calls)
    assert.is_true(seen.asked > 50)
  end)

  it("is the same every time, and leaves the rules as they were", function()
    local view = rules.view
    assert.same(reads.of(rules, "order.activation"), reads.of(rules, "order.activation"))
    assert.equal(view, rules.view)
    assert.is_nil(rules.reads)
  end)

  it("follows a change of the rules", function()
    local changed = assert(Rules.load(loader, "fusilier", {}))
    assert(changed:set_wrap("order.era", function(published, r, q, dice)
      local _ = r.constant.bound
      return published(r, q, dice)
    end, ""))
    assert.same({ "bound" }, reads.of(changed, "order.era").constants)
    assert.same({}, reads.of(rules, "order.era").constants)
  end)

  it("leaves a question that takes too long", function()
    local changed = assert(Rules.load(loader, "fusilier", {}))
    assert(changed:set_wrap("order.era", function() while true do end end, ""))
    assert.equal(0, reads.of(changed, "order.era").asked)
  end)
end)
