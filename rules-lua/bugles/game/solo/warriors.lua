-- What a solo side's warriors want: they wait out of fire and out of sight, in order, until they are massed, and then
-- go at those whom they may well beat. What they return is as in aims.

local army <const>, charge_way <const> = use("game/army/units", "game/combat/charge_way")
local charges <const>, objectives <const> = use("game/solo/charges", "game/solo/objectives")
local see <const>, stakes <const> = use("game/solo/view", "game/solo/stakes")
local facing <const>, terrain <const> = use("game/movement/facing", "game/movement/terrain")
local ways <const> = use "game/movement/ways"

local M <const> = {}

function M.home(mind, id, why) return mind:homeward(id, mind.weight.home_edge, why) end

--- How much an enemy invites an attack, as so much nearer: those who are shaken, few, guns, or alone.
local function weakness(mind, id)
  local unit = mind.view:unit(id)
  local friend, um = mind:nearest(id, mind:standing(unit.side))
  local short = army.full(mind.view, unit) - unit.figures
  local points = (unit.halted and 1 or 0) + (unit.disordered and 1 or 0) + short / 3
    + (army.crewed(unit) and 0.7 or 0) + ((not friend or um > mm(100)) and 0.7 or 0)
    - (mind.view:fact("cover", id) ~= "none" and 1 or 0) - (unit.drill == "square" and 1.5 or 0)
    - (unit.arm == "mounted" and not unit.disordered and 3 or 0)
  return math.floor(mm(100) * points)
end

--- How far an enemy is, as a stand that looks for a target reckons: weak ones are nearer, and those whom it may well
--- beat; farther are those off its front, for turning costs a test, and who would evade.
local function way_to(mind, id, enemy, um)
  local unit = mind.view:unit(enemy)
  if not charge_way.fights(mind.view, enemy) then um = um + metre(1) end
  local off = math.max(0, tabletop.off_front(mind.view:unit(id).base, unit.base) - mind.weight.off_way)
  return um - mind:once_for("weakness", enemy, weakness) + off // deg(1) * mind.weight.turn_way
    - math.floor(charges.hoped(mind, id, enemy) * mind.weight.hope_way)
end

--- The enemy that a stand goes for, of those that are nearest to it.
local function target_of(mind, id)
  local best, least, n = nil, nil, 0
  for enemy, um in mind:by_distance(id, mind.view:other(mind.side)) do
    local way = way_to(mind, id, enemy, um)
    if not least or way < least then best, least = enemy, way end
    n = n + 1
    if n == mind.weight.looked_at then break end
  end
  return best
end

--- The nearest cover, not nearer to an enemy than that; from horse all ground counts into which it cannot charge.
local function cover_near(mind, id, enemy, line, riders)
  local there = mind.view:unit(enemy).base
  if see.cover_at(mind, mind.view:unit(id).base, riders) ~= "none" then return nil end
  local open = see.hand_to_hand(mind, id)
  return mind:nearest_cover(id, mind.weight.way_to_cover, mm(40), function(base)
    return see.cover_at(mind, base, riders) ~= "none" and mind:middles(base, there) >= line
      and not (open and see.rough_way(mind, mind.view:unit(id).base, base))
  end)
end

--- The shortest way out of ground that disorders a stand which is of use hand to hand alone.
local function out_of_rough(mind, id, unit)
  if not see.hand_to_hand(mind, id) or not terrain.rough_under(mind.view, id) then return nil end
  local best, least = nil, nil
  for off = -135, 180, 45 do
    local turned = tabletop.turned(unit.base, deg(off))
    for um = mm(40), mm(240), mm(40) do
      local base, way = tabletop.slid(turned, um), um + math.abs(off) * mind.weight.turn_way
      if way < (least or math.huge) and not see.rough_at(mind, base) then best, least = base, way end
    end
  end
  return best and { point = { x = best.x, y = best.y }, why = "out of rough ground" } or nil
end

--- Do friends stand where a stand would go that has turned, so far?
local function is_barred(mind, id, base, um)
  local way = tabletop.slid(base, um // 2)
  way.depth = way.depth + um
  return lists.find(mind:there(mind.side), function(other)
    local friend = mind.view:unit(other)
    if other == id or not friend.base or friend.drill == "skirmish" then return false end
    return geometry.contact(way, friend.base).state == "overlapping"
  end) ~= nil
end

--- Does a stand come out of fire that sets out for a place? It goes straight there, or turns by one test and is there
--- in the same move; and what it is then spared outweighs what it costs to fail, and stand in disorder.
local function gets_out(mind, id, unit, point)
  local angle, far = mind:toward(unit.base, point)
  local off = math.abs(angle)
  if ways.turns_freely(unit) or off <= mind.weight.off_way then return true end
  if far > objectives.pace(mind, id) then return false end
  local turned = tabletop.turned(unit.base, angle)
  if is_barred(mind, id, turned, far) then return false end
  local spared = see.danger(mind, unit.base) - see.danger(mind, tabletop.base_at(turned, point))
  local test = facing.question(mind.view, { id }, off, true)
  local chance = mind:chance("movement.change_face", test, "success", true, id)
  return chance * spared > (1 - chance) * mind.weight.turn_fails
end

--- Where a stand under fire goes: into cover, into loose order, or away; nil: it gets out by none of these.
local function out_of_fire(mind, id, unit, enemy, um, line, cover)
  if cover and gets_out(mind, id, unit, cover) then return { point = cover, why = "into cover", whole = true } end
  local loose = unit.kind == "irregular" and unit.drill == "close_order" and not unit.moved
  if loose then return { command = "deploy_skirmish", why = "there is no cover" } end
  local away = mind:away_from(id, enemy, math.max(mm(60), line - um), "out of their fire")
  away.whole = true
  return um > mind.weight.presses and gets_out(mind, id, unit, away.point) and away or nil
end

--- A stand that waits, or fires from afar, keeps so far from the enemy; under fire it goes into cover, or away, if that
--- gets it out of fire: else it stands, for stands often fail to turn, and are shot in disorder.
local function keep_off(mind, id, unit, enemy, um, line)
  local exposed = see.danger_to(mind, id) > mind.weight.under_fire
  local _, riders = see.chargers(mind, id)
  local hides = unit.arm ~= "mounted" and riders > 0
  local cover = cover_near(mind, id, enemy, line // 2, hides)
  local goal = exposed and out_of_fire(mind, id, unit, enemy, um, line, cover)
  if goal then return goal end
  if cover and hides and not exposed then return { point = cover, why = "into cover from their horse" } end
  if um <= line + mm(30) then
    local off = tabletop.off_front(unit.base, mind.view:unit(enemy).base)
    local looks = off <= mind.weight.turns_about and see.hand_to_hand(mind, id)
    return not (exposed or looks) and { face = enemy, why = "to face " .. mind:name(enemy) .. " while it waits" } or nil
  end
  if cover and see.danger(mind, tabletop.base_at(unit.base, cover)) <= mind.weight.under_fire then
    return { point = cover, why = "under cover toward " .. mind:name(enemy) }
  end
  goal = mind:short_of(id, enemy, line + unit.base.depth, "to where they gather")
  goal.open = true
  return goal
end

--- What it costs a stand to stand where it would charge an enemy from, by fire and by enemies who charge first.
local function on_the_way(mind, id, unit, enemy)
  local bearing = mind:toward(unit.base, mind.view:unit(enemy).base)
  local stop = math.max(mm(60), math.floor(see.charge_reach(mind, id) * mind.weight.closes_to))
  local turned = tabletop.turned(unit.base, bearing)
  local lost = mind:danger(id, tabletop.slid(turned, math.max(0, mind:gap(id, enemy) - stop)))
  return lost * stakes.of(mind, id, mind.side)
end

--- Massed they go for it, to within reach of a charge: horse and fleet foot round to a flank where one is free.
local function attack(mind, id, unit, enemy)
  local there, off = mind.view:unit(enemy).base, tabletop.off_front(mind.view:unit(enemy).base, unit.base)
  if (unit.arm == "mounted" or unit.fleet) and off > deg(30) and off < deg(120) then
    local left = geometry.off(there, unit.base) < 0
    local point = mind:off_face(there, left and "left_flank" or "right_flank", mm(120))
    if mind:clear_of_enemies(point, enemy, mm(60)) then
      return { point = point, why = "round the flank of " .. mind:name(enemy) }
    end
  end
  local stop = math.max(mm(60), math.floor(see.charge_reach(mind, id) * mind.weight.closes_to))
  local on = mind:gap(id, enemy) > stop
  return on and mind:short_of(id, enemy, stop, "at " .. mind:name(enemy))
    or { face = enemy, why = "to face " .. mind:name(enemy) }
end

--- What a stand of warriors wants whose nearest enemy is so far; one that lies near enough rises for nothing less than
--- an attack, and one that lies hidden is safest there when they have had enough.
function M.of(mind, id, unit, enemy, um)
  if see.had_enough(mind) then return not unit.hidden and M.home(mind, id, "home, for they have had enough") or nil end
  local reach = unit.kind == "irregular" and see.reach(mind, id) or 0
  if reach >= mm(150) then
    if see.shot(mind, id) and see.danger(mind, unit.base) <= mind.weight.under_fire then return nil end
    return keep_off(mind, id, unit, enemy, um, reach * 4 // 5)
  end
  local target = see.massed(mind) and (mind:once_for("target", id, target_of) or enemy)
  local presses = mind.mission and mind.mission.presses
  local hope = mind.weight.attack_hope + charges.patience(mind)
  local hoped = not presses and target and charges.hoped(mind, id, target) or 0
  local goes = target and (presses or hoped >= hope and hoped - on_the_way(mind, id, unit, target) >= hope)
  if unit.hidden and not goes and um <= see.line(mind) then return nil end
  local out = out_of_rough(mind, id, unit)
  if out then return out end
  if goes then return attack(mind, id, unit, target) end
  return keep_off(mind, id, unit, enemy, um, see.line(mind))
end

return M
