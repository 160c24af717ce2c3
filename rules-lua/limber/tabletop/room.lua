--- Room: whether a unit may stand on a base, who or what is in the way by how much, and where on a way there is room.
--
-- What keeps it from a place is { kind, by, margin } with the kinds of stops of a path (limber.tabletop.paths): "edge",
-- "body", "near", "ground"; `margin` is below 0, in micrometres, and of ground there is none. What it overlaps, or is
-- near to, or stands in before, keeps it from nothing. In a told game the players see to that: nothing is in the way.
local geometry <const> = require "kernel.geometry"
local ground <const> = require "limber.tabletop.ground"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

---@class limber.RoomOptions
---@field from table? the base that it comes from, else its own
---@field against string? the enemy that it may touch
---@field enters string? the area that it may stand in
---@field near (integer|false)? so near to an enemy it may not come; not given: in contact; false: it may
---@field friends "pass"? it may stand upon friends
---@field players_word boolean? only the edge keeps it, and bodies that it does not overlap already

local NOTHING <const> = {}

--- Does such ground keep the unit from standing in it?
local function bars(view, unit, node)
  local row = view:terrain(node)
  return row.counts and (row.stops or not ground.may_enter(row, view.rules, unit, node)) or false
end

--- The ground under a base that the unit may not stand in.
local function barred_by(view, unit, base, from, enters)
  for _, id in ipairs(view:under(base)) do
    local barred = id ~= enters and bars(view, unit, view.state.areas[id]) and view:stands_in(base, id)
    if barred and not (from and view:stands_in(from, id)) then return id end
  end
end

local function wrong_edge(view, base, from)
  local over = geometry.overhang(base, view.state.ground)
  if over > tabletop.TOUCH and not (from and over <= geometry.overhang(from, view.state.ground)) then
    return { kind = "edge", margin = -over }
  end
end

--- Does a base lie upon a body, and by how much?
local function upon(base, other)
  local contact = geometry.contact(base, other)
  return contact.state == "overlapping" and contact.margin or nil
end

--- Is that overlap allowed: with a friend whom it passes, or, the players say so, with what it overlaps already?
local function may_overlap(unit, other, opts)
  return opts.friends == "pass" and other.side == unit.side
    or opts.players_word and unit.base ~= nil and upon(unit.base, other.base) ~= nil
end

local function wrong_body(view, id, unit, base, from, opts)
  local near = opts.near == nil and tabletop.TOUCHING or opts.near or 0
  local may_near = opts.near == false or opts.players_word
  local bodies = { kind = "base", with = { "unit" }, except = { id } }
  for _, one in ipairs(view:field():within(base, near, bodies)) do
    local other = view.state.units[one.id] -- none: not seen
    local deep = other and one.distance <= tabletop.TOUCH and upon(base, other.base)
    if deep and not may_overlap(unit, other, opts) then return { kind = "body", by = one.id, margin = deep } end
    local enemy = other and not deep and not may_near and other.side ~= unit.side and one.id ~= opts.against
    if enemy and not (from and geometry.gap(from, other.base) <= near) then
      return { kind = "near", by = one.id, margin = one.distance - near }
    end
  end
end

--- Why a unit may not stand on a base; nil when it may.
---@param view limber.View
---@param id string
---@param base table?
---@param opts limber.RoomOptions?
---@return { kind: string, by: string?, margin: integer?, cite: string? }?
function M.view.room(view, id, base, opts)
  if not base then return nil end
  opts = opts or NOTHING
  local unit = view.state.units[id] or view:leader(id)
  local from = opts.from or unit.base
  local wrong = wrong_edge(view, base, from) or wrong_body(view, id, unit, base, from, opts)
  if wrong or opts.players_word then return wrong end
  local area = barred_by(view, unit, base, from, opts.enters)
  return area and { kind = "ground", by = area, cite = view:terrain(area).cite } or nil
end

--- How far a base may be turned on its centre, of so much, before it runs into a unit.
---@param view limber.View
---@param id string
---@param base table
---@param angle integer
---@return integer free
---@return string? by
function M.view.swing(view, id, base, angle)
  local first = view:field():first(tabletop.inside(base), { pivot = angle }, {
    kind = "base", with = { "unit" }, except = { id },
  })
  return first.free, first.id
end

--- What a place on a way must be out of.
local function avoided(view, id, unit, from, opts)
  local looks = { { kind = "base", with = { "unit" }, except = { id } } }
  if opts.friends == "pass" then looks[1].not_side = unit.side end
  if opts.near ~= false then
    looks[2] = {
      kind = "base", with = { "unit" }, not_side = unit.side, except = { id, opts.against },
      within = opts.near or tabletop.TOUCHING,
    }
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
  return field[opts.back and "last_free" or "first_free"](field, {
    base = from, slide = slide.slide, angle = slide.angle or 0, at = opts.at, over = tabletop.TOUCH,
    table = view.state.ground, avoid = avoided(view, id, unit, from, opts),
  })
end

return M
