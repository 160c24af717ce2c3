--- How a solo commander's plan is made, looked over once a turn, and changed for a reason that has a name: ground is
--- taken or lost; a formation is beaten, gone or come; a flank is turned; the day wears on, or ends.
-- Weights: plan_beaten (with so much of its strength left a body is beaten), plan_reserve (so much of the battle over,
-- a reserve is committed), plan_last (so much of the battle are its last turns), plan_flank (an enemy so near its flank
-- turns a body), and those of limber.solo.tasks.
local lists <const> = require "limber.common.lists"
local missions <const> = require "limber.solo.missions"
local plans <const> = require "limber.solo.plans"
local tasks <const> = require "limber.solo.tasks"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- So far off its front an enemy is on a unit's flank.
local BEHIND <const> = 90000

--- Why ground is to be taken back.
local LOST <const> = "[at:it] [at:is] lost"

---@class limber.Review what is known while a plan is looked over
---@field mind limber.Mind, mission table, was table, own table, enemies table
---@field list table[], of table<string, table> the tasks, told string[]

local function name_of(self, id) return self.mind:name((id:gsub("^of ", ""))) end

--- What is told of a body, of ground, or of both.
local function told_of(self, text, of, at) return self.mind:said(text, { of = of, at = at }) end

--- The enemy's bodies: looked for once, when they matter.
local function enemies_of(self)
  self.enemies = self.enemies or tasks.bodies(self.mind, self.mind.view:other(self.mind.side))
  return self.enemies
end

--- What the side may go for: looked for once, when it matters.
local function targets_of(self)
  local destroys = (self.mission.kind == "destroy" or self.mission.pieces) and enemies_of(self) or {}
  self.targets = self.targets or tasks.targets(self.mind, self.mission, destroys)
  return self.targets
end

--- Notes what a body is to do from now on, for the story.
local function tell(self, of, what)
  self.told[#self.told + 1] = { of = of:gsub("^of ", ""), what = what }
end

--- Gives a body another task: what it is to do, and what has happened that it is.
local function change(self, task, to, at, why, because)
  if task.task == to and task.at == at then return end
  local body = self.own.by_id[task.of]
  local new = {
    of = task.of, task = to, at = at, since = self.mind.state.turn, why = why, because = because,
    strength = body and body.strength or task.strength,
  }
  for i, one in ipairs(self.list) do
    if one == task then self.list[i] = new end
  end
  self.of[task.of] = new
  local from = task.task == "reserve" and to ~= "guard" and ", out of reserve" or ""
  tell(self, task.of, ("%s%s: %s"):format(why, from, because))
  return new
end

local function with(self, ...)
  local wanted, list = { ... }, {}
  for _, task in ipairs(self.list) do
    if lists.has(wanted, task.task) then list[#list + 1] = task end
  end
  return list
end

--- The bodies of some tasks, without those that are gone.
local function bodies_of(self, list)
  local bodies = {}
  for _, task in ipairs(list) do bodies[#bodies + 1] = self.own.by_id[task.of] end
  return bodies
end

--- Sends a reserve; without one, the nearest of those who pin. Says who goes.
local function commit(self, target, to, why, because, others)
  local free = bodies_of(self, with(self, "reserve"))
  if #free == 0 and others then free = bodies_of(self, with(self, "pin", "flank")) end
  free = lists.filter(free, function(one) return not self.of[one.id].beaten and tasks.may_have(self.mind, one, to) end)
  local body = tasks.nearest_first(self.mind, free, target)[1]
  if not body then return nil end
  return change(self, self.of[body.id], to, target.at, why, because)
end

--- Is a body beaten: has it lost so much since it got its task?
local function is_beaten(self, task)
  local body = self.own.by_id[task.of]
  return not body or body.strength < task.strength * self.mind.weight.plan_beaten
end

local function new_target(self, except)
  local mind = self.mind
  local free = bodies_of(self, with(self, "main_effort", "pin", "flank", "reserve"))
  return tasks.choose(mind, free, enemies_of(self), targets_of(self), except)
end

--- What a main effort was sent for; nil when that is not to be had any more.
local function stands(at, targets)
  return lists.find(targets, function(target) return target.at == at end)
end

--- The nearest body with one of some tasks that can be sent at a target, and is not beaten.
local function who_can(self, target, ...)
  local able = lists.filter(bodies_of(self, with(self, ...)), function(body)
    return not self.of[body.id].beaten and tasks.fit_for(self.mind, body, target)
  end)
  return tasks.nearest_first(self.mind, able, target)[1]
end

--- The task of who is to keep ground that the side has taken: of the body that stands there, where it is free to, or
--- else of the nearest that was sent there.
local function keeper(self, at, next_one)
  local mind = self.mind
  local objective = lists.find(mind.view:told() and {} or mind:objectives(), function(one) return one.id == at end)
  local inside = objective and objective.held_by[1] and mind:body_of(objective.held_by[1])
  local task = inside and not self.own.by_id[inside.id].guns and self.of[inside.id]
  if task and (task.at == at or task.task == "reserve" or task.task == "pin") then return task end
  local sent = lists.filter(with(self, "main_effort", not next_one and "flank" or nil), function(one)
    return one.at == at
  end)
  local target = { at = at, ground = true, shape = { area = mind.state.areas[at].area } }
  local body = tasks.nearest_first(mind, bodies_of(self, sent), target)[1]
  return body and self.of[body.id]
end

--- Gives ground that has been taken to who is to keep it, if nobody has that task.
local function keep(self, at, next_one)
  local guarded = lists.find(self.list, function(one) return one.task == "guard" and one.at == at end)
  local task = not guarded and keeper(self, at, next_one)
  local guard = task and change(self, task, "guard", at, "to hold " .. name_of(self, at),
    told_of(self, "[at:it] [at:is] taken", nil, at))
  if guard then guard.took = true end
end

--- A formation has what it was sent for, or it is not to be had: it keeps the ground, or goes on to the next target.
local function go_on(self, task)
  local mind, next_one = self.mind, new_target(self, task.at)
  local ground = mind.state.areas[task.at]
  local held = ground and missions.holds(mind, mind.side, task.at)
  if held then keep(self, task.at, next_one) end
  if self.of[task.of] ~= task then return end
  local over = told_of(self, held and "{at} [is] taken" or ground and "nobody holds {at}" or "{at} [is] gone", nil,
    task.at)
  if not next_one then
    change(self, task, "guard", held and task.at or nil, told_of(self, "to keep [of:its] ground", task.of), over)
    return
  end
  local body = self.own.by_id[task.of]
  local as = body.rides and not tasks.fit_for(mind, body, next_one) and "flank" or task.task
  local what = as == "flank" and body.rides and "to go " .. tasks.round(next_one) or tasks.aim(next_one)
  change(self, task, as, next_one.at, what, over)
end

--- What the main effort and the flanks were sent for is had, or gone.
local function taken(self)
  local targets = targets_of(self)
  for _, task in ipairs(with(self, "main_effort", "flank")) do
    if self.of[task.of] == task and task.at and not stands(task.at, targets) then go_on(self, task) end
  end
  if #with(self, "main_effort") == 0 and #targets > 0 then
    local next_one = new_target(self)
    local body = next_one and who_can(self, next_one, "flank", "pin")
    if body then change(self, self.of[body.id], "main_effort", next_one.at, tasks.aim(next_one), "nobody else can") end
  end
end

--- Ground that the side was to hold and the enemy has.
local function lost(self)
  local mind = self.mind
  for _, id in ipairs(self.mission.hold) do
    local attacked = lists.find(self.list, function(one) return one.at == id and tasks.ATTACKS[one.task] end)
    if not attacked and missions.holds(mind, mind.view:other(mind.side), id) then
      local target = { at = id, name = mind:name(id), ground = true, shape = { area = mind.state.areas[id].area } }
      local why = "to take back " .. target.name
      local lost_it = told_of(self, LOST, nil, id)
      local sent = commit(self, target, "main_effort", why, lost_it, true)
      local guard = lists.find(self.list, function(one) return one.task == "guard" and one.at == id end)
      local goes = guard and not sent and tasks.may_have(mind, self.own.by_id[guard.of], "main_effort")
      if goes then change(self, guard, "main_effort", id, why, lost_it) end
    end
  end
end

--- Ground that a main effort had taken, and has no more: it is sent there again.
local function lost_again(self)
  for _, task in ipairs(with(self, "guard")) do
    local again = task.took and stands(task.at, targets_of(self))
    if again and not is_beaten(self, task) then
      change(self, task, "main_effort", task.at, tasks.aim(again), told_of(self, LOST, nil, task.at))
    end
  end
end

--- The main effort is beaten, or the clock calls for it: the reserve takes it up.
local function worn(self)
  local mind = self.mind
  for _, task in ipairs(with(self, "main_effort")) do
    local target = stands(task.at, targets_of(self))
    if is_beaten(self, task) and target then
      commit(self, target, "main_effort", tasks.aim(target), told_of(self, "{of} [is] beaten", task.of), true)
      local new = change(self, task, "pin", nil, "to be spared",
        told_of(self, "[of:it] [of:is] beaten", task.of))
      if new then new.beaten = true end
    end
  end
  for _, task in ipairs(with(self, "guard")) do
    local target = task.at and is_beaten(self, task) and mind.state.areas[task.at]
    if target then
      commit(self, { at = task.at, shape = { area = target.area } }, "guard", "to hold " .. name_of(self, task.at),
        told_of(self, "{of} [is] beaten", task.of))
    end
  end
  local main = with(self, "main_effort")[1]
  local target = main and stands(main.at, targets_of(self))
  local due = target and tasks.reserve_due(mind, bodies_of(self, with(self, "reserve")), target)
  if due then commit(self, target, "main_effort", tasks.aim(target), due) end
end

--- An enemy on the flank of a body that is not sent to attack: the reserve faces him.
local function turned(self)
  local mind = self.mind
  if mind.view:told() or #with(self, "reserve") == 0 then return end
  for _, task in ipairs(with(self, "guard", "pin")) do
    for _, id in ipairs((self.own.by_id[task.of] or { units = {} }).units) do
      local base = mind.view:unit(id).base
      local enemy, um = mind:nearest_enemy(id)
      local near = enemy and um <= mind.weight.plan_flank
      if near and math.abs((mind:toward(base, mind.view:unit(enemy).base))) > BEHIND then
        local against = mind:body_of(enemy)
        commit(self, { at = against.id, middle = mind:middle(against.units) }, "pin",
          "to face " .. name_of(self, against.id), told_of(self, "{at} [is] on the flank of {of}", task.of, enemy))
        return
      end
    end
  end
end

--- The last turns: who is behind sends everybody, who is clearly ahead keeps what he has.
local function ending(self)
  local mission = self.mission
  if not mission.late or not (mission.presses or mission.ahead) then return end
  if not mission.presses then
    if mission.kind == "destroy" or self.was.mission.late then return end
    for _, task in ipairs(with(self, "main_effort", "flank")) do
      change(self, task, "guard", nil, told_of(self, "to keep [of:its] ground", task.of),
        told_of(self, "the day ends, and [of:its] side is ahead", task.of))
    end
    return
  end
  local targets = targets_of(self)
  for _, task in ipairs(with(self, "reserve", "pin", "guard")) do
    local body = self.own.by_id[task.of]
    local target = body and not task.beaten and not (task.task == "guard" and task.at)
      and tasks.may_have(self.mind, body, "main_effort")
      and tasks.nearest_first(self.mind, targets, { middle = body.middle })[1]
    if target then
      local stands_so = mission.behind > 0 and "behind" or "not ahead"
      change(self, task, "main_effort", target.at, tasks.aim(target),
        told_of(self, "the day ends, and [of:its] side is " .. stands_so, task.of))
    end
  end
end

--- Bodies that have come, and those that are there no more.
local function mustered(self)
  local list = {}
  for _, task in ipairs(self.was.tasks) do
    if self.own.by_id[task.of] then list[#list + 1] = task end
    self.of[task.of] = task
  end
  self.list = list
  for _, body in ipairs(self.own) do
    if not self.of[body.id] and body.strength > 0 then
      local task = { of = body.id, task = body.guns and "pin" or "reserve", since = self.mind.state.turn,
        why = body.guns and "to fire" or "in reserve", because = told_of(self, "[of:it] [of:has] come", body.id),
        strength = body.strength }
      list[#list + 1], self.of[body.id] = task, task
    end
  end
  for _, task in ipairs(self.was.tasks) do -- who is gone may have had what others must take up
    if not self.own.by_id[task.of] and (task.task == "main_effort" or task.task == "guard" and task.at) then
      local area = self.mind.state.areas[task.at]
      local target = area and { at = task.at, name = name_of(self, task.at), shape = { area = area.area } }
        or stands(task.at, targets_of(self))
      if target then
        commit(self, target, task.task, task.why, told_of(self, "{of} [is] gone", task.of), task.task == "main_effort")
      end
    end
  end
end

-- ---- looking it over ------------------------------------------------------------------------------------------------

--- What is told of a plan that has just been made: the main effort, and the reserve.
local function tell_first(self, before)
  for _, task in ipairs(plans.same(self.list, before or {}) and {} or self.list) do
    if task.task == "main_effort" then tell(self, task.of, task.why) end
    if task.task == "reserve" then tell(self, task.of, "in reserve") end
  end
end

--- Tells whose stance their task has changed from what was thrown, where a house rule has it so.
local function tell_stances(self)
  local mind = self.mind
  for _, task in ipairs(self.list) do
    local of = task.of:gsub("^of ", "")
    local thrown = task.since == mind.state.turn and mind:stance(mind.side, of, true)
    local weighed = thrown and mind:stance(mind.side, of)
    if weighed ~= thrown then
      tell(self, task.of, told_of(self, ("%s by [of:its] task, thrown %s"):format(weighed, thrown), task.of))
    end
  end
end

--- Before the battle a plan waits until everybody has a place.
local function too_early(mind)
  if mind.state.turn > 0 or mind.view:told() then return false end
  return mind.view:some_unit(nil, function(unit) return not unit.base end) ~= nil
end

--- Looks a plan over once a turn: the new one, or nil when it has been looked over.
---@param mind limber.Mind
---@return table? plan
function M.review(mind)
  local was, turn = mind.plan, mind.state.turn
  if not mind.measures or was and was.turn == turn or too_early(mind) then return nil end
  if was and (was.turn == 0 or #was.tasks == 0) then was = { stood = was.stood, tasks = was.tasks, fresh = true } end
  local self = { mind = mind, mission = missions.of(mind, was and not was.fresh and was.mission), told = {}, of = {} }
  if not was or was.fresh then
    self.list = tasks.assign(mind, self.mission)
    tell_first(self, was and was.tasks)
  else
    self.was, self.own = was, tasks.bodies(mind, mind.side)
    mustered(self)
    for _, look in ipairs { taken, lost, lost_again, worn, turned, ending } do look(self) end
  end
  local plan = { turn = turn, mission = tree.copy(self.mission), tasks = tree.copy(self.list) }
  mind.plan, mind.mission = plan, plan.mission
  tell_stances(self)
  plan.told = #self.told > 0 and self.told or nil
  plans.note_places(mind, plan, was)
  return plan
end

return M
