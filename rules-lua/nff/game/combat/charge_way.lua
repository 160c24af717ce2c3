-- Ch 1, Ch 5d, R50, R103, R105, R106: the way of a charge: straight ahead, or so far ahead, a wheel and straight
-- on; what it costs, what is in the way, and how the enemy is met.
local inches <const>, legality <const> = use("game/army/inches", "game/combat/legality")
local motion <const>, removal <const> = use("game/movement/motion", "game/army/removal")
local terrain <const>, army <const> = use("game/movement/terrain", "game/army/units")
local zones <const> = use "game/movement/zones"

option "flank_by_edge" { false, ruling = "R103",
  doc = "a charge is in flank or rear that touches no front edge of the enemy, wherever it came from" }
option "charges_on_cost_nothing" { false, ruling = "R135",
  doc = "ground on its way slows no countercharge, and costs a breakthrough nothing" }
option "charge_alone_counts" { false, ruling = "R106", doc = "the distance of a charge is that of the charge alone" }

local M <const> = {}

---@class nff.ChargeWay
---@field path limber.Path all of it, and on beyond the enemy
---@field um integer? where along the path it touches the enemy; nil: it leads past him

---@return nff.ChargeWay
local function measured(view, id, target, ahead, wheel)
  local from = view:unit(id).base
  local steps = view:charge_steps(ahead, wheel, view:apart(id, target) + from.width + from.depth + inch(1))
  local path = view:path(id, steps, { near = false, against = target, friends = "pass" })
  local met = lists.find(path.bodies, function(span) return span.id == target end)
  return { path = path, um = met and math.max(0, met.from - tabletop.TOUCH) } -- stands are rounded one by one
end

fact "charge_distance" {
  ask = "How long is the way of the charge of {1} to {2}, wheels included, in inches?", unit = "in",
  number "distance" { 0 },
  measured = function(view, _, id, target, ahead, wheel)
    local way = measured(view, id, target, ahead, wheel)
    return way.um and inches.of(way.um) or -1, way
  end,
}

fact "hits_flank" {
  ask = "Does the charge of {1} hit {2} in flank or rear: did it set out behind the line of the front of {2}?",
  flag "flank" {}, suggest = false,
  measured = function(view, _, id, target, from, at)
    if view.rules.option.flank_by_edge then
      local list = view:contact(id, target, tabletop.TOUCHING, at)
      return #list > 0 and not lists.find(list, function(one) return one.met == "front" end)
    end
    local base = view:unit(target).base
    local front, point = tabletop.slid(base, base.depth // 2), tabletop.slid(from, from.depth // 2)
    return tabletop.along(front, base.facing, point) < -tabletop.TOUCHING
  end,
}

--- The areas in which half or more of a unit's stands stand.
local function areas_of(view, id)
  local bases, count, found = view:bases(id), {}, {}
  for _, one in ipairs(bases) do
    for _, area in ipairs(view:under(one)) do
      count[area] = (count[area] or 0) + (view:stands_in(one, area) and 1 or 0)
      if 2 * count[area] >= #bases and not lists.has(found, area) then found[#found + 1] = area end
    end
  end
  return found
end

fact "favorable_ground" {
  ask = "How favorable is the ground of {2} against the charge of {1}: 0 to 3?", int "favorable" { 0, 3 },
  suggest = 0,
  measured = function(view, _, id, target, at)
    local most = 0
    local function add(node) most = math.max(most, terrain.of(view.rules, node, "favorable")) end
    for _, area in ipairs(areas_of(view, target)) do
      local inside = lists.find(view:bases(id), function(base) return view:stands_in(base, area) end)
      if not inside then add(view.state.areas[area]) end
    end
    for _, line in ipairs(view.state.order.lines) do
      local shape = { line = view.state.lines[line].line }
      local between = lists.find(view:contact(id, target, tabletop.TOUCHING, at), function(one)
        return geometry.gap(view:bases(id, at)[one.base], shape) <= tabletop.TOUCHING
          and geometry.gap(view:bases(target)[one.other], shape) <= tabletop.TOUCHING
      end)
      if between then add(view.state.lines[line]) end
    end
    return most
  end,
}

--- How the enemy is met at the end of a way: in flank or rear, on what ground.
---@param way nff.ChargeWay? where it is measured
function M.terms(view, id, target, way)
  local at = way and view:on_path(way.path, way.um)
  local flank = view:unit(target).drill ~= "square" and view:fact("hits_flank", id, target, view:unit(id).base, at)
  return { flank = flank, favorable = (view:fact("favorable_ground", id, target, at)) }
end

local STOPS <const> = {
  body = "%s is in the way, %s on", ground = "%s bars the way, %s on", edge = "it would leave the table, %s on",
}

--- What keeps a charge from its target on its way, or nil.
local function refuse_way(view, id, target, way)
  if not way.um then return refuse("wheel", ("leads past %s"):format(view:called(target)), "Ch 1") end
  for _, stop in ipairs(way.path.stops) do
    local enemy = stop.kind == "body" and view:unit(stop.by)
    if stop.at < way.um - tabletop.TOUCH and not (enemy and legality.gives_way(enemy)) then
      local what = stop.kind == "edge" and STOPS.edge:format(inches.said(stop.at))
        or STOPS[stop.kind]:format(view:called(stop.by), inches.said(stop.at))
      return refuse("target", "cannot be reached: " .. what, {
        cite = "Ch 1", margin = tabletop.short_by(stop.at - way.um),
      })
    end
  end
  local wrong = view:room(id, view:on_path(way.path, way.um), { against = target, near = false, from = way.path.from })
  local other = wrong and wrong.kind == "body" and view:unit(wrong.by)
  local gone_over = other and other.side ~= view:unit(id).side and legality.gives_way(other)
  if wrong and wrong.by ~= target and not gone_over then
    local text = "is met where there is no room: %s"
    return refuse("target", text:format(view:called(wrong.by)), "Ch 1")
  end
end

local function out_of_reach(um, left)
  return refuse("target", ("is out of reach: it costs %s, %s is left"):format(inches.said(um), inches.said(left)), {
    cite = "Ch 1, Man 2", margin = tabletop.short_by(left - um),
  })
end

--- What is plain before a way is looked along: it leads past the target, or no move of `left` is so long.
local function refuse_at_sight(view, id, target, ahead, wheel, left)
  local base, other, gone = view:unit(id).base, view:unit(target).base, 0
  if not base then return nil end
  for _, step in ipairs(view:charge_steps(ahead, wheel, 0)) do
    local um
    base, um = geometry.move(base, step)
    gone = gone + um
  end
  if geometry.frontage(base, "front", other).length == 0 then
    return refuse("wheel", ("leads past %s"):format(view:called(target)), "Ch 1")
  end
  local um = gone + geometry.gap(base, other)
  return left and um > left + tabletop.TOUCH and out_of_reach(um, left) or nil
end

--- A way, and what keeps it from the enemy or nil.
local function way_of(view, id, target, ahead, wheel, left)
  local wrong = refuse_at_sight(view, id, target, ahead, wheel, left)
  if wrong then return wrong end
  local distance, way = view:fact("charge_distance", id, target, ahead, wheel)
  local found = { um = way and way.um or not way and inches.um(distance), way = way, ahead = ahead, wheel = wheel }
  return way and refuse_way(view, id, target, way) or nil, found
end

--- Why a unit may not charge an enemy along that way, or nil and what was found.
---@return limber.Refusal? fault
---@return { um: integer, way: nff.ChargeWay?, ahead: integer, wheel: integer, spent: table, zones: string[] }? found
local function judged(view, id, target, ahead, wheel, left)
  local fault, found = way_of(view, id, target, ahead, wheel, left)
  if fault then return fault end
  local way = found.way
  found.spent = way and motion.ground(view, way.path, way.um) or { way = { open = found.um } }
  fault = motion.refuse_cost(view, id, found.spent, "target")
  if fault then return fault end
  found.zones = zones.joined(view:unit(id).zones, { "tactical" }) -- it is no farther from the target than its way
  return zones.refuse(view, id, found.zones), found
end

--- The way of a charge: with the wheel that is given, else with the least that does.
---@return limber.Refusal? fault
---@return table? found as of `judged`
function M.of(view, id, target, ahead, wheel)
  ahead = ahead or 0
  local bent = not view.rules.option.wheels_with_obliques and view:unit(id).bent
  local widest = deg(view.rules.constant.charge_wheel_most)
  if math.abs(wheel or 0) > widest then
    return refuse("wheel", ("is %d degrees at most"):format(widest // deg(1)), "Ch 1, R142")
  elseif wheel and wheel ~= 0 and bent == "oblique" then
    return refuse("wheel", "is not for a move with obliques", "R90")
  end
  local left = motion.left(view, id, false, true)
  local fault, found = judged(view, id, target, ahead, wheel or 0, left)
  if not fault or wheel or view:told() or bent == "oblique" then return fault, found end
  local whole = view:wheel_at(tabletop.slid(view:unit(id).base, ahead), view:unit(target).base, widest)
  for half = 1, 2 do
    local turn = whole * half // 2
    if turn ~= 0 then
      local wrong
      wrong, found = judged(view, id, target, ahead, turn, left)
      if not wrong then return nil, found end
      if wrong.arg ~= "wheel" then fault = wrong end
    end
  end
  if fault.arg == "target" then return fault end
  return refuse("target", "is not met straight ahead, or after one wheel", "Ch 1")
end

--- The way straight ahead, whatever it costs; a refusal, or nil and what was found.
function M.straight(view, id, target)
  local fault, found = way_of(view, id, target, 0, 0)
  if fault and fault.arg == "wheel" then fault = refuse("target", "is not straight ahead", fault.cite) end
  return fault, found
end

--- What the players allow though the rules are against it; nil where it leads past the enemy.
function M.overruled(view, id, target, ahead, wheel)
  local distance, way = view:fact("charge_distance", id, target, ahead or 0, wheel or 0)
  if way and not way.um then return nil end
  local um = way and way.um or inches.um(distance)
  return {
    um = um, way = way, ahead = ahead or 0, wheel = wheel or 0, zones = view:unit(id).zones or {},
    spent = way and motion.ground(view, way.path, um) or { way = { open = um } },
  }
end

--- What a countercharge or a breakthrough costs so far along its way, in inches: it spends no move of its own (R135).
function M.cost(view, id, path, um)
  if view.rules.option.charges_on_cost_nothing then return inches.of(um) end
  local args = motion.ground(view, path, um)
  args.class, args.path = army.move_class(view, view:unit(id)), {}
  for _, word in ipairs { "open", "road", "rough" } do
    if args.way[word] then lists.append(args.path, { { terrain = word, distance_in = inches.of(args.way[word]) } }) end
  end
  args.way = nil
  return view:ask("movement.allowance", args, id).cost_in
end

--- How far its move has led it so far, in micrometres (R106).
function M.gone(view, id)
  local sum = 0
  if view.rules.option.charge_alone_counts then return 0 end
  for _, um in pairs(view:unit(id).way or {}) do sum = sum + um end
  return sum
end

--- Companies of the enemy that a charge has gone over are lost (R105).
function M.overrun(play, id, way, um)
  for _, span in ipairs(way.path.bodies) do
    local other = play:unit(span.id)
    if other.side ~= play:unit(id).side and legality.gives_way(other) and span.from <= um then
      removal.remove(play, span.id, "R105")
    end
  end
end

return M
