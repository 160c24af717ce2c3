--- What a solo commander's side is there for, and the tasks of its formations: derived, kept, changed for a reason.
local Rules <const> = require "limber.rules.stack"
local S <const> = require "horse_and_musket_solo"
local Solo <const> = require "limber.solo.commander"
local T <const> = require "horse_and_musket_table"
local loader <const> = require "disk_loader"
local Scenario <const> = require "limber.scenario.scenario"

local GROUND <const> = [[
  area "hill" { hill = 20, objective = 2, rect = { { 500, 560 }, { 700, 660 } } },
  area "farm" { terrain = "town", objective = 1, rect = { { 1200, 100 }, { 1300, 180 } } },
]]

--- Two brigades of foot and one of horse on each side; `words` for side a, and for side b.
local function battle(a, b, head)
  local function army(side, y, facing, words)
    local text = ('side %q { army = "other", edge = %q, facing = %q, %s\n'):format(side,
      side == "a" and "south" or "north", facing, words or "")
    for i, troop in ipairs { "close_order_infantry", "close_order_infantry", "heavy_cavalry" } do
      text = text .. ('leader "g%s%d" { quality = "competent", at = { %d, %d } }, formation "%s%d" { commander = "g%s%d",\n')
        :format(side, i, 450 * i - 100, side == "a" and 60 or 1140, side, i, side, i)
      for n = 1, 2 do
        text = text .. ('unit "%s%d%d" { troop = %q, at = { %d, %d } },\n'):format(side, i, n, troop, 450 * i + 180 * n - 300, y)
      end
      text = text .. "},\n"
    end
    return text .. "},\n"
  end
  return ('scenario { title = "T", ruleset = "horse_and_musket", last_turn = 10, %s\nground = { width = 1800, depth = 1200, %s },\n%s%s}\n')
    :format(head or "", GROUND, army("a", 240, "north", a), army("b", 960, "south", b))
end

local function faults_of(text)
  local rules = assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" }))
  local scenario = assert(Scenario.read(text, "plans.lua"))
  local _, faults = Scenario.build(scenario, rules)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return table.concat(lines, "\n")
end

--- A battle at its first choice, and whoever acts first having acted.
local function begun(text)
  local game = S.raw(text, {})
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
    local kept, bare = begun(battle()), S.raw(battle(), { keep = false })
    assert(bare:start())
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
    assert.matches("^out of reserve, .* is beaten: to take", task_of(after, reserve).why)
    assert.are.equal("pin", task_of(after, main).task)
    assert.matches("out of reserve", table.concat(after.told, "; "))
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
    local game = begun(battle('mission = { "take", "hill" },', 'mission = "hold",', ""))
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
