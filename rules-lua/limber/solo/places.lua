--- Places that a unit may go for, and units that act as one. These are methods of limber.solo.mind; goals are told in
--- limber.solo.goals.
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

--- A goal so far from an enemy, on the way to him.
---@param id string
---@param enemy string
---@param um integer
---@param why any
---@return table goal
function Mind:short_of(id, enemy, um, why)
  local there = self.view:unit(enemy).base
  local bearing = geometry.bearing(there, self.view:unit(id).base)
  return { point = geometry.step({ x = there.x, y = there.y }, bearing, um), why = why }
end

--- A goal so far away from an enemy; `backward`: without turning its back, where its ruleset lets it.
---@param id string
---@param enemy string
---@param um integer
---@param why any
---@return table goal
function Mind:away_from(id, enemy, um, why)
  local base = self.view:unit(id).base
  local bearing = geometry.bearing(self.view:unit(enemy).base, base)
  return { point = geometry.step({ x = base.x, y = base.y }, bearing, um), why = why, backward = true }
end

--- A goal straight at its side's own edge, no nearer than `stop`; nil for a unit that is there.
---@param id string
---@param stop integer
---@param why any
---@return table? goal
function Mind:homeward(id, stop, why)
  local base, frame = self.view:unit(id).base, self.view:home(self.side)
  local far = frame and self.view:reach_from_home(self.side, base) or 0
  if far <= stop + 2 * base.depth then return nil end
  local point = geometry.step({ x = base.x, y = base.y }, (frame.facing + 180000) % 360000, far - base.depth // 2)
  return { point = point, stop = stop, why = why }
end

--- A unit and those of its formation that it touches, directly or through others, as far as they fit.
---@param id string
---@param um integer how near units are that touch
---@param fits fun(unit: table): any
---@return string[] ids itself first
function Mind:touching(id, um, fits)
  local ids = { id }
  for _, other in ipairs(self:body_of(id).units) do
    if other ~= id and fits(self.view:unit(other)) then ids[#ids + 1] = other end
  end
  return #ids > 1 and self.view:together(ids, um) or ids
end

--- The direction in which a body marches: from its middle to the nearest objective that its side does not hold, else to
--- the enemy who is nearest to it.
---@param body limber.Body
---@return integer facing
function Mind:march_heading(body)
  local middle, best, least = self:middle(body.units), nil, nil
  for _, one in ipairs(self:objectives()) do
    local gap = #one.held_by == 0 and geometry.distance(middle, one.shape)
    if gap and (not least or gap.distance < least) then best, least = gap.to, gap.distance end
  end
  for _, id in ipairs(best and {} or body.units) do
    local enemy, um = self:nearest_enemy(id)
    if enemy and (not least or um < least) then best, least = self.view:unit(enemy).base, um end
  end
  return geometry.bearing(middle, best)
end

--- How near to the enemy the rearmost of its side's bodies has come, with its foremost unit that fits.
---@param fits fun(id: string, body: limber.Body): any
---@return integer um 0 when no unit fits
function Mind:rearmost(fits)
  local most = 0
  for _, body in ipairs(self:bodies(self.side)) do
    local least
    for _, id in ipairs(body.units) do
      local _, um = self:nearest_enemy(id)
      if um and fits(id, body) then least = math.min(least or um, um) end
    end
    most = math.max(most, least or 0)
  end
  return most
end

--- Up beside a friend who is in its way, or behind that place: to the nearest where there is room. Weights: off_front
--- (so little off its front a friend is in its way), least_move.
---@param id string
---@param within integer how far off friends are looked at
---@param room fun(base: table): any is there room for it on that base?
---@return table? goal
function Mind:beside(id, within, room)
  local base, least_move = self.view:unit(id).base, self.weight.least_move
  local here, _, own = { x = base.x, y = base.y }, self:nearest_enemy(id)
  for other, um in self:by_distance(id, self.side) do
    if um > within or not own then return nil end
    local friend, _, his = self.view:unit(other).base, self:nearest_enemy(other)
    if his and his < own and math.abs((self:toward(base, friend))) < self.weight.off_front then
      local places = {}
      for _, flank in ipairs { "left_flank", "right_flank" } do
        local place = self:off_face(friend, flank, base.width // 2 + least_move)
        places[#places + 1] = place
        places[#places + 1] = geometry.step(place, (base.facing + 180000) % 360000, base.depth)
      end
      local point = lists.least(places, function(place)
        local far = geometry.gap(place, here)
        return far > least_move and room(tabletop.base_at(base, place)) and far
      end)
      if point then return { point = point, stop = 0, why = self:says("up beside %s", self:name(other)) } end
    end
  end
end

--- The nearest cover within a way, a little into an area: where `covers(base)` says that it is.
---@param id string
---@param most integer how far its edge may be
---@param into integer
---@param covers fun(base: table): any
---@return table? point
function Mind:nearest_cover(id, most, into, covers)
  local base, best = self.view:unit(id).base, nil
  local here = { x = base.x, y = base.y }
  for _, area_id in ipairs(self.state.order.areas) do
    local gap = geometry.distance(here, { area = self.state.areas[area_id].area })
    if gap.distance > 0 and gap.distance <= most then
      local point = geometry.step(gap.to, geometry.bearing(here, gap.to), into)
      if covers(tabletop.base_at(base, point)) then best, most = point, gap.distance end
    end
  end
  return best
end

--- What part of a side's units that count is lost; `part(unit)` says it of each, 1 for one that is gone.
---@param side string
---@param part fun(unit: table): number? nil for one that does not count
---@return number
function Mind:lost_part(side, part)
  local gone, all = 0, 0
  for _, unit in self.view:units(side) do
    local lost = part(unit)
    if lost then gone, all = gone + lost, all + 1 end
  end
  return all > 0 and gone / all or 0
end

return M
