--- What the tasks of a solo commander's plan have units do, and how they weigh on stances.
local geometry <const> = require "kernel.geometry"
local P <const> = require "solo_plans"
local reviews <const> = require "limber.solo.reviews"
local S <const> = require "horse_and_musket_solo"
local T <const> = require "horse_and_musket_table"

local battle <const>, begun <const>, play_to <const> = P.battle, P.begun, P.play_to

describe("a task", function()
  --- A mind of side a whose formations have these tasks.
  local function mind_with(tasks, more)
    local game = begun(battle())
    play_to(game, 1)
    local mind = P.mind(game, "a")
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
    mind = P.mind(game, "a")
    mind.plan = { turn = 1, tasks = { task("a2", "main_effort", "hill") } }
    assert.are.equal("b2", mind:against(mind:body_of "a21").id)
  end)

  it("of ground that is taken goes to who stands on it; the others are sent on", function()
    local function guard_of(stands)
      local text = battle('mission = { { "take", "hill" }, { "take", "farm" } },')
      text = text:gsub(('(%q {.- at = ){ %%d+, %%d+ }'):format(stands), "%1{ 600, 610 }")
      local game = begun(text)
      local mind = P.mind(game, "a")
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
    mind.plan.tasks = { task("a1", "guard", nil, 5) }
    assert.is_false(mind:undoes("a11", -30000))
    mind.plan.tasks = { task("a1", "pin") }
    local own, his = T.unit(game, "a11").base, T.unit(game, "b11").base
    T.set(game, T.unit(game, "b11"), "base",
      { x = own.x, y = own.y + 150000, facing = 180000, width = his.width, depth = his.depth })
    local plan = mind.plan
    mind = P.mind(game, "a")
    mind.plan = plan
    assert.is_false(mind:undoes("a11", -30000))
    assert.is_false(mind:undoes("a11", 0, { x = 0, y = -40000 }))
    assert.is_true(mind:goes_back("a11", { x = 0, y = -40000 }))
    assert.is_false(mind:goes_back("a11", { x = 0, y = -30000 }))
    assert.is_false(mind:goes_back("a12", { x = 0, y = -40000 }))
  end)

  it("is supposed for as long as a stance is asked for, and no longer where that ends in a fault", function()
    local mind = mind_with { task("a1", "pin") }
    local mission, before = mind.mission, mind:task "a1"
    local supposed
    function mind.stance(self, _, id)
      supposed = self:task(id).task
      error "a policy's fault"
    end
    assert.has_error(function() mind:stance_with("a1", "main_effort") end)
    assert.are.equal("main_effort", supposed)
    assert.is_nil(mind.supposed)
    assert.are.equal(mission, mind.mission)
    assert.are.equal(before, mind:task "a1")
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
      local mind = P.mind(game, side)
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
