-- 4.8: where the units of a brigade that holds want to stand: at their post in the line, or on better ground near it;
-- cautious brigades level with those beside them. Aims are told in game/solo_moves.

local ground <const> = use "game/movement/ground"
local see <const> = use "game/solo/view"

local M <const> = {}

--- So near a place is at it, and so much off a facing is along it.
local THERE <const>, ALONG <const> = mm(5), deg(20)

--- So far into an objective a unit goes.
local INTO <const> = mm(30)

--- The nearest enemy, when he is near enough to be faced.
local function threat(mind, id)
  local enemy, um = see.nearest_enemy(mind, id)
  local near = 2 * mm(mind.rules.tables.sticks("long", "length_mm"))
  return enemy and um <= near and mind.view:unit(enemy).base or nil
end

--- Does a unit stand in an area, as an objective is held?
local function stands_on(mind, id, area_id)
  local unit = mind.view:unit(id)
  return unit.inside == area_id
    or unit.base and geometry.holds(mind.state.areas[area_id], { x = unit.base.x, y = unit.base.y }).yes
end

--- The objective that a unit holds with no friend to relieve it: it stays there. Gives what people call it.
function M.anchor(mind, id)
  local areas = mind.state.areas
  for _, area_id in ipairs(mind.state.order.areas) do
    if areas[area_id].objective and stands_on(mind, id, area_id) then
      local relieved = false
      for _, other in ipairs(mind:standing(mind.side)) do
        relieved = relieved or other ~= id and stands_on(mind, other, area_id)
      end
      if not relieved then return areas[area_id].name or area_id end
    end
  end
end

--- The objectives of the scenario in which no unit of its own side stands.
local function objectives(mind)
  return mind:once("objectives", function()
    local list, areas = {}, mind.state.areas
    for _, area_id in ipairs(mind.state.order.areas) do
      local held = not areas[area_id].objective
      for _, id in ipairs(held and {} or mind:standing(mind.side)) do
        held = held or stands_on(mind, id, area_id)
      end
      if not held then list[#list + 1] = area_id end
    end
    return list
  end) or {}
end

--- To an objective no farther off than that, for the unit of its brigade that is nearest to it.
function M.objective(mind, id, within)
  for _, area_id in ipairs(objectives(mind)) do
    local area = mind.state.areas[area_id]
    local function away(unit_id)
      local base = mind.view:unit(unit_id).base
      return geometry.distance({ x = base.x, y = base.y }, { area = area.area })
    end
    local gap, nearest = away(id), true
    for _, other in ipairs(gap.distance <= within and see.brigade_of(mind, id).units or {}) do
      if other ~= id and away(other).distance < gap.distance then nearest = false end
    end
    if gap.distance <= within and nearest then
      local base = mind.view:unit(id).base
      local point = geometry.step(gap.to, geometry.bearing(base, gap.to), INTO)
      return { point = { x = point.x, y = point.y }, stop = 0, why = "to take " .. (area.name or area_id) }
    end
  end
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
function M.aim(mind, id, within)
  local unit = mind.view:unit(id)
  local post = unit.post
  if post then
    local _, off = tabletop.toward(unit.base, post)
    if off > within + THERE then
      return { point = { x = post.x, y = post.y }, stop = 0, why = "back to its place in the line", back = true }
    end
    local objective = M.objective(mind, id, within - off)
    if objective then return objective end
    local better = better_ground(mind, id, within - off)
    if better then
      return { ahead = better.um, why = better.why }
    end
  end
  local enemy = threat(mind, id)
  return { toward = enemy, facing = not enemy and post and post.facing or nil, why = "it holds the line" }
end

--- How far out a brigade's front is, from its own edge, as it looks.
local function front_of(mind, brigade, facing)
  local most
  for _, id in ipairs(brigade.units) do
    local base = mind.view:unit(id).base
    local at = mind:along(facing, base)
    if not most or at > most then most = at end
  end
  return most
end

--- Does another brigade stand before one, as it looks? Then it is in second line behind that.
local function behind(mind, brigade, other, facing)
  local aside = (facing + deg(90)) % deg(360)
  for _, id in ipairs(brigade.units) do
    local base = mind.view:unit(id).base
    local on, across = mind:along(facing, base), mind:along(aside, base)
    for _, other_id in ipairs(other.units) do
      local there = mind.view:unit(other_id).base
      local apart = math.abs(mind:along(aside, there) - across)
      if 2 * apart < base.width + there.width and mind:along(facing, there) > on then return true end
    end
  end
  return false
end

--- How far on, as it looks, a brigade may go for an objective that nobody of its side holds, with no gap to its
--- neighbours opened to more than a long.
local function on_to_objective(mind, brigade, facing, own, rearmost, long)
  local most, aside = 0, (facing + deg(90)) % deg(360)
  local middle = see.middle(mind, brigade)
  for _, area_id in ipairs(objectives(mind)) do
    local gap = geometry.distance(middle, { area = mind.state.areas[area_id].area })
    local off = math.abs(mind:along(aside, gap.to) - mind:along(aside, middle))
    local on = mind:along(facing, gap.to) + INTO - own
    if off <= long and on > most then most = on end
  end
  return math.max(0, math.min(most, rearmost and rearmost + long - own or most))
end

--- Level with the brigades beside it: as far on as the rearmost of them, and as far as keeps the gap to the foremost at
--- a long or less. Gives how far its units go on, all alike.
local function advance(mind, brigade)
  return mind:once("advance of " .. brigade.id, function()
    local long = mm(mind.rules.tables.sticks("long", "length_mm"))
    local first = mind.view:unit(brigade.units[1])
    local facing = (first.post or first.base).facing
    local own, rearmost, foremost = front_of(mind, brigade, facing), nil, nil
    for _, other in ipairs(see.brigades(mind, mind.side)) do
      if other.id ~= brigade.id and behind(mind, brigade, other, facing) then return 0 end
      if other.id ~= brigade.id and other.formation.place ~= "reserve" then
        local front = front_of(mind, other, facing)
        local gap = see.brigade_gap(mind, brigade, other)
        rearmost = math.min(rearmost or front, front)
        if gap > long then foremost = math.max(foremost or front, front) end
      end
    end
    return math.max((rearmost or own) - own, foremost and foremost - long - own or 0,
      on_to_objective(mind, brigade, facing, own, rearmost, long))
  end)
end

function M.level(mind, id)
  local brigade = see.brigade_of(mind, id)
  local on = not brigade.formation.counterattacks and advance(mind, brigade) or 0
  if on > 2 * THERE and not threat(mind, id) then
    return { ahead = on, why = "on with the brigades beside it" }
  end
  return M.aim(mind, id, see.rate(mind, id))
end

return M
