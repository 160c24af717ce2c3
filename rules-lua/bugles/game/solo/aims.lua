-- What a solo side's stands want: { point, stop, why } to go to, { face, why } to turn to, { command, why } to do; nil:
-- to stay.

local aim <const>, army <const> = use("game/fire/aim", "game/army/units")
local objectives <const>, odds <const> = use("game/solo/objectives", "game/solo/odds")
local see <const>, warriors <const> = use("game/solo/view", "game/solo/warriors")

local M <const> = {}

local function to_fire(mind, enemy) return { face = enemy, why = "to fire at " .. mind:name(enemy) } end

-- ---- regulars -------------------------------------------------------------------------------------------------------

--- The foot of its group that it touches, directly or through others.
local function company(mind, id)
  return mind:touching(id, tabletop.TOUCHING, function(unit)
    return unit.drill == "close_order" and army.on_foot(unit) and unit.arm ~= "sniper"
  end)
end

--- Is the fire of a group likely to bring down the horse before it comes?
local function shoots_down(mind, group, foes)
  local riders = lists.filter(foes, function(foe) return mind.view:unit(foe).arm == "mounted" end)
  local figures, hits = 0, 0
  for _, foe in ipairs(riders) do figures = figures + mind.view:unit(foe).figures end
  for _, id in ipairs(army.group_units(mind.view, group)) do
    hits = hits + see.best_shot(mind, id, riders)
  end
  return hits >= figures * mind.weight.shoots_down
end

--- Would a square make it so much safer from horse in reach, or do enemies stand all about it?
local function pressed(mind, id, stands)
  local unit, foes, mounted = mind.view:unit(id), see.chargers(mind, id, stands)
  local near = lists.filter(foes, function(foe) return mind:gap(id, foe) <= mind.weight.presses end)
  if #near > 1 and mind:spread(id, near) >= mind.weight.surrounded then return true end
  if mounted == 0 or not stands and 2 * mounted < #company(mind, id) then return false end
  if stands then return true end
  local rider = lists.find(foes, function(foe) return mind.view:unit(foe).arm == "mounted" end)
  if shoots_down(mind, unit.formation, foes) then return false end
  local line, square = odds.breaks(mind, rider, id, "line"), odds.breaks(mind, rider, id, "square")
  return line - square >= mind.weight.square_gain
end

--- Squares of regular foot, where it has nobody to form one with back to back. The second result: it stays so.
local function squares(mind, id, unit)
  local stands = unit.drill == "square" or unit.drill == "back_to_back"
  local foot = unit.kind == "regular" and army.foot(unit)
  if not stands and (not foot or unit.drill ~= "close_order" or unit.moved) then return nil end
  if pressed(mind, id, stands) == stands then return nil, stands end
  if stands then
    return { command = unit.drill == "square" and "leave_square" or "back_to_back", why = "nobody is about it" }
  end
  local command = #company(mind, id) > 1 and "form_square" or see.chargers(mind, id)[2] and "back_to_back"
  return command and { command = command, why = "the enemy could come from all sides" } or nil
end

--- Light infantry screens the others while nobody can catch it; troops who fight on foot dismount to fire.
local function change(mind, id, unit, um)
  local foes, riders = see.chargers(mind, id)
  if unit.light_infantry and unit.drill == "skirmish" and #foes > 0 then
    return { command = "reform", why = "the enemy could catch it" }
  elseif unit.light_infantry and unit.drill == "close_order" and #foes == 0 and um <= mind.weight.skirmish_from then
    return { command = "deploy_skirmish", why = "to screen the others" }
  end
  local reach = unit.can_dismount and unit.kind == "regular" and not unit.moved and mm(aim.reach(mind.view, unit))
  if reach and unit.arm == "mounted" and um <= reach and riders == 0 then
    return { command = "dismount", why = "to fire on foot" }
  elseif reach and unit.arm == "dismounted" and um > 3 * reach then
    return { command = "mount", why = "the enemy is far" }
  end
end

--- How near to the enemy the rearmost of its side's groups of regular foot has come.
local function rearmost(mind)
  return mind:rearmost(function(id, body)
    local unit = mind.view:unit(id)
    return body.stance == "drilled" and army.formed(unit) and army.on_foot(unit) and not see.engaged(mind, id)
  end)
end

local function heading(mind, group) return mind:march_heading(mind:bodies(mind.side).by_id[group]) end

--- How far a stand marches until it sees an enemy; nil: no nearer than a charge it sees him nowhere.
local function to_sight(mind, unit, enemy, march, um)
  for step = mind.weight.least_move, um - mind.weight.presses, mind.weight.least_move do
    local base = tabletop.base_at(unit.base, geometry.step({ x = unit.base.x, y = unit.base.y }, march, step))
    if see.sees_from(mind, base, enemy) then return step + mind.weight.least_move end
  end
end

--- Do regulars ignore ground that may hide enemies: when it is time to act, or when the enemy has no warriors?
local function is_bold(mind) return mind.mission and mind.mission.presses or not see.may_lie(mind) end

--- How far of its way a stand marches before ground in which warriors may lie in wait, so near that no fire would meet
--- them: all of it when it is time to act.
local function before_cover(mind, unit, march, um)
  if is_bold(mind) then return um end
  local room = mind.weight.ambush_room
  for step = 0, um + mind.weight.least_move - 1, mind.weight.least_move do
    local way = math.min(step, um)
    local base = tabletop.base_at(unit.base, geometry.step({ x = unit.base.x, y = unit.base.y }, march, way))
    if see.near_cover(mind, base, room) then
      local clear = step - mind.weight.least_move
      return clear > 0 and clear or nil
    end
  end
  return um
end

--- Horse goes to within reach of a charge, but not beside cover. Within reach it turns to the enemy, unless enemy foot
--- could charge it: a turn that fails disorders it.
local function horse(mind, id, enemy, um, stop)
  if um <= stop then
    local foes, riders = see.chargers(mind, id)
    return #foes == riders and { face = enemy, why = "to face " .. mind:name(enemy) } or nil
  end
  if um + mind.weight.together < mind:once("rearmost", rearmost, mind) then return nil end
  local goal = mind:short_of(id, enemy, stop, "to within reach of a charge")
  local there = tabletop.base_at(mind.view:unit(id).base, goal.point)
  return (is_bold(mind) or not see.near_cover(mind, there, mind.weight.ambush_room)) and goal or nil
end

--- Foot stands and fires; it turns to an enemy in reach, or goes to where it reaches one, in line with its side.
local function regular(mind, id, unit, enemy, um)
  if unit.arm == "mounted" then
    return horse(mind, id, enemy, um, math.floor(see.charge_reach(mind, id) * mind.weight.well_in))
  end
  local reach = see.reach(mind, id) or 0
  if see.shot(mind, id) then return nil end
  local stop = math.floor(reach * mind.weight.well_in)
  local unseen = um <= reach and not see.sees(mind, id, enemy)
  if um <= reach and not unseen then return to_fire(mind, enemy) end
  if um + mind.weight.together < mind:once("rearmost", rearmost, mind) then return nil end
  local march = mind:once_for("heading", unit.formation, heading)
  local way = um - stop
  if unseen then way = to_sight(mind, unit, enemy, march, um) end
  way = way and before_cover(mind, unit, march, way)
  local point = way and geometry.step({ x = unit.base.x, y = unit.base.y }, march, way)
  local soon = um - reach < mm(70) and unit.drill == "close_order"
  return point and { point = point, why = "to where it fires well", will_fire = soon or nil } or nil
end

-- ---- guns and carts -------------------------------------------------------------------------------------------------

--- A place behind the nearest foot that is nearer to an enemy.
local function behind_foot(mind, id, enemy, um)
  for friend in mind:by_distance(id, mind.side) do
    local one = mind.view:unit(friend)
    if army.formed(one) and army.on_foot(one) and mind:gap(friend, enemy) + mind.weight.gun_cover < um then
      local found = mind:away_from(friend, enemy, mind.weight.gun_cover + one.base.depth, "behind the foot")
      found.stop, found.backward = mm(60), nil
      return found
    end
  end
end

--- Has a gun no foot of its side to stay with?
local function alone(mind, unit)
  for _, friend in mind.view:present(unit.side) do
    if army.formed(friend) and army.on_foot(friend) then return false end
  end
  return true
end

--- Where a gun follows those whom it helps: behind foot that is nearer to the enemy, or alone to where it reaches him.
local function follows(mind, id, unit, enemy, um, reach)
  return behind_foot(mind, id, enemy, um) or alone(mind, unit)
    and mind:short_of(id, enemy, reach * 4 // 5, "to where it reaches him") or nil
end

--- Limbering costs a gun about two turns of fire: it limbers only to go far, and with no enemy who could come upon it
--- or into its range in that time. Else it goes by hand.
local function gun(mind, id, unit, enemy, um)
  local reach = see.reach(mind, id)
  if not reach then return nil end
  local wary = #see.chargers(mind, id, true) > 0
  if unit.limbered then
    if um <= reach * 9 // 10 then
      return { command = "unlimber", why = mind:said("{it} [is] in range", { it = enemy }) }
    end
    if wary then return { command = "unlimber", why = "the enemy could come upon it" } end
    return follows(mind, id, unit, enemy, um, reach)
  end
  if see.shot(mind, id) then return nil end
  if um <= reach then return to_fire(mind, enemy) end
  if um <= reach + mm(60) and #see.chargers(mind, id) == 0 then
    return mind:short_of(id, enemy, reach - mm(20), "a little nearer, by hand")
  end
  local goal = follows(mind, id, unit, enemy, um, reach)
  if not goal then return { face = enemy, why = "to face " .. mind:name(enemy) } end
  local _, far = mind:toward(unit.base, goal.point)
  local limbers = far >= mind.weight.gun_limbers and not wary and um > reach + mind.weight.gun_limbers
  if limbers and unit.team and unit.team ~= "none" then return { command = "limber", why = "nobody is in range" } end
  return goal
end

--- A cart goes to the gun of its side that has fewest rounds.
local function cart(mind, id)
  local best, least
  for other, unit in mind.view:present(mind.side) do
    local rounds = unit.arm == "gun" and unit.figures > 0 and unit.solid + unit.canister
    if rounds and rounds <= (least or mind.weight.rounds_low) then best, least = other, rounds end
  end
  if not best or mind:gap(id, best) <= tabletop.TOUCHING then return nil end
  return { point = mind:middle { best }, why = "with rounds for " .. mind:name(best) }
end

-- ---- all of them ----------------------------------------------------------------------------------------------------

--- A stand that keeps an objective stays there; others go for those that nobody of its side holds when it is time,
--- or when they have nothing else to do.
---@return table? goal
---@return boolean? holds
local function objective(mind, id, unit)
  if objectives.keeps(mind, id) then
    return nil, true
  end
  local goal = objectives.goal(mind, id)
  if not goal then return nil end
  if goal.due then return goal end
  local idle = not see.shot(mind, id) and not see.massed(mind)
    and see.danger(mind, tabletop.base_at(unit.base, goal.point)) <= mind.weight.under_fire
  return idle and goal or nil
end

--- What a stand is to do whose place the players alone know, in words; nil: to stay, and fire.
function M.told(mind, id, unit)
  local function within(um) return ("to within %d mm of the enemy"):format(um // mm(1)) end
  local reach = see.reach(mind, id) or 0
  if unit.arm == "wagon" then return "to the gun with fewest rounds" end
  if unit.arm == "sniper" then return nil end
  if see.halted(mind, unit) then return not see.drilled(mind.view, unit.formation) and "home" or nil end
  if army.crewed(unit) then return unit.limbered and within(reach * 4 // 5) .. ", then unlimber" or nil end
  if see.leaving(mind, id) then return "home" end
  if unit.arm == "mounted" then return within(see.charge_reach(mind, id) * 3 // 4) .. ", who is disordered or alone" end
  if unit.kind ~= "war_band" then return nil end
  return ("under cover, no nearer than %d mm until most are there; then at them"):format(see.line(mind) // mm(1))
end

--- A halted stand of warriors goes home when it looks that way, or nobody reaches it; else it stays as it is, and
--- fires: many fail to turn about, and are shot in disorder.
local function will_not(mind, id, unit)
  local goal = warriors.home(mind, id, "home, for it will not advance")
  local off = goal and math.abs((mind:toward(unit.base, goal.point))) or 0
  return (off <= mind.weight.turns_about or see.danger(mind, unit.base) == 0) and goal or nil
end

--- What a stand wants; its enemy is the nearest that its side sees. Halted ones, and those of halted groups, go home;
--- regulars who can fire stay and fire.
function M.of(mind, id, unit)
  if unit.arm == "wagon" then return cart(mind, id) end
  if unit.arm == "sniper" then return nil end
  local enemy, um = see.free_enemy(mind, id)
  if army.crewed(unit) then return gun(mind, id, unit, enemy, um) end
  local drilled = see.drilled(mind.view, unit.formation)
  if see.halted(mind, unit) then
    if not drilled then return will_not(mind, id, unit) end
    local stays = see.shot(mind, id) or see.danger(mind, unit.base) < mind.weight.under_fire
    return not stays and mind:away_from(id, enemy, mm(120), "it draws back") or nil
  end
  local square, stays = squares(mind, id, unit)
  if square or stays then return square end
  local other = change(mind, id, unit, um)
  if other then return other end
  local goal, holds = objective(mind, id, unit)
  if goal then return goal end
  if holds then return not see.shot(mind, id) and { face = enemy, why = "it holds the place" } or nil end
  return (drilled and regular or warriors.of)(mind, id, unit, enemy, um)
end

return M
