--- Goals of units that attack: to within reach of a charge on an enemy that they can charge, flank or rear first; from
--- afar, all of a body in one direction. These are methods of limber.solo.mind.
--
-- A ruleset says in its policy what a charge is:
--   charges = {
--     fights = function(unit) → boolean,                 who charges at all
--     rides = function(unit) → boolean,                  who rides round to a flank that one move leads to, and looks
--                                                        for an open way
--     passes = function(unit, body) → boolean,           whether friends leave that body's way open
--     face = function(base, enemy) → "front", …          the face of an enemy that a base lies before
--     could = function(mind, id, target, face) → boolean   apart from obstacles on the way
--     reach = function(mind, id, target) → um            how far it charges at that enemy, where that is not one move
--   }
-- and these weights: short_of_reach (so far short of a move a unit stops that means to charge), nearest_stop (but no
-- nearer than that), far_from_enemy (beyond two moves and this a body keeps its line).
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

local FLANKS <const> = { "left_flank", "right_flank" }

--- Of how many enemies a unit that rides goes for the best whose way is open.
local LOOKED_AT <const> = 4

--- How near to an enemy a unit stops that means to charge him.
local function short_of(self, id, target)
  local reach = self.charges.reach
  local um = reach and reach(self, id, target) or self.ways.rate(self, id)
  return math.max(self.weight.nearest_stop, um - self.weight.short_of_reach)
end

--- How a unit would go for an enemy: on the face it is before already, or on a flank that one move leads to.
local function approach(self, id, target, um)
  local unit, enemy, charges = self.view:unit(id), self.view:unit(target), self.charges
  local stop = short_of(self, id, target)
  local face, rate = self:between("before", id, target, charges.face), self.ways.rate(self, id)
  if face ~= "front" and charges.could(self, id, target, face) then
    return { target = target, face = face, cost = um // 2, stop = stop }
  end
  if charges.rides(unit) and not enemy.inside and um <= rate then
    for _, flank in ipairs(FLANKS) do
      local point = self:off_face(enemy.base, flank, stop)
      local _, far = tabletop.toward(unit.base, point)
      if far <= rate and charges.could(self, id, target, flank) and self:clear_of_enemies(point, target, stop) then
        return { target = target, face = flank, cost = um // 2, point = point }
      end
    end
  end
  if not charges.could(self, id, target, "front") then return nil end
  return { target = target, face = face, cost = um, stop = stop }
end

--- Puts a way among others, the cheapest first, equals as their targets are listed.
local function put(list, way)
  local i = #list + 1
  while i > 1 and (list[i - 1].cost > way.cost or list[i - 1].cost == way.cost and list[i - 1].nth > way.nth) do
    list[i], i = list[i - 1], i - 1
  end
  list[i] = way
end

--- What it costs at the least to go for an enemy: half the way where his flank may be come to. `others` go for him too.
local function bound(self, id, target, um, rate, others)
  local face, charges = self:between("before", id, target, self.charges.face), self.charges
  local flank = face ~= "front" or um <= rate and charges.rides(self.view:unit(id))
  return flank and um // 2 or um + rate * others
end

--- What a unit could go for, the best first: the body that its own is sent against, or is nearest to, before others;
--- and whom others go for in front after others no farther off than a move. Those far off are left out where no more
--- are looked at.
local function approaches(self, id, taken, first, most)
  local list, rate, nth = {}, self.ways.rate(self, id), self:enemies().at
  for target, um in self:by_distance(id, self.view:other(self.side)) do
    local worst = list[most] and list[most].cost
    if worst and um // 2 > worst then break end
    local aside = self.view:unit(target).formation ~= first.id and rate or 0
    local fits = not worst or bound(self, id, target, um, rate, taken[target] or 0) + aside <= worst
    local way = fits and approach(self, id, target, um)
    if way then
      way.nth, way.cost = nth[target], way.cost + aside
      if way.face == "front" then way.cost = way.cost + rate * (taken[target] or 0) end
      put(list, way)
    end
  end
  return list
end

--- The best of what a unit could go for; when it rides, the best that no friend stands before. False when there is
--- such, but always a friend before it.
local function choose(self, body, id, taken, first)
  local unit, charges = self.view:unit(id), self.charges
  if not charges.fights(unit) or self.ways.rate(self, id) == 0 then return nil end
  if not charges.rides(unit) then return approaches(self, id, taken, first, 1)[1] end
  local list = approaches(self, id, taken, first, LOOKED_AT)
  for i = 1, math.min(#list, LOOKED_AT) do
    local there = list[i].point or self.view:unit(list[i].target).base
    if self:open_way(body, unit.base, there, unit.base.width // 3) then return list[i] end
  end
  return #list > 0 and false or nil
end

--- The enemy that each unit of a body goes for, one after another.
local function targets(self, body)
  local chosen, taken = {}, {}
  local first = self:against(body) or self:nearest_body(body, self:bodies(self.view:other(self.side)))
  for _, id in ipairs(body.units) do
    local best = choose(self, body, id, taken, first)
    chosen[id] = best
    if best and best.face == "front" then taken[best.target] = (taken[best.target] or 0) + 1 end
  end
  return chosen
end

--- A goal within reach of a charge; nil without an enemy to charge, false when friends are always in the way.
---@param id string
---@return table|false|nil goal with `charges`, and the `face` that it charges
function Mind:charge_goal(id)
  local body = self:body_of(id)
  local way = self:once_for("targets", body.id, function() return targets(self, body) end)[id]
  if not way then return way end
  local toward = self.view:unit(way.target).base
  if way.point then
    return {
      point = way.point, stop = 0, toward = toward, face = way.face, charges = true,
      why = function() return ("round the %s of %s"):format(way.face:gsub("_", " "), self:name(way.target)) end,
    }
  end
  return {
    target = way.target, stop = way.stop, toward = toward, face = way.face, charges = true,
    why = function() return "to within reach of a charge on " .. self:name(way.target) end,
  }
end

--- The places that a body may go for against another: a line before its front; mounted, also either side of it.
local function places(self, other, pace, rides)
  local there, ids, size = self:middle(other.units), other.units, self.state.ground
  local facing = self.view:unit(ids[1]).base.facing
  local front = geometry.step(there, facing, 2 * pace + self.weight.far_from_enemy)
  local list = { { at = front, middle = there, other = other } }
  for _, turn in ipairs(rides and { -90000, 90000 } or {}) do
    local at = geometry.step(there, (facing + turn) % 360000, self:half_front(ids, there, facing) + pace)
    if at.x > 0 and at.y > 0 and at.x < size.width and at.y < size.depth then
      list[#list + 1] = { at = at, middle = there, other = other, beside = true }
    end
  end
  return list
end

--- The speed of the slowest fighters of a body, and whether all of them are mounted.
local function pace_of(self, body)
  local slowest, rides = nil, true
  for _, id in ipairs(body.units) do
    local unit, rate = self.view:unit(id), self.ways.rate(self, id)
    if self.charges.fights(unit) then
      slowest, rides = math.min(slowest or rate, rate), rides and self.charges.rides(unit)
    end
  end
  return slowest, rides
end

local function approach_together(self, body, support)
  local slowest, rides = pace_of(self, body)
  local here, enemies, best = self:middle(body.units), self:bodies(self.view:other(self.side)), nil
  local nearest = self:against(body) or self:nearest_body(body, enemies)
  for _, other in ipairs(rides and enemies or { nearest }) do
    for _, place in ipairs(places(self, other, slowest, rides)) do
      local _, far = tabletop.toward(here, place.at)
      place.cost = far + (other == nearest and 0 or 2 * slowest)
      if rides and not self:open_way(body, here, place.at, support) then place.cost = place.cost + 4 * slowest end
      if far <= slowest then place.at = place.middle end -- there already: at them
      if not best or place.cost < best.cost then best = place end
    end
  end
  return {
    heading = geometry.bearing(here, best.at), slowest = slowest,
    why = function() return (best.beside and "round " or "toward ") .. self:name(best.other.id) end,
  }
end

--- Far from the enemy a body goes for the nearest of theirs in line, all its units in one direction, as fast as the
--- slowest of them; a mounted body goes where no friends are in the way.
---@param id string
---@param support integer as wide as that a way must be
---@return table goal
function Mind:approach_goal(id, support)
  local body, _, um = self:body_of(id), self:nearest_enemy(id)
  local together = self:once_for("approach", body.id, function() return approach_together(self, body, support) end)
  return { heading = together.heading, far = math.min(together.slowest, um), why = together.why }
end

return M
