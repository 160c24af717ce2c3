-- 5.path, R48, R49: lines of fire, and what is in the way of them.
--
-- Range and bearing run from the middle of the front edge to the nearest point of the target (R48). A unit that holds a
-- town has its sides for front edges, to fire from and to be fired at (SR.3, R79). A base's path runs from its own
-- centre to the point of the target that is nearest to it, and units on the way stop it whatever their height, woods
-- and towns likewise; a hill, when the line passes below its top and neither stands on it. Woods that either stands in
-- are the business of SR.2 (game/fire/woods).

local army <const>, troops <const> = use("game/army/units", "troops")

local M <const> = {}

--- What a unit holds, as far as fire goes: works that a breach has made open ground are none (R81).
---@return "open"|"town"|"fieldworks"
function M.stands_in(view, id)
  local held = view:held(id)
  if not held or held.breached and view.rules.option.breach_ends_cover then return "open" end
  return held.terrain
end

--- Does a unit fire to all sides?
function M.all_round(view, id)
  local from = M.stands_in(view, id)
  return from == "town" or from == "fieldworks" and view.rules.option.fieldworks_all_round or false
end

--- The town that a unit holds.
---@return string? id of an area
function M.town_of(view, id)
  local inside = view:unit(id).inside
  return inside and M.stands_in(view, id) == "town" and inside or nil
end

--- What a unit is fired at.
function M.shape_of(view, id)
  local town = M.town_of(view, id)
  return town and { area = view.state.areas[town].area } or view:unit(id).base
end

--- How many bases fire when none is hindered.
function M.all_bases(view, id) return troops.of(view.rules, view:unit(id).troop, "bases") end

--- How many paths a unit fires along: one for each file, second-rank bases of horse counting with those before them
--- (R49); batteries and garrisons of towns have one, of all bases (SR.3).
local function paths_of(view, id)
  local unit, from = view:unit(id), M.stands_in(view, id)
  if unit.arm == "artillery" or from == "town" then return 1 end
  local works, rules = from == "fieldworks", view.rules
  if rules.wrapped "unit.frontage" then return army.frontage(view, unit, unit.drill, works).bases_wide end
  if works then return rules.constant.section_width end
  return troops.cell(rules, "formations", unit.troop, unit.drill, "bases_wide")
end

--- Where they begin: in the middles of its bases, or of their front edges; nil: where the line of fire does.
local function files(view, id, edge)
  local base, wide, list = view:unit(id).base, paths_of(view, id), {}
  if wide == 1 then return nil end
  local ranks = M.all_bases(view, id) // wide
  local middle = tabletop.slid(base, (edge and base.depth or base.depth - base.depth // ranks) // 2)
  for i = 1, wide do
    local at = tabletop.slid(middle, (2 * i - wide - 1) * (base.width // wide) // 2, deg(90))
    list[i] = { x = at.x, y = at.y }
  end
  return list
end

--- Ground that stops fire whatever its height, and that does not when either end stands in it (5.path, SR.2).
local OPAQUE <const>, WOODS <const> = { with = { "opaque" } }, { with = { "woods" } }

--- How a unit fires (R48, R79, R80): the lines of its bases, and what is in their way. `within_arc`: 5.1.3, 5.2.2.
function M.aim(view, id, within_arc)
  local round = M.all_round(view, id)
  return {
    muzzles = round and "sides" or "front", files = files(view, id) or "muzzle", holds = M.town_of,
    opaque = OPAQUE, pass = WOODS,
    off = within_arc and not round and deg(view.rules.constant.fire_arc) or nil,
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
  local mark, reach = M.town_of(view, target) or target, view.rules.tables.artillery_stick("long", "to_mm")
  for _, span in ipairs(view:fire_ray(id, bearing, mm(reach))) do
    if span.id == mark then return M.line_to(view, id, target, span.at) end
  end
end

--- The line of a battery to a point of a target.
function M.line_to(view, id, target, point)
  local enemy = view.state.units[target]
  return view:fire_line(id, target, {
    at = point, files = "muzzle", opaque = OPAQUE, pass = WOODS, except = { enemy and enemy.inside },
  })
end

-- ---- what is in the way ---------------------------------------------------------------------------------------------

---@class hm.Lane
---@field bases integer with a clear path
---@field blocker "none"|"units"|"terrain" what stops the others
---@field by string? the first of these
---@field mm integer? how far out it is
---@field friends boolean friends are among what stops them
---@field elevation "level"|"firer_higher"|"target_higher" over the units between, for guns

--- 5.4, R58: does the battery, or its target, stand higher than all units between?
local function elevation(view, unit, enemy, most)
  local function level(at) return view:field():ground { x = at.x, y = at.y } end
  if not enemy then return "level" end -- only on troops
  if level(unit.base) > most then return "firer_higher" end
  return level(enemy.base) > most and "target_higher" or "level"
end

--- The paths of a unit's bases to a target.
---@param line limber.FireLine
---@return hm.Lane
function M.lane(view, id, target, line)
  local unit, all = view:unit(id), M.all_bases(view, id)
  local lane = { bases = line.yes and all or 0, blocker = "none", friends = line.friend or false, elevation = "level" }
  if line.clear then lane.bases = line.clear * (all // paths_of(view, id)) end
  if line.tall then
    lane.blocker, lane.by, lane.mm = "terrain", line.tall, line.tall_at // mm(1)
  elseif line.solid then
    lane.blocker, lane.by, lane.mm = "units", line.solid, line.solid_at // mm(1)
    if unit.arm == "artillery" then
      lane.elevation = elevation(view, unit, view.state.units[target], line.level or 0)
    end
  end
  return lane
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
    local lane = M.lane(view, id, target, line)
    return lane.bases, lane
  end,
}

fact "defending_bases" {
  ask = "How many of the bases of {1} have {2} within {fire_arc} degrees of their front as it comes on, and a clear "
    .. "path to it?",
  int "bases" { 0, 4 },
  suggest = M.all_bases,
  measured = function(view, _, id, charger)
    local aim, within, count = M.aim(view, id), M.aim(view, id, true), 0
    local paths, edges, all = aim.files, files(view, id, true), M.all_bases(view, id)
    if paths == "muzzle" then return view:fire_line(id, charger, within).yes and all or 0 end
    aim.files, within.files = "muzzle", "muzzle"
    for i, path in ipairs(paths) do
      -- Its path runs from its middle; its arc is seen from the middle of its front edge (R48, R90).
      aim.muzzles, within.muzzles = { path }, within.off and { edges[i] } or "sides"
      local bears = view:fire_line(id, charger, within).borne ~= false
      if bears and view:fire_line(id, charger, aim).yes then count = count + all // #paths end
    end
    return count
  end,
}

fact "fire_blocker" {
  ask = "What keeps the other bases of {1} from firing at {2}: units or terrain?",
  enum "blocker" { "units", "terrain" },
  suggest = "units",
}

fact "elevation" {
  ask = "Over the units between {1} and {2}: does the battery stand higher than they (firer_higher), or its target "
    .. "(target_higher), or neither (level)?",
  enum "elevation" { "level", "firer_higher", "target_higher" },
  suggest = "level",
}

return M
