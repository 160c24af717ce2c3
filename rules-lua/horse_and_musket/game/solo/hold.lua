-- 4.8: where the units of a brigade that holds want to stand: at their post in the line, or on better ground near it;
-- cautious brigades level with those beside them.

local see <const> = use "game/solo/view"

local M <const> = {}

--- The nearest enemy, when he is near enough to be faced.
local function threat(mind, id)
  local enemy, um = mind:nearest_enemy(id)
  return enemy and um <= 2 * see.stick(mind, "long") and mind.view:unit(enemy).base or nil
end

--- Ground that is better to stand on: hedges, fences and walls to stand behind, hills, riverbanks.
local function better_ground(mind, depth)
  local state, list, i = mind.state, {}, 0
  for _, id in ipairs(state.order.lines) do
    list[#list + 1] = { { line = state.lines[id].line }, "up to the cover before it" }
  end
  for _, id in ipairs(state.order.areas) do
    local area = state.areas[id]
    if area.terrain == "hill" then list[#list + 1] = { { area = area.area }, "onto the hill", depth } end
    if area.terrain == "river" then list[#list + 1] = { { area = area.area }, "up to the riverbank" } end
  end
  return function()
    i = i + 1
    return table.unpack(list[i] or {})
  end
end

--- A town or fieldworks that nobody holds, near enough to its post to be held from there.
function M.works_near(mind, id, within)
  local unit, state = mind.view:unit(id), mind.state
  if unit.inside or unit.arm ~= "infantry" then return nil end
  for _, area_id in ipairs(state.order.areas) do
    local area = state.areas[area_id]
    if (area.terrain == "town" or area.terrain == "fieldworks") and not mind.view:holder(area_id)
      and mind:apart(unit.base, { area = area.area }) <= within then
      return area_id
    end
  end
end

--- Its post in the line, or the best ground within so much of it; then it faces who comes.
function M.goal(mind, id, within)
  local unit = mind.view:unit(id)
  local goal = mind:post_goal(id, within, function(_, um)
    return mind:objective_goal(id, um) or mind:ground_goal(id, um, better_ground(mind, unit.base.depth))
  end)
  if goal then return goal end
  local enemy, post = threat(mind, id), unit.post
  return { toward = enemy, facing = not enemy and post and post.facing or nil, why = "it holds the line" }
end

--- On with the brigades beside its own, no gap between them wider than a long; or as `goal`.
function M.level(mind, id)
  local brigade = mind:body_of(id)
  local function in_line(other) return other.formation.place ~= "reserve" end
  local on = not brigade.formation.counterattacks and mind:level_with(brigade, see.stick(mind, "long"), in_line) or 0
  if on > 2 * mind.weight.at_its_place and not threat(mind, id) then
    return { ahead = on, why = "on with the brigades beside it" }
  end
  return M.goal(mind, id, see.rate(mind, id))
end

return M
