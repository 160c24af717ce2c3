-- What a solo side's stands do in their movement: each has a plan, a list of options, the best first: { command, why,
-- fields }, the fields as the command takes them, to be tried in order.

local aims <const>, ambushes <const> = use("game/solo/aims", "game/solo/ambushes")
local army <const>, charges <const> = use("game/army/units", "game/solo/charges")
local leaders <const>, motion <const> = use("game/solo/leaders", "game/movement/motion")
local face_test <const>, passage <const> = use("game/movement/facing", "game/movement/passage")
local rolls <const>, see <const> = use("game/movement/rolls", "game/solo/view")
local turning <const>, ways <const> = use("game/movement/turning", "game/movement/ways")
local wants <const> = use "game/solo/wants"

local M <const> = {}

local function whole(value, unit) return (value + unit // 2) // unit * unit end

--- Of a way the part that leads neither into friends in close order nor, where some is left, into rough ground.
local function clear_of(mind, id, reach, um, open)
  local unit = mind.view:unit(id)
  for _, span in ipairs(reach.path.passed) do
    local friend = mind.state.units[span.id]
    if friend and passage.friend(friend) ~= "skirmisher" and span.from < um then um = math.max(0, span.from - mm(5)) end
  end
  local rough = unit.drill ~= "skirmish" and ways.rough_at(reach.path)
  if not rough or rough >= um then return um end
  if open and rough > 0 and see.hand_to_hand(mind, id) then return math.max(0, rough - mm(5)) end
  return rough - mm(5) >= mind.weight.least_move and rough - mm(5) or um
end

--- Straight on, or any way for those who turn freely: as far as is free, no further than `um`.
local function ahead(mind, id, angle, um, aim)
  local unit = mind.view:unit(id)
  local reach = ways.reach(mind.view, id, angle, { will_fire = aim.will_fire })
  local free = reach and math.min(um + tabletop.ROUNDED, ways.furthest(mind.view, id, reach)) or 0
  free = reach and clear_of(mind, id, reach, free, aim.open) // mm(1) * mm(1) or 0
  if free < math.max(mind.weight.least_move, reach and reach.path.leaves_at or 0) then return nil end
  if ways.refuse_end(mind.view, id, reach, free) then return nil end
  local fields = { { angle = angle, distance = free, will_fire = aim.will_fire or false } }
  return { command = army.crewed(unit) and not unit.limbered and "manhandle" or "move", why = aim.why, fields = fields }
end

--- Of those beside it in its group as many as can wheel with it.
local function line_of(mind, id)
  return lists.filter(wants.beside(mind, id), function(one) return not motion.refuse_turn(mind.view, one) end)
end

--- A turn on the spot, or a wheel of the stand or of its line; half of it where there is no more room. `whole_turn`:
--- on the spot and not by half.
local function turn(mind, id, angle, moving, why, whole_turn)
  angle = whole(angle, deg(1))
  local part, half = math.max(-deg(90), math.min(deg(90), angle)), whole(angle // 2, deg(1))
  local function option(command, ...)
    return { command = command, why = why, fields = lists.filter({ ... }, function(fields)
      return fields.angle ~= 0 and not turning[command](mind.view, fields)
    end) }
  end
  local about = option("change_face", { units = { id }, angle = angle, moving = moving },
    not whole_turn and { units = { id }, angle = half, moving = moving } or nil)
  if whole_turn or army.crewed(mind.view:unit(id)) then return { about } end
  local wheel = option("wheel", { units = line_of(mind, id), angle = part }, { units = { id }, angle = part })
  local wheels = moving and math.abs(angle) < mind.weight.turns_about
  return wheels and { wheel, about } or { about, wheel }
end

--- Is it worth the test to turn toward a point, rather than to go straight on, which brings it nearer by a part of it?
local function turns(mind, id, point, off, far)
  if off >= mind.weight.turns_about then return true end
  local base = mind.view:unit(id).base
  local part = (mind:along(base.facing, point) - mind:along(base.facing, base)) / far
  local test = face_test.question(mind.view, { id }, off, true)
  return mind:chance("movement.change_face", test, "success", true, id) > part
end

local function go(mind, id, unit, aim)
  local angle, far = mind:toward(unit.base, aim.point)
  local off, full = math.abs(angle), far
  far = far - (aim.stop or 0)
  if far < mind.weight.least_move then return {} end
  if ways.turns_freely(unit) then return { ahead(mind, id, whole(angle, deg(1)), far, aim) } end
  local options = {}
  if aim.backward and off > deg(135) then options[1] = { command = "withdraw_facing", why = aim.why, back = far } end
  local may = off > mind.weight.off_way and not army.crewed(unit) and wants.may_turn(unit)
  if may and turns(mind, id, aim.point, off, full) then
    lists.append(options, turn(mind, id, angle, true, "it turns " .. aim.why, aim.whole))
  end
  if off < mind.weight.turns_about then
    local on = mind:along(unit.base.facing, aim.point) - mind:along(unit.base.facing, unit.base)
    options[#options + 1] = ahead(mind, id, 0, math.min(on, far), aim)
  end
  return options
end

local function face(mind, id, unit, aim)
  local angle = wants.angle_to(mind, id, unit, aim.face)
  return angle and turn(mind, id, angle, false, aim.why) or {}
end

--- Has a stand gone as far as it may? It turns no more then: many tests fail, and leave it in disorder.
local function has_gone(mind, id, unit)
  if not unit.moved then return false end
  return rolls.left(unit, rolls.known(mind.view, id) or 0) < mind.weight.least_move
end

local function plan(mind, id)
  local unit, list = mind.view:unit(id), {}
  if mind.view:told() then
    local why = not unit.moved and not see.lies(mind, id) and aims.told(mind, id, unit)
    return why and { { command = "move", why = why } } or nil
  end
  local _, um = mind:nearest_enemy(id)
  if not um or see.engaged(mind, id) or motion.refuse_turn(mind.view, id) then return nil end
  if has_gone(mind, id, unit) and not army.crewed(unit) then return nil end
  if not unit.moved and charges.hopes(mind, id) then list[1] = { command = "charge" } end
  local aim = not see.lies(mind, id) and aims.of(mind, id, unit)
  if aim then
    local options = aim.command and { aim } or aim.face and face(mind, id, unit, aim) or go(mind, id, unit, aim)
    table.move(options, 1, #options, #list + 1, list)
    mind:stays(id, aim, options)
  end
  if army.crewed(unit) then
    list[#list + 1], list[#list + 2] = { command = "resupply" }, { command = "assign_gunners" }
  end
  return #list > 0 and list or nil
end

--- Judges a proposal by the plan of its stand: what is first there is wanted most. Each option is tried once.
function M.judge(mind, proposal)
  local id = proposal.unit or proposal.units and proposal.units[1]
  for i, option in ipairs(mind:once_for("plan", id, plan) or {}) do
    if option.command == proposal["do"] and not option.tried then
      option.tried = true
      local fields = option.back and { mind:fit(proposal, { distance = option.back }) } or option.fields
      return (not fields or #fields > 0) and 1 / i or nil, option.why, fields
    end
  end
end

--- Those with whom no leader goes come first: he commands them from where he is until all have gone.
local function led_last(mind, ids)
  local led = {}
  for _, leader in mind.view:leaders(mind.side) do led[leader.with or ""] = true end
  local function waits(id) return led[id] and not army.crewed(mind.view:unit(id)) end
  return lists.append(lists.filter(ids, function(id) return not waits(id) end), lists.filter(ids, waits))
end

--- Leaders who must come nearer first; the stands of the group that moves, the foremost first, with all that they plan;
--- then the other leaders, and the end.
---@return fun(): table?
local function own_turn(mind)
  local i, last = 0, nil
  local ids = lists.ids(mind.view:present(mind.side), function(unit)
    return unit.formation and mind.view:formation(unit.formation).nominated
  end)
  if not mind.view:told() then ids = mind:in_turn(mind:foremost_first(ids), function(unit) return unit.moved end) end
  ids = led_last(mind, ids)
  local first = mind.view:told() and {} or leaders.first(mind)
  return function()
    if #first > 0 then return table.remove(first, 1) end
    while i < #ids do
      i = i + 1
      local commands = {}
      for n, option in ipairs(mind:once_for("plan", ids[i], plan) or {}) do commands[n] = option.command end
      if #commands > 0 then return { of = ids[i], commands = commands } end
    end
    last = last or leaders.list(mind)
    return table.remove(last, 1)
  end
end

function M.order(mind)
  if mind.state.active == mind.side then return own_turn(mind) end
  return mind.view:told() and {} or ambushes.hidden(mind)
end

--- Stands without a place: warriors in ambush where ground hides them, others as offered.
function M.deploy(mind, proposal)
  local readings = {}
  for _, id in ipairs(mind.view:unit(proposal.unit).kind ~= "regular" and mind.state.order.areas or {}) do
    local ring = mind.view:terrain(id).edge and mind.state.areas[id].area
    local one, other = ring and ring[1], ring and ring[#ring // 2 + 1]
    if one and one.x then
      readings[#readings + 1] = { at = { x = (one.x + other.x) // 2, y = (one.y + other.y) // 2 }, hidden = true }
    end
  end
  readings[#readings + 1] = {}
  return 1, "in its place", readings
end

return M
