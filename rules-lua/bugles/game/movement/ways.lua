-- Zones of Control, R9, R35, R57 to R59, R67: how far a way leads a stand, what stops it, and where there is room.

local contact <const>, leaders <const> = use("game/combat/contact", "game/command/leaders")
local morale <const>, passage <const> = use("game/army/morale", "game/movement/passage")
local rolls <const>, sight <const>, units <const> = use("game/movement/rolls", "game/movement/sight", "game/army/units")

local M <const> = {}

--- R67: loose figures and squares go any way; what is drawn follows a route.
function M.turns_freely(unit) return unit.drill == "skirmish" or unit.drill == "square" or M.follows_route(unit) end

function M.follows_route(unit) return unit.limbered or unit.arm == "wagon" end

--- All stands of a square, the named one first (R226); of others that one alone.
---@return string[]
function M.square_of(view, id)
  local unit = view:unit(id)
  if unit.drill ~= "square" then return { id } end
  return lists.append({ id }, lists.ids(view:units_of(unit.formation), function(one, other)
    return other ~= id and tabletop.present(one) and one.drill == "square" and one.square == unit.square
  end))
end

--- The other stands of a square: they move as one.
---@return string[]?
function M.body(view, id)
  if view:unit(id).drill ~= "square" then return nil end
  local ids = M.square_of(view, id)
  table.remove(ids, 1)
  return ids
end

--- Why there is no room for several stands on their bases, or nil: `arg` is what the player said.
function M.refuse_room(view, ids, bases, arg, how)
  how = how or {}
  how.near, how.seen_by = false, view:unit(ids[1]).side
  local wrong = view:room_for(ids, bases, how)
  if not wrong then return nil end
  return refuse(arg, ("leaves no room for %s: %s is in the way"):format(view:name(wrong.id), view:called(wrong.by)), {
    cite = "Changing Face", margin = wrong.margin and tabletop.short_by(wrong.margin),
  })
end

--- Why stands do not act as one, or nil: all are of one group, and hang together.
function M.refuse_apart(view, ids, cite)
  local first = view:unit(ids[1])
  for _, id in ipairs(ids) do
    if view:unit(id).formation ~= first.formation then return refuse("units", "are not all of one group", cite) end
  end
  if first.base and #view:together(ids, tabletop.TOUCHING) < #ids then
    return refuse("units", "do not all touch", cite)
  end
end

--- How near to an enemy a stand may come that does not charge it, in mm.
function M.zone_of(view, id)
  local most = view.rules.constant.zone_of_control
  if not view.rules.wrapped "movement.zone_of_control" then return most end
  while most > 0 and view:ask("movement.zone_of_control", { closest_mm = most - 1 }, id).legal do most = most - 1 end
  while not view:ask("movement.zone_of_control", { closest_mm = most }, id).legal do most = most + 1 end
  return most
end

--- The same for each enemy that its side sees: snipers have no zone, and skirmishers close with some (R89).
local function near_of(view, id)
  local unit, zone = view:unit(id), mm(M.zone_of(view, id))
  local near, alike = {}, true
  zone = zone - tabletop.TOUCH
  for other, enemy in view:present(view:other(unit.side)) do
    local keeps = enemy.arm ~= "sniper" and not contact.may_close(view, id, other)
    if not enemy.hidden then near[other], alike = keeps and zone + tabletop.TOUCH or nil, alike and keeps end
  end
  return alike and zone or near
end

--- Where a stand sets out, and which way, when it goes `angle` off its front; or why it cannot.
function M.sets_out(view, id, angle)
  local unit = view:unit(id)
  if not unit.base or angle == 0 or not M.follows_route(unit) then return unit.base, angle end
  local base = tabletop.turned(unit.base, angle)
  return base, 0, M.refuse_room(view, { id }, { base }, "angle")
end

--- A path of a stand, and of those that go with it, which stops before the zones of enemies that its side sees.
---@param how { from: table?, friends: string?, with: string[]? }?
function M.careful(view, id, steps, how)
  local unit = view:unit(id)
  how = how or {}
  how.near, how.seen_by, how.no_nearer = unit.base and near_of(view, id) or nil, unit.side, true
  return view:path(id, steps, how)
end

function M.path_of(view, id, base, angle, um)
  return M.careful(view, id, { slide = math.max(um, 1), angle = angle }, {
    from = base, friends = passage.mover(view:unit(id)) and "pass" or nil, with = M.body(view, id),
  })
end

--- Where rough ground begins on a path, and what that is; nil where there is none.
function M.rough_at(path)
  for _, span in ipairs(path.ground) do
    if span.going then return span.from, span.id end
  end
end

--- How far a stand could still go by a roll of its group.
local function left(view, id, how)
  return rolls.left(view:unit(id), rolls.known(view, id, how) or rolls.most(view, id, how))
end

---@class bugles.Reach: limber.Reached
---@field path limber.Path
---@field open integer how far it could go in the open
---@field rough integer and with some of the way rough

--- How far a stand may go, `angle` off its front; or why it cannot set out.
---@param how { most: integer?, will_fire: boolean? }? most: where a rule says how far
---@return bugles.Reach?
function M.reach(view, id, angle, how, wanted)
  local base, off, fault = M.sets_out(view, id, angle)
  if fault then return nil, fault end
  how = how or {}
  local fire = how.will_fire
  local open = how.most or left(view, id, { will_fire = fire })
  local rough = how.most or left(view, id, { will_fire = fire, rough = true })
  local path = M.path_of(view, id, base, off, math.max(open, rough))
  local reach = view:reach(path, function(legs, i)
    for n = 1, i do
      if legs[n].going then return rough end
    end
    return open
  end, wanted)
  reach.path, reach.open, reach.rough = path, open, rough
  local friend = passage.mover(view:unit(id)) == "gun" and path.passed[1] -- at half speed from there on
  if friend and reach.um > friend.from then
    local slow = left(view, id, { will_fire = fire, through = true })
    reach.um = math.min(reach.um, math.max(friend.from, slow))
  end
  return reach
end

--- The widest gap between a figure and its nearest fellow.
local function widest_gap(view, id)
  local bases, widest = view:bases(id), 0
  for _, one in ipairs(bases) do
    local _, least = lists.least(bases, function(other) return other ~= one and geometry.gap(one, other) end)
    widest = math.max(widest, least or 0)
  end
  return widest
end

--- How far loose figures are from the stands of their group in close order; from its leader where it has none.
local function to_parent(view, id, bases)
  local unit = view:unit(id)
  local _, least = lists.least(units.group_units(view, unit.formation), function(other)
    return other ~= id and units.formed(view:unit(other)) and view:apart(bases, other)
  end)
  local leader = not least and leaders.of_group(view, unit.formation)
  if leader and view:leader(leader).with ~= id and view:leader(leader).base then return view:apart(bases, leader) end
  return least or 0
end

--- Why loose figures may not end on a base: too far from their group, and no nearer than they were.
local function refuse_spread(view, id, base)
  if view:unit(id).drill ~= "skirmish" or view:unit(id).arm == "sniper" or not base then return nil end
  local um = to_parent(view, id, view:bases(id, base))
  local far = geometry.round_mm(um, "up")
  local args = { largest_gap_mm = geometry.round_mm(widest_gap(view, id), "up"), parent_distance_mm = far }
  local held = view:ask("skirmish.cohesion", args, id).distance_ok
  if held or um <= to_parent(view, id, view:bases(id)) then return nil end
  local most = view.rules.constant.skirmish_parent_distance
  return refuse("distance", ("brings it %d mm from its group, of %d"):format(far, most), {
    cite = "Skirmishers, R35", margin = most - far,
  })
end

local STOPS <const> = {
  edge = { "stops at %s after %d mm", "Variable Movement" },
  body = { "stops before %s after %d mm", "Passage of Lines" },
  ground = { "does not enter %s, %d mm on", "Variable Movement, R57, R59" },
}

--- Why a stand may not go so far; nil when it may.
function M.refuse_distance(view, id, reach, um)
  local function no(text, cite, most)
    return refuse("distance", text, { cite = cite, margin = tabletop.short_by(most - um) })
  end
  local stop = reach.stop
  if stop and um > reach.clear and stop.nearer then
    local text = ("brings it nearer to %s, after %d mm"):format(view:name(stop.by), reach.clear // mm(1))
    return no(text, "Zones of Control", reach.clear)
  elseif stop and um > reach.clear and stop.kind == "near" then
    return no(("stops %d mm before %s, after %d mm"):format(M.zone_of(view, id), view:name(stop.by),
      reach.clear // mm(1)), "Zones of Control", reach.clear)
  elseif stop and um > reach.clear then
    local text, cite = table.unpack(STOPS[stop.kind])
    return no(text:format(view:called(stop.by), reach.clear // mm(1)), cite, reach.clear)
  end
  if um > reach.um then
    local at, by = M.rough_at(reach.path)
    local text, cite = "is %g mm: it has %d mm to go", "Variable Movement"
    if at and at < um and reach.rough < um then
      text, cite = "is %g mm: with " .. view:called(by) .. " on its way it has %d mm", "Variable Movement, R57"
    elseif um <= reach.open then
      text, cite = "is %g mm: through friends it goes at half speed, %d mm", "Passage of Lines"
    end
    local most = cite == "Variable Movement, R57" and reach.rough or reach.um
    return no(text:format(um / mm(1), most // mm(1)), cite, reach.um)
  end
  if um < (reach.path.leaves_at or 0) then
    return no(("leaves it too near to %s"):format(view:name(reach.path.leaves)), "Zones of Control",
      2 * um - reach.path.leaves_at)
  end
end

--- Why a turn or a step aside along a path cannot be made as far as `um`: what stops it, or an enemy that it would come
--- nearer to although it is too near already. `party` is { id, base } each, where it ends; `so_far` how far, in words.
function M.refuse_step(view, path, party, um, arg, so_far)
  local stop = path.stops[1]
  if stop and stop.at < um then
    local cite = stop.kind == "near" and "Zones of Control" or "Changing Face"
    local text = stop.nearer and ("brings it nearer to %s"):format(view:name(stop.by))
      or ("is stopped by %s after %s"):format(view:called(stop.by), so_far(stop.at))
    return refuse(arg, text, cite)
  end
  for _, one in ipairs(party) do
    local fault = M.refuse_nearer(view, one.id, one.base) or refuse_spread(view, one.id, one.base)
    if fault then return fault end
  end
end

--- The stands under the halt rule of those that go as one.
local function halted(view, id)
  return lists.filter(M.square_of(view, id), function(one) return morale.under_halt(view, view:unit(one)) end)
end

--- R9, R226: why a stand under the halt rule, or a square with one in it, may not come to a base; nil when that is no
--- nearer to any enemy that it sees.
function M.refuse_nearer(view, id, base)
  local own = view:unit(id).base
  for _, one in ipairs(base and halted(view, id) or {}) do
    local unit = view:unit(one)
    local at = { x = unit.base.x + base.x - own.x, y = unit.base.y + base.y - own.y }
    local there = view:bases(one, one == id and base or tabletop.base_at(unit.base, at, unit.base.facing))
    for other in view:present(view:other(unit.side)) do
      local margin = sight.visible(view, one, other) and view:apart(there, other) - view:apart(one, other) or 0
      if margin < -tabletop.TOUCHING then
        local who = one == id and "is halted" or ("is in square with %s, which is halted"):format(view:name(one))
        return refuse("unit", ("%s, and would come nearer to %s"):format(who, view:name(other)), {
          cite = "R9", margin = tabletop.short_by(margin),
        })
      end
    end
  end
end

--- Why a stand may not end so far along a way: nearer to an enemy while it is halted, or too far from its group.
function M.refuse_end(view, id, reach, um)
  local there = tabletop.slid(reach.path.from, um, reach.path.steps.angle)
  return M.refuse_nearer(view, id, there) or refuse_spread(view, id, there)
end

--- The least and the most that a stand may go of its reach: every distance between them is legal. Under the halt rule
--- that is one, as it may be nearer to somebody on its way. Nothing where it may not go at all.
---@return integer? least
---@return integer? most
function M.span(view, id, reach)
  local least, most = math.max(mm(1), reach.path.leaves_at or 0), M.furthest(view, id, reach)
  if most < least then return nil end
  return halted(view, id)[1] and most or least, most
end

--- The furthest that a stand may go of its reach.
function M.furthest(view, id, reach)
  if reach.um < mm(1) or not M.refuse_end(view, id, reach, reach.um) then return reach.um end
  local low, high = 0, reach.um
  while high - low > mm(1) do
    local middle = (low + high) // 2
    if M.refuse_end(view, id, reach, middle) then high = middle else low = middle end
  end
  return low
end

return M
