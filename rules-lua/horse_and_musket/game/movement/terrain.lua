-- 4.2.7, R37, R43 to R45: the ground on a body's way, and who is in its way.
--
-- A way is a straight slide of a base, `angle` off its front (ahead, or 180 degrees to the rear). What is found on it:
--   going, difficult_at, difficult        "difficult" when any of it is, before something stops it; where that begins
--   river_at, river                       a river off its crossings, which stops every move (R44, R89)
--   impassable_at, impassable             ground that this unit never enters
--   works_at, works                       a town or fieldworks that it may only `enter`
--   body_at, body, bodies                 units that the base itself runs into: the first, and all { id, from, to }
--   enemy_at, enemy                       an enemy that it would touch
--   leaves_at, leaves                     an enemy that it touches from the start, and from where on it does not
--   edge_at                               the edge of the table
--   lines                                 hedges, fences and walls that it crosses
-- Distances are micrometres along the way. Ground that the base stands in already stops nobody on his way out; further
-- into it the way is barred at once.

local crossings <const> = use "game/movement/crossings"
local rates <const> = use "game/movement/rates"

--- Touching is no more than this: the least that rounded places are apart.
local HAIR <const> = tabletop.ROUNDED
--- So near an enemy is contact (C.3a), with what rounding may take of it.
local CLEAR <const> = tabletop.TOUCHING + HAIR
local CONTACT <const> = tabletop.TOUCHING + tabletop.TOUCH

local GROUNDS <const> = { without = { "unit", "general", "gone" } }

local function sliding(um, angle) return { slide = um, angle = angle } end

--- A base without what rounding may take of its edges: what only touches it is not under it.
local function skinned(base, um)
  return {
    x = base.x, y = base.y, facing = base.facing, width = math.max(1, base.width - 2 * um),
    depth = math.max(1, base.depth - 2 * um),
  }
end

--- Does a base stand in an area, and not only touch it? With twice the skin, so that what it stands in is under it.
local function stands_in(base, area)
  return geometry.distance(skinned(base, 2 * tabletop.SKIN), area).distance == 0
end

--- The areas under a base.
local function under(field, base) return field:under(skinned(base, tabletop.SKIN)) end

--- Does a base stand in such ground, and not on what leads through it?
local function stands_off(view, field, base, id)
  local area = view.state.areas[id]
  local kind = area.terrain
  return stands_in(base, area) and not (crossings.LEADS_THROUGH[kind]
    and crossings.led_through(view, base, 0, 0, id, kind, under(field, base)))
end

local function note(way, key, span)
  if not way[key .. "_at"] then way[key .. "_at"], way[key] = span.from, span.id end
end

local NOTE <const> = {}

function NOTE.river(_, _, way, span, already)
  if not already then note(way, "river", span) end
end

function NOTE.impassable(_, _, way, span, already)
  if not already then note(way, "impassable", span) end
end

function NOTE.woods(view, unit, way, span, already)
  note(way, (already or rates.may_enter(view, unit, "woods")) and "difficult" or "impassable", span)
end

function NOTE.town(view, unit, way, span, already)
  if already then return note(way, "difficult", span) end
  note(way, rates.may_enter(view, unit, "town") and "works" or "impassable", span)
end

function NOTE.fieldworks(view, unit, way, span, already)
  if not already then note(way, rates.may_enter(view, unit, "fieldworks") and "works" or "impassable", span) end
end

function NOTE.crops(_, _, way, span) note(way, "difficult", span) end
NOTE.ford = NOTE.crops

function NOTE.line(_, _, way, span)
  note(way, "difficult", span)
  way.lines[#way.lines + 1] = span.id
end

local EASY <const> = { open = true, hill = true, road = true, bridge = true }

--- How far on a base is out of ground that it stands in.
local function leaves(field, base, angle, id)
  for _, span in ipairs(field:met(base, sliding(metre(1), angle), GROUNDS)) do
    if span.id == id and span.from <= HAIR then return span.to end
  end
  return 0
end

--- Does a base on its way out of ground have no further to go than the other way?
local function goes_out(field, base, angle, id)
  return leaves(field, base, angle, id) <= leaves(field, base, angle + deg(180), id)
end

--- The ground of a way, area by area and line by line.
local function add_ground(view, field, way, unit, base, um, angle, spans)
  local met = {}
  for i, span in ipairs(spans) do met[i] = span.id end
  for _, span in ipairs(spans) do
    local area = view.state.areas[span.id]
    local kind = area and area.terrain or "line"
    local within = not EASY[kind] and span.to > HAIR and span.from < um - HAIR
    local led = within and crossings.LEADS_THROUGH[kind]
      and crossings.led_through(view, base, um, angle, span.id, kind, met)
    if within and not led then
      NOTE[kind](view, unit, way, span, area and span.from <= HAIR and stands_off(view, field, base, span.id)
        and (kind == "woods" or kind == "river" or goes_out(field, base, angle, span.id)))
    end
  end
end

local function grown(base)
  return {
    x = base.x, y = base.y, facing = base.facing, width = base.width + 2 * CLEAR, depth = base.depth + 2 * CLEAR,
  }
end

--- Where along a slide a base that is not there at first comes, or one that is goes, beyond a distance of a body: how
--- far two convex bodies are apart falls and then rises along it. nil: never.
local function crosses_at(base, um, angle, other, limit)
  local function far(at) return geometry.distance(tabletop.slid(base, at, angle), other).distance > limit end
  local low, high = 0, um
  if far(0) then -- the nearest place, between thirds
    while high - low > 2 do
      local third = (high - low) // 3
      local one = geometry.distance(tabletop.slid(base, low + third, angle), other).distance
      if one <= geometry.distance(tabletop.slid(base, high - third, angle), other).distance then
        high = high - third
      else
        low = low + third
      end
    end
    low = 0
  end
  if far(high) == far(0) then return nil end
  local before = far(0)
  while high - low > 1 do
    local half = (low + high) // 2
    if far(half) == before then low = half else high = half end
  end
  return before and low or high
end

--- Enemies that a base is so near to that it may touch them at once: they are looked at one by one.
local function add_near(view, field, way, base, um, angle, enemies)
  local except = {}
  for i, near in ipairs(field:within(base, 2 * CLEAR, enemies)) do
    local at = crosses_at(base, um, angle, view.state.units[near.id].base, CONTACT)
    except[i] = near.id
    if near.distance <= CONTACT then
      way.leaves_at = math.max(way.leaves_at or 0, at or um + 1)
      way.leaves = near.id
    elseif at and (not way.enemy_at or at < way.enemy_at) then
      way.enemy_at, way.enemy = at, near.id
    end
  end
  enemies.except = except
end

--- How far it goes before it touches an enemy, and whom. Those whom it touches from the start it may leave.
local function add_enemies(view, field, way, unit, base, um, angle)
  local enemies = { kind = "base", without = { "general", "gone" }, not_side = unit.side }
  local wide = grown(base)
  local first = field:first(wide, sliding(um, angle), enemies)
  if not first.yes and first.free == 0 then
    add_near(view, field, way, base, um, angle, enemies)
    first = field:first(wide, sliding(um, angle), enemies)
  end
  if not first.yes and first.free < (way.enemy_at or um) then way.enemy_at, way.enemy = first.free, first.id end
end

--- How far something at `from` goes by steps of `by` a metre before it is over an edge of a table of that size.
local function within_edges(from, by, size)
  if by == 0 then return math.maxinteger end
  local left = by > 0 and size - from or from
  return math.max(0, left) * metre(1) // math.abs(by)
end

--- How far a base goes before a corner of it is over the edge of the table; nil when that is further.
local function edge_ahead(view, base, um, angle)
  local size, reach = view.state.ground, um + base.width + base.depth
  if base.x >= reach and base.y >= reach and base.x + reach <= size.width and base.y + reach <= size.depth then
    return nil
  end
  local by, at = geometry.step({ x = 0, y = 0 }, (base.facing + angle) % deg(360), metre(1)), um
  for _, corner in ipairs(geometry.corners(base)) do
    at = math.min(at, within_edges(corner.x, by.x, size.width), within_edges(corner.y, by.y, size.depth))
  end
  return at < um and at or nil
end

local function way_of(view, field, id, base, um, angle)
  local unit, way, ground = view:unit(id), { going = "good", bodies = {}, lines = {} }, {}
  for _, span in ipairs(field:met(base, sliding(um, angle), { without = { "general", "gone" }, except = { id } })) do
    if span.kind ~= "base" then
      ground[#ground + 1] = span
    elseif span.from < um then
      way.bodies[#way.bodies + 1] = span
      note(way, "body", span)
    end
  end
  if #ground > 0 then add_ground(view, field, way, unit, base, um, angle, ground) end
  add_enemies(view, field, way, unit, base, um, angle)
  way.edge_at = edge_ahead(view, base, um, angle)
  local stop = math.min(way.river_at or um, way.impassable_at or um, way.works_at or um)
  if way.difficult_at and way.difficult_at < stop then way.going = "difficult" end
  return way
end

fact "way" {
  ask = "Was any of the way of {1} in difficult going: woods, crops, a ford, over a hedge or fence?",
  flag "difficult" {},
  suggest = function() return false end,
  measured = function(view, field, id, base, um, angle)
    local way = way_of(view, field, id, base, um, angle)
    return way.going == "difficult", way
  end,
}

--- What moves and fires get past are neither generals' figures nor those who are gone.
local UNIT <const>, GENERAL <const>, GONE <const> = { "unit" }, { "general" }, { "gone" }
--- Fire does not go over woods and towns, however high it comes from (5.path).
local OPAQUE <const> = { woods = { "opaque", "woods" }, town = { "opaque" } }

stands(function(node)
  local gone = node.status == "gone"
  return {
    side = node.side, flags = gone and GONE or node.troop and UNIT or node.rank and GENERAL or OPAQUE[node.terrain],
    height = not gone and node.height or nil, ground = node.ground, through = node.through,
  }
end)

--- For scenarios as they are laid out: who cannot stand where.
impassable(function(area, unit)
  local kind, foot = area.terrain, unit.arm == "infantry" or unit.arm == "cavalry"
  if kind == "town" or kind == "fieldworks" then return unit.troop ~= nil and unit.inside ~= area.id end
  return kind == "impassable" or kind == "woods" and unit.troop ~= nil and not foot
end)

local M <const> = {
  HAIR = HAIR, stands_in = stands_in, stands_off = stands_off, under = under,
}

--- The way of a unit from a base of its; measured games only.
---@return table way
function M.way(view, id, base, um, angle)
  local _, way = view:fact("way", id, base, um, angle or 0)
  return way
end

--- Does a unit stand in difficult going? A way that it begins there is difficult, were it turned out of it first (R37).
function M.stands_rough(view, id)
  local at = M.way(view, id, view:unit(id).base, mm(1)).difficult_at
  return at ~= nil and at <= HAIR
end

--- In a told game: was any of its way difficult?
function M.told_difficult(view, id) return (view:fact("way", id)) end

return M
