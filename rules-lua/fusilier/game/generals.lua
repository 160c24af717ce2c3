-- 10.7: what follows when a general is disabled.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local retreat <const> = use "game/retreat"

story {
  leaderless = "{formation} has lost its commander.",
  falls_back_leaderless = "{unit} falls back {distance} mm without its commander.",
  orders_late = "The orders on their way to {formation} are a bound late.",
}

--- Is a formation the given one, or under it?
local function belongs(play, id, to)
  while id do
    if id == to then return true end
    id = play:formation(id).formation
  end
  return false
end

--- His formation falls back next bound and reforms the bound after.
local function leaderless(play, id)
  play:tell("leaderless", { formation = id, cite = "10.7" })
  for unit_id, unit in play:units(play:formation(id).side) do
    if unit.formation and belongs(play, unit.formation, id) and army.free(unit) then
      retreat.begin_recovery(play, unit_id, "commander_disabled")
    end
  end
end

--- A C-in-C's fall: orders that still travel are late, and whoever is near him tests.
local function shakes_all(play, general, risk)
  local radius, side = mm(risk.morale_radius_mm), general.side
  local now = play.state.battle.start_min + play.rules.constant.bound * (play.state.turn - 1)
  for id, formation in play:formations(side) do
    local order = formation.coming_order
    if order and order.arrives_min > now then
      play:set(order, "arrives_min", order.arrives_min + risk.orders_delay_min)
      play:set(order, "activates_min", order.activates_min + risk.orders_delay_min)
      play:tell("orders_late", { formation = id, cite = "10.7" })
    end
  end
  for _, unit in play:units(side) do
    if army.present(unit) and geometry.distance(unit.base, general.base).distance <= radius then
      if unit.arm == "artillery" then play:set(unit, "forced", true) end
      if unit.formation then play:set(play:formation(unit.formation), "forced", true) end
    end
  end
end

local M <const> = {}

function M.falls(play, id, general, risk)
  play:set(general, "disabled", true)
  for formation_id, formation in play:formations(general.side) do
    if formation.commander == id then leaderless(play, formation_id) end
  end
  if risk.morale_radius_mm > 0 then shakes_all(play, general, risk) end
end

--- The bound after: units without their commander go back.
function M.fall_back(play)
  for id, unit in play:units() do
    if unit.event == "commander_disabled" and unit.condition == "retreating" and unit.base then
      local moved = retreat.go_back(play, id, ground.enemy_bearing(play, unit))
      play:tell("falls_back_leaderless", { unit = id, distance = moved, cite = "10.7" })
    end
  end
end

return M
