-- 5.path, R48, R49: lines of fire, and what is in the way of them.
--
-- Range and bearing run from the middle of the front edge to the nearest point of the target (R48). Who holds a town
-- has its sides for front edges, to fire from and to be fired at (SR.3, R79). A base's path runs from its own centre
-- to the point of the target that is nearest to it, and units on the way stop it whatever their height, woods and
-- towns likewise; a hill, when the line passes below its top and neither stands on it. Woods that either stands in
-- are the business of SR.2 (game/fire/woods).

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local woods <const> = use "game/fire/woods"

--- How wide a line of fire is, and how much of a body it may graze, in micrometres.
local WIDTH <const>, GRAZE <const> = 4, 10

--- Terrain that stops fire from where nobody holds it or stands in it; hills do by their level.
local TALL <const> = { woods = true, town = true }

local M <const> = {}

--- What a unit holds, as far as fire goes: works that a breach has made open ground are none (R81).
---@return "open"|"town"|"fieldworks"
function M.stands_in(view, id)
  local held = ground.held(view, id)
  if not held or held.breached and view.rules.option.breach_ends_cover then return "open" end
  return held.terrain
end

--- Does a unit fire to all sides?
local function all_round(view, id)
  local from = M.stands_in(view, id)
  return from == "town" or from == "fieldworks" and view.rules.option.fieldworks_all_round or false
end

-- ---- lines of fire --------------------------------------------------------------------------------------------------

local QUARTERS <const> = { 0, deg(90), deg(180), deg(270) }

--- The outline of the town that a unit holds, as a shape.
local function town_of(view, id)
  local unit = view.state.units[id]
  local held = unit and unit.inside and M.stands_in(view, id) == "town"
  return held and { area = view.state.areas[unit.inside].area } or nil
end

--- The middle of the front edge of a base (R48), or of each of its edges.
local function muzzles(base, round)
  local list, middle = {}, { x = base.x, y = base.y }
  for i = 1, round and 4 or 1 do
    local half = i % 2 == 1 and base.depth // 2 or base.width // 2
    list[i] = geometry.step(middle, (base.facing + QUARTERS[i]) % deg(360), half)
  end
  return list
end

--- The middles of the edges of a unit that count as front (R48, R79, R80).
local function fronts(view, id)
  local town = town_of(view, id)
  if not town then return muzzles(view:unit(id).base, all_round(view, id)) end
  local list, last = {}, town.area[#town.area]
  for i, point in ipairs(town.area) do
    list[i], last = { x = (last.x + point.x) // 2, y = (last.y + point.y) // 2 }, point
  end
  return list
end

---@class hm.Line a line of fire
---@field from table
---@field to table
---@field um integer
---@field mm integer
---@field off integer off the firer's front, thousandths of a degree, clockwise above 0

local function line_of(base, from, to, um)
  local off = um > 0 and geometry.turn(base.facing, geometry.bearing(from, to)) or 0
  return { from = from, to = to, um = um, mm = geometry.round_mm(um, "up"), off = off }
end

--- What is fired at: a unit's base, the town it holds, or a section of fieldworks.
local function shape_of(view, target)
  local unit = view.state.units[target]
  return unit and (town_of(view, target) or unit.base) or { area = view.state.areas[target].area }
end

--- The line from a unit to the nearest point of a target.
local function line_to(view, id, target)
  local shape, best, best_from = shape_of(view, target), nil, nil
  for _, from in ipairs(fronts(view, id)) do
    local gap = geometry.distance(from, shape)
    if not best or gap.distance < best.distance then best, best_from = gap, from end
  end
  return line_of(view:unit(id).base, best_from, best.to, best.distance)
end

fact "fire_range" {
  ask = "How far is it from the middle of the front edge of {1} to the nearest point of {2}, in mm?", unit = "mm",
  int "range" { 0 },
  measured = function(view, _, id, target)
    local line = line_to(view, id, target)
    return line.mm, line
  end,
}

--- 5.1.3, 5.2.2: does a line lie in the arc of who fires along it?
local function in_arc(view, round, line)
  return round or math.abs(line.off) <= deg(view.rules.constant.fire_arc)
end

-- ---- what is in the way ---------------------------------------------------------------------------------------------

--- What the two ends of a line stand in or hold: none of it is in its way.
local function own_ground(view, field, id, target)
  local except = { id, target }
  if #view.state.order.areas == 0 then return except end
  for _, one in ipairs { id, target } do
    local unit = view.state.units[one]
    if unit then
      except[#except + 1] = unit.inside
      for _, wood in ipairs(woods.under(view, field, unit.base)) do except[#except + 1] = wood end
    end
  end
  return except
end

--- Does a hill rise above the line between its two ends? Nobody's own does.
local function hill_stops(field, level, span, from, to, um)
  if span.from <= GRAZE or span.to >= um - GRAZE then return false end
  local low, high = field:ground(from), field:ground(to)
  local function height(at) return low + (high - low) * at // um end
  return math.min(height(span.from), height(span.to)) < level
end

--- What stops a line, the nearest first: terrain, and units.
---@param except string[]
---@return { id: string, um: integer }[] grounds
---@return { id: string, um: integer }[] bodies
local function in_the_way(view, field, from, to, except)
  local um, grounds, bodies = geometry.distance(from, to).distance, {}, {}
  if um <= GRAZE then return grounds, bodies end
  for _, span in ipairs(field:ray(from, to, WIDTH, { except = except })) do
    local long = span.to - span.from > GRAZE
    if long and span.kind == "base" then
      local unit = view.state.units[span.id]
      if unit and army.present(unit) then bodies[#bodies + 1] = { id = span.id, um = span.from } end
    elseif long and span.kind == "area" then
      local area = view.state.areas[span.id]
      local stops = TALL[area.terrain] or area.ground and hill_stops(field, area.ground, span, from, to, um)
      if stops then grounds[#grounds + 1] = { id = span.id, um = span.from } end
    end
  end
  return grounds, bodies
end

--- Where the paths of a unit's bases begin, and how many bases each is for: second-rank bases of horse count with those
--- before them (R49); all bases of a garrison fire (SR.3, R80).
local function files(view, unit, from, line)
  if unit.arm == "artillery" then return { { at = line.from, bases = 1 } } end
  local all, base = view.rules.constant.bases_per_unit, unit.base
  if from == "town" then return { { at = line.from, bases = all } } end
  local wide = from == "fieldworks" and view.rules.constant.section_width
    or view.rules.tables.formations(unit.troop, unit.drill, "bases_wide")
  local ranks, width = all // wide, base.width // wide
  local middle = geometry.step({ x = base.x, y = base.y }, base.facing, (base.depth - base.depth // ranks) // 2)
  local list = {}
  for i = 1, wide do
    local aside = (2 * i - wide - 1) * width // 2
    local way = (base.facing + (aside < 0 and deg(270) or deg(90))) % deg(360)
    list[i] = { at = geometry.step(middle, way, math.abs(aside)), bases = ranks }
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
local function elevation(view, field, unit, enemy, bodies)
  local function level(at) return field:ground { x = at.x, y = at.y } end
  if not enemy then return "level" end -- only on troops
  local most = 0
  for _, body in ipairs(bodies) do most = math.max(most, level(view:unit(body.id).base)) end
  if level(unit.base) > most then return "firer_higher" end
  return level(enemy.base) > most and "target_higher" or "level"
end

--- The paths of a unit's bases to a target. `along`: the end of the line that a battery lays its stick on.
---@return hm.Lane
local function lane_to(view, field, id, target, line, along)
  local unit, from, shape = view:unit(id), M.stands_in(view, id), shape_of(view, target)
  local except = own_ground(view, field, id, target)
  local lane = { bases = 0, all = 0, blocker = "none", friends = false, elevation = "level" }
  for _, file in ipairs(files(view, unit, from, line)) do
    local to = along or geometry.distance(file.at, shape).to
    local grounds, bodies = in_the_way(view, field, file.at, to, except)
    local first = grounds[1] or bodies[1]
    lane.all = lane.all + file.bases
    if not first then
      lane.bases = lane.bases + file.bases
    elseif lane.blocker ~= "terrain" then
      local blocker = grounds[1] and "terrain" or "units"
      if lane.blocker ~= blocker then lane.blocker, lane.by, lane.mm = blocker, first.id, first.um // mm(1) end
      if unit.arm == "artillery" and blocker == "units" then
        lane.elevation = elevation(view, field, unit, view.state.units[target], bodies)
      end
    end
    for _, body in ipairs(bodies) do lane.friends = lane.friends or view:unit(body.id).side == unit.side end
  end
  return lane
end

fact "clear_bases" {
  ask = "How many of the bases of {1} have a clear path to {2}, with no unit, wood, town or hill between?",
  int "bases" { 0, 4 },
  suggest = function(view, id)
    return view:unit(id).arm == "artillery" and 1 or view.rules.constant.bases_per_unit
  end,
  check = function(view, bases, id)
    local battery = view:unit(id).arm == "artillery"
    if battery and bases > 1 then return refuse("bases", "is 0 or 1: a battery is one base") end
  end,
  measured = function(view, field, id, target)
    local _, line = view:fact("fire_range", id, target)
    local lane, enemy = lane_to(view, field, id, target, line), view.state.units[target]
    lane.wood = enemy and woods.measure(view, field, view:unit(id).base, enemy.base, line)
    return lane.bases, lane
  end,
}

--- Has a base, whose path begins there, a point in its arc, seen from the middle of its front edge (R48, R90)?
local function bears(view, unit, from, file, shape)
  local ranks = unit.arm == "artillery" and 1 or file.bases
  local edge = from == "town" and file.at
    or unit.arm ~= "artillery" and geometry.step(file.at, unit.base.facing, unit.base.depth // ranks // 2) or file.at
  local gap = geometry.distance(edge, shape)
  return in_arc(view, false, line_of(unit.base, edge, gap.to, gap.distance))
end

fact "defending_bases" {
  ask = "How many of the bases of {1} have {2} within {fire_arc} degrees of their front as it comes on, and a clear "
    .. "path to it?",
  int "bases" { 0, 4 },
  suggest = function(view, id)
    return view:unit(id).arm == "artillery" and 1 or view.rules.constant.bases_per_unit
  end,
  measured = function(view, field, id, charger)
    local unit, from, shape, count = view:unit(id), M.stands_in(view, id), shape_of(view, charger), 0
    local except, round = own_ground(view, field, id, charger), all_round(view, id)
    for _, file in ipairs(files(view, unit, from, line_to(view, id, charger))) do
      local grounds, bodies = in_the_way(view, field, file.at, geometry.distance(file.at, shape).to, except)
      if #grounds + #bodies == 0 and (round or bears(view, unit, from, file, shape)) then
        count = count + file.bases
      end
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

--- A line of fire to a target: to its nearest point, or along a bearing to where that first meets it, if it does.
---@param bearing integer?
---@return hm.Line?
function M.line_at(view, field, id, target, bearing)
  if not bearing then
    local _, line = view:fact("fire_range", id, target)
    return line
  end
  local base = view:unit(id).base
  local from = muzzles(base, false)[1]
  local far = geometry.step(from, bearing, mm(view.rules.tables.artillery_stick("long", "to_mm")))
  local mark = town_of(view, target) and view:unit(target).inside or target
  for _, span in ipairs(field:ray(from, far, WIDTH)) do
    if span.id == mark and span.to - span.from > GRAZE then
      return line_of(base, from, geometry.step(from, bearing, span.from), span.from)
    end
  end
end

M.WIDTH, M.GRAZE = WIDTH, GRAZE
M.all_round, M.line_of, M.line_to, M.in_arc, M.muzzles = all_round, line_of, line_to, in_arc, muzzles
M.shape_of, M.town_of, M.lane_to, M.in_the_way, M.own_ground = shape_of, town_of, lane_to, in_the_way, own_ground

return M
