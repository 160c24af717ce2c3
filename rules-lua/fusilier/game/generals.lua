-- 10.7: generals whose units fought are at risk; what follows when one is disabled.
local army <const> = use "game/army"
local recovery <const> = use "game/recovery"
local way_back <const> = use "game/way_back"
local withdrawal <const> = use "game/withdrawal"

story {
  at_risk = "{general} was with {unit}: D10 {roll}, {say}.",
  leaderless = "{formation} has lost its commander: it falls back next bound, and reforms the bound after.",
  succeeded = "{general} may order {formation} from now on.",
  orders_late = "The orders on their way to {formation} are a bound late: active at {clock}.",
  shaken = "{formation} must test its morale: {general} has fallen within {radius} mm of it.",
  shaken_battery = "{unit} must test its morale: {general} has fallen within {radius} mm of it.",
}

local RANKS <const> = { c_in_c = 1, corps = 2, division = 3, brigade = 4 }

--- Is a formation the given one, or under it?
local function belongs(play, id, to)
  while id do
    if id == to then return true end
    id = play:formation(id).formation
  end
  return false
end

--- The next senior general fit to command, of the formation's own superiors or else of the side (R83).
local function successor(play, id, fallen)
  local best, best_id
  for leader, general in play:leaders(play:formation(id).side) do
    if leader ~= fallen and not general.disabled
      and (not best or RANKS[general.rank] < RANKS[best.rank]) then
      best, best_id = general, leader
    end
  end
  return best_id
end

--- His formation falls back next bound and reforms the bound after; it keeps its orders (R83).
local function leaderless(play, id, fallen)
  play:tell("leaderless", { formation = id, cite = "10.7" })
  for unit_id, unit in play:units(play:formation(id).side) do
    if unit.formation and belongs(play, unit.formation, id) and army.free(unit) then
      recovery.begin(play, unit_id, "commander_disabled")
    end
  end
  local heir = successor(play, id, fallen)
  if heir then
    play:set(play:formation(id), "successor", heir)
    play:tell("succeeded", { general = heir, formation = id, cite = "R83" })
  end
end

--- Orders of his side that still travel are a bound late; those in their formations' hands are not (R84).
local function delay_orders(play, side, bounds)
  local settings, rules = play.state.battle, play.rules
  local now = settings.start_min + rules.constant.bound * (play.state.turn - 1)
  for id, formation in play:formations(side) do
    for _, order in ipairs(formation.coming_orders or {}) do
      if order.arrives_min > now and order.arrives_min > order.issued_min then
        local timed = play:resolve("order.schedule", {
          start_min = settings.start_min, issued_min = order.issued_min, delayed_bounds = bounds,
          distance_mm = (order.arrives_min - order.issued_min) * rules.constant.courier_rate,
          activation_min = order.activates_min - order.arrives_min,
        }, id)
        play:set(order, "arrives_min", timed.arrives_min)
        play:set(order, "activates_min", timed.activates_min)
        play:tell("orders_late", { formation = id, clock = clock.format(timed.activates_min), cite = "10.7 R84" })
      end
    end
  end
end

fact "near_general" {
  ask = "Which units have any part within {2} mm of {1}?",
  units "friends" { "own", default = {} },
  measured = function(view, field, id, radius)
    local general, found = view:leader(id), {}
    for _, near in ipairs(field:within(general.base, mm(radius), { kind = "base", side = general.side })) do
      if view.state.units[near.id] then found[#found + 1] = near.id end
    end
    return found
  end,
}

--- Brigades and batteries with any part near him test in step 7 (R84).
local function shake(play, id, radius)
  local near = {}
  for _, unit in ipairs(play:fact("near_general", id, radius)) do near[unit] = true end
  for unit_id, unit in play:units(play:leader(id).side) do
    if near[unit_id] and army.present(unit) then
      local formation = unit.formation and play:formation(unit.formation)
      if unit.arm == "artillery" and not unit.forced then
        play:set(unit, "forced", true)
        play:tell("shaken_battery", { unit = unit_id, general = id, radius = radius, cite = "10.7 R84" })
      elseif unit.arm ~= "artillery" and formation and not formation.forced then
        play:set(formation, "forced", true)
        play:tell("shaken", { formation = unit.formation, general = id, radius = radius, cite = "10.7 R84" })
      end
    end
  end
end

--- The formations that lose their commander with him: of a C-in-C, the one whose unit he was with (R84).
local function formations_of(play, id, general)
  local lost, seen = {}, {}
  local function add(formation)
    if formation and not seen[formation] then lost[#lost + 1] = formation end
    if formation then seen[formation] = true end
  end
  for formation_id, formation in play:formations(general.side) do
    if formation.commander == id and (general.rank ~= "c_in_c" or formation.level ~= "army") then add(formation_id) end
  end
  if general.rank == "c_in_c" and general.with then add(play:unit(general.with).formation) end
  return lost
end

local function falls(play, id, general, risk)
  for _, formation in ipairs(formations_of(play, id, general)) do leaderless(play, formation, id) end
  play:set(general, "disabled", true)
  if risk.orders_delay_min > 0 then
    delay_orders(play, general.side, risk.orders_delay_min // play.rules.constant.bound)
  end
  if risk.morale_radius_mm > 0 then shake(play, id, risk.morale_radius_mm) end
end

local M <const> = {}

--- After the last combat: every general whose unit fought, once, win or lose (R82).
---@param play table
---@param fought table<string, boolean> the units that fought
function M.at_risk(play, fought)
  for id, general in play:leaders() do
    if general.with and fought[general.with] and not general.disabled then
      local risk = play:resolve("general.risk", { rank = general.rank }, id)
      play:tell("at_risk", {
        general = id, unit = general.with, roll = risk.roll, cite = "10.7",
        say = risk.disabled and "he is disabled" or "he is unhurt",
      })
      if risk.disabled then falls(play, id, general, risk) end
    end
  end
end

--- Step 3 of the bound after: units without their commander fall back a full move.
---@param play table
function M.fall_back(play)
  local goings, moved, claimed = {}, {}, {}
  for id, unit in play:units() do
    if unit.event == "commander_disabled" and unit.condition == "retreating" and army.present(unit) then
      recovery.breaks_off(play, id)
      local going = withdrawal.prepare(play, id, "retreating", way_back.foe(play, id), {
        ordered = true, claimed = claimed,
      })
      withdrawal.go(play, going, "falls back without its commander", "10.7")
      goings[#goings + 1], moved[#moved + 1] = going, id
      table.move(going.friends, 1, #going.friends, #moved + 1, moved)
    end
  end
  for _, going in ipairs(goings) do withdrawal.bring(play, going) end
  withdrawal.ask_who_left(play, moved)
end

return M
