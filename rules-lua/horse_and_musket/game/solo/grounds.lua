-- 4.8: a brigade and the open ground that its plan sends it to: in line abreast along the side that looks to the enemy,
-- so that he does not get onto it; or in line against those who stand there.

local army <const>, see <const> = use("game/army/units", "game/solo/view")

local M <const> = {}

--- How finely the edge of ground is looked for, and room between neighbours.
local STEP <const>, BETWEEN <const> = mm(10), mm(10)

--- Tasks that are about ground.
local ABOUT_GROUND <const> = { main_effort = true, guard = true }

--- The middle of an area's corners.
function M.middle_of(area)
  local x, y = 0, 0
  for _, point in ipairs(area.area) do x, y = x + point.x, y + point.y end
  return { x = x // #area.area, y = y // #area.area }
end

--- The front of an area: the farthest place straight on from its middle, as its side looks.
local function front_of(mind, area_id, facing)
  local area = mind.state.areas[area_id]
  local at, far = M.middle_of(area), 0
  while geometry.holds(area, geometry.step(at, facing, far + STEP)).yes do far = far + STEP end
  return geometry.step(at, facing, math.max(0, far - mind.weight.into_objective))
end

--- The open ground that a brigade is sent to; nil without such.
---@return string? area_id
function M.of(mind, brigade)
  local task = not brigade.formation.seeks and mind:task(brigade.id)
  local goes = task and (ABOUT_GROUND[task.task] or task.task == "flank" and mind.mission.presses)
  local area = goes and mind.state.areas[task.at]
  return area and area.area and not mind.view:terrain(task.at).held and task.at or nil
end

--- The foot and horse of a brigade, from its left to its right.
local function in_line(mind, brigade, along)
  local list = lists.filter(brigade.units, function(id)
    local unit = mind.view:unit(id)
    return army.fighter(unit) and not unit.inside
  end)
  table.sort(list, function(one, other)
    return mind:along(along, mind.view:unit(one).base) < mind:along(along, mind.view:unit(other).base)
  end)
  return list
end

--- How far apart the middles of units in line are.
local function room_for(mind, ids)
  local width = 0
  for _, id in ipairs(ids) do width = math.max(width, mind.view:unit(id).base.width) end
  return width + BETWEEN
end

--- So far aside of a point, to the left when it is less than nothing.
local function beside(point, along, aside)
  return geometry.step(point, aside < 0 and (along + deg(180)) % deg(360) or along, math.abs(aside))
end

--- Places abreast for a brigade's units, in the order in which they stand, the middle of the line at a point.
local function abreast(mind, brigade, middle, facing)
  local along, found = (facing + deg(90)) % deg(360), {}
  local list = in_line(mind, brigade, along)
  local room = room_for(mind, list)
  for i, id in ipairs(list) do found[id] = beside(middle, along, (2 * i - #list - 1) * room // 2) end
  return found
end

local function places(mind, brigade, area_id)
  local facing = mind.view:home(mind.side).facing
  return abreast(mind, brigade, front_of(mind, area_id, facing), facing)
end

--- Places for so many units abreast, about a point and before enemies: none off the table, none farther aside than one
--- place from the nearest enemy.
local function slots(mind, at, along, room, count, enemies)
  local list, half = {}, count - 1
  for i = -half, half do
    local aside = count % 2 == 0 and (2 * i - 1) * room // 2 or i * room
    local point, least = beside(at, along, aside), nil
    for _, id in ipairs(enemies) do
      local off = math.abs(mind:along(along, mind.view:unit(id).base) - mind:along(along, point))
      least = math.min(least or off, off)
    end
    local size = mind.state.ground
    local inside = point.x > room // 2 and point.y > room // 2 and point.x < size.width - room // 2
      and point.y < size.depth - room // 2
    if inside and least <= room then list[#list + 1] = { point = point, aside = aside } end
  end
  table.sort(list, function(one, other)
    return math.abs(one.aside) < math.abs(other.aside)
      or math.abs(one.aside) == math.abs(other.aside) and one.aside < other.aside
  end)
  local kept = table.move(list, 1, math.min(count, #list), 1, {})
  table.sort(kept, function(one, other) return one.aside < other.aside end)
  return kept
end

--- How far off an enemy the foot of a brigade stops: in reach of a charge, when it attacks, else of a move.
local function stop_before(mind, brigade, ids, target)
  local least
  for _, id in ipairs(ids) do
    local um = brigade.stance == "aggressive" and see.reach_at(mind, id, target) or see.rate(mind, id)
    least = math.min(least or um, um)
  end
  return math.max(mind.weight.nearest_stop, least - mind.weight.short_of_reach)
end

--- Places for the first line of a brigade: whoever is nearest to one takes it, staggered ones as if they were a move
--- farther off; then they change places until no two ways cross. Who finds none stands behind the nearest.
local function shared_out(mind, ids, list)
  local far, before, behind, left = {}, {}, {}, table.move(ids, 1, #ids, 1, {})
  for _, id in ipairs(ids) do
    local unit = mind.view:unit(id)
    local more = unit.staggered and see.rate(mind, id) or 0
    far[id] = {}
    for i, slot in ipairs(list) do far[id][i] = mind:middles(slot.point, unit.base) + more end
  end
  local taken = {}
  for _ = 1, math.min(#list, #ids) do
    local best, at
    for _, id in ipairs(left) do
      for i in ipairs(list) do
        if not taken[i] and (not best or far[id][i] < far[best][at]) then best, at = id, i end
      end
    end
    taken[at], left = best, lists.filter(left, function(id) return id ~= best end)
  end
  for _ = 1, #list do
    for i in ipairs(list) do
      for k = i + 1, #list do
        local one, other = taken[i], taken[k]
        if one and other and far[one][k] + far[other][i] < far[one][i] + far[other][k] then
          taken[i], taken[k] = other, one
        end
      end
    end
  end
  for i, id in next, taken do before[id] = list[i].point end
  for _, id in ipairs(left) do
    local slot = lists.least(list, function(one) return mind:middles(one.point, mind.view:unit(id).base) end)
    behind[id] = slot and slot.point
  end
  return before, behind
end

--- The line of a brigade that goes for enemies: abreast, in reach of the one that is nearest to it, as many as bear on
--- them; the others stand behind in support.
local function assault(mind, brigade, enemies)
  local middle, found = mind:middle(brigade.units), {}
  local target = lists.least(enemies, function(id) return mind:middles(middle, mind.view:unit(id).base) end)
  local there = mind.view:unit(target).base
  local facing = geometry.bearing(middle, there)
  local along, back = (facing + deg(90)) % deg(360), (facing + deg(180)) % deg(360)
  local ids = in_line(mind, brigade, along)
  if #ids == 0 then return { at = found } end
  local stop = stop_before(mind, brigade, ids, target) + there.depth
  local at = geometry.step({ x = there.x, y = there.y }, back, stop)
  local list = slots(mind, at, along, room_for(mind, ids), #ids, enemies)
  local before, second = shared_out(mind, ids, list)
  local behind = see.support(mind) + there.depth - mind.weight.at_its_place
  for _, id in ipairs(ids) do
    found[id] = before[id] or second[id] and geometry.step(second[id], back, behind)
  end
  return { at = found, target = target, facing = facing }
end

--- The place of a unit in the line of its brigade against enemies who stand on its ground; while they are far off, all
--- of the brigade go on in one direction, so that none is in another's way.
function M.assault(mind, id, brigade, enemies, name)
  local line = mind:once_for("assault", brigade.id, function() return assault(mind, brigade, enemies) end)
  local place = line.at[id]
  if not place then return nil end
  local goal = {
    follows = true, charges = true, ground = true, facing = line.facing,
    why = function() return ("to drive %s from %s"):format(mind:name(line.target), name) end,
  }
  local um = mind:gap(id, line.target)
  if um > mind.weight.assault_apart then
    goal.heading, goal.far, goal.away = line.facing, math.min(see.rate(mind, id), um), um
  else
    goal.point, goal.stop = place, 0
  end
  return goal
end

--- The place of a unit on the ground of its brigade.
function M.goal(mind, id, brigade)
  local area_id = M.of(mind, brigade)
  local home = area_id and mind.view:home(mind.side)
  if not home then return nil end
  local place = mind:once_for("places", brigade.id, function() return places(mind, brigade, area_id) end)[id]
  if not place then return nil end
  local enemy, um, short = see.shot(mind, id)
  if enemy and um <= short then
    return { toward = mind.view:unit(enemy).base, why = function() return "it fires at " .. mind:name(enemy) end }
  end
  return {
    point = place, stop = 0, facing = home.facing, follows = true, ground = area_id,
    why = function() return "to its place on " .. mind:name(area_id) end,
  }
end

return M
