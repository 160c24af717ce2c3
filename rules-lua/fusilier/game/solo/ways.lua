-- How a solo commander's attackers come at an enemy (4.6, 7.0, R31): where they end, whom they meet there, and which
-- friends would stand in their way.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")

local M <const> = {}

--- The commands by which friends are sent into attacks in this bound, by the unit.
local function attacks_of(mind)
  local by = {}
  for _, cmd in ipairs(mind.view:sealed(mind.side)) do
    if cmd.unit and cmd.target then by[cmd.unit] = by[cmd.unit] or cmd end
  end
  return by
end

local function sent(mind, id) return mind:once("sent", attacks_of, mind)[id] end

--- Is a friend sent into an attack in this bound, so that he will have gone from where he stands?
local function goes(mind, id) return sent(mind, id) ~= nil end

--- Those who give way to all, who go themselves or fall back as skirmishers; and by units the guns that go with them.
local function giving_way(mind)
  local all, guns = {}, {}
  for id, unit in mind.view:present() do
    local own = unit.side == mind.side
    if own and goes(mind, id) or not own and unit.drill == "skirmish" then
      all[#all + 1] = id
    elseif own and unit.attached_to then
      guns[unit.attached_to] = lists.append(guns[unit.attached_to] or {}, { id })
    end
  end
  return { all = all, guns = guns }
end

--- Everybody whom a unit may meet on its way: not those who give way, guns that go with it, or generals.
local function bodies(mind, id, target)
  local give <const> = mind:once("giving way", giving_way, mind)
  local except = lists.append(lists.append({ id, target }, give.all), give.guns[id] or {})
  return { kind = "base", with = { "unit" }, except = except }
end

--- Formed enemies that would halt foot before it has come to its target: the first of them, and how far it comes. Who
--- turns to go may come into the zone of one as it turns: `from` is where it stood before.
local function halted(mind, from, base, um, angle, target, zone)
  local within, view = {}, mind.view
  if um <= 0 then return nil end
  local enemies <const> = { kind = "base", side = view:other(mind.side), with = { "unit" } }
  for _, other in ipairs((view:field():near(base, um + zone, enemies))) do
    local enemy = view.state.units[other]
    if enemy and army.stands(enemy) and enemy.arm ~= "artillery" and enemy.drill ~= "skirmish" and other ~= target
      and geometry.gap(from, enemy.base) > zone then
      if geometry.gap(base, enemy.base) <= zone then return other, 0 end
      within[other] = zone
    end
  end
  local near = next(within) and view:field():path {
    base = base, slide = um, angle = angle, looks = { near = { kind = "base", within = within, first = true } },
  }.near
  return near and near.id, near and near.from
end

--- A way from a base straight at a target: where it ends, how near that is, who blocks it; nil: no room to turn.
local function straight(mind, id, base, target)
  local view, field = mind.view, mind.view:field()
  local unit, mark, filter = view:unit(id), view:unit(target).base, bodies(mind, id, target)
  local zone, from = army.mounted(unit) and 0 or mm(army.zone(view, id)), base
  local angle = geometry.turn(base.facing, view:bearing_at(base, mark))
  if math.abs(angle) > army.incline(view) then
    local faced = geometry.move(base, { pivot = angle })
    if field:overlaps(faced, filter) then return nil end
    base = faced
    angle = geometry.turn(base.facing, view:bearing_at(base, mark))
  end
  local guns = view:unit(target).arm == "artillery" -- who goes for guns closes
  local um = math.max(0, geometry.gap(base, mark) - (guns and 0 or zone))
  local met = um > 0 and field:first(base, { slide = um, angle = angle }, filter)
  local free, by = um, nil
  if met and not met.yes then free, by = met.free, met.id end
  local other, at
  if zone > 0 then other, at = halted(mind, from, base, free, angle, target, zone) end
  if other then free, by = at, nil end
  return { base = free > 0 and tabletop.slid(base, free, angle) or base, short = um - free, by = by, meets = other }
end

--- How a unit that attacks comes at its target: { base, short, by, meets }: where it ends, how much short of its zone
--- or of contact, the friend or enemy who blocks it, and the enemy who halts it before. Nil: it has no room to turn.
function M.at(mind, id, target)
  return mind:once(("way %s %s"):format(id, target), function()
    return straight(mind, id, mind.view:unit(id).base, target)
  end)
end

--- Does it come to a fight there: with its target, or with whom it meets before?
function M.comes_up(mind, id, target)
  local way = M.at(mind, id, target)
  if not way then return false end
  return way.short <= mm(1) or way.meets ~= nil
end

--- Does one of two have some part of the other before its front? Then they fight (10.1).
local function faces(mind, base, other)
  local arc = army.arc(mind.view)
  return geometry.arc(base, "front", arc, other).yes or geometry.arc(other, "front", arc, base).yes
end

--- Formed foot of the enemy that would fight a unit at the end of its way: its target first, then the nearest. Guns
--- fight nobody: those who stand by them do.
local function foes_at(mind, base, target)
  local zone, list = mm(mind.rules.constant.combat_zone + 1), { target }
  if mind.view:unit(target).arm == "artillery" then list[1] = nil end
  for _, other in ipairs(mind:enemies()) do
    local enemy = mind.view:unit(other)
    local near = other ~= target and army.stands(enemy) and army.formed_foot(enemy)
      and tabletop.least_apart(base, enemy.base) <= zone and geometry.gap(base, enemy.base) <= zone
    if near and faces(mind, base, enemy.base) then list[#list + 1] = other end
  end
  return list
end

--- Its own foot that may join a fight: { id, about, reach } each. `about`: whom it fights or is sent against; else
--- `reach`: how far it comes that its orders send to attack.
local function helpers(mind)
  local list, view = {}, mind.view
  for _, id in ipairs(mind:standing(mind.side)) do
    local unit = view:unit(id)
    if army.formed_foot(unit) and army.free(unit) then
      local cmd = sent(mind, id)
      local about = unit.opponents or cmd and { cmd.target }
      if about then
        list[#list + 1] = { id = id, about = about }
      elseif obedience.ATTACKS[(obedience.of(view, unit) or {}).verb] then
        list[#list + 1] = { id = id, reach = mm(obedience.in_the_open(view, unit) + army.zone(view, id)) }
      end
    end
  end
  return list
end

--- Friends on foot who fight some enemies already or are sent against them, and those who still may be.
local function friends_at(mind, id, foes)
  local sure, may, base = {}, {}, mind.view:unit(foes[1]).base
  for _, one in ipairs(mind:once("helpers", helpers, mind)) do
    local other, reach = one.id, one.reach
    if other ~= id and one.about then
      local fights = lists.find(foes, function(foe) return lists.has(one.about, foe) end)
      sure[#sure + 1] = fights and other or nil
    elseif other ~= id and tabletop.least_apart(mind.view:unit(other).base, base) <= reach
      and mind:gap(other, foes[1]) <= reach and M.comes_up(mind, other, foes[1]) then
      may[#may + 1] = other
    end
  end
  return sure, may
end

--- Where a friend will stand: at the end of his way, if he is sent into an attack.
local function base_of(mind, id)
  local cmd = sent(mind, id)
  local way = cmd and M.at(mind, id, cmd.target)
  return way and way.base or mind.view:unit(id).base
end

--- Everybody's place along the front of side A, as combats are split by it (R74, R75).
local function places(mind, bases, id, target)
  local one, other, place = bases[id], bases[target], {}
  if mind.side ~= mind.view.state.order.sides[1] then one, other = other, one end
  local right = (geometry.bearing(one, other) + deg(90)) % deg(360)
  for unit, base in next, bases do place[unit] = tabletop.along(one, right, { x = base.x, y = base.y }) end
  return place
end

--- The combats that come of units at those places.
local function combats(mind, bases, friends, foes)
  local met, gaps, first = {}, {}, mind.side == mind.view.state.order.sides[1]
  local zone = mm(mind.rules.constant.combat_zone + 1)
  for _, friend in ipairs(friends) do
    for _, foe in ipairs(foes) do
      local um = geometry.gap(bases[friend], bases[foe])
      gaps[friend .. " " .. foe], gaps[foe .. " " .. friend] = um, um
      if um <= zone then
        met[#met + 1] = { ours = first and friend or foe, theirs = first and foe or friend }
      end
    end
  end
  local function away(one, other) return gaps[one .. " " .. other] end
  return mind.view:combats(met, places(mind, bases, friends[1], foes[1]), { away = away })
end

--- May another enemy on foot come up there in the same bound?
local function others_come(mind, base, foes)
  local view = mind.view
  return lists.find(mind:standing(view:other(mind.side)), function(other)
    local enemy = view:unit(other)
    return army.formed_foot(enemy) and army.free(enemy) and not enemy.fighting and not lists.has(foes, other)
      and tabletop.least_apart(base, enemy.base) <= mind.weight.others_near
      and geometry.gap(base, enemy.base) <= mind.weight.others_near
  end) ~= nil
end

--- Another enemy on foot beside those whom a unit meets there, whom it may be paired with in their place: the nearest.
local function beside(mind, base, met)
  local best, least = nil, mind.weight.beside_near
  for _, other in ipairs(mind:standing(mind.view:other(mind.side))) do
    local enemy = mind.view:unit(other)
    if other ~= met.foe and other ~= met.second and army.formed_foot(enemy) and army.stands(enemy)
      and tabletop.least_apart(base, enemy.base) <= least then
      local um = geometry.gap(base, enemy.base)
      if um < least then best, least = other, um end
    end
  end
  return best
end

--- Whom a unit would fight where its attack on foot ends, and who with it (10.0): the foe, a friend, and a second foe
--- whom it has to beat too; and who stands beside them. `may`: friends who still may be sent count.
---@return { foe: string, friend: string?, second: string?, others: boolean?, beside: string? }
function M.meeting(mind, id, target, may)
  local key = ("meeting %s %s%s"):format(id, target, may and " may" or "")
  return mind:once(key, function()
    local way, met = M.at(mind, id, target), { foe = target }
    if not way then return met end
    local foes, friends, bases = foes_at(mind, way.base, target), { id }, { [id] = way.base }
    if #foes == 0 then
      met.others = others_come(mind, way.base, foes)
      return met
    end
    local sure, others = friends_at(mind, id, foes)
    lists.append(friends, sure)
    if may then lists.append(friends, others) end
    for i = 2, #friends do bases[friends[i]] = base_of(mind, friends[i]) end
    for _, foe in ipairs(foes) do bases[foe] = mind.view:unit(foe).base end
    met.others = others_come(mind, way.base, foes)
    for _, one in ipairs(combats(mind, bases, friends, foes)) do
      local ours, theirs = one.ours, one.theirs
      if not lists.has(ours, id) then ours, theirs = theirs, ours end
      if lists.has(ours, id) then
        met.foe, met.second = theirs[1], theirs[2]
        met.friend = lists.find(ours, function(other) return other ~= id end)
      end
    end
    met.beside = beside(mind, way.base, met)
    return met
  end)
end

--- Would a beaten unit be driven off the table: does its full move lead over an edge, straight away from an enemy?
function M.driven_off(mind, id, foe, base)
  local view, unit = mind.view, mind.view:unit(id)
  base = base or unit.base
  local um = mm(obedience.allowance(view, unit, army.troop(view.rules, unit), view.rules.constant.bound))
  local away = (geometry.bearing(base, foe) + deg(180)) % deg(360)
  return not tabletop.within(view, geometry.step({ x = base.x, y = base.y }, away, um))
end

return M
