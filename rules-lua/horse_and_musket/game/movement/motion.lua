-- 4.2.1, 4.2.2, 4.2.2bis, R36 to R38: how far a unit may go straight ahead or back and with which turn, and its going.

local army <const> = use "game/army/units"
local leaders <const> = use "game/command/leaders"
local overruled <const> = use "game/command/players_overrule"
local rates <const> = use "game/movement/rates"
local rivers <const> = use "game/movement/rivers"
local room <const> = use "game/movement/room"
local stops <const> = use "game/movement/stops"
local terrain <const> = use "game/movement/terrain"

story {
  moved = "{unit} [{verb}] {distance} mm{say}.",
  may_go = "{unit} [{verb}] up to {distance} mm, {difficult} mm if any of the way is difficult{say}.",
  may_go_all = "{unit} [{verb}] up to {distance} mm{say}.",
}

local ABOUT <const> = deg(180)

local M <const> = { ABOUT = ABOUT }

--- Why a unit may do nothing in this step, or nil: it wants leave, and may not have charged or been thrown back.
function M.refuse_state(view, id)
  local unit = view:unit(id)
  if not army.present(unit) then return refuse("unit", "is not on the table") end
  if unit.retired then
    return refuse("unit", "has been thrown back by fire and does nothing more this turn", { cite = "4.1.5 R32" })
  end
  if unit.charging or unit.countercharging then return refuse("unit", "is charging", { cite = "4.1.9 R24" }) end
  if not unit.may_move then return refuse("unit", "has no leave to move this turn", { cite = "3 R24" }) end
end

--- The same for what takes its one move.
function M.refuse_move(view, id)
  local fault, unit = M.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if unit.acted == "change" and unit.arm ~= "artillery" then
    return refuse("unit", "has no move left after its change of formation", { cite = "4.2.5.2" })
  end
  if unit.acted then return refuse("unit", "has made its move this turn", { cite = "4.2.2bis R36" }) end
end

---@class horse_and_musket.Reach how far a unit may go from a base
---@field um integer
---@field good integer its rate
---@field difficult integer its rate when any of the way is difficult
---@field clear integer how far nothing stops it
---@field stop table? what does
---@field way table

--- Has the unit been turned, for this move, out of difficult going (R37)?
local function begun_rough(view, id, unit, base, march)
  if unit.turned == "difficult" and not march then return true end
  return base.facing ~= unit.base.facing and terrain.stands_rough(view, id)
end

--- How far a unit may go straight ahead from a base of its, or straight back.
---@return horse_and_musket.Reach
function M.reach(view, id, base, back, march)
  local unit = view:unit(id)
  local good, difficult = rates.of(view, unit, back, march)
  local way = terrain.way(view, id, base, good, back and ABOUT or 0)
  if way.difficult_at ~= 0 and begun_rough(view, id, unit, base, march) then
    way.difficult_at, way.difficult, way.going = 0, nil, "difficult"
  end
  local stop = stops.first(way)
  local clear = stop and stop.at or good
  local um = clear
  if way.difficult_at and way.difficult_at < clear then
    um = math.max(math.min(way.difficult_at, clear), math.min(difficult, clear))
  end
  return { um = um, good = good, difficult = difficult, clear = clear, stop = stop, way = way }
end

--- The difficult ground of a way, in words.
local function rough_name(view, way)
  return way.difficult and stops.name(view, way.difficult) or "the difficult going that it is turned out of"
end

--- Why it may not go so far, or nil.
function M.refuse_distance(view, id, base, reach, um)
  if um > reach.good then
    return refuse("distance", ("is %g mm, its move is %d mm"):format(um / mm(1), reach.good // mm(1)), {
      cite = "4.2.2", margin = army.short_by(reach.good - um),
    })
  end
  if um > reach.clear then return stops.refusal(view, id, base, reach, um) end
  if um > reach.um then
    local name = rough_name(view, reach.way)
    return refuse("distance", ("is %g mm: from %d mm on it is in %s, and its whole move is difficult, %d mm"):format(
      um / mm(1), reach.way.difficult_at // mm(1), name, reach.difficult // mm(1)), {
      cite = "4.2.2 R37", margin = army.short_by(reach.um - um),
    })
  end
  if um < (reach.way.leaves_at or 0) then
    return refuse("distance", ("leaves it in contact with %s"):format(stops.name(view, reach.way.leaves)), {
      cite = "C.3a", margin = army.short_by(um - reach.way.leaves_at),
    })
  end
end

--- What `movement.turn` is asked of a turn; part of a degree counts as one.
function M.turn_args(unit, angle)
  return { troop = unit.troop, formation = unit.drill, turn_deg = -(-math.abs(angle) // deg(1)) }
end

function M.turn_cost(view, unit, angle) return view:ask("movement.turn", M.turn_args(unit, angle)) end

--- A base turned on its centre, or why there is no room for that.
---@param against { enemy: string, area: string? }? the enemy that is charged after the turn, and what it holds
function M.turned(view, id, base, angle, arg, against)
  local there = tabletop.turned(base, angle)
  if angle == 0 or army.told(view) then return there end
  local free, by = room.swing(view, id, base, angle)
  if free < math.abs(angle) then
    return nil, refuse(arg, ("is stopped by %s after %d degrees"):format(stops.name(view, by), free // deg(1)), {
      cite = "4.2.8", margin = (free - math.abs(angle)) // deg(1), unit = "degrees",
    })
  end
  local wrong = room.wrong_place(view, id, there, against and against.area, against and against.enemy)
  if wrong then return nil, stops.no_room(view, arg, wrong) end
  return there
end

--- The one pivot of a move: no second, and no further than is free.
function M.refuse_pivot(view, unit, pivot, again)
  if pivot == 0 then return nil end
  if unit.turned and not again then
    return refuse("unit", "has turned in this move already", { cite = "4.2.2bis.1" })
  end
  if M.turn_cost(view, unit, pivot).cost ~= "free" then
    local most = deg(view.rules.tables.turning "all_others")
    return refuse("pivot", ("is %s, a move has one of %d"):format(M.degrees(pivot), most // deg(1)), {
      cite = "4.2.1", margin = (most - math.abs(pivot)) // deg(1), unit = "degrees",
    })
  end
end

--- Where a move ahead leads and at which going, or why it cannot be made.
local function judge(view, cmd, march)
  local pivot = cmd.when == "first" and cmd.pivot or 0
  local base, fault = M.turned(view, cmd.unit, view:unit(cmd.unit).base, pivot, "pivot")
  if fault then return fault end
  local reach = M.reach(view, cmd.unit, base, false, march)
  fault = M.refuse_distance(view, cmd.unit, base, reach, cmd.distance)
  if fault then return fault end
  local there = tabletop.slid(base, cmd.distance)
  local difficult = reach.way.difficult_at ~= nil and reach.way.difficult_at < cmd.distance
  if cmd.when == "last" and cmd.pivot ~= 0 then
    there, fault = M.turned(view, cmd.unit, there, cmd.pivot, "pivot")
    if fault then return fault end
    difficult = difficult or terrain.way(view, cmd.unit, there, mm(1)).difficult_at == 0
    if difficult and cmd.distance > reach.difficult then
      return refuse("pivot", ("brings it into difficult going: its whole move is %d mm"):format(
        reach.difficult // mm(1)), { cite = "4.2.2 R37", margin = army.short_by(reach.difficult - cmd.distance) })
    end
  end
  return nil, { base = there, difficult = difficult }
end

--- The same where the players measure: they are asked about the ground only when that decides.
local function judge_told(view, cmd, march)
  local good, difficult = rates.of(view, view:unit(cmd.unit), false, march)
  local um = cmd.distance
  if not um then return nil, {} end
  local reach = { um = good, good = good, difficult = difficult, clear = good, way = {} }
  local fault = M.refuse_distance(view, cmd.unit, nil, reach, um)
  if fault or um <= difficult then return fault, {} end
  if terrain.told_difficult(view, cmd.unit) then
    return refuse("distance", ("is %g mm, %d mm when any of its way is difficult"):format(
      um / mm(1), difficult // mm(1)), { cite = "4.2.2 R37", margin = army.short_by(difficult - um) })
  end
  return nil, { difficult = false }
end

--- Why a unit does not go straight ahead or back, as it is: deployed guns, garrisons.
function M.refuse_bound(view, id)
  local unit = view:unit(id)
  if unit.drill == "deployed" then
    return refuse("unit", "is deployed: guns move when they are limbered", { cite = "4.2.2" })
  end
  if unit.inside then
    return refuse("unit", ("is in %s: it must leave"):format(stops.name(view, unit.inside)), { cite = "SR.3 SR.4" })
  end
end

--- Why a move straight ahead cannot be made, or nil and where it leads.
function M.check_ahead(view, cmd, march)
  local unit, fault = view:unit(cmd.unit), M.refuse_bound(view, cmd.unit)
  fault = fault or M.refuse_pivot(view, unit, cmd.pivot, march)
  if fault then return fault end
  if army.told(view) then return judge_told(view, cmd, march) end
  if not cmd.distance then return refuse("distance", "is required: how far does it go?") end
  return judge(view, cmd, march)
end

--- Sets a unit down on another base; its generals go along (R9).
function M.set_down(play, id, base)
  local unit = play:unit(id)
  if not army.on_map(unit) then return end
  play:set(unit, "base", { x = base.x, y = base.y, facing = base.facing, width = base.width, depth = base.depth })
  rivers.settle(play, id)
  play:follow(id)
end

--- An angle in words, whichever hand it is to.
function M.degrees(angle)
  local off = math.abs(angle) / deg(1)
  return off == 1 and "1 degree" or ("%g degrees"):format(off)
end

--- The same to the nearest whole degree, for the story.
function M.about(angle)
  return M.degrees((math.abs(angle) + deg(1) // 2) // deg(1) * deg(1))
end

local function turning(pivot, when)
  if pivot == 0 then return "" end
  local order = when == "last" and "then" or "having"
  return (", %s turned %s to the %s"):format(order, M.about(pivot), pivot < 0 and "left" or "right")
end

--- What the players are told of a move that they make: how far they may go with it.
local function tell_told(play, id, verb, say, march, back)
  local good, difficult = rates.of(play, play:unit(id), back, march)
  if play:unit(id).river == "in" then
    play:set(play:unit(id), "river", nil)
    play:set(play:unit(id), "river_area", nil)
  end
  play:tell(good == difficult and "may_go_all" or "may_go", {
    unit = id, verb = "may " .. verb, distance = good // mm(1), difficult = difficult // mm(1), say = say,
    cite = "4.2.2",
  })
end

--- Where a move leads that the players have overruled, how far that is, and what is in the way of more.
function M.allowed(view, cmd, back)
  if not cmd.distance then error({ arg = "distance", message = "distance is required: how far does it go?" }, 0) end
  local base = view:unit(cmd.unit).base
  if cmd.when == "first" then base = overruled.turned(view, cmd.unit, base, cmd.pivot) end
  local there, um, by = overruled.slid(view, cmd.unit, base, cmd.distance, back and ABOUT or 0)
  if cmd.when == "last" then there = overruled.turned(view, cmd.unit, there, cmd.pivot) end
  return there, um, by
end

--- Makes a move that has been found fit, or that the players will have.
---@param opts { verb: string, told: string, cite: string, march: boolean?, back: boolean? }
function M.go(play, cmd, found, opts)
  local unit = play:unit(cmd.unit)
  local say = turning(cmd.pivot or 0, cmd.when)
  if (cmd.pivot or 0) ~= 0 and not opts.march then play:set(unit, "turned", true) end
  if army.on_map(unit) then
    local base, um, by = found and found.base, cmd.distance, nil
    if not base then base, um, by = M.allowed(play, cmd, opts.back) end
    local difficult = found and found.difficult or false
    rates.record(play, "movement.allowance", rates.allowance(play, unit, difficult, opts.back, opts.march), cmd.unit)
    play:tell("moved", {
      unit = cmd.unit, verb = opts.verb, distance = um // mm(1), cite = opts.cite,
      say = say .. (difficult and ", over difficult going" or ""),
    })
    if by then play:tell("no_further", { unit = cmd.unit, by = by }) end
    local from = cmd.when == "first" and tabletop.turned(unit.base, cmd.pivot) or unit.base
    M.set_down(play, cmd.unit, base)
    leaders.passed(play, cmd.unit, from, um, opts.back and ABOUT or 0)
  else
    tell_told(play, cmd.unit, opts.told, say, opts.march, opts.back)
  end
  if not unit.moved then play:set(unit, "moved", true) end
end

--- The units of a side that may be told to do something, or the one asked for.
function M.each(view, side, of, refuse_unit)
  if of then
    local unit = view.state.units[of]
    if not unit or unit.side ~= side or refuse_unit(view, of) then unit = nil end
    return function()
      local found = unit
      unit = nil
      if found then return of, found end
    end
  end
  local next_one = view:units(side)
  return function()
    for id, unit in next_one do
      if not refuse_unit(view, id) then return id, unit end
    end
  end
end

--- How far straight on, and with a pivot at most so far.
function M.offer(view, list, id, unit, march)
  local good, difficult = rates.of(view, unit, false, march)
  if army.on_map(unit) then
    local reach = M.reach(view, id, unit.base, false, march)
    local least = math.max(mm(1), reach.way.leaves_at or 0)
    if reach.um >= least then
      local by = reach.um < reach.clear and rough_name(view, reach.way) or reach.stop and reach.stop.what
      list[#list + 1] = {
        unit = id, ranges = { distance = { least, reach.um } }, score = 1,
        text = ("%d of %d mm%s"):format(reach.um // mm(1), good // mm(1), by and ": " .. by or ""),
      }
    end
    if unit.turned and not march then return end
  end
  if good < mm(1) then return end
  local most = deg(view.rules.tables.turning "all_others")
  list[#list + 1] = {
    unit = id, ranges = { distance = { mm(1), good }, pivot = { -most, most } }, at_most = true, score = 0.9,
    text = ("with a pivot, at most; %d mm if difficult"):format(difficult // mm(1)),
  }
end

return M
