-- 4.8: a brigade and the open ground that its plan sends it to: in line abreast along the side that looks to the enemy,
-- so that he does not get onto it; or in line against those who stand there.

local army <const>, see <const> = use("game/army/units", "game/solo/view")

local M <const> = {}

--- How finely the edge of ground is looked for, and room between neighbours.
local STEP <const>, BETWEEN <const> = mm(10), mm(10)

--- Tasks that are about ground.
local ABOUT_GROUND <const> = { main_effort = true, guard = true }

--- The middle of an area's corners.
local function middle_of(area)
  local x, y = 0, 0
  for _, point in ipairs(area.area) do x, y = x + point.x, y + point.y end
  return { x = x // #area.area, y = y // #area.area }
end

--- The front of an area: the farthest place straight on from its middle, as its side looks.
local function front_of(mind, area_id, facing)
  local area = mind.state.areas[area_id]
  local at, far = middle_of(area), 0
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

--- Places abreast for a brigade's units, in the order in which they stand, the middle of the line at a point.
local function abreast(mind, brigade, middle, facing)
  local along, list, width, found = (facing + deg(90)) % deg(360), {}, 0, {}
  for _, id in ipairs(brigade.units) do
    local unit = mind.view:unit(id)
    if army.fighter(unit) and not unit.inside then
      list[#list + 1], width = id, math.max(width, unit.base.width)
    end
  end
  table.sort(list, function(one, other)
    return mind:along(along, mind.view:unit(one).base) < mind:along(along, mind.view:unit(other).base)
  end)
  for i, id in ipairs(list) do
    local aside = (2 * i - #list - 1) * (width + BETWEEN) // 2
    found[id] = geometry.step(middle, aside < 0 and (along + deg(180)) % deg(360) or along, math.abs(aside))
  end
  return found
end

local function places(mind, brigade, area_id)
  local facing = mind.view:home(mind.side).facing
  return abreast(mind, brigade, front_of(mind, area_id, facing), facing)
end

--- The line of a brigade that goes for enemies: abreast, in short range of the one that is nearest to it.
local function assault(mind, brigade, enemies)
  local middle, target, least = mind:middle(brigade.units), nil, nil
  for _, id in ipairs(enemies) do
    local um = mind:middles(middle, mind.view:unit(id).base)
    if not least or um < least then target, least = id, um end
  end
  local there = mind.view:unit(target).base
  local facing = geometry.bearing(middle, there)
  local at = geometry.step({ x = there.x, y = there.y }, (facing + deg(180)) % deg(360),
    see.rate(mind, brigade.units[1]) - mind.weight.short_of_reach + there.depth)
  return { places = abreast(mind, brigade, at, facing), target = target, facing = facing }
end

--- The place of a unit in the line of its brigade against enemies who stand on its ground.
function M.assault(mind, id, brigade, enemies, name)
  local line = mind:once_for("assault", brigade.id, function() return assault(mind, brigade, enemies) end)
  local place = line.places[id]
  return place and {
    point = place, stop = 0, facing = line.facing, follows = true, charges = true, ground = true,
    why = function() return ("to drive %s from %s"):format(mind:name(line.target), name) end,
  }
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
