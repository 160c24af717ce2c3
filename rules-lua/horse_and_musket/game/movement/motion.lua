-- 4.2.1, 4.2.2, 4.2.2bis, R36 to R38: how far a unit may go straight ahead or back and with which turn, and its going.

local leaders <const>, overruled <const> = use("game/command/leaders", "game/command/players_overrule")
local rates <const>, rivers <const> = use("game/movement/rates", "game/movement/rivers")
local stops <const>, terrain <const> = use("game/movement/stops", "game/movement/terrain")

local ABOUT <const> = deg(180)

local M <const> = { ABOUT = ABOUT }

--- Why a unit may do nothing in this step, or nil: it wants leave, and may not have charged or been thrown back.
function M.refuse_state(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if unit.retired then
    return refuse("unit", "has been thrown back by fire and does nothing more this turn", "4.1.5 R32")
  end
  if unit.charging or unit.countercharging then return refuse("unit", "is charging", "4.1.9 R24") end
  if not unit.may_move then return refuse("unit", "has no leave to move this turn", "3 R24") end
end

--- The same for what takes its one move.
function M.refuse_move(view, id)
  local fault, unit = M.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if unit.acted == "change" and unit.arm ~= "artillery" then
    return refuse("unit", "has no move left after its change of formation", "4.2.5.2")
  end
  if unit.acted then return refuse("unit", "has made its move this turn", "4.2.2bis R36") end
  if unit.river == "in" and view.rules.wrapped "river.cross" then
    local found = view:ask("river.cross", rates.crossing(view, unit, "in_river"), id)
    if found.in_river then return refuse("unit", "does not come out of the river this turn", "R44") end
  end
end

--- Has the unit been turned, for this move, out of difficult going (R37)?
local function begun_rough(view, id, base, march)
  local unit = view:unit(id)
  if unit.turned == "difficult" and not march then return true end
  return base ~= nil and base.facing ~= unit.base.facing and terrain.stands_rough(view, id)
end

---@class horse_and_musket.Reach: limber.Reached how far a unit may go from a base
---@field good integer its rate
---@field difficult integer its rate when any of the way is difficult
---@field path limber.Path
---@field rough_at integer? where difficult going begins
---@field rough string? and which ground that is; nil when it is turned out of it

--- How far a unit may go straight ahead from a base of its, or straight back; `wanted`: how far it means to go.
---@return horse_and_musket.Reach
function M.reach(view, id, base, back, march, wanted)
  local good, difficult = rates.of(view, view:unit(id), back, march)
  local path, rough = view:path(id, { slide = good, angle = back and ABOUT or 0 }, { from = base }), nil
  local reach = view:reach(path, function(legs, i)
    if rough == nil then rough = begun_rough(view, id, base, march) end
    for n = 1, i do
      if rough or legs[n].going == "difficult" then return difficult end
    end
    return good
  end, wanted)
  reach.path, reach.good, reach.difficult = path, good, difficult
  reach.rough_at, reach.rough = terrain.difficult_at(path)
  if rough and reach.rough_at ~= 0 then reach.rough_at, reach.rough = 0, nil end
  return reach
end

--- The difficult ground of a move, in words.
local function rough_name(view, reach)
  return reach.rough and view:called(reach.rough) or "the difficult going that it is turned out of"
end

--- Why it may not go so far, or nil.
function M.refuse_distance(view, reach, um)
  if um > reach.good then
    return refuse("distance", ("is %g mm, its move is %d mm"):format(um / mm(1), reach.good // mm(1)), {
      cite = "4.2.2", margin = tabletop.short_by(reach.good - um),
    })
  end
  if um > reach.clear then return stops.refusal(view, reach.path, reach.stop, um) end
  if um > reach.um then
    local text, most = "is %g mm, %d mm when any of its way is difficult", reach.difficult // mm(1)
    if reach.path.base then
      text = ("is %%g mm: from %d mm on it is in %s, and its whole move is difficult, %%d mm"):format(
        reach.rough_at // mm(1), rough_name(view, reach))
    end
    return refuse("distance", text:format(um / mm(1), most), {
      cite = "4.2.2 R37", margin = tabletop.short_by(reach.um - um),
    })
  end
  if um < (reach.path.leaves_at or 0) then
    return refuse("distance", ("leaves it in contact with %s"):format(view:called(reach.path.leaves)), {
      cite = "C.3a", margin = tabletop.short_by(um - reach.path.leaves_at),
    })
  end
end

--- What `movement.turn` is asked of a turn; part of a degree counts as one.
function M.turn_args(view, unit, angle)
  local args = { formation = unit.drill, turn_deg = -(-math.abs(angle) // deg(1)) }
  return view:question("movement.turn", unit.id, args)
end

function M.turn_cost(view, unit, angle) return view:ask("movement.turn", M.turn_args(view, unit, angle), unit.id) end

--- The widest turn before or after a move that costs nothing, in degrees.
function M.free_turn(view, id)
  local unit, most = view:unit(id), view.rules.tables.turning "all_others"
  if not view.rules.wrapped "movement.turn" then return most end
  local function free(angle)
    local found = view:ask("movement.turn", M.turn_args(view, unit, deg(angle)), id)
    return found.cost == "free" and found.may_move
  end
  while most < 180 and free(most + 1) do most = most + 1 end
  while most > 0 and not free(most) do most = most - 1 end
  return most
end

--- A base turned on its centre, or why there is no room for that.
---@param base table? none in a told game
---@param against { against: string, enters: string? }? the enemy that is charged after the turn, and what it holds
function M.turned(view, id, base, angle, arg, against)
  if angle == 0 or not base then return base end
  local there = tabletop.turned(base, angle)
  local free, by = view:swing(id, base, angle)
  if free < math.abs(angle) then
    return nil, refuse(arg, ("is stopped by %s after %d degrees"):format(view:called(by), free // deg(1)), {
      cite = "4.2.8", margin = (free - math.abs(angle)) // deg(1), unit = "degrees",
    })
  end
  local wrong = view:room(id, there, against)
  if wrong then return nil, stops.no_room(view, arg, wrong) end
  return there
end

--- The one pivot of a move: no second, and no further than is free.
function M.refuse_pivot(view, unit, pivot, again)
  if pivot == 0 then return nil end
  if unit.turned and not again then return refuse("unit", "has turned in this move already", "4.2.2bis.1") end
  local cost = M.turn_cost(view, unit, pivot)
  if cost.cost ~= "free" or not cost.may_move then
    local most = deg(M.free_turn(view, unit.id))
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
  local reach = M.reach(view, cmd.unit, base, false, march, cmd.distance)
  fault = M.refuse_distance(view, reach, cmd.distance)
  if fault or not base then return fault, {} end
  local there, difficult = tabletop.slid(base, cmd.distance), (reach.rough_at or cmd.distance) < cmd.distance
  if cmd.when == "last" and cmd.pivot ~= 0 then
    there, fault = M.turned(view, cmd.unit, there, cmd.pivot, "pivot")
    if fault then return fault end
    difficult = difficult or terrain.stands_rough(view, cmd.unit, there)
    if difficult and cmd.distance > reach.difficult then
      return refuse("pivot", ("brings it into difficult going: its whole move is %d mm"):format(
        reach.difficult // mm(1)), { cite = "4.2.2 R37", margin = tabletop.short_by(reach.difficult - cmd.distance) })
    end
  end
  return nil, { base = there, difficult = difficult }
end

--- Why a unit does not go straight ahead or back, as it is: deployed guns, garrisons.
function M.refuse_bound(view, id)
  local unit = view:unit(id)
  if unit.drill == "deployed" then return refuse("unit", "is deployed: guns move when they are limbered", "4.2.2") end
  if unit.inside then
    return refuse("unit", ("is in %s: it must leave"):format(view:called(unit.inside)), "SR.3 SR.4")
  end
end

--- On a measured table a move says how far it goes.
function M.refuse_no_distance(unit, cmd)
  if unit.base and not cmd.distance then return refuse("distance", "is required: how far does it go?") end
end

--- Why a move straight ahead cannot be made, or nil and where it leads.
function M.check_ahead(view, cmd, march)
  local unit, fault = view:unit(cmd.unit), M.refuse_bound(view, cmd.unit)
  fault = fault or M.refuse_pivot(view, unit, cmd.pivot, march)
  fault = fault or M.refuse_no_distance(unit, cmd)
  if fault or not cmd.distance then return fault, {} end
  return judge(view, cmd, march)
end

-- Where it comes to stand in a river; its generals go along (R9).
set_down(function(play, id)
  rivers.settle(play, id)
  play:follow(id)
end)

--- An angle in words, whichever hand it is to.
function M.degrees(angle)
  local off = math.abs(angle) / deg(1)
  return off == 1 and "1 degree" or ("%g degrees"):format(off)
end

--- The same to the nearest whole degree, for the story.
function M.about(angle) return M.degrees((math.abs(angle) + deg(1) // 2) // deg(1) * deg(1)) end

local function turning(pivot, when)
  if pivot == 0 then return "" end
  local order = when == "last" and "then" or "having"
  return (", %s turned %s to the %s"):format(order, M.about(pivot), pivot < 0 and "left" or "right")
end

--- What the players are told of a move that they make: how far they may go with it.
local function tell_told(play, id, verb, say, march, back)
  local good, difficult = rates.of(play, play:unit(id), back, march)
  if play:unit(id).river == "in" then play:forget(play:unit(id), { "river", "river_area" }) end
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
  if unit.base then
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
    play:set_down(cmd.unit, base)
    leaders.passed(play, cmd.unit, from, um, opts.back and ABOUT or 0)
  else
    tell_told(play, cmd.unit, opts.told, say, opts.march, opts.back)
  end
  if not unit.moved then play:set(unit, "moved", true) end
end

--- How far straight on, and with a pivot at most so far.
function M.offer(view, id, unit, offer, march)
  local good, difficult = rates.of(view, unit, false, march)
  if unit.base then
    local reach = M.reach(view, id, unit.base, false, march)
    local least = math.max(mm(1), reach.path.leaves_at or 0)
    if reach.um >= least then
      local by = reach.leg and rough_name(view, reach) or reach.stop and stops.what(view, reach.stop)
      offer {
        ranges = { distance = { least, reach.um } }, score = 1,
        text = ("%d of %d mm%s"):format(reach.um // mm(1), good // mm(1), by and ": " .. by or ""),
      }
    end
    if unit.turned and not march then return end
  end
  if good < mm(1) then return end
  local most = deg(M.free_turn(view, id))
  offer {
    ranges = { distance = { mm(1), good }, pivot = { -most, most } }, at_most = true, score = 0.9,
    text = ("with a pivot; %d mm where it is difficult"):format(difficult // mm(1)),
  }
end

return M
