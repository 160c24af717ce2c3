--- The bodies of the two armies as a solo commander sees them: brigades and the like, of those units that stand on the
--- table. These are methods of limber.solo.mind, which tells what each of them gives.
local agreement <const> = require "limber.game.agreement"
local geometry <const> = require "kernel.geometry"
local listed <const> = require "limber.tabletop.listed"
local tolerances <const> = require "limber.tabletop.tolerances"

local M <const> = { methods = {} }
local Mind <const> = M.methods

---@class limber.Body a formation as far as it is on the table, or a unit that is in none
---@field id string of the formation; "of ID" for a unit that is in none
---@field formation table its node; empty for a unit that is in none
---@field stance string? as its ruleset's policy tells, for the commander's own side
---@field units string[] with `side` and `at`, as of mind:standing
---@field alone string? the unit, where it is in no formation

--- The units of a side by the formations that they are in, in the listed order of whose unit is first.
local function grouped(self, side)
  local list, by_id, state = { units = self:standing(side) }, {}, self.state
  for _, id in ipairs(list.units) do
    local key = state.units[id].formation or "of " .. id
    local units = by_id[key]
    if not units then
      units = { side = side, at = {}, of = key }
      by_id[key] = units
      list[#list + 1] = units
    end
    units[#units + 1] = id
    units.at[id] = #units
  end
  return list
end

local NOBODY <const> = {}

--- The bodies of a side, `all` of them and by their ids, from its units by formations.
local function drawn_up(self, side)
  local kept <const> = grouped(self, side)
  local list, by_id, all = {}, {}, {}
  for id, formation in self.view:formations(side) do
    local body = { id = id, formation = formation, units = NOBODY }
    by_id[id], all[#all + 1] = body, body
  end
  for i, units in ipairs(kept) do
    local body = by_id[units.of]
    if not body then
      body = { id = units.of, formation = {}, alone = units[1] }
      by_id[units.of], all[#all + 1] = body, body
    end
    body.units, list[i] = units, body
  end
  list.by_id = by_id
  return { list = list, all = all, units = kept.units, formations = listed.kept(self.view, "formations") }
end

--- The bodies of a side, drawn up anew where its units or formations are others; their stances are those of now.
local function bodies_of(self, side)
  local kept, laid = self.kept.bodies[side], self.view.equipped and self.view.equipped.formations
  if not kept or laid or kept.units ~= self:standing(side)
    or kept.formations ~= listed.kept(self.view, "formations") then
    kept = drawn_up(self, side)
    self.kept.bodies[side] = kept
  end
  for _, body in ipairs(kept.all) do body.stance = self:stance(side, body.alone or body.id) end
  return kept.list
end

---@param side string
---@return limber.Body[] those on the table; `by_id` has the others too
function Mind:bodies(side)
  return self:once_for("bodies", side, bodies_of)
end

---@param id string of a unit of either side
---@return limber.Body
function Mind:body_of(id)
  local unit = self.view:unit(id)
  return self:bodies(unit.side).by_id[unit.formation or "of " .. id]
end

---@param ids string[]
---@return table? point the middle of units; nil of none that has a place
function Mind:middle(ids) return self.view:middle(ids) end

---@param one limber.Body
---@param other limber.Body
---@return integer? um between the two units that are nearest to each other
function Mind:between_bodies(one, other)
  local least
  for _, id in ipairs(one.units) do
    local _, um = self:nearest(id, other.units)
    if um and (not least or um < least) then least = um end
  end
  return least
end

--- Where bodies stand in a list, by their ids.
local function places_in(list)
  local places = {}
  for i, body in ipairs(list) do places[body.id] = i end
  return places
end

---@param body limber.Body
---@param list limber.Body[] of one side
---@param fits (fun(other: limber.Body): any)?
---@return limber.Body? nearest the first of equals
---@return integer? um
function Mind:nearest_body(body, list, fits)
  if #list == 0 then return nil end
  local places, units, best, least = places_in(list), self.state.units, nil, nil
  places[body.id] = nil
  for _, id in ipairs(body.units) do
    for other, um in self:by_distance(id, list[1].units.side) do
      if least and um > least then break end
      local at = places[units[other].formation or "of " .. other]
      if at and (not least or um < least or at < best) and (not fits or fits(list[at])) then best, least = at, um end
    end
  end
  return list[best], least
end

--- How far out the foremost middle of some units is, as one looks that way.
---@param ids string[]
---@param facing integer
---@return integer? um
function Mind:front_of(ids, facing)
  local most
  for _, id in ipairs(ids) do
    local at = self:along(facing, self.view:unit(id).base)
    if not most or at > most then most = at end
  end
  return most
end

--- How far some units reach to either side of a point, as one looks that way.
---@param ids string[]
---@param point table
---@param facing integer
---@return integer um
function Mind:half_front(ids, point, facing)
  local aside, most = (facing + 90000) % 360000, 0
  for _, id in ipairs(ids) do
    local base = self.view:unit(id).base
    most = math.max(most, math.abs(self:along(aside, base) - self:along(aside, point)) + base.width // 2)
  end
  return most
end

--- Does a unit of others stand before one of some units, as one looks that way? Those are in second line behind.
---@param ids string[]
---@param others string[]
---@param facing integer
---@return boolean
function Mind:stands_behind(ids, others, facing)
  local aside = (facing + 90000) % 360000
  for _, id in ipairs(ids) do
    local base = self.view:unit(id).base
    local on, across = self:along(facing, base), self:along(aside, base)
    for _, other in ipairs(others) do
      local there = self.view:unit(other).base
      local apart = math.abs(self:along(aside, there) - across)
      if 2 * apart < base.width + there.width and self:along(facing, there) > on then return true end
    end
  end
  return false
end

--- Is a base in line with another: no further before or behind it than `um`, looking much the same way, and with no
--- room for a third between them?
---@param base table
---@param other table
---@param um integer
---@param off integer the most that their facings differ
---@return boolean
function Mind:abreast(base, other, um, off)
  local on = self:along(base.facing, other) - self:along(base.facing, base)
  local aside = (base.facing + 90000) % 360000
  local between = math.abs(self:along(aside, other) - self:along(aside, base)) - (base.width + other.width) // 2
  return math.abs(on) <= um and between < base.width and math.abs(geometry.turn(base.facing, other.facing)) <= off
end

--- Is the way of a body from a place to another free of friends who do not leave it open, as wide as that?
---@param body limber.Body
---@param from table
---@param to table
---@param um integer
---@return boolean
function Mind:open_way(body, from, to, um)
  local way = { line = { { x = from.x, y = from.y }, { x = to.x, y = to.y } } }
  for _, id in ipairs(self:standing(self.side)) do
    local unit = self.view:unit(id)
    if not self.charges.passes(unit, body) and self:apart(way, unit.base) < um then return false end
  end
  return true
end

--- The point at a distance from a face of a base.
---@param base table
---@param face "front"|"left_flank"|"right_flank"|"rear"
---@param um integer
---@return table point
function Mind.off_face(_, base, face, um)
  local turn = face == "front" and 0 or face == "rear" and 180000 or face == "left_flank" and -90000 or 90000
  local half = turn % 180000 == 0 and base.depth // 2 or base.width // 2
  return geometry.step({ x = base.x, y = base.y }, (base.facing + turn) % 360000, half + um)
end

--- Is a place clear of some units but one?
---@param ids string[]
---@param point table
---@param except string
---@param um integer
---@return boolean
function Mind:clear_of(ids, point, except, um)
  for _, id in ipairs(ids) do
    if id ~= except and self:apart(point, self.view:unit(id).base) < um then return false end
  end
  return true
end

--- Is a place clear of all enemies but one?
---@param point table
---@param except string
---@param um integer
---@return boolean
function Mind:clear_of_enemies(point, except, um) return self:clear_of(self:enemies(), point, except, um) end

--- How many of some units a figure at a place has within so much.
---@param ids string[]
---@param base table
---@param um integer
---@return integer
function Mind:within_reach(ids, base, um)
  local n = 0
  for i = 1, #ids do
    if self:apart(base, self.view:unit(ids[i]).base) <= um then n = n + 1 end
  end
  return n
end

--- With which of some units a leader is best: from where he reaches most of `how.reaches`, and of equals the nearest to
--- the middle; of those that are as near but for rounding, the first.
---@param ids string[]
---@param leader table
---@param how { reaches: string[], um: integer, middle: table, stays: integer } `stays`: so much nearer must another
---  unit be than the one he is with
---@return string? unit
---@return integer? most how many he reaches from there
function Mind:best_with(ids, leader, how)
  local best, most, least
  for _, id in ipairs(ids) do
    local base = self.view:unit(id).base
    local um = geometry.gap(how.middle, { x = base.x, y = base.y }) - (id == leader.with and how.stays or 0)
    local n = 0
    if #how.reaches > 0 then n = self:within_reach(how.reaches, self.view:leader_base(leader.id, base), how.um) end
    if not most or n > most or n == most and um < least - tolerances.ROUNDED then best, most, least = id, n, um end
  end
  return best, most
end

--- A text with the names of `ids` at its {places}; its [words] agree with the name before them, or as in [of:its] with
--- the one at that place (limber.game.agreement): "{enemy} [is] near".
---@param text string
---@param ids table<string, string> units, formations, … or bodies
---@return string
function Mind:said(text, ids)
  return agreement.fill(text, self.state, function(key)
    local id = ids[key]
    return type(id) == "string" and id:gsub("^of ", "") or id
  end, function(id) return self:name(id) end)
end

return M
