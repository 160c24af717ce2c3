-- 4.8: where a solo brigade's units want to stand: by its stance, its place in the line, and what has become of it.
-- Goals are told in limber.solo.goals; besides, `follows`: to another brigade, for which it may leave its own;
-- `charges`, `face`: to charge its target, and on which face.

local army <const>, ground <const>, see <const> = use("game/army/units", "game/movement/ground", "game/solo/view")
local danger <const> = use "game/solo/danger"
local grounds <const>, objectives <const>, troops <const> = use("game/solo/grounds", "game/solo/objectives", "troops")

local M <const> = {}

-- ---- a brigade that attacks -----------------------------------------------------------------------------------------

--- What a charge is, for limber.solo.charging.
M.charges = {
  fights = army.fighter,
  rides = function(unit) return unit.arm == "cavalry" end,
  passes = function(unit, brigade) return unit.formation == brigade.id end,
  face = function(base, enemy) return (ground.face_of(enemy, base)) end,
  could = see.would_charge,
  reach = see.reach_at,
}

--- How the fight by fire would go for a unit that came so near to an enemy on its front (danger.exchange).
local function exchange(mind, id, target, stop)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  local bearing = geometry.bearing(enemy.base, unit.base)
  local there = geometry.step({ x = enemy.base.x, y = enemy.base.y }, bearing, stop + enemy.base.depth)
  return danger.exchange(mind, id, target, tabletop.base_at(unit.base, there))
end

--- Where a unit that can charge nobody fires best at the nearest enemy; nil for one that does not fire, and for horse
--- that would have the worst of it.
local function to_fire(mind, id, enemy)
  local unit = mind.view:unit(id)
  if not see.range(mind, id) then return nil end
  local band = troops.light_foot(mind.rules, unit.troop) and "long_mm" or "short_mm"
  local stop = mm(mind.rules.tables.weapons(unit.weapon, band)) - mind.weight.short_of_reach
  if unit.arm == "cavalry" and exchange(mind, id, enemy, stop) < mind.weight.closes_at then return nil end
  return {
    target = enemy, stop = stop, toward = mind.view:unit(enemy).base,
    why = function() return "to fire at " .. mind:name(enemy) end,
  }
end

--- A unit that can charge nobody, and does not fire, waits by its brigade, or comes up behind it.
local function by_its_brigade(mind, id, brigade, enemy)
  local friend, um = mind:nearest(id, brigade.units)
  if (um or 0) <= 2 * see.support(mind) then
    return { toward = mind.view:unit(enemy).base, why = "it waits by its brigade" }
  end
  local base = mind.view:unit(friend).base
  return {
    point = base, stop = see.support(mind) + base.depth, why = "up behind its brigade", follows = true, idle = true,
  }
end

--- Does foot close with the enemy that it goes for? It does when it has a shot already, when the fight by fire would go
--- well, and when its side must act now.
local function closes(mind, id, goal)
  local target, mission = goal.target, mind.mission
  if not target or goal.face ~= "front" or see.shot(mind, id) or mission and mission.presses then return true end
  local enemy = mind.view:unit(target)
  if enemy.arm ~= "infantry" or not see.range(mind, target) then return true end
  return exchange(mind, id, target, goal.stop) >= mind.weight.closes_at
end

--- Foot that does not close waits where it is, and faces the enemy.
local function wait(mind, goal)
  return {
    toward = mind.view:unit(goal.target).base, waits = true,
    why = function() return mind:said("it waits until {enemy} [is] weaker", { enemy = goal.target }) end,
  }
end

--- Toward an enemy that it could charge; toward the nearest enemy to fire at him; else after its brigade.
local function attack_goal(mind, id)
  local unit = mind.view:unit(id)
  local enemy, um = mind:nearest_enemy(id)
  if not enemy then return nil end
  local far = um > 2 * see.rate(mind, id) + mind.weight.far_from_enemy
  local goal = not far and mind:charge_goal(id)
  if goal == false then return mind:approach_goal(id, see.support(mind)) end
  if goal and unit.arm == "infantry" and not closes(mind, id, goal) then return wait(mind, goal) end
  if goal then return goal end
  local horse = mind.view:unit(enemy).arm == "cavalry" and um <= 2 * see.rate(mind, enemy)
  if horse and unit.arm == "infantry" then return { toward = mind.view:unit(enemy).base, why = "horse is near" } end
  return to_fire(mind, id, enemy) or by_its_brigade(mind, id, mind:body_of(id), enemy)
end

-- ---- a brigade that holds -------------------------------------------------------------------------------------------

--- The nearest enemy, when he is near enough to be faced.
local function threat(mind, id)
  local enemy, um = mind:nearest_enemy(id)
  return enemy and um <= 2 * see.stick(mind, "long") and mind.view:unit(enemy).base or nil
end

--- Ground that is better to stand on: hedges, fences and walls to stand behind, hills, riverbanks.
local function better_ground(mind, depth)
  local state, list, i = mind.state, {}, 0
  for _, id in ipairs(state.order.lines) do
    list[#list + 1] = { { line = state.lines[id].line }, "up to the cover before it" }
  end
  for _, id in ipairs(state.order.areas) do
    local area = state.areas[id]
    if area.terrain == "hill" then list[#list + 1] = { { area = area.area }, "onto the hill", depth } end
    if area.terrain == "river" then list[#list + 1] = { { area = area.area }, "up to the riverbank" } end
  end
  return function()
    i = i + 1
    return table.unpack(list[i] or {})
  end
end

--- Foot on an objective stays there. Others go to their post in the line, or to the best ground within so much of it;
--- there they face who comes.
local function hold_goal(mind, id, within)
  local unit = mind.view:unit(id)
  local on = unit.arm == "infantry" and objectives.stands_on(mind, id)
  if on then return { toward = threat(mind, id), why = "it holds " .. on } end
  local goal = mind:post_goal(id, within, function(_, um)
    return mind:objective_goal(id, um) or mind:ground_goal(id, um, better_ground(mind, unit.base.depth))
  end)
  if goal then return goal end
  local enemy, post = threat(mind, id), unit.post
  return { toward = enemy, facing = not enemy and post and post.facing or nil, why = "it holds the line" }
end

--- On with the brigades beside its own, no gap between them wider than a long; or as `goal`.
local function level(mind, id)
  local brigade = mind:body_of(id)
  local function in_line(other) return other.formation.place ~= "reserve" end
  local on = not brigade.formation.counterattacks and mind:level_with(brigade, see.stick(mind, "long"), in_line) or 0
  if on > 2 * mind.weight.at_its_place and not threat(mind, id) then
    return { ahead = on, why = "on with the brigades beside it" }
  end
  return hold_goal(mind, id, see.rate(mind, id))
end

-- ---- by its stance --------------------------------------------------------------------------------------------------

--- After another brigade, no nearer than that.
local function follow(mind, id, other, distance, why)
  local _, um = mind:nearest(id, other.units)
  if not um or um <= distance then return nil end
  return { point = mind:middle(other.units), stop = distance, follows = true, why = why }
end

--- A reserve behind the nearest aggressive brigade, at a long; with none before it, it attacks itself.
local function behind_attackers(mind, id)
  local other = mind:nearest_body(mind:body_of(id), mind:bodies(mind.side), function(one)
    return one.stance == "aggressive" and one.formation.place ~= "reserve"
  end)
  if not other then return attack_goal(mind, id) end
  return follow(mind, id, other, see.stick(mind, "long"), "in reserve behind the attack")
end

--- A beaten brigade goes to the one whose support it looks for; beside it, it does as that does.
local function seek(mind, id, sought)
  local other = mind:bodies(mind.side).by_id[sought]
  if not other or #other.units == 0 or mind.mission and mind.mission.late or see.shot(mind, id)
    or objectives.is_on(mind, id) then
    return nil
  end
  return follow(mind, id, other, see.stick(mind, "short"), "to the support of another")
end

--- Room between a unit and the guns that it goes round.
local CLEAR <const> = mm(15)

--- A goal round guns of its own side that stand in the way of it.
local function round_guns(mind, id, goal)
  local base, to = mind.view:unit(id).base, goal.point or goal.target and mind.view:unit(goal.target).base
  if not to then return goal end
  local ahead = geometry.bearing(base, to)
  local aside, far = (ahead + deg(90)) % deg(360), mind:along(ahead, to) - mind:along(ahead, base)
  for _, other in ipairs(mind:standing(mind.side)) do
    local guns = mind.view:unit(other)
    local there = guns.arm == "artillery" and guns.base
    local on = there and mind:along(ahead, there) - mind:along(ahead, base)
    local across = there and mind:along(aside, there) - mind:along(aside, base)
    local room = there and (there.width + base.width) // 2
    if there and on > 0 and on < far and math.abs(across) < room then
      local way = across > 0 and aside + deg(180) or aside
      local past = geometry.step({ x = there.x, y = there.y }, ahead, base.depth)
      return {
        point = geometry.step(past, way % deg(360), room + CLEAR), stop = 0,
        follows = goal.follows, ground = goal.ground, why = function() return "round " .. mind:name(other) end,
      }
    end
  end
  return goal
end

--- What units can hold on the table: towns and fieldworks.
local function strongholds(mind)
  return lists.filter(mind.state.order.areas, function(id) return mind.view:terrain(id).held end)
end

--- The place off a corner of an area by which the way past the area is shortest; nil: no corner has a free one.
--- `room`: how far off the area a unit keeps.
local function past_corner(mind, base, to, shape, room)
  local middle, best, least = grounds.middle_of(shape), nil, nil
  local here = { x = base.x, y = base.y }
  local out = (room + CLEAR) * 3 // 2 -- half as much again: the way there has to clear the corner too
  for _, corner in ipairs(shape.area) do
    local point = geometry.step(corner, geometry.bearing(middle, corner), out)
    local way = mind:middles(here, point)
    local um = way + mind:middles(point, to)
    local free = way > 0 and mind:apart({ line = { here, point } }, shape) >= math.min(room, mind:apart(here, shape))
    if free and (not least or um < least) and tabletop.on_table(mind.view, tabletop.base_at(base, point)) then
      best, least = point, um
    end
  end
  return best
end

--- Does the enemy hold a town or works? Then foot stops before them and fires.
local function is_held_against(mind, area_id)
  local holder = mind.view:holder(area_id)
  return holder and mind.view:unit(holder).side ~= mind.side
end

--- A goal for foot whose way leads through a town or works: first the place that leads round them. Foot that has no
--- such place, or whose goal is in them, keeps its goal.
local function round_works(mind, id, goal)
  local base = mind.view:unit(id).base
  local here, room = { x = base.x, y = base.y }, base.width // 2
  local to = goal.point or goal.target and mind.view:unit(goal.target).base
    or goal.heading and geometry.step(here, goal.heading, goal.away or goal.far)
  if not to or goal.area then return goal end
  local there = { x = to.x, y = to.y }
  if mind:middles(here, there) == 0 then return goal end
  for _, area_id in ipairs(mind:once("strongholds", strongholds, mind)) do
    local shape = { area = mind.state.areas[area_id].area }
    local ends = math.min(mind:apart(here, shape), mind:apart(there, shape))
    local clear = mind:apart({ line = { here, there } }, shape) >= math.min(room, ends)
    if ends > 0 and not clear and not is_held_against(mind, area_id) then
      local point = past_corner(mind, base, there, shape, room)
      return point and {
        point = point, stop = 0, follows = goal.follows, ground = goal.ground,
        why = function() return "round " .. mind:name(area_id) end,
      } or goal
    end
  end
  return goal
end

local of

--- Where a unit of a brigade wants to be; nil: where it is.
function M.of(mind, id, brigade)
  local goal = of(mind, id, brigade)
  if not goal or mind.view:unit(id).arm ~= "infantry" or goal.waits then return goal end
  local round = round_guns(mind, id, goal)
  return round ~= goal and round or round_works(mind, id, goal)
end

function of(mind, id, brigade)
  local formation = brigade.formation
  local sought = formation.seeks and seek(mind, id, formation.seeks)
  if sought then return sought end
  local taking = objectives.goal(mind, id, brigade)
  if taking then return taking end
  if brigade.stance == "aggressive" then
    if formation.place == "reserve" then return behind_attackers(mind, id) end
    return attack_goal(mind, id)
  end
  if brigade.stance == "cautious" and formation.place ~= "reserve" then return level(mind, id) end
  return hold_goal(mind, id, see.stick(mind, "short"))
end

--- A town or fieldworks that nobody holds and a unit could, as near as its stance lets it go.
function M.works(mind, id, brigade)
  local view, unit = mind.view, mind.view:unit(id)
  if unit.inside or unit.arm ~= "infantry" then return nil end
  local within = brigade.stance == "cautious" and see.rate(mind, id) or see.stick(mind, "short")
  for _, area_id in ipairs(mind:once("strongholds", strongholds, mind)) do
    local area = { area = mind.state.areas[area_id].area }
    if mind:apart(unit.base, area) <= within and not view:holder(area_id) then return area_id end
  end
end

return M
