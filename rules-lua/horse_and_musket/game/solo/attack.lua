-- 4.8: where the units of a brigade that attacks want to stand: within reach of a charge on whom they can charge, flank
-- or rear first; from afar, in line with each other before the nearest enemy brigade. Aims are told in game/solo_moves.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local see <const> = use "game/solo/view"

local M <const> = {}

--- Farther from the enemy than this and two moves a brigade keeps its line.
local FAR <const> = mm(60)
--- How far short of its reach whoever means to charge stops.
local SHORT <const> = mm(15)

local FLANKS <const> = { left_flank = deg(-90), right_flank = deg(90), rear = deg(180) }

--- The place from which a unit charges a flank or the rear of an enemy, `stop` from it.
local function beside(base, face, stop)
  local half = face == "rear" and base.depth // 2 or base.width // 2
  return geometry.step({ x = base.x, y = base.y }, (base.facing + FLANKS[face]) % deg(360), half + stop)
end

--- Is a place clear of all enemies but the one it is taken up against?
local function clear_of(mind, point, target, radius)
  for _, other in ipairs(see.enemies(mind)) do
    if other ~= target and geometry.distance(point, mind.view:unit(other).base).distance < radius then return false end
  end
  return true
end

--- How a unit would go for an enemy: on the face it is before already, or for horse on a flank that one move leads to.
local function approach(mind, id, target, stop)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  local face = mind:between("face", enemy.base, unit.base, ground.face_of)
  local um = mind:gap(id, target)
  if face ~= "front" and see.could_charge(mind, id, target, face) then
    return { target = target, face = face, cost = um // 2, stop = stop }
  end
  if unit.arm == "cavalry" and not enemy.inside and um <= see.rate(mind, id) then
    for _, flank in ipairs { "left_flank", "right_flank" } do
      local point = beside(enemy.base, flank, stop)
      local _, far = tabletop.toward(unit.base, point)
      if far <= see.rate(mind, id) and see.could_charge(mind, id, target, flank)
        and clear_of(mind, point, target, stop) then
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
  return mm(mind.rules.tables.weapons(unit.weapon, band)) - SHORT
end

--- Is the way from a place to another free of friends of other brigades, as wide as that?
local function open_way(mind, brigade, from, to, width)
  local way = { line = { { x = from.x, y = from.y }, { x = to.x, y = to.y } } }
  for _, id in ipairs(mind:standing(mind.side)) do
    local unit = mind.view:unit(id)
    if unit.formation ~= brigade.id and geometry.distance(way, unit.base).distance < width then return false end
  end
  return true
end

--- The best of what a unit could go for; for horse the best that no friend stands before. False when there is such, but
--- always a friend before it.
local function choose(mind, brigade, unit, list)
  table.sort(list, function(one, other)
    return one.cost < other.cost or one.cost == other.cost and one.nth < other.nth
  end)
  if unit.arm ~= "cavalry" then return list[1] end
  for i = 1, math.min(#list, 4) do
    local there = list[i].point or mind.view:unit(list[i].target).base
    if open_way(mind, brigade, unit.base, there, unit.base.width // 3) then return list[i] end
  end
  return #list > 0 and false or nil
end

--- Whom each unit of a brigade goes for: the nearest it could charge, flank or rear first, of the nearest enemy brigade
--- before all others; one that others go for in front is passed over for another no farther off than a move.
local function targets(mind, brigade)
  return mind:once("targets of " .. brigade.id, function()
    local first = see.nearest_brigade(mind, brigade, see.enemy_brigades(mind))
    local aims, taken = {}, {}
    for _, id in ipairs(brigade.units) do
      local unit, list = mind.view:unit(id), {}
      local rate = army.fighter(unit) and see.rate(mind, id) or 0
      for nth, target in ipairs(rate > 0 and see.enemies(mind) or {}) do
        local aim = approach(mind, id, target, math.max(mm(10), rate - SHORT))
        if aim then
          aim.nth = nth
          if mind.view:unit(target).formation ~= first.id then aim.cost = aim.cost + rate end
          if aim.face == "front" and taken[target] then aim.cost = aim.cost + rate * taken[target] end
          list[#list + 1] = aim
        end
      end
      local best = choose(mind, brigade, unit, list)
      aims[id] = best
      if best and best.face == "front" then taken[best.target] = (taken[best.target] or 0) + 1 end
    end
    return aims
  end)
end

--- How far the units of a brigade reach to either side of its middle, as it looks.
local function half_front(mind, brigade, middle, facing)
  local aside, most = (facing + deg(90)) % deg(360), 0
  for _, id in ipairs(brigade.units) do
    local base = mind.view:unit(id).base
    most = math.max(most, math.abs(mind:along(aside, base) - mind:along(aside, middle)) + base.width // 2)
  end
  return most
end

--- The places that a brigade may go for against another: a line before its front; for horse also either side of it.
local function places(mind, other, pace, horse)
  local there = see.middle(mind, other)
  local facing, size = mind.view:unit(other.units[1]).base.facing, mind.state.ground
  local list = { { at = geometry.step(there, facing, 2 * pace + FAR), middle = there, other = other } }
  for _, turn in ipairs(horse and { deg(-90), deg(90) } or {}) do
    local at = geometry.step(there, (facing + turn) % deg(360), half_front(mind, other, there, facing) + pace)
    if at.x > 0 and at.y > 0 and at.x < size.width and at.y < size.depth then
      list[#list + 1] = { at = at, middle = there, other = other, beside = true }
    end
  end
  return list
end

--- Far from the enemy a brigade goes for the nearest of theirs in line, all its units in one direction, as fast as the
--- slowest of them; horse where no friends are in its way.
local function approach_together(mind, brigade, um)
  return mind:once("approach of " .. brigade.id, function()
    local slowest, horse = nil, true
    for _, id in ipairs(brigade.units) do
      local unit = mind.view:unit(id)
      if army.fighter(unit) then slowest = math.min(slowest or see.rate(mind, id), see.rate(mind, id)) end
      horse = horse and unit.arm ~= "infantry"
    end
    local here, best = see.middle(mind, brigade), nil
    local nearest = see.nearest_brigade(mind, brigade, see.enemy_brigades(mind))
    for _, other in ipairs(horse and see.enemy_brigades(mind) or { nearest }) do
      for _, place in ipairs(places(mind, other, slowest, horse)) do
        local _, far = tabletop.toward(here, place.at)
        place.cost = far + (other == nearest and 0 or 2 * slowest)
        if horse and not open_way(mind, brigade, here, place.at, mm(mind.rules.constant.support_radius)) then
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

--- Toward whom it could charge; toward the nearest enemy to fire at him; else after its brigade.
function M.aim(mind, id)
  local brigade, view = see.brigade_of(mind, id), mind.view
  local enemy, um = see.nearest_enemy(mind, id)
  if not enemy then return nil end
  if um > 2 * see.rate(mind, id) + FAR then return approach_together(mind, brigade, um) end
  local aim = targets(mind, brigade)[id]
  if aim == false then return approach_together(mind, brigade, um) end
  if aim and aim.point then
    return {
      point = aim.point, stop = 0, toward = view:unit(aim.target).base, face = aim.face, charges = true,
      why = function() return ("round the %s of %s"):format(aim.face:gsub("_", " "), see.name(mind, aim.target)) end,
    }
  end
  local horse = view:unit(enemy).arm == "cavalry" and um <= 2 * see.rate(mind, enemy)
  if not aim and horse and view:unit(id).arm == "infantry" then
    return { toward = view:unit(enemy).base, why = "horse is near" }
  end
  local stop = aim and aim.stop or fire_stop(mind, id)
  local target = aim and aim.target or enemy
  if not stop then
    local friend = mind:nearest(id, brigade.units)
    local far = friend and mind:gap(id, friend) or 0
    if far <= 2 * mm(mind.rules.constant.support_radius) then
      return { toward = view:unit(enemy).base, why = "it waits by its brigade" }
    end
    return {
      point = view:unit(friend).base, stop = mm(mind.rules.constant.support_radius) + view:unit(friend).base.depth,
      why = "up behind its brigade", follows = true, idle = true,
    }
  end
  return {
    target = target, stop = stop, toward = view:unit(target).base, face = aim and aim.face, charges = aim ~= nil,
    why = function()
      local what = aim and "to within reach of a charge on" or "to fire at"
      return ("%s %s"):format(what, see.name(mind, target))
    end,
  }
end

return M
