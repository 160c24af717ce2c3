-- When those of a solo side who lie in wait fall upon an enemy: by what their charge promises, with as many of them as
-- can reach him.

local charge_way <const>, charges <const> = use("game/combat/charge_way", "game/solo/charges")
local odds <const>, see <const> = use("game/solo/odds", "game/solo/view")

local M <const> = {}

--- How many others of its group lie in wait.
local function waiting(mind, id)
  return mind:once_for("waiting", id, function()
    local n, group = 0, mind.view:unit(id).formation
    for other, unit in mind.view:present(mind.side) do
      n = n + (unit.hidden and unit.formation == group and see.fighter(unit) and other ~= id and 1 or 0)
    end
    return n
  end)
end

--- Before the last turns of waiting few of many do not spring an ambush.
local function too_few(mind, id, n)
  return mind.state.turn < mind.weight.lies_until and n < waiting(mind, id) * mind.weight.ambush_with
end

--- An ambush is sprung with all who can fall upon the same enemy.
function M.spring(mind, proposal)
  local id, target = proposal.unit, proposal.target
  if not charge_way.fights(mind.view, target) then return nil, "they would only evade" end
  local with = charges.fellows(mind, id, target)
  if too_few(mind, id, #with) then
    return nil, ("%d of %d could go with it"):format(#with, waiting(mind, id))
  end
  local want, why = charges.judged(mind, proposal, true)
  if not want then return nil, why end
  return want, why, #with > 0 and { { with = with }, {} } or nil
end

--- Is a stand of a group that moves now, or of none?
local function on_the_move(mind, id)
  local group = mind.view:unit(id).formation
  return not group or mind.view:formation(group).nominated
end

--- How much a stand in ambush wants to fall upon an enemy who moves; nil: it does not. Its way to him takes longest to
--- work out, so it asks first whether enough others can join it, and whether it would beat him if his fire did nothing.
local function tempts(mind, id, target)
  if not on_the_move(mind, target) or not charge_way.fights(mind.view, target) then return nil end
  local near = 0
  for other, unit in mind.view:present(mind.side) do
    local lies = unit.hidden and other ~= id and see.fighter(unit)
    near = near + (lies and mind:gap(other, target) <= see.charge_reach(mind, other) and 1 or 0)
  end
  if too_few(mind, id, near) then return nil end
  local args = charges.straight_at(mind, id, target)
  if not args then return nil end
  local helps = see.engaged(mind, target) -- what a charge does for friends who fight him is not in the fight's odds
  if not helps and odds.fight(mind, args, id, target).worth < mind.weight.charge_ambush then return nil end
  local want = charges.judged(mind, { unit = id, target = target }, true)
  return want
end

--- How much a stand in ambush wants to fall upon the most tempting enemy near it; nil: upon none.
local function tempted(mind, id)
  local best
  local most = math.floor(see.charge_reach(mind, id) * mind.weight.charge_tries)
  for target, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > most then break end
    local want = tempts(mind, id, target)
    if want and want > (best or 0) then best = want end
  end
  return best
end

--- Stands in ambush that are tempted, the most tempted first. The game would measure all ways to all enemies for each.
function M.hidden(mind)
  local ids, least = {}, {}
  for id, unit in mind.view:present(mind.side) do
    local want = unit.hidden and see.fighter(unit) and tempted(mind, id)
    if want then ids[#ids + 1], least[id] = id, -want end
  end
  local list = {}
  for i, id in ipairs(lists.least_first(ids, least)) do list[i] = { of = id, commands = { "ambush" } } end
  return list
end

return M
