-- 4.6 step 3, 6.0, 7.0: all other movement, evolutions, and formations that must move.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local motion <const> = use "game/motion"
local orders <const> = use "game/orders"
local told_movement <const> = use "game/told_movement"

local EVOLUTIONS <const> = {
  "line", "column", "square", "skirmish", "mounted", "dismounted", "limbered", "unlimbered",
}

record "move_leg" {
  point "to" { optional = true }, unit "toward" { optional = true }, length "forward" { 0, optional = true },
  enum "evolve" { optional = true, values = EVOLUTIONS }, angle "facing" { optional = true },
}

--- A command's legs, one thing each: those it lists, or what it says itself, in this order.
local function legs_of(cmd)
  local legs = {}
  local function add(leg)
    if leg.to or leg.toward or leg.forward then
      legs[#legs + 1] = { to = leg.to, toward = leg.toward, forward = leg.forward, goes = true }
    end
    if leg.evolve then legs[#legs + 1] = { evolve = leg.evolve } end
    if leg.facing then legs[#legs + 1] = { facing = leg.facing } end
  end
  add(cmd)
  for _, leg in ipairs(cmd.legs) do add(leg) end
  return legs
end

local function each_of(view, cmd)
  if cmd.unit then return { cmd.unit } end
  local ids = {}
  for id, unit in view:units(view:formation(cmd.formation).side) do
    if unit.formation == cmd.formation and army.present(unit) then ids[#ids + 1] = id end
  end
  return ids
end

--- The middle of some units, by their centres.
local function middle(view, ids)
  local x, y = 0, 0
  for _, id in ipairs(ids) do
    local base = view:unit(id).base
    x, y = x + base.x, y + base.y
  end
  return { x = x // #ids, y = y // #ids }
end

--- Where a leg leads the units of a command: the same way for all, that one of them or their middle must go.
local function mark_of(view, ids, leg)
  local at = leg.to or view:unit(leg.toward).base
  if not at or #ids == 1 then return at and { x = at.x, y = at.y } end
  local from = middle(view, ids)
  return { dx = at.x - from.x, dy = at.y - from.y }
end

local function place(mark, base)
  return mark.dx and { x = base.x + mark.dx, y = base.y + mark.dy } or mark
end

local function refuse_state(view, unit)
  if not army.present(unit) then return refuse("unit", "is not on the table") end
  if not army.free(unit) then return refuse("unit", "is " .. unit.condition, { cite = "6.4 10.2 10.5 11.1" }) end
  if unit.fighting then return refuse("unit", "is in combat", { cite = "10.5" }) end
  if unit.target then return refuse("unit", "has attacked this bound", { cite = "4.6" }) end
  if unit.abandoned then return refuse("unit", "stands without its gunners", { cite = "10.1" }) end
  if unit.attached_to and not view.rules.option.light_guns_as_artillery then
    return refuse("unit", "goes with its battalion", { cite = "6.2 R30" })
  end
  if not orders.of(view, unit) then return refuse("unit", "has no active order", { cite = "4.5" }) end
  if orders.minutes(view, unit) <= 0 then
    return refuse("unit", "has no minutes left this bound", { cite = "4.5", margin = orders.minutes(view, unit) })
  end
end

--- The evolutions of a command, one after another, within the minutes the unit has.
local function refuse_evolutions(view, unit, legs)
  local drill, left = unit.drill, orders.minutes(view, unit)
  for _, leg in ipairs(legs) do
    if leg.goes and drill == "unlimbered" and unit.troop ~= "light_artillery" then
      return refuse("unit", "is unlimbered", { cite = "R27" })
    elseif leg.evolve then
      local question = { arm = unit.troop, from = drill, to = leg.evolve }
      local fault = view.rules.fault("move.evolution", question)
      if fault then return refuse("evolve", (fault.message:gsub("^%S+ ", "", 1)), { cite = "6.4" }) end
      left = left - view:ask("move.evolution", question).time_min
      if left < 0 then
        return refuse("evolve", ("needs %d min more than it has"):format(-left), { cite = "R32", margin = left })
      end
      drill = leg.evolve
    end
  end
end

--- 4.5: who obeys an order may not leave off obeying it. To hold ground, or go back from one's goal, needs a fresh one.
local function refuse_leaving(view, unit, ids, legs)
  local order = orders.of(view, unit)
  local goal = order.target and orders.objective(order, unit.base)
  for _, leg in ipairs(legs) do
    if leg.goes and not goal and order.verb == "hold" then
      return refuse("unit", "is ordered to hold", { cite = "4.5" })
    elseif leg.goes and goal and not leg.forward then
      local ends = place(mark_of(view, ids, leg), unit.base)
      local was = geometry.distance({ x = unit.base.x, y = unit.base.y }, goal).distance
      local off = geometry.distance(ends, goal).distance - was
      if off > mm(1) then
        local text = ("is to %s, and that leads %d mm away from it"):format(order.verb, off // mm(1))
        return refuse("unit", text, { cite = "4.5", margin = -(off // mm(1)) })
      end
    end
  end
end

local function refuse_move(view, cmd)
  if (cmd.unit == nil) == (cmd.formation == nil) then return refuse("unit", "or a formation must be named") end
  local ids, legs = each_of(view, cmd), legs_of(cmd)
  if #ids == 0 then return refuse("formation", "has nobody on the table") end
  if #legs == 0 and not army.told(view) then
    return refuse("to", "is required, or toward, forward, evolve, facing")
  end
  for _, leg in ipairs(legs) do
    if leg.toward and not army.present(view:unit(leg.toward)) then return refuse("toward", "is not on the table") end
  end
  local first
  for _, id in ipairs(ids) do
    local unit = view:unit(id)
    local fault = refuse_state(view, unit) or refuse_evolutions(view, unit, legs)
      or army.on_map(unit) and refuse_leaving(view, unit, ids, legs)
    if not fault then return nil end -- of a formation, those move that may
    first = first or fault
  end
  return first
end

--- Where units that may move have to go, and how far that is.
local function proposals(view, side)
  local list = {}
  if army.told(view) then return list end
  for id, unit in view:units(side) do
    local order = not refuse_state(view, unit) and orders.of(view, unit)
    local far = order and order.target and orders.in_the_open(view, unit) or 0
    if far > 0 then
      local goal = orders.objective(order, unit.base)
      local _, um = ground.toward(unit.base, goal)
      if um >= mm(1) then
        list[#list + 1] = {
          unit = id, to = { x = goal.x, y = goal.y }, score = 1, ranges = { forward = { 0, mm(far) } },
          text = ("%d mm to its objective, %d in the open"):format(um // mm(1), far),
        }
      end
    end
  end
  return list
end

command "move" {
  cite = "6.2", doc = "Moves a unit or a formation: to a point, toward somebody, forward; changes formation; faces.",
  args = {
    unit "unit" { "own", optional = true }, formation "formation" { "own", optional = true },
    point "to" { optional = true }, unit "toward" { optional = true, doc = "friend or enemy to go toward" },
    length "forward" { 0, optional = true, doc = "straight ahead" },
    enum "evolve" { optional = true, values = EVOLUTIONS, doc = "the formation to take" },
    angle "facing" { optional = true, doc = "which way to face in the end" },
    list "legs" { "move_leg", default = {}, doc = "several of these, one after another" },
  },
  slot = function(cmd) return cmd.unit or cmd.formation end,
  check = refuse_move,
  proposals = proposals,
  run = function() end, -- all movement is worked side by side: see `execute`
}

--- How near a mover may come to each enemy: not into a zone it has not declared to enter; if it stands in one, no
--- nearer. Toward an enemy who is engaged it may come into the zone, to take part (10.1).
local function halts_of(play, unit, joins)
  local halts, zone = {}, mm(play.rules.constant.combat_zone + 1)
  for other, enemy in play:units(play:other(unit.side)) do
    if army.stands(enemy) and army.on_map(enemy) and (unit.arm ~= "infantry" or enemy.drill ~= "skirmish")
      and not enemy.abandoned then -- guns without gunners keep nobody away (R76)
      local um = geometry.distance(unit.base, enemy.base).distance
      halts[other] = math.min(zone, um - 1)
      if other == joins then halts[other] = mm(army.zone(play.rules, unit)) end
    end
  end
  return halts
end

local function engaged(play, id)
  local enemy = id and play.state.units[id]
  if not enemy or enemy.fighting or enemy.target then return enemy and id end
  for _, unit in play:units() do
    if unit.target == id then return id end
  end
end

local function stage_of(play, ids, leg)
  if leg.evolve then return { kind = "evolve", to = leg.evolve } end
  if leg.facing then return { kind = "face", bearing = function() return leg.facing end } end
  if leg.forward then return { kind = "go", aim = function(base) return base.facing, leg.forward end } end
  if leg.toward and #ids == 1 then
    return { kind = "go", chases = leg.toward, aim = function(base, where)
      if where[leg.toward] then return ground.at(base, where[leg.toward]) end
    end }
  end
  local mark, goal = mark_of(play, ids, leg), nil
  return { kind = "go", aim = function(base)
    goal = goal or place(mark, base)
    return ground.toward(base, goal)
  end }
end

--- The units that a command moves: of a formation, those that may and have no command of their own.
local function those_who_may(play, cmd, legs, busy)
  local ids = {}
  for _, id in ipairs(each_of(play, cmd)) do
    local unit = play:unit(id)
    if not busy[id] and not refuse_state(play, unit) and not refuse_evolutions(play, unit, legs) then
      ids[#ids + 1], busy[id] = id, true
    end
  end
  return ids
end

local function mover_of(play, id, ids, legs)
  local unit, stages, joins = play:unit(id), {}, nil
  for i, leg in ipairs(legs) do
    stages[i] = stage_of(play, ids, leg)
    joins = joins or engaged(play, leg.toward)
  end
  return motion.mover(play, id, stages, {
    from = play.rules.constant.bound - orders.minutes(play, unit), halts = halts_of(play, unit, joins),
  })
end

duty "must_move" { cite = "4.5", doc = "Formations whose time is up move, whether their players say so or not." }

--- R21: a unit whose formation is under way, and that nobody moved, goes straight for the objective.
local function must_move(play, id, unit)
  local order = army.free(unit) and not unit.fighting and not unit.target and not unit.moved and orders.of(play, unit)
  if not order or not orders.MOVING[order.verb] or orders.minutes(play, unit) <= 0 then return nil end
  if unit.drill == "unlimbered" or unit.drill == "square" or not order.target then return nil end
  local goal = orders.objective(order, unit.base)
  return motion.mover(play, id, { { kind = "go", aim = function(base) return ground.toward(base, goal) end } }, {
    from = play.rules.constant.bound - orders.minutes(play, unit), halts = halts_of(play, unit), keeps_clear = true,
  })
end

local M <const> = {}

--- The moves of a step, worked by `move(id, ids, legs)`; a unit's own command goes before its formation's.
local function each_move(play, commands, busy, move)
  for _, single in ipairs { true, false } do
    for _, cmd in ipairs(commands) do
      if cmd["do"] == "move" and (cmd.unit ~= nil) == single and play:perform(cmd) then
        local legs, all = legs_of(cmd), each_of(play, cmd)
        for _, id in ipairs(those_who_may(play, cmd, legs, busy)) do move(id, all, legs) end
      end
    end
  end
end

--- Step 3: everybody who was told to, and everybody who must, side by side through the minutes of the bound.
function M.execute(play, _, commands)
  local movers, busy = {}, {}
  if army.told(play) then
    each_move(play, commands, busy, function(id, _, legs) told_movement.move(play, id, legs) end)
    told_movement.must_move(play)
  else
    each_move(play, commands, busy, function(id, all, legs) movers[#movers + 1] = mover_of(play, id, all, legs) end)
    for id, unit in play:units() do
      if not busy[id] then movers[#movers + 1] = must_move(play, id, unit) end
    end
    motion.run(play, movers)
  end
  for _, cmd in ipairs(commands) do
    if cmd["do"] ~= "move" then play:perform(cmd) end
  end
end

return M
