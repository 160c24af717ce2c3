--- Who stands on the table, and who of a side is near a unit: methods of limber.solo.mind, which tells what each gives.
--- A unit's neighbours are ranked in C, so many as are asked for, and put right one by one while few move.
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"

local M <const> = { methods = {} }
local Mind <const> = M.methods

--- Beyond any table, in micrometres.
local ANYWHERE <const> = 1000000000

--- Nothing is near a unit without a place.
local function nobody() return { ids = {}, of = {}, rows = {}, stand = { at = {} } } end

--- So many units that have moved are put into a ranking again one by one; with more it is made anew.
local FEW <const> = 4

--- Where a unit stands, as far as distances from it go, and whose it is.
local function place_of(unit)
  local base = unit.base
  return {
    x = base.x, y = base.y, facing = base.facing, width = base.width, depth = base.depth, several = unit.bases,
    formation = unit.formation, inside = unit.inside,
  }
end

local function stays(place, unit)
  local base = unit.base
  return place.x == base.x and place.y == base.y and place.facing == base.facing and place.width == base.width
    and place.depth == base.depth and place.several == unit.bases and place.formation == unit.formation
    and place.inside == unit.inside
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

--- Notes in a list of who stands that some of them stand elsewhere.
local function note_moved(ids, moved)
  ids.number, ids.moved, ids.still = (ids.number or 0) + 1, moved, {}
  ids.before = #moved <= FEW and ids.number - 1 or nil
end

--- Notes where those who stand are: the list from before when it is the same units still, else the new one.
local function compared(ids, before)
  local same, moved = before ~= nil and #ids == #before, {}
  for i, id in ipairs(ids) do
    local unit, place = ids.places[id], before and before.places[id]
    local stays_there = place and stays(place, unit)
    same = same and before[i] == id and place.formation == unit.formation
    if not stays_there then moved[#moved + 1] = id end
    ids.places[id] = stays_there and place or place_of(unit)
  end
  if not same then
    note_moved(ids, moved)
    return ids
  end
  before.places = ids.places
  if #moved > 0 then note_moved(before, moved) end
  return before
end

--- Brings a list of who stands up to date after a few changes; false when somebody has come, gone or changed formation.
local function moved_on(self, ids, changed)
  local moved, places, same = {}, ids.places, self.kept.same
  for _, id in ipairs(#changed <= #ids and changed or {}) do
    if same then same[id] = nil end
    local unit, place = self.state.units[id], places[id]
    local stands = unit and unit.base and self.view:status(unit) ~= "gone"
    if not stands ~= not place or place and place.formation ~= unit.formation then return false end
    if place and not stays(place, unit) then
      places[id], moved[#moved + 1] = place_of(unit), id
    end
  end
  if #moved > 0 then note_moved(ids, moved) end
  return #changed <= #ids
end

---@param side string
---@return string[] ids, with `at` (where each stands in the list) and `side`: the same table while it is the same
---  units in the same formations
function Mind:standing(side)
  local seen = self.stood[side]
  if seen then return seen end
  local stamp, kept = self.view:stamp(side), self.kept.standing[side]
  if not kept then
    kept = {}
    self.kept.standing[side] = kept
  end
  if kept.stamp ~= stamp then
    if kept.ground ~= stamp.ground then kept.ground, kept.ids = stamp.ground, nil end -- what places told may be wrong
    local next_one = kept.ids and stamp.changed and kept.stamp.number == stamp.after
    if not (next_one and moved_on(self, kept.ids, stamp.changed)) then
      self.kept.same = self.kept.same and {}
      kept.ids = compared(stand_of(self, side), kept.ids)
    end
    kept.stamp, kept.known = stamp, {}
  end
  self.stood[side] = kept.ids
  return kept.ids
end

--- What is known of a unit while it stands where it does.
local function known_of(place)
  local known = place.known
  if not known then
    known = {}
    place.known = known
  end
  return known
end

---@param id string of a unit that stands
---@param name string
---@param fn fun(): any what follows from its place alone
---@return any
function Mind:while_there(id, name, fn)
  local known = known_of(self:standing(self.state.units[id].side).places[id])
  if known[name] == nil then known[name] = fn() end
  return known[name]
end

--- fn(…) by its name in `known`; under rules that layers touch, in the memo of this choice.
local function kept_in(self, known, side, name, fn, ...)
  if not self.kept.same then return self:once(name .. " of " .. side, fn, ...) end
  local value = known[name]
  if value == nil then
    value = fn(...)
    known[name] = value or false
  end
  return value or nil
end

--- Keeps what follows from where the units of a side stand, until one of them comes, goes, moves or changes formation.
--- Under rules that layers touch it is kept for one choice.
---@param side string
---@param name string
---@param fn fun(...): any what follows from their places and the rules alone
---@return any
function Mind:while_standing(side, name, fn, ...)
  return kept_in(self, (self.stood[side] or self:standing(side)).still, side, name, fn, ...)
end

--- Keeps what follows from the pieces of a side in the same way, until a field of a piece with a place changes.
---@param side string
---@param name string
---@param fn fun(...): any
---@return any
function Mind:while_unchanged(side, name, fn, ...)
  if not self.stood[side] then self:standing(side) end
  return kept_in(self, self.kept.standing[side].known, side, name, fn, ...)
end

local function all_in(self, area_id, side)
  local ids, units, area, list = self:standing(side), self.state.units, self.state.areas[area_id], {}
  local key = "within area " .. area_id
  for i = 1, #ids do
    local id = ids[i]
    local unit, known = units[id], known_of(ids.places[id])
    local stands = known[key]
    if stands == nil then
      stands = geometry.holds(area, unit.base).yes
      known[key] = stands
    end
    if stands or unit.inside == area_id then list[#list + 1] = id end
  end
  return list
end

--- Those of a side that stand in an area, with their middle or as its garrison.
---@param area_id string
---@param side string
---@return string[] ids not to be changed
function Mind:standing_in(area_id, side)
  return self:while_standing(side, "within " .. area_id, all_in, self, area_id, side)
end

--- Keeps what is worked out of a unit until `moved_on` sees that it has changed; nothing under rules that layers touch
--- and that may look at more than the unit (limber.solo.mind), nor of a unit off the table, whose changes nobody notes.
---@param name string
---@param id string
---@param fn fun(mind: limber.Mind, id: string): any what follows from the unit's plain fields and the rules alone:
---       changes inside a table that a field holds are not noted
---@return any
function Mind:while_same(name, id, fn)
  local side = self.state.units[id].side
  local stands = (self.stood[side] or self:standing(side)).at[id] -- drops what has changed, so it comes first
  local same = self.kept.same
  if not (stands and same) then return self:once_for(name, id, fn) end
  local known = same[id]
  if not known then
    known = {}
    same[id] = known
  end
  local value = known[name]
  if value == nil then
    value = fn(self, id)
    known[name] = value or false
  end
  return value or nil
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

--- A ranking has the `most` nearest neighbours of each base; in a small battle that is everybody.
local FIRST <const> = 24

--- Puts a base's neighbours into a ranking. Gives how far the ranking is whole; nil: everybody is in it.
local function add_near(field, body, ranked, filter)
  local ids, of, at = ranked.ids, ranked.of, ranked.stand.at
  local found, away = field:near(body, ANYWHERE, filter, ranked.most)
  local whole = #found >= ranked.most and away[#found] or nil
  for i = 1, #found do
    local other, um = found[i], away[i]
    if at[other] and (not of[other] or um < of[other]) then
      if not of[other] then ids[#ids + 1] = other end
      of[other] = um
    end
  end
  return whole
end

--- Leaves out those of a ranking that are not nearer than it is whole.
local function cut(ranked)
  local ids, of, upto = ranked.ids, ranked.of, ranked.upto
  for i = upto and #ids or 0, 1, -1 do
    if of[ids[i]] < upto then break end
    of[ids[i]], ids[i] = nil, nil
  end
end

--- Who of a side stands near a unit, itself left out, the nearest first, and how far each is; of a unit of several
--- bases the nearest counts. Everybody nearer than `upto` is there; without `upto` everybody is.
local function rank(self, id, unit, stand, most)
  local ranked = { ids = {}, of = {}, stand = stand, number = stand.number, most = most, rows = {} }
  local filter = { kind = "base", side = stand.side, except = { id } }
  for _, body in ipairs(unit.bases and frames.bases(unit) or { id }) do
    local whole = add_near(self.view:field(), body, ranked, filter)
    ranked.upto = whole and math.min(ranked.upto or whole, whole) or ranked.upto
  end
  for i = 2, #ranked.ids do settle(ranked.ids, i, ranked.of, stand.at) end
  cut(ranked)
  return ranked
end

--- How far a unit is from another, as rankings have it.
function M.apart(self, id, other)
  local unit, body = self.state.units[id], self.state.units[other]
  return (unit.bases or body.bases) and self.view:apart(id, other) or geometry.gap(unit.base, body.base)
end

local function place_in(list, one)
  for i, id in ipairs(list) do
    if id == one then return i end
  end
end

--- Brings a ranking up to date in which a few have moved.
local function rank_again(self, id, ranked, stand)
  local ids, of, upto = ranked.ids, ranked.of, ranked.upto
  for _, other in ipairs(stand.moved) do
    if other ~= id then
      local um = M.apart(self, id, other)
      local at = of[other] and place_in(ids, other)
      for _, row in next, ranked.rows do row[other] = nil end
      if upto and um >= upto then
        if at then table.remove(ids, at) end
        of[other] = nil
      else
        of[other], at = um, at or #ids + 1
        ids[at] = other
        settle(ids, at, of, stand.at)
      end
    end
  end
  ranked.number = stand.number
  return ranked
end

--- The ranking of a side about a unit, as far as it has been asked for.
function M.of(self, id, side)
  local unit = self.state.units[id]
  if not unit or not unit.base then return nobody() end
  local own, stand = self.stood[unit.side] or self:standing(unit.side), self.stood[side] or self:standing(side)
  local kept, place = self.kept.ranked[id], own.places[id]
  if not kept or kept.place ~= place or not place and not stays(kept.off, unit) then
    kept = { place = place, off = not place and place_of(unit) or nil }
    self.kept.ranked[id] = kept
  end
  local ranked = kept[side]
  if not ranked or ranked.stand ~= stand or ranked.number ~= stand.number then
    local near = ranked and ranked.stand == stand and ranked.number == stand.before
    ranked = near and rank_again(self, id, ranked, stand) or rank(self, id, unit, stand, FIRST)
    kept[side] = ranked
  end
  return ranked
end

--- A ranking that has at least so many, or everybody.
function M.with(self, id, side, ranked, many)
  while ranked.upto and #ranked.ids < many do
    local rows = ranked.rows
    ranked = rank(self, id, self.state.units[id], ranked.stand, 4 * ranked.most)
    ranked.rows, self.kept.ranked[id][side] = rows, ranked
  end
  return ranked
end

---@param id string
---@param side string
---@return fun(): string?, integer?
function Mind:by_distance(id, side)
  local ranked, i = M.of(self, id, side), 0
  return function()
    i = i + 1
    local other = ranked.ids[i]
    if not other and ranked.upto then
      ranked = M.with(self, id, side, ranked, i)
      other = ranked.ids[i]
    end
    return other, ranked.of[other]
  end
end

return M
