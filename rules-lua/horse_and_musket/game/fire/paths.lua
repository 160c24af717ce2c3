-- 5.path, R48, R49: lines of fire, and what is in the way of them.
--
-- Range and bearing run from the middle of the front edge to the nearest point of the target (R48). A unit that holds a
-- town has its sides for front edges, to fire from and to be fired at (SR.3, R79). A base's path runs from its own
-- centre to the point of the target that is nearest to it, and units on the way stop it whatever their height, woods
-- and towns likewise; a hill, when the line passes below its top and neither stands on it. Woods that either stands in
-- are the business of SR.2 (game/fire/woods).

local ground <const> = use "game/movement/ground"
local woods <const> = use "game/fire/woods"

local M <const> = {}

--- What a unit holds, as far as fire goes: works that a breach has made open ground are none (R81).
---@return "open"|"town"|"fieldworks"
function M.stands_in(view, id)
  local held = ground.held(view, id)
  if not held or held.breached and view.rules.option.breach_ends_cover then return "open" end
  return held.terrain
end

--- Does a unit fire to all sides?
function M.all_round(view, id)
  local from = M.stands_in(view, id)
  return from == "town" or from == "fieldworks" and view.rules.option.fieldworks_all_round or false
end

--- The outline of the town that a unit holds, as a shape.
function M.town_of(view, id)
  local unit = view.state.units[id]
  local held = unit and unit.inside and M.stands_in(view, id) == "town"
  return held and { area = view.state.areas[unit.inside].area } or nil
end

--- What a unit is fired at.
function M.shape_of(view, id) return M.town_of(view, id) or view:unit(id).base end

--- How a unit fires: in an arc seen from the middle of its front edge, or all round (5.1.3, 5.2.2, R48, R79, R80).
function M.aim(view, id)
  local round = M.all_round(view, id)
  return {
    from = round and "edges" or "front", holds = M.town_of,
    arc = not round and { of = "eye", half = deg(view.rules.constant.fire_arc) } or nil,
  }
end

fact "fire_range" {
  ask = "How far is it from the middle of the front edge of {1} to the nearest point of {2}, in mm?", unit = "mm",
  int "range" { 0 },
  measured = function(view, _, id, target)
    local line = view:fire_line(id, target, M.aim(view, id))
    return line.mm, line
  end,
}

--- A line of fire to a target: to its nearest point, or along a bearing to where that first meets it, if it does.
---@param bearing integer?
---@return limber.FireLine?
function M.line_at(view, id, target, bearing)
  if not bearing then return select(2, view:fact("fire_range", id, target)) end
  local mark = M.town_of(view, target) and view:unit(target).inside or target
  local reach = mm(view.rules.tables.artillery_stick("long", "to_mm"))
  for _, span in ipairs(view:fire_ray(id, bearing, reach)) do
    if span.id == mark then return span.line end
  end
end

-- ---- what is in the way ---------------------------------------------------------------------------------------------

--- Terrain that stops fire from where no unit holds it or stands in it; hills do by their level.
local TALL <const> = { woods = true, town = true }

--- What the two ends of a line stand in or hold: none of it is in its way.
local function own_ground(view, id, target)
  local except = {}
  for _, one in ipairs(#view.state.order.areas > 0 and { id, target } or except) do
    local unit = view.state.units[one]
    if unit then
      except[#except + 1] = unit.inside
      for _, wood in ipairs(woods.under(view, unit.base)) do except[#except + 1] = wood end
    end
  end
  return except
end

--- What stops fire from a unit at a target.
function M.stops(view, id, target) return { areas = TALL, except = own_ground(view, id, target) } end

--- Where the paths of a unit's bases begin, or the middles of their front edges, and how many bases each is for:
--- second-rank bases of horse count with those before them (R49); all bases of a garrison fire (SR.3, R80).
local function files(view, id, line, edge)
  local unit, from, all = view:unit(id), M.stands_in(view, id), view.rules.constant.bases_per_unit
  if unit.arm == "artillery" or from == "town" then
    return { { x = line.from.x, y = line.from.y, bases = unit.arm == "artillery" and 1 or all } }
  end
  local wide = from == "fieldworks" and view.rules.constant.section_width
    or view.rules.tables.formations(unit.troop, unit.drill, "bases_wide")
  local base, ranks, list = unit.base, all // wide, {}
  local middle = tabletop.slid(base, (edge and base.depth or base.depth - base.depth // ranks) // 2)
  for i = 1, wide do
    local at = tabletop.slid(middle, (2 * i - wide - 1) * (base.width // wide) // 2, deg(90))
    list[i] = { x = at.x, y = at.y, bases = ranks }
  end
  return list
end

---@class hm.Lane
---@field bases integer with a clear path
---@field all integer
---@field blocker "none"|"units"|"terrain" what stops the others
---@field by string? the first of these
---@field mm integer? how far out it is
---@field friends boolean friends are among what stops them
---@field elevation "level"|"firer_higher"|"target_higher" over the units between, for guns
---@field wood table? what woods have to do with it: args of woods.fire

--- 5.4, R58: does the battery, or its target, stand higher than all units between?
local function elevation(view, unit, enemy, bodies)
  local field, most = view:field(), 0
  local function level(at) return field:ground { x = at.x, y = at.y } end
  if not enemy then return "level" end -- only on troops
  for _, body in ipairs(bodies) do most = math.max(most, level(view:unit(body.id).base)) end
  if level(unit.base) > most then return "firer_higher" end
  return level(enemy.base) > most and "target_higher" or "level"
end

--- The paths of a unit's bases to a target. `along`: the end of the line that a battery lays its stick on.
---@return hm.Lane
function M.lane_to(view, id, target, line, along)
  local unit, lane = view:unit(id), { bases = 0, all = 0, blocker = "none", friends = false, elevation = "level" }
  local _, paths = view:fire_line(id, target, {
    from = files(view, id, line), holds = M.town_of, to = along, stops = M.stops(view, id, target),
  })
  for _, path in ipairs(paths) do
    lane.all = lane.all + path.from.bases
    if path.yes then
      lane.bases = lane.bases + path.from.bases
    elseif path.ground and lane.blocker ~= "terrain" then
      lane.blocker, lane.by, lane.mm = "terrain", path.ground, path.ground_um // mm(1)
    elseif lane.blocker == "none" then
      lane.blocker, lane.by, lane.mm = "units", path.by, path.by_um // mm(1)
      if unit.arm == "artillery" then
        lane.elevation = elevation(view, unit, view.state.units[target], path.bodies)
      end
    end
    for _, body in ipairs(path.bodies) do lane.friends = lane.friends or view:unit(body.id).side == unit.side end
  end
  return lane
end

--- How many bases fire when none is hindered.
function M.all_bases(view, id)
  return view:unit(id).arm == "artillery" and 1 or view.rules.constant.bases_per_unit
end

fact "clear_bases" {
  ask = "How many of the bases of {1} have a clear path to {2}, with no unit, wood, town or hill between?",
  int "bases" { 0, 4 },
  suggest = M.all_bases,
  check = function(view, bases, id)
    local battery = view:unit(id).arm == "artillery"
    if battery and bases > 1 then return refuse("bases", "is 0 or 1: a battery is one base") end
  end,
  measured = function(view, _, id, target)
    local _, line = view:fact("fire_range", id, target)
    local lane, enemy = M.lane_to(view, id, target, line), view.state.units[target]
    lane.wood = enemy and woods.measure(view, view:unit(id).base, enemy.base, line)
    return lane.bases, lane
  end,
}

fact "defending_bases" {
  ask = "How many of the bases of {1} have {2} within {fire_arc} degrees of their front as it comes on, and a clear "
    .. "path to it?",
  int "bases" { 0, 4 },
  suggest = M.all_bases,
  measured = function(view, _, id, charger) -- in the arc as seen from the middle of the front edge of each (R48, R90)
    local aim, count = M.aim(view, id), 0
    local line = view:fire_line(id, charger, aim)
    local _, paths = view:fire_line(id, charger, {
      from = files(view, id, line), holds = M.town_of, stops = M.stops(view, id, charger),
    })
    aim.from = files(view, id, line, true)
    local _, edges = view:fire_line(id, charger, aim)
    for i, path in ipairs(paths) do
      if path.yes and edges[i].yes then count = count + path.from.bases end
    end
    return count
  end,
}

fact "fire_blocker" {
  ask = "What keeps the other bases of {1} from firing at {2}: units or terrain?",
  enum "blocker" { "units", "terrain" },
  suggest = function() return "units" end,
  measured = function(view, _, id, target)
    local _, lane = view:fact("clear_bases", id, target)
    return lane.blocker
  end,
}

fact "elevation" {
  ask = "Over the units between {1} and {2}: does the battery stand higher than they (firer_higher), or its target "
    .. "(target_higher), or neither (level)?",
  enum "elevation" { "level", "firer_higher", "target_higher" },
  suggest = function() return "level" end,
  measured = function(view, _, id, target)
    local _, lane = view:fact("clear_bases", id, target)
    return lane.elevation
  end,
}

return M
