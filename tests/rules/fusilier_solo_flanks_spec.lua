--- Fusilier's solo commander and the flanks of foot: horse goes round them, foot keeps its front to horse; and whom an
--- attack on guns will meet.
local Mind <const> = require "limber.solo.mind"
local Solo <const> = require "limber.solo.commander"
local solo_battles <const> = require "solo_battles"
local table_of <const> = require "fusilier_table"

local rules <const> = solo_battles.rules "fusilier"
local policy <const> = rules.published.game.solo

--- The order that the French write for a formation of a shipped battle, and why.
local function written(name, formation)
  local game <const> = solo_battles.begun("scenarios/fusilier/" .. name .. ".lua", 1, rules)
  while true do
    local line <const> = assert(Solo.new(game, "a"):act())
    local cmd <const> = line.command
    if cmd["do"] == "write_order" and cmd.formation == formation then return cmd, line.solo.why end
    assert(cmd["do"] ~= "done", "no order is written")
  end
end

describe("a solo commander of Fusilier", function()
  it("sends horse round the flank of foot, where no other horse is near", function()
    local order, why = written("lesson", "hussars")
    assert.are.same({ "attack", "Weber's brigade" }, { order.verb, order.aim })
    assert.truthy(why:find("to come at its flank", 1, true))
    local right_end <const> = 900000 + 110000 -- of 2nd Benjovszky
    assert.is_true(order.target.x > right_end + 200000 and order.target.y > 910000)
    assert.is_true(order.target_end.x > order.target.x + 90000) -- side by side
    local _, other_why = written("first_battle", "colbert")
    assert.is_nil(other_why:find("to come at its flank", 1, true))
  end)

  it("faces the horse where horse and foot attack", function()
    local game = table_of.battle {
      a = table_of.foot("a1", 1500, 1000, "north") .. table_of.horse("a2", 2100, 1400, "west") .. table_of.FAR_A,
      b = table_of.foot("b1", 1500, 1400, "south") .. table_of.FAR_B,
    }
    table_of.to(game, "turn.declare")
    table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    table_of.give(game, "a", "declare_attack", { unit = "a2", target = "b1" })
    table_of.to(game, "turn.attack")
    local line = assert(Solo.new(game, "b"):act())
    assert.are.same({ "respond", "reface", "a2" }, { line.command["do"], line.command.action, line.command.toward })
  end)

  it("does not turn to foot that comes from aside where horse would then take it in flank", function()
    local function answer(horse)
      local game = table_of.battle {
        a = table_of.foot("a1", 2000, 1400, "west") .. horse .. table_of.FAR_A,
        b = table_of.foot("b1", 1500, 1400, "south") .. table_of.FAR_B,
      }
      table_of.to(game, "turn.declare")
      table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
      table_of.to(game, "turn.attack")
      return assert(Solo.new(game, "b"):act()).command.action
    end
    assert.equal("reface", answer "")
    assert.is_nil(answer(table_of.horse("a2", 1500, 900, "north")))
    assert.equal("reface", answer(table_of.horse("a2", 2000, 900, "north"))) -- before it either way
  end)

  it("declares no attack that it has no room to turn to", function()
    local function attacks(beside)
      local game = table_of.battle({
        a = table_of.foot("a1", 1500, 1000, "north") .. beside .. table_of.FAR_A,
        b = table_of.foot("b1", 1950, 1010, "west", "men = 300") .. table_of.FAR_B,
      }, { order = { verb = "attack", target = { x = 1950000, y = 1010000 } } })
      table_of.to(game, "turn.declare")
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      local want, why = policy.commands.declare_attack(mind, { unit = "a1", target = "b1" })
      return want ~= nil or why
    end
    assert.is_true(attacks(""))
    assert.equal("it has no room to turn", attacks(table_of.foot("a2", 1500, 1040, "north")))
  end)

  it("promises less where other horse may join whom it rides at, and foot that beats horse only if that waits", function()
    local function why(a, b)
      local game = table_of.battle { a = a .. table_of.FAR_A, b = b .. table_of.FAR_B }
      table_of.to(game, "turn.declare")
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      local _, said = policy.commands.declare_attack(mind, { unit = "a1", target = "b1" })
      return type(said) == "function" and said() or said
    end
    local horse <const> = table_of.horse("a1", 1500, 1000, "north")
    local one <const> = table_of.horse("b1", 1500, 1400, "south", 'weight = "light"')
    assert.equal("56% to beat b1", why(horse, one))
    assert.equal("49% to beat b1", why(horse, one .. table_of.horse("b2", 1700, 1400, "south", 'weight = "light"')))
    assert.matches("to beat b1, if it waits$", why(table_of.foot("a1", 1500, 1000, "north"), one))
  end)

  it("goes for guns by the odds against all who stand by them", function()
    local function promised(beside)
      local game = table_of.battle {
        a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A,
        b = table_of.guns("b1", 1500, 1400, "south") .. beside .. table_of.FAR_B,
      }
      table_of.to(game, "turn.declare")
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      local _, why = policy.commands.declare_attack(mind, { unit = "a1", target = "b1" })
      return tonumber((type(why) == "function" and why() or why):match "^(%d+)%%")
    end
    local none = promised ""
    local one = promised(table_of.foot("b2", 1670, 1400, "south"))
    local two = promised(table_of.foot("b2", 1670, 1400, "south") .. table_of.foot("b3", 1330, 1400, "south"))
    assert.are.equal(90, none)
    assert.is_true(two < one and one < none, ("%s %s %s"):format(none, one, two))
  end)

  it("promises no guns that it comes by only through the zone of foot which it meets as it turns", function()
    local function promised(x)
      local game = table_of.battle {
        a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A,
        b = table_of.guns("b1", 1150, 1160, "south") .. table_of.foot("b2", x, 1215, "south", "quality = 9,")
          .. table_of.FAR_B,
      }
      table_of.to(game, "turn.declare")
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      local _, why = policy.commands.declare_attack(mind, { unit = "a1", target = "b1" })
      return tonumber((type(why) == "function" and why() or why):match "^(%d+)%%")
    end
    local near, far = promised(1720), promised(2200)
    assert.is_true(near < 20 and far == 90, ("%d %d"):format(near, far))
  end)
end)
