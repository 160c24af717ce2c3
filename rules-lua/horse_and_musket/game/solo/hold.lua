-- 4.8: where the units of a brigade that holds want to stand: at their post in the line, or on better ground near it;
-- cautious brigades level with those beside them.

local ground <const> = use "game/movement/ground"
local see <const> = use "game/solo/view"

local M <const> = {}

--- The nearest enemy, when he is near enough to be faced.
local function threat(mind, id)
  local enemy, um = mind:nearest_enemy(id)
  return enemy and um <= 2 * see.stick(mind, "long") and mind.view:unit(enemy).base or nil
end

--- The objectives of the scenario, in the listed order, each with the units of its own side that stand in it.
local function objectives(mind)
  return mind:once("objectives", function()
    local list, areas = {}, mind.state.areas
    for _, area_id in ipairs(mind.state.order.areas) do
      local area = areas[area_id]
      local one = area.objective and { id = area_id, area = area, held_by = {} }
      for _, id in ipairs(one and mind:standing(mind.side) or {}) do
        local unit = mind.view:unit(id)
        if unit.inside == area_id or geometry.holds(area, unit.base).yes then one.held_by[#one.held_by + 1] = id end
      end
      list[#list + 1] = one or nil
    end
    return list
  end)
end

--- The objective that a unit alone holds, by its name.
function M.anchor(mind, id)
  for _, one in ipairs(objectives(mind)) do
    if #one.held_by == 1 and one.held_by[1] == id then return one.area.name or one.id end
  end
end

local function middle_to(mind, id, shape)
  local base = mind.view:unit(id).base
  return geometry.distance({ x = base.x, y = base.y }, shape)
end

--- To an objective that nobody of its side holds, no farther off than that, for the unit of its brigade that is nearest
--- to it.
function M.objective(mind, id, within)
  for _, one in ipairs(objectives(mind)) do
    local shape = { area = one.area.area }
    local gap = #one.held_by == 0 and middle_to(mind, id, shape)
    local nearest = gap and gap.distance <= within
    for _, other in ipairs(nearest and mind:body_of(id).units or {}) do
      if other ~= id and middle_to(mind, other, shape).distance < gap.distance then nearest = false end
    end
    if nearest then
      local bearing = geometry.bearing(mind.view:unit(id).base, gap.to)
      local point = geometry.step(gap.to, bearing, mind.weight.into_objective)
      return { point = point, stop = 0, why = "to take " .. (one.area.name or one.id) }
    end
  end
end

--- Ground that is better to stand on, straight ahead of a unit and no farther from its post than that: a hedge, fence,
--- wall or riverbank to stand behind, or a hill.
local function better_ground(mind, id, within)
  local state, base = mind.state, mind.view:unit(id).base
  if #state.order.areas == 0 and #state.order.lines == 0 then return nil end
  local front, best = geometry.step({ x = base.x, y = base.y }, base.facing, base.depth // 2), nil
  local function offer(shape, what, past)
    local gap = geometry.distance(front, shape)
    if gap.distance <= mind.weight.at_its_place then return true end -- there already
    local off = math.abs(geometry.turn(base.facing, geometry.bearing(front, gap.to)))
    local um = gap.distance + (past or 0)
    if off <= mind.weight.along and um <= within and (not best or um < best.ahead) then
      best = { ahead = um, why = what }
    end
  end
  for _, line in ipairs(state.order.lines) do
    if offer({ line = state.lines[line].line }, "up to the cover before it") then return nil end
  end
  for _, area_id in ipairs(state.order.areas) do
    local area = state.areas[area_id]
    local there
    if area.terrain == "hill" then
      there = offer({ area = area.area }, "onto the hill", base.depth)
    elseif area.terrain == "river" then
      there = offer({ area = area.area }, "up to the riverbank")
    end
    if there then return nil end
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
      and mind:apart(unit.base, { area = area.area }) <= within then
      return area_id
    end
  end
end

--- Its post in the line, or the best ground within so much of it; then it faces who comes.
function M.goal(mind, id, within)
  local unit = mind.view:unit(id)
  local post = unit.post
  if post then
    local _, off = tabletop.toward(unit.base, post)
    if off > within + mind.weight.at_its_place then
      return {
        point = { x = post.x, y = post.y }, stop = 0, why = "back to its place in the line", back = post.facing,
      }
    end
    local better = M.objective(mind, id, within - off) or better_ground(mind, id, within - off)
    if better then return better end
  end
  local enemy = threat(mind, id)
  return { toward = enemy, facing = not enemy and post and post.facing or nil, why = "it holds the line" }
end

--- How far on, as it looks, a brigade may go for an objective that nobody of its side holds, with no gap to its
--- neighbours opened to more than a long.
local function on_to_objective(mind, brigade, facing, own, rearmost, long)
  local most, aside = 0, (facing + deg(90)) % deg(360)
  local middle = mind:middle(brigade.units)
  for _, one in ipairs(objectives(mind)) do
    local gap = #one.held_by == 0 and geometry.distance(middle, { area = one.area.area })
    local off = gap and math.abs(mind:along(aside, gap.to) - mind:along(aside, middle))
    local on = gap and mind:along(facing, gap.to) + mind.weight.into_objective - own
    if gap and off <= long and on > most then most = on end
  end
  return math.max(0, math.min(most, rearmost and rearmost + long - own or most))
end

--- Level with the brigades beside it: as far on as the rearmost of them, and as far as keeps the gap to the foremost at
--- a long or less. Gives how far its units go on, all alike.
local function advance(mind, brigade)
  return mind:once("advance of " .. brigade.id, function()
    local long, first = see.stick(mind, "long"), mind.view:unit(brigade.units[1])
    local facing = (first.post or first.base).facing
    local own, rearmost, foremost = mind:front_of(brigade.units, facing), nil, nil
    for _, other in ipairs(mind:bodies(mind.side)) do
      local beside = other.id ~= brigade.id
      if beside and mind:stands_behind(brigade.units, other.units, facing) then return 0 end
      if beside and other.formation.place ~= "reserve" then
        local front = mind:front_of(other.units, facing)
        rearmost = math.min(rearmost or front, front)
        if mind:between_bodies(brigade, other) > long then foremost = math.max(foremost or front, front) end
      end
    end
    return math.max((rearmost or own) - own, foremost and foremost - long - own or 0,
      on_to_objective(mind, brigade, facing, own, rearmost, long))
  end)
end

--- On with the brigades beside its own, or as `goal`.
function M.level(mind, id)
  local brigade = mind:body_of(id)
  local on = not brigade.formation.counterattacks and advance(mind, brigade) or 0
  if on > 2 * mind.weight.at_its_place and not threat(mind, id) then
    return { ahead = on, why = "on with the brigades beside it" }
  end
  return M.goal(mind, id, see.rate(mind, id))
end

return M
