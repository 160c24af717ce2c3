--- A solo commander's plan: the tasks of his formations, kept until something named changes them.
--
-- He keeps nothing himself: his plan stands with the command that he gave first each turn (limber.game.plans). In plain
-- data it is:
--   turn, mission      when it was looked over; what the side is there for (limber.solo.missions)
--   tasks              of each formation on the table (limber.solo.tasks)
--   told               what changed, when something did: { of, what } each
--   passed             what he has passed by this turn, after a look ahead (limber.solo.ahead)
--   stood, came        where each unit stood then; how it had come there since the turn before: { x, y, turn }
-- How it is made and changed: limber.solo.reviews. Weight: plan_turn (a smaller turn undoes nothing).
local choices <const> = require "limber.solo.choices"
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"

local M <const> = { methods = {} }
local Mind <const> = M.methods

--- The task of a formation, or that of a unit's formation; a unit that alone holds what its side is to hold guards it.
---@param id string
---@return { of: string, task: string, at: string?, since: integer, why: string, strength: integer }?
function Mind:task(id)
  local plan, supposed = self.plan, self.supposed
  if supposed and supposed.of == id then return supposed end
  if not plan then return nil end
  local unit = self.state.units[id]
  local of = unit and (unit.formation or "of " .. id) or id
  for _, one in ipairs(unit and not self.view:told() and self:objectives() or {}) do
    if #one.held_by == 1 and one.held_by[1] == id then
      return { of = of, task = "guard", at = one.id, since = 0, why = "it alone holds " .. one.name, strength = 0 }
    end
  end
  for _, task in ipairs(plan.tasks) do
    if task.of == of then return task end
  end
  for _, task in ipairs(not unit and plan.tasks or {}) do
    if self.state.formations[task.of] and self.view:belongs(task.of, id) then return task end
  end
end

--- Supposes that a formation, or a unit in none, has a task, until what it gives is closed; a fault closes it too.
local function supposing(self, id, task)
  local mission <const> = self.mission
  self.supposed, self.mission = { of = id, task = task }, mission or {}
  return setmetatable({}, { __close = function() self.supposed, self.mission = nil, mission end })
end

--- The stance that a formation of its side, or a unit in none, would have with a task.
---@param id string
---@param task string
---@return string
function Mind:stance_with(id, task)
  local _ <close> = supposing(self, id, task)
  return (self:stance(self.side, id))
end

--- May the formation of a unit be sent to attack by itself, or a unit in none?
local function bold(self, id)
  local may, of = self.measures.attacks, self.state.units[id].formation
  return not may or may(self, of and self.state.formations[of] and of or id)
end

local function nobody_bold(self)
  for _, id in ipairs(self:there(self.side)) do
    if self.measures.fights(self.view:unit(id)) and self:once_for("bold", id, bold) then return false end
  end
  return true
end

--- May a unit's formation be sent to attack? Where none may, all are: the task waits until one is bold.
---@param id string
---@return boolean
function Mind:may_attack(id)
  return self:once_for("bold", id, bold) or self:once("nobody bold", nobody_bold, self) or false
end

--- Is every task what it was?
function M.same(list, before)
  for i, task in ipairs(list) do
    local was = before[i]
    if not was or was.of ~= task.of or was.task ~= task.task or was.at ~= task.at then return false end
  end
  return #list == #before
end

--- Where the units stand, and how they have come there since the turn before.
function M.note_places(mind, plan, was)
  if mind.view:told() then return end
  local stood, came = {}, {}
  for _, id in ipairs(mind:standing(mind.side)) do
    local base, before = mind.view:unit(id).base, was and was.stood and was.stood[id]
    stood[id] = { base.x, base.y, base.facing }
    if before and (before[1] ~= base.x or before[2] ~= base.y or before[3] ~= base.facing) then
      came[id] = { base.x - before[1], base.y - before[2], geometry.turn(before[3], base.facing) }
    end
  end
  plan.stood, plan.came = next(stood) and stood, next(came) and came or nil
end

--- How a unit had come to where it stood when this turn began since the turn before: the turn to the right, and the
--- way, in micrometres; nil when it had not moved.
---@param id string
---@return { x: integer, y: integer, turn: integer }?
function Mind:came(id)
  local came = self.plan and self.plan.came and self.plan.came[id]
  return came and { x = came[1], y = came[2], turn = came[3] } or nil
end

--- Would a way from where it stands take back more than half of how a unit came in the turn before?
---@param id string
---@param way { x: integer, y: integer }
---@return boolean
function Mind:goes_back(id, way)
  local came = self:came(id)
  if not came then return false end
  local far, along = came.x * came.x + came.y * came.y, way.x * came.x + way.y * came.y
  return along < 0 and -2 * along > far
end

--- Would a turn, or a way from where it stands, undo what a unit did in the turn before? Not where its task has changed
--- since, or where an enemy is near: those are reasons.
---@param id string
---@param turn integer to the right above 0
---@param way { x: integer, y: integer }? from where it stands
---@return boolean
function Mind:undoes(id, turn, way)
  local came, task = self:came(id), self:task(id)
  if not came or task and task.since >= self.state.turn - 1 and task.since > 1 then return false end
  local _, um = self:nearest_enemy(id)
  if um and um <= self.weight.plan_flank then return false end
  local much = self.weight.plan_turn
  if math.abs(turn) >= much and math.abs(came.turn) >= much and turn * came.turn < 0 then return true end
  return way ~= nil and self:goes_back(id, way)
end

--- Has he passed by what a proposal is for in this step of the turn?
---@param path string
---@param declaration table
---@param proposal table
---@return boolean
function Mind:passes(path, declaration, proposal)
  local passed = self.plan and self.plan.passed
  return passed ~= nil and lists.has(passed, choices.key_of(path, declaration, proposal))
end

return M
