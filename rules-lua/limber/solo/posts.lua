--- Where units belong by the task of their formation: the enemy they are sent against, and a goal for those who guard,
--- pin, stay in reserve, or go for ground. These are methods of limber.solo.mind; goals are told in limber.solo.goals.
--
-- Of a policy's `measures`, besides those of limber.solo.tasks:
--   reach = function(mind, id) → um?     from how far a unit fires well; nil for one that does not fire
-- and these weights: plan_behind (so far behind the others a reserve stands), plan_into (so far into ground a unit goes
-- that takes it), plan_near (so far from ground its guard may stand).
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

local BACK <const> = 180000

--- The body of the enemy that is nearest to a shape, as far as one is so near.
local function nearest_to(self, shape, within)
  local best, least
  for _, id in ipairs(self:enemies()) do
    local um = geometry.distance(self.view:unit(id).base, shape).distance
    if um <= within and (not least or um < least) then best, least = id, um end
  end
  return best and self:body_of(best)
end

local function against(self, body)
  local task = self:task(body.id)
  if not task or not task.at then return nil end
  local area = self.state.areas[task.at]
  if area then return area.area and nearest_to(self, area, self.weight.plan_near) end
  local other = self:bodies(self.view:other(self.side)).by_id[task.at]
  return other and #other.units > 0 and other or nil
end

--- The body of the enemy that a body's task is about: the one it is sent against, or who stands by the ground that it
--- is sent to. Nil without such a task, or when nobody is there.
---@param body limber.Body
---@return limber.Body?
function Mind:against(body)
  return self:once_for("against", body.id, function() return against(self, body) end)
end

--- A point as far from a unit as its body's middle is from another point: the body keeps its shape.
local function shifted(self, id, body, to)
  local base, middle = self.view:unit(id).base, self:middle(body.units)
  return { x = to.x + base.x - middle.x, y = to.y + base.y - middle.y }
end

local function facing_enemy(self, id, task, why)
  local enemy, um = self:nearest_enemy(id)
  local near = enemy and um <= 2 * self.weight.plan_near
  return { toward = near and self.view:unit(enemy).base or nil, why = why, task = task.task }
end

--- The place of a reserve: behind those who make the main effort, or else behind the nearest of the others.
local function behind(self, body)
  local friends, main = {}, {}
  for _, other in ipairs(self:bodies(self.side)) do
    local task = other.id ~= body.id and self:task(other.id)
    if task and task.task ~= "reserve" then friends[#friends + 1] = other end
    if task and task.task == "main_effort" then main[#main + 1] = other end
  end
  local before = self:nearest_body(body, #main > 0 and main or friends)
  local enemy = before and self:nearest_body(before, self:bodies(self.view:other(self.side)))
  if not enemy then return nil end
  local there = self:middle(before.units)
  local back = (geometry.bearing(there, self:middle(enemy.units)) + BACK) % 360000
  return { at = geometry.step(there, back, self.weight.plan_behind), before = before }
end

local GOALS <const> = {}

function GOALS.reserve(self, id, body, task)
  local place = self:once_for("behind", body.id, function() return behind(self, body) end)
  local far = place and self:middles(self:middle(body.units), place.at)
  if not far or far <= self.weight.plan_behind // 2 then return facing_enemy(self, id, task, "it waits in reserve") end
  return {
    point = shifted(self, id, body, place.at), stop = 0, back = self.view:unit(id).base.facing, task = task.task,
    why = function() return "in reserve behind " .. self:name((place.before.id:gsub("^of ", ""))) end,
  }
end

--- Into an area by the shortest way.
local function into(self, id, area, why, task)
  local base = self.view:unit(id).base
  local gap = geometry.distance({ x = base.x, y = base.y }, area)
  if gap.distance == 0 then return nil end
  local point = geometry.step(gap.to, geometry.bearing(base, gap.to), self.weight.plan_into)
  return { point = point, stop = 0, why = why, task = task.task }
end

--- Is a unit of its body the nearest to an area?
local function is_nearest(self, id, body, area)
  local function um_of(one) return geometry.distance(self.view:unit(one).base, area).distance end
  local um = um_of(id)
  for _, other in ipairs(body.units) do
    if other ~= id and um_of(other) < um then return false end
  end
  return true
end

--- The units of its side that stand in an area.
local function held_by(self, area_id)
  local ids, area = {}, self.state.areas[area_id]
  for _, id in ipairs(self:standing(self.side)) do
    local unit = self.view:unit(id)
    if unit.inside == area_id or geometry.holds(area, unit.base).yes then ids[#ids + 1] = id end
  end
  return ids
end

function GOALS.guard(self, id, body, task)
  local area = task.at and self.state.areas[task.at]
  if not area then return facing_enemy(self, id, task, "it keeps its ground") end
  local name = self:name(task.at)
  local held = self:once_for("held", task.at, function() return held_by(self, task.at) end)
  if #held == 0 and is_nearest(self, id, body, area) then
    return into(self, id, area, "to hold " .. name, task) or facing_enemy(self, id, task, "it holds " .. name)
  end
  local base = self.view:unit(id).base
  if geometry.distance(base, area).distance <= self.weight.plan_near then
    return facing_enemy(self, id, task, "it guards " .. name)
  end
  return into(self, id, area, "to " .. name .. ", which it guards", task)
end

function GOALS.pin(self, id, _, task)
  local enemy, um = self:nearest_enemy(id)
  local reach = enemy and self.measures.reach and self.measures.reach(self, id)
  if not reach or um <= reach then return facing_enemy(self, id, task, "it keeps the enemy busy") end
  return {
    target = enemy, stop = reach, toward = self.view:unit(enemy).base, task = task.task,
    why = function() return "to keep " .. self:name(enemy) .. " busy" end,
  }
end

function GOALS.main_effort(self, id, body, task)
  local area = task.at and self.state.areas[task.at]
  if area then
    local held = self:once_for("held", task.at, function() return held_by(self, task.at) end)
    if #held > 0 and not is_nearest(self, id, body, area) then return nil end
    return into(self, id, area, function() return "to take " .. self:name(task.at) end, task)
  end
  local facing = tabletop.FACING[task.at]
  return facing and {
    heading = (facing + BACK) % 360000, far = self.weight.plan_near, task = task.task, why = "to break through",
  } or nil
end

--- Where a unit belongs by its task: a goal, with the task's name as `task`. Nil for one that is to attack whoever is
--- before it, and where there is no plan.
---@param id string
---@return table? goal
function Mind:task_goal(id)
  local task = not self.view:told() and self:task(id)
  local goal = task and GOALS[task.task]
  return goal and goal(self, id, self:body_of(id), task) or nil
end

return M
