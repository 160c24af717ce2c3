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

--- What is the same of all stands of a unit that look at a target; `known`: answers that are.
local function look_of(view, field, id, target)
  local unit = view:unit(id)
  local square = unit.drill == "square"
  return { view = view, field = field, id = id, target = target, arm = arm_of(unit), square = square, known = {},
    how = { muzzles = square and "sides" or nil, arc = half_arc(view, unit), marks = "all", tall = TALL, opaque = HIDES,
      thick = inch(view.rules.constant.los_block) } }
end

--- A question of a look, asked once for all stands of which its key is the same.
local function asked(look, key, procedure, args)
  local known = look.known
  known[key] = known[key] or look.view:figure(procedure, args, look.id, look.target)
  return known[key]
end

--- Does a stand see one of the target's: and what is in the way.
local function sees(look, stand, mark)
  local view, field, how = look.view, look.field, look.how
  how.nth, how.at, how.solid = stand.nth, mark, nil
  local line = view:fire_line(look.id, look.target, how)
  if not line.yes and over_heads(view, field, stand.base, mark, line) then
    how.solid = false
    line = view:fire_line(look.id, look.target, how)
  end
  local hidden = line.by and view.state.areas[line.by] and lists.has(view:terrain(line.by).flags, "hides")
  local crossed, blocked = crossings(field, line), not line.yes and not hidden
  local args = { crossings_in = crossed, other_block = blocked }
  return asked(look, crossed[1] and crossed or blocked, "fire.line_of_sight", args).clear, line
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
local function shot_of(look, stand, marks, reach)
  local found
  for mark, um in tabletop.nearest_first(stand.base, marks) do
    if um > reach then return found or { um = um, why = "range" } end
    local off = tabletop.off_corner(stand.base, mark)
    local args = { arm = look.arm, offset_deg = rounded(off / 1000), in_square = look.square }
    if not asked(look, args.offset_deg, "fire.arc", args).in_arc then
      if not found or found.why == "arc" and off < found.off then found = { um = um, why = "arc", off = off } end
    else
      local clear, line = sees(look, stand, mark)
      if clear then return { um = um } end
      if not found or found.why == "arc" then found = { um = um, why = "sight", by = line.by } end
    end
  end
  return found
end

--- The stands of a unit that fire in its formation: so many, those of its front rank first (Form 1, BASE-08).
local function firing(view, id)
  local unit = view:unit(id)
  return units.brigade(unit)
    and view:figure("fire.stands_firing", { formation = unit.drill, stands = unit.stands }, id).stands_firing or 1
end

--- R122: is a body behind the line of a unit's front rank?
function M.behind(view, body, frame)
  if not view.rules.option.enfilade_wholly_behind then return view:struck_off(frame, body, "front") > deg(90) end
  local front = tabletop.slid(frame, frame.depth // 2)
  return not lists.find(geometry.corners(body), function(at) return tabletop.along(front, frame.facing, at) > 0 end)
end

--- Every stand that could fire and what it can do at a target, where it stands or stood; `any`: until one fires.
---@param frame table? where the target was (BASE-22)
---@return nff.Shot[]
local function measured(view, field, id, target, frame, any)
  local unit = view:unit(target)
  local marks, list = view:bases(target, frame), {}
  local reach, all = inches.um(M.reach(view, id)) + tabletop.TOUCH, units.stands(view, id)
  local look <const> = look_of(view, field, id, target)
  for i = 1, math.min(firing(view, id), #all) do
    list[i] = shot_of(look, all[i], marks, reach)
    list[i].enfilade = M.behind(view, all[i].base, frame or unit.base)
    if any and not list[i].why then return list end
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
  measured = function(view, field, id, target, passing, any)
    local list = measured(view, field, id, target, passing and view:was_at(target, passing), any)
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

--- The enemies within reach of a unit as a whole, a set by id; nil where their places are not known.
---@return table<string, boolean>?
function M.in_reach(view, id)
  local unit, found = view:unit(id), {}
  if not unit.base then return nil end
  local enemies = { kind = "base", side = view:other(unit.side), with = { "unit" },
    without = view.side and { "unseen_" .. view.side } or nil }
  local ids = view:field():near(unit.base, inches.um(M.reach(view, id)) + tabletop.TOUCH, enemies)
  for _, enemy in ipairs(ids) do found[enemy] = true end
  return found
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
---@param any boolean? only one that fires, where measured
---@return nff.Volley[]
---@return nff.Shot[]?
function M.volleys(view, id, target, passing, any)
  local n, list = view:fact("stands_firing", id, target, passing, any and not view:told() or nil)
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
