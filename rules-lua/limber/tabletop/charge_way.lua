--- Charges: the turn before a unit sets out, obstacles on its way, the distance, and where the two units meet.
-- Services of the table; the ruleset decides which charges are against the rules. Not for told games: both need a base.
--
--   view:charge_way(id, target, how)     its way straight ahead
--   view:charge_turns(id, target, most, body)    the turns to try, the least first; and the one to the target's middle
--   view:charge_steps(ahead, wheel, on)  the steps of a way so far ahead, with a wheel (0: none), and so far on
--   view:wheel_at(from, to, most)        the wheel after which a base faces the middle of another, no wider than `most`
--   view:half_way(id, charger, base, um)   how far both go until they touch, when the target comes to meet a charger
--                                          whose way of `um` begins at `base`; nil, and what stops it, when it cannot
--   view:sees(id, target, how)           is some part of the target in sight?
-- `how`, all of it optional:
--   turn = angle    on its centre before it sets out          base = base    what it sets out on instead
--   body = shape    what the target is met at (an outline that it holds, the nearest of several bases), else its base
--   area = id       that outline's area: the unit comes up to it
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {} }

--- As far above the ground as eyes and marks are.
local LEVEL <const> = { eye = 1000, mark = 1000 }

--- Leaders' figures hide nothing.
local NO_LEADERS <const> = { "leader" }

--- Is some part of a target, a unit or a leader, in sight? The hills that the two stand on, and the area `how.area`,
--- hide nothing; with `ground`, units hide nothing.
---@param view limber.View
---@param id string
---@param target string
---@param how { body: table?, area: string?, except: string[]?, ground: boolean? }?
---@return boolean
---@return integer margin
function M.view.sees(view, id, target, how)
  local field, unit, other = view:field(), view:unit(id), view:piece(target)
  local except = tabletop.own_hills(view, field, unit.base, other.base)
  table.move({ id, target, how and how.area }, 1, 3, #except + 1, except)
  for _, more in ipairs(how and how.except or {}) do except[#except + 1] = more end
  local sight = field:sight(unit.base, how and how.body or other.base, LEVEL, {
    kind = how and how.ground and "ground" or nil, without = NO_LEADERS, except = except,
  })
  return sight.yes, sight.margin
end

---@return table[] steps
function M.view.charge_steps(_, ahead, wheel, on)
  local steps = {}
  if ahead > 0 then steps[1] = { slide = ahead } end
  if wheel ~= 0 then steps[#steps + 1] = { wheel = wheel > 0 and "right" or "left", angle = math.abs(wheel) } end
  steps[#steps + 1] = { slide = on }
  return steps
end

---@param from table a base
---@param to table a base
---@param most integer
---@return integer wheel clockwise above 0
function M.view.wheel_at(_, from, to, most)
  local wheel = 0
  for _ = 1, 4 do
    local base = wheel == 0 and from
      or geometry.move(from, { wheel = wheel > 0 and "right" or "left", angle = math.abs(wheel) })
    wheel = wheel + geometry.off(base, to)
    if math.abs(wheel) > most then return wheel < 0 and -most or most end
  end
  return wheel
end

--- How far ahead a charge is measured: no base is longer than its width and depth together.
local function look(base, body, target_base)
  return geometry.gap(base, body) + base.width + base.depth + target_base.width + target_base.depth
end

--- Where a way comes to the target, at the edge of what that holds; and the unit that it meets before.
local function meets(view, path, target, area)
  local at, by, by_um
  for _, stop in ipairs(path.stops) do
    if area and stop.by == area then at = at or stop.at end
  end
  for _, span in ipairs(path.bodies) do
    if span.id == target then
      at = at or span.from
    elseif not by and view:status(view:unit(span.id)) ~= "gone" then
      by, by_um = span.id, span.from
    end
  end
  if at and by and by_um >= at - tabletop.TOUCH then by, by_um = nil, nil end
  return at, by, by_um
end

--- The ground or table edge that ends a way before it is `um` long.
local function barred(path, um, area)
  for _, stop in ipairs(path.stops) do
    local own = area and stop.by == area
    if (stop.kind == "ground" or stop.kind == "edge") and not own and stop.at < um - tabletop.TOUCH then return stop end
  end
end

--- Does a base overlap its target already?
local function overlaps(base, body)
  if body.area then return tabletop.lies_in(base, body) end
  return geometry.contact(base, body).state == "overlapping"
end

---@class limber.ChargeWay
---@field base table where it sets out, turned
---@field um integer? from there to contact; nil when it goes past the target
---@field by string? the unit that is met first, `by_um` on the way: the target itself where the turn leads into it
---@field by_um integer?
---@field stop table? the ground or table edge that ends the way before (a stop of its path)
---@field path limber.Path
---@field seen boolean asked only where nothing else is in the way

---@param view limber.View
---@param id string
---@param target string
---@param how table?
---@return limber.ChargeWay
function M.view.charge_way(view, id, target, how)
  how = how or {}
  local unit, other = view:unit(id), view:unit(target)
  local base, body = how.base or tabletop.turned(unit.base, how.turn or 0), how.body or other.base
  local path = view:path(id, { slide = look(base, body, other.base) }, { from = base, near = false })
  local way = { base = base, path = path }
  way.um, way.by, way.by_um = meets(view, path, target, how.area)
  if way.um == 0 and overlaps(base, body) then way.by, way.by_um = target, 0 end
  way.stop = barred(path, way.um or way.by_um or 0, how.area)
  way.seen = way.um ~= nil and not way.by and not way.stop and (view:sees(id, target, how))
  return way
end

--- Turns that bring a unit against a target: none, toward its nearest point and its middle, and half way there.
---@param view limber.View
---@param id string
---@param target string
---@param most integer no turn is larger
---@param body table? what the target is met at
---@return integer[] turns the least first
---@return integer middle the turn to the middle of the target, however far
function M.view.charge_turns(view, id, target, most, body)
  local base, other = view:unit(id).base, view:unit(target).base
  local list, seen = { 0 }, { [0] = true }
  local function add(angle)
    angle = math.max(-most, math.min(most, angle))
    if not seen[angle] then list[#list + 1], seen[angle] = angle, true end
  end
  local middle = geometry.off(base, other)
  local gap = geometry.distance({ x = base.x, y = base.y }, body or other)
  local nearest = gap.distance > 0 and geometry.off(base, gap.to) or 0
  for _, angle in ipairs { nearest // 2, nearest, middle // 2, middle } do add(angle) end
  table.sort(list, function(one, another)
    if math.abs(one) ~= math.abs(another) then return math.abs(one) < math.abs(another) end
    return one < another
  end)
  return list, middle
end

---@param view limber.View
---@param id string who comes to meet the charger, straight ahead
---@param charger string
---@param base table where the charger sets out
---@param um integer how far it is to where the other stands
---@return integer? um that each goes
---@return table? stop what is in the way of the one that comes to meet it
function M.view.half_way(view, id, charger, base, um)
  local there = view:unit(id).base
  local half = geometry.meet(base, { slide = um, angle = 0 }, there, { slide = um, angle = 0 })
  if not half then return nil end
  local stop = view:path(id, { slide = half }, { near = false, against = charger }).stops[1]
  if stop and stop.at < half then return nil, stop end
  return half
end

return M
