-- 4.8: where the units of a solo brigade want to stand: an aim is { base, why, stop } or { point, why, stop } or nil to
-- stay. Attack: within charge reach of whom it can charge, flank or rear first. Hold: its post in the line, or better
-- ground near it. Level: with the brigades beside it. Reserves and beaten brigades: behind or beside another.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local see <const> = use "game/solo_view"

local M <const> = {}

--- Farther from the enemy than this and two moves a brigade keeps its line.
local FAR <const> = mm(60)

--- How far short of its reach whoever means to charge stops.
local SHORT <const> = mm(15)
--- So near a place is at it, and so much off a facing is along it.
local THERE <const>, ALONG <const> = mm(5), deg(20)
M.THERE, M.ALONG = THERE, ALONG

local function middle(mind, brigade)
  return mind:once("middle of " .. brigade.id, function()
    local x, y = 0, 0
    for _, id in ipairs(brigade.units) do
      local base = mind.view:unit(id).base
      x, y = x + base.x, y + base.y
    end
    return { x = x // #brigade.units, y = y // #brigade.units }
  end)
end

--- The gap between two brigades: of the two units nearest to each other.
local function brigade_gap(mind, one, other)
  local least
  for _, id in ipairs(one.units) do
    local _, um = mind:nearest(id, other.units)
    if um and (not least or um < least) then least = um end
  end
  return least
end

--- The brigade of a list nearest to one, the first of equals; and the gap.
local function nearest_brigade(mind, brigade, list, fits)
  local best, least
  for _, other in ipairs(list) do
    local um = other.id ~= brigade.id and (not fits or fits(other)) and brigade_gap(mind, brigade, other)
    if um and (not least or um < least) then best, least = other, um end
  end
  return best, least
end

local function enemy_brigades(mind)
  return see.brigades(mind, mind.view:other(mind.side))
end

-- ---- attack -----------------------------------------------------------------------------------------------------------

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
  if see.could_charge(mind, id, target, "front") then return { target = target, face = face, cost = um, stop = stop } end
end

--- How far from the enemy a unit stops that cannot charge him: where it fires best.
local function fire_stop(mind, id)
  local unit = mind.view:unit(id)
  if not see.range(mind, id) then return nil end
  local band = unit.troop == "light_infantry" and "long_mm" or "short_mm"
  return mm(mind.rules.tables.weapons(unit.weapon, band)) - SHORT
end

--- Whom each unit of a brigade goes for: the nearest it could charge, flank or rear first, of the nearest enemy brigade
--- before all others; one that others go for in front is passed over for another no farther off than a move.
local function targets(mind, brigade)
  return mind:once("targets of " .. brigade.id, function()
    local first = nearest_brigade(mind, brigade, enemy_brigades(mind))
    local aims, taken = {}, {}
    for _, id in ipairs(brigade.units) do
      local unit = mind.view:unit(id)
      local rate = army.fighter(unit) and see.rate(mind, id) or 0
      local stop, best = math.max(mm(10), rate - SHORT), nil
      for _, target in ipairs(rate > 0 and see.enemies(mind) or {}) do
        local aim = approach(mind, id, target, stop)
        if aim then
          if mind.view:unit(target).formation ~= first.id then aim.cost = aim.cost + rate end
          if aim.face == "front" and taken[target] then aim.cost = aim.cost + rate * taken[target] end
          if not best or aim.cost < best.cost then best = aim end
        end
      end
      if best then
        aims[id] = best
        if best.face == "front" then taken[best.target] = (taken[best.target] or 0) + 1 end
      end
    end
    return aims
  end)
end

--- Far from the enemy a brigade goes for the nearest of theirs in line, all its units in one direction, as fast as the
--- slowest of them.
local function approach_together(mind, brigade, um)
  return mind:once("approach of " .. brigade.id, function()
    local other = nearest_brigade(mind, brigade, enemy_brigades(mind))
    local slowest
    for _, id in ipairs(brigade.units) do
      if army.fighter(mind.view:unit(id)) then slowest = math.min(slowest or see.rate(mind, id), see.rate(mind, id)) end
    end
    local here, there = middle(mind, brigade), middle(mind, other)
    local facing = mind.view:unit(other.units[1]).base.facing
    local before = geometry.step(there, facing, 2 * slowest + FAR)
    local _, far = tabletop.toward(here, before)
    if far > slowest then there = before end -- into a line before theirs, not along it
    return {
      heading = geometry.bearing(here, there), far = math.min(slowest, um),
      why = function() return "toward " .. (other.formation.name or other.id) end,
    }
  end)
end

--- Toward whom it could charge; toward the nearest enemy to fire at him; else after its brigade.
function M.attack(mind, id)
  local brigade, view = see.brigade_of(mind, id), mind.view
  local aim = brigade.id and targets(mind, brigade)[id]
  if aim and aim.point then
    return {
      point = aim.point, stop = 0, toward = view:unit(aim.target).base,
      why = function() return ("round the %s of %s"):format(aim.face:gsub("_", " "), see.name(mind, aim.target)) end,
    }
  end
  local enemy, um = see.nearest_enemy(mind, id)
  if not enemy then return nil end
  if not aim and view:unit(id).arm == "infantry" and view:unit(enemy).arm == "cavalry" and um <= 2 * see.rate(mind, enemy) then
    return { base = view:unit(id).base, toward = view:unit(enemy).base, why = "horse is near" }
  end
  local stop = aim and aim.stop or fire_stop(mind, id)
  local target = aim and aim.target or enemy
  if brigade.id and um > 2 * see.rate(mind, id) + FAR then return approach_together(mind, brigade, um) end
  if not stop then
    local friend = mind:nearest(id, brigade.units)
    return friend and {
      point = view:unit(friend).base, stop = mm(mind.rules.constant.support_radius) + view:unit(friend).base.depth,
      why = "up behind its brigade",
    }
  end
  return {
    target = target, stop = stop, toward = view:unit(target).base,
    why = function()
      local what = aim and "to within reach of a charge on" or "to fire at"
      return ("%s %s"):format(what, see.name(mind, target))
    end,
  }
end

-- ---- hold -------------------------------------------------------------------------------------------------------------

--- The nearest enemy, when he is near enough to be faced.
local function threat(mind, id)
  local enemy, um = see.nearest_enemy(mind, id)
  local near = 2 * mm(mind.rules.tables.sticks("long", "length_mm"))
  return enemy and um <= near and mind.view:unit(enemy).base or nil
end

--- Ground that is better to stand on, straight ahead of a unit and no farther from its post than that: a hedge, fence,
--- wall or riverbank to stand behind, or a hill.
local function better_ground(mind, id, within)
  local state, base = mind.state, mind.view:unit(id).base
  if #state.order.areas == 0 and #state.order.lines == 0 then return nil end
  local front = geometry.step({ x = base.x, y = base.y }, base.facing, base.depth // 2)
  local best
  local function offer(shape, what, past)
    local gap = geometry.distance(front, shape)
    if gap.distance <= THERE then return true end -- there already
    local off = math.abs(geometry.turn(base.facing, geometry.bearing(front, gap.to)))
    local um = gap.distance + (past or 0)
    if off <= ALONG and um <= within and (not best or um < best.um) then best = { um = um, why = what } end
  end
  for _, line in ipairs(state.order.lines) do
    if offer({ line = state.lines[line].line }, "up to the cover before it") then return nil end
  end
  for _, area_id in ipairs(state.order.areas) do
    local area = state.areas[area_id]
    if area.terrain == "hill" or area.terrain == "river" then
      local what, past = "onto the hill", base.depth
      if area.terrain == "river" then what, past = "up to the riverbank", 0 end
      if offer({ area = area.area }, what, past) then return nil end
    end
  end
  return best
end

--- A town or fieldworks that nobody holds, near enough to its post to be held from there.
function M.works_near(mind, id, within)
  local unit, state = mind.view:unit(id), mind.state
  if unit.inside or unit.arm ~= "infantry" then return nil end
  for _, area_id in ipairs(state.order.areas) do
    local area = state.areas[area_id]
    if (area.terrain == "town" or area.terrain == "fieldworks") and not ground.holder(mind.view, area_id)
      and geometry.distance(unit.base, { area = area.area }).distance <= within then
      return area_id
    end
  end
end

--- Its post in the line, or the best ground within so much of it; then it faces who comes.
function M.hold(mind, id, within)
  local unit = mind.view:unit(id)
  local post = unit.post
  if post then
    local _, off = tabletop.toward(unit.base, post)
    if off > within + THERE then
      return { point = { x = post.x, y = post.y }, stop = 0, why = "back to its place in the line", back = true }
    end
    local better = better_ground(mind, id, within - off)
    if better then
      return { ahead = better.um, why = better.why }
    end
  end
  local enemy = threat(mind, id)
  return { base = unit.base, toward = enemy, facing = not enemy and post and post.facing or nil, why = "it holds the line" }
end

--- How far out a brigade's front is, from its own edge, as it looks.
local function front_of(mind, brigade, facing)
  local most
  for _, id in ipairs(brigade.units) do
    local base = mind.view:unit(id).base
    local at = tabletop.along({ x = 0, y = 0 }, facing, base)
    if not most or at > most then most = at end
  end
  return most
end

--- Level with the brigades beside it: as far on as the rearmost of them, and as far as keeps the gap to the foremost at a
--- long or less. Gives how far its units go on, all alike.
local function advance(mind, brigade)
  return mind:once("advance of " .. brigade.id, function()
    local long = mm(mind.rules.tables.sticks("long", "length_mm"))
    local facing = mind.view:unit(brigade.units[1]).post and mind.view:unit(brigade.units[1]).post.facing
      or mind.view:unit(brigade.units[1]).base.facing
    local own, rearmost, foremost = front_of(mind, brigade, facing), nil, nil
    for _, other in ipairs(see.brigades(mind, mind.side)) do
      if other.id ~= brigade.id and other.formation.place ~= "reserve" then
        local front = front_of(mind, other, facing)
        local gap = brigade_gap(mind, brigade, other)
        rearmost = math.min(rearmost or front, front)
        if gap > long then foremost = math.max(foremost or front, front) end
      end
    end
    return math.max(0, (rearmost or own) - own, foremost and foremost - long - own or 0)
  end)
end

function M.level(mind, id)
  local brigade = see.brigade_of(mind, id)
  local on = brigade.id and not brigade.formation.counterattacks and advance(mind, brigade) or 0
  if on > 2 * THERE and not threat(mind, id) then
    return { ahead = on, why = "level with the brigades beside it" }
  end
  return M.hold(mind, id, see.rate(mind, id))
end

-- ---- behind others ----------------------------------------------------------------------------------------------------

--- After another brigade, no nearer than that.
local function follow(mind, brigade, id, other, distance, why)
  local _, um = mind:nearest(id, other.units)
  if not um or um <= distance then return nil end
  return { point = middle(mind, other), stop = distance, follows = true, why = why, brigade = brigade }
end

--- A reserve behind the nearest aggressive brigade, at a long; with none before it, it attacks itself.
function M.behind_attackers(mind, id)
  local brigade = see.brigade_of(mind, id)
  local other = nearest_brigade(mind, brigade, see.brigades(mind, mind.side), function(one)
    return one.stance == "aggressive" and one.formation.place ~= "reserve"
  end)
  if not other then return M.attack(mind, id) end
  local long = mm(mind.rules.tables.sticks("long", "length_mm"))
  return follow(mind, brigade, id, other, long, "in reserve behind the attack")
end

--- A beaten brigade goes to the one whose support it looks for; beside it, it does as that does.
function M.seek(mind, id)
  local brigade = see.brigade_of(mind, id)
  local other = see.brigades(mind, mind.side).by_id[brigade.formation.seeks]
  if not other or #other.units == 0 then return nil end
  return follow(mind, brigade, id, other, mm(mind.rules.tables.sticks("short", "length_mm")), "to the support of another")
end

return M
