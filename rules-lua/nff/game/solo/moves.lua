-- How a solo side's units come to what they want: each has a plan, a list of options, the best first: { command, why,
-- fields }, the fields as the command takes them, to be tried in order.

local aims <const>, motion <const>, see <const> = use("game/solo/aims", "game/movement/motion", "game/solo/view")
local detours <const>, units <const> = use("game/solo/detours", "game/army/units")

local M <const> = {}

local HUNDREDTH <const> = inch(1) // 100

local function whole(value, unit) return (math.abs(value) + unit // 2) // unit * unit * (value < 0 and -1 or 1) end

--- How many enemies who can come at a brigade there, or fire at it, are behind the line of its front.
local function behind(mind, unit, base)
  local front, n = mind:along(base.facing, base) + base.depth // 2, 0
  for _, id in ipairs(mind:enemies()) do
    local his = mind.view:unit(id)
    if mind:along(base.facing, his.base) < front then
      local comes = see.able(his) and (unit.arm == "infantry" or his.arm == "cavalry")
      local fires = his.arm == "infantry" and see.fires(his)
      local most = math.max(comes and see.rate(mind, id) or 0, fires and see.reach(mind, his) or 0)
      if most > 0 and geometry.distance(base, his.base).distance <= most then n = n + 1 end
    end
  end
  return n
end

--- Would it show its flank or its rear to more of them there than it does here?
local function bares(mind, id, base)
  local unit = mind.view:unit(id)
  if units.battery(unit) or mind.mission and mind.mission.late then return false end
  local there = behind(mind, unit, base)
  return there > 0 and there > behind(mind, unit, unit.base)
end

--- Would it leave the ground there that it is to stay in?
local function leaves(mind, base, aim)
  return aim.within and not geometry.holds(mind.state.areas[aim.within], base).yes
end

--- May it go this way, and does it show no flank by it? Before it announces reserve movement only room counts.
local function lawful(mind, id, path, aim)
  local announced = mind.path ~= "player_turn.reserve" or mind.view:unit(id).used_rm
  if not announced then return not motion.refuse_stop(mind.view, path, path.length, "unit") end
  return not motion.check(mind.view, id, path, "unit") and not bares(mind, id, path.base)
    and not leaves(mind, path.base, aim)
end

--- The shortest move that is worth making: longer of a unit that has moved in this turn.
local function least_of(mind, id) return mind.weight[mind.view:unit(id).moved and "least_more" or "least_move"] end

--- Straight on or obliquely: as far as is free, else less.
local function on(mind, id, angle, um, aim)
  um = um // HUNDREDTH * HUNDREDTH
  local path = motion.path(mind.view, id, { slide = um, angle = angle })
  local free = math.min(path.clear, motion.furthest(mind.view, id, path)) -- room for it at the end left out
  for _, part in ipairs { 1, 0.7, 0.4 } do
    local far = math.floor(free * part) // HUNDREDTH * HUNDREDTH
    if far < least_of(mind, id) then return nil end
    local way = far == um and path or motion.path(mind.view, id, { slide = far, angle = angle })
    if lawful(mind, id, way, aim) then
      return { command = "move", why = aim.why, fields = { { distance = far, oblique = angle } } }
    end
  end
end

--- A turn of a battery where it stands; a grand battery turns as one.
local function turn_guns(mind, id, angle, why)
  for _, by in ipairs { angle, whole(angle // 2, deg(1)) } do
    local path = by ~= 0 and motion.path(mind.view, id, { { pivot = by } })
    local fault = not path
    for _, one in ipairs(path and (path.party or { { id = id, base = path.base } }) or {}) do
      fault = fault or motion.refuse_room(mind.view, one.id, one.base, "angle")
    end
    if not fault then return { command = "change_facing", why = why, fields = { { angle = by } } } end
  end
end

--- A wheel of a brigade as far as it can afford; it faces about where that is nearer.
local function turn(mind, id, unit, angle, aim)
  angle = whole(angle, deg(1))
  if units.battery(unit) then return turn_guns(mind, id, angle, aim.why) end
  if math.abs(angle) >= mind.weight.behind then
    local base = tabletop.turned(unit.base, deg(180))
    if aim.backward and unit.maneuver ~= "half" then base = tabletop.slid(base, see.rate(mind, id) // 2) end
    return not unit.about_faced and not bares(mind, id, base) and { command = "about_face", why = aim.why } or nil
  end
  if unit.bent then return nil end
  local left = motion.left(mind.view, id)
  local most = left // (unit.base.width // 1000) * 180000 // 3142 -- the outer corner goes that way
  local by = math.min(math.abs(angle), deg(90), whole(most - deg(1), deg(1)))
  for _ = 1, 2 do
    if by < mind.weight.least_wheel then return nil end
    local way = motion.path(mind.view, id, { { wheel = angle < 0 and "left" or "right", angle = by } })
    if lawful(mind, id, way, aim) then
      return { command = "wheel", why = aim.why, fields = { { angle = angle < 0 and -by or by } } }
    end
    by = whole(by // 2, deg(1))
  end
end

--- Past what is in the way, where that brings it nearer to a point.
local function past(mind, id, unit, point, um, aim)
  if unit.bent == "wheel" then return nil end
  for _, angle in ipairs { -mind.weight.aside, mind.weight.aside } do
    local option = on(mind, id, angle, um, aim)
    local far = option and option.fields[1].distance
    local there = far and geometry.step({ x = unit.base.x, y = unit.base.y }, unit.base.facing + angle, far)
    if there and geometry.gap(there, point) < geometry.gap({ x = unit.base.x, y = unit.base.y }, point) then
      return option
    end
  end
end

--- Toward a point, so far at most.
local function go(mind, id, unit, aim, point, um)
  local angle = whole((mind:toward(unit.base, point)), deg(1))
  local off, weight, options = math.abs(angle), mind.weight, {}
  local oblique = deg(mind.rules.constant.oblique_most)
  um = math.min(um, math.max(motion.left(mind.view, id), motion.left(mind.view, id, true)))
  if um < least_of(mind, id) then return options end
  if off > weight.oblique or units.battery(unit) and off > weight.aligned then
    options[1] = turn(mind, id, unit, angle, aim)
  end
  if off <= weight.aligned then
    options[#options + 1] = on(mind, id, 0, um, aim)
  elseif off <= weight.oblique_most and unit.bent ~= "wheel" then
    options[#options + 1] = on(mind, id, math.max(-oblique, math.min(oblique, angle)), um, aim)
  elseif off <= oblique then -- it has wheeled, and goes straight on as far as that brings it nearer
    options[#options + 1] = on(mind, id, 0, um * 7 // 10, aim)
  end
  if #options == 0 or options[1].command == "wheel" then
    options[#options + 1] = past(mind, id, unit, point, um, aim)
  end
  return options
end

--- To within so much of a unit.
local function toward(mind, id, unit, aim)
  local base = unit.base
  local to = geometry.distance({ x = base.x, y = base.y }, mind.view:unit(aim.target).base).to
  return go(mind, id, unit, aim, { x = to.x, y = to.y }, mind:gap(id, aim.target) - aim.stop)
end

local function options_of(mind, id, unit, aim)
  if aim.command then return { aim } end
  if aim.charge then return { { command = "charge", why = aim.why, target = aim.charge } } end
  if aim.face then
    local angle = mind:toward(unit.base, mind.view:unit(aim.face).base)
    local far = aim.near and mind:gap(id, aim.face) > aim.near and math.abs(angle) <= mind.weight.oblique
    local off = not far and math.abs(angle) > mind.weight.off_front and turn(mind, id, unit, angle, aim)
    return { off or aim.or_else, off and aim.or_else }
  end
  if aim.ahead then return { on(mind, id, 0, math.min(aim.ahead, motion.left(mind.view, id, true)), aim) } end
  if aim.target then return toward(mind, id, unit, aim) end
  local _, far = mind:toward(unit.base, aim.point)
  return go(mind, id, unit, aim, aim.point, far - (aim.stop or 0))
end

--- Round friends who bar the way of foot: of a brigade that gets no nearer for the second turn, and of one that has
--- turned off its way to go round them.
local function round(mind, id, unit, aim, options)
  local to = aim.target and mind.view:unit(aim.target).base or aim.point
  if not to or unit.arm ~= "infantry" or unit.condition == "spent" then return nil end
  local turned = #options > 0 and math.abs((mind:toward(unit.base, to))) > mind.weight.oblique
  local waited = mind.state.turn > 1 and not mind:came(id)
  if not turned and (#options > 0 or not waited) then return nil end
  local goal = detours.round(mind, id, to, turned and mind.weight.round_near)
  local way = goal and options_of(mind, id, unit, goal) or {}
  if #way > 0 then return way end
  local safe = goal and #options == 0 and not unit.about_faced and see.gap(mind, id) > mind.weight.round_safe
  return safe and { { command = "about_face", why = goal.why } } or nil -- there is room to wheel behind it
end

--- The same; foot whose way to the enemy is barred comes up beside who bars it, or goes round him.
local function ways(mind, id, unit, aim)
  local options = options_of(mind, id, unit, aim)
  local stuck = #options == 0 and (aim.target or aim.point) and unit.arm == "infantry" and unit.condition ~= "spent"
  local beside = stuck and mind:beside(id, see.rate(mind, id), function(base)
    return not motion.refuse_room(mind.view, id, base, "unit")
  end)
  local up = beside and options_of(mind, id, unit, beside) or {}
  return #up > 0 and up or round(mind, id, unit, aim, options) or options
end

--- Has a unit all that it may do behind it?
local function spent(unit)
  return unit.maneuver == "none" or unit.charging ~= nil or unit.countercharging or unit.retreated
end

--- What a unit is to do whose place the players alone know, in words.
local function told(unit)
  if unit.condition == "spent" or spent(unit) or unit.moved then return nil end
  if units.battery(unit) then return unit.limbered and { { command = "unlimber", why = "in range" } } or nil end
  if not units.brigade(unit) or unit.drill == "square" then return nil end
  local why = unit.arm == "cavalry" and "behind the foremost foot, or at an enemy in disorder" or "to where it fires"
  return { { command = unit.maneuver and "move" or "maneuver", why = why } }
end

local function plan(mind, id)
  local unit = mind.view:unit(id)
  if mind.view:told() then return told(unit) end
  if not unit.base or spent(unit) or motion.refuse_state(mind.view, id) then return nil end
  local aim = aims.of(mind, id)
  if not aim then return nil end
  local throws = units.brigade(unit) and not unit.maneuver
  local options = ways(mind, id, unit, aim)
  mind:stays(id, aim, options)
  local deployed = aim.deploys and (not unit.maneuver or unit.may_change) and {
    command = "change_formation", why = "to bring all its muskets to bear", fields = { { to = "single_echelon" } },
  }
  if deployed then table.insert(options, 1, deployed) end
  if throws and unit.disordered then -- when it rallies, it may yet charge
    local charging = unit.arm == "infantry" and unit.drill ~= "square" and unit.drill ~= "march_column"
    local why = charging and "to rally, and to charge if it may" or "to rally"
    return { { command = "maneuver", why = why, fields = { { charging = charging } } } }
  end
  if #options == 0 then return nil end
  if throws then return { { command = "maneuver", why = aim.why, fields = { { charging = aim.charge ~= nil } } } } end
  return options
end

local function planned(mind, id) return mind:once_for("plan", id, plan) end

--- Judges a proposal by the plan of its unit: what is first there is wanted most. Each option is tried once.
function M.judge(mind, proposal)
  for i, option in ipairs(planned(mind, proposal.unit) or {}) do
    local meant = option.command == proposal["do"] and (option.target or proposal.target) == proposal.target
    if meant and not option.tried then
      option.tried = true
      return 1 / i, option.why, option.fields
    end
  end
end

local function acted(unit) return unit.moved or unit.maneuver or unit.functions end

--- Those under way come first, then the others, the nearest to the enemy first; those last whom somebody has passed.
local function in_order(mind)
  if mind.view:told() then return mind:there(mind.side) end
  local begun, others = {}, {}
  for _, id in ipairs(mind:in_turn(mind:foremost_first(mind:standing(mind.side)), acted)) do
    local unit = mind.view:unit(id)
    local list = acted(unit) and not spent(unit) and begun or others
    list[#list + 1] = id
  end
  return table.move(others, 1, #others, #begun + 1, begun)
end

--- Each unit with what it plans, one after another.
local function each(mind, admits)
  local ids, i = in_order(mind), 0
  return function()
    while i < #ids do
      i = i + 1
      local options = admits(mind.view:unit(ids[i]), ids[i]) and planned(mind, ids[i])
      if options then
        local commands = {}
        for n, option in ipairs(options) do commands[n] = option.command end
        return { of = ids[i], commands = commands }
      end
    end
  end
end

--- Is a unit to announce reserve movement: does it want to go anywhere, or to rally?
local function wants(mind, id, unit)
  if unit.used_rm or unit.attached_to or see.zone(mind, id) ~= "reserve" then return false end
  local aim = aims.of(mind, id)
  if unit.disordered or not aim then return unit.disordered end
  return not aim.face and aim.command ~= "unlimber" and #ways(mind, id, unit, aim) > 0
end

--- Reserve movement: those who are on their way, then those who are to announce it.
function M.reserve(mind)
  if mind.view:told() then return {} end
  local next_one, ids, i = each(mind, function(unit) return unit.used_rm end), mind:there(mind.side), 0
  return function()
    local found = next_one()
    while not found and i < #ids do
      i = i + 1
      found = wants(mind, ids[i], mind.view:unit(ids[i])) and { of = ids[i], commands = { "announce_rm" } } or nil
    end
    return found
  end
end

function M.announce(mind, proposal)
  local aim = aims.of(mind, proposal.units[1])
  return 1, aim and aim.why or "to rally"
end

--- Tactical movement: grand batteries are formed first.
function M.tactical(mind)
  local next_one, first = each(mind, function(unit, id)
    return not unit.used_rm and (mind.view:told() or unit.moved or see.zone(mind, id) == "tactical")
  end), true
  return function()
    if first then
      first = false
      return { commands = { "form_grand_battery" } }
    end
    return next_one()
  end
end

return M
