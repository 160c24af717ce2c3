--- What Fusilier's commands propose: all of it may be given as it stands, best first, and nothing twice.
local Game <const> = require "limber.game.game"
local legality <const> = require "limber.game.legality"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local table_of <const> = require "fusilier_table"

local rules <const> = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))

local function scenario_game(path, seed)
  local scenario = assert(Scenario.read(assert(loader.read(path)), path))
  local game = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules)), seed = seed, keep = false }
  assert(game:start())
  return game
end

local ASIDE <const> = { text = true, score = true, ranges = true }

--- A proposal as a command, its ranges at one of their ends.
local function as_command(proposal, nth)
  local cmd = {}
  for key, value in pairs(proposal) do
    if not ASIDE[key] then cmd[key] = value end
  end
  for key, range in pairs(proposal.ranges or {}) do cmd[key] = range[nth] end
  return cmd
end

local function proposals(game, side, name)
  local list = {}
  for proposal in game:legal(side) do
    if not name or proposal["do"] == name then list[#list + 1] = proposal end
  end
  return list
end

--- The first proposal of a command that has these values.
local function find(game, side, name, wanted)
  for i, proposal in ipairs(proposals(game, side, name)) do
    local fits = true
    for key, value in pairs(wanted or {}) do fits = fits and proposal[key] == value end
    if fits then return proposal, i end
  end
end

local function slot_of(game, cmd)
  local declaration = game.words.commands[cmd["do"]]
  return tostring(declaration.slot and declaration.slot(cmd) or cmd.unit or cmd["do"])
end

--- Everything that is proposed now may be given, best first, and nobody who has a command sealed is proposed another.
local function look(game, side, kinds)
  local best, sealed = nil, {}
  local list = proposals(game, side)
  for _, cmd in ipairs(game:view(side):sealed(side)) do sealed[cmd.slot] = true end
  for i, proposal in ipairs(list) do
    if proposal["do"] == "done" then break end
    kinds[proposal["do"]] = (kinds[proposal["do"]] or 0) + 1
    assert.truthy(proposal.text and #proposal.text > 0, proposal["do"] .. " says nothing")
    assert.is_true(i == 1 or list[i - 1].score >= proposal.score, proposal["do"] .. ": not the best first")
    for nth = 1, proposal.ranges and 2 or 1 do
      local cmd = as_command(proposal, nth)
      local deed, fault = game:check(cmd)
      assert.truthy(deed, fault and ("%s: %s %s"):format(proposal["do"], fault.arg, fault.message))
      assert.is_nil(sealed[slot_of(game, cmd)], proposal["do"] .. " is proposed to one who has a command")
    end
    if proposal.score > 0 then best = best or proposal end
  end
  return best
end

--- Plays a battle by giving the best of what is proposed.
local function play(game, kinds, bounds)
  while game:waiting().kind ~= "over" and game.state.root.turn <= bounds do
    local side = game:waiting().sides[1]
    local best = look(game, side, kinds)
    local line, fault = game:command(best and as_command(best, 2) or { side = side, ["do"] = "done" })
    assert(line, fault and fault.message)
  end
end

local LINE_1 <const>, LINE_2 <const> = table_of.foot("a1", 600, 500, "north"), table_of.foot("a2", 850, 500, "north")
local ENEMY_1 <const>, ENEMY_2 <const> = table_of.foot("b1", 600, 900, "south"), table_of.foot("b2", 900, 950, "south")

local function facing_lines(opts)
  return table_of.battle({
    a = LINE_1 .. LINE_2 .. (opts and opts.a or ""), b = ENEMY_1 .. ENEMY_2 .. (opts and opts.b or ""),
    ground = opts and opts.ground, year = opts and opts.year,
  }, opts)
end

describe("what Fusilier's commands propose", function()
  after_each(table_of.finished)

  it("is there for every command", function()
    for name, declaration in pairs(rules.published.game.commands) do
      assert.truthy(declaration.proposals, name .. " proposes nothing")
    end
  end)

  it("may be given as it stands, in battles played by it", function()
    local kinds = {}
    play(scenario_game("scenarios/fusilier/lesson.lua", 3), kinds, 7)
    play(scenario_game("scenarios/fusilier/first_battle.lua", 4), kinds, 5)
    play(scenario_game("scenarios/fusilier/maida.lua", 5), kinds, 4)
    for _, name in ipairs { "write_order", "issue_order", "declare_attack", "respond", "move", "fire", "skirmish_fire",
      "attach_general", "move_general", "attach_battery" } do
      assert.truthy(kinds[name], name .. " was never proposed")
    end
  end)

  it("hides troops deep in a wood, and not those at its edge (R97)", function()
    local game = table_of.setup(table_of.foot("a1", 1000, 500, "north") .. table_of.foot("a2", 1300, 680, "north"),
      table_of.foot("b1", 1000, 1500, "south") .. table_of.foot("b2", 1500, 1500, "south"),
      'area "wood" { terrain = "open_woods", outline = { {800,200}, {1500,200}, {1500,700}, {800,700} } }')
    assert.truthy(find(game, "a", "conceal", { unit = "a1" }))
    assert.is_nil(find(game, "a", "conceal", { unit = "a2" }))
  end)

  it("orders the nearest enemy attacked first, and not what is ordered already", function()
    local game = facing_lines { order = false }
    local first = assert(find(game, "a", "issue_order"))
    assert.are.same({ "gfa", "fa", "attack", "fb" }, { first.general, first.formation, first.verb, first.aim })
    assert.truthy(first.text:find "^2 units, %d+ mm away$")
    assert.truthy(find(game, "a", "issue_order", { verb = "hold" }))
    table_of.give(game, "a", "issue_order", as_command(first, 1))
    assert.are.same({}, proposals(game, "a", "issue_order")) -- he gives one a bound
    game = facing_lines { order = { verb = "hold" } }
    assert.is_nil(find(game, "a", "issue_order", { verb = "hold" }))
    assert.truthy(find(game, "a", "issue_order", { verb = "withdraw" }))
  end)

  it("seizes what the battle is about before anything else", function()
    local game = facing_lines {
      order = false, ground = 'area "chapel" { objective = true, rect = { { 300, 600 }, { 450, 750 } } },',
    }
    local first = assert(find(game, "a", "issue_order"))
    assert.are.same({ "seize", "chapel" }, { first.verb, first.aim })
    assert.are.same({ x = 337500, y = 675000 }, first.target)
  end)

  it("attacks whoever is in reach, and nobody twice", function()
    local game = facing_lines()
    table_of.to(game, "turn.declare")
    local first = assert(find(game, "a", "declare_attack", { unit = "a1" }))
    assert.are.equal("b1", first.target)
    assert.are.equal("385 of 500 mm", first.text)
    assert.truthy(find(game, "a", "declare_attack", { unit = "a1", target = "b2" }))
    table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    assert.is_nil(find(game, "a", "declare_attack", { unit = "a1" }))
    assert.truthy(find(game, "a", "declare_attack", { unit = "a2" }))
    assert.are.same({}, proposals(game, "b", "declare_attack")) -- it is to hold
  end)

  it("forms columns of assault of those who stand close behind one another", function()
    local game = table_of.battle({
      a = table_of.foot("a1", 600, 500, "north", 'drill = "column", companies = 6')
        .. table_of.foot("a2", 600, 380, "north", 'drill = "column", companies = 6'),
      b = ENEMY_1 .. ENEMY_2,
    })
    table_of.to(game, "turn.declare")
    local first = assert(find(game, "a", "declare_column"))
    assert.are.same({ "a1", "b1", { "a2" } }, { first.unit, first.target, first.behind })
    assert.truthy(first.text:find "^2 deep, ")
    table_of.give(game, "a", "declare_column", as_command(first, 1))
    assert.is_nil(find(game, "a", "declare_attack", { unit = "a2" })) -- it goes with the column
  end)

  it("goes round whoever stands before an attacker", function()
    local game = facing_lines { a = table_of.foot("a3", 645, 560, "north") }
    table_of.to(game, "turn.declare")
    table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    table_of.give(game, "a", "declare_attack", { unit = "a2", target = "b2" })
    table_of.to(game, "turn.attack")
    local way = assert(find(game, "a", "move_attack", { unit = "a1" }))
    assert.truthy(way.text:find "^round a3 by its left$")
    assert.are.equal(1, #way.path)
    assert.is_nil(find(game, "a", "move_attack", { unit = "a2" })) -- its way is clear
  end)

  it("says how far a move brings a unit, and who moves though nobody tells him to (R21)", function()
    local game = facing_lines()
    table_of.to(game, "turn.movement")
    local function untold()
      local list = {}
      for _, cmd in ipairs(legality.unsaid(game, game:view "a", "a")) do list[#list + 1] = cmd.unit end
      return list
    end
    assert.are.same({ "a1", "a2" }, untold())
    local cmd = { side = "a", ["do"] = "move", unit = "a1", to = { x = 600000, y = 850000 }, legs = {} }
    assert.are.equal(184000, legality.goes(game, game:view "a", cmd)) -- then it is in the zone of b1
    cmd.to.y = 300000
    assert.are.equal(300000, legality.goes(game, game:view "a", cmd))
    cmd.to.y = 850000
    table_of.give(game, "a", "move", { unit = "a1", to = cmd.to })
    assert.are.same({ "a2" }, untold())
    local before = table_of.at(game, "a1")[2]
    table_of.done(game)
    assert.are.equal(184, table_of.at(game, "a1")[2] - before)
  end)

  it("says no more of a move than an enemy lets it come, whichever way it faces", function()
    for _, facing in ipairs { "east", "north" } do
      local game = table_of.battle {
        a = table_of.horse("a1", 400, 1000, facing) .. table_of.foot("a2", 1000, 100, "north"),
        b = table_of.foot("b1", 1100, 1000, "west") .. table_of.foot("b2", 1700, 1900, "south"),
      }
      table_of.to(game, "turn.movement")
      local cmd = { side = "a", ["do"] = "move", unit = "a1", to = { x = 1100000, y = 1000000 }, legs = {} }
      local goes = legality.goes(game, game:view "a", cmd)
      table_of.give(game, "a", "move", { unit = "a1", to = cmd.to })
      table_of.done(game)
      local went = table_of.at(game, "a1")[1] - 400
      assert.is_true(went < 500 and math.abs(went - goes / 1000) < 2, ("%s: %d, said %d"):format(facing, went, goes))
    end
  end)

  it("answers attacks: turns, squares and cover", function()
    local game = table_of.battle({
      a = table_of.horse("a1", 1000, 400, "north") .. table_of.horse("a2", 1500, 400, "north"),
      b = table_of.foot("b1", 1000, 1200, "east", 'drill = "column"') .. table_of.foot("b2", 2000, 1400, "south"),
      ground = 'area "wood" { terrain = "open_woods", rect = { { 700, 1250 }, { 900, 1400 } } },',
    })
    table_of.to(game, "turn.declare")
    table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    table_of.give(game, "a", "declare_attack", { unit = "a2", target = "b1" })
    table_of.to(game, "turn.attack")
    assert.are.equal("form_square", find(game, "b", "respond").action)
    assert.truthy(find(game, "b", "respond", { action = "redeploy_facing" }))
    local turned = assert(find(game, "b", "respond", { action = "reface" }))
    assert.are.equal("90 degrees off its front", turned.text)
    assert.truthy(find(game, "b", "respond", { action = "take_cover", cover = "wood" }))
    assert.is_nil(find(game, "b", "respond", { unit = "b2" }))
    table_of.give(game, "b", "respond", { unit = "b1", action = "form_square" })
    assert.are.same({}, proposals(game, "b", "respond"))
  end)

  it("limbers guns up and brings them into action where they are sent", function()
    local game = table_of.battle({ a = LINE_1 .. LINE_2 .. table_of.guns("g", 300, 500, "north"), b = ENEMY_1 .. ENEMY_2 },
      { order = { verb = "move", target = { x = 300000, y = 600000 } } })
    table_of.to(game, "turn.movement")
    local first = assert(find(game, "a", "move", { unit = "g" }))
    assert.are.same({ "limbered", "unlimbered" }, { first.legs[1].evolve, first.legs[3].evolve })
    assert.are.equal("100 of 100 mm, and into action", first.text)
  end)

  it("names who replies to skirmishers in reach", function()
    local game = table_of.met(table_of.foot("a1", 1000, 1000, "north"),
      table_of.foot("b1", 1000, 1150, "south", 'drill = "skirmish"'))
    table_of.to(game, "turn.fire")
    local reply = assert(find(game, "a", "reply"))
    assert.are.same({ "a1", "b1" }, { reply.unit, reply.target })
    assert.truthy(reply.text:find "of 200 mm")
  end)

  it("finds places for those who have none, and does not give one twice", function()
    local game = table_of.setup(table_of.foot("a1", 1000, 300, "north") .. table_of.foot("a2") .. table_of.foot("a3"),
      table_of.foot("b1", 1000, 2500, "south") .. table_of.foot("b2", 1300, 2500, "south"))
    local first = assert(find(game, "a", "place", { unit = "a2" }))
    assert.are.equal("on the right of its formation", first.text)
    assert(game:command(as_command(first, 1)))
    assert.is_nil(find(game, "a", "place", { unit = "a2" }))
    local other = assert(find(game, "a", "place", { unit = "a3" }))
    assert.are_not.same(first.at, other.at)
  end)

  it("joins generals to those who fight, and asks the players nothing", function()
    local game = facing_lines()
    table_of.to(game, "turn.declare")
    table_of.give(game, "a", "declare_attack", { unit = "a2", target = "b1" })
    table_of.to(game, "turn.movement")
    local joins = assert(find(game, "a", "attach_general"))
    assert.are.same({ "gfa", "a2" }, { joins.general, joins.unit })
    assert.truthy(joins.text:find ", attacking$")
    local asked = 0
    game = table_of.fight {
      a = 'leader "n" { rank = "c_in_c", at = { 10, 10 } }, ' .. table_of.brigade("fa", LINE_1 .. LINE_2),
      b = table_of.brigade("fb", ENEMY_1 .. ENEMY_2), facts = function() asked = asked + 1 end,
    }
    assert.are.same({}, proposals(game, "b", "issue_order"))
    local first = assert(find(game, "a", "issue_order"))
    assert.are.same({ "attack", "fb" }, { first.verb, first.aim })
    assert.are.equal(0, asked)
  end)
end)
