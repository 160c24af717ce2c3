-- MC 2, MC 5, R35, R120, R121: the stands of a unit that fire at a target: those of its front rank from which it is in
-- range, in the arc and in sight.

local inches <const>, troops <const>, units <const> = use("game/army/inches", "troops", "game/army/units")

option "units_always_block" { false, ruling = "R121",
  doc = "no unit is fired over, not from a hill either, nor at one on a hill" }
option "range_of_unit" { false, ruling = "R120",
  doc = "where one stand of a unit has its target in range, arc and sight, all that fire have it, at that range" }
option "enfilade_wholly_behind" { false, ruling = "R122",
  doc = "a stand enfilades only if all of it is behind the line of the target's front rank" }

local M <const> = {}

-- ---- arc and sight --------------------------------------------------------------------------------------------------

local function arm_of(unit) return unit.arm == "cavalry" and "light_cavalry" or unit.arm end

--- The least angle off straight ahead, from the nearer front corner, at which some of a body lies.
local function off_front(base, body)
  if geometry.arc(base, "front", 0, body).yes then return 0 end
  local corners, least = geometry.corners(base), deg(180)
  for _, point in ipairs(geometry.corners(body)) do
    local corner = geometry.turn(base.facing, geometry.bearing(base, point)) < 0 and corners[1] or corners[2]
    least = math.min(least, math.abs(geometry.turn(base.facing, geometry.bearing(corner, point))))
  end
  return least
end

--- How far out from its front a unit's arc reaches; nil all round, and where a house rule says.
local function half_arc(view, unit)
  if unit.drill == "square" or view.rules.wrapped "fire.arc" then return nil end
  local limits = view.rules.constant
  local limit = unit.arm == "artillery" and limits.artillery_arc_each_side or limits.infantry_arc_each_side
  return limit <= 90 and deg(limit) or nil
end

local HIDES <const>, TALL <const> = { kind = "area", with = { "hides" } }, { kind = "area", without = { "hides" } }

local function crossings(field, line)
  local list = {}
  local from, to = line.clear_from or line.from, line.clear_to or line.to
  for i, span in ipairs(field:ray(from, to, tabletop.FIRE_LINE, HIDES)) do list[i] = inches.of(span.to - span.from) end
  return list
end

--- R121: a line that only units stop is clear where one of its ends stands higher than all of them.
local function over_heads(view, field, stand, mark, line)
  if not line.solid or line.tall or view.rules.option.units_always_block then return false end
  return math.max(field:ground(stand), field:ground(mark)) > (line.level or 0)
end

--- Does a stand see one of the target's: and what is in the way.
local function sees(view, field, id, target, stand, mark)
  local unit = view:unit(id)
  local how = {
    nth = stand.nth, at = mark, muzzles = unit.drill == "square" and "sides" or nil, arc = half_arc(view, unit),
    marks = "all", tall = TALL, opaque = HIDES, thick = inch(view.rules.constant.los_block),
  }
  local line = view:fire_line(id, target, how)
  if not line.yes and over_heads(view, field, stand.base, mark, line) then
    how.solid = false
    line = view:fire_line(id, target, how)
  end
  local hidden = line.by and view.state.areas[line.by] and lists.has(view:terrain(line.by).flags, "hides")
  return view:ask("fire.line_of_sight", {
    crossings_in = crossings(field, line), other_block = not line.yes and not hidden,
  }, id, target).clear, line
end

-- ---- the stands -----------------------------------------------------------------------------------------------------

---@class nff.Shot what one stand can do
---@field um integer how far the nearest stand of the target is that it could fire at
---@field why "range"|"arc"|"sight"|nil why it does not fire
---@field enfilade boolean?
---@field off number? how far out of its arc, in degrees
---@field by string? what hides the target

--- How a stand gets at the nearest of the target's stands that lies in its arc and sight.
---@return nff.Shot
local function shot_of(view, field, id, target, stand, marks, reach)
  local unit, found, order = view:unit(id), nil, {}
  for i, mark in ipairs(marks) do order[i] = { base = mark, um = geometry.gap(stand.base, mark) } end
  table.sort(order, function(one, other) return one.um < other.um end)
  for _, mark in ipairs(order) do
    local um = mark.um
    if um > reach then return found or { um = um, why = "range" } end
    local off = off_front(stand.base, mark.base)
    local arc = view:ask("fire.arc", {
      arm = arm_of(unit), offset_deg = rounded(off / 1000), in_square = unit.drill == "square",
    }, id, target)
    if not arc.in_arc then
      if not found or found.why == "arc" and off < found.off then found = { um = um, why = "arc", off = off } end
    else
      local clear, line = sees(view, field, id, target, stand, mark.base)
      if clear then return { um = um } end
      if not found or found.why == "arc" then found = { um = um, why = "sight", by = line.by } end
    end
  end
  return found
end

--- The stands of a unit that fire in its formation: so many, those of its front rank first (Form 1, BASE-08).
local function firing(view, id)
  local unit = view:unit(id)
  if not units.brigade(unit) then return 1 end
  return view:ask("fire.stands_firing", { formation = unit.drill, stands = unit.stands }, id).stands_firing
end

--- R122: is a body behind the line of a unit's front rank?
function M.behind(view, body, frame)
  if not view.rules.option.enfilade_wholly_behind then return view:struck_off(frame, body, "front") > deg(90) end
  local front = tabletop.slid(frame, frame.depth // 2)
  return not lists.find(geometry.corners(body), function(at) return tabletop.along(front, frame.facing, at) > 0 end)
end

--- Every stand that could fire and what it can do at a target, where it stands or stood.
---@param frame table? where the target was (BASE-22)
---@return nff.Shot[]
local function measured(view, field, id, target, frame)
  local unit = view:unit(target)
  local marks, list = view:bases(target, frame), {}
  local reach, all = inches.um(M.reach(view, id)) + tabletop.TOUCH, units.stands(view, id)
  for i = 1, math.min(firing(view, id), #all) do
    list[i] = shot_of(view, field, id, target, all[i], marks, reach)
    list[i].enfilade = M.behind(view, all[i].base, frame or unit.base)
  end
  local best = view.rules.option.range_of_unit and lists.least(list, function(one) return not one.why and one.um end)
  for _, one in ipairs(best and list or {}) do one.why, one.um = nil, best.um end
  return list
end

fact "stands_firing" {
  ask = "How many stands of {1} have {2} in range, in their arc of fire and in sight?",
  int "stands" { 0, troops.MOST_STANDS }, suggest = firing,
  check = function(view, stands, id)
    local most = firing(view, id)
    if stands > most then return refuse("stands", ("are at most %d: so many fire in its formation"):format(most)) end
  end,
  measured = function(view, field, id, target, passing)
    local list = measured(view, field, id, target, passing and view:was_at(target, passing))
    return #lists.filter(list, function(one) return not one.why end), list
  end,
}

fact "fire_range" {
  ask = "How far is it from {1} to {2}?", length "range" { 0 },
  measured = function(view, _, id, target, passing)
    return (view:apart(id, passing and view:bases(target, view:was_at(target, passing)) or target))
  end,
}

fact "enfilade" {
  ask = "Is the fire of {1} at {2} enfilade: from behind the line of the front rank of {2}?",
  flag "enfilade" {}, suggest = false,
}

--- How far a unit's fire reaches at most, in inches; 0 of one that cannot fire.
function M.reach(view, id)
  local unit, rules, most = view:unit(id), view.rules, 0
  local small = rules.tables.small_arms_fire_points
  if unit.arm == "infantry" then
    most = small("infantry_musketry", "range_to_in")
    if unit.skirmish ~= "none" then most = math.max(most, small("infantry_skirmish", "range_to_in")) end
  elseif unit.arm == "cavalry" then
    most = small("light_cavalry_mounted", "range_to_in")
  elseif unit.arm == "artillery" then
    for _, band in ipairs(rules.keys "artillery_fire_points") do
      local to = rules.tables.artillery_fire_points(band, unit.weight, "range_to_in")
      if to ~= "none" then most = math.max(most, to) end
    end
  end
  return most
end

--- How far, and over what arc to each side, a unit's fire bears: what maps show of it.
function M.bears(view, id)
  return { reaches = { inches.um(M.reach(view, id)) }, arc = half_arc(view, view:unit(id)) }
end

--- Could a unit's fire bear on a target at all, by range and arc of the unit as a whole?
function M.may_bear(view, id, target, passing)
  local unit, body = view:unit(id), view:unit(target).base
  if not (unit.base and body) then return true end
  if passing then body = view:was_at(target, passing) end
  if geometry.gap(unit.base, body) > inches.um(M.reach(view, id)) + tabletop.TOUCH then return false end
  local arc = half_arc(view, unit)
  return not arc or geometry.arc(unit.base, "front", arc, body).yes
end

---@class nff.Volley stands that fire from one range in one way
---@field stands integer
---@field um integer
---@field enfilade boolean

--- What the stands of a unit that fire do, by range and enfilade, the nearest first; and all stands, where measured.
---@return nff.Volley[]
---@return nff.Shot[]?
function M.volleys(view, id, target, passing)
  local n, list = view:fact("stands_firing", id, target, passing)
  if n == 0 then return {}, list end
  if not list then
    local always = view.rules.tables.formations(view:unit(target).drill or "single_echelon", "enfiladed_always")
    local enfilade = not troops.is(always) and view:told("enfilade", id, target) or false
    return { { stands = n, um = view:fact("fire_range", id, target, passing), enfilade = enfilade } }
  end
  local found, of = {}, {}
  for _, one in ipairs(list) do
    local key = not one.why and ("%d %s"):format(one.um, one.enfilade)
    if key and not of[key] then
      of[key] = { stands = 0, um = one.um, enfilade = one.enfilade }
      found[#found + 1] = of[key]
    end
    if key then of[key].stands = of[key].stands + 1 end
  end
  table.sort(found, function(one, other) return one.um < other.um end)
  return found, list
end

return M
