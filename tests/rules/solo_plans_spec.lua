--- What a solo commander's side is there for, and the tasks of its formations: derived, kept, changed for a reason.
local geometry <const> = require "kernel.geometry"
local Mind <const> = require "limber.solo.mind"
local Rules <const> = require "limber.rules.stack"
local S <const> = require "horse_and_musket_solo"
local Solo <const> = require "limber.solo.commander"
local T <const> = require "horse_and_musket_table"
local loader <const> = require "disk_loader"
local reviews <const> = require "limber.solo.reviews"
local Scenario <const> = require "limber.scenario.scenario"

local GROUND <const> = [[
  area "hill" { hill = 20, objective = 2, rect = { { 500, 560 }, { 700, 660 } } },
  area "farm" { terrain = "town", objective = 1, rect = { { 1200, 100 }, { 1300, 180 } } },
]]

local FOOT <const>, HORSE <const> = "close_order_infantry", "heavy_cavalry"

--- Two brigades of foot and one of horse on each side, or `troops`; words for side a, and for side b.
local function battle(a, b, troops)
  troops = troops or { FOOT, FOOT, HORSE }
  local apart = 1350 // #troops
  local function army(side, y, facing, words)
    local text = ('side %q { army = "other", edge = %q, facing = %q, %s\n'):format(side,
      side == "a" and "south" or "north", facing, words or "")
    for i, troop in ipairs(troops) do
      text = text .. ('leader "g%s%d" { quality = "competent", at = { %d, %d } }, formation "%s%d" { commander = "g%s%d",\n')
        :format(side, i, apart * i - 100, side == "a" and 60 or 1140, side, i, side, i)
      for n = 1, 2 do
        text = text .. ('unit "%s%d%d" { troop = %q, at = { %d, %d } },\n'):format(side, i, n, troop, apart * i + 180 * n - 300, y)
      end
      text = text .. "},\n"
    end
    return text .. "},\n"
  end
  return ('scenario { title = "T", ruleset = "horse_and_musket", last_turn = 10,\nground = { width = 1800, depth = 1200, %s },\n%s%s}\n')
    :format(GROUND, army("a", 240, "north", a), army("b", 960, "south", b))
end

local function faults_of(text)
  local rules = assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" }))
  local scenario = assert(Scenario.read(text, "plans.lua"))
  local _, faults = Scenario.build(scenario, rules)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return table.concat(lines, "\n")
end

--- A battle at its first choice, and whoever acts first having acted: all are aggressive, so that everybody may be sent
--- to attack, except who has a stance in `stances`.
local function begun(text, opts, stances)
  local game = S.raw(text, opts or {})
  for id, formation in pairs(game.state.root.formations) do formation.stance = stances and stances[id] or "aggressive" end
  assert(game:start())
  return game
end

--- The last plan of a side that the lines of a game hold.
local function plan_of(game, side)
  local plan
  for _, line in ipairs(game.journal.lines) do
    if line.solo and line.solo.plan and line.command.side == side then plan = line.solo.plan end
  end
  return plan
end

local function task_of(plan, of)
  for _, task in ipairs(plan.tasks) do
    if task.of == of then return task end
  end
end

local function play_to(game, turn)
  S.play(game, function() return game.state.root.turn >= turn end)
end

describe("a mission", function()
  it("is what the scenario says, each misspelt word refused with file and line", function()
    assert.are.equal("", faults_of(battle('mission = { "take", "hill" },', 'mission = { { "hold", "hill" }, { "destroy", "a1" } },')))
    assert.matches("plans.lua:%d+: side a: mission take: there is no area hil; did you mean hill%?",
      faults_of(battle 'mission = { "take", "hil" },'))
    assert.matches("mission: there is no tke; did you mean take%?", faults_of(battle 'mission = "tke",'))
    assert.matches("mission destroy: a1 is of its own side", faults_of(battle 'mission = { "destroy", "a1" },'))
    assert.matches("mission break_through: there is no edge nroth; did you mean north%?",
      faults_of(battle 'mission = { "break_through", "nroth" },'))
    assert.matches("mission must be a list of names", faults_of(battle "mission = { 7 },"))
  end)

  it("follows from the objectives: who is clearly nearer holds, the other takes", function()
    local game = begun(battle())
    play_to(game, 2)
    local a, b = plan_of(game, "a").mission, plan_of(game, "b").mission
    assert.are.same({ "take", { "hill" }, { "farm" } }, { a.kind, a.take, a.hold })
    assert.are.same({ "take", { "hill", "farm" }, {} }, { b.kind, b.take, b.hold })
    assert.is_nil(a.given)
  end)
end)

describe("a plan", function()
  it("gives every formation a task, by the mission", function()
    local game = begun(battle(nil, 'mission = { "hold", "hill" },'))
    play_to(game, 2)
    local a, b = plan_of(game, "a"), plan_of(game, "b")
    local said = {}
    for _, task in ipairs(a.tasks) do said[task.task] = (said[task.task] or 0) + 1 end
    assert.is_truthy(said.main_effort)
    local guard
    for _, task in ipairs(a.tasks) do guard = task.task == "guard" and task or guard end
    assert.are.equal("farm", guard.at)
    assert.are.equal("to hold farm", guard.why)
    assert.are.equal("hold", b.mission.kind)
    assert.is_true(b.mission.given)
    for _, task in ipairs(b.tasks) do assert.are_not.equal("main_effort", task.task) end
  end)

  it("sends to attack who may, by their stance, and others only where nobody may", function()
    local function sent(stances)
      local game, list = begun(battle('mission = { "take", "hill" },'), nil, stances), {}
      play_to(game, 2)
      for _, task in ipairs(plan_of(game, "a").tasks) do
        if task.task == "main_effort" or task.task == "flank" then list[#list + 1] = task.of end
      end
      return list
    end
    assert.are.same({ "a1" }, sent { a2 = "defensive", a3 = "defensive" })
    assert.are.same({ "a2" }, sent { a1 = "defensive", a3 = "defensive" })
    assert.is_true(#sent {} > 0)
    assert.are.same(sent {}, sent { a1 = "defensive", a2 = "defensive", a3 = "defensive" })
  end)

  it("sends foot at foot: horse is sent after horse, or nobody is", function()
    local text = battle('mission = "destroy",', nil, { FOOT, FOOT, FOOT })
    local game = begun((text:gsub('"b([12])(%d)" { troop = "[%w_]+"', '"b%1%2" { troop = "heavy_cavalry"')))
    play_to(game, 2)
    local sent = 0
    for _, task in ipairs(plan_of(game, "a").tasks) do
      if task.task == "main_effort" then
        sent = sent + 1
        assert.are.equal("b3", task.at)
      end
    end
    assert.is_true(sent > 0)
  end)

  it("sends nobody once all foot of the enemy is gone that foot could be sent at", function()
    local text = battle('mission = "destroy",', nil, { FOOT, FOOT, FOOT })
    local game = begun((text:gsub('"b([12])(%d)" { troop = "[%w_]+"', '"b%1%2" { troop = "heavy_cavalry"')))
    play_to(game, 2)
    for _, id in ipairs { "b31", "b32" } do T.set(game, T.unit(game, id), "status", "gone") end
    play_to(game, 3)
    for _, task in ipairs(plan_of(game, "a").tasks) do assert.are_not.equal("main_effort", task.task) end
  end)

  it("has ground guarded by who stands on it, and other ground by others though he is nearer to that too", function()
    local text = battle('mission = { { "hold", "farm" }, { "hold", "hill" } },', nil, { FOOT, FOOT, FOOT })
    text = text:gsub('("a31" {.- at = ){ %d+, %d+ }', "%1{ 1380, 240 }"):gsub('("a32" {.- at = ){ %d+, %d+ }', "%1{ 640, 610 }")
    local game = begun(text)
    play_to(game, 2)
    local plan = plan_of(game, "a")
    assert.are.same({ "guard", "hill" }, { task_of(plan, "a3").task, task_of(plan, "a3").at })
    assert.are.same({ "guard", "farm" }, { task_of(plan, "a2").task, task_of(plan, "a2").at })
  end)

  it("keeps in reserve who is set aside for that, but not the greater part of a side", function()
    local function task(hits)
      local game = begun(battle(nil, nil, { FOOT, FOOT, FOOT }))
      T.set(game, game.state.root.formations.a1, "place", "reserve")
      for _, id in ipairs { "a21", "a22", "a31", "a32" } do T.set(game, T.unit(game, id), "hits", hits) end
      play_to(game, 2)
      return task_of(plan_of(game, "a"), "a1").task
    end
    assert.are.equal("reserve", task(0))
    assert.are_not.equal("reserve", task(5))
  end)

  it("is made in a told game too, of what is known without places: the last listed are its reserve", function()
    local text = battle(nil, nil, { FOOT, HORSE, FOOT }):gsub("scenario {", 'scenario { facts = "told",', 1)
    local game = S.raw(text, {})
    local plan = require("limber.solo.advice").plan(game, "a")
    local said = {}
    for i, task in ipairs(plan.tasks) do said[i] = task.task .. ": " .. task.why end
    assert.are.same({ "main_effort: to take hill", "flank: round the flank at hill", "reserve: in reserve" }, said)
  end)

  it("stands in the journal: undone to a place a commander made anew has the plan of that place, and goes on so", function()
    local game = begun(battle())
    play_to(game, 4)
    local commands, at = {}, nil
    for _, line in ipairs(game.journal.lines) do
      if line.turn == 2 and not at then at = line.parent end
      if line.turn >= 2 and line.command then commands[#commands + 1] = line.command end
    end
    local whole = game.journal:text()
    game:go_to(at)
    play_to(game, 4)
    local again = {}
    for _, line in ipairs(game.journal:since(at)) do
      if line.id ~= at and line.command then again[#again + 1] = line.command end
    end
    assert.is_true(#again > 0)
    for i, command in ipairs(again) do assert.are.same(commands[i], command) end
    assert.is_truthy(whole:find('"plan"', 1, true))
  end)

  it("is the same where no journal is kept", function()
    local kept, bare = begun(battle()), begun(battle(), { keep = false })
    play_to(kept, 4)
    play_to(bare, 4)
    assert.are.same(plan_of(kept, "a").tasks, bare.plans.a.tasks)
    assert.are.same(kept.state.root.units, bare.state.root.units)
  end)

  it("commits the reserve when the main effort is beaten, and says so", function()
    local game = begun(battle('mission = { "take", "hill" },'))
    play_to(game, 2)
    local before = plan_of(game, "a")
    local main, reserve
    for _, task in ipairs(before.tasks) do
      if task.task == "main_effort" then main = task.of end
      if task.task == "reserve" then reserve = task.of end
    end
    assert.is_truthy(main and reserve)
    for _, n in ipairs { "1", "2" } do
      T.set(game, T.unit(game, main .. n), "staggered", true)
      T.set(game, T.unit(game, main .. n), "hits", 4)
    end
    play_to(game, 3)
    local after = plan_of(game, "a")
    assert.are.equal("main_effort", task_of(after, reserve).task)
    assert.are.equal("to take hill", task_of(after, reserve).why)
    assert.matches(" is beaten$", task_of(after, reserve).because)
    assert.are.equal("pin", task_of(after, main).task)
    assert.matches("^to take hill, out of reserve: .* is beaten$", after.told[1].what)
    assert.matches("The plan of a: " .. reserve .. " is to take hill, out of reserve: ", T.story(game))
  end)

  it("speaks of bodies and ground in their number", function()
    local game = begun(battle())
    game.state.root.areas.hill.plural = true
    local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    assert.are.equal("hill are taken, and a1 is gone", mind:said("{at} [is] taken, and {of} [is] gone", { at = "hill", of = "a1" }))
    assert.are.equal("they are lost, to keep its ground",
      mind:said("[at:it] [at:is] lost, to keep [of:its] ground", { at = "hill", of = "of a11" }))
  end)

  it("is not all: a unit that stays where it is has its reason in the note of the step", function()
    local game = begun(battle())
    play_to(game, 3)
    local stays = 0
    for _, line in ipairs(game.journal.lines) do
      for id, why in next, line.solo and line.solo.stays or {} do
        assert.are.equal("done", line.command["do"])
        assert.are.equal(line.command.side, game.state.root.units[id].side)
        assert.matches("%l", why)
        stays = stays + 1
      end
    end
    assert.is_true(stays > 0)
  end)

  it("does not change without a reason", function()
    local game = begun(battle())
    play_to(game, 4)
    local plans = {}
    for _, line in ipairs(game.journal.lines) do
      local plan = line.solo and line.solo.plan
      if plan and line.command.side == "a" then plans[#plans + 1] = plan end
    end
    assert.is_true(#plans >= 3)
    for i = 2, #plans do
      for k, task in ipairs(plans[i].tasks) do
        local was = plans[i - 1].tasks[k]
        if was and (was.task ~= task.task or was.at ~= task.at) then
          assert.are.equal(plans[i].turn, task.since)
          assert.is_truthy(plans[i].told)
        end
      end
    end
  end)

  it("of a side that presses in the last turns sends everybody", function()
    local game = begun(battle('mission = { "take", "hill" },', 'mission = "hold",'))
    game.state.root.turn = 0
    play_to(game, 2)
    T.set(game, game.state.root, "turn", 8)
    S.play(game, function() return game.state.root.turn >= 10 end)
    local plan = plan_of(game, "a")
    assert.is_true(plan.mission.late)
    if plan.mission.presses then
      for _, task in ipairs(plan.tasks) do assert.is_true(task.task == "main_effort" or task.task == "flank") end
    else
      assert.is_true(plan.mission.behind < 0)
    end
  end)
end)

describe("a task", function()
  --- A mind of side a whose formations have these tasks.
  local function mind_with(tasks, more)
    local game = begun(battle())
    play_to(game, 1)
    local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    mind.plan = { turn = game.state.root.turn, mission = { kind = "take", take = {}, hold = {} }, tasks = tasks }
    for key, value in pairs(more or {}) do mind.plan[key] = value end
    return mind, game
  end

  local function task(of, name, at, since) return { of = of, task = name, at = at, since = since or -5, why = "", strength = 1 } end

  it("says where a unit belongs: at its ground, behind the others, where it fires, onto what it is to take", function()
    local mind = mind_with { task("a1", "main_effort", "hill"), task("a2", "pin", "b2"), task("a3", "reserve") }
    local on = mind:task_goal "a12"
    assert.are.equal("to take hill", on.why())
    local area = mind.state.areas.hill
    assert.is_true(geometry.holds(area, on.point).yes)
    assert.matches("^to keep .* busy$", mind:task_goal("a21").why())
    local back = mind:task_goal "a31"
    assert.matches("^in reserve behind", back.why())
    assert.is_true(back.point.y < mind:middle(mind:body_of("a11").units).y)
    mind = mind_with { task("a1", "guard", "hill"), task("a2", "guard"), task("a3", "guard") }
    assert.are.equal("to hold hill", mind:task_goal("a12").why)
    assert.are.equal("it keeps its ground", mind:task_goal("a21").why)
  end)

  it("sends a formation against the enemy that it names, or who stands by its ground", function()
    local mind, game = mind_with { task("a1", "main_effort", "b3"), task("a2", "main_effort", "hill"), task("a3", "pin") }
    assert.are.equal("b3", mind:against(mind:body_of "a11").id)
    assert.is_nil(mind:against(mind:body_of "a21"))
    local base = T.unit(game, "b21").base
    T.set(game, T.unit(game, "b21"), "base", { x = 600000, y = 700000, facing = 180000, width = base.width, depth = base.depth })
    mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    mind.plan = { turn = 1, tasks = { task("a2", "main_effort", "hill") } }
    assert.are.equal("b2", mind:against(mind:body_of "a21").id)
  end)

  it("of ground that is taken goes to who stands on it; the others are sent on", function()
    local function guard_of(stands)
      local text = battle('mission = { { "take", "hill" }, { "take", "farm" } },')
      text = text:gsub(('(%q {.- at = ){ %%d+, %%d+ }'):format(stands), "%1{ 600, 610 }")
      local game = begun(text)
      local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
      mind.plan = { turn = -1, mission = { kind = "take", take = { "hill", "farm" }, hold = {} },
        tasks = { task("a1", "main_effort", "hill"), task("a2", "main_effort", "hill"), task("a3", "reserve") } }
      local plan = reviews.review(mind)
      local said = {}
      for i, one in ipairs(plan.tasks) do said[i] = one.of .. " " .. one.task .. " " .. tostring(one.at) end
      return table.concat(said, ", ")
    end
    assert.are.equal("a1 guard hill, a2 main_effort farm, a3 reserve nil", guard_of "a11")
    assert.are.equal("a1 main_effort farm, a2 guard hill, a3 reserve nil", guard_of "a21")
    assert.are.equal("a1 main_effort farm, a2 main_effort farm, a3 guard hill", guard_of "a31")
  end)

  it("keeps a unit from undoing last turn's move, unless it is new or an enemy is near", function()
    local came = { came = { a11 = { 0, 60000, 30000 } } }
    local mind, game = mind_with({ task("a1", "pin") }, came)
    assert.is_true(mind:undoes("a11", -30000))
    assert.is_false(mind:undoes("a11", 30000))
    assert.is_true(mind:undoes("a11", 0, { x = 0, y = -40000 }))
    assert.is_false(mind:undoes("a12", -30000))
    mind.plan.tasks = { task("a1", "guard", nil, game.state.root.turn) }
    mind.plan.tasks[1].since = 5
    assert.is_false(mind:undoes("a11", -30000))
  end)
end)

it("a house rule has the mission weigh on stances, and the story says where they differ from those thrown", function()
  local function stances(variants)
    local game = S.raw(battle('mission = { "take", "hill" },', 'mission = "hold",'), { variants = variants })
    assert(game:start())
    for _, side in ipairs { "a", "b" } do
      for i = 1, 3 do
        game.state.root.formations[side .. i].stance = side == "a" and "defensive" or "aggressive"
      end
    end
    play_to(game, 2)
    local found = {}
    for _, side in ipairs { "a", "b" } do
      local mind = Mind.new(game, side, game:view(side), game:waiting(), Mind.memory())
      for _, task in ipairs(mind.plan.tasks) do found[side .. " " .. task.task] = mind:stance(side, task.of) end
    end
    return found, T.story(game)
  end
  local thrown, plain = stances()
  assert.are.same({ "defensive", "aggressive" }, { thrown["a main_effort"], thrown["b guard"] })
  assert.is_nil(plain:find("by its task", 1, true))
  local weighed, story = stances { "mission_stances" }
  assert.are.same({ "cautious", "defensive", "cautious" },
    { weighed["a main_effort"], weighed["a reserve"], weighed["b guard"] })
  assert.matches("The plan of b: b%d is cautious by its task, thrown aggressive%.", story)
end)

it("a policy without measures has no plan", function()
  local toys = require "rules.toys"
  local game = toys.game {}
  assert(game:start())
  Solo.fight(game, { "a", "b" })
  for _, line in ipairs(game.journal.lines) do assert.is_nil(line.solo and line.solo.plan) end
end)

describe("a commander", function()
  local function weight(commander, name)
    local game = S.raw(battle(commander and ("commander = %s,"):format(commander)), {})
    return Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory()).weight[name]
  end

  it("goes by the weights of what he is like, the last named first; steady by the ruleset's own", function()
    local plain = weight(nil, "charge_least")
    assert.are.equal(plain, weight('"steady"', "charge_least"))
    assert.is_true(weight('"rash"', "charge_least") < plain and plain < weight('"cautious"', "charge_least"))
    assert.are.equal(weight('"cautious"', "charge_least"), weight('{ "rash", "cautious" }', "charge_least"))
    assert.are.equal(weight('"rash"', "plan_flank"), weight(nil, "plan_flank"))
  end)

  it("is one of those that there are, or is refused with file and line", function()
    assert.matches("plans.lua:%d+: side a: there is no commander rsh; did you mean rash%?", faults_of(battle 'commander = "rsh",'))
    assert.matches("side a: commander must be a name", faults_of(battle "commander = 3,"))
  end)

  it("who is wily sends foot round a flank", function()
    local function flanks(commander)
      local game, n = begun(battle(('mission = "destroy", commander = %q,'):format(commander), nil, { FOOT, FOOT, FOOT })), 0
      play_to(game, 2)
      for _, task in ipairs(plan_of(game, "a").tasks) do
        if task.task == "flank" then n = n + 1 end
      end
      return n
    end
    assert.are.equal(0, flanks "steady")
    assert.are.equal(1, flanks "wily")
  end)
end)

describe("the danger of a place", function()
  local function mind_of(a, b)
    local game = S.game { a = a, b = b, stances = { pa = "defensive", pb = "defensive" } }
    return Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory()), game
  end

  it("is what the enemy's fire takes there by the odds, and the worst of his charges", function()
    local mind = mind_of({ T.foot("a1", 900, 300), T.foot("a2", 300, 300) }, { T.guns("b1", 900, 700), T.horse("b2", 900, 800) })
    local near, found = mind:danger "a1"
    assert.are.equal("b1", found.by)
    assert.are.equal(0, found.charge)
    local mean = mind:odds("fire.artillery", { targets = { { range_mm = mind:gap("a1", "b1") // 1000 } } }, "hits"):mean()
    assert.is_true(math.abs(near - mean / 12) < 0.0001)
    local base = mind.view:unit("a1").base
    local closer, worse = mind:danger("a1", { x = base.x + 60000, y = 640000, facing = 0, width = base.width, depth = base.depth })
    assert.is_true(worse.charge > 0 and closer > near)
    assert.are.equal(0, (mind:danger("a1", { x = 900000, y = 100000, facing = 0, width = base.width, depth = base.depth })))
  end)

  it("has a unit go out of fire that it stands under for nothing, no farther than it needs", function()
    local mind = mind_of({ T.horse("a1", 900, 300) }, { T.guns("b1", 900, 700) })
    local goal = mind:out_of_fire("a1", 300000)
    assert.are.equal("out of the fire of b1", goal.why())
    assert.is_true(goal.point.y < 300000)
    mind = mind_of({ T.horse("a1", 900, 100) }, { T.guns("b1", 900, 1100) })
    assert.is_nil(mind:out_of_fire("a1", 300000))
  end)

  it("goes with what things are worth: units, their leaders, objectives", function()
    local game = begun(battle())
    play_to(game, 1)
    local mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    assert.are.equal(2 * mind:worth "hill", 4 * mind:worth "farm")
    local least = mind:worth "a11"
    T.set(game, T.unit(game, "a11"), "hits", 3)
    mind = Mind.new(game, "a", game:view "a", game:waiting(), Mind.memory())
    assert.is_true(mind:worth "a11" < least and mind:worth "a11" > 0)
    assert.is_true(mind:worth "ga1" > 0)
    assert.are.equal(mind:worth "a21" + mind:worth "a22", mind:worth "a2")
  end)
end)
