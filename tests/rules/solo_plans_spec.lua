--- A solo commander's plan: a task for each formation, kept, and changed for a reason.
local P <const> = require "solo_plans"
local S <const> = require "horse_and_musket_solo"
local Solo <const> = require "limber.solo.commander"
local T <const> = require "horse_and_musket_table"

local battle <const>, begun <const>, plan_of <const>, task_of <const>, play_to <const> = P.battle, P.begun, P.plan_of, P.task_of, P.play_to
local FOOT <const>, HORSE <const> = "close_order_infantry", "heavy_cavalry"

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

  it("reckons the way of a body by the slowest of those that move: deployed guns do not", function()
    local game = begun(battle(nil, nil, { "close_order_infantry", "artillery", "heavy_cavalry" }))
    local mind = P.mind(game, "a")
    local function turns(...) return mind.measures.turns(mind, { ... }, 600000) end
    assert.is_nil(turns("a21", "a22"))
    assert.equal(turns "a11", turns("a11", "a21", "a31"))
    assert.is_true(turns "a31" < turns "a11")
  end)

  it("sends the reserve off while it can still come in time, and says so", function()
    local function because(last_turn)
      local game = begun(battle('mission = { "take", "hill" },'))
      game.state.root.last_turn = last_turn
      play_to(game, 3)
      return T.story(game):match "to take hill, out of reserve: ([^.\n]*)"
    end
    assert.is_nil(because(40))
    assert.equal("later it would come too late", because(8))
  end)

  it("speaks of bodies and ground in their number", function()
    local game = begun(battle())
    game.state.root.areas.hill.plural = true
    local mind = P.mind(game, "a")
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

it("a policy without measures has no plan", function()
  local toys = require "rules.toys"
  local game = toys.game {}
  assert(game:start())
  Solo.fight(game, { "a", "b" })
  for _, line in ipairs(game.journal.lines) do assert.is_nil(line.solo and line.solo.plan) end
end)
