--- What a solo commander's side is there for: what its scenario says (limber.scenario.missions), or what follows from
--- the objectives.
--
-- Without a word of the scenario: an objective that a side holds, or that it is clearly nearer to than the enemy, is to
-- be held, any other to be taken; without objectives the enemy's army is to be destroyed.
--
-- A mission, as the mind has it in `mind.mission` and the journal in the plan of a solo note:
--   kind     "take", "hold", "delay", "break_through", "destroy"
--   given    true when the scenario says so
--   take, hold     ids of areas that it is to have at the end, and of those that it has to begin with
--   pieces   ids of units and formations that it is to destroy
--   edge     "north", …: where it is to break through
--   left     turns after this one, when the battle has a last turn; late: true in its last turns
--   behind   in the last turns of a measured battle: by how many points it is behind, below 0 ahead
--   ahead    true then of a side whose lead is more than one loss may turn (the policy's measures, limber.solo.tasks)
--   presses  true then of a side that is behind, or that does not merely hold and is not ahead: it has to act now
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local tree <const> = require "limber.common.tree"
local victory <const> = require "limber.tabletop.victory"

local M <const> = {}

--- So much farther from an objective than the other side, a side is clearly farther.
local CLEARLY <const> = 5 / 4

local NOBODY <const> = "nobody"

--- Has the mind's own side a unit in an area? For an objective that is known already.
local function stands_in(mind, id)
  local one = lists.find(mind:objectives(), function(objective) return objective.id == id end)
  return not one or #one.held_by > 0, one ~= nil
end

--- Does a side hold an area: is it the only one with units there?
local function holds(mind, side, id)
  if not mind.view:told() then
    local there, known = stands_in(mind, id)
    if known and (side == mind.side) ~= there then return false end
    local function holder() return mind.view:side_holding(id) or NOBODY end
    return mind:once_for("holder", id, holder) == side
  end
  return mind.view:some_unit(side, function(unit) return unit.inside == id end) ~= nil
end
M.holds = holds

--- Does neither side hold an area because both stand in it?
function M.contested(mind, id)
  if mind.view:told() then return false end
  local there <const>, known <const> = stands_in(mind, id)
  return known and there and not holds(mind, mind.side, id)
end

--- How far the nearest unit of a side is from an area; of a side that has none on the table, its edge.
local function away(mind, side, shape)
  local _, least = lists.least(mind:standing(side), function(id)
    return geometry.distance(mind.view:unit(id).base, shape).distance
  end)
  local home = not least and mind.view:home(side)
  return least or home and geometry.distance({ x = home.x, y = home.y }, shape).distance or 0
end

--- Is a side to hold an objective, as the sides stand?
local function has(mind, id)
  local other = mind.view:other(mind.side)
  if holds(mind, mind.side, id) then return true end
  if mind.view:told() or holds(mind, other, id) then return false end
  local shape = { area = mind.state.areas[id].area }
  return away(mind, mind.side, shape) * CLEARLY < away(mind, other, shape)
end

--- The objectives that a side has, and those that it has not.
local function split(mind)
  local own, others = {}, {}
  for _, id in ipairs(mind.state.order.areas) do
    if mind.state.areas[id].objective then
      local list = has(mind, id) and own or others
      list[#list + 1] = id
    end
  end
  return own, others
end

local function derived(mind)
  local own, others = split(mind)
  return { kind = #others > 0 and "take" or #own > 0 and "hold" or "destroy", take = others, hold = own }
end

local function add(list, ids)
  for _, id in ipairs(ids) do
    if not lists.has(list, id) then list[#list + 1] = id end
  end
end

local function given(mind, missions)
  local found = { kind = missions[1].kind, given = true, take = {}, hold = {} }
  local own, others = split(mind)
  for _, one in ipairs(missions) do
    if one.kind == "take" then add(found.take, one.areas or others) end
    if one.kind == "hold" or one.kind == "delay" then add(found.hold, one.areas or own) end
    if one.kind == "break_through" then found.edge = one.edge or mind.state.sides[mind.view:other(mind.side)].edge end
    found.pieces = found.pieces or one.pieces
  end
  return found
end

--- By how many points a side is behind: what counts at the last turn, or ground that it was told to have and has not,
--- where that counts no points.
local function behind(mind, mission)
  local view, other = mind.view, mind.view:other(mind.side)
  local terms = victory.terms(mind:verdict())
  local points = terms and terms.points
  local by = 0
  for _, id in ipairs(mind.state.order.areas) do
    local worth = mind.state.areas[id].objective
    worth = worth == true and 1 or worth or 0
    by = by + (worth == 0 and 0 or holds(mind, other, id) and worth or holds(mind, mind.side, id) and -worth or 0)
  end
  if points then by = by + points(view, other) - points(view, mind.side) end
  local missing = 0
  for _, list in ipairs(mission.given and { mission.take, mission.hold } or {}) do
    for _, id in ipairs(list) do
      local counts = mind.state.areas[id].objective
      missing = missing + ((counts or holds(mind, mind.side, id)) and 0 or 1)
    end
  end
  return math.floor(math.max(by, missing > 0 and missing or by))
end

--- The mission of a side as it stands this turn. `known`: the one that it had before, whose ground stays the same.
---@param mind limber.Mind
---@param known table?
---@return table mission
function M.of(mind, known)
  local measures, last = mind.measures, mind.state.last_turn
  local said = mind.state.sides[mind.side].mission or measures.mission and measures.mission(mind)
  local mission = known and tree.copy(known) or said and given(mind, said) or derived(mind)
  mission.left = last and math.max(0, last - mind.state.turn)
  mission.late = last ~= nil and mission.left < math.max(2, last * mind.weight.plan_last) or nil
  mission.presses, mission.ahead = nil, nil
  mission.behind = mission.late and not mind.view:told() and behind(mind, mission) or nil
  local swing = mission.behind and measures.swing and measures.swing(mind) or 0
  if mission.behind and mission.behind < -swing then mission.ahead = true end
  local keeps = mission.kind == "hold" or mission.kind == "delay"
  if mission.behind and (mission.behind > 0 or mission.behind == 0 and not keeps) then mission.presses = true end
  return mission
end

return M
