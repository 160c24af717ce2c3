-- What a solo side's stands do in their movement: each has a plan, a list of commands, the best first.
--
-- An option is { command, why, fields } with fields as a command takes them, a list of readings to be tried in order.

local aims <const> = use "game/solo/aims"
local army <const> = use "game/army/units"
local leaders <const> = use "game/solo/leaders"
local motion <const> = use "game/movement/motion"
local charges <const> = use "game/solo/charges"
local passage <const> = use "game/movement/passage"
local see <const> = use "game/solo/view"
local ways <const> = use "game/movement/ways"

local M <const> = {}

local function whole(um) return um // mm(1) * mm(1) end

local function degrees(angle) return (angle + (angle < 0 and -500 or 500)) // 1000 * 1000 end

--- Of a way the part that leads neither into friends in close order, nor where that is possible into rough ground.
local function clear_of(mind, unit, reach, um)
  for _, span in ipairs(reach.path.passed) do
    local friend = mind.state.units[span.id]
    if friend and passage.friend(friend) ~= "skirmisher" and span.from < um then um = math.max(0, span.from - mm(5)) end
  end
  local rough = unit.drill ~= "skirmish" and ways.rough_at(reach.path)
  return rough and rough < um and rough - mm(5) >= mind.weight.least_move and rough - mm(5) or um
end

--- Straight on, or any way for those who turn freely: as far as is free, no further than `um`.
local function ahead(mind, id, angle, um, goal)
  local unit = mind.view:unit(id)
  local reach = ways.reach(mind.view, id, angle, { will_fire = goal.will_fire })
  local free = reach and math.min(um, ways.furthest(mind.view, id, reach)) or 0
  free = whole(reach and clear_of(mind, unit, reach, free) or 0)
  if free < math.max(mind.weight.least_move, reach and reach.path.leaves_at or 0) then return nil end
  local by_hand = army.crewed(unit) and not unit.limbered
  return {
    command = by_hand and "manhandle" or "move", why = goal.why,
    fields = { { angle = angle, distance = free, will_fire = goal.will_fire or false } },
  }
end

--- The stands of its group that a stand touches, directly or through others, and that look the same way.
local function line_of(mind, id)
  local unit, ids = mind.view:unit(id), { id }
  for _, other in ipairs(army.group_units(mind.view, unit.formation)) do
    local one = mind.view:unit(other)
    local alike = other ~= id and one.drill == "close_order" and not one.moved and one.arm ~= "sniper"
      and math.abs(geometry.turn(one.base.facing, unit.base.facing)) < deg(20)
    if alike and not motion.refuse_turn(mind.view, other) then ids[#ids + 1] = other end
  end
  return #ids > 1 and mind.view:together(ids, tabletop.TOUCHING) or ids
end

--- A turn: on the spot, or a wheel, of the stand or of its line; halves of it where there is no room.
local function turn(mind, id, angle, moving, why)
  angle = degrees(angle)
  local line, about = line_of(mind, id), { command = "change_face", why = why, fields = {} }
  local wheel = { command = "wheel", why = why, fields = {} }
  local part = math.max(-deg(90), math.min(deg(90), angle))
  for _, by in ipairs { angle, degrees(angle // 2) } do
    about.fields[#about.fields + 1] = { units = { id }, angle = by, moving = moving }
  end
  for _, ids in ipairs(#line > 1 and { line, { id } } or { { id } }) do
    wheel.fields[#wheel.fields + 1] = { units = ids, angle = part }
  end
  wheel.fields[#wheel.fields + 1] = { units = { id }, angle = degrees(part // 2) }
  if moving and math.abs(angle) < mind.weight.turns_about then return { wheel, about } end
  return { about, wheel }
end

--- May a stand turn: in close order, as it has not turned this turn?
local function may_turn(mind, id)
  local unit = mind.view:unit(id)
  return unit.drill == "close_order" and not unit.on_the_way and not unit.stays and (unit.face_tests or 0) < 2
    and not ways.follows_route(unit) and not motion.refuse_turn(mind.view, id)
end

--- To a goal: { point, stop, why, backward }.
local function go(mind, id, goal)
  local unit = mind.view:unit(id)
  local angle, far = mind:toward(unit.base, goal.point)
  far = far - (goal.stop or 0)
  if far < mind.weight.least_move then return {} end
  if ways.turns_freely(unit) then return { ahead(mind, id, degrees(angle), far, goal) } end
  local off, on = math.abs(angle), mind:along(unit.base.facing, goal.point) - mind:along(unit.base.facing, unit.base)
  if goal.backward and off > deg(135) then return { { command = "withdraw_facing", why = goal.why, back = far } } end
  local options = {}
  if off > mind.weight.off_way and not army.crewed(unit) and may_turn(mind, id) then
    options = turn(mind, id, angle, true, goal.why)
  end
  if off < deg(50) then options[#options + 1] = ahead(mind, id, 0, math.min(on, far), goal) end
  return options
end

--- A turn to face an enemy, without going on.
local function face(mind, id, enemy, why)
  if not may_turn(mind, id) or mind.view:unit(id).moved then return {} end
  local unit = mind.view:unit(id)
  local angle = mind:toward(unit.base, mind.view:unit(enemy).base)
  if math.abs(angle) <= mind.weight.off_mark then return {} end
  if army.crewed(unit) then
    local fields = { { units = { id }, angle = degrees(angle), moving = false } }
    return { { command = "change_face", why = why, fields = fields } }
  end
  return turn(mind, id, angle, false, why)
end

local function any(command, why) return { command = command, why = why } end

--- What an aim (game/solo/aims.lua) becomes: commands.
local function options_of(mind, id, aim)
  if not aim then return {} end
  if aim.command then return { aim } end
  if aim.face then return face(mind, id, aim.face, aim.why) end
  return go(mind, id, aim)
end

local function plan(mind, id)
  local unit, list = mind.view:unit(id), {}
  if not unit.base or see.engaged(mind, id) or motion.refuse_turn(mind.view, id) then return nil end
  local _, um = mind:nearest_enemy(id)
  if not um then return nil end
  local charges_now = see.fighter(unit) and not unit.disordered and not see.leaving(mind, id) and not unit.charged
  if charges_now and um <= see.charge_reach(mind, id) * 3 // 2 then list[1] = any "charge" end
  if not unit.hidden then
    for _, option in ipairs(options_of(mind, id, aims.of(mind, id, unit))) do list[#list + 1] = option end
  end
  if army.crewed(unit) then
    list[#list + 1] = any "resupply"
    list[#list + 1] = any "assign_gunners"
  end
  return #list > 0 and list or nil
end

local function plan_of(mind, id) return mind:once_for("plan", id, plan) end

--- Judges a proposal by the plan of its stand: what is first there is wanted most. Each option is tried once.
function M.judge(mind, proposal)
  local id = proposal.unit or proposal.units and proposal.units[1]
  for i, option in ipairs(plan_of(mind, id) or {}) do
    if option.command == proposal["do"] and not option.tried then
      option.tried = true
      if option.back then
        local range = proposal.ranges.distance
        return 1 / i, option.why, { { distance = math.max(range[1], math.min(range[2], option.back)) } }
      end
      return 1 / i, option.why, option.fields
    end
  end
end

local function has_moved(unit) return unit.moved end

--- The stands of the group that moves, the foremost first, with all that they plan; then leaders, and the end.
---@return fun(): table?
local function own_turn(mind)
  local group
  for id, formation in mind.view:formations(mind.side) do
    if formation.nominated then group = id end
  end
  local ids, i, last = {}, 0, nil
  for id, unit in mind.view:present(mind.side) do
    if unit.formation == group then ids[#ids + 1] = id end
  end
  ids = mind:in_turn(mind:foremost_first(ids), has_moved)
  return function()
    while i < #ids do
      i = i + 1
      local commands = {}
      for n, option in ipairs(plan_of(mind, ids[i]) or {}) do commands[n] = option.command end
      if #commands > 0 then return { of = ids[i], commands = commands } end
    end
    if not last then
      last = leaders.list(mind)
      last[#last + 1] = { commands = { "end_movement" } }
    end
    return table.remove(last, 1)
  end
end

function M.order(mind)
  if mind.view:told() then return {} end
  return mind.state.active == mind.side and own_turn(mind) or charges.hidden(mind)
end

--- Stands without a place: warriors in ambush where ground hides them, others as offered.
function M.deploy(mind, proposal)
  local readings, unit = {}, mind.view:unit(proposal.unit)
  for _, id in ipairs(unit.kind ~= "regular" and mind.state.order.areas or {}) do
    local area = mind.state.areas[id]
    if mind.view:terrain(id).edge then
      local ring = area.area[1][1] and area.area[1] or area.area
      local x, y, n = 0, 0, 0
      for _, point in ipairs(ring) do x, y, n = x + (point.x or point[1]), y + (point.y or point[2]), n + 1 end
      readings[#readings + 1] = { at = { x = x // n, y = y // n }, hidden = true }
    end
  end
  readings[#readings + 1] = {}
  return 1, "in its place", readings
end

return M
