--- Room along a way back (limber.tabletop.going_back): the places where a party overlaps no other body, and stops of
--- the ground that would leave it on top of friends.
local geometry <const> = require "kernel.geometry"
local paths <const> = require "limber.tabletop.paths"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

--- How far beyond the end of a way the search for room goes, and for the place where a body is cleared.
M.BEYOND = 1000000

local NOTHING <const> = {}

--- The ids of a party, and of the unit whose way it is.
function M.ids_of(way)
  local ids = { way.id }
  for _, one in ipairs(way.party) do ids[#ids + 1] = one.id end
  return ids
end

local function by_distance(one, other)
  if one.from ~= other.from then return one.from < other.from end
  return one.nth < other.nth
end

--- Puts what is met in the order of the way; of equals, what was added first comes first.
function M.in_order(met)
  for i, one in ipairs(met) do one.nth = one.nth or i end
  table.sort(met, by_distance)
  return met
end

--- The kernel's arguments for a party that slides `um` along its way.
local function motion(view, way, um)
  local bases = {}
  for _, one in ipairs(way.party) do
    local own = view:bases(one.id, one.base)
    table.move(own, 1, #own, #bases + 1, bases)
  end
  return { bases = bases, slide = um, angle = geometry.turn(bases[1].facing, way.bearing) }
end

--- What a party must stay clear of: bodies, some areas, and a distance from some bodies.
local function to_avoid(view, way, more)
  local wanted, except = {}, {}
  for _, id in ipairs(more.areas or {}) do wanted[id] = true end
  for _, id in ipairs(view.state.order.areas) do
    if not wanted[id] then except[#except + 1] = id end
  end
  local looks = { paths.units(view, nil, nil, table.unpack(M.ids_of(way))) }
  if next(wanted) then looks[2] = { kind = "area", except = except } end
  if more.apart then looks[#looks + 1] = paths.units(view, nil, more.apart) end
  return looks
end

--- Asks the kernel for a place along a way, again until it is a whole multiple: `round(um)` gives the next of those. So
--- near the place that was asked for, it is that place: bodies touch there.
local function place(view, way, at, more, find, round)
  at = round(at)
  if not way.party or #way.party == 0 then return at end
  local field, args = view:field(), motion(view, way, math.max(at, way.um) + M.BEYOND)
  args.at, args.avoid = at, to_avoid(view, way, more or NOTHING)
  local free = field[find](field, args)
  while free and math.abs(free - args.at) > tabletop.TOUCH do
    args.at = round(free)
    if args.at < 0 then return nil end
    free = field[find](field, args)
  end
  return free and args.at
end

--- The first place along a way, from `at` on, where the party overlaps no other body.
--
-- more.areas   ids of areas to stay out of as well
-- more.apart   { [id] = um }: the least distance to these bodies
-- more.whole   places are whole multiples of that
---@param view limber.View
---@param way limber.WayBack
---@param at integer
---@param more table?
---@return integer? um nil: there is none within a metre of the end
function M.view.first_room(view, way, at, more)
  local whole = more and more.whole or 1
  return place(view, way, at, more, "first_free", function(um)
    return whole > 1 and -(-(um - tabletop.TOUCH) // whole) * whole or um
  end)
end

--- The last place along a way, up to `at`, where the party overlaps no other body; arguments as `first_room`.
---@return integer? um nil: there is none
function M.view.last_room(view, way, at, more)
  local whole = more and more.whole or 1
  return place(view, way, at, more, "last_free", function(um)
    return whole > 1 and (um + tabletop.TOUCH) // whole * whole or um
  end)
end

--- Moves a stop along a way: the last friend that is passed before it is cleared only there.
local function move_stop(way, stop, at)
  local last
  for _, one in ipairs(way.met) do
    if one.to and one.from < at then last = one end
  end
  if at < stop.from then
    stop.from, stop.nth = at, 0 -- before what is met there
  elseif last then
    last.to = math.max(last.to, at)
    stop.from = math.max(stop.from, last.from)
  end
  M.in_order(way.met)
end

--- The ground stops a party at `stop`, one of what it meets, when it has passed friends up to `cleared`. It ends beyond
--- all friends that it would stand in there, where room is; else at the last place before the ground where it stands in
--- nobody. What it meets is changed accordingly.
--
-- more.areas: ids of areas to stay out of as well. It goes on beyond these only to get clear of a friend.
---@param view limber.View
---@param way limber.WayBack
---@param stop table
---@param cleared integer
---@param more table? as `first_room`
---@return integer um where it ends
function M.view.stop_clear(view, way, stop, cleared, more)
  local upon = math.max(stop.from, cleared)
  local clear = view:first_room(way, upon, { whole = more and more.whole })
  local there = view:first_room(way, upon, more)
  if not there or there ~= clear and clear <= upon then there = view:last_room(way, stop.from, more) or 0 end
  move_stop(way, stop, there)
  return there
end

return M
