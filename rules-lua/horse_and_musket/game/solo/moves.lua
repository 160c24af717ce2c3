-- 4.8: what a solo side's units do in the movement step: a plan for each, made of where it wants to stand (aims) by the
-- ways that it has to get there (limber.solo.goals), and what else its stance makes it do.

local aims <const>, army <const>, charges <const> = use("game/solo/aims", "game/army/units", "game/solo/charges")
local chiefs <const>, danger <const>, forms <const> = use("game/solo/generals", "game/solo/danger", "game/solo/forms")
local guns <const>, stands <const> = use("game/solo/guns", "game/solo/stands")
local objectives <const>, see <const>, shots <const> = use("game/solo/objectives", "game/solo/view", "game/solo/shots")

local M <const> = {}

--- A unit that is cut off from its brigade and can do nothing better goes back to it.
local function rejoin(mind, id, brigade)
  local friend, um = mind:nearest(id, brigade.units)
  if not friend or um <= see.support(mind) or see.shot(mind, id)
    or charges.supported(mind, id, mind.view:unit(id).base) then
    return nil
  end
  return mind:plan_for(id, {
    target = friend, stop = see.support(mind) // 2, follows = true, idle = true, why = "up to its brigade",
  })
end

--- Into a town or fieldworks that it could hold, or out of them to attack; empty when it stays in.
local function works(mind, id, unit, brigade, goal)
  if unit.inside then
    if brigade.stance ~= "aggressive" or not goal.toward then return {} end
    local bearing = geometry.bearing(unit.base, goal.toward)
    return { { command = "leave", why = goal.why, readings = { { facing = bearing }, {} } } }
  end
  if brigade.stance == "aggressive" and not goal.area then return nil end
  local area = goal.area and mind.view:terrain(goal.area).held and goal.area or aims.works(mind, id, brigade)
  local function fits(proposal) return proposal.area == area end
  if not area then return nil end
  local plan = goal.area and mind:plan_for(id, goal) or {}
  table.insert(plan, 1, { command = "enter", why = "to hold it", fits = fits })
  return plan
end

--- Over a river that it stands at, when it wants to go on; out of one that it is in (4.2.7.2).
local function across(mind, id, unit, brigade, goal)
  if unit.river == "in" then
    return mind:plan_for(id, { ahead = see.rate(mind, id), follows = true, why = "out of the river" })
  end
  local toward = goal.point or goal.target and goal.toward
  local wanted = goal.heading and geometry.turn(unit.base.facing, goal.heading) or goal.ahead and 0
    or toward and mind:toward(unit.base, toward)
  local attacks = brigade.stance == "aggressive" or brigade.formation.counterattacks or goal.back
  local plan = mind:plan_for(id, goal)
  if wanted and math.abs(wanted) <= mind.ways.turns and attacks then
    local function fits(proposal) return proposal.area == unit.river_area end
    table.insert(plan, 1, { command = "enter", why = "across the river", fits = fits })
  end
  return plan
end

--- May it still do something in this step?
local function can_act(unit)
  return unit.may_move and not unit.retired and not unit.charging and not unit.countercharging
    and (not unit.acted or unit.drill == "column" and not unit.marched and unit.acted == "move" and not unit.changed)
end

--- A unit that keeps an objective stays there, and faces the enemy.
local function stay(mind, id, kept)
  mind:stays(id, { why = "it keeps " .. kept })
  local enemy, um = mind:nearest_enemy(id)
  local near = enemy and um <= 2 * see.stick(mind, "long")
  local by = near and mind:turn_to(id, { toward = mind.view:unit(enemy).base }, "it keeps " .. kept)
  return by and { by } or nil
end

--- A unit of a brigade that attacks keeps its shot; with nothing to do it rejoins its brigade, or takes an objective.
local function bold(mind, id, unit, brigade, goal, plan)
  if goal.area or goal.waits then return plan end
  plan = shots.kept(mind, id, goal, plan)
  local first = plan[1]
  if not unit.inside and (not first or first.command == "turn") then plan = rejoin(mind, id, brigade) or plan end
  local objective = #plan == 0 and not see.shot(mind, id) and mind:objective_goal(id, see.rate(mind, id))
  return objective and mind:plan_for(id, objective) or plan
end

--- On to where a unit of foot or horse wants to be.
local function toward_goal(mind, id, unit, brigade, goal)
  if unit.river then return across(mind, id, unit, brigade, goal) end
  local plan = works(mind, id, unit, brigade, goal)
  if not plan and brigade.stance ~= "defensive" and stands.near(mind, id, unit) then
    return stands.plan(mind, id, unit, brigade, goal)
  end
  if not plan then
    plan = mind:plan_for(id, goal)
    local change = forms.plan(mind, id, unit, goal)
    if change then table.insert(plan, 1, change) end
  end
  return brigade.stance == "aggressive" and bold(mind, id, unit, brigade, goal, plan) or plan
end

--- Should a unit leave the fire? Horse that stands should, and a staggered unit that cannot fire or would soon be
--- destroyed, unless its side must act now. A unit on an objective stays.
local function idles(mind, id, unit, brigade, plan, goal)
  local first = plan and plan[1]
  if unit.inside or unit.river or first and first.command ~= "turn" or objectives.is_on(mind, id) then return false end
  local shot = unit.staggered and see.shot(mind, id)
  if shot and goal and stands.must_act(mind, id, goal) then return false end
  if unit.staggered then return not shot or danger.here(mind, id) >= mind.weight.danger_staggered end
  return unit.arm == "cavalry" and brigade.stance ~= "defensive"
end

local function out_of_fire_why(now, there)
  return function() return ("out of fire: %.1f hits to be expected here, %.1f there"):format(now, there) end
end

--- The place near a unit with the fewest hits to be expected, fewer than `least`: straight away from an enemy or
--- half left or right of that; and how many.
local function safest(mind, id, unit, enemy, least)
  local base, rate, best = unit.base, see.rate(mind, id), nil
  local away = geometry.bearing(mind.view:unit(enemy).base, base)
  for _, far in ipairs { rate // 4, rate // 2, rate, 2 * rate } do
    for _, turn in ipairs { 0, -45, 45 } do
      local point = geometry.step({ x = base.x, y = base.y }, (away + deg(turn)) % deg(360), far)
      local there = tabletop.base_at(base, point)
      local hits = tabletop.on_table(mind.view, there) and danger.at(mind, id, there)
      if hits and hits < least then best, least = point, hits end
    end
  end
  return best, least
end

--- The base to which an option brings a unit; nil for an option that does not move it.
local function end_of(mind, unit, option)
  local way = option and option.readings and option.readings[1]
  if way and option.command == mind.ways.back then return tabletop.slid(unit.base, -way.distance) end
  if not way or option.command ~= mind.ways.move then return nil end
  return tabletop.slid(tabletop.turned(unit.base, way.pivot or 0), way.distance)
end

--- The option to go straight back, and the hits to be expected there; nil where that is no safer.
local function straight_back(mind, id, unit, now)
  local ways = mind.ways
  for part = 1, 2 do
    local far = ways.back_rate(mind, id) // part
    local there = tabletop.slid(unit.base, -far)
    local hits = far >= mind.weight.least_move and tabletop.on_table(mind.view, there) and ways.stands(mind, id, there)
      and danger.at(mind, id, there)
    if hits and hits <= now - mind.weight.danger_left then
      return { command = ways.back, why = out_of_fire_why(now, hits), readings = { { distance = far } } }, hits
    end
  end
end

--- A unit that stands under fire for nothing goes out of it, by the shortest way that is worth it. It goes straight
--- back where that is as safe as the place that it reaches this turn on its way to the safest.
local function out_of_fire(mind, id, unit, brigade, plan, goal)
  if not idles(mind, id, unit, brigade, plan, goal) then return plan end
  local now, enemy = danger.here(mind, id), mind:nearest_enemy(id)
  if now < mind.weight.danger_idle or not enemy then return plan end
  local best, least = safest(mind, id, unit, enemy, now - mind.weight.danger_left)
  if not best then return plan end
  local base = unit.base
  local behind = math.abs((mind:toward(base, best))) >= deg(180) - mind.weight.to_the_rear
  local found = mind:plan_for(id, {
    point = best, stop = 0, back = behind and base.facing or nil, idle = true, why = out_of_fire_why(now, least),
  })
  if found[1] and found[1].command == mind.ways.back then return found end
  local back, hits = straight_back(mind, id, unit, now)
  local there = back and end_of(mind, unit, found[1])
  if back and hits <= (there and danger.at(mind, id, there) or now) then return { back } end
  return found
end

--- Would horse ride into fire, or stay in it as it rides on? Horse that charges, or is on its way to an attack, may; so
--- may horse that takes ground, but cautious horse in the last turns only.
local function into_fire(mind, id, unit, brigade, goal, plan)
  local there = unit.arm == "cavalry" and plan[1] and plan[1].command == mind.ways.move and end_of(mind, unit, plan[1])
  local late = mind.mission and mind.mission.late
  local takes = goal and (goal.ground or goal.area) and (brigade.stance ~= "cautious" or late)
  if not there or takes or goal and (goal.charges or goal.heading) then return false end
  local hits = danger.at(mind, id, there)
  return hits >= mind.weight.danger_idle and hits >= danger.here(mind, id)
end

--- Would an option undo what a unit did in the turn before?
local function undoes(mind, unit, option)
  if option.command == mind.ways.turn then return mind:undoes(unit.id, option.readings[1].by) end
  local there, base = end_of(mind, unit, option), unit.base
  return there and mind:undoes(unit.id, 0, { x = there.x - base.x, y = there.y - base.y })
end

--- Would an option leave an objective in the last turns with nobody of its side on it?
local function leaves(mind, unit, option)
  local there = option.command == "leave" and unit.base or end_of(mind, unit, option)
  return there and objectives.leaves(mind, unit.id, option.command ~= "leave" and there or nil)
end

--- What a unit is to do now, the best first; nil: it stays.
local function make_plan(mind, id)
  local unit = mind.view:unit(id)
  if not unit.base then return nil end
  if not can_act(unit) then
    if not unit.may_move then mind:stays(id, { why = "it has no orders to move" }) end
    return nil
  end
  local brigade = mind:body_of(id)
  if unit.arm == "artillery" then
    local option = guns.plan(mind, id, brigade)
    return option and { option }
  end
  if not army.fighter(unit) then return nil end
  local kept = unit.river ~= "in" and objectives.kept(mind, id)
  if kept then return stay(mind, id, kept) end
  local goal = aims.of(mind, id, brigade)
  if not goal then mind:stays(id, { why = "its brigade is " .. brigade.stance }) end
  local plan = (goal or unit.river == "in") and toward_goal(mind, id, unit, brigade, goal)
  if plan and into_fire(mind, id, unit, brigade, goal, plan) then
    mind:stays(id, { why = "it would ride into fire" })
    plan = {}
  end
  plan = plan and lists.filter(plan, function(option)
    local kept_there = leaves(mind, unit, option)
    if kept_there then mind:stays(id, { why = "it keeps " .. kept_there }) end
    return not kept_there and not undoes(mind, unit, option)
  end)
  plan = out_of_fire(mind, id, unit, brigade, plan, goal)
  if not plan then return nil end
  if unit.acted and not unit.river then
    local first = plan[1]
    if not first or first.command ~= "move" then return nil end
    first.command = "march"
  end
  return #plan > 0 and plan or nil
end

local function plan_of(mind, id) return mind:once_for("plan", id, make_plan) end

--- Judges a proposal by the plan of its unit.
function M.judge(mind, proposal) return mind:by_plan(plan_of(mind, proposal.unit), proposal) end

local function has_acted(unit) return type(unit.acted) == "string" or unit.turned end

--- The units of a side in the order of their brigades, the foremost of each first; each with what it plans, so that
--- only that is asked for. The generals ride last.
---@return fun(): table?
function M.order(mind)
  local generals
  local next_unit = mind:body_by_body(mind:bodies(mind.side), has_acted, function(id)
    local plan, commands = plan_of(mind, id), {}
    for i, option in ipairs(plan or {}) do commands[i] = option.command end
    return plan and { of = id, commands = commands } or nil
  end)
  return function()
    local found = not generals and next_unit()
    if found then return found end
    generals = generals or see.generals(mind)
    for _ = 1, #generals do
      local general = table.remove(generals, 1)
      local wanted = chiefs.wanted(mind, general)
      if wanted then return { of = general, commands = { wanted } } end
    end
  end
end

return M
