-- 4.5, R16 to R19, R98: which orders are in force, for which units, and in which minutes of the bound.
--
-- A formation keeps its `order`, those that it took over from within this bound (`earlier`), and those that are still
-- to take effect (`coming_orders`). Of those in effect, its own formation's and those of the formations above it, a
-- unit obeys the one issued last; an order issued before one that it obeys already means nothing to it (R98).

local army <const> = use "game/army/units"

secret "formation" { "activated", "stays", "dropped", "keeps", "awaits" } -- what is ordered shows when troops move

--- Verbs that take a formation somewhere: without somewhere to go they mean nothing (R20, R21).
local MOVING <const> = { attack = true, seize = true, move = true, withdraw = true }

--- Verbs under which a formation may attack.
local ATTACKS <const> = { attack = true, seize = true, move = true }

--- When a bound begins and ends.
local function time_of(view, bound)
  local question = { start_min = view.state.battle.start_min, bound = bound }
  if not view.rules.may_throw "time.bound" then return view.rules.call("time.bound", question) end
  return view:ask("time.bound", question)
end

--- The minute of the day at which a bound begins, the present one when none is given.
local function now(view, bound) return time_of(view, bound or math.max(1, view.state.turn)).begins_min end

--- An order as the state holds it: what to do, the point, line or words it is about, and its times.
local function copy_of(order)
  local target, target_end = order.target, order.target_end
  return {
    verb = order.verb, aim = order.aim, target = target and { x = target.x, y = target.y },
    target_end = target_end and { x = target_end.x, y = target_end.y }, number = order.number,
    issued_min = order.issued_min, arrives_min = order.arrives_min, activates_min = order.activates_min,
  }
end

local function aim_of(order) return order.aim and (" %s"):format(order.aim) or "" end

--- Takes out of a formation, and those under it, what was issued before an order and has not taken effect (R19).
local function void_earlier(play, id, order)
  for other, formation in play:formations(play:formation(id).side) do
    if play:belongs(other, id) then
      local void = false
      for i = #(formation.coming_orders or {}), 1, -1 do
        if formation.coming_orders[i].number < order.number then
          play:remove(formation.coming_orders, i)
          void = true
        end
      end
      if void then play:tell("dropped", { formation = other, cite = "R19" }) end
    end
  end
end

--- Tells which formations below obey an order already that was issued later than the one that takes effect (R98).
local function tell_who_keeps(play, id, order)
  for other, formation in play:formations(play:formation(id).side) do
    local own = formation.order
    local later = own and (own.issued_min or 0) > (order.issued_min or 0)
    if other ~= id and later and play:belongs(other, id) then
      play:tell("keeps", { formation = other, verb = own.verb, aim = aim_of(own), cite = "R98" })
    end
  end
end

--- An order takes effect, `late` minutes into the bound.
local function takes_effect(play, id, order, late)
  local formation, kept = play:formation(id), copy_of(order)
  local _, at = lists.find(formation.coming_orders, function(other) return other == order end)
  play:remove(formation.coming_orders, at)
  if formation.order then play:append(formation.earlier, copy_of(formation.order)) end
  play:set(formation, "order", kept)
  local left = play.rules.constant.bound - late
  play:set(formation, "minutes_left", left)
  local key = MOVING[kept.verb] and "activated" or "stays"
  play:tell(key, { formation = id, verb = kept.verb, aim = aim_of(kept), left = left, cite = "4.5" })
  void_earlier(play, id, kept)
  tell_who_keeps(play, id, kept)
end

--- Does the one order take effect before the other? Of two at once the one issued first does.
local function takes_effect_before(one, other)
  local mine, theirs = one.activates_min or 0, other.activates_min or 0
  if mine ~= theirs then return mine < theirs end
  return (one.number or 0) < (other.number or 0)
end

--- The order that takes effect first, of a formation or of all: it and its formation.
local function next_order(play, of)
  local first, whose
  for id, formation in play:formations() do
    for _, order in ipairs((not of or id == of) and formation.coming_orders or {}) do
      if not first or takes_effect_before(order, first) then first, whose = order, id end
    end
  end
  return first, whose
end

local function tell_awaited(play, id)
  local order = next_order(play, id)
  if not order then return end
  local at, _, left = clock.bound(play.state.battle.start_min, play.rules.constant.bound, order.activates_min)
  play:tell("awaits", {
    formation = id, verb = order.verb, aim = aim_of(order), clock = clock.format(order.activates_min),
    bound = at, left = left, cite = "4.5",
  })
end

local M <const> = { MOVING = MOVING, ATTACKS = ATTACKS, now = now, copy_of = copy_of, aim_of = aim_of }

--- Orders that take effect in this bound, in the order of time (4.5, R18): their units have the minutes that are left.
function M.activate(play)
  local time = time_of(play, math.max(1, play.state.turn))
  for _, formation in play:formations() do
    play:set(formation, "minutes_left", play.rules.constant.bound)
    play:set(formation, "earlier", {})
  end
  local order, id = next_order(play)
  while order and order.activates_min < time.ends_min do
    takes_effect(play, id, order, math.max(0, order.activates_min - time.begins_min))
    order, id = next_order(play)
  end
  for formation in play:formations() do
    if play:told() then tell_awaited(play, formation) end
  end
end

--- The minute of this bound from which an order is in force.
local function since(view, order)
  return order and order.activates_min and math.max(0, order.activates_min - now(view)) or 0
end

--- The orders of a unit's formation and those above it, in the order in which they take effect.
local function orders_over(view, unit)
  local orders, id = {}, unit.formation
  while id do
    local formation = view:formation(id)
    if formation.earlier and formation.earlier[1] then lists.append(orders, formation.earlier) end
    orders[#orders + 1] = formation.order
    id = formation.formation
  end
  if #orders > 1 then table.sort(orders, takes_effect_before) end
  return orders
end

--- The orders that a unit obeys in this bound, one after another: of those that have taken effect, its formation's and
--- those above it, the ones issued no earlier than any before. The last is in force.
local function in_turn(view, unit)
  local orders, latest = {}, -1
  for _, order in ipairs(orders_over(view, unit)) do
    local number = order.number or 0
    if number >= latest then orders[#orders + 1], latest = order, number end
  end
  return orders
end

--- What a unit obeys in the minutes of this bound, in their order: { order, from, till } each.
function M.obeyed(view, unit)
  local list, till = in_turn(view, unit), view.rules.constant.bound
  for i = #list, 1, -1 do
    list[i] = { order = list[i], from = since(view, list[i]), till = till }
    till = list[i].from
  end
  return list
end

--- The order in force for a unit; nil when it has none.
function M.of(view, unit)
  local in_force, latest = nil, -1
  for _, order in ipairs(orders_over(view, unit)) do
    local number = order.number or 0
    if number >= latest then in_force, latest = order, number end
  end
  return in_force
end

--- Minutes a unit still has this bound: those that are left under its order, of what it has not used.
function M.minutes(view, unit)
  local order, bound = M.of(view, unit), view.rules.constant.bound
  if not order then return 0 end
  return math.min(bound - since(view, order), bound - (unit.minutes_used or 0))
end

--- Minutes left at the end of step 3 for what a unit is compelled to do: what is left of the bound after its move, or
--- after its order took effect (R18).
function M.minutes_after(view, unit)
  local busy = math.max(unit.busy_till or 0, unit.minutes_used or 0, since(view, M.of(view, unit)))
  return math.max(0, view.rules.constant.bound - busy)
end

--- Where a unit goes to carry an order out: its point, or the nearest point of its line.
function M.objective(order, base)
  local one, other = order.target, order.target_end
  if not other or one.x == other.x and one.y == other.y then return one end
  return geometry.distance({ x = base.x, y = base.y }, { line = { one, other } }).to
end

--- How far a unit comes as troops of a kind in so many minutes over open ground, in millimetres.
function M.allowance(view, unit, troop, minutes, unlimbered)
  if not view.rules.may_throw "move.allowance" then -- as all units are asked about all the time
    return view.rules.call("move.allowance", {
      troop = troop, attached_to = "infantry_line", terrain = "open", minutes = minutes, obstacles = 0,
      unlimbered = unlimbered,
    }).allowance_mm
  end
  local move = view:described({ troop = troop, minutes = minutes, unlimbered = unlimbered }, unit, "move.allowance")
  return view:ask("move.allowance", move, unit.id).allowance_mm
end

--- How far a unit comes in the minutes it has, over open ground.
function M.in_the_open(view, unit)
  return M.allowance(view, unit, army.troop(view.rules, unit), math.max(0, M.minutes(view, unit)),
    army.unlimbered(view.rules, unit))
end

return M
