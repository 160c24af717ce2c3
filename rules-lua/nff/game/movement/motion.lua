-- Man 1, RM 9, R67, R68, R90: who may move, how far, what it costs, and going it. A move may be made in parts, each a
-- command; what they cost together is asked of movement.allowance.

local allowance <const>, functions <const> = use("game/movement/allowance", "game/movement/functions")
local inches <const> = use "game/army/inches"
local attached <const>, radius <const> = use("game/army/attached", "game/command/radius")
local units <const>, zones <const> = use("game/army/units", "game/movement/zones")

-- Moves are kept for the turn, for pass-through fire (BASE-22).
keeps_moves()

local M <const> = {
  spent = allowance.spent, ground = allowance.ground, spend = allowance.spend, refuse_cost = allowance.refuse_cost,
}

local MOVES <const> = { full = ", a full move", half = ", half a move", none = ", no move" }

--- A result of the Maneuver Table as it is told: "tardy, half a move".
function M.said(result) return plain(result.code) .. (result.code ~= "no_movement" and MOVES[result.move] or "") end

--- How near units may come to the enemy but in a charge (R90).
local function clearance(view) return inch(view.rules.constant.enemy_clearance) - tabletop.TOUCH end

--- The units that go with a unit: the other batteries of its grand battery (GB 5), the batteries with a brigade (R136).
---@return string[]?
function M.body(view, id)
  local unit = view:unit(id)
  local list = unit.grand and lists.ids(view:present(unit.side), function(one, other)
    return other ~= id and one.grand == unit.grand
  end) or units.brigade(unit) and attached.batteries(view, id) or {}
  return list[1] and list
end

function M.all(view, id) return { id, table.unpack(M.body(view, id) or {}) } end

--- Why a battery or one that does the same with it has no such function left, or nil (GB 4, GB 5).
function M.refuse_function(view, id, name)
  for _, one in ipairs(M.all(view, id)) do
    local fault = units.battery(view:unit(one)) and functions.refuse(view, one, name, one ~= id)
    if fault then return fault end
  end
end

--- Why a unit does nothing in this step, or nil.
function M.refuse_state(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if not units.apart(unit) then return refuse("unit", ("goes with %s"):format(view:name(unit.attached_to)), "Add 1") end
  if unit.charging or unit.countercharging then return refuse("unit", "is charging", "Ch 1") end
  if view:at() == "player_turn.reserve" then
    if not unit.used_rm then return refuse("unit", "has not announced reserve movement", "RM 3c, RM 4") end
  elseif unit.used_rm then
    return refuse("unit", "has used reserve movement this turn", "TM 1")
  end
  return radius.refuse(view, id)
end

--- Why a unit may make no move now, or nil: in the tactical zone a brigade throws first.
function M.refuse(view, id)
  local fault, unit = M.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if units.brigade(unit) then -- it throws in the tactical zone, or has announced reserve movement
    if not unit.maneuver then return refuse("unit", "must throw for maneuver first", "TM 1, base") end
  elseif not unit.used_rm and not unit.moved and zones.of(view, id) == "reserve" then
    return refuse("unit", "is in the reserve zone: that is for reserve movement, in step 3", "RM 1, TM 1")
  end
  if unit.maneuver == "none" then
    return refuse("unit", "may not move this turn: the throw does not allow it", unit.used_rm and "RM 4" or "TM 1")
  end
  if unit.retreated then return refuse("unit", "has retreated, and moves no more", "TM 1") end
end

--- The same of going anywhere: squares leave their formation first, and guns limber.
---@param charging boolean? it charges, without its batteries (R138)
function M.refuse_move(view, id, charging)
  local unit = view:unit(id)
  if units.battery(unit) and unit.attached_to then
    return refuse("unit", ("goes with %s"):format(view:name(unit.attached_to)), "R136")
  end
  if units.battery(unit) and not unit.limbered then return refuse("unit", "must limber first", "base") end
  local fault = not charging and M.refuse_function(view, id, "move") or M.refuse(view, id)
  if fault then return fault end
  if unit.drill == "square" then return refuse("unit", "is in square: it does not move", "Form 3, R59") end
  for _, other in ipairs(not charging and M.body(view, id) or {}) do
    local limbered, text, cite = view:unit(other).limbered, "goes with %s, which is not limbered", "R136"
    if limbered then text = radius.refuse(view, other) and "goes with %s, which is out of command" end
    if text then return refuse("unit", text:format(view:name(other)), unit.grand and "GB 5" or cite) end
  end
  if view:told() and unit.moved then return refuse("unit", "has moved", "Man 1") end
end

function M.path(view, id, steps, against)
  return view:path(id, steps, {
    friends = "pass", near = clearance(view), no_nearer = true, zone = zones.reach(view), against = against,
    with = M.body(view, id),
  })
end

--- How far of a path its allowance leads, in micrometres, nothing in the way counted.
function M.furthest(view, id, path)
  local low, high, all = 0, path.length, M.all(view, id)
  local function legal(um)
    local ground = allowance.ground(view, path, um)
    return not lists.find(all, function(one) return not allowance.spent(view, one, ground).legal end)
  end
  if legal(high) then return high end
  while high - low > inch(1) // 100 do
    local middle = (low + high) // 2
    if legal(middle) then low = middle else high = middle end
  end
  return low
end

--- What is left of its allowance on the open, in micrometres; on a road, where its whole move is on it; or of its own
--- alone, when it charges.
function M.left(view, id, road, charging)
  local none = { way = { [road and "road" or "open"] = 0 } }
  local _, least = lists.least(charging and { id } or M.all(view, id), function(one)
    return allowance.spent(view, one, none).remaining_in
  end)
  return math.max(0, inches.um(least))
end

local STOPS <const> = {
  edge = "leads over %s after %s", body = "leads into %s after %s", ground = "leads into %s after %s",
  near = "brings it too near to %s after %s",
}

--- Why it may not go so far along a path, or nil.
function M.refuse_stop(view, path, um, arg)
  local stop = path.stops[1]
  if not stop or um <= path.clear then return nil end
  local text = stop.nearer and "brings it nearer to %s after %s" or STOPS[stop.kind]
  return refuse(arg, text:format(view:called(stop.by), inches.said(path.clear)), {
    cite = stop.kind == "near" and "Ch 1, R90" or "Man 1", margin = tabletop.short_by(path.clear - um),
  })
end

local WRONG <const> = {
  edge = "would be over %s", body = "is where %s stands", near = "is too near to %s", ground = "is in %s",
}

--- Why there is no room for a unit on a base, or nil.
---@param how table? of view:room
function M.refuse_room(view, id, base, arg, how)
  local opts = { near = clearance(view), with = M.body(view, id) }
  for key, value in next, how or {} do opts[key] = value end
  local wrong = view:room(id, base, opts)
  if not wrong then return nil end
  return refuse(arg, WRONG[wrong.kind]:format(view:called(wrong.by)), {
    cite = wrong.kind == "near" and "Ch 1, R90" or "Man 1", margin = wrong.margin and tabletop.short_by(wrong.margin),
  })
end

--- Why a step of a move along a path cannot be made, or nil and what it costs and through which zones it leads.
function M.check(view, id, path, arg)
  local um = path.length
  local spent = allowance.ground(view, path, um)
  local stop, dear = M.refuse_stop(view, path, um, arg), nil
  for _, one in ipairs(M.all(view, id)) do dear = dear or allowance.refuse_cost(view, one, spent, arg) end
  local fault = stop and dear and M.furthest(view, id, path) < path.clear and dear or stop or dear
  if fault then return fault end
  local gone = zones.joined(view:unit(id).zones, zones.along(view, path, um))
  for _, one in ipairs(path.party or { { id = id, base = path.base } }) do
    fault = fault or M.refuse_room(view, one.id, one.base, arg, { with = M.all(view, id) })
  end
  return fault or zones.refuse(view, id, gone, arg == "angle"), { spent = spent, zones = gone }
end

--- It has moved: for a battery, one of its functions.
function M.mark_moved(play, id)
  local unit = play:unit(id)
  if not unit.moved then play:set(unit, "moved", true) end
  if units.battery(unit) then functions.use(play, id, "move") end
end

--- A unit goes to the end of a path, with those that go with it.
---@param found table? of M.check
function M.go(play, id, path, found)
  found = found or { spent = M.ground(play, path, path.length), zones = {} }
  for _, one in ipairs(path.party or { { id = id } }) do
    local unit = play:unit(one.id)
    allowance.spend(play, one.id, found.spent)
    play:set(unit, "zones", { table.unpack(found.zones) })
    M.mark_moved(play, one.id)
  end
  if path.party then play:go_together(path) else play:go(id, path) end
end

--- The turn that brings the nearest enemy before a unit.
function M.toward_enemy(view, unit)
  local enemy = view:nearest_unit(unit.id, view:other(unit.side))
  return enemy and geometry.turn(unit.base.facing, view:bearing_at(unit.base, view:unit(enemy).base))
end

function M.tell_turn(play, key, cmd, cite)
  play:tell(key, {
    unit = cmd.unit, hand = cmd.angle < 0 and "left" or "right",
    say = ("%d degrees"):format((math.abs(cmd.angle) + deg(1) // 2) // deg(1)), cite = cite,
  })
end

--- What a unit on the players' own table is told: how far it may go, and what slows it.
function M.tell_told(play, id, cite)
  local unit = play:unit(id)
  local rate = play.rules.tables.movement_rates
  local class = units.move_class(play, unit)
  local open, road = M.left(play, id), allowance.by_column(unit) and M.left(play, id, true)
  local function says(text, column) return text:format(inches.said(inch(rate(class, column)))) end
  local parts = { attached.said(play, id) }
  if road and road > open then parts[#parts + 1] = inches.said(road) .. " by road" end
  parts[#parts + 1] = says("an inch of rough ground counts %s", "rough_cost_per_in")
  parts[#parts + 1] = says("a ford %s", "ford_in")
  if rate(class, "passage_in") > 0 then parts[#parts + 1] = says("friends passed through %s", "passage_in") end
  play:tell("may_move", { unit = id, distance = inches.said(open), say = table.concat(parts, "; "), cite = cite })
  for _, one in ipairs(M.all(play, id)) do M.mark_moved(play, one) end
end

return M
