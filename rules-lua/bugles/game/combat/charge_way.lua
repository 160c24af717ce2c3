-- Charging, Eligibility to Charge, R56 to R59, R159 to R163, R261: the way of a charge, how long it is, what is on it,
-- and going it.
--
-- A charge goes straight ahead, or so far ahead, then wheels once, and straight on. A wheel costs a test, no movement.
local leaders <const>, legality <const>, morale <const> = use("game/command/leaders", "charges", "game/army/morale")
local passage <const>, sight <const> = use("game/movement/passage", "game/movement/sight")
local terrain <const>, army <const> = use("game/movement/terrain", "game/army/units")

local M <const> = {}

--- No wheel of a charge is wider.
M.WIDEST = deg(90)

---@class bugles.ChargeWay
---@field path limber.Path all of it, and on beyond the target
---@field base table where its last straight begins
---@field bend integer how far along the path that is
---@field arc integer how much of the path is wheel
---@field wheel integer
---@field um integer? where along the path it meets the target; nil: it leads past, and there may be no path

--- Does a way lead past a target for sure: is it beyond the reach of the wheel, and beside the last straight?
local function leads_past(view, id, target, bend, straight, um)
  local unit, far = view:unit(id).base, view:apart(id, target)
  if bend > 0 and far <= bend + unit.width + unit.depth then return false end
  local lane = tabletop.slid(straight, um // 2)
  lane.depth = straight.depth + um
  return geometry.gap(lane, view:unit(target).base) > tabletop.TOUCHING
end

--- The way of a stand to a target, measured.
---@param ahead integer?
---@param wheel integer?
---@param on integer? how long the last straight is, whoever lies hidden on it; else beyond the target, as it sees that
---@return bugles.ChargeWay
function M.measured(view, id, target, ahead, wheel, on)
  ahead, wheel = ahead or 0, wheel or 0
  local from, side = view:unit(id).base, view:unit(id).side
  local um = on or view:apart(id, target) + mm(view.rules.constant.measured_beyond)
  local steps, base, bend, arc = view:charge_steps(ahead, wheel, um), from, 0, 0
  for i = 1, #steps - 1 do
    local length
    base, length = geometry.move(base, steps[i])
    bend = bend + length
    if steps[i].wheel then arc = length end
  end
  local way = { base = base, bend = bend, arc = arc, wheel = wheel }
  if not on and leads_past(view, id, target, bend, base, um) then return way end
  way.path = view:path(id, steps, {
    near = mm(view.rules.constant.zone_of_control), against = target, friends = "pass",
    seen_by = not on and side or nil,
  })
  for _, span in ipairs(way.path.bodies) do
    if span.id == target then way.um = way.um or span.from end
  end
  return way
end

fact "charge_distance" {
  ask = "How many mm is the way of the charge of {1} to {2}?", unit = "mm",
  int "distance" { 0 },
  measured = function(view, _, id, target, ahead, wheel)
    local way = M.measured(view, id, target, ahead, wheel)
    return way.um and geometry.round_mm(way.um - way.arc, "up") or -1, way
  end,
}

--- The millimetres to contact, and the way where it is measured.
---@return integer mm
---@return bugles.ChargeWay? way
function M.way(view, id, target, ahead, wheel)
  return view:fact("charge_distance", id, target, ahead or 0, wheel or 0)
end

--- Does a friend bar a charge that would go through it: close order, no guns and no carts (R79)?
function M.bars(unit) return passage.friend(unit) == "close_order" end

--- Friends on the way up to contact: those that bar a charge before those that do not (Passage of Lines, R79).
local function through(view, way)
  local worst
  for _, span in ipairs(way.path.passed) do
    local friend = view.state.units[span.id]
    if span.from < way.um - tabletop.TOUCH and friend.side == view:unit(way.path.id).side then
      if M.bars(friend) then return "through_close_order" end
      worst = friend.drill == "skirmish" and "through_skirmishers" or "through_guns"
    end
  end
  return worst
end

--- Is there other enemy mounted in sight, no farther than the target?
local function in_reach(view, id, target, ambush)
  local far, unit = view:apart(id, target), view:unit(id)
  return view:some_unit(view:other(unit.side), function(enemy, other)
    return other ~= target and enemy.arm == "mounted" and not enemy.hidden
      and view:apart(id, other) <= far and M.saw(view, id, other, ambush)
  end) ~= nil
end

local function steep(view, span) return terrain.of(view.rules, view.state.areas[span.id], "very_steep") == "yes" end

local function rough(_, span) return span.going == "rough" end

--- Is any area on a path, up to there, of a kind? Lines are obstacles, and no rough ground (R265).
local function crosses(view, path, um, kind)
  local lines_too = kind == rough and view.rules.option.obstacles_are_rough
  for _, span in ipairs(path.ground) do
    local counts = lines_too or view.state.areas[span.id]
    if counts and span.from < um - tabletop.ROUNDED and kind(view, span) then return true end
  end
  return false
end

fact "charge_terms" {
  ask = "{1} is to charge {2}. Which of these are so: not_visible (when the turn began; of an ambush, now), "
    .. "very_steep, rough_path, uphill, difficult ({2} stands in difficult ground), cavalry_in_reach (other visible "
    .. "enemy mounted, no farther), through_skirmishers, through_guns, through_close_order (friends on its way)?",
  list "terms" {
    of = enum "term" {
      "not_visible", "very_steep", "rough_path", "uphill", "difficult", "cavalry_in_reach", "through_skirmishers",
      "through_guns", "through_close_order",
    }, default = {},
  },
  measured = function(view, _, id, target, ambush, way)
    local terms = {}
    local function add(term, is) terms[#terms + 1] = is and term or nil end
    add("not_visible", not M.saw(view, id, target, ambush))
    add("very_steep", crosses(view, way.path, way.um, steep))
    add("rough_path", crosses(view, way.path, way.um, rough))
    add("uphill", (view:fact("higher_ground", id, target)))
    add("difficult", (view:fact("difficult_ground", target)))
    add("cavalry_in_reach", view:unit(id).arm == "mounted" and view:unit(target).arm ~= "mounted"
      and in_reach(view, id, target, ambush))
    terms[#terms + 1] = through(view, way)
    return terms
  end,
}

--- Did a stand see an enemy when its turn began, or does it from its hiding place (R158)?
function M.saw(view, id, target, ambush)
  if ambush then return sight.visible(view, id, target) end
  return lists.has(view:unit(id).sees or {}, target)
end

--- What is so of a way, as a set of the words of `charge_terms`.
local function terms_of(view, id, target, ambush, way)
  local found = {}
  local terms = way and view:fact("charge_terms", id, target, ambush or false, way)
    or view:fact("charge_terms", id, target, ambush or false)
  for _, term in ipairs(terms) do found[term] = true end
  return found
end

local OTHERS <const> = { gun = "artillery", machine_gun = "artillery", wagon = "wheeled", sniper = "sniper" }

local function charger_of(unit)
  if OTHERS[unit.arm] then return OTHERS[unit.arm] end
  if unit.drill == "skirmish" then return "skirmisher" end
  if unit.drill ~= "close_order" then return "square" end
  return army.mode(unit)
end

local TARGETS <const> = { foot = "foot", dismounted = "foot", mounted = "mounted", gun = "artillery",
  machine_gun = "artillery" }

--- What `charge.check` is asked of a charge; and what its roll depends on.
---@return table args
---@return bugles.Rolled how
function M.question(view, id, target, distance, way, ambush)
  local unit, enemy = view:unit(id), view:unit(target)
  local is = terms_of(view, id, target, ambush, way)
  local with = is.cavalry_in_reach and unit.formation and leaders.with_group(view, unit.formation) or {}
  local path = math.max(1, distance)
  return view:question("charge.check", id, {
    charger = charger_of(unit), target = TARGETS[enemy.arm] or "other", not_visible_at_start = is.not_visible,
    charger_disordered = unit.disordered ~= nil, charger_halted = morale.under_halt(view, unit) ~= nil,
    target_disordered = enemy.disordered ~= nil, very_steep = is.very_steep, rough_path = is.rough_path,
    through = is.through_close_order and "close_order" or is.through_guns and "gun"
      or is.through_skirmishers and "skirmisher" or "none",
    enemy_cavalry_in_reach = is.cavalry_in_reach, leader_accompanies = #with > 0, path_mm = way and path or nil,
    final_straight_mm = way and math.min(path, geometry.round_mm(math.max(0, way.um - way.bend), "up")) or nil,
  }), {
    charging = true, rough = is.rough_path, uphill = is.uphill, difficult = is.difficult,
    target_mm = math.max(0, distance),
  }
end

local ALREADY <const> = {
  body = "stands in the way", near = "is nearer to its way than %d mm, and is not charged",
  edge = "leads off the table", ground = "bars the way",
}

--- What keeps a charge from getting at its target on the table, or nil.
local function refuse_way(view, id, target, way)
  local zone = view.rules.constant.zone_of_control
  if not way.um then return refuse("wheel", ("leads past %s"):format(view:called(target)), "Charging, R159") end
  for _, stop in ipairs(way.path.stops) do
    -- In the last 25 mm of a charge enemies may be as near, and those who touch the target all the way (R260).
    local near = stop.kind == "near"
    local upto = near and way.um - mm(zone) - tabletop.ROUNDED or way.um - tabletop.TOUCH
    if stop.at < upto and not (near and view:apart(stop.by, target) <= tabletop.TOUCHING) then
      local what = stop.by and view:called(stop.by) .. " " .. ALREADY[stop.kind]:format(zone) or "it " .. ALREADY.edge
      return refuse("target", ("cannot be reached: %s, %d mm on"):format(what, stop.at // mm(1)), {
        cite = stop.kind == "near" and "Zones of Control" or "Charging", margin = tabletop.short_by(stop.at - way.um),
      })
    end
  end
  local there = tabletop.slid(way.base, way.um - way.bend)
  local wrong = view:room(id, there, { against = target, near = false, seen_by = view:unit(id).side })
  if wrong and (wrong.kind ~= "body" or wrong.by ~= target) then
    local what = wrong.by and view:called(wrong.by) or "the edge"
    return refuse("target", ("is met where it has no room: %s"):format(what), "Charging")
  end
end

--- Why a stand may not charge an enemy on that way, or nil and what was found.
local function judged(view, id, target, ahead, wheel, ambush)
  local distance, way = M.way(view, id, target, ahead, wheel)
  local fault = way and refuse_way(view, id, target, way)
  if fault then return fault end
  local args, how = M.question(view, id, target, distance, way, ambush)
  local result = view:ask("charge.check", args, id, target)
  if not result.allowed then
    local text, cite = legality.BARRED.text(view.rules, args, result.reasons)
    local share = view.rules.constant.charge_straight_share
    local short = result.reasons[1] == "not_straight" and 100 * args.final_straight_mm - share * args.path_mm or nil
    return refuse("target", ("may not be charged: %s"):format(text), {
      cite = cite or "Eligibility to Charge", margin = short and -(-short // 100),
    })
  end
  return nil, { mm = distance, way = way, how = how, ahead = ahead or 0, wheel = wheel or 0 }
end

--- The wheel after which a stand faces a target, once it has gone so far ahead.
local function wheel_to(view, id, target, ahead)
  return view:wheel_at(tabletop.slid(view:unit(id).base, ahead), view:unit(target).base, M.WIDEST)
end

--- The way of a charge: with the wheel that is given, or with the least that does. A refusal, or nil and what was
--- found: { mm, way, how, ahead, wheel }.
---@param ambush boolean?
---@return limber.Refusal? fault
---@return table? found
function M.of(view, id, target, ahead, wheel, ambush)
  ahead = ahead or 0
  local fault, found = judged(view, id, target, ahead, wheel, ambush)
  if not fault or wheel or view:told() then return fault, found end
  local whole = wheel_to(view, id, target, ahead)
  for quarter = 1, 4 do
    local turn = whole * quarter // 4
    if turn ~= 0 then
      local wrong
      wrong, found = judged(view, id, target, ahead, turn, ambush)
      if not wrong then return nil, found end
      if wrong.arg ~= "wheel" then fault = wrong end
    end
  end
  return fault
end

--- Would an enemy whom a charge reaches fight, as far as one knows: no skirmisher, no sniper?
function M.fights(view, id)
  local unit = view:unit(id)
  return unit.drill ~= "skirmish" and unit.arm ~= "sniper" and unit.figures > 0
end

-- ---- its move -------------------------------------------------------------------------------------------------------

--- Has a way gone over an obstacle, up to there? One that it only stands astride of it fights to cross.
function M.over_obstacle(view, path, um)
  for _, span in ipairs(path.ground) do
    if view.state.lines[span.id] and span.going and span.to <= um then return true end
  end
  return false
end

--- What lies ahead of a charge under way: its path as far as it may still go, the first enemy on it and how many mm
--- away, and where ground, the edge or friends in close order end it.
---@return { way: bugles.ChargeWay, enemy: string?, mm: integer?, um: integer?, limit: integer }
function M.ahead(view, about)
  local side = view:unit(about.unit).side
  local on = math.max(1, mm(about.left) - about.ahead)
  local way = M.measured(view, about.unit, about.target, about.ahead, about.wheel, on)
  local found = { way = way, limit = way.path.length }
  for _, stop in ipairs(way.path.stops) do
    if stop.kind == "edge" or stop.kind == "ground" then found.limit = math.min(found.limit, stop.at) end
  end
  for _, span in ipairs(way.path.bodies) do
    local other = view.state.units[span.id]
    if other.side == side then
      if M.bars(other) then found.limit = math.min(found.limit, span.from) end
    elseif not lists.has(about.evading or {}, span.id) then -- of several at once its target
      local at_once = found.enemy and span.id == about.target and span.from <= found.um + tabletop.TOUCH
      if at_once or not found.enemy then found.enemy, found.um = span.id, found.um or span.from end
    end
  end
  if found.enemy and found.um > found.limit then found.enemy, found.um = nil, nil end
  if found.enemy then found.mm = geometry.round_mm(found.um - (found.um >= way.bend and way.arc or 0), "up") end
  return found
end

--- A charger goes up to the enemy whom it has found ahead, else as far as it may, not near an enemy and with room to
--- stand (R159). Gives how many mm.
---@return integer mm
function M.go(play, about, ahead, found)
  local id, way = about.unit, ahead.way
  if found then
    play:go(id, way.path, ahead.um)
  else
    local unit, left = play:unit(id), mm(about.left)
    local turned = left >= about.ahead and ahead.limit >= way.bend
    local from = turned and way.base or unit.base
    local um = turned and math.min(left - about.ahead, ahead.limit - way.bend)
      or math.min(left, about.ahead, ahead.limit)
    um = um > 0 and play:nearest_room(id, { slide = um }, {
      from = from, at = um, back = true, near = mm(play.rules.constant.zone_of_control), with = about.evading,
      seen_by = unit.side,
    }) or 0
    play:set_down(id, tabletop.slid(from, um))
    ahead.mm = (um + (turned and about.ahead or 0)) // mm(1)
  end
  if about.ahead ~= 0 then play:set(about, "ahead", 0) end
  if about.wheel ~= 0 then play:set(about, "wheel", 0) end
  return ahead.mm
end

return M
