--- Goals of units that hold: objectives, their post in the line, better ground near it, and level with the bodies
--- beside them. These are methods of limber.solo.mind.
--
-- An area is an objective when it has `objective`; a unit's post is its own `post`, { x, y, facing }. Weights:
-- at_its_place (so near a place is at it), along (so much off its front better ground lies straight ahead),
-- into_objective (so far into one a unit goes).
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

local function objectives(self)
  local list, areas = {}, self.state.areas
  for _, area_id in ipairs(self.state.order.areas) do
    local area = areas[area_id]
    local one = area.objective and {
      id = area_id, name = self:name(area_id), shape = { area = area.area },
      held_by = self:standing_in(area_id, self.side),
    }
    list[#list + 1] = one or nil
  end
  return list
end

--- The objectives of the scenario, in the listed order, each with the units of its own side that stand in it.
---@return { id: string, name: string, shape: table, held_by: string[] }[]
function Mind:objectives()
  return self:once("objectives", objectives, self)
end

--- The objective that a unit alone holds, by its name.
---@param id string
---@return string?
function Mind:anchor(id)
  for _, one in ipairs(self:objectives()) do
    if #one.held_by == 1 and one.held_by[1] == id then return one.name end
  end
end

local function middle_to(self, id, shape)
  local base = self.view:unit(id).base
  return geometry.distance({ x = base.x, y = base.y }, shape)
end

--- A goal at an objective that its side does not hold, within a distance, for the nearest unit of a body that is free
--- to go.
---@param id string
---@param within integer
---@param free? fun(id: string): boolean whether another of its body would go if it were sent; all would without it
---@return table? goal
function Mind:objective_goal(id, within, free)
  for _, one in ipairs(self:objectives()) do
    local gap = #one.held_by == 0 and middle_to(self, id, one.shape)
    local nearest = gap and gap.distance <= within
    for _, other in ipairs(nearest and self:body_of(id).units or {}) do
      local nearer = other ~= id and middle_to(self, other, one.shape).distance < gap.distance
      if nearer and (not free or free(other)) then nearest = false end
    end
    if nearest then
      local bearing = geometry.bearing(self.view:unit(id).base, gap.to)
      local point = geometry.step(gap.to, bearing, self.weight.into_objective)
      return { point = point, stop = 0, why = "to take " .. one.name }
    end
  end
end

--- On to the nearest of some ground that lies straight ahead, no farther than that; nil when it is at one already.
---@param id string
---@param within integer
---@param grounds fun(): table?, any, integer? one after another: its shape, why, and how far beyond its edge
---@return table? goal
function Mind:ground_goal(id, within, grounds)
  local base, best = self.view:unit(id).base, nil
  local front = geometry.step({ x = base.x, y = base.y }, base.facing, base.depth // 2)
  for shape, why, past in grounds do
    local gap = geometry.distance(front, shape)
    if gap.distance <= self.weight.at_its_place then return nil end
    local off = math.abs(geometry.turn(base.facing, geometry.bearing(front, gap.to)))
    local um = gap.distance + (past or 0)
    if off <= self.weight.along and um <= within and (not best or um < best.ahead) then
      best = { ahead = um, why = why }
    end
  end
  return best
end

--- Back to its post when it is farther from it than that, else to what `near_it(id, um)` finds so much around.
---@param id string
---@param within integer
---@param near_it fun(id: string, um: integer): table?
---@return table? goal
function Mind:post_goal(id, within, near_it)
  local unit = self.view:unit(id)
  local post = unit.post
  if not post then return nil end
  local _, off = tabletop.toward(unit.base, post)
  if off <= within + self.weight.at_its_place then return near_it(id, within - off) end
  return { point = { x = post.x, y = post.y }, stop = 0, why = "back to its place in the line", back = post.facing }
end

--- How far on, as it looks, a body may go for an objective that nobody of its side holds, with no gap to its neighbours
--- opened to more than that.
local function on_to_objective(self, body, facing, own, rearmost, most_apart)
  local most, aside = 0, (facing + 90000) % 360000
  local middle = self:middle(body.units)
  for _, one in ipairs(self:objectives()) do
    local gap = #one.held_by == 0 and geometry.distance(middle, one.shape)
    local off = gap and math.abs(self:along(aside, gap.to) - self:along(aside, middle))
    local on = gap and self:along(facing, gap.to) + self.weight.into_objective - own
    if gap and off <= most_apart and on > most then most = on end
  end
  return math.max(0, math.min(most, rearmost and rearmost + most_apart - own or most))
end

local function level(self, body, most_apart, in_line)
  local first = self.view:unit(body.units[1])
  local facing = (first.post or first.base).facing
  local own, rearmost, foremost = self:front_of(body.units, facing), nil, nil
  for _, other in ipairs(self:bodies(self.side)) do
    local beside = other.id ~= body.id
    if beside and self:stands_behind(body.units, other.units, facing) then return 0 end
    if beside and in_line(other) then
      local front = self:front_of(other.units, facing)
      rearmost = math.min(rearmost or front, front)
      if self:between_bodies(body, other) > most_apart then foremost = math.max(foremost or front, front) end
    end
  end
  return math.max((rearmost or own) - own, foremost and foremost - most_apart - own or 0,
    on_to_objective(self, body, facing, own, rearmost, most_apart))
end

--- Level with the bodies beside it: as far on as the rearmost of them, and as far as keeps the gap to the foremost.
---@param body limber.Body
---@param most_apart integer the widest gap
---@param in_line fun(body: limber.Body): boolean which bodies count
---@return integer um how far its units go on, all alike; 0 for a body in second line
function Mind:level_with(body, most_apart, in_line)
  return self:once_for("level", body.id, function() return level(self, body, most_apart, in_line) end)
end

return M
