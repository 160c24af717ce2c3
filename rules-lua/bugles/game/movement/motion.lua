-- Variable Movement, Zones of Control, R33, R57 to R60: who may move, how far a way leads, and going it.

local contact <const>, disorder <const> = use("game/combat/contact", "game/movement/disorder")
local facing <const>, groups <const> = use("game/movement/facing", "game/command/groups")
local leaders <const>, passage <const> = use("game/command/leaders", "game/movement/passage")
local removal <const>, rolls <const> = use("game/army/removal", "game/movement/rolls")
local sight <const>, terrain <const> = use("game/movement/sight", "game/movement/terrain")
local ways <const> = use "game/movement/ways"

local ABOUT <const> = deg(180)

local M <const> = { ABOUT = ABOUT }

--- Why a stand may not turn or change formation now, whether it has moved or not; nil when it may.
function M.refuse_turn(view, id)
  local fault, unit = groups.refuse(view, id) or leaders.radius(view, id), view:unit(id)
  if fault then return fault end
  if unit.charged then return refuse("unit", "has charged this turn", "Charging") end
  if view:engaged(id) then return refuse("unit", "is hand to hand with the enemy", "Melee") end
  if unit.stopped then
    return refuse("unit", "has halted in disorder and moves no more this turn", "Changing Face, R68")
  end
  for _, other in ipairs(unit.drill == "square" and ways.square_of(view, id) or {}) do
    if view:unit(other).disordered then
      return refuse("unit", "is in a disordered square: it cannot move", "Squares")
    end
    if view:engaged(other) then return refuse("unit", "is in a square that is hand to hand with the enemy", "Melee") end
  end
end

--- Has a stand that moved some of its way still to go: after a wheel, or along a route (R222)?
local function goes_on(view, id)
  local unit = view:unit(id)
  local sets_out = (unit.balance or unit.half_left) and (unit.used or 0) == 0
  if not (sets_out or unit.on_the_way or ways.follows_route(unit)) then return false end
  return rolls.left(unit, rolls.known(view, id) or rolls.most(view, id)) >= mm(1)
end

--- R223: it tested as one that does not move.
function M.refuse_stays(view, id)
  if not view:unit(id).stays then return nil end
  return refuse("unit", "has changed face as one that does not move", "Changing Face, R223")
end

--- Why it may not move; nil when it may.
function M.refuse(view, id)
  local fault, unit = M.refuse_turn(view, id), view:unit(id)
  if fault then return fault end
  if unit.drill == "back_to_back" then return refuse("unit", "stands back to back: it cannot move", "Back to Back") end
  if unit.moved and not goes_on(view, id) then return refuse("unit", "has moved this turn", "Variable Movement") end
  return M.refuse_stays(view, id)
end

--- The same for what takes a whole move, of several stands.
function M.refuse_whole(view, id)
  local fault = M.refuse(view, id)
  if fault or not view:unit(id).moved then return fault end
  return refuse("unit", "has moved, and this takes its whole move", "Squares, R83")
end

measure "whole_move" (M.refuse_whole) -- for commands of house rules

--- A stand has come upon an enemy who is hidden: he is seen; a sniper whom it touches is gone.
local function uncover(play, id, other)
  if play:unit(other).arm == "sniper" then return removal.destroy(play, other, "Snipers") end
  play:tell("comes_upon", { unit = id, other = other, cite = "Ambush, R202" })
  removal.reveal(play, other)
end

--- Hidden enemies whose zone a stand stands in are seen (R202). Are there any?
function M.notice(play, id)
  if not play:unit(id).base then return false end
  local found = play:touched(id, { of = "enemies", within = mm(ways.zone_of(play, id)), counts = function(enemy)
    return tabletop.present(enemy) and enemy.hidden and enemy.arm ~= "sniper"
  end })
  for _, other in ipairs(found) do uncover(play, id, other) end
  return #found > 0
end

--- How far stands, or a leader, get on a path of so much: hidden enemies stop them at the edge of their zone, and are
--- seen; a sniper is removed (R202).
---@return integer um
function M.come_upon(play, path, um)
  local id, with = path.id, {}
  for i, one in ipairs(path.party or {}) do with[i - 1] = i > 1 and one.id or nil end
  local found = play:path(id, path.steps, { from = path.from, friends = "pass", near = mm(ways.zone_of(play, id)),
    with = with[1] and with or nil })
  for _, stop in ipairs(found.stops) do
    local enemy = stop.at < um and stop.kind == "near" and play:unit(stop.by)
    if enemy and enemy.hidden and enemy.arm ~= "sniper" then
      uncover(play, id, stop.by)
      um = stop.at
    end
  end
  for _, span in ipairs(found.bodies) do
    local unit, enemy = play:piece(id), span.from < um and play:unit(span.id)
    if enemy and enemy.hidden and enemy.arm == "sniper" and enemy.side ~= unit.side and unit.arm ~= "sniper" then
      uncover(play, id, span.id)
    end
  end
  return um
end

--- Does a hidden enemy leave stands no room on bases that they would come to on the spot? He is seen, and they stay
--- as they are; a sniper is removed (R202).
function M.hindered(play, ids, bases, how)
  how = how or {}
  how.near = false
  while bases[1] do
    local wrong = play:room_for(ids, bases, how)
    local enemy = wrong and wrong.kind == "body" and play:unit(wrong.by)
    if not (enemy and enemy.hidden) then return false end
    uncover(play, wrong.id, wrong.by)
    if enemy.arm ~= "sniper" then return true end
  end
  return false
end

--- Snipers: the enemy's touch removes them. `told`: whom it touches, by the players' word.
local function flush(play, id, told)
  local how = { of = "enemies", within = tabletop.TOUCHING, counts = tabletop.present }
  for _, other in ipairs(play:unit(id).base and play:touched(id, how) or told) do
    local mine, theirs = play:unit(id).arm == "sniper", play:unit(other).arm == "sniper"
    if mine ~= theirs then return removal.destroy(play, mine and id or other, "Snipers") end
  end
end

--- A stand, or its square, has gone back: hidden enemies in whose zone it is are seen, and a
--- sniper whom it touches is gone (R202).
function M.come_near(play, id)
  for _, one in ipairs(ways.square_of(play, id)) do
    M.notice(play, one)
    flush(play, one, {})
  end
end

--- Is a stand in "rough" ground or "open"? Players are asked where nothing is measured.
function M.terrain(view, id)
  local rough = view:told("way", id)
  if view:unit(id).base then rough = terrain.rough_under(view, id) end
  return rough and "rough" or "open"
end

parts "arrived" {
  doc = "What follows for a stand that has moved: { unit, rough }.",
  part "seen" {
    cite = "R202", doc = "a hidden stand that has moved is seen, and so are those whose zone it comes into",
    run = function(play, about)
      if play:unit(about.unit).arm ~= "sniper" then removal.reveal(play, about.unit) end
      M.notice(play, about.unit)
    end,
  },
  part "disorder" {
    cite = "Disordered Troops", doc = "rough ground, and friends that it ends among, disorder it",
    run = function(play, about)
      local id, unit = about.unit, play:unit(about.unit)
      if about.rough and unit.arm ~= "sniper" then disorder.add(play, id, "rough_terrain") end
      if unit.rabble then disorder.add(play, id, "rabble_moved") end
      if unit.base and passage.mover(unit) and disorder.among_friends(play, id) then
        disorder.add(play, id, "uncompleted_passage")
      end
    end,
  },
  part "contact" {
    doc = "fights that it has left are over; a sniper that it touches is gone",
    run = function(play, about)
      local touched = contact.closed(play, about.unit)
      for _, other in ipairs(touched) do
        if play:unit(other).arm ~= "sniper" then removal.reveal(play, other) end
      end
      flush(play, about.unit, touched)
    end,
  },
}

--- What follows for a stand that has moved `rough` or not.
function M.arrived(play, id, rough)
  if rough and not play:unit(id).charged then play:set(play:unit(id), "rough_way", true) end
  play:carry_out("arrived", { unit = id, rough = rough or false })
end

--- A stand goes up to `wanted`, as far as its roll, which is thrown now if it was not, and its friends let it.
---@param how { angle: integer?, most: integer?, will_fire: boolean?, say: string? } most: where a rule says how far
---@return integer um
function M.go(play, id, wanted, how)
  local unit, noticed = play:unit(id), false
  for _, one in ipairs(ways.square_of(play, id)) do noticed = M.notice(play, one) or noticed end
  local base, angle = ways.sets_out(play, id, how.angle or 0)
  if base ~= unit.base and M.hindered(play, { id }, { base }) then base, wanted = unit.base, 0 end
  local path = ways.path_of(play, id, base or unit.base, angle, wanted or 0)
  local rough = path.base and (ways.rough_at(path) or wanted) < wanted
  if not path.base then rough = play:told("way", id) end
  local whole = how.most or rolls.throw(play, id, { rough = rough or nil })
  local fires = how.will_fire and rolls.known(play, id, { rough = rough or nil, will_fire = true })
  local most = rolls.left(unit, fires or whole)
  local um = math.min(wanted or most, most, path.base and path.clear or most)
  if noticed and um < (path.leaves_at or 0) then um = 0 end
  um = passage.through(play, id, path, um)
  if path.base and um > 0 then
    um = M.come_upon(play, path, um)
    path = ways.path_of(play, id, base or unit.base, angle, um)
    if path.party then play:go_together(path) else play:set_down(id, um > 0 and path.base or base) end
  end
  for _, one in ipairs(ways.square_of(play, id)) do rolls.spend(play, one, um, whole) end
  if unit.on_the_way then play:set(unit, "on_the_way", nil) end
  play:tell(path.base and "moved" or "may_move", {
    unit = id, distance = um // mm(1), say = how.say or "", cite = "Variable Movement",
  })
  for _, one in ipairs(ways.square_of(play, id)) do M.arrived(play, one, rough and um > 0) end
  return um
end

--- The turn that brings an enemy straight before a stand: the nearest that it sees, or knows of.
function M.angle_to_enemy(view, id)
  local unit = view:unit(id)
  local enemy = unit.base and sight.nearest(view, id)
  if not enemy then return nil end
  return geometry.turn(unit.base.facing, view:bearing_at(unit.base, view:unit(enemy).base)) // deg(1) * deg(1)
end

--- A stand that goes at an enemy turns to it, by a test.
local function turn(play, id, enemy, off)
  local there = tabletop.turned(play:unit(id).base, off)
  if play:room(id, there, { near = false, seen_by = play:unit(id).side }) then
    return play:tell("no_turn", { unit = id, enemy = enemy, cite = "Changing Face, R29" })
  end
  if not facing.test(play, { id }, off, true) or M.hindered(play, { id }, { there }) then return end
  play:set_down(id, there)
  return true
end

--- R29: full speed straight at an enemy, the nearest in sight if none is named; where it would come too near, `order`
--- orders a charge: function(play, id, target) → done.
function M.advance(play, id, toward, order)
  toward = toward or sight.nearest(play, id)
  local unit = play:unit(id)
  if not toward or not unit.base then return toward and M.go(play, id, nil, {}) end
  local off = geometry.turn(unit.base.facing, play:bearing_at(unit.base, play:unit(toward).base))
  local freely = ways.turns_freely(unit)
  if off ~= 0 and not freely and not turn(play, id, toward, off) then return end
  off = freely and off or 0
  local whole = rolls.throw(play, id)
  local reach = ways.reach(play, id, off)
  local stop = reach and reach.stop
  local near = stop and stop.kind == "near" and stop.at <= rolls.left(unit, whole)
  if near and order and order(play, id, stop.by) then return end
  if not reach or reach.um < mm(1) or ways.refuse_nearer(play, id, tabletop.slid(unit.base, reach.um, off)) then
    return play:tell("no_way", { unit = id, enemy = toward, cite = "Command Quality, R29" })
  end
  M.go(play, id, reach.um, { angle = off })
end

--- A stand goes straight back from an enemy, as far as there is room: recoil, withdrawal, evasion.
---@param from string|table the enemy or where he stands
---@return integer um
function M.place_back(play, id, from, um)
  local way = play:way_back(id, { from = from, um = um, with = ways.body(play, id), meets = true })
  local gone = play:comes_to(way, um)
  play:go_back(way, gone)
  M.come_near(play, id)
  return gone
end

--- So far, or further: until a stand that goes back is clear of all enemies that it touches (R270).
local function clear_of_foes(play, id, from, um)
  local with = ways.body(play, id)
  local way = play:way_back(id, { from = from, um = um, with = with })
  if not way.base then return um end
  local beyond = um + mm(play.rules.constant.measured_beyond)
  local path = play:path(id, { slide = beyond, angle = way.angle }, { friends = "pass", with = with })
  local clear = path.leaves_at or 0
  return clear <= path.length and math.max(um, clear) or um
end

--- A stand that is hand to hand goes back from an enemy: it parts with those that it has left, and is hand to hand with
--- any that it touches for want of room (R272).
---@return integer um
function M.break_off(play, id, from, um)
  if not play:unit(id).base then contact.dissolve(play, id) end
  local gone = M.place_back(play, id, from, clear_of_foes(play, id, from, um))
  for _, one in ipairs(play:unit(id).base and ways.square_of(play, id) or {}) do
    contact.come_apart(play, one)
    for _, other in ipairs((play:fact("touched", one))) do play:meet(one, other) end
  end
  if play:engaged(id) then play:tell("hemmed_in", { unit = id, cite = "R272" }) end
  return gone
end

--- Why its player may not have a stand go so far.
---@param cmd { distance: integer?, angle: integer?, most: integer?, will_fire: boolean? } most: as for `go`
function M.check(view, id, cmd)
  if not view:unit(id).base then return nil end
  if not cmd.distance then return refuse("distance", "is required: how far does it go?") end
  local reach, fault = ways.reach(view, id, cmd.angle or 0, cmd, cmd.distance)
  return fault or ways.refuse_distance(view, id, reach, cmd.distance) or ways.refuse_end(view, id, reach, cmd.distance)
end

return M
