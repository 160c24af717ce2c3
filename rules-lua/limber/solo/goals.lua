--- How a unit comes to where a solo commander wants it: goals made into commands that its ruleset has. These are
--- methods of limber.solo.mind.
--
-- A goal is one of
--   target = id, stop = um          toward a unit, no nearer than that
--   point = { x, y }, stop = um     to a place, or as near to it
--   heading = angle, far = um       a distance in a direction
--   ahead = um                      straight on
-- or none of these to stay; and besides
--   toward = base | facing = angle  how it then looks
--   back = angle                    behind it: fallen back to rather than turned to, and how it then looks
--   idle                            not worth getting out of the way for
--   why                             a text, or a function that gives one
-- and other keys that its policy wants to keep there.
--
-- A ruleset says how its units get about, in its policy:
--   ways = {
--     move = "move", turn = "turn", back = "retire",     the commands: with pivot and distance, by, distance
--     turns = deg(45),                                   the most that a unit turns within a move
--     rate = function(mind, id) → um,                    of one move; and of one to its rear:
--     back_rate = function(mind, id) → um,
--     reach = function(mind, id, base) → um,             how far it may go straight on from there
--     may_turn = function(mind, unit) → boolean,         on the spot; and as part of a move:
--     may_pivot = function(mind, unit) → boolean,
--     swings = function(mind, id, base, angle) → angle,  how far it turns there before a unit is in the way
--     stands = function(mind, id, base) → boolean,       is there room for it?
--     ends = function(mind, id, base, goal) → boolean,   may its move end there?
--     looks_well = function(mind, unit) → boolean,       has it reason to look as it does?
--   }
-- and these weights: off_front (so much off, a unit turns), across_front (as much off, it cannot come there by one
-- move), to_the_rear (within so much of it, it falls back), aligned (so little off, it goes straight on), slight_turn
-- (less is none), aside (so much it turns to get round what stops it), a_little_back (to have room to turn), least_move
-- (less is not worth its dice).
--
-- What a goal comes to is a plan: a list of { command, why, readings }, the best first, with the fields of the command
-- to be tried in order; or, in place of readings, `fits(proposal)`.
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

local HALF_TURN <const> = 180000

local function within(angle, most)
  return math.max(-most, math.min(most, angle))
end

--- As much of a turn as there is room for; 0: none that is worth it.
---@param id string
---@param angle integer
---@return integer
function Mind:room_to_turn(id, angle)
  if angle == 0 then return 0 end
  local base, ways, aligned = self.view:unit(id).base, self.ways, self.weight.aligned
  local free = ways.swings(self, id, base, angle)
  if free < math.abs(angle) then
    if free <= 2 * aligned then return 0 end
    angle = angle > 0 and free - aligned or aligned - free
  end
  for _ = 1, 3 do
    if ways.stands(self, id, tabletop.turned(base, angle)) then return angle end
    angle = angle // 2
  end
  return 0
end

--- One way ahead, after a pivot: as far as the ground is free and its move may end.
---@return { pivot: integer, distance: integer, off: number }?
---@return integer free how far nothing stops it
local function one_way(self, id, goal, pivot, um, off)
  local unit = self.view:unit(id)
  local base = pivot == 0 and unit.base or tabletop.turned(unit.base, pivot)
  local free = math.min(um, self.ways.reach(self, id, base))
  local far = free
  for _ = 1, 3 do
    local there = far >= self.weight.least_move and tabletop.slid(base, far)
    if there and self.ways.ends(self, id, there, goal) then
      return { pivot = pivot, distance = far, off = off(there) }, free
    end
    far = far * 2 // 3
  end
  return nil, free
end

--- Moves ahead after a pivot, straight on where that leads nearer, and round what stops it. `off` says how far a base
--- is from where it wants to be: what brings it no nearer is left out.
---@param id string
---@param goal table
---@param pivot integer
---@param um integer at most
---@param off fun(base: table): number
---@return table? option
function Mind:ahead(id, goal, pivot, um, off)
  local unit, found, weight = self.view:unit(id), {}, self.weight
  pivot = math.abs(pivot) < weight.slight_turn and 0 or self:room_to_turn(id, pivot)
  local function try(turned)
    local way, free = one_way(self, id, goal, turned, um, off)
    found[#found + 1] = way
    return free
  end
  local function blocked() return #found == 0 or found[#found].distance < um // 2 end
  local stopped = try(pivot) < um // 2
  if pivot ~= 0 and blocked() then try(0) end
  local aside = stopped and blocked() and self.ways.may_pivot(self, unit) and { -weight.aside, weight.aside }
  for _, angle in ipairs(aside or {}) do
    local turned = self:room_to_turn(id, angle)
    if math.abs(turned) > weight.aligned then try(turned) end
  end
  table.sort(found, function(one, other) return one.off < other.off end)
  local now, readings = off(unit.base), {}
  for _, one in ipairs(found) do
    if one.off < now then readings[#readings + 1] = { pivot = one.pivot, distance = one.distance } end
  end
  return #readings > 0 and { command = self.ways.move, why = goal.why, readings = readings } or nil
end

--- A turn on the spot to where the goal has it look.
---@param id string
---@param goal table
---@param why any in place of "to face the enemy"
---@return table? option
function Mind:turn_to(id, goal, why)
  local unit, ways, weight, wanted = self.view:unit(id), self.ways, self.weight, nil
  if goal.toward and ways.looks_well(self, unit) or not ways.may_turn(self, unit) then return nil end
  if goal.toward then
    wanted = self:toward(unit.base, goal.toward)
  elseif goal.facing then
    wanted = geometry.turn(unit.base.facing, goal.facing)
  end
  if not wanted or math.abs(wanted) < weight.off_front then return nil end
  local by = self:room_to_turn(id, within(wanted, ways.turns))
  if math.abs(by) < weight.off_front // 2 then return nil end
  if not why and self:undoes(id, by) then return nil end
  return { command = ways.turn, why = why or "to face the enemy", readings = { { by = by } } }
end

--- To a place behind: straight to the rear when it lies there, else a turn to where the unit is to look.
local function fall_back(self, id, goal, angle, left)
  local um, ways = math.min(left, self.ways.back_rate(self, id)), self.ways
  if math.abs(angle) < HALF_TURN - self.weight.to_the_rear or um < self.weight.least_move then
    return { self:turn_to(id, { facing = goal.back }) }
  end
  return { { command = ways.back, why = goal.why, readings = { { distance = um }, { distance = um // 2 } } } }
end

--- A unit that cannot turn where it is goes straight on, else back a little, to where there is room to turn.
local function out_of_the_way(self, id, goal, angle)
  local unit, ways = self.view:unit(id), self.ways
  local function still(base) return base == unit.base and 1 or 0 end
  local ahead = self:ahead(id, goal, 0, ways.rate(self, id) // 2, still)
  if ahead then return { ahead } end
  local pivot = within(angle, ways.turns)
  for _, back in ipairs { self.weight.a_little_back, 2 * self.weight.a_little_back } do
    if ways.swings(self, id, tabletop.slid(unit.base, -back), pivot) >= math.abs(pivot) then
      return { { command = ways.back, why = goal.why, readings = { { distance = back } } } }
    end
  end
  return {}
end

--- Toward a point, `left` at most. A unit that has it far off its front moves and turns as much as is free, or turns
--- on the spot.
local function go(self, id, goal, point, left)
  local unit, ways, weight = self.view:unit(id), self.ways, self.weight
  local rate, may_pivot = ways.rate(self, id), ways.may_pivot(self, unit)
  local angle = self:toward(unit.base, point)
  local off = math.abs(angle)
  if goal.back and off > ways.turns then return fall_back(self, id, goal, angle, left) end
  local pivot, um = self:stride(unit.base, point, math.min(left, rate), may_pivot and ways.turns or 0)
  local options = {}
  if off <= weight.across_front then
    options[1] = self:ahead(id, goal, pivot, um, function(base)
      return geometry.gap({ x = base.x, y = base.y }, point)
    end)
  end
  if off > ways.turns and may_pivot then
    local by = self:room_to_turn(id, angle)
    if math.abs(by) >= weight.off_front then
      options[#options + 1] = { command = ways.turn, why = goal.why, readings = { { by = by } } }
    end
  end
  local first = options[1]
  if #options == 2 and first.readings[1].distance < rate // 4 then options = { options[2], first } end
  if #options == 0 and off > weight.off_front and not goal.idle then return out_of_the_way(self, id, goal, angle) end
  return options
end

--- A goal at a distance in a direction, the same for all units with that heading.
local function march_on(self, id, goal)
  local unit, ways = self.view:unit(id), self.ways
  local most = ways.may_pivot(self, unit) and ways.turns or 0
  local pivot = within(geometry.turn(unit.base.facing, goal.heading), most)
  if math.abs(pivot) < self.weight.aligned then pivot = 0 end
  return { self:ahead(id, goal, pivot, math.min(goal.far, ways.rate(self, id)), function(base)
    return -self:along(goal.heading, base)
  end) }
end

--- Notes why a unit would stay where it is: what it is there for, and where that has it go, that it gets no nearer.
--- Kept in the note of "done" for those who then have done nothing (limber.solo.notes).
---@param id string
---@param goal table? with `why`; nil: nothing is wanted of it
---@param options table[]? what it may do for that
function Mind:stays(id, goal, options)
  if self.telling and goal and goal.why then
    local stuck = options and #options == 0 and (goal.target or goal.point or goal.heading or goal.ahead)
    self:once("stays", function() return {} end)[id] = { why = goal.why, stuck = stuck and true or nil }
  end
end

--- What a unit may do for a goal, the best first.
---@param id string
---@param goal table
---@return table[] options
function Mind:plan_for(id, goal)
  local base, options, least = self.view:unit(id).base, {}, self.weight.least_move
  if goal.target then
    local left = self:gap(id, goal.target) - goal.stop
    if left >= least then
      local nearest = geometry.distance({ x = base.x, y = base.y }, self.view:unit(goal.target).base).to
      options = go(self, id, goal, { x = nearest.x, y = nearest.y }, left)
    end
  elseif goal.point then
    local _, far = tabletop.toward(base, goal.point)
    if far - goal.stop >= least then options = go(self, id, goal, goal.point, far - goal.stop) end
  elseif goal.heading then
    options = march_on(self, id, goal)
  elseif goal.ahead then
    options = { self:ahead(id, goal, 0, math.min(goal.ahead, self.ways.rate(self, id)), function(there)
      return -self:along(base.facing, there)
    end) }
  end
  options[#options + 1] = self:turn_to(id, goal)
  self:stays(id, goal, options)
  return options
end

--- What of an option's readings a proposal allows: those with a pivot where it has a range for that, else straight on;
--- and whether the first of them is allowed.
local function allowed(self, proposal, option)
  local fields, pivots = {}, proposal.ranges and proposal.ranges.pivot ~= nil
  for _, one in ipairs(option.readings) do
    if not one.pivot or (one.pivot ~= 0) == pivots then
      local fitted = self:fit(proposal, one)
      if not pivots then fitted.pivot = nil end
      if not fitted.distance or fitted.distance >= self.weight.least_move then fields[#fields + 1] = fitted end
    end
  end
  local first = option.readings[1]
  return fields, not first.pivot or (first.pivot ~= 0) == pivots
end

--- Judges a proposal by a plan: what stands first there is wanted most.
---@param plan table[]?
---@param proposal table
---@return number? want
---@return any why
---@return table[]? fields
function Mind:by_plan(plan, proposal)
  for i, option in ipairs(plan or {}) do
    if option.command == proposal["do"] then
      local want = 1 / i
      if option.fits then return option.fits(proposal) and want or nil, option.why end
      local fields, whole = allowed(self, proposal, option)
      return #fields > 0 and (whole and want or want * 0.9) or nil, option.why, fields
    end
  end
end

--- Of a list those after the last that has acted, then those before: who has been thought of comes last.
---@param ids string[]
---@param acted fun(unit: table): any
---@return string[]
function Mind:in_turn(ids, acted)
  local at = 0
  for i, id in ipairs(ids) do
    if acted(self.view:unit(id)) then at = i end
  end
  local list = table.move(ids, at + 1, #ids, 1, {})
  return table.move(ids, 1, at, #list + 1, list)
end

--- Units, those that are nearest to the enemy first.
---@param ids string[]
---@return string[]
function Mind:foremost_first(ids)
  local list, away = {}, {}
  for i, id in ipairs(ids) do
    local _, um = self:nearest_enemy(id)
    list[i], away[id] = id, { um or 0, i }
  end
  table.sort(list, function(one, other)
    local here, there = away[one], away[other]
    return here[1] < there[1] or here[1] == there[1] and here[2] < there[2]
  end)
  return list
end

--- The last body of a list with a unit that has acted; the first body when none has.
local function under_way(self, bodies, acted)
  for b = #bodies, 2, -1 do
    for _, id in ipairs(bodies[b].units) do
      if acted(self.view:unit(id)) then return b end
    end
  end
  return 1
end

--- One body after another, from the one that is under way, the foremost units of each first, and those last that have
--- been thought of before somebody acted: what `think` says of them, nil apart.
---@param bodies limber.Body[]
---@param acted fun(unit: table): any has a unit acted in this step?
---@param think fun(id: string): any
---@return fun(): any
function Mind:body_by_body(bodies, acted, think)
  local first <const> = under_way(self, bodies, acted)
  local b, list, u = first - 1, {}, 0
  return function()
    while true do
      u = u + 1
      while u > #list do
        b = b + 1
        if not bodies[b] then
          for before = 1, self.telling and b <= #bodies + 1 and first - 1 or 0 do -- why they stay (Mind:stays)
            for _, id in ipairs(bodies[before].units) do think(id) end
          end
          return nil
        end
        list, u = self:in_turn(self:foremost_first(bodies[b].units), acted), 1
      end
      local found = think(list[u])
      if found ~= nil then return found end
    end
  end
end

return M
