--- Room: may a unit stand on a base, what is in the way and by how much, and where on a slide is there room?
--
-- What keeps it from a place is { kind, by, margin } with the kinds of stops of a path (limber.tabletop.paths): "edge",
-- "body", "near", "ground"; `margin` is below 0, in micrometres, and of ground there is none. What it overlaps, or is
-- near to, or stands in before, keeps it from nothing. In a told game the players see to that: nothing is in the way.
local frames <const> = require "limber.tabletop.frames"
local kept <const> = require "limber.tabletop.kept"
local geometry <const> = require "kernel.geometry"
local terrain <const> = require "limber.rules.terrain"
local paths <const> = require "limber.tabletop.paths"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

---@class limber.RoomOptions
---@field from table? the base that it comes from, else its own
---@field against string? the enemy that it may touch
---@field enters string? the area that it may stand in
---@field near (integer|false)? the distance to enemies that it must keep; left out: no contact; false: none
---@field friends "pass"? it may stand upon friends
---@field with string[]? units that go along: they are not in its way where they stand
---@field seen_by string? only units that this side can see are in the way, in play too
---@field shape table[]? the bases that it would have there: another formation
---@field players_word boolean? only the edge keeps it, and bodies that it does not overlap already

local NOTHING <const> = {}

--- Does such ground keep the unit from standing in it?
local function bars(view, unit, node)
  local row = view:terrain(node)
  return row.counts and (row.stops or not terrain.may_enter(row, view.rules, unit, node)) or false
end

--- The ground under the bases of a unit that it may not stand in.
local function barred_by(view, unit, bases, from, enters)
  for _, one in ipairs(bases) do
    for _, id in ipairs(view:under(one)) do
      local barred = id ~= enters and bars(view, unit, view.state.areas[id]) and view:stands_in(one, id)
      if barred and not (from and view:stands_in(frames.bases(unit, from), id)) then return id end
    end
  end
end

--- How far the worst of bases is over the edge of the table.
local function overhang(view, bases)
  local most = -math.maxinteger
  for _, base in ipairs(bases) do most = math.max(most, geometry.overhang(base, view.state.ground)) end
  return most
end

local function wrong_edge(view, unit, bases, from)
  local over = overhang(view, bases)
  if over > tabletop.TOUCH and not (from and over <= overhang(view, frames.bases(unit, from))) then
    return { kind = "edge", margin = -over }
  end
end

--- Units that a base may not overlap: all but friends that it passes and, where the players overrule, units that it
--- overlaps already.
local function solid(view, id, unit, opts)
  local filter = paths.others(view, opts, opts.friends == "pass" and unit.side or nil, nil, id)
  local except = filter.except
  for _, own in ipairs(opts.players_word and frames.bases(unit) or {}) do
    local other = view:field():overlaps(own, filter)
    while other do
      except[#except + 1] = other
      other = view:field():overlaps(own, filter)
    end
  end
  return filter
end

local function wrong_body(view, id, unit, base, from, opts)
  local field = view:field()
  local by, deep = field:overlaps(base, solid(view, id, unit, opts))
  if by then return { kind = "body", by = by, margin = -deep } end
  if opts.near == false or opts.players_word then return nil end
  local near = opts.near or tabletop.TOUCHING
  local enemies = paths.others(view, opts, unit.side, nil, id, opts.against)
  for _, one in ipairs(field:within(base, near, enemies)) do
    if not (from and view:apart(frames.bases(unit, from), one.id) <= near) then
      return { kind = "near", by = one.id, margin = one.distance - near }
    end
  end
end

--- The same of each base of a unit: what is in the way of the first that has no room.
local function wrong_bodies(view, id, unit, bases, from, opts)
  for _, one in ipairs(bases) do
    local wrong = wrong_body(view, id, unit, one, from, opts)
    if wrong then return wrong end
  end
end

local function wrong_place(view, id, base, opts)
  local unit = view.state.units[id] or view:leader(id)
  local from, bases = opts.from or unit.base, frames.bases(opts.shape and { bases = opts.shape } or unit, base)
  local wrong = wrong_edge(view, unit, bases, from) or wrong_bodies(view, id, unit, bases, from, opts)
  if wrong or opts.players_word then return wrong end
  local area = barred_by(view, unit, bases, from, opts.enters)
  return area and { kind = "ground", by = area, cite = view:terrain(area).cite } or nil
end

--- Why a unit may not stand on a base; nil when it may. Worked out once while nothing changes.
---@param view limber.View
---@param id string
---@param base table?
---@param opts limber.RoomOptions?
---@return { kind: string, by: string?, margin: integer?, cite: string? }?
function M.view.room(view, id, base, opts)
  if not base then return nil end
  opts = opts or NOTHING
  local key = kept.key(view, "room", id, base, opts)
  local wrong = key and view.kept[key]
  if wrong == nil then wrong = wrong_place(view, id, base, opts) or false end
  if key then view.kept[key] = wrong end
  return wrong or nil
end

--- Why several units may not stand on so many bases at once; nil when they may. `id` is the unit without room.
---@param view limber.View
---@param ids string[]
---@param bases table[]
---@param opts limber.RoomOptions?
---@return { id: string, kind: string, by: string?, margin: integer? }?
function M.view.room_for(view, ids, bases, opts)
  local how = { with = ids }
  for key, value in next, opts or NOTHING do how[key] = value end
  for i, id in ipairs(ids) do
    local wrong = M.view.room(view, id, bases[i], how)
    for j = 1, wrong and 0 or i - 1 do
      local met = geometry.contact(bases[i], bases[j])
      if met.state == "overlapping" then wrong = { kind = "body", by = ids[j], margin = -math.abs(met.margin) } end
    end
    if wrong then
      wrong.id = id
      return wrong
    end
  end
end

--- The bases of several units drawn up in one pattern about their middle, faced as the first.
---@param view limber.View
---@param ids string[]
---@param list table[] { aside, ahead, turn, width, depth } each, in the frame of all
---@return table[]? bases none where they have no place
function M.view.places(view, ids, list)
  local base = view:unit(ids[1]).base
  return base and frames.bases({ bases = list }, frames.base_at(base, view:middle(ids))) or nil
end

--- How much of `angle` a base can turn on its centre before it runs into a unit.
---@param view limber.View
---@param id string
---@param base table
---@param angle integer
---@return integer free
---@return string? by
function M.view.swing(view, id, base, angle)
  local first = view:field():first(tabletop.inside(base), { pivot = angle }, paths.units(view, nil, nil, id))
  return first.free, first.id
end

--- What a place on a way must be out of.
local function avoided(view, id, unit, from, opts)
  local looks = { paths.others(view, opts, opts.friends == "pass" and unit.side or nil, nil, id) }
  if opts.near ~= false then
    looks[2] = paths.others(view, opts, unit.side, opts.near or tabletop.TOUCHING, id, opts.against)
  end
  local others = {}
  for _, area in ipairs(view.state.order.areas) do
    local node = view.state.areas[area]
    local free = area == opts.enters or not bars(view, unit, node) or view:stands_in(from, area)
    if free then others[#others + 1] = area end
  end
  if #others < #view.state.order.areas then looks[#looks + 1] = { kind = "area", except = others } end
  return looks
end

--- The first place at or beyond one on a slide where a unit has room, or the last up to there.
---@param view limber.View
---@param id string
---@param slide table { slide, angle }
---@param opts limber.RoomOptions|{ at: integer?, back: boolean? }? at: 0, or looking back the end of the slide
---@return integer? um nil: there is none
---@return string? by what is in the way next to it, "edge" the edge
function M.view.nearest_room(view, id, slide, opts)
  opts = opts or NOTHING
  local unit = view.state.units[id] or view:leader(id)
  local from, field = opts.from or unit.base, view:field()
  local path = { from = from, bases = unit.bases and frames.bases(unit, from) or nil, steps = slide }
  return field[opts.back and "last_free" or "first_free"](field, paths.asked(path, {
    at = opts.at, over = tabletop.TOUCH, table = view.state.ground, avoid = avoided(view, id, unit, from, opts),
  }))
end

return M
