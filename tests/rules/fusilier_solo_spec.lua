--- Fusilier's solo commander: orders by stance, attacks by exact odds, and battles that come to an end.
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local question <const> = require "limber.ask.question"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local table_of <const> = require "fusilier_table"
local verify <const> = require "limber.record.verify"

local rules <const> = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))
local policy <const> = rules.published.game.solo
local BOTH <const> = { "a", "b" }

local function begun(scenario, seed, append)
  local start, faults = Scenario.build(scenario, rules, { solo = BOTH })
  assert(start, faults and faults[1].message)
  local game = Game.new {
    rules = rules, start = start, seed = seed, keep = append ~= nil, append = append,
    header = append and Replay.header(rules, scenario, { seed = seed, version = "test", solo = BOTH }) or nil,
  }
  assert(game:start())
  return game
end

local function fight(game, each)
  local over, failure = Solo.fight(game, BOTH, { strict = true, each = each })
  assert(over, failure and failure.message)
  return game.state.root
end

local function shipped(name)
  local path = "scenarios/fusilier/" .. name .. ".lua"
  return assert(Scenario.read(assert(loader.read(path)), path))
end

--- Ground far from all lines that the battle is about.
local FARM <const> = 'area "farm" { objective = true, rect = { { 100, 1600 }, { 200, 1700 } } }'

--- Two lines of three battalions 500 mm apart, with what else a side and its formation are said to be; `a.ground`: what
--- is on the table.
local function lines(a, b, inside_a, inside_b)
  local function side(id, y, facing, more, inside)
    local units = {}
    for i = 1, 3 do units[i] = table_of.foot(id .. i, 700 + 220 * i, y, facing) end
    return ('side "%s" { name = "%s", %s leader "g%s" { rank = "brigade", %s at = { 1150, %d } }, '
      .. 'formation "f%s" { quality = %d, commander = "g%s", %s } },'):format(id, id, more.side or "", id,
      more.general or "", y + (facing == "north" and -60 or 60), id, more.quality or 5, id,
      table.concat(units) .. (inside or ""))
  end
  return assert(Scenario.read(([[scenario { title = "Lines", ruleset = "fusilier", year = 1809, start_min = 540,
    last_turn = 12, ground = { width = 2300, depth = 1800, %s }, %s %s }]]):format(a.ground or "",
    side("a", 600, "north", a, inside_a), side("b", 1115, "south", b, inside_b)), "lines.lua"))
end

local function stances(scenario)
  local game = begun(scenario, 1)
  return { policy.stance(game:view "a", "a", "fa"), policy.stance(game:view "b", "b", "b1") }
end

--- Every command of a side's, in the order given, as lines.
local function commands(game, side, name)
  local list = {}
  for _, line in ipairs(game.journal.lines) do
    local cmd = line.command
    if cmd and cmd.side == side and cmd["do"] == name then list[#list + 1] = line end
  end
  return list
end

local function journaled(scenario, seed)
  local written = {}
  local game = begun(scenario, seed, function(text) written[#written + 1] = text end)
  fight(game)
  return game, table.concat(written)
end

describe("Fusilier's solo commander", function()
  it("weighs a column of assault by the odds of the whole of it, though each battalion is asked about alone", function()
    for n = 2, 3 do
      local game = begun(lines({}, {}), 1)
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      local asked, outcomes = {}, mind.outcomes
      function mind.outcomes(self, procedure, args, by)
        asked[#asked + 1] = args
        return outcomes(self, procedure, args, by)
      end
      local behind = n == 2 and { "a1" } or { "a1", "a3" }
      local want = policy.commands.declare_column(mind, { unit = "a2", behind = behind, target = "b2" })
      local columns = {}
      for i, args in ipairs(asked) do columns[i] = args.columns[1] end
      assert.equal(n, #columns)
      local whole = assert(question.odds(rules, "combat.column_assault", {
        frontage_mm = 100, columns = columns, defender = asked[1].defender,
      }, "winner"))
      assert.is_true(math.abs(whole:p "columns" + 0.05 * (#behind + 1) - want) < 1e-12)
    end
  end)

  it("fights every shipped battle to its end", function()
    for _, name in ipairs { "lesson", "first_battle", "maida" } do
      local scenario = shipped(name)
      for _, seed in ipairs { 4, 11 } do -- in Maida's 4 a unit sets out while it touches an enemy
        local root = fight(begun(scenario, seed))
        assert.truthy(root.result, name)
        assert.is_true(root.turn <= root.last_turn)
      end
    end
  end)

  it("does the same in the same battle, and its recording verifies", function()
    local scenario = shipped "lesson"
    local game, written = journaled(scenario, 7)
    assert.are.equal(digest.of(game.state.root), digest.of(fight(begun(scenario, 7))))
    assert.is_true(assert(verify.verify(assert(Replay.read(written)), loader)).ok)
  end)

  it("is as bold as generals are, or as their side's task and strength make them", function()
    assert.are.same({ "aggressive", "cautious" },
      stances(lines({ general = 'temperament = "rash",' }, { general = 'temperament = "cautious",' })))
    local attack = { side = 'task = "attack",' }
    assert.are.same({ "aggressive", "cautious" }, stances(lines(attack, { side = 'task = "hold",' }))) -- nothing to hold
    attack.ground = FARM
    assert.are.same({ "aggressive", "defensive" }, stances(lines(attack, { side = 'task = "hold",' })))
    assert.are.same({ "cautious", "cautious" }, stances(lines({}, {})))
    local more = table_of.foot("b4", 1600, 1115, "south") .. table_of.foot("b5", 1900, 1115, "south")
    assert.are.same({ "defensive", "aggressive" }, stances(lines({}, {}, nil, more)))
  end)

  it("attacks where it is there to, and holds where that is its task", function()
    local game = journaled(lines({ side = 'task = "attack",' }, { side = 'task = "hold",' }), 3)
    local attack, hold = commands(game, "a", "write_order"), commands(game, "b", "write_order")
    assert.are.same({ "attack", "fb" }, { attack[1].command.verb, attack[1].command.aim })
    assert.are.same({ "attack", "all who come" }, { hold[1].command.verb, hold[1].command.aim }) -- where it stands
    assert.are.equal("aggressive", attack[1].solo.stance)
    assert.are.equal("it is there to hold, and meets those who come", hold[1].solo.why)
    assert.is_true(#commands(game, "a", "declare_attack") >= 3)
  end)

  it("orders those who make the main effort of its plan at its target", function()
    local game = begun(shipped "maida", 3, function() end)
    local orders = {}
    Solo.fight(game, BOTH, { each = function(line)
      local cmd = line.command
      if cmd["do"] == "write_order" then orders[cmd.formation] = cmd end
      return game.state.root.turn > 0
    end })
    local sent, root = 0, game.state.root
    for _, side in ipairs(BOTH) do
      for _, task in ipairs(game:plan(side).tasks) do
        if task.task == "main_effort" then
          sent = sent + 1
          assert.are.same({ "attack", root.formations[task.at].name }, { orders[task.of].verb, orders[task.of].aim })
        end
      end
    end
    assert.is_true(sent > 2)
  end)

  it("waits until its orders are active, and says at which odds it attacks and what it left", function()
    local game = journaled(lines({ side = 'task = "attack",', quality = 6 }, { side = 'task = "hold",' }), 5)
    local bound
    for _, line in ipairs(game.journal.lines) do
      for _, event in ipairs(line.events or {}) do
        if event.say == "activated" and event.with.formation == "fa" then bound = bound or line.turn end
      end
    end
    local first = commands(game, "a", "declare_attack")[1]
    assert.is_true(first.turn >= bound)
    local unit = { frontage_mm = 200, quality = 6 }
    local against = { a = { unit }, b = { { frontage_mm = 200, quality = 5 } } }
    local odds = assert(question.odds(rules, "combat.infantry", against, "winner"))
    local p = odds:p "a"
    p = p - (p - 0.5) * 0.4 -- the battalion beside may come up
    local percent = ("%d%% to beat"):format(math.floor(p * 100 + 0.5))
    assert.are.equal(percent, first.solo.why:match "^%d+%% to beat")
    local rejected = {}
    for _, line in ipairs(commands(game, "a", "declare_attack")) do
      for _, one in ipairs(line.solo.rejected or {}) do rejected[#rejected + 1] = one.why end
    end
    assert.truthy(rejected[1] and table.concat(rejected, " "):find "%d+%% to beat")
  end)

  it("orders anew when whom it was sent against has gone", function()
    local game = begun(lines({ side = 'task = "attack",' }, {}), 9, function() end)
    table_of.to(game, "turn.command")
    table_of.amend(game, { ["formations.fa.order"] = { verb = "attack", target = { x = 200000, y = 200000 } } })
    local line = assert(Solo.new(game, "a"):act())
    assert.are.same({ "issue_order", "attack", "fb" }, { line.command["do"], line.command.verb, line.command.aim })
    assert.truthy(line.solo.why:find "^the enemy it was sent against has gone: aggressive, ")
    line = assert(Solo.new(game, "a"):act())
    assert.are.equal("done", line.command["do"]) -- one order a bound
    line = assert(Solo.new(game, "b"):act())
    assert.truthy(line.solo.why:find "^it has no orders: ")
    table_of.to(game, "turn.movement")
    assert.are.equal("attack", game.state.root.formations.fa.coming_orders[1].verb) -- it takes its time
  end)

  it("seizes what the battle is about", function()
    local text = [[scenario { title = "A farm", ruleset = "fusilier", year = 1809, start_min = 540, last_turn = 12,
      ground = { width = 2300, depth = 1800, area "farm" { objective = true, rect = { { 900, 700 }, { 1100, 900 } } } },
      side "a" { task = "attack", leader "ga" { rank = "brigade", at = { 1150, 300 } },
        formation "fa" { quality = 5, commander = "ga", %s } },
      side "b" { leader "gb" { rank = "brigade", at = { 1150, 1700 } },
        formation "fb" { quality = 5, commander = "gb", %s } } }]]
    local scenario = assert(Scenario.read(text:format(
      table_of.foot("a1", 920, 400, "north") .. table_of.foot("a2", 1140, 400, "north"),
      table_of.foot("b1", 920, 1600, "south") .. table_of.foot("b2", 1140, 1600, "south")), "farm.lua"))
    local game = begun(scenario, 1, function() end)
    local line = assert(Solo.new(game, "a"):act())
    assert.are.same({ "write_order", "seize", "farm" }, { line.command["do"], line.command.verb, line.command.aim })
  end)

  it("orders ground seized that it sees empty, and something else where no general sees it", function()
    local function ordered(general)
      local game = table_of.fight {
        a = ('formation "fa" { quality = 5, commander = "ga", %s }, leader "ga" { rank = "brigade", at = { %s } }'):format(
          table_of.foot("a1", 1000, 1010, "north") .. table_of.foot("a2", 1300, 1010, "north"), general),
        b = ('formation "fb" { quality = 5, %s }'):format(
          table_of.foot("b1", 1000, 2000, "south") .. table_of.foot("b2", 1300, 2000, "south")),
        ground = 'area "farm" { terrain = "built_up", objective = true, rect = { { 900, 1100 }, { 1100, 1250 } } }, '
          .. 'area "barn" { terrain = "built_up", rect = { { 1600, 900 }, { 1700, 1100 } } }',
        set = { ["formations.fa.order"] = { verb = "attack", target = { x = 200000, y = 200000 } } },
      }
      local line = assert(Solo.new(game, "a"):act())
      return line.command.verb, line.command.aim
    end
    assert.are.same({ "seize", "farm" }, { ordered "1150, 900" })
    assert.are_not.equal("farm", select(2, ordered "1900, 1000"))
    assert.truthy((ordered "1900, 1000"))
  end)

  it("has won after the last bound where it alone stands on what the battle is about", function()
    local text = [[scenario { title = "A farm", ruleset = "fusilier", year = 1809, start_min = 540, last_turn = 1,
      ground = { width = 2300, depth = 1800, area "farm" { objective = %s, rect = { { 900, 300 }, { 1100, 500 } } } },
      side "a" { formation "fa" { quality = 5, %s } }, side "b" { formation "fb" { quality = 5, %s } } }]]
    for objective, winner in pairs { ["true"] = "a", ["false"] = "draw" } do
      local scenario = assert(Scenario.read(text:format(objective,
        table_of.foot("a1", 1000, 400, "north") .. table_of.foot("a2", 1300, 400, "north"),
        table_of.foot("b1", 1000, 1600, "south") .. table_of.foot("b2", 1300, 1600, "south")), "farm.lua"))
      assert.are.equal(winner, fight(begun(scenario, 1)).result.winner)
    end
  end)

  it("turns to an attack on its flank, and fires where that does most", function()
    local game = table_of.battle({
      a = table_of.foot("a1", 400, 1000, "east") .. table_of.foot("a2", 400, 1300, "east"),
      b = table_of.foot("b1", 800, 1000, "south") .. table_of.foot("b2", 2000, 2000, "south")
        .. table_of.guns("g", 800, 1400, "west"),
    })
    table_of.to(game, "turn.declare")
    table_of.give(game, "a", "declare_attack", { unit = "a1", target = "b1" })
    table_of.to(game, "turn.attack")
    local line = assert(Solo.new(game, "b"):act())
    assert.are.same({ "respond", "b1", "reface" }, { line.command["do"], line.command.unit, line.command.action })
    assert.truthy(line.solo.why:find "degrees off its front")
    table_of.to(game, "turn.fire")
    line = assert(Solo.new(game, "b"):act())
    assert.are.same({ "fire", "g" }, { line.command["do"], line.command.unit })
    assert.truthy(line.solo.why:find "points on average")
  end)

  --- The same chance for all fights, whether it is asked for or known.
  local function chance_of(p) return function() return p end end

  it("attacks at its least chance and not below it, by stance", function()
    local game = begun(lines({ side = 'task = "attack",', ground = FARM }, { side = 'task = "hold",' }), 3)
    local function judged(name, proposal, chances)
      local wanted = {}
      for i, p in ipairs(chances) do
        for _, stance in ipairs { "aggressive", "defensive" } do
          game.state.root.sides.a.task = stance == "aggressive" and "attack" or "hold"
          local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
          assert.are.equal(stance, mind:stance("a", "fa"))
          mind.chance, mind.known = chance_of(p), chance_of(p)
          wanted[i] = (wanted[i] or "") .. (policy.commands[name](mind, proposal) and stance:sub(1, 1) or "")
        end
      end
      return wanted
    end
    local attack, join = { unit = "a1", target = "b1" }, { unit = "a1", toward = "b1" }
    assert.are.same({ "", "a", "a", "ad" }, judged("declare_attack", attack, { 0.3999, 0.4, 0.5833, 0.5834 }))
    assert.are.same({ "", "a", "a", "ad" }, judged("move", join, { 0.3499, 0.35, 0.5999, 0.6 }))
  end)

  --- What its commander makes of attacks in a battle of the table, by chances that are alike for all fights: a letter
  --- for each chance, y for yes.
  local function judged_at(spec, attack, chances)
    local game, judged = table_of.battle(spec), ""
    table_of.to(game, "turn.declare")
    for _, p in ipairs(chances) do
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      mind.chance, mind.known = chance_of(p), chance_of(p)
      judged = judged .. (policy.commands.declare_attack(mind, attack) and "y" or "n")
    end
    return judged
  end

  it("has horse attack only where it is more likely to win than not", function()
    local a = table_of.horse("a1", 1500, 1000, "north") .. table_of.FAR_A
    local attack = { unit = "a1", target = "b1" }
    local function against(b) return judged_at({ a = a, b = b .. table_of.FAR_B }, attack, { 0.499, 0.501 }) end
    assert.are.equal("ny", against(table_of.horse("b1", 1500, 1500, "south")))
    assert.are.equal("ny", against(table_of.foot("b1", 1500, 1500, "south")))
  end)

  it("goes to ground that is to be seized, and at nobody elsewhere, when the battle ends", function()
    local function wants(last)
      local game = table_of.battle({ a = table_of.foot("a1", 1500, 1000, "north") .. table_of.FAR_A,
        b = table_of.foot("b1", 1500, 1450, "south") .. table_of.FAR_B,
        ground = 'area "hill" { hill = 20, terrain = "open", objective = true, rect = { { 1900, 900 }, { 2100, 1100 } } }',
      }, { order = { verb = "seize", target = { x = 1950000, y = 1000000 }, target_end = { x = 2050000, y = 1000000 } } })
      table_of.to(game, "turn.declare")
      table_of.amend(game, { last_turn = last })
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      return policy.commands.declare_attack(mind, { unit = "a1", target = "b1" }) ~= nil
    end
    assert.same({ false, true }, { wants(2), wants(9) })
  end)

  it("sends no more at guns than it takes", function()
    local game = table_of.battle {
      a = table_of.foot("a1", 1500, 1000, "north") .. table_of.foot("a2", 1280, 1000, "north")
        .. table_of.foot("a3", 1720, 1000, "north") .. table_of.FAR_A,
      b = table_of.guns("b1", 1500, 1400, "south") .. table_of.FAR_B,
    }
    table_of.to(game, "turn.declare")
    local sent, line = 0
    repeat
      line = assert(Solo.new(game, "a"):act())
      if line.command["do"] == "declare_attack" then sent = sent + 1 end
    until line.command["do"] == "done"
    assert.are.equal(2, sent)
  end)

  it("wins more with better troops", function()
    local scenario, wins = lines({ quality = 7, side = 'task = "attack",' }, { quality = 4, side = 'task = "attack",' }), {}
    for seed = 1, 20 do
      local winner = fight(begun(scenario, seed)).result.winner
      wins[winner] = (wins[winner] or 0) + 1
    end
    assert.is_true((wins.a or 0) >= 12 and (wins.b or 0) <= 3, ("%s to %s"):format(wins.a, wins.b))
  end)
end)
