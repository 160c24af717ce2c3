-- What a command to move says, worked out for each unit it moves: legs, where they lead, and whether its orders and
-- its evolutions allow them (4.5, 6.4).

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")

local EVOLUTIONS <const> = { "line", "column", "square", "skirmish", "mounted", "dismounted", "limbered", "unlimbered" }

record "move_leg" {
  point "to" { optional = true }, unit "toward" { optional = true }, length "forward" { mm(1), optional = true },
  enum "evolve" { optional = true, values = EVOLUTIONS }, angle "facing" { optional = true },
}

local M <const> = { EVOLUTIONS = EVOLUTIONS }

--- A command's legs, one thing each: what it says itself, then those it lists.
function M.legs_of(cmd)
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

function M.goes(legs) return lists.find(legs, function(leg) return leg.goes end) ~= nil end

--- The units a command is to: one, or all on the table of a formation and those under it.
function M.each_of(view, cmd)
  if cmd.unit then return { cmd.unit } end
  local ids = {}
  for id, unit in view:units_of(cmd.formation, true) do ids[#ids + 1] = tabletop.present(unit) and id or nil end
  return ids
end

--- Where each leg leads: of one unit a point; of several the same way for all, that their middle must go.
function M.marks_of(view, ids, legs)
  local marks, from = {}, #ids > 1 and view:middle(ids) or nil
  for i, leg in ipairs(legs) do
    local at = leg.to or leg.toward and view:unit(leg.toward).base
    if at and from then
      marks[i] = { dx = at.x - from.x, dy = at.y - from.y }
      from = { x = at.x, y = at.y }
    elseif at then
      marks[i] = { x = at.x, y = at.y }
    end
  end
  return marks
end

--- The point that a mark means to a body that sets out from where it is.
function M.place(mark, base) return mark.dx and { x = base.x + mark.dx, y = base.y + mark.dy } or mark end

--- Minutes a unit has: under its orders to go anywhere; without any, the bound to evolve in.
function M.minutes(view, unit)
  if obedience.of(view, unit) then return obedience.minutes(view, unit) end
  return view.rules.constant.bound - (unit.minutes_used or 0)
end

--- May the unit do anything at all in step 3? To go anywhere it needs an order in force.
function M.refuse_state(view, unit, goes)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if not army.free(unit) then return refuse("unit", "is " .. unit.status, "6.4 10.2 10.5 11.1") end
  if unit.fighting then return refuse("unit", "is in combat", "10.5") end
  if unit.target then return refuse("unit", "has attacked this bound", "4.6") end
  if unit.abandoned then return refuse("unit", "stands without its gunners", "10.1") end
  if unit.attached_to and not view.rules.option.light_guns_as_artillery then
    return refuse("unit", "goes with its battalion", "6.2 R30")
  end
  if not goes then return nil end
  if not obedience.of(view, unit) then return refuse("unit", "has no active order", "4.5") end
  local left = obedience.minutes(view, unit)
  if left <= 0 then
    return refuse("unit", "has no minutes left this bound", { cite = "4.5", margin = left, unit = "min" })
  end
end

--- Does an enemy fight, or is it about to? One may come into its zone to take part (10.1).
function M.is_engaged(view, id)
  local enemy = view.state.units[id]
  return enemy.fighting or enemy.target or lists.find(view.state.order.sides, function(side)
    return army.attacking(view, side)[id]
  end) ~= nil
end

--- The evolutions of its legs, one after another, within the minutes it has. In a command to many, who is in the
--- formation already need not take it.
function M.refuse_evolutions(view, unit, legs, many)
  local drill, left = unit.drill, M.minutes(view, unit)
  for _, leg in ipairs(legs) do
    if leg.goes and army.unlimbered(view.rules, unit, drill) then
      return refuse("unit", "is unlimbered", "R27")
    elseif leg.evolve and not (many and leg.evolve == drill) then
      local fault = army.evolution_fault(view, unit, drill, leg.evolve)
      if fault then return refuse("evolve", (fault.message:gsub("^%S+ ", "", 1)), "6.4") end
      left = left - army.evolution_min(view, unit, drill, leg.evolve)
      if left < 0 then
        local text = ("needs %d min more than it has"):format(-left)
        return refuse("evolve", text, { cite = "R32", margin = left, unit = "min" })
      end
      drill = leg.evolve
    end
  end
end

--- Where the legs bring a body, one going leg after another, if nothing is in the way.
local function ends_of(view, base, legs, marks)
  local at, facing, ends = { x = base.x, y = base.y }, base.facing, {}
  for i, leg in ipairs(legs) do
    if leg.forward then
      at = geometry.step(at, facing, leg.forward)
    elseif leg.goes then
      local to = M.place(marks[i], at)
      local bearing = geometry.bearing(at, to)
      if math.abs(geometry.turn(facing, bearing)) > army.incline(view) then facing = bearing end
      at = to
    elseif leg.facing then
      facing = leg.facing
    end
    if leg.goes then ends[#ends + 1] = at end
  end
  return ends
end

--- 4.5: who obeys an order may not leave off obeying it. To leave the ground one holds, or go back from one's goal,
--- needs a fresh one.
function M.refuse_leaving(view, unit, legs, marks)
  local order = obedience.of(view, unit)
  if not order or not M.goes(legs) then return nil end
  if not order.target then return order.verb == "hold" and refuse("unit", "is ordered to hold", "4.5") or nil end
  local goal = obedience.objective(order, unit.base)
  local _, was = tabletop.toward(unit.base, goal)
  for _, at in ipairs(ends_of(view, unit.base, legs, marks)) do
    local off = select(2, tabletop.toward(at, goal)) - was
    if off > mm(1) then
      local text = ("is to %s, and that leads %d mm away from it"):format(order.verb, off // mm(1))
      return refuse("unit", text, { cite = "4.5", margin = -(off // mm(1)) })
    end
  end
end

return M
