-- Variable Movement, Zones of Control, R33, R57 to R60: who may move, how far a way leads, and going it.

local contact <const> = use "game/combat/contact"
local disorder <const> = use "game/movement/disorder"
local groups <const> = use "game/command/groups"
local leaders <const> = use "game/command/leaders"
local morale <const> = use "game/army/morale"
local passage <const> = use "game/movement/passage"
local removal <const> = use "game/army/removal"
local rolls <const> = use "game/movement/rolls"
local sight <const> = use "game/movement/sight"
local terrain <const> = use "game/movement/terrain"

story {
  moved = "{unit} [moves] {distance} mm{say}.",
  may_move = "{unit} may move up to {distance} mm{say}.",
  comes_upon = "{unit} [comes] upon {other}.",
  shows = "{unit} [shows] [itself].",
}

local ABOUT <const> = deg(180)

local M <const> = { ABOUT = ABOUT, type = rolls.type, allowance = rolls.throw }

--- Why a stand may not turn or change formation now, whether it has moved or not; nil when it may.
function M.refuse_turn(view, id)
  local fault, unit = groups.refuse(view, id) or leaders.radius(view, id), view:unit(id)
  if fault then return fault end
  if unit.charged then return refuse("unit", "has charged this turn", { cite = "Charging" }) end
  if contact.engaged(view, id) then return refuse("unit", "is hand to hand with the enemy", { cite = "Melee" }) end
  if unit.stopped then
    return refuse("unit", "has halted in disorder and moves no more this turn", { cite = "Changing Face R68" })
  end
  if unit.drill == "square" and unit.disordered then
    return refuse("unit", "is a disordered square: it cannot move", { cite = "Squares" })
  end
end

--- Has a stand that moved some of its way still to go: after a wheel, or on a way in parts (R222)?
local function goes_on(view, id)
  local unit = view:unit(id)
  if not (unit.on_the_way or unit.balance or M.turns_freely(unit)) then return false end
  local known = rolls.known(view, id)
  return known ~= nil and rolls.left(unit, known) >= mm(1)
end

--- Why it may not move; nil when it may.
function M.refuse(view, id)
  local fault, unit = M.refuse_turn(view, id), view:unit(id)
  if fault then return fault end
  if unit.drill == "back_to_back" then
    return refuse("unit", "stands back to back: it cannot move", { cite = "Back to Back" })
  end
  if unit.stays then return refuse("unit", "has changed face as one that does not move", { cite = "Changing Face" }) end
  if unit.moved and not goes_on(view, id) then
    return refuse("unit", "has moved this turn", { cite = "Variable Movement" })
  end
end

--- The same for what takes a whole move, of several stands.
function M.refuse_whole(view, id)
  local fault = M.refuse(view, id)
  if fault then return fault end
  if view:unit(id).moved then return refuse("unit", "has moved, and this takes its whole move", { cite = "Squares R83" }) end
end

--- R67: loose figures and squares go any way; what is drawn follows a route.
function M.turns_freely(unit)
  return unit.drill == "skirmish" or unit.drill == "square" or M.follows_route(unit)
end

function M.follows_route(unit) return unit.limbered or unit.arm == "wagon" end

--- The other stands of a square: they move as one.
---@return string[]?
function M.body(view, id)
  local unit, ids = view:unit(id), {}
  if unit.drill ~= "square" then return nil end
  for other, one in view:present(unit.side) do
    if other ~= id and one.square == unit.square then ids[#ids + 1] = other end
  end
  return ids
end

--- How near to an enemy a stand may come that does not charge it, in mm.
local function zone_of(view, id)
  local most = view.rules.constant.zone_of_control
  if not view.rules.wrapped "movement.zone_of_control" then return most end
  while most > 0 and view:ask("movement.zone_of_control", { closest_mm = most - 1 }, id).legal do most = most - 1 end
  while not view:ask("movement.zone_of_control", { closest_mm = most }, id).legal do most = most + 1 end
  return most
end

--- The same for each enemy that its side sees: snipers have no zone, and skirmishers close with some (R89).
local function near_of(view, id)
  local unit, zone = view:unit(id), mm(zone_of(view, id))
  local near, alike = {}, true
  for other, enemy in view:present(view:other(unit.side)) do
    local keeps = enemy.arm ~= "sniper" and not contact.may_close(view, id, other)
    if not enemy.hidden then near[other], alike = keeps and zone + tabletop.TOUCH or nil, alike and keeps end
  end
  return alike and zone or near
end

--- Where a stand sets out, and which way, when it goes `angle` off its front; or why it cannot.
local function sets_out(view, id, angle)
  local unit = view:unit(id)
  if not unit.base or angle == 0 or not M.follows_route(unit) then return unit.base, angle end
  local base = tabletop.turned(unit.base, angle)
  local wrong = view:room(id, base, { near = false, seen_by = unit.side })
  if wrong then
    return nil, 0, refuse("angle", ("brings it against %s"):format(view:called(wrong.by)), { cite = "R67" })
  end
  return base, 0
end

local function path_of(view, id, base, angle, um)
  local unit = view:unit(id)
  return view:path(id, { slide = math.max(um, 1), angle = angle }, {
    from = base, friends = passage.mover(unit) and "pass" or nil, near = unit.base and near_of(view, id) or nil,
    with = M.body(view, id), seen_by = unit.side,
  })
end

--- Where rough ground begins on a path, and what that is; nil where there is none.
local function rough_at(path)
  for _, span in ipairs(path.ground) do
    if span.going then return span.from, span.id end
  end
end

--- How far a stand could still go: in the open, and with some of the way rough; or as far as a rule says.
local function limits_of(view, id, most)
  if most then return { open = most, rough = most } end
  local unit = view:unit(id)
  local function left(how) return rolls.left(unit, rolls.known(view, id, how) or rolls.most(view, id, how)) end
  return { open = left(), rough = left { rough = true } }
end

---@class bugles.Reach: limber.Reached
---@field path limber.Path
---@field open integer how far it could go in the open
---@field rough integer and with some of the way rough

--- How far a stand may go, `angle` off its front; or why it cannot set out. `most`: where a rule says how far.
---@return bugles.Reach?
function M.reach(view, id, angle, most, wanted)
  local base, off, fault = sets_out(view, id, angle)
  if fault then return nil, fault end
  local limits, unit = limits_of(view, id, most), view:unit(id)
  local path = path_of(view, id, base, off, math.max(limits.open, limits.rough))
  local reach = view:reach(path, function(legs, i)
    for n = 1, i do
      if legs[n].going then return limits.rough end
    end
    return limits.open
  end, wanted)
  reach.path, reach.open, reach.rough = path, limits.open, limits.rough
  local friend = passage.mover(unit) == "gun" and path.passed[1] -- at half speed from there on
  if friend and reach.um > friend.from then
    reach.um = math.min(reach.um, math.max(friend.from, limits.open // 2))
  end
  return reach
end

local STOPS <const> = {
  edge = { "stops at %s after %d mm", "Variable Movement" }, body = { "stops before %s after %d mm", "Passage of Lines" },
  ground = { "does not enter %s, %d mm on", "Variable Movement R57 R59" },
}

--- Why a stand may not go so far; nil when it may.
function M.refuse_distance(view, id, reach, um)
  local function no(text, cite, most) return refuse("distance", text, { cite = cite, margin = tabletop.short_by(most - um) }) end
  local stop = reach.stop
  if um > reach.open and um > reach.rough then
    return no(("is %g mm: it has %d mm to go"):format(um / mm(1), reach.open // mm(1)), "Variable Movement", reach.open)
  end
  if um > reach.clear and stop.kind == "near" then
    return no(("stops %d mm before %s, after %d mm"):format(zone_of(view, id), view:name(stop.by), reach.clear // mm(1)),
      "Zones of Control", reach.clear)
  elseif um > reach.clear then
    local text, cite = table.unpack(STOPS[stop.kind])
    return no(text:format(view:called(stop.by), reach.clear // mm(1)), cite, reach.clear)
  end
  if um > reach.um then
    local _, by = rough_at(reach.path)
    if not by then return no("is through friends, at half speed", "Passage of Lines", reach.um) end
    return no(("is %g mm: with %s on its way it has %d mm"):format(um / mm(1), view:called(by), reach.rough // mm(1)),
      "Variable Movement R57", reach.um)
  end
  if um < (reach.path.leaves_at or 0) then
    return no(("leaves it too near to %s"):format(view:name(reach.path.leaves)), "Zones of Control",
      2 * um - reach.path.leaves_at)
  end
end

--- R9: why a stand under the halt rule may not come to a base; nil when that is no nearer to any enemy that it sees.
function M.refuse_nearer(view, id, base)
  local unit = view:unit(id)
  if not base or not morale.under_halt(view, unit) then return nil end
  local there = view:bases(id, base)
  for other in view:present(view:other(unit.side)) do
    local margin = sight.visible(view, id, other) and view:apart(there, other) - view:apart(id, other) or 0
    if margin < -tabletop.TOUCHING then
      return refuse("unit", ("is halted, and would come nearer to %s"):format(view:name(other)), {
        cite = "R9", margin = tabletop.short_by(margin),
      })
    end
  end
end

--- A stand that its enemies did not see has moved (R223); a sniper stays unseen.
local function show(play, unit)
  if not unit.hidden or unit.arm == "sniper" then return end
  play:set(unit, "hidden", nil)
  play:tell("shows", { unit = unit.id, cite = "Ambush" })
end

--- Hidden enemies on a way stop a stand at the edge of their zone, and are hidden no more (R223).
local function come_upon(play, id, path, um)
  local found = play:path(id, path.steps, { from = path.from, friends = "pass", near = mm(zone_of(play, id)),
    with = M.body(play, id) })
  for _, stop in ipairs(found.stops) do
    local enemy = stop.at < um and stop.kind == "near" and play:unit(stop.by)
    if enemy and enemy.hidden and enemy.arm ~= "sniper" then
      play:tell("comes_upon", { unit = id, other = stop.by, cite = "Ambush" })
      show(play, enemy)
      return stop.at
    end
  end
  return um
end

--- Snipers: the enemy's touch removes them.
local function flush(play, id)
  for _, other in ipairs(play:touched(id, { of = "enemies", within = tabletop.TOUCHING, counts = tabletop.present })) do
    local mine, theirs = play:unit(id).arm == "sniper", play:unit(other).arm == "sniper"
    if mine ~= theirs then removal.destroy(play, mine and id or other, { by = mine and other or id, cite = "Snipers" }) end
  end
end

--- What follows for a stand that has moved `rough` or not.
function M.arrived(play, id, rough)
  local unit = play:unit(id)
  show(play, unit)
  if rough and unit.arm ~= "sniper" then disorder.add(play, id, "rough_terrain") end
  if unit.rabble then disorder.add(play, id, "rabble_moved") end
  if unit.base and passage.mover(unit) and disorder.among_friends(play, id) then
    disorder.add(play, id, "uncompleted_passage")
  end
  if unit.base then
    contact.closed(play, id)
    flush(play, id)
  end
end

--- A stand goes up to `wanted`, as far as its roll, which is thrown now if it was not, and its friends let it.
---@param how { angle: integer?, most: integer?, divisor: integer?, say: string? } most: where a rule says how far
---@return integer um
function M.go(play, id, wanted, how)
  local unit = play:unit(id)
  local base, angle = sets_out(play, id, how.angle or 0)
  local path = path_of(play, id, base or unit.base, angle, wanted or 0)
  local rough = path.base and (rough_at(path) or wanted) < wanted
  if not path.base then rough = #play.state.order.areas > 0 and play:told("way", id) or false end
  local whole = how.most or rolls.throw(play, id, { rough = rough or nil })
  local most = rolls.left(unit, whole // (how.divisor or 1))
  local um = math.min(wanted or most, most, path.base and path.clear or most)
  um = passage.through(play, id, path, um)
  if path.base and um > 0 then
    um = come_upon(play, id, path, um)
    path = path_of(play, id, base or unit.base, angle, um)
    for _, one in ipairs(path.party or {}) do
      if one.id ~= id then rolls.spend(play, one.id, um, whole) end
    end
    if path.party then play:go_together(path) else play:set_down(id, um > 0 and path.base or base) end
  end
  rolls.spend(play, id, um, whole)
  if unit.on_the_way then play:set(unit, "on_the_way", nil) end
  play:tell(path.base and "moved" or "may_move", {
    unit = id, distance = um // mm(1), say = how.say or "", cite = "Variable Movement",
  })
  for _, other in ipairs(M.body(play, id) or {}) do M.arrived(play, other, rough) end
  M.arrived(play, id, rough and um > 0)
  return um
end

--- R29: full speed straight at an enemy, the nearest in sight if none is named; where it would come too near, `order`
--- orders a charge: function(play, id, target) → done.
function M.advance(play, id, toward, order)
  toward = toward or sight.nearest(play, id)
  local unit = play:unit(id)
  if not toward or not unit.base then return toward and M.go(play, id, nil, {}) end
  local off = geometry.turn(unit.base.facing, play:bearing_at(unit.base, play:unit(toward).base))
  if off ~= 0 and not M.turns_freely(unit) and not M.face(play, id, off) then return end
  off = M.turns_freely(unit) and off or 0
  local whole = rolls.throw(play, id)
  local reach = M.reach(play, id, off)
  local stop = reach and reach.stop
  if stop and stop.kind == "near" and stop.at <= rolls.left(unit, whole) and order and order(play, id, stop.by) then return end
  if reach and reach.um >= mm(1) and not M.refuse_nearer(play, id, tabletop.slid(unit.base, reach.um, off)) then
    M.go(play, id, reach.um, { angle = off })
  end
end

--- A stand goes straight back from an enemy, as far as there is room: recoil, withdrawal, evasion.
---@param from string|table the enemy or where he stands
---@return integer um
function M.place_back(play, id, from, um)
  local way = play:way_back(id, {
    from = from, um = um, with = M.body(play, id), meets = function(thing)
      if thing.kind ~= "body" then return thing.kind end
      return play:unit(thing.id).side == play:unit(id).side and "friend" or "enemy"
    end,
  })
  local gone = play:comes_to(way, um)
  play:go_back(way, gone)
  return gone
end

--- How a stand is moved by its player, where `most` is how far a rule lets it go.
function M.check(view, id, cmd, most)
  local unit = view:unit(id)
  if not unit.base then return nil end
  if not cmd.distance then return refuse("distance", "is required: how far does it go?") end
  local reach, fault = M.reach(view, id, cmd.angle or 0, most, cmd.distance)
  fault = fault or M.refuse_distance(view, id, reach, cmd.distance)
  if fault then return fault end
  local there = view:path(id, { slide = cmd.distance, angle = reach.path.steps.angle }, { from = reach.path.from, near = false,
    players_word = true }).base
  return M.refuse_nearer(view, id, there) or M.refuse_spread(view, id, there), reach
end

return M
