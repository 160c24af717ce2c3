--- What a solo commander measures on the table. These are methods of limber.solo.mind, which tells what each of them
--- gives; distances between units are kept in their rankings (limber.solo.rankings).
local geometry <const> = require "kernel.geometry"
local rankings <const> = require "limber.solo.rankings"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

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
  if id == other then return 0 end
  local ranked = rankings.of(self, id, two.side)
  if ranked.of[other] then return ranked.of[other] end
  return ranked.stand.at[other] and rankings.apart(self, id, other) or geometry.gap(one.base, two.base)
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
  local ranked, at = rankings.of(self, id, ids.side), ids.at
  for _, other in ipairs(ranked.ids) do
    if at[other] then return other, ranked.of[other] end
  end
  if ranked.upto then return nearest_of(self, id, ids) end
end

---@param id string
---@return string? enemy
---@return integer? um
function Mind:nearest_enemy(id)
  local side = self.view:other(self.state.units[id].side)
  local ranked = rankings.with(self, id, side, rankings.of(self, id, side), 1)
  local nearest = ranked.ids[1]
  return nearest, ranked.of[nearest]
end

--- The widest angle between two of some units, as another sees them: too wide, it cannot face them all.
---@param id string
---@param others string[]
---@return integer angle
function Mind:spread(id, others)
  local base, bearings, widest = self.view:unit(id).base, {}, 0
  for i, other in ipairs(others) do
    bearings[i] = geometry.bearing(base, self.view:unit(other).base)
    for k = 1, i - 1 do widest = math.max(widest, math.abs(geometry.turn(bearings[i], bearings[k]))) end
  end
  return widest
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
  local rows = rankings.of(self, id, units[other].side).rows
  local row = rows[name]
  if not row then
    row = {}
    rows[name] = row
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
  return geometry.off(base, point), um
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

--- Begins to keep under other rules.
---@param kept table
---@param rules table what is kept under them (limber.solo.mind)
---@param same boolean may what follows from a unit alone be kept (mind:while_same)?
function M.forget(kept, rules, same)
  for name, empty in next, M.memory() do kept[name] = empty end
  kept.rules, kept.same = rules, same and {} or nil
end

return M
