-- 10.7: generals whose units fought are at risk; what follows when one is disabled.
local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local recovery <const>, withdrawal <const> = use("game/army/recovery", "game/combat/withdrawal")

secret "formation" { "orders_late", "orders_delayed" }

--- When all risks of a bound are known: the generals who order formations that have no commander any more. The nearest
--- superior is next, else the senior of the side (R83).
local function succeed_all(play)
  for id, formation in play:formations() do
    local commander = formation.commander
    if commander and formation.level ~= "army" and not play:fit(commander) then
      local heir, new = play:successor(id)
      if new then play:tell("succeeded", { general = heir, formation = id, cite = "R83" }) end
    end
  end
end

--- His formation falls back next bound and reforms the bound after, all of it; it keeps its orders (R83).
local function leaderless(play, id, fallen)
  local formation = play:formation(id)
  local key = formation.commander == fallen and "leaderless" or "was_with"
  play:tell(key, { formation = id, general = fallen, cite = "10.7" })
  for unit_id, unit in play:units_of(id, true) do
    if tabletop.present(unit) then recovery.loses_commander(play, unit_id, id) end
  end
end

--- How late orders are, by so many minutes: the delays of 10.7, and what a house rule has it besides.
local function late_by(rules, minutes)
  local one = rules.constant.c_in_c_order_delay
  if one <= 0 then return 0, minutes end
  local rest = minutes % one
  return minutes // one, rest > 0 and rest or nil
end

--- Orders of his side that still travel are late; those in their formations' hands are not (R84).
local function delay_orders(play, side, minutes)
  local settings, rules = play.state.battle, play.rules
  local now, bounds, rest = obedience.now(play), late_by(rules, minutes)
  for id, formation in play:formations(side) do
    for _, order in ipairs(formation.coming_orders or {}) do
      if order.arrives_min > now and order.arrives_min > order.issued_min then
        local timed = play:resolve("order.schedule", play:described({
          start_min = settings.start_min, issued_min = order.issued_min, delayed_bounds = bounds, delayed_min = rest,
          distance_mm = (order.arrives_min - order.issued_min) * rules.constant.courier_rate,
          activation_min = order.activates_min - order.arrives_min,
        }, formation, "order.schedule"), id)
        play:set(order, "arrives_min", timed.arrives_min)
        play:set(order, "activates_min", timed.activates_min)
        local key = minutes == rules.constant.bound and "orders_late" or "orders_delayed"
        play:tell(key, {
          formation = id, clock = clock.format(timed.activates_min), minutes = minutes, cite = "10.7 R84",
        })
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
  local near = play:fact("near_general", id, radius)
  for unit_id, unit in play:present(play:leader(id).side) do
    if lists.has(near, unit_id) then
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
  local lost = {}
  for formation_id, formation in play:formations(general.side) do
    if formation.commander == id and (general.rank ~= "c_in_c" or formation.level ~= "army") then
      lost[#lost + 1] = formation_id
    end
  end
  local with = general.rank == "c_in_c" and general.with and play:unit(general.with).formation
  if with and not lists.has(lost, with) then lost[#lost + 1] = with end
  return lost
end

--- What the risk that he ran brings, one thing by one: a house rule may bring some of it alone.
local function falls(play, id, general, risk)
  if risk.formation_falls_back then
    for _, formation in ipairs(formations_of(play, id, general)) do leaderless(play, formation, id) end
  end
  if risk.disabled then play:leader_casualty(id, { status = "disabled" }) end
  if risk.orders_delay_min > 0 then delay_orders(play, general.side, risk.orders_delay_min) end
  if risk.morale_radius_mm > 0 then shake(play, id, risk.morale_radius_mm) end
end

local M <const> = {}

--- After the last combat: every general whose unit fought, once, win or lose (R82).
---@param play table
---@param fought table<string, boolean> the units that fought
function M.at_risk(play, fought)
  for id, general in play:fit_leaders() do
    if general.with and fought[general.with] then
      local question = play:described({ rank = general.rank }, general, "general.risk")
      local risk = play:resolve("general.risk", question, id, general.with)
      play:tell("at_risk", {
        general = id, unit = general.with, roll = risk.roll, dice = play:dice(), cite = "10.7",
        say = risk.disabled and "he is disabled" or "he is unhurt",
      })
      falls(play, id, general, risk)
    end
  end
  succeed_all(play)
end

--- Those who lost their commander in the last bound, by the formation that lost him: units that are gone, guns without
--- gunners and guns that go with a battalion are left out.
local function who_falls_back(play)
  local ids, with = {}, {}
  for id, unit in play:units() do
    local formation = unit.leaderless
    if formation then
      play:set(unit, "leaderless", nil)
      if unit.event ~= "retreat" then play:set(unit, "event", "commander_disabled") end
      if tabletop.present(unit) and not unit.abandoned and not army.follows(play.rules, unit) then
        ids[#ids + 1], with[id] = id, formation
      end
    end
  end
  return ids, with
end

--- Step 3 of the bound after: units without their commander fall back a full move, those of a formation one way.
---@param play table
function M.fall_back(play)
  local ids, with = who_falls_back(play)
  withdrawal.all(play, ids, with, { say = "falls back without its commander", cite = "10.7" })
  recovery.settle(play)
end

return M
