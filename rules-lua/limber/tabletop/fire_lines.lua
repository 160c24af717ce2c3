--- Lines of fire: muzzles, range, arc, obstacles on the line, and bodies beyond the target. Services of the table; the
--- ruleset decides what a line means.
--
--   view:fire_line(id, target, how) → line, lines   of a unit at a unit or an area; `lines`: one for each of its bases,
--                                                   each to the nearest base of the target
--   view:fire_ray(id, bearing, um, filter)          what a line along a bearing runs through, the nearest first
--   view:muzzle(id)                                 the middle of its front edge
-- `how`, all of it optional:
--   muzzles   where range and bearing are taken, and lines begin: "front" (the middle of the front edge; the default),
--             "front_ends" (that, and both its ends), "sides" (the middle of every edge), "centre", or a list of points
--   files     a list of points: lines begin there instead, each to its nearest point of the target, and are counted; or
--             "muzzle": at the nearest muzzle alone
--   range     "base": measured from the nearest edge; "centre": from the middle of the base; else from the muzzle
--   arc       some of the target lies so far outward from the front corners (with `rear` the rear corners)
--   off       the bearing from the muzzle is no further off the facing
--   marks     "all": one clear line to some part of the target is enough; else it goes to the nearest point
--   eye, mark   heights above the ground
--   holds     function(view, id): the id of the area whose edges count as the unit's own, to fire from and be fired at
--   at        what is fired at instead of where the target stands: a base where it passed, one of its bases, an area
--   nth       of a unit of several bases: only the nth of them fires
--   solid     what stops a line whatever its height, a filter of the field; else the units that the firer's side can
--             see; false: none
--   opaque    ground that does, a filter, if a line runs in it for more than `thick`; other ground does by its height
--   pass      ground that does not, where the firer or its target stands in it, a filter; nor does a hill under either
--   except    ids that stop nothing, besides those of firer and target
-- A line says
--   yes       it bears, and is clear; with files: that of one is           um, mm, off, from, to    range and bearing
--   clear_from, clear_to    the ends of the first clear line
--   borne     false: out of arc, off or reach. margin, face: by how much out of the arc or in it, which line decides
--   clear     how many files have a clear line     by, at   what stops the first line that is stopped, and how far out
--   tall, tall_at, solid, solid_at   the same of ground, and of bodies where no ground does
--   friend    friends are among what stops it              level      the highest ground under bodies that stop it
--   out, into, shared     how far it runs in ground of `pass` at either end; whether one is at both ends
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

--- The place that a unit holds, in which it fires and is fired at, or nil.
local function held(view, id, how)
  return how.holds and view.state.units[id] and how.holds(view, id) or nil
end

--- How with more in it.
local function with(how, more)
  local all = {}
  for key, value in next, how do all[key] = value end
  for key, value in next, more do all[key] = value end
  return all
end

--- What of a unit or area is an item of the field: a place that it holds, each of its bases or the nth, or itself.
local function items_of(view, id, how, nth)
  local unit = view.state.units[id]
  local bases = unit and unit.bases
  if not bases then return { held(view, id, how) or id } end
  local items = {}
  for i = nth or 1, nth or #bases do items[#items + 1] = ("%s/%d"):format(id, i) end
  return items
end

local GROUND <const>, UNIT <const> = { kind = "area" }, { "unit" }

--- The units that a side can see, as a filter of the field.
local seen <const> = {}
local function seen_by(side)
  seen[side] = seen[side] or { kind = "base", with = UNIT, without = { "unseen_" .. side } }
  return seen[side]
end

--- What the field is asked about a unit's fire.
local function question(view, id, how, target)
  local side, except = view:unit(id).side, { id, target }
  local args = { side = side, tall = GROUND, solid = seen_by(side) }
  for key, value in next, how do args[key] = value end
  args.except = how.except and table.move(how.except, 1, #how.except, #except + 1, except) or except
  if held(view, id, how) then args.muzzles = "sides" end
  return args
end

---@class limber.FireLine
---@field yes boolean
---@field um integer
---@field mm integer um in whole millimetres, upwards
---@field off integer? thousandths of a degree off the facing, clockwise above 0; none of a place that is held
---@field from table
---@field to table
---@field borne boolean?
---@field by string?

---@param view limber.View
---@param id string
---@param target string? a unit or an area; none when `at` says what is fired at
---@param how table
---@return limber.FireLine
---@return limber.FireLine[]
function M.view.fire_line(view, id, target, how)
  local field, args = view:field(), question(view, id, how, target)
  local targets, best, lines = how.at and { how.at } or items_of(view, target, how), nil, {}
  for i, from in ipairs(items_of(view, id, how, how.nth)) do
    args.from = from
    for _, to in ipairs(targets) do
      args.to = to
      local line = field:fire(args)
      if not lines[i] or line.um < lines[i].um then lines[i] = line end
    end
    lines[i].mm = geometry.round_mm(lines[i].um, "up")
    if not best or lines[i].um < best.um then best = lines[i] end
  end
  return best, lines
end

--- The middle of a unit's front edge.
---@param view limber.View
---@param id string
---@return table point
function M.view.muzzle(view, id)
  local base = view:unit(id).base
  return geometry.step({ x = base.x, y = base.y }, base.facing, base.depth // 2)
end

--- What lies along a bearing from the middle of a unit's front edge, the nearest first: bodies, and the ground that
--- `filter` admits, with the point where the ray enters each. How deep it strikes is for the ruleset.
---@param view limber.View
---@param id string
---@param bearing integer
---@param um integer
---@param admits table? a filter of the field
---@return { id: string, from: integer, to: integer, at: table }[]
function M.view.fire_ray(view, id, bearing, um, admits)
  local list, muzzle = {}, view:muzzle(id)
  for _, span in ipairs(view:field():ray(muzzle, geometry.step(muzzle, bearing, um), tabletop.FIRE_LINE, admits)) do
    local unit = view.state.units[span.id]
    if span.to - span.from > tabletop.GRAZE and (not unit or tabletop.present(unit)) then
      span.at = geometry.step(muzzle, bearing, span.from)
      list[#list + 1] = span
    end
  end
  return list
end

M.question, M.held, M.items_of, M.with = question, held, items_of, with

return M
