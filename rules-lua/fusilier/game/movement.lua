-- 4.6 step 3, 6.0: all other movement, evolutions, and formations that must move.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local orders <const> = use "game/orders"

story {
  moved = "{unit} moves {distance} mm.",
  evolved = "{unit} goes from {from} to {to}.",
  lost = "{unit} loses its way in the woods.",
}

--- A unit that moves of its own will stops at the edge of an enemy's zone: to enter it is to attack.
local function stops_at_zone(play, id, unit)
  local zone, enemies = mm(play.rules.constant.combat_zone), {}
  for other, enemy in play:units(play:other(unit.side)) do
    if army.present(enemy) and ground.distance(play, id, other) > play.rules.constant.combat_zone then
      enemies[#enemies + 1] = enemy.base
    end
  end
  return function(base)
    for _, enemy in ipairs(enemies) do
      if geometry.distance(base, enemy).distance <= zone then return true end
    end
    return false
  end
end

--- 6.4, R33: before a move that starts in woods or would enter them, once a bound.
local function loses_way(play, id, um, angle)
  for _, leg in ipairs(play:fact("legs", id, um, angle)) do
    if leg.terrain == "open_woods" then
      return play:resolve("move.woods_check", {}, id).lost
    end
  end
  return false
end

local function moves(play, id, point, back)
  local unit = play:unit(id)
  local bearing, um = ground.toward(unit.base, point)
  local minutes = orders.minutes(play, unit)
  if minutes <= 0 or um < mm(1) then return end
  local off = geometry.turn(unit.base.facing, bearing)
  if loses_way(play, id, um, off) then
    play:set(unit, "moved", true)
    play:set(unit, "minutes_used", 10)
    play:tell("lost", { unit = id, cite = "6.4" })
    return
  end
  local gone, used = ground.advance(play, id, bearing, um, minutes, not back and stops_at_zone(play, id, unit), true)
  play:set(unit, "minutes_used", (unit.minutes_used or 0) + used)
  if gone > 0 then
    play:set(unit, "moved", true)
    play:tell("moved", { unit = id, distance = gone, cite = "6.2" })
  end
end

local function refuse_move(view, unit)
  if not army.free(unit) then return refuse("unit", "is " .. unit.condition, { cite = "10.5 11.1" }) end
  if unit.fighting then return refuse("unit", "is in combat", { cite = "10.5" }) end
  if not orders.of(view, unit) then return refuse("unit", "has no active order", { cite = "4.5" }) end
  if orders.minutes(view, unit) <= 0 then return refuse("unit", "has no minutes left this bound", { cite = "4.5" }) end
end

command "move" {
  cite = "6.2", doc = "Moves a unit straight toward a point.",
  args = { unit "unit" { "own" }, point "to" {} },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    local fault = refuse_move(view, unit)
    if fault then return fault end
    if unit.drill == "unlimbered" then return refuse("unit", "is unlimbered", { cite = "R27" }) end
  end,
  run = function(play, cmd) moves(play, cmd.unit, cmd.to) end,
}

command "evolve" {
  cite = "6.4", doc = "Changes a unit's formation.",
  args = {
    unit "unit" { "own" },
    enum "to" { "line", "column", "square", "skirmish", "mounted", "dismounted", "limbered", "unlimbered" },
  },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if not army.free(unit) then return refuse("unit", "is " .. unit.condition, { cite = "10.5 11.1" }) end
    if unit.fighting then return refuse("unit", "is in combat", { cite = "10.5" }) end
    local question = { arm = unit.troop, from = unit.drill, to = cmd.to }
    local fault = view.rules.fault("move.evolution", question)
    if fault then return refuse("to", (fault.message:gsub("^%S+ ", "", 1)), { cite = "6.4" }) end
    local needs = view.rules.call("move.evolution", question).time_min
    local has = 10 - (unit.minutes_used or 0)
    if needs > has then
      return refuse("to", ("needs %d min, has %d"):format(needs, has), { cite = "R32", margin = has - needs })
    end
    local base = army.reshaped(view.rules, unit, cmd.to)
    local body, by = ground.in_the_way(view, cmd.unit, base)
    if body then return refuse("to", ("has no room: %s is %d mm in the way"):format(body.name or body.id, by)) end
    return nil, { minutes = needs, base = base }
  end,
  run = function(play, cmd, found)
    local unit = play:unit(cmd.unit)
    local from = unit.drill
    play:set(unit, "drill", cmd.to)
    play:set(unit, "minutes_used", (unit.minutes_used or 0) + found.minutes)
    play:set(unit, "base", found.base)
    play:tell("evolved", { unit = cmd.unit, from = from, to = cmd.to, cite = "6.4" })
  end,
}

local MUST <const> = { attack = true, seize = true, move = true, withdraw = true }

local M <const> = {}

--- R21: units whose formation is under way, and that nobody moved, go straight for the objective.
function M.must_move(play)
  for id, unit in play:units() do
    local order = army.free(unit) and orders.of(play, unit)
    if order and MUST[order.verb] and order.target and not unit.moved and not unit.target and not unit.fighting
      and unit.drill ~= "unlimbered" and unit.drill ~= "square" then
      moves(play, id, orders.objective(order, unit.base), order.verb == "withdraw")
    end
  end
end

return M
