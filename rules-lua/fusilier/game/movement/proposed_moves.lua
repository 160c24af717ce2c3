-- What the commands of step 3 propose: to one's objective, straight ahead, into a combat, limbered and back into
-- action, another formation or front; generals to those they lead; batteries to those they go with.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local plans <const> = use "game/command/plans"

local M <const> = {}

local function spot(base) return { x = base.x, y = base.y } end

--- How good each kind of move looks.
local SCORES <const> = { joins = 5, guns = 4, objective = 3, forward = 2, front = 1, evolve = 0, support = 2 }

--- Along its front a unit may go ahead as long as that does not lead it away from its goal (4.5).
local function ahead(unit, goal, far)
  local toward = goal and tabletop.along(unit.base, unit.base.facing, { x = goal.x, y = goal.y }) or mm(far)
  return math.min(mm(far), goal and 2 * toward or mm(far)) // mm(1) * mm(1)
end

local function to_objective(unit, order, far, offer)
  local goal = order.target and obedience.objective(order, unit.base)
  local um = goal and select(2, tabletop.toward(unit.base, goal))
  if um and um >= mm(1) then
    local text = ("%d mm to its objective, %d in the open"):format(um // mm(1), far)
    offer { to = spot(goal), score = SCORES.objective, text = text }
  end
  local most = order.verb ~= "hold" and ahead(unit, goal, far) or 0
  if most >= mm(1) then
    offer { ranges = { forward = { mm(1), most } }, score = SCORES.forward, text = "straight ahead" }
  end
end

--- Enemies that are fought: one may come into their zone to take part.
local function joins(view, unit, far, offer)
  local zone = army.zone(view, unit.id)
  for _, near in ipairs(unit.arm ~= "artillery" and view:fact("in_reach", unit.id, far + zone) or {}) do
    if near.mm > zone and plans.is_engaged(view, near.id) then
      offer { toward = near.id, score = SCORES.joins, text = ("to take part, %d mm away"):format(near.mm) }
    end
  end
end

local function evolutions(view, unit, offer)
  local left = plans.minutes(view, unit)
  for _, drill in ipairs(plans.EVOLUTIONS) do
    if drill ~= unit.drill and not army.evolution_fault(view, unit, unit.drill, drill) then
      local takes = army.evolution_min(view, unit, unit.drill, drill)
      local score = drill == "unlimbered" and SCORES.guns or SCORES.evolve
      if takes <= left then offer { evolve = drill, score = score, text = ("%d of %d min"):format(takes, left) } end
    end
  end
end

--- Guns in action limber up, go on, and are brought into action again where that leaves the time.
local function guns_on(view, unit, order, offer)
  if not army.unlimbered(view.rules, unit) or not order.target then return end
  local takes = army.evolution_min(view, unit, "unlimbered", "limbered")
  local left = plans.minutes(view, unit) - takes
  local goal = obedience.objective(order, unit.base)
  local _, um = tabletop.toward(unit.base, goal)
  if left <= 0 or um < mm(10) then return end
  local limbered, far = army.troop(view.rules, unit, "limbered"), um // mm(1)
  local rate = obedience.allowance(view, unit, limbered, left)
  local legs, text = { { evolve = "limbered" }, { to = spot(goal) } }, ("%d of %d mm"):format(math.min(far, rate), far)
  if far <= obedience.allowance(view, unit, limbered, math.max(0, left - takes)) then
    legs[3], text = { evolve = "unlimbered" }, text .. ", and into action"
  end
  offer { legs = legs, score = SCORES.guns, text = text }
end

--- Less than this off its front, a unit faces an enemy well enough.
local FACES <const> = deg(15)

local function facing(view, unit, offer)
  local enemy = view:nearest_unit(spot(unit.base), view:other(unit.side), nil, army.stands)
  if not enemy then return end
  local bearing = geometry.bearing(unit.base, view:unit(enemy).base)
  local off = geometry.turn(unit.base.facing, bearing)
  if math.abs(off) < FACES then return end
  offer {
    facing = bearing // deg(1) * deg(1), score = SCORES.front,
    text = ("to %s, %d degrees to the %s"):format(view:name(enemy), math.abs(off) // deg(1),
      off < 0 and "left" or "right"),
  }
end

local function keeps_still(view, id) return not view:unit(id).base or plans.refuse_state(view, view:unit(id), false) end

--- What a unit may do.
local of_units <const> = proposals.each(keeps_still, function(view, _, unit, offer)
  local order = not plans.refuse_state(view, unit, true) and obedience.of(view, unit)
  local far = order and obedience.in_the_open(view, unit) or 0
  if far > 0 then
    to_objective(unit, order, far, offer)
    joins(view, unit, far, offer)
  end
  if order then guns_on(view, unit, order, offer) end
  evolutions(view, unit, offer)
  facing(view, unit, offer)
end)

--- How many of a formation may move.
local function how_many(view, id)
  local some = 0
  for _, unit in view:units_of(id) do
    if unit.base and not plans.refuse_state(view, unit, true) then some = some + 1 end
  end
  return some
end

--- What all of a formation may do together: go to its objective.
local function formations(view, side, busy, list)
  for id, formation in view:formations(side) do
    local order = formation.order
    local goes = order and order.target and obedience.MOVING[order.verb] and not busy[id]
    local some = goes and how_many(view, id) or 0
    if some > 1 then
      list[#list + 1] = {
        formation = id, to = tabletop.middle_of { order.target, order.target_end }, score = SCORES.objective - 1,
        text = ("%d units together, the same way"):format(some),
      }
    end
  end
end

--- What a move is judged with: the command that its proposal stands for, as far as it may go.
local function command_of(one)
  return {
    unit = one.unit, formation = one.formation, to = one.to, toward = one.toward, evolve = one.evolve,
    facing = one.facing, forward = one.ranges and one.ranges.forward[2], legs = one.legs or {},
  }
end

--- Moves and evolutions.
function M.moves(view, side, of, refuses)
  local list = of_units(view, side, of)
  if not of then formations(view, side, proposals.spoken_for(view, side, "formation"), list) end
  return proposals.lawful(list, function(one) return refuses(view, command_of(one)) end)
end

--- The units that a general leads: those of the formations he commands and of those under them, but guns.
local function led_by(view, general)
  local led = {}
  for id, unit in view:present(general.side) do
    local leads = unit.arm ~= "artillery" and unit.formation
      and (general.rank == "c_in_c" or view:commands(general.id, unit.formation))
    led[#led + 1] = leads and id or nil
  end
  return led
end

--- The generals of a side, or the one who is asked about, who may still ride.
local function riders(view, side, of, refuses)
  local list = {}
  for id, general in proposals.leaders(view, side, of, "general") do
    if not refuses(view, { general = id }) then list[#list + 1] = general end
  end
  return list
end

local function how_busy(view, unit)
  if unit.fighting then return 3, ", in combat" end
  if unit.target then return 2, ", attacking" end
  local attacked = army.attacking(view, view:other(unit.side))[unit.id]
  return attacked and 2 or 0, attacked and ", attacked" or ""
end

--- Generals who may join a unit that they lead.
function M.attachments(view, side, of, refuses_general, refuses)
  local list = {}
  for _, general in ipairs(riders(view, side, of, refuses_general)) do
    for _, id in ipairs(led_by(view, general)) do
      local unit = view:unit(id)
      if not refuses(view, { general = general.id, unit = id }) then
        local um = general.base and unit.base and select(2, tabletop.toward(general.base, unit.base))
        local away, score, busy = um and um // mm(1), how_busy(view, unit)
        list[#list + 1] = {
          general = general.id, unit = id, text = (away and away .. " mm away" or "to lead it in person") .. busy,
          score = score * 10000 - (away or 0),
        }
      end
    end
  end
  return best_first(list)
end

--- How far a general keeps behind those he leads.
local BEHIND <const> = mm(60)

--- Generals who may ride to behind the middle of those they lead.
function M.rides(view, side, of, refuses_general)
  local list, size = {}, view.state.ground
  for _, general in ipairs(riders(view, side, of, refuses_general)) do
    local led = led_by(view, general)
    local middle = general.base and view:middle(led)
    if middle then
      local at = geometry.step(middle, (view:unit(led[1]).base.facing + deg(180)) % deg(360), BEHIND)
      at = { x = math.max(0, math.min(size.width, at.x)), y = math.max(0, math.min(size.depth, at.y)) }
      local _, um = tabletop.toward(general.base, at)
      if um >= BEHIND then
        local text = ("behind the middle of those he leads, %d mm away"):format(um // mm(1))
        list[#list + 1] = { general = general.id, to = at, text = text, score = -um // mm(1) }
      end
    end
  end
  return best_first(list)
end

--- Batteries that may join a formation, and light guns that may go with a battalion.
function M.batteries(view, side, of, refuses)
  local list = {}
  for id, unit in proposals.units(view, side, of) do
    if unit.arm == "artillery" and tabletop.present(unit) then
      for formation, node in view:formations(side) do
        if node.quality then
          list[#list + 1] = { unit = id, formation = formation, text = "as part of it", score = -5 }
        end
      end
      for battalion, body in view:present(army.light_artillery(view.rules, unit) and side or "") do
        if body.arm == "infantry" and unit.attached_to ~= battalion then
          list[#list + 1] = { unit = id, battalion = battalion, text = "to go with it", score = -4 }
        end
      end
    end
  end
  return proposals.lawful(list, function(cmd) return refuses(view, cmd) end)
end

return M
