-- 4.6 step 3, 6.0, 7.0: all other movement, evolutions, and formations that must move.

local army <const>, come_upon <const> = use("game/army/units", "game/movement/come_upon")
local motion <const>, obedience <const> = use("game/movement/motion", "game/command/obedience")
local plans <const>, proposed <const> = use("game/command/plans", "game/movement/proposed_moves")
local told_movement <const> = use "game/movement/told_movement"

--- One leg leads one way, and to somebody who is there.
local function refuse_legs(view, cmd)
  for _, leg in ipairs { cmd, table.unpack(cmd.legs) } do
    local goals = (leg.to and 1 or 0) + (leg.toward and 1 or 0) + (leg.forward and 1 or 0)
    if goals > 1 then return refuse("to", "toward and forward are one or the other, in one leg") end
    if leg.toward and leg.toward == cmd.unit then return refuse("toward", "is the unit itself") end
    local other = leg.toward and view:unit(leg.toward)
    if other and not (tabletop.present(other) and (view:told() or tabletop.placed(other))) then
      return refuse("toward", "is not on the table")
    end
  end
end

local M <const> = {}

local function refuse_unit(view, id, ids, legs, marks)
  local unit = view:unit(id)
  return plans.refuse_state(view, unit, plans.goes(legs)) or plans.refuse_evolutions(view, unit, legs, #ids > 1)
    or tabletop.placed(unit) and plans.refuse_leaving(view, unit, legs, marks) or nil
end

local function refuse_move(view, cmd)
  if (cmd.unit == nil) == (cmd.formation == nil) then return refuse("unit", "or a formation must be named") end
  local ids, legs = plans.each_of(view, cmd), plans.legs_of(cmd)
  if #ids == 0 then return refuse("formation", "has no unit on the table") end
  if #legs == 0 and not view:told() then return refuse("to", "is required, or toward, forward, evolve, facing") end
  local fault = refuse_legs(view, cmd)
  if fault then return fault end
  local marks, first = plans.marks_of(view, ids, legs), nil
  for _, id in ipairs(ids) do
    fault = refuse_unit(view, id, ids, legs, marks)
    if not fault then return nil end -- of a formation, those move that may
    first = first or fault
  end
  return first
end

--- How near a mover may come to each enemy: not into a zone it has not declared to enter; if it stands in one, no
--- nearer. Toward an enemy who is engaged it may come into the zone, to take part (10.1). An enemy that it does not
--- see stops it in the zone, where it sees him (R95, R97). Guns without gunners keep nobody away (R76).
local function halts_of(play, unit, joins, unseen)
  local zone, joined = play.rules.constant.combat_zone, joins and mm(army.zone(play, unit.id)) or 0
  local near = play:near(unit.id, { of = "enemies", within = mm(zone + 1) })
  return { most = math.max(mm(zone + 1), joined), by = function(other)
    local enemy, found = play.state.units[other], near[other]
    if not (enemy and army.stands(enemy) and tabletop.placed(enemy)) or enemy.abandoned then return nil end
    if other == joins then return joined end
    local most = mm(unseen[other] and zone or zone + 1)
    if not found then return most end
    return found.um > 0 and math.min(most, found.um - 1) or nil
  end }
end

--- How far a unit comes at most in the time it has: over open ground, and straight to a place no farther than an enemy
--- who halts it there.
local function at_most(view, cmd)
  local unit = cmd.unit and view:unit(cmd.unit)
  if not (unit and tabletop.placed(unit)) then return nil end
  local um = mm(obedience.in_the_open(view, unit))
  if not cmd.to or um == 0 then return um end
  local bearing, away = tabletop.toward(unit.base, cmd.to)
  local angle = geometry.turn(unit.base.facing, bearing)
  local turns = math.abs(angle) > army.incline(view) -- it faces its goal before it goes
  local base, slide = turns and geometry.move(unit.base, { pivot = angle }) or unit.base, math.min(um, away)
  local halts, within = halts_of(view, unit, nil, {}), {}
  local enemies <const> = { kind = "base", side = view:other(unit.side) }
  for _, id in ipairs((view:field():near(base, slide + halts.most, enemies))) do within[id] = halts.by(id) end
  local near = next(within) and view:field():path {
    base = base, angle = turns and 0 or angle, slide = slide,
    looks = { near = { kind = "base", within = within, first = true } },
  }.near
  return near and math.min(um, near.from) or um
end

command "move" {
  cite = "6.2", doc = "Moves a unit or a formation: to a point, toward somebody, forward; changes formation; faces.",
  args = {
    unit "unit" { "own", optional = true }, formation "formation" { "own", optional = true },
    point "to" { optional = true }, unit "toward" { optional = true, doc = "friend or enemy to go toward" },
    length "forward" { mm(1), optional = true, doc = "straight ahead" },
    enum "evolve" { optional = true, values = plans.EVOLUTIONS, doc = "the formation to take" },
    angle "facing" { optional = true, doc = "which way to face in the end" },
    list "legs" { "move_leg", default = {}, doc = "several of these, one after another" },
  },
  slot = function(cmd) return cmd.unit or cmd.formation end,
  check = refuse_move,
  proposals = where_measured(function(view, side, of) return proposed.moves(view, side, of, refuse_move) end),
  goes = where_measured(at_most),
  unsaid = where_measured(function(view, side) return M.unsaid(view, side) end),
  run = function() end, -- all movement is worked side by side: see `execute`
}

local function stage_of(ids, leg, mark)
  if leg.evolve then return { kind = "evolve", to = leg.evolve } end
  if leg.facing then return { kind = "face", bearing = function() return leg.facing end } end
  if leg.toward and #ids == 1 then return { kind = "go", chases = leg.toward } end
  return { kind = "go", goal = function(base)
    if leg.forward then return geometry.step({ x = base.x, y = base.y }, base.facing, leg.forward) end
    return plans.place(mark, base)
  end }
end

duty "must_move" { cite = "4.5", doc = "Formations whose time is up move, whether their players say so or not." }

--- 4.5, R21: where an order that moves brings a unit, in the minutes in which it is in force.
local function add_ordered(unit, one, stages)
  if not (obedience.MOVING[one.order.verb] and one.order.target and one.from < one.till) then return end
  local goal = obedience.objective(one.order, unit.base)
  stages[#stages + 1] = { kind = "go", goal = goal, since = one.from, till = one.till }
end

--- The stages of a unit: while an earlier order was in force it obeyed that; then it does as it is told, or where it
--- is told nothing that takes it anywhere, as its order says.
local function all_stages(play, id, ids, legs)
  local unit, stages = play:unit(id), {}
  local ordered, marks = obedience.obeyed(play, unit), plans.marks_of(play, ids, legs)
  for i = 1, #ordered - 1 do add_ordered(unit, ordered[i], stages) end
  for i, leg in ipairs(legs) do
    local stage = stage_of(ids, leg, marks[i])
    stage.since = play.rules.constant.bound - plans.minutes(play, unit)
    stages[#stages + 1] = stage
  end
  local goes_on = ordered[1] and not plans.goes(legs) and obedience.in_the_open(play, unit) > 0
  if goes_on then add_ordered(unit, ordered[#ordered], stages) end
  return stages
end

local function mover_of(play, id, stages, legs, unseen)
  local unit, joins = play:unit(id), nil
  for _, leg in ipairs(legs) do
    joins = joins or leg.toward and plans.is_engaged(play, leg.toward) and leg.toward or nil
  end
  return { id = id, stages = stages, halts = halts_of(play, unit, joins, unseen), keeps_clear = not plans.goes(legs) }
end

local function is_idle(view, unit)
  return army.free(unit) and tabletop.placed(unit)
    and not (unit.fighting or unit.target or unit.moved or unit.excused or plans.refuse_state(view, unit, false))
end

--- R21: a unit whose formation is under way, and that nobody moved.
local function must_move(play, id, unit, unseen)
  if not is_idle(play, unit) then return nil end
  local stages, set = all_stages(play, id, { id }, {}), unseen(id)
  return #stages > 0 and mover_of(play, id, stages, {}, set) or nil
end

--- R21: those of a side who will move although no sealed command is to them: each with its order's goal.
function M.unsaid(view, side)
  local told, list = {}, {}
  for _, cmd in ipairs(view:sealed(side)) do
    for _, id in ipairs(cmd["do"] == "move" and plans.each_of(view, cmd) or {}) do told[id] = true end
  end
  for id, unit in view:units(side) do
    local order = not told[id] and is_idle(view, unit) and obedience.of(view, unit)
    if order and obedience.MOVING[order.verb] and order.target and obedience.in_the_open(view, unit) > 0 then
      list[#list + 1] = { unit = id, to = obedience.objective(order, unit.base) }
    end
  end
  return list
end

--- The moves of a step, worked by `move(id, ids, legs)`; a unit's own command goes before its formation's, of which
--- those move that may.
local function each_move(play, commands, busy, move)
  for _, single in ipairs { true, false } do
    for _, cmd in ipairs(commands) do
      if cmd["do"] == "move" and (cmd.unit ~= nil) == single and play:perform(cmd) then
        local legs, ids = plans.legs_of(cmd), plans.each_of(play, cmd)
        local marks = plans.marks_of(play, ids, legs)
        for _, id in ipairs(ids) do
          if not busy[id] and not refuse_unit(play, id, ids, legs, marks) then
            busy[id] = true
            move(id, ids, legs)
          end
        end
      end
    end
  end
end

--- Step 3: everybody who was told to, and everybody who must, side by side through the minutes of the bound. Alone:
--- by a house rule each command is executed as it is given, and those who must move do when the phase is over.
function M.march(play, _, with)
  local commands, movers, busy = with.commands, {}, {}
  local all_move = not (with.alone and #commands > 0)
  if play:told() then
    each_move(play, commands, busy, function(id, _, legs) told_movement.move(play, id, legs) end)
    if all_move then told_movement.must_move(play) end
  else
    local unseen = come_upon.looker(play)
    each_move(play, commands, busy, function(id, all, legs)
      movers[#movers + 1] = mover_of(play, id, all_stages(play, id, all, legs), legs, unseen(id))
    end)
    for id, unit in play:units() do
      if all_move and not busy[id] then movers[#movers + 1] = must_move(play, id, unit, unseen) end
    end
    local before = come_upon.before(play, movers, unseen)
    motion.run(play, movers)
    come_upon.attack(play, before)
  end
end

--- Generals ride, and batteries join formations.
function M.others(play, _, with)
  for _, cmd in ipairs(with.commands) do
    if cmd["do"] ~= "move" then play:perform(cmd) end
  end
end

return M
