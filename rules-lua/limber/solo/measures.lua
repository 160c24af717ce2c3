--- What a solo commander measures on the table. These are methods of limber.solo.mind, which tells what each of them
--- gives. Distances of all who stand are listed in C; what is kept lasts for as long as nobody it is about has changed.
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

--- Beyond any table, in micrometres.
local ANYWHERE <const> = 1000000000

--- Nobody is near who has no place.
local NOBODY <const> = { ids = {}, of = {} }

--- So many units that have moved are put into a ranking again one by one; with more it is made anew.
local FEW <const> = 4

--- Where a unit stands, as far as distances from it go, and whose it is.
local function place_of(unit)
  local base = unit.base
  return {
    x = base.x, y = base.y, facing = base.facing, width = base.width, depth = base.depth, several = unit.bases,
    formation = unit.formation,
  }
end

local function stays(place, unit)
  local base = unit.base
  return place.x == base.x and place.y == base.y and place.facing == base.facing and place.width == base.width
    and place.depth == base.depth and place.several == unit.bases and place.formation == unit.formation
end

--- The units of a side that stand on the table, and where.
local function stand_of(self, side)
  local ids, at, places = {}, {}, {}
  for id, unit in self.view:units(side) do
    if unit.base and self.view:status(unit) ~= "gone" then
      local n = #ids + 1
      ids[n], at[id], places[id] = id, n, unit
    end
  end
  ids.at, ids.side, ids.places = at, side, places
  return ids
end

--- Notes what has changed since the last look: nil when nobody has moved, come or gone.
local function compared(ids, before)
  local places, moved, same = ids.places, {}, before ~= nil and #ids == #before
  for i, id in ipairs(ids) do
    local unit, place = places[id], before and before.places[id]
    same = same and before[i] == id
    if place and stays(place, unit) then
      places[id] = place
    else
      places[id], moved[#moved + 1] = place_of(unit), id
    end
  end
  if same and #moved == 0 then return nil end
  ids.before, ids.moved = same and #moved <= FEW and before.number or nil, moved
  ids.number = before and before.number + 1 or 1
  return ids
end

---@param side string
---@return string[] ids, with `at` (where each stands in the list) and `side`: the same table while nobody of it moves
function Mind:standing(side)
  local seen = self.stood[side]
  if seen then return seen end
  local stamp, kept = self.view:stamp(side), self.kept.standing[side]
  if not kept then
    kept = {}
    self.kept.standing[side] = kept
  end
  if kept.stamp ~= stamp then
    kept.ids = compared(stand_of(self, side), kept.ids) or kept.ids
    kept.stamp = stamp
  end
  self.stood[side] = kept.ids
  return kept.ids
end

---@param id string of a unit that stands
---@param name string
---@param fn fun(): any what follows from its place alone
---@return any
function Mind:while_there(id, name, fn)
  local place = self:standing(self.state.units[id].side).places[id]
  local known = place.known
  if not known then
    known = {}
    place.known = known
  end
  if known[name] == nil then known[name] = fn() end
  return known[name]
end

---@return string[] ids
function Mind:enemies()
  return self:standing(self.view:other(self.side))
end

--- Puts one of a ranking where it belongs: the nearest first, equals as they are listed.
local function settle(ids, i, of, at)
  local id = ids[i]
  local um, nth = of[id], at[id]
  while i > 1 and (of[ids[i - 1]] > um or of[ids[i - 1]] == um and at[ids[i - 1]] > nth) do
    ids[i], i = ids[i - 1], i - 1
  end
  while i < #ids and (of[ids[i + 1]] < um or of[ids[i + 1]] == um and at[ids[i + 1]] < nth) do
    ids[i], i = ids[i + 1], i + 1
  end
  ids[i] = id
end

--- Those of a side who stand, but the unit itself, the nearest to it first, and how far each is; of a unit of several
--- bases the nearest counts.
local function rank(self, id, unit, stand)
  local ids, of, at = {}, {}, stand.at
  local filter = { kind = "base", side = stand.side, except = { id } }
  for _, body in ipairs(unit.bases and frames.bases(unit) or { id }) do
    local found, away = self.view:field():near(body, ANYWHERE, filter)
    for i = 1, #found do
      local other, um = found[i], away[i]
      if at[other] and (not of[other] or um < of[other]) then
        if not of[other] then ids[#ids + 1] = other end
        of[other] = um
      end
    end
  end
  for i = 2, #ids do settle(ids, i, of, at) end
  return { ids = ids, of = of, stand = stand }
end

--- A ranking in which a few have moved.
local function ranked_again(self, id, ranked, stand)
  local ids, of, units = ranked.ids, ranked.of, self.state.units
  for _, other in ipairs(stand.moved) do
    if other ~= id then
      local unit, body = units[id], units[other]
      of[other] = (unit.bases or body.bases) and self.view:apart(id, other) or geometry.gap(unit.base, body.base)
      for i, one in ipairs(ids) do
        if one == other then
          settle(ids, i, of, stand.at)
          break
        end
      end
    end
  end
  return { ids = ids, of = of, stand = stand }
end

---@param id string
---@param side string
---@return { ids: string[], of: table<string, integer> }
function Mind:ranked(id, side)
  local unit = self.state.units[id]
  if not unit or not unit.base then return NOBODY end
  local kept, stand = self.kept.ranked[id], self:standing(side)
  if not kept or not stays(kept, unit) then
    kept = place_of(unit)
    self.kept.ranked[id] = kept
  end
  local ranked = kept[side]
  if not ranked or ranked.stand ~= stand then
    local near = ranked and stand.before and ranked.stand.number == stand.before
    ranked = near and ranked_again(self, id, ranked, stand) or rank(self, id, unit, stand)
    kept[side] = ranked
  end
  return ranked
end

--- Micrometres between two bases or other shapes.
---@return integer um
function Mind.apart(_, one, other)
  return geometry.gap(one, other)
end

---@return integer? um
function Mind:gap(id, other)
  local units = self.state.units
  local one, two = units[id], units[other]
  if not (one and two and one.base and two.base) then return nil end
  return id ~= other and self:ranked(id, two.side).of[other] or geometry.gap(one.base, two.base)
end

local function nearest_of(self, id, ids)
  local best, least
  for _, other in ipairs(ids) do
    local um = other ~= id and self:gap(id, other)
    if um and (not least or um < least) then best, least = other, um end
  end
  return best, least
end

---@param id string
---@param ids string[]
---@return string? nearest
---@return integer? um
function Mind:nearest(id, ids)
  if not ids.at then return nearest_of(self, id, ids) end
  local ranked, at = self:ranked(id, ids.side), ids.at
  for _, other in ipairs(ranked.ids) do
    if at[other] then return other, ranked.of[other] end
  end
end

---@param id string
---@return string? enemy
---@return integer? um
function Mind:nearest_enemy(id)
  local ranked = self:ranked(id, self.view:other(self.state.units[id].side))
  local nearest = ranked.ids[1]
  return nearest, ranked.of[nearest]
end

--- Micrometres between the middles of two bases, or points.
---@return integer um
function Mind.middles(_, one, other)
  local x, y = one.x - other.x, one.y - other.y
  return math.floor(math.sqrt(x * x + y * y))
end

---@param name string
---@param id string
---@param other string
---@param fn fun(base: table, other: table): any what follows from these two places alone
---@return any
function Mind:between(name, id, other, fn)
  local units = self.state.units
  local ranked = self:ranked(id, units[other].side)
  local row = ranked[name]
  if not row then
    row = {}
    ranked[name] = row
  end
  local found = row[other]
  if found == nil then
    found = fn(units[id].base, units[other].base)
    row[other] = found
  end
  return found
end

---@param proposal table
---@param wanted table<string, integer>
---@return table fields
function Mind.fit(_, proposal, wanted)
  local fields = {}
  for name, value in next, wanted do
    local range = proposal.ranges and proposal.ranges[name]
    fields[name] = range and math.max(range[1], math.min(range[2], value)) or value
  end
  return fields
end

---@return integer turn
---@return integer um
function Mind.toward(_, base, point)
  local x, y = point.x - base.x, point.y - base.y
  local um = math.floor(math.sqrt(x * x + y * y) + 0.5)
  if um == 0 then return 0, 0 end
  return geometry.turn(base.facing, geometry.bearing(base, point)), um
end

--- A million times one micrometre in a direction.
local UNIT <const> = 1000000

---@param facing integer
---@param point table
---@return integer um
function Mind:along(facing, point)
  local ways = self.kept.ways
  local way = ways[facing]
  if not way then
    way = geometry.step({ x = 0, y = 0 }, facing % 360000, UNIT)
    ways[facing] = way
  end
  return (point.x * way.x + point.y * way.y) // UNIT
end

---@param base table
---@param point table
---@param um integer
---@param turn integer
---@return integer turn
---@return integer um
---@return table base
function Mind:stride(base, point, um, turn)
  local wanted, far = self:toward(base, point)
  wanted = math.max(-turn, math.min(turn, wanted))
  local there = wanted == 0 and base or tabletop.turned(base, wanted)
  local ahead = self:along(there.facing, point) - self:along(there.facing, base)
  um = math.max(0, math.min(um, far, ahead))
  return wanted, um, um == 0 and there or tabletop.slid(there, um)
end

--- What a commander keeps of the table: nothing that he could not measure anew.
---@return table
function M.memory()
  return { ranked = {}, standing = {}, bodies = {}, ways = {} }
end

return M
