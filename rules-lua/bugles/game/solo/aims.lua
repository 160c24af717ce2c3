-- Where a solo side's stands want to be, and in what order: { point, stop, why } to go to, { face, why } to turn to, or
-- { command, why } of another kind; nil: it stays as it is.

local aim <const> = use "game/fire/aim"
local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local melee <const> = use "game/combat/melee_question"
local see <const> = use "game/solo/view"

local M <const> = {}

local function place(mind, id)
  local base = mind.view:unit(id).base
  return { x = base.x, y = base.y }
end

--- A point so far from another, on the side on which a base lies.
local function short_of(from, base, um)
  return geometry.step({ x = from.x, y = from.y }, geometry.bearing(from, base), um)
end

--- Home: straight to the side's own edge.
local function home(mind, id, why)
  local base, frame = mind.view:unit(id).base, mind.view:home(mind.side)
  local far = frame and mind.view:reach_from_home(mind.side, base) or 0
  if far <= mind.weight.home_edge + 2 * base.depth then return nil end
  local point = geometry.step(place(mind, id), (frame.facing + deg(180)) % deg(360), far)
  return { point = point, stop = mind.weight.home_edge, why = why }
end

-- ---- regulars -------------------------------------------------------------------------------------------------------

--- Its touching fellows who could form a square with it.
local function company(mind, id)
  local ids, unit = { id }, mind.view:unit(id)
  for _, other in ipairs(army.group_units(mind.view, unit.formation)) do
    local one = mind.view:unit(other)
    local forms = one.drill == "close_order" and army.on_foot(one) and one.arm ~= "sniper"
    if other ~= id and forms then ids[#ids + 1] = other end
  end
  return mind.view:together(ids, tabletop.TOUCHING)
end

--- How likely a charger is to destroy a stand at once, as it stands or in a square.
local function broken(mind, id, charger, drill)
  local args = melee.args(mind.view, charger, id)
  args.round, args.defender.formation = "impact", drill
  if drill == "square" then args.defender.flank_contacts = 0 end
  return mind:chance("melee.resolve", args, "outcome", "defender_destroyed", charger, id)
end

--- Does a square make a stand so much safer from those who could charge it now, or is it surrounded?
local function wants_square(mind, id)
  local foes, mounted = see.chargers(mind, id)
  if #foes == 0 then return false end
  if #foes >= 3 and mind:spread(id, foes) >= mind.weight.surrounded then return true end
  if 2 * mounted < #company(mind, id) then return false end
  for _, foe in ipairs(foes) do
    if mind.view:unit(foe).arm == "mounted" then
      return broken(mind, id, foe, "line") - broken(mind, id, foe, "square") >= mind.weight.square_gain
    end
  end
  return false
end

--- Squares against horse, and when surrounded; back to back where there is nobody to form one with.
local function squares(mind, id, unit)
  local foot = (unit.arm == "foot" or unit.arm == "dismounted") and unit.kind == "regular"
  if unit.drill == "square" then
    return not wants_square(mind, id) and { command = "leave_square", why = "nobody is about it" } or nil, true
  elseif unit.drill == "back_to_back" then
    return not wants_square(mind, id) and { command = "back_to_back", why = "nobody is about it" } or nil, true
  elseif foot and unit.drill == "close_order" and not unit.moved and wants_square(mind, id) then
    if #company(mind, id) > 1 then return { command = "form_square", why = "it could be ridden down" } end
    local foes = see.chargers(mind, id)
    local about = mind:spread(id, foes) >= mind.weight.surrounded
    return about and { command = "back_to_back", why = "it stands alone" } or nil
  end
end

--- Light infantry screens the others while nobody can catch it.
local function screen(mind, id, unit, um)
  if not unit.light_infantry then return nil end
  local near = #see.chargers(mind, id) > 0
  if unit.drill == "close_order" and not near and um <= mind.weight.skirmish_from and not see.shot(mind, id) then
    return { command = "deploy_skirmish", why = "to screen the others" }
  end
  if unit.drill == "skirmish" and near then return { command = "reform", why = "the enemy could catch it" } end
end

--- How near to the enemy the rearmost of its side's regular groups has come.
local function rearmost(mind)
  return mind:once("rearmost", function()
    local most = 0
    for _, body in ipairs(mind:bodies(mind.side)) do
      local least
      for _, id in ipairs(body.stance == "drilled" and body.units or {}) do
        local _, um = mind:nearest_enemy(id)
        local unit = mind.view:unit(id)
        local foot = army.formed(unit) and army.on_foot(unit) and not see.engaged(mind, id)
        if um and foot then least = math.min(least or um, um) end
      end
      most = math.max(most, least or 0)
    end
    return most
  end)
end

--- All of a group go the same way: toward the nearest enemy of the group.
local function march(mind, id, stop, why)
  local body = mind:body_of(id)
  local heading = mind:once_for("heading", body.id, function()
    local here, best, least = mind:middle(body.units), nil, nil
    for _, one in ipairs(body.units) do
      local enemy, um = mind:nearest_enemy(one)
      if enemy and (not least or um < least) then best, least = enemy, um end
    end
    return best and { bearing = geometry.bearing(here, mind.view:unit(best).base) }
  end)
  local _, um = mind:nearest_enemy(id)
  if not heading or um <= stop then return nil end
  return { point = geometry.step(place(mind, id), heading.bearing, um - stop), why = why }
end

--- Foot that fires stands and fires; it turns to an enemy in reach, or goes to where it reaches one, in line with its
--- side.
local function shooter(mind, id, unit, enemy, um)
  local reach = see.reach(mind, id) or 0
  if see.shot(mind, id) then return nil end
  if um <= reach and unit.drill == "close_order" then
    return { face = enemy, why = "to fire at " .. mind:name(enemy) }
  end
  if um + mind.weight.together < rearmost(mind) then return nil end
  local stop = math.floor(reach * mind.weight.well_in)
  local aim = march(mind, id, stop, "to where it fires well")
  if aim and um - reach < mm(70) and unit.drill == "close_order" then aim.will_fire = true end
  return aim
end

--- Horse of regulars keeps near its side until there is something to charge.
local function horse(mind, id, enemy, um)
  local stop = see.charge_reach(mind, id) * 3 // 4
  if um <= stop then return { face = enemy, why = "to be ready to charge" } end
  if um + mind.weight.together < rearmost(mind) then return nil end
  return { point = short_of(mind.view:unit(enemy).base, place(mind, id), stop), why = "to within reach of a charge" }
end

-- ---- guns and carts -------------------------------------------------------------------------------------------------

--- A place behind the nearest foot of its side, as the enemy sees it.
local function behind_foot(mind, id, enemy, um)
  for friend in mind:by_distance(id, mind.side) do
    local one = mind.view:unit(friend)
    local apart = mind:gap(friend, enemy)
    if army.formed(one) and army.on_foot(one) and apart and apart + mind.weight.gun_cover < um then
      local back = geometry.bearing(mind.view:unit(enemy).base, one.base)
      local behind = mind.weight.gun_cover + one.base.depth
      local point = geometry.step(place(mind, friend), back, behind)
      return { point = point, stop = mm(60), why = "behind the foot" }
    end
  end
end

local function gun(mind, id, unit, enemy, um)
  local reach = see.reach(mind, id)
  if not reach then return nil end
  if unit.limbered then
    if um <= reach * 9 // 10 then return { command = "unlimber", why = mind:name(enemy) .. " is in range" } end
    return unit.arm == "machine_gun" and behind_foot(mind, id, enemy, um)
      or { point = mind.view:unit(enemy).base, stop = reach * 4 // 5, why = "to where it reaches the enemy" }
  end
  if see.shot(mind, id) then return nil end
  if um <= reach then return { face = enemy, why = "to bear on " .. mind:name(enemy) } end
  if um <= reach + mm(60) and #see.chargers(mind, id) == 0 then
    return { point = mind.view:unit(enemy).base, stop = reach - mm(20), why = "a little nearer, by hand" }
  end
  if unit.team and unit.team ~= "none" then return { command = "limber", why = "nobody is in range" } end
end

--- A cart goes to the gun of its side that has fewest rounds.
local function cart(mind, id)
  local best, least
  for other, unit in mind.view:present(mind.side) do
    local rounds = unit.arm == "gun" and unit.figures > 0 and (unit.solid or 0) + (unit.canister or 0)
    if rounds and rounds <= (least or mind.weight.rounds_low) then best, least = other, rounds end
  end
  if not best or mind:gap(id, best) <= tabletop.TOUCHING then return nil end
  return { point = mind.view:unit(best).base, why = "with rounds for " .. mind:name(best) }
end

-- ---- warriors -------------------------------------------------------------------------------------------------------

--- How much an enemy invites an attack, as so much nearer: those who are shaken, few, guns, or alone.
local function weakness(mind, id)
  return mind:once_for("weakness", id, function()
    local unit = mind.view:unit(id)
    local friend, um = mind:nearest(id, mind:standing(unit.side))
    local points = (unit.halted and 1 or 0) + (unit.disordered and 1 or 0) + (army.full(unit) - unit.figures) / 3
      + (army.crewed(unit) and 0.7 or 0) + ((not friend or um > mm(100)) and 0.7 or 0)
      - (ground.cover(mind.view, id) ~= "none" and 1 or 0) - (unit.drill == "square" and 1.5 or 0)
    return mm(100) * points
  end)
end

--- The enemy that a group goes for, all of it: the nearest, weak ones before others.
local function target_of(mind, id)
  local body = mind:body_of(id)
  return mind:once_for("target", body.id, function()
    local here, best, least = mind:middle(body.units), nil, nil
    for _, enemy in ipairs(mind:enemies()) do
      local unit = mind.view:unit(enemy)
      local cost = geometry.gap(here, { x = unit.base.x, y = unit.base.y }) - weakness(mind, enemy)
      if not least or cost < least then best, least = enemy, cost end
    end
    return best
  end)
end

--- Cover near a stand's way in which it is no further from the enemy than it is to wait, the nearest first.
local function cover_near(mind, id, enemy, line)
  local here, there = place(mind, id), mind.view:unit(enemy).base
  local best, least
  for _, area_id in ipairs(mind.state.order.areas) do
    local area = mind.state.areas[area_id]
    local nearest = geometry.distance(here, { area = area.area })
    local point = nearest.to and { x = nearest.to.x, y = nearest.to.y }
    if point and nearest.distance > 0 and nearest.distance <= mind.weight.way_to_cover then
      local inside = geometry.step(point, geometry.bearing(here, point), mm(40))
      local far = geometry.gap(inside, { x = there.x, y = there.y })
      local base = tabletop.base_at(mind.view:unit(id).base, inside)
      local covered = see.cover_at(mind, base) ~= "none"
      if covered and far >= line // 2 and (not least or nearest.distance < least) then
        best, least = inside, nearest.distance
      end
    end
  end
  return best
end

--- While its side is not massed a stand waits out of fire, in cover where there is some on its way.
local function gather(mind, id, unit, enemy, um)
  local line = see.line(mind)
  local danger = see.danger(mind, unit.base)
  if danger > mind.weight.under_fire then
    local cover = see.cover_at(mind, unit.base) == "none" and cover_near(mind, id, enemy, line)
    if cover then return { point = cover, why = "into cover" } end
    local away = geometry.bearing(mind.view:unit(enemy).base, unit.base)
    return { point = geometry.step(place(mind, id), away, math.max(mm(60), line - um)), why = "out of their fire" }
  end
  if um <= line + mm(30) then return { face = enemy, why = "it waits for the others" } end
  local cover = see.cover_at(mind, unit.base) == "none" and cover_near(mind, id, enemy, line)
  if cover and see.danger(mind, tabletop.base_at(unit.base, cover)) <= mind.weight.under_fire then
    return { point = cover, why = "under cover toward " .. mind:name(enemy) }
  end
  local point = short_of(mind.view:unit(enemy).base, place(mind, id), line + unit.base.depth)
  return { point = point, why = "to where they gather" }
end

--- Massed they go for it: horse and fleet foot round to a flank where one is free.
local function attack(mind, id, unit, enemy)
  local base, there = unit.base, mind.view:unit(enemy).base
  if unit.arm == "mounted" or unit.fleet then
    local off = tabletop.off_front(there, base)
    local side = geometry.turn(there.facing, geometry.bearing(there, base)) < 0 and "left_flank" or "right_flank"
    local point = off > deg(30) and off < deg(120) and mind:off_face(there, side, mm(120))
    if point and mind:clear_of_enemies(point, enemy, mm(60)) then
      return { point = point, why = "round the flank of " .. mind:name(enemy) }
    end
  end
  local stop = math.max(mm(60), see.charge_reach(mind, id) * 3 // 4)
  return { point = there, stop = stop, why = "at " .. mind:name(enemy) }
end

--- Those with firearms, who are few, fire from cover.
local function marksman(mind, id, unit, enemy, um)
  local reach = see.reach(mind, id)
  if see.cover_at(mind, unit.base) == "none" and see.danger(mind, unit.base) > mind.weight.under_fire then
    local cover = cover_near(mind, id, enemy, mm(100))
    if cover then return { point = cover, why = "into cover" } end
    if unit.drill == "close_order" and not unit.moved then
      return { command = "deploy_skirmish", why = "there is no cover" }
    end
  end
  if see.shot(mind, id) then return nil end
  if um <= reach then return { face = enemy, why = "to fire at " .. mind:name(enemy) } end
  local cover = see.cover_at(mind, unit.base) == "none" and cover_near(mind, id, enemy, mm(100))
  if cover then return { point = cover, why = "under cover toward " .. mind:name(enemy) } end
  if not see.massed(mind) then return nil end
  return { point = mind.view:unit(enemy).base, stop = reach * 4 // 5, why = "to where it fires well" }
end

local function warrior(mind, id, unit, enemy, um)
  if see.had_enough(mind) then
    if unit.arm == "dismounted" and not unit.moved then return { command = "mount", why = "to ride home" } end
    return home(mind, id, "they have had enough")
  end
  local fires = unit.kind == "irregular" and (see.reach(mind, id) or 0) >= mm(150)
  if fires then return marksman(mind, id, unit, enemy, um) end
  local target = target_of(mind, id) or enemy
  if see.massed(mind) then return attack(mind, id, unit, target) end
  return gather(mind, id, unit, enemy, um)
end

-- ---- all of them ----------------------------------------------------------------------------------------------------

--- A halted stand, or one of a halted group, goes home; regulars who can fire stay and fire.
local function halted(mind, id, drilled)
  if drilled then
    if see.shot(mind, id) or see.danger(mind, mind.view:unit(id).base) < mind.weight.under_fire then return nil end
    local enemy = mind:nearest_enemy(id)
    local away = geometry.bearing(mind.view:unit(enemy).base, mind.view:unit(id).base)
    return { point = geometry.step(place(mind, id), away, mm(120)), backward = true, why = "it draws back" }
  end
  return home(mind, id, "it will not advance")
end

--- Mounted troops who fight on foot dismount to fire where nobody can ride them down.
local function ride(mind, id, unit, um)
  if unit.moved or not unit.can_dismount then return nil end
  local reach, _, riders = mm(aim.reach(mind.view, unit)), see.chargers(mind, id)
  if unit.arm == "mounted" and unit.kind == "regular" and um <= reach and riders == 0 then
    return { command = "dismount", why = "to fire on foot" }
  elseif unit.arm == "dismounted" and um > 3 * reach then
    return { command = "mount", why = "the enemy is far" }
  end
end

--- What a stand wants; its enemy is the nearest that its side sees.
function M.of(mind, id, unit)
  local enemy, um = mind:nearest_enemy(id)
  local drilled = see.drilled(mind.view, unit.formation)
  if unit.arm == "wagon" then return cart(mind, id) end
  if unit.arm == "sniper" then return nil end
  local formation = mind.view:formation(unit.formation)
  if unit.halted or formation.morale_failed or formation.halted or formation.leaderless then
    if army.crewed(unit) then return gun(mind, id, unit, enemy, um) end
    return halted(mind, id, drilled)
  end
  if army.crewed(unit) then return gun(mind, id, unit, enemy, um) end
  local square, held = squares(mind, id, unit)
  if square or held then return square end
  local other = ride(mind, id, unit, um) or screen(mind, id, unit, um)
  if other then return other end
  if not drilled then return warrior(mind, id, unit, enemy, um) end
  if unit.arm == "mounted" then return horse(mind, id, enemy, um) end
  return shooter(mind, id, unit, enemy, um)
end

return M
