--- A solo commander with an effort plays out on copies what he may choose: honestly, and without a trace in the battle.
local ahead <const> = require "limber.solo.ahead"
local copies <const> = require "limber.solo.copies"
local digest <const> = require "kernel.digest"
local effort <const> = require "limber.solo.effort"
local Game <const> = require "limber.game.game"
local lists <const> = require "limber.common.lists"
local Solo <const> = require "limber.solo.commander"
local solo_battles <const> = require "solo_battles"
local tree <const> = require "limber.common.tree"

local BOTH <const> = { "a", "b" }

local rules <const> = solo_battles.rules "fusilier"

--- The mirror battle of Fusilier when attacks are declared in its fourth bound: a state, and at what it waits.
local function fourth_bound(seed)
  local game <const> = solo_battles.begun("tests/scenarios/fusilier_mirror.lua", seed, rules)
  Solo.fight(game, BOTH, { each = function()
    return game.state.root.turn >= 4 and game:waiting().path == "turn.declare"
  end })
  assert.are.equal("turn.declare", game:waiting().path)
  return game.state.root
end

local fourth

--- The battle from there; `change` alters its state first.
local function from_there(change, seed)
  local start <const> = tree.copy(fourth)
  if change then change(start) end
  return Game.new { rules = rules, start = start, seed = seed or 5 }
end

--- What side a does with an effort, act after act, until it is done here: commands, and their reasons.
local function acts_of_a(game, how_far, most)
  local commands <const>, reasons <const> = {}, {}
  for i = 1, most or 20 do
    local line <const>, failure <const> = Solo.new(game, "a", { effort = how_far }):act()
    assert(line, failure and failure.message)
    commands[i], reasons[i] = line.command, line.solo
    if line.command["do"] == "done" then break end
  end
  return commands, reasons
end

--- Who has passed something by, of the reasons of what has been done.
local function passed_by(reasons)
  return lists.find(reasons, function(note) return note.plan and note.plan.passed end)
end

--- As side a meets it with an effort of 2: a battle, its commands and their reasons. Of a few battles the first in which
--- a look ahead passes something by.
local GAME, LOOKED, WHY
for seed = 13, 28 do
  fourth = fourth_bound(seed)
  GAME = from_there()
  LOOKED, WHY = acts_of_a(GAME, 2)
  if passed_by(WHY) then break end
end

local function told_of_copies(note)
  return note.why:find "played out %d times on copies" or lists.find(note.rejected or {}, function(one)
    return one.why:find "played out %d times on copies"
  end)
end

--- Orders of side b that are others than those in force, and what else nobody else knows of them.
local function other_orders(root)
  for _, id in ipairs(root.order.formations) do
    local formation <const> = root.formations[id]
    if formation.side == "b" and formation.order then
      formation.order = { verb = "hold", issued_min = 600, number = 1 }
      formation.coming_orders, formation.minutes_left = nil, 1
    end
  end
end

local function let_b_act(game)
  while lists.has(game:waiting().sides, "b") do assert(Solo.new(game, "b"):act()) end
end

describe("a look ahead", function()
  it("finds other commands than the policy, and says how they came out", function()
    local plain <const>, reasons <const> = acts_of_a(from_there(), 1)
    assert.are_not.same(plain, LOOKED)
    assert.truthy(lists.find(WHY, told_of_copies))
    assert.is_nil(lists.find(reasons, told_of_copies))
  end)

  it("does not change with the dice to come, the enemy's orders, or what he has sealed; undone, it is the same", function()
    local before <const> = from_there()
    assert(Solo.new(before, "b"):act())
    local start <const> = tree.copy(before.state.root)
    other_orders(start)
    local game <const> = Game.new { rules = rules, start = start, seed = 99 }
    let_b_act(game)
    local frames <const> = game.state.root.frames
    assert.is_true(#frames[#frames].sealed.b > 0)
    assert.are.same({ LOOKED, WHY }, { acts_of_a(game, 2) })
    for _ = 1, #LOOKED do game:undo() end
    assert.are.same({ LOOKED, WHY }, { acts_of_a(game, 2) })
  end)

  it("does not change with places that are hidden", function()
    local function hidden_at(y)
      return { acts_of_a(from_there(function(root)
        local gun <const> = root.units.b9
        gun.concealed, gun.base.y = true, y
      end), 2, 1) }
    end
    assert.are.same(hidden_at(1550000), hidden_at(1400000))
  end)

  it("leaves nothing in the battle but the command", function()
    local by_hand <const> = from_there()
    for _, command in ipairs(LOOKED) do assert(by_hand:command(tree.copy(command))) end
    assert.are.equal(digest.of(by_hand.state.root), digest.of(GAME.state.root))
    assert.are.equal(#by_hand.journal.lines, #GAME.journal.lines)
    for i, line in ipairs(GAME.journal.lines) do assert.are.same(by_hand.journal.lines[i].calls, line.calls) end
  end)

  it("keeps in the plan what is passed by", function()
    local key <const> = passed_by(WHY).plan.passed[1]
    assert.matches("^turn%.declare declare_attack a%d$", key)
    assert.is_nil(lists.find(LOOKED, function(cmd)
      return cmd["do"] == "declare_attack" and key:find(cmd.unit, 1, true)
    end))
  end)

  it("is none in a told game", function()
    local told <const> = from_there(function(root) root.facts = "told" end)
    local mind <const> = { plan = {}, state = told.state.root, view = told:view "a" }
    local wanted <const> = { { name = "declare_attack" } }
    assert.are.equal(wanted, ahead.commands({ effort = 2, game = told }, mind, {}, wanted))
  end)
end)

describe("a copy", function()
  it("holds nothing that its side may not know", function()
    local game <const> = from_there(function(root) root.units.b9.concealed = true end)
    let_b_act(game)
    local known <const> = assert(copies.known(game, game:view "a"))
    local frame <const> = known.frames[#known.frames]
    assert.is_nil(frame.sealed)
    assert.is_nil(frame.done)
    assert.is_nil(known.units.b9)
    for id, formation in pairs(known.formations) do
      local own <const> = game.state.root.formations[id].order
      if formation.side == "b" and formation.order and own then assert.is_nil(formation.order.number) end
      if formation.side == "a" then assert.are.same(own, formation.order) end
    end
  end)
end)

it("efforts are 1 to 9", function()
  assert.are.equal(3, effort.read "3")
  for _, text in ipairs { "0", "10", "x", "", "2.5" } do
    local read <const>, wrong <const> = effort.read(text)
    assert.is_nil(read)
    assert.matches("^the effort must be 1 to 9, got ", wrong)
  end
end)

describe("a solo commander's reasons", function()
  it("have names in them with any letters, such as %", function()
    local game <const> = from_there(function(start)
      for _, places in ipairs { "units", "areas", "formations" } do
        for id, node in pairs(start[places]) do node.name = "5% d " .. id end
      end
    end)
    local _, fault <const> = Solo.fight(game, BOTH, { each = function() return game.state.root.turn >= 7 end })
    assert.is_nil(fault and (fault.message or fault.traceback or fault))
  end)
end)
