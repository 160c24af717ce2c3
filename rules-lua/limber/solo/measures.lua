--- What a solo commander measures on the table, each thing once for as long as nobody it is about has moved. These are
--- methods of limber.solo.mind, which tells what each of them gives.
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

--- What was worked out of two bases, as long as both stand as they did: nothing is measured twice.
local function measured(kept, one, other, fn)
  local row = kept[one]
  if not row then
    row = setmetatable({}, { __mode = "k" })
    kept[one] = row
  end
  local known_pair = row[other]
  if not known_pair then
    known_pair = {}
    row[other] = known_pair
  elseif known_pair[1] == one.x and known_pair[2] == one.y and known_pair[3] == one.facing
    and known_pair[4] == other.x and known_pair[5] == other.y and known_pair[6] == other.facing
    and known_pair[7] == one.width and known_pair[8] == other.width then
    return known_pair[9]
  end
  known_pair[1], known_pair[2], known_pair[3], known_pair[7] = one.x, one.y, one.facing, one.width
  known_pair[4], known_pair[5], known_pair[6], known_pair[8] = other.x, other.y, other.facing, other.width
  known_pair[9] = fn(one, other)
  return known_pair[9]
end

---@param name string
---@param one table a base
---@param other table another
---@param fn fun(one: table, other: table): any what follows from these two places alone
---@return any
function Mind:between(name, one, other, fn)
  local kept = self.kept[name]
  if not kept then
    kept = setmetatable({}, { __mode = "k" })
    self.kept[name] = kept
  end
  return measured(kept, one, other, fn)
end

local function distance(one, other) return geometry.distance(one, other).distance end

--- Micrometres between two bases.
---@return integer um
function Mind:apart(one, other)
  return self:between("gap", one, other, distance)
end

---@return integer? um
function Mind:gap(id, other)
  local units = self.state.units
  local one, two = units[id] and units[id].base, units[other] and units[other].base
  return one and two and self:between("gap", one, two, distance) or nil
end

--- Whether two bases may be nearer than so much: their middles are no further apart than that and half of both.
local function may_be_nearer(one, other, um)
  local x, y = other.x - one.x, other.y - one.y
  local reach = um + (one.width + one.depth + other.width + other.depth) // 2 + 2
  return x * x + y * y < reach * reach
end

local function nearest(self, id, ids)
  local best, least, units = nil, nil, self.state.units
  local base = units[id] and units[id].base
  for _, other in ipairs(base and ids or {}) do
    local at = other ~= id and units[other] and units[other].base
    if at and (not least or may_be_nearer(base, at, least)) then
      local um = self:between("gap", base, at, distance)
      if not least or um < least then best, least = other, um end
    end
  end
  return best, least
end

---@param id string
---@param ids string[]
---@return string? nearest
---@return integer? um
function Mind:nearest(id, ids)
  local base = ids.stand and self.state.units[id].base
  if not base then return nearest(self, id, ids) end
  local kept = self.kept.nearest[id]
  if not kept then
    kept = {}
    self.kept.nearest[id] = kept
  end
  local of = kept[ids.side]
  if not of or of.stand ~= ids.stand or of.x ~= base.x or of.y ~= base.y or of.facing ~= base.facing
    or of.width ~= base.width then
    of = { stand = ids.stand, x = base.x, y = base.y, facing = base.facing, width = base.width }
    of.best, of.least = nearest(self, id, ids)
    kept[ids.side] = of
  end
  return of.best, of.least
end

--- A number for where several bases stand, one after another: another when any of them stands elsewhere.
---@param so_far integer
---@param base table
---@return integer
function M.stand(so_far, base)
  return (((so_far * 1000003 + base.x) * 1000003 + base.y) * 1000003 + base.facing) * 31 + base.width
end
Mind.stand = M.stand

---@param side string
---@return string[] ids and `stand`, a number for where all of them stand
function Mind:standing(side)
  return self:once("standing " .. side, function()
    local ids, view, stand = { side = side }, self.view, 0
    for id, unit in view:units(side) do
      local base = unit.base
      if base and view:status(unit) ~= "gone" then
        ids[#ids + 1] = id
        stand = M.stand(stand, base)
      end
    end
    ids.stand = stand
    return ids
  end)
end

---@param id string who would stand there
---@param base table
---@param um integer
---@param friends string[]
---@return string? friend the nearest of them within reach
function Mind:keeps_support(id, base, um, friends)
  local best, least
  for _, other in ipairs(friends) do
    local unit = self.state.units[other]
    if other ~= id and unit and unit.base and may_be_nearer(base, unit.base, um + 1) then
      local away = distance(base, unit.base)
      if away <= um and (not least or away < least) then best, least = other, away end
    end
  end
  return best
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
  return { nearest = {}, ways = {} }
end

return M
