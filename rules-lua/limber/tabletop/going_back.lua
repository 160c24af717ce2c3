--- Going back: units go straight away from an enemy or along a bearing. These services find what they meet and where
--- they end, and move them. The ruleset decides how far they go, and the effects of what they meet.
--
--   local way = play:way_back(id, { from = enemy, um = mm(300), meets = … })     what is met, by rising distance
--   local um = play:comes_to(way, mm(result.distance_mm), { room = "beyond" })   where there is room to end
--   play:go_back(way, um, { placed = …, leaves = … })                            all units of the way go there
-- A unit of several bases goes with all of them. A way is { id, um, met = { { kind, id, from, to }… } } and, on a
-- measured table:
--   base, angle, bearing   where it sets out, and which way: off its front, and on the table
--   path                   its own (limber.tabletop.paths), a metre longer
--   party                  those who go as one body, { id, base, angle } each, the unit itself first
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local room_along <const> = require "limber.tabletop.room_along"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {}, play = {} }

local BACK <const> = 180000

local FRIENDS <const>, NOTHING <const> = { friend = true }, {}

---@class limber.WayBack
---@field id string
---@field um integer how far it goes when it meets nothing
---@field met table[] by rising `from`: { kind, id, from, to } and what else the ruleset has put there
---@field base table?
---@field angle integer?
---@field bearing integer?
---@field party table[]?

--- The bearing at which a body goes straight at another, or away from it: straight ahead where some of that lies
--- squarely before its front, else that of its middle.
---@param _ limber.View
---@param base table
---@param other table
---@return integer
function M.view.bearing_at(_, base, other)
  local ahead = geometry.frontage(base, "front", other).length > 0 and geometry.arc(base, "front", 0, other).yes
  return ahead and base.facing or geometry.bearing(base, other)
end

local function bearing_of(view, base, how)
  if how.bearing then return how.bearing end
  local from = type(how.from) == "string" and view:unit(how.from).base or how.from
  return ((type(from) == "table" and view:bearing_at(base, from) or base.facing) + BACK) % 360000
end

--- Units in the order in which they go back, so that none is in the way of one who goes after it: those furthest from
--- any enemy first; of equals, and in a told game, in the order given.
---@param view limber.View
---@param ids string[] sorted where they are
---@return string[] ids
function M.view.rearmost_first(view, ids)
  local away, nth = {}, {}
  for i, id in ipairs(ids) do
    local unit, um = view:unit(id), nil
    if unit.base then um = select(2, view:nearest_unit(id, view:other(unit.side))) end
    away[id], nth[id] = um or 0, i
  end
  table.sort(ids, function(one, other)
    if away[one] ~= away[other] then return away[one] > away[other] end
    return nth[one] < nth[other]
  end)
  return ids
end

local function party_of(view, way, how)
  local party = {}
  if not how.stays then party[1] = { id = way.id, base = way.base, angle = way.angle } end
  for _, id in ipairs(how.with or {}) do
    local base = view:unit(id).base
    party[#party + 1] = { id = id, base = base, angle = geometry.turn(base.facing, way.bearing) }
  end
  return party
end

--- What things are to a unit that goes back, where its ruleset has no more to say of them.
local function plainly(view, id, passed)
  local side = view:unit(id).side
  return function(thing)
    if thing.kind ~= "body" then return (thing.kind == "edge" or thing.bars) and thing.kind or nil end
    return not lists.has(passed, thing.id) and (view:unit(thing.id).side == side and "friend" or "enemy") or nil
  end
end

--- What one of a party meets, as what the ruleset has it: bodies, ground that stops it, the edge of the table.
---@return limber.Path
local function add_met(view, way, one, how)
  local meets = how.meets == true and plainly(view, way.id, how.passed) or how.meets
  local path = view:path(one.id, { slide = way.um + room_along.BEYOND, angle = one.angle }, {
    from = one.base, friends = "pass", near = false,
  })
  local own, most = {}, way.um + (how.beyond or 0)
  for _, id in ipairs(room_along.ids_of(way)) do own[id] = true end
  local function add(thing)
    view:share(thing)
    thing.kind = thing.from < most and not own[thing.id] and meets(thing, way) or nil
    if thing.kind then way.met[#way.met + 1] = thing end
  end
  for _, span in ipairs(path.bodies) do add { kind = "body", id = span.id, from = span.from, to = span.to } end
  for _, stop in ipairs(path.stops) do
    if stop.kind ~= "body" then add { kind = stop.kind, id = stop.by, from = stop.at, bars = stop.bars } end
  end
  return path
end

--- The way back of a unit and the units that go with it, and what they meet on it.
--
-- how.um       how far it goes when it meets nothing; `told` may find that out, and change way.um
-- how.beyond   how far beyond that the way is measured too; friends there may have to be passed as well
-- how.from     the enemy or base that it goes straight away from; or how.bearing; else it goes to its own rear
-- how.sets_out the base where it sets out, if that is not where it stands; or fn(base) → that
-- how.with     ids of those that go with it as one body: stands of one unit, friends that it carries
-- how.stays    the unit stays, and only those with it go
-- how.meets    fn(thing, way) → what a thing is on the way ("friend", "enemy", …), nil: nothing. A thing is { kind, id,
--              from, bars } with the kinds of stops of a path, "body", "ground", "edge", and of bodies `to`, where they
--              are cleared; what else is put there stays. true: its "friend" and "enemy", the "edge", and "ground" that
--              nobody enters, but for how.passed, ids of bodies that count for nothing
-- how.told     fn(way) → what the players say that it meets, where nothing is measured
---@param view limber.View
---@param id string
---@param how table
---@return limber.WayBack
function M.view.way_back(view, id, how)
  local way = view:share { id = id, um = how.um or 0, met = {}, base = view:unit(id).base }
  if not way.base then
    way.met = room_along.in_order(how.told and how.told(way) or {})
    return way
  end
  local out = how.sets_out
  if out then way.base = type(out) == "function" and out(way.base) or out end
  way.bearing = bearing_of(view, way.base, how)
  way.angle = geometry.turn(way.base.facing, way.bearing)
  way.party = party_of(view, way, how)
  for _, one in ipairs(how.meets and way.party or {}) do
    local path = add_met(view, way, one, how)
    way.path = way.path or path
  end
  room_along.in_order(way.met)
  return way
end

--- How far a party gets of `um` until something stops it that it does not pass; and that thing.
local function stopped(way, um, how)
  local passes, enters, cleared = how.passes or FRIENDS, how.enters or NOTHING, 0
  for _, one in ipairs(way.met) do
    if one.from >= math.max(um, cleared) then break end
    if not passes[one.kind] then return enters[one.kind] and math.max(one.from, cleared) or one.from, one end
    cleared = math.max(cleared, one.to or 0)
  end
  return math.maxinteger
end

--- The members of a party that are still on the table after `um`.
local function on_table(view, way, um)
  local party = {}
  for _, one in ipairs(way.party) do
    if tabletop.on_table(view, tabletop.slid(one.base, um, one.angle)) then party[#party + 1] = one end
  end
  return { id = way.id, um = way.um, bearing = way.bearing, party = party }
end

--- The last place where no member of a party overlaps another body. Members over the edge of the table do not count
--- when they may leave it.
local function short_of(view, way, um, how)
  local last
  repeat
    last = um
    um = view:last_room(how.leaves and way.party and on_table(view, way, um) or way, um, how) or 0
  until um == last
  return um
end

--- Where a party ends after at most `um`: no further than what stops it, and where it overlaps no other body.
--
-- how.passes   the kinds of what it meets that do not stop it: { friend = true } when left out
-- how.enters   the kinds that stop it, but that it goes into as far as it needs to get clear of those that it passes
-- how.room     where it ends when it would overlap a body: "beyond" all such bodies, else "short" of them
-- how.leaves   it may go over the edge of the table; a member that does overlaps no body
-- how.whole    it ends at whole multiples of that
---@param view limber.View
---@param way limber.WayBack
---@param um integer
---@param how table?
---@return integer um
---@return table? by what it has come up to and is stopped by
function M.view.comes_to(view, way, um, how)
  how = how or {}
  local stop, by = stopped(way, math.max(um, way.um), how)
  local at = math.min(um, stop)
  local clear = how.room == "beyond" and view:first_room(way, at, how)
  if not clear or clear > math.max(at, stop) then clear = short_of(view, way, at, how) end
  return clear, clear >= stop and by or nil
end

--- All members of a party go `um` along their way.
--
-- how.placed    fn(id, base): places a member; when left out, play:set_down does
-- how.leaves    fn(id): called for a member that is over the edge of the table
-- how.arrives   fn(id, um): called for the others
---@param play table
---@param way limber.WayBack
---@param um integer
---@param how table?
function M.play.go_back(play, way, um, how)
  how = how or {}
  for _, one in ipairs(way.party or {}) do
    local base = tabletop.slid(one.base, um, one.angle)
    if how.placed then
      how.placed(one.id, base)
    else
      play:set_down(one.id, base)
    end
    if how.leaves and not tabletop.on_table(play, base) then
      how.leaves(one.id)
    elseif how.arrives then
      how.arrives(one.id, um)
    end
  end
end

return M
