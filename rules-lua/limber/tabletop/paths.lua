--- Paths: what a unit meets on slides, wheels and turns, and how far it gets. The kernel measures all of a path
--- exactly, at once.
--
-- A path is { id, from, base, length, steps } and what is met on it:
--   stops     { at, kind, by, cite }: what ends the move, the first first. The kinds:
--               edge      a corner comes over the edge of the table
--               body      it runs into another unit
--               near      it comes as near to an enemy as it may (nearer = true: opts.no_nearer)
--               ground    ground that it does not enter (bars = true), or that it enters from its edge
--   clear     how far it goes before the first of them
--   bodies    { id, from, to }: units that it runs into; passed: those of them that do not stop it
--   ground    { id, from, to, row, going, already }: areas and lines that make a difference (limber.rules.terrain)
--   leaves_at, leaves    the place where it gets away from an enemy that it is near to at its start, and that enemy
--   zone      { id, from, to }: where it is within opts.zone of an enemy
--   party     { id, base }: where it and those that go with it end (opts.with)
-- Places are micrometres along the way. Ground that the unit stands in stops it only when it goes deeper in. In a told
-- game nothing is known of a path but its length: the players see to the rest.
local crossings <const> = require "limber.tabletop.crossings"
local frames <const> = require "limber.tabletop.frames"
local kept <const> = require "limber.tabletop.kept"
local geometry <const> = require "kernel.geometry"
local terrain <const> = require "limber.rules.terrain"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

---@class limber.PathOptions
---@field from table? the base that it starts from, else its own
---@field friends "pass"? friends do not stop it
---@field near (integer|table<string, integer>|false)? the distance at which an enemy stops it; left out: contact
---@field no_nearer boolean? an enemy that it is near to at its start stops it where it would come nearer to that one
---@field against string? the enemy that it goes at: that one does not stop it
---@field zone integer?
---@field players_word boolean? nothing stops it but the edge and bodies that it does not overlap already
---@field with string[]? units that go with it as one body: a line that wheels, the stands of a square. The steps are
---       those of the smallest rectangle round them all, faced as the unit is
---@field seen_by string? only units that this side can see are in the way, in play too

---@class limber.Path
---@field id string
---@field from table
---@field bases table[]? of a unit of several, where they stand at the start
---@field base table
---@field length integer
---@field steps table
---@field ends integer[] where each step ends
---@field stops { at: integer, kind: string, by: string?, cite: string?, bars: boolean?, to: integer?,
---       nearer: boolean? }[]
---@field clear integer
---@field bodies table[]
---@field passed table[]
---@field ground table[]
---@field leaves_at integer?
---@field leaves string?
---@field zone table[]?
---@field party { id: string, base: table }[]?

local NOTHING <const> = {}

--- What comes first of stops at one place.
local RANK <const> = { edge = 1, body = 2, near = 3, ground = 4 }

local function add_stop(path, kind, span, more)
  local nth = #path.stops + 1
  local stop = { kind = kind, at = span.from, to = span.to, by = span.id, rank = RANK[kind], nth = nth }
  for key, value in next, more or NOTHING do stop[key] = value end
  path.stops[nth] = stop
end

--- Of a unit of several bases one span for all of them.
local function by_unit(spans)
  local list, of = {}, {}
  for _, span in ipairs(spans) do
    local first = span.nth and of[span.id]
    if first then
      first.to = math.max(first.to, span.to)
    else
      list[#list + 1], of[span.id] = span, span
    end
  end
  return list
end

local function add_bodies(path, side, opts, spans, view)
  for _, span in ipairs(spans) do
    if span.from < path.length then
      local other = view.state.units[span.id]
      path.bodies[#path.bodies + 1] = span
      local passed = opts.friends == "pass" and other.side == side or opts.players_word and span.from == 0
      if passed or span.id == opts.against then
        path.passed[#path.passed + 1] = span
      else
        add_stop(path, "body", span)
      end
    end
  end
end

--- Adds stops at enemies that it comes near to. It may leave enemies that it is near to at the start.
local function add_near(path, spans)
  for _, span in ipairs(spans) do
    if span.from > 0 then
      add_stop(path, "near", span)
    elseif span.to > (path.leaves_at or 0) then
      path.leaves_at, path.leaves = span.to < path.length and span.to or path.length + 1, span.id
    end
  end
end

--- Adds stops where it comes nearer to enemies that it is near to at the start.
local function add_nearer(view, path, unit, opts, spans)
  local within = {}
  for _, span in ipairs(spans) do
    local gap = span.from == 0 and view:apart(path.bases or { path.from }, span.id) or 0
    if gap > tabletop.ROUNDED then within[span.id] = gap - tabletop.ROUNDED end
  end
  if next(within) == nil then return end
  local looks = { near = M.others(view, opts, unit.side, within, path.id, opts.against) }
  for _, span in ipairs(by_unit(view:field():path(M.asked(path, { looks = looks })).near)) do
    if span.from > 0 then add_stop(path, "near", span, { nearer = true }) end
  end
end

--- Where a base is led along a path, step by step: its place, how far it slides from there, and which way.
local function strides(base, steps)
  local list = {}
  for _, step in ipairs(steps.slide and { steps } or steps) do
    local um, angle = step.slide or 0, step.slide and step.angle or 0
    list[#list + 1] = um < 0 and { base, -um, angle + 180000 } or { base, um, angle }
    base = geometry.move(base, step)
  end
  list[#list + 1] = not steps.slide and { base, 0, 0 } or nil
  return list
end

--- Does all of a path that is in some ground keep to what leads through it?
local function is_led(view, path, node, kinds, met)
  local led = false
  for _, base in ipairs(path.bases or { path.from }) do
    for _, one in ipairs(strides(base, path.steps)) do
      local through = crossings.led_through(view, one[1], one[2], one[3], node, kinds, met)
      if through == false then return false end
      led = led or through == true
    end
  end
  return led
end

--- What the kernel is asked of a path. It counts the angle of a slide from the first base, and in a unit drawn up all
--- round that one faces aside.
---@param path limber.Path
---@param more table looks, table
---@return table
function M.asked(path, more)
  local steps, first = path.steps, path.bases and path.bases[1]
  local turn = first and geometry.turn(first.facing, path.from.facing) or 0
  if path.bases then more.bases = path.bases else more.base = path.from end
  if not steps.slide then
    more.steps = steps
  else
    more.slide, more.angle = steps.slide, steps.angle or 0
    if turn ~= 0 then more.angle = (more.angle + turn) % 360000 end
  end
  return more
end

--- How far on a unit is out of ground that it stands in.
local function leaves(view, path, angle, id)
  local on = { steps = { slide = 1000000, angle = angle }, from = path.from, bases = path.bases }
  local looks = { ground = { kind = "ground", within = { [id] = 0 }, first = true } } -- it alone
  local span = view:field():path(M.asked(on, { looks = looks })).ground
  return span and span.from <= tabletop.ROUNDED and span.to or 0
end

--- Does a unit that stands in ground leave it by a path, with no further to go than the other way?
local function goes_out(view, path, id)
  local angle = (path.steps.slide and path.steps or path.steps[1]).angle or 0
  return leaves(view, path, angle, id) <= leaves(view, path, (angle + 180000) % 360000, id)
end

--- Ground that makes a difference: what it charges, and whether it stops the unit.
local function add_ground(view, path, unit, spans)
  local met, rules = {}, view.rules
  for i, span in ipairs(spans) do met[i] = span.id end
  for _, span in ipairs(spans) do
    local node = view.state.areas[span.id] or view.state.lines[span.id]
    local row = view:terrain(node)
    local counts = row.counts and span.to > tabletop.ROUNDED and span.from < path.length - tabletop.ROUNDED
      and not (row.crossed_by and is_led(view, path, node, row.crossed_by, met))
    if counts then
      local already = span.astride or span.from <= tabletop.ROUNDED and node.area ~= nil
        and view:stands_in(path.bases or path.from, span.id) and (row.left_anywhere or goes_out(view, path, span.id))
      local enters = already or terrain.may_enter(row, rules, unit, node)
      span.row, span.already = row, already
      path.ground[#path.ground + 1] = span
      if enters and (already or not row.stops) then
        span.going = terrain.going(row, rules, unit, node)
      else
        add_stop(path, "ground", span, { bars = not enters or nil, cite = row.cite })
      end
    end
  end
end

local function sort_stops(path)
  table.sort(path.stops, function(one, other)
    if one.at ~= other.at then return one.at < other.at end
    if one.rank ~= other.rank then return one.rank < other.rank end
    return one.nth < other.nth
  end)
end

--- The flags of units, and of those that a side does not see: filters only read them.
local UNIT <const>, unseen <const> = { "unit" }, {}

local function unseen_by(side)
  unseen[side] = unseen[side] or { "unseen_" .. side }
  return unseen[side]
end

--- Units that a view sees, for a look of the kernel's.
---@param view limber.View
---@param of string? not of that side
---@param within (integer|table<string, integer>)?
---@param ... string ids that do not count
---@return table
function M.units(view, of, within, ...)
  return {
    kind = "base", with = UNIT, without = view.side and unseen_by(view.side) or nil, not_side = of, within = within,
    except = { ... },
  }
end

--- The same as the options of a path or place have it: without those that go along, and those that `seen_by` does not
--- see.
---@return table
function M.others(view, opts, of, within, ...)
  local filter = M.units(view, of, within, ...)
  if opts.seen_by then filter.without = unseen_by(opts.seen_by) end
  for _, id in ipairs(opts.with or NOTHING) do filter.except[#filter.except + 1] = id end
  return filter
end

--- What the kernel is asked to look for.
local function looks_of(view, id, unit, opts)
  local looks = { bodies = M.others(view, opts, nil, nil, id) }
  if opts.players_word then return looks end
  local near = opts.near
  if near == nil then near = tabletop.TOUCHING end
  if near then
    local within = type(near) == "table" and near or near + tabletop.TOUCH
    looks.near = M.others(view, opts, unit.side, within, id, opts.against)
  end
  looks.zone = opts.zone and M.others(view, opts, unit.side, opts.zone, id) or nil
  local order = view.state.order
  if #order.areas > 0 or #order.lines > 0 then looks.ground = { kind = "ground" } end
  return looks
end

--- The length of a path that nothing is known of.
local function told_length(steps)
  if steps.slide then return math.abs(steps.slide) end
  local um = 0
  for _, step in ipairs(steps) do um = um + math.abs(step.slide or 0) end
  return um
end

--- All bases of a unit and of those that go with it, where they stand at the start.
local function start_of(view, unit, path, opts)
  if not (unit.bases or opts.with) then return nil end
  local bases = frames.bases(unit, path.from)
  for _, other in ipairs(opts.with or NOTHING) do
    local own = frames.bases(view.state.units[other])
    table.move(own, 1, #own, #bases + 1, bases)
  end
  return bases
end

--- Where a base that moves rigidly with another ends.
local function carried(base, start, stop)
  local aside, ahead = frames.seen_from(start, base)
  return frames.set_down(stop, {
    aside = aside, ahead = ahead, turn = base.facing - start.facing, width = base.width, depth = base.depth,
  })
end

--- Where the frame of a unit of several bases ends, and those of the units that go with it.
local function set_ends(view, path, opts, ends)
  local start, stop, own = path.bases[1], ends[1], view:piece(path.id).bases
  path.base = own and carried(path.from, start, stop) or stop
  if not opts.with then return end
  local nth = own and #own or 1
  path.party = { { id = path.id, base = path.base } }
  for _, other in ipairs(opts.with) do
    local unit = view.state.units[other]
    local base = unit.bases and carried(unit.base, start, stop) or ends[nth + 1]
    path.party[#path.party + 1], nth = { id = other, base = base }, nth + #frames.bases(unit)
  end
end

local function path_of(view, id, steps, opts)
  local unit = view.state.units[id] or view:leader(id)
  local path = {
    id = id, from = opts.from or unit.base, steps = steps, stops = {}, bodies = {}, passed = {}, ground = {},
  }
  if not path.from then
    path.length = told_length(steps)
    path.clear = path.length
    return path
  end
  path.bases = start_of(view, unit, path, opts)
  local found = view:field():path(M.asked(path, {
    table = view.state.ground, over = tabletop.TOUCH, looks = looks_of(view, id, unit, opts),
  }))
  path.length, path.base, path.ends = found.length, found.base, found.ends or { found.length }
  if found.bases then set_ends(view, path, opts, found.bases) end
  path.zone = found.zone and by_unit(found.zone)
  if found.edge then add_stop(path, "edge", { from = found.edge }) end
  add_bodies(path, unit.side, opts, by_unit(found.bodies), view)
  local near = found.near and by_unit(found.near)
  if near then add_near(path, near) end
  if near and opts.no_nearer then add_nearer(view, path, unit, opts, near) end
  if found.ground and #found.ground > 0 then add_ground(view, path, unit, found.ground) end
  sort_stops(path)
  path.clear = path.stops[1] and path.stops[1].at or path.length
  return path
end

--- What a unit or a leader meets on a way. A slide is measured once while nothing changes.
---@param view limber.View
---@param id string
---@param steps table a slide { slide, angle }, or a list of steps
---@param opts limber.PathOptions?
---@return limber.Path
function M.view.path(view, id, steps, opts)
  opts = opts or NOTHING
  local what = steps.slide and ("path %d %d"):format(steps.slide, steps.angle or 0)
  local key = what and kept.key(view, what, id, nil, opts)
  local path = key and view.kept[key] or path_of(view, id, steps, opts)
  if key then view.kept[key] = path end
  return path
end

return M
