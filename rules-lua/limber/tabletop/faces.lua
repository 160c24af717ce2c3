--- Which way bodies turn to each other, which friends stand beside or behind one, and what is between two: services of
--- the table.
--
--   view:face_met(id, target, how)    the face of the target that a unit comes against: "front", "left", "right" or
--                                     "rear", and by how much
--   view:faces(id, other, arc)        does some part of the other lie in front of a unit? And by how much
--   view:supporters(id, how)          friends within a distance: { id, um, face } each, the nearest first, `face` being
--                                     the face of the unit that it is nearest to
--   view:between(base, other, arc)    the ids of the areas with a part in the strip between the facing edges of two
--   view:interposed(id, other, how)   the unit that stands in the strip between the facing edges of two, and how deep
-- `how`, all of it optional, besides `within`, `base`, `except` and `counts` of view:near:
--   arc = angle    the front and the rear reach so far outward from the corners; face_met without it goes by the
--                  base's diagonals
--   from = point   where the unit came from, instead of where it stands
--   of = "enemies"|"friends"     whose units interpose; both sides' when it is left out
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

--- Of the bases of a unit, the nearest to a place.
local function nearest_base(unit, to)
  if not unit.bases then return unit.base end
  local best, least
  for _, base in ipairs(frames.bases(unit)) do
    local um = geometry.gap(base, to)
    if not least or um < least then best, least = base, um end
  end
  return best
end

---@param view limber.View
---@param id string
---@param target string
---@param how { arc: integer?, from: table?, base: table? }? `base`: where the target stands
---@return "front"|"left"|"right"|"rear" face
---@return integer margin
function M.view.face_met(view, id, target, how)
  how = how or {}
  local from = how.from or view:unit(id).base
  local base = how.base or nearest_base(view:unit(target), from)
  if not how.arc then return tabletop.face_of(base, from) end
  local side = geometry.side(base, how.arc, from)
  return side.face, side.margin
end

---@param view limber.View
---@param id string
---@param other string
---@param arc integer
---@return boolean
---@return integer margin
function M.view.faces(view, id, other, arc)
  local best
  for _, base in ipairs(frames.bases(view:unit(id))) do
    for _, body in ipairs(frames.bases(view:unit(other))) do
      local found = geometry.arc(base, "front", arc, body)
      if not best or found.margin > best.margin then best = found end
    end
  end
  return best.yes, best.margin
end

---@param view limber.View
---@param id string
---@param how table?
---@return { id: string, um: integer, face: string }[]
function M.view.supporters(view, id, how)
  how = how or {}
  local found, own = {}, view:unit(id)
  local list = view:near(id, {
    of = "friends", within = how.within, base = how.base, except = how.except, counts = how.counts,
  })
  for i, near in ipairs(list) do
    local base = how.base or nearest_base(own, view:unit(near.id).base)
    local other = nearest_base(view:unit(near.id), base)
    found[i] = { id = near.id, um = near.um, face = geometry.met(base, other).face }
  end
  return found
end

---@param view limber.View
---@param base table
---@param other table
---@param arc integer
---@return string[] ids as they are listed
function M.view.between(view, base, other, arc)
  local strip, found = tabletop.strip(base, other, arc), {}
  for _, id in ipairs(view.state.order.areas) do
    if tabletop.crosses(strip, { area = view.state.areas[id].area }) then found[#found + 1] = id end
  end
  return found
end

---@param view limber.View
---@param id string
---@param other string
---@param how { arc: integer, of: string?, counts: function? }
---@return string? by the first that does, nearest to the unit
---@return integer? um how deep it stands in the strip
function M.view.interposed(view, id, other, how)
  local target = view:unit(other)
  local own = nearest_base(view:unit(id), target.base)
  local theirs = nearest_base(target, own)
  local mine, facing = tabletop.edge(own, theirs, how.arc), tabletop.edge(theirs, own, how.arc)
  local list = view:near(id, {
    of = how.of, within = geometry.gap(own, theirs), except = other, counts = how.counts,
  })
  for _, near in ipairs(list) do
    for _, base in ipairs(frames.bases(view:unit(near.id))) do
      local strip = geometry.interposes(own, mine, theirs, facing, base)
      if strip.yes then return near.id, strip.margin end
    end
  end
end

return M
