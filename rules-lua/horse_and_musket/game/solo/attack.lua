-- 4.8: where the units of a brigade that attacks want to stand: within reach of a charge on whom they can charge, flank
-- or rear first; from afar, in line with each other before the nearest enemy brigade.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local see <const> = use "game/solo/view"

local M <const> = {}

local FLANKS <const> = { "left_flank", "right_flank" }

--- Of how many enemies a unit of horse goes for the best whose way is open.
local LOOKED_AT <const> = 4

--- The face of an enemy that a unit is before.
local function face_before(base, enemy) return (ground.face_of(enemy, base)) end

--- How a unit would go for an enemy: on the face it is before already, or for horse on a flank that one move leads to.
local function approach(mind, id, target, um, stop)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  local face = mind:between("before", id, target, face_before)
  if face ~= "front" and see.could_charge(mind, id, target, face) then
    return { target = target, face = face, cost = um // 2, stop = stop }
  end
  if unit.arm == "cavalry" and not enemy.inside and um <= see.rate(mind, id) then
    for _, flank in ipairs(FLANKS) do
      local point = mind:off_face(enemy.base, flank, stop)
      local _, far = tabletop.toward(unit.base, point)
      if far <= see.rate(mind, id) and see.could_charge(mind, id, target, flank)
        and mind:clear_of_enemies(point, target, stop) then
        return { target = target, face = flank, cost = um // 2, point = point }
      end
    end
  end
  if not see.could_charge(mind, id, target, "front") then return nil end
  return { target = target, face = face, cost = um, stop = stop }
end

--- How far from the enemy a unit stops that cannot charge him: where it fires best.
local function fire_stop(mind, id)
  local unit = mind.view:unit(id)
  if not see.range(mind, id) then return nil end
  local band = unit.troop == "light_infantry" and "long_mm" or "short_mm"
  return mm(mind.rules.tables.weapons(unit.weapon, band)) - mind.weight.short_of_reach
end

--- Is the way from a place to another free of friends of other brigades, as wide as that?
local function open_way(mind, brigade, from, to, width)
  return mind:open_way(from, to, width, function(unit) return unit.formation == brigade.id end)
end

local function before(one, other)
  return one.cost < other.cost or one.cost == other.cost and one.nth < other.nth
end

--- What a unit could go for, the best first: as many as are looked at, those far off left out where no more are wanted.
local function approaches(mind, id, taken, first, most)
  local list, rate, nth = {}, see.rate(mind, id), mind:enemies().at
  local ranked = mind:ranked(id, mind.view:other(mind.side))
  local stop = math.max(mind.weight.nearest_stop, rate - mind.weight.short_of_reach)
  for i, target in ipairs(ranked.ids) do
    local um = ranked.ums[i]
    if #list >= most and um // 2 > list[most].cost then break end
    local way = approach(mind, id, target, um, stop)
    if way then
      way.nth = nth[target]
      if mind.view:unit(target).formation ~= first.id then way.cost = way.cost + rate end
      if way.face == "front" then way.cost = way.cost + rate * (taken[target] or 0) end
      list[#list + 1] = way
      table.sort(list, before)
    end
  end
  return list
end

--- The best of what a unit could go for; for horse the best that no friend stands before. False when there is such, but
--- always a friend before it.
local function choose(mind, brigade, id, taken, first)
  local unit = mind.view:unit(id)
  if not army.fighter(unit) or see.rate(mind, id) == 0 then return nil end
  if unit.arm ~= "cavalry" then return approaches(mind, id, taken, first, 1)[1] end
  local list = approaches(mind, id, taken, first, LOOKED_AT)
  for i = 1, math.min(#list, LOOKED_AT) do
    local there = list[i].point or mind.view:unit(list[i].target).base
    if open_way(mind, brigade, unit.base, there, unit.base.width // 3) then return list[i] end
  end
  return #list > 0 and false or nil
end

--- The bodies of the enemy.
local function enemies(mind) return mind:bodies(mind.view:other(mind.side)) end

--- Whom each unit of a brigade goes for: the nearest it could charge, flank or rear first, of the nearest enemy brigade
--- before all others; one that others go for in front is passed over for another no farther off than a move.
local function targets(mind, brigade)
  return mind:once("targets of " .. brigade.id, function()
    local first, ways, taken = mind:nearest_body(brigade, enemies(mind)), {}, {}
    for _, id in ipairs(brigade.units) do
      local best = choose(mind, brigade, id, taken, first)
      ways[id] = best
      if best and best.face == "front" then taken[best.target] = (taken[best.target] or 0) + 1 end
    end
    return ways
  end)
end

--- The places that a brigade may go for against another: a line before its front; for horse also either side of it.
local function places(mind, other, pace, horse)
  local there, ids, size = mind:middle(other.units), other.units, mind.state.ground
  local facing = mind.view:unit(ids[1]).base.facing
  local before_it = geometry.step(there, facing, 2 * pace + mind.weight.far_from_enemy)
  local list = { { at = before_it, middle = there, other = other } }
  for _, turn in ipairs(horse and { deg(-90), deg(90) } or {}) do
    local at = geometry.step(there, (facing + turn) % deg(360), mind:half_front(ids, there, facing) + pace)
    if at.x > 0 and at.y > 0 and at.x < size.width and at.y < size.depth then
      list[#list + 1] = { at = at, middle = there, other = other, beside = true }
    end
  end
  return list
end

--- How fast the slowest fighters of a brigade are, and whether all of it is mounted.
local function pace_of(mind, brigade)
  local slowest, horse = nil, true
  for _, id in ipairs(brigade.units) do
    local unit = mind.view:unit(id)
    if army.fighter(unit) then slowest = math.min(slowest or see.rate(mind, id), see.rate(mind, id)) end
    horse = horse and unit.arm ~= "infantry"
  end
  return slowest, horse
end

--- Far from the enemy a brigade goes for the nearest of theirs in line, all its units in one direction, as fast as the
--- slowest of them; horse where no friends are in its way.
local function approach_together(mind, brigade, um)
  return mind:once("approach of " .. brigade.id, function()
    local slowest, horse = pace_of(mind, brigade)
    local here, best = mind:middle(brigade.units), nil
    local nearest = mind:nearest_body(brigade, enemies(mind))
    for _, other in ipairs(horse and enemies(mind) or { nearest }) do
      for _, place in ipairs(places(mind, other, slowest, horse)) do
        local _, far = tabletop.toward(here, place.at)
        place.cost = far + (other == nearest and 0 or 2 * slowest)
        if horse and not open_way(mind, brigade, here, place.at, see.support(mind)) then
          place.cost = place.cost + 4 * slowest
        end
        if far <= slowest then place.at = place.middle end -- there already: at them
        if not best or place.cost < best.cost then best = place end
      end
    end
    return {
      heading = geometry.bearing(here, best.at), far = math.min(slowest, um),
      why = function()
        return (best.beside and "round " or "toward ") .. (best.other.formation.name or best.other.id)
      end,
    }
  end)
end

--- Foot that can charge nobody, and does not fire, waits by its brigade, or comes up behind it.
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

--- Toward whom it could charge; toward the nearest enemy to fire at him; else after its brigade.
function M.goal(mind, id)
  local brigade, view = mind:body_of(id), mind.view
  local enemy, um = mind:nearest_enemy(id)
  if not enemy then return nil end
  if um > 2 * see.rate(mind, id) + mind.weight.far_from_enemy then return approach_together(mind, brigade, um) end
  local way = targets(mind, brigade)[id]
  if way == false then return approach_together(mind, brigade, um) end
  if way and way.point then
    return {
      point = way.point, stop = 0, toward = view:unit(way.target).base, face = way.face, charges = true,
      why = function() return ("round the %s of %s"):format(way.face:gsub("_", " "), mind:name(way.target)) end,
    }
  end
  local horse = view:unit(enemy).arm == "cavalry" and um <= 2 * see.rate(mind, enemy)
  if not way and horse and view:unit(id).arm == "infantry" then
    return { toward = view:unit(enemy).base, why = "horse is near" }
  end
  local stop = way and way.stop or fire_stop(mind, id)
  if not stop then return by_its_brigade(mind, id, brigade, enemy) end
  local target = way and way.target or enemy
  return {
    target = target, stop = stop, toward = view:unit(target).base, face = way and way.face, charges = way ~= nil,
    why = function()
      local what = way and "to within reach of a charge on" or "to fire at"
      return ("%s %s"):format(what, mind:name(target))
    end,
  }
end

return M
