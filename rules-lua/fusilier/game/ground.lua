-- What is measured on the table, and how bodies move over it. Nothing else touches the field.

local army <const> = use "game/army"

fact "distance" {
  ask = "How far is it from {1} to {2}, in mm, nearest edge to nearest edge?", unit = "mm",
  int "distance" { 0 },
  measured = function(view, _, from, to)
    local gap = geometry.distance(view:unit(from).base, view:unit(to).base)
    return geometry.round_mm(gap.distance, "up"), gap.distance
  end,
}

fact "facing" {
  ask = "Is some part of {2} in the front arc of {1}, 45 degrees outward from its front corners?",
  flag "facing" {},
  suggest = function() return true end,
  measured = function(view, _, from, to)
    local arc = geometry.arc(view:unit(from).base, "front", deg(45), view:unit(to).base)
    return arc.yes, arc.margin
  end,
}

fact "sight" {
  ask = "Can {1} see {2}?",
  flag "sight" {},
  suggest = function() return true end,
  measured = function(_, field, from, to)
    local sight = field:sight(from, to, { eye = mm(1), mark = mm(1) })
    return sight.yes, sight.margin
  end,
}

fact "face_met" {
  ask = "Which face of {2} does {1} come against: front, flank or rear?",
  enum "face" { "front", "flank", "rear" },
  suggest = function() return "front" end,
  measured = function(view, _, from, to)
    local began = view:unit(from).came_from or view:unit(from).base
    local side = geometry.side(view:unit(to).base, deg(45), began)
    local face = side.face
    return (face == "left" or face == "right") and "flank" or face, side.margin
  end,
}

fact "interposes" {
  ask = "Does a friend stand, even partly, between {1} and {2}?",
  flag "interposes" {},
  suggest = function() return false end,
  measured = function(view, _, from, to)
    local side = view:unit(from).side
    for id, friend in view:units(side) do
      if id ~= from and army.present(friend) then
        local strip = geometry.interposes(view:unit(from).base, "front", view:unit(to).base, "front", friend.base)
        if strip.yes then return true, strip.margin end
      end
    end
    return false
  end,
}

local M <const> = {}

--- Millimetres between two units.
function M.distance(view, from, to) return (view:fact("distance", from, to)) end

--- The nearest enemy that `admits` and its distance in mm; ties by the listed order.
function M.nearest(view, id, admits)
  local unit, best, best_mm = view:unit(id), nil, nil
  for other, enemy in view:units(view:other(unit.side)) do
    if army.present(enemy) and (not admits or admits(enemy)) then
      local mm_away = M.distance(view, id, other)
      if not best_mm or mm_away < best_mm then best, best_mm = other, mm_away end
    end
  end
  return best, best_mm
end

local function slid(base, um, angle)
  return (geometry.move(base, { slide = um, angle = angle }))
end

--- A finer step than any base is deep, so that nothing is stepped over.
local STEP <const> = mm(10)

--- The longest slide, up to `um`, before `stops(base)` is first true: never past it.
local function slide_until(base, um, angle, stops)
  if stops(base) then return 0 end
  local clear = 0
  while clear < um do
    local try = math.min(um, clear + STEP)
    if stops(slid(base, try, angle)) then
      local blocked = try
      while blocked - clear > 1 do
        local half = (clear + blocked) // 2
        if stops(slid(base, half, angle)) then blocked = half else clear = half end
      end
      return clear
    end
    clear = try
  end
  return um
end

--- Whether a base may not stand there: friends or enemies overlapped, ground that nobody enters.
local function blocked(play, id, friends_too)
  local unit, others = play:unit(id), {}
  for other, body in play:units() do
    if other ~= id and army.present(body) and (friends_too or body.side ~= unit.side) then
      others[#others + 1] = body.base
    end
  end
  return function(base)
    for _, other in ipairs(others) do
      if geometry.contact(base, other).state == "overlapping" then return true end
    end
    return false
  end
end

--- The legs of a slide for `move.path`: what ground its base crosses, and the obstacles. In a told game the players
--- say them, and nothing but the id is asked about.
local function legs_of(play, id, base, um, angle)
  local legs = {}
  for _, leg in ipairs(play:fact("legs", id, base, um, angle)) do
    if leg.obstacle_height_mm then
      legs[#legs + 1] = { obstacle_height_mm = leg.obstacle_height_mm }
    elseif not (leg.terrain and leg.length_mm) then
      error({ arg = "legs", message = "legs: a stretch is a kind of ground and its length, such as open 200" }, 0)
    elseif leg.length_mm > 0 then
      legs[#legs + 1] = { terrain = leg.terrain, length_mm = leg.length_mm }
    end
  end
  return legs
end

local SLOW <const> = { open = 0, stream_knee = 1, open_woods = 2, built_up = 2, stream_waist = 3, stream_deep = 4 }

--- The terrain that slows most where areas lie over one another; a hill's ground is open.
local function slowest(view, areas)
  local worst = "open"
  for _, id in ipairs(areas) do
    local terrain = view.state.areas[id].terrain
    if SLOW[terrain] > SLOW[worst] then worst = terrain end
  end
  return worst
end

--- The lines a slide gets over, in order. Whoever is astride one already has paid for it, and one that is only
--- reached at the end is not crossed.
local function crossed(found, base, um)
  local lines = {}
  for _, leg in ipairs(found) do
    local astride = leg.line and leg.at == 0 and leg.to < base.depth - mm(1)
    if leg.line and leg.at < um and not astride then lines[#lines + 1] = leg end
  end
  table.sort(lines, function(one, other) return one.at < other.at end)
  return lines
end

--- A stretch of one ground, cut where lines cross it.
local function add_stretch(view, legs, leg, lines)
  local terrain, from, to = slowest(view, leg.areas), leg.at, leg.at + leg.length
  local function add(upto)
    if upto > from then
      legs[#legs + 1] = { terrain = terrain, length_mm = geometry.round_mm(upto - from, "up") }
      from = upto
    end
  end
  for _, line in ipairs(lines) do
    if line.at >= leg.at and line.at < to then
      add(line.at)
      legs[#legs + 1] = { obstacle_height_mm = view.state.lines[line.line].height_mm }
    end
  end
  add(to)
end

record "ground_leg" {
  enum "terrain" { "open", "stream_knee", "stream_waist", "stream_deep", "open_woods", "built_up", optional = true },
  int "length_mm" { 0, optional = true },
  int "obstacle_height_mm" { 1, optional = true },
}

fact "legs" {
  ask = "What ground does {1} cross, leg by leg?",
  list "legs" { "ground_leg", default = {} },
  measured = function(view, field, _, base, um, angle)
    local found, legs = field:legs(base, { slide = um, angle = angle }), {}
    local lines = crossed(found, base, um)
    for _, leg in ipairs(found) do
      if leg.areas then add_stretch(view, legs, leg, lines) end
    end
    return legs
  end,
}

--- How far, in micrometres, a unit may slide in `minutes` over the ground before it.
local function allowance(play, id, um, angle, minutes)
  local unit = play:unit(id)
  if um < mm(1) or minutes <= 0 then return 0, 0 end
  local legs = legs_of(play, id, unit.base, um, angle)
  if #legs == 0 then return 0, 0 end
  local walked = play:resolve("move.path", {
    troop = army.troop(unit), legs = legs, minutes = math.min(10, minutes),
    unlimbered = army.unlimbered(play.rules, unit),
  }, id)
  return math.min(um, mm(walked.moved_mm)), walked.minutes_used
end

--- The direction from one base's centre to a point, and the distance.
function M.toward(base, point)
  local from, to = { x = base.x, y = base.y }, { x = point.x, y = point.y }
  return geometry.bearing(from, to), geometry.distance(from, to).distance
end

--- The way to go at a body: straight ahead where some of it is squarely before the front, else to its centre.
function M.at(base, target)
  local ahead = geometry.frontage(base, "front", target).length > 0
    and geometry.arc(base, "front", 0, target).yes
  return ahead and base.facing or geometry.bearing(base, target), geometry.distance(base, target).distance
end

--- Slides a unit: along `bearing` by up to `um`, in `minutes`, until `stops(base)`; turns it first when the
--- way lies more than 45 degrees off its front (wheeling and facing are free: R31).
--- Returns mm moved and minutes used.
function M.advance(play, id, bearing, um, minutes, stops, friends_too)
  local unit = play:unit(id)
  local base, off = unit.base, geometry.turn(unit.base.facing, bearing)
  if math.abs(off) > deg(45) then
    base = geometry.move(base, { pivot = off })
    off = 0
    if blocked(play, id, true)(base) or not M.on_table(play, base) or M.in_deep(play, base) then
      base, off = unit.base, geometry.turn(unit.base.facing, bearing)
    end
  end
  local is_blocked, began_on = blocked(play, id, friends_too), M.on_table(play, base)
  local free = slide_until(base, um, off, function(at)
    return is_blocked(at) or stops and stops(at) or began_on and not M.on_table(play, at)
  end)
  if base.facing ~= unit.base.facing then play:set(unit, "base", base) end
  local gone, used = allowance(play, id, free, off, minutes)
  if gone > 0 then play:set(unit, "base", slid(base, gone, off)) end
  return gone // mm(1), used
end

--- A general rides up to `um` along a bearing, as far as a bound lets him over that ground. Returns micrometres.
function M.ride(play, id, bearing, um)
  local general = play:leader(id)
  local faced = { x = general.base.x, y = general.base.y, facing = bearing, width = general.base.width,
    depth = general.base.depth }
  local legs = um >= mm(1) and legs_of(play, id, faced, um, 0) or {}
  if #legs == 0 then return um end
  local gone = math.min(um, mm(play:ask("move.path", { troop = "general", legs = legs }).moved_mm))
  play:set(general, "base", slid(faced, gone, 0))
  return gone
end

--- The direction from a unit to the nearest enemy; its own facing when there is none.
function M.enemy_bearing(play, unit)
  local best, best_um
  for _, enemy in play:units(play:other(unit.side)) do
    if army.present(enemy) then
      local um = geometry.distance(unit.base, enemy.base).distance
      if not best_um or um < best_um then best, best_um = enemy, um end
    end
  end
  return best and geometry.bearing(unit.base, best.base) or unit.base.facing
end

--- A straight retirement away from `bearing`: a full bound's move, ending faced to the enemy, or less where
--- `stops(base)` says so. What goes off the table is gone (R78). Returns mm moved.
function M.retire(play, id, bearing, stops)
  local unit = play:unit(id)
  local faced = geometry.move(unit.base, { pivot = geometry.turn(unit.base.facing, bearing) })
  if not blocked(play, id, true)(faced) then play:set(unit, "base", faced) end
  local base = unit.base
  local back = geometry.turn(base.facing, bearing) + deg(180)
  local is_blocked = blocked(play, id, false)
  local most = mm(play.rules.tables.movement_rates(army.troop(unit)) * play.rules.constant.bound)
  local free = slide_until(base, most, back, function(at) return is_blocked(at) or stops and stops(at) end)
  local gone = allowance(play, id, free, back, 10)
  while gone > 0 and M.in_the_way(play, id, slid(base, gone, back)) do -- it may pass friends, not end on them
    gone = math.max(0, gone - STEP)
  end
  if gone > 0 then play:set(unit, "base", slid(base, gone, back)) end
  return gone // mm(1)
end

--- Who would be in the way of a unit standing there, and by how many millimetres; nil when nobody.
function M.in_the_way(view, id, base)
  for other, body in view:units() do
    local contact = other ~= id and army.present(body) and geometry.contact(base, body.base)
    if contact and contact.state == "overlapping" then return body, -contact.margin // mm(1) + 1 end
  end
end

M.legs, M.slid = legs_of, slid

--- Touching the edge of an area is not standing in it.
local TOUCHED <const> = mm(1)

--- Does any part of a base stand in a stream that nobody wades (R29)?
function M.in_deep(view, base)
  local inside = {
    x = base.x, y = base.y, facing = base.facing, width = base.width - 2 * TOUCHED, depth = base.depth - 2 * TOUCHED,
  }
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if area.terrain == "stream_deep" and geometry.distance(inside, area).distance == 0 then return true end
  end
  return false
end

--- Is a base wholly on the table?
function M.on_table(play, base)
  local size = play.state.ground
  for _, corner in ipairs(geometry.corners(base)) do
    if corner.x < 0 or corner.y < 0 or corner.x > size.width or corner.y > size.depth then return false end
  end
  return true
end

return M
