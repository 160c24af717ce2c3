-- 4.6 steps 7 to 9, 11.0: brigades, batteries and divisions that have lost, and what becomes of them.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local retreat <const> = use "game/retreat"

story {
  tests = "{formation}: {say}",
  battery_tests = "{unit}: {say}",
  falls_back = "{formation} goes back.",
}

--- How many of a brigade's units are in each state that counts for morale (11.0, R85).
measure "brigade" (function(view, id)
  local formation, counts = view:formation(id), { retreating = 0, routing = 0, reforming = 0, gone = 0 }
  local original = 0
  for _, unit in view:units(formation.side) do
    if unit.formation == id and unit.arm ~= "artillery" then
      original = original + 1
      if unit.condition == "gone" then
        local now = unit.gone_in == view.state.turn
        counts[now and "routing" or "gone"] = counts[now and "routing" or "gone"] + 1
      elseif unit.event == "retreat" and unit.condition == "retreating" then
        counts.retreating = counts.retreating + 1
      elseif unit.event == "retreat" and unit.condition == "reforming" then
        counts.reforming = counts.reforming + 1
      end
    end
  end
  return {
    original_units = original, quality = formation.quality, units_retreating = counts.retreating,
    units_routing = counts.routing, units_reforming = counts.reforming, units_gone = counts.gone,
    forced = formation.forced or false,
  }
end)

measure "battery" (function(view, id)
  local unit = view:unit(id)
  local now = unit.guns_lost_now or 0
  return {
    original_guns = unit.guns_at_start, quality = army.quality(view, unit), guns_lost_now = now,
    guns_lost_before = unit.guns_at_start - unit.guns - now, forced = unit.forced or false,
  }
end)

measure "division" (function(view, id)
  local brigades = {}
  for brigade, formation in view:formations(view:formation(id).side) do
    if formation.formation == id and formation.level == "brigade" then
      local args = view.measure.brigade(view, brigade)
      if args.original_units > 0 then -- a formation of guns alone is no brigade (11.3)
        brigades[#brigades + 1] = {
          original_units = args.original_units, quality = formation.quality, failed = formation.failed or false,
          units_defeated = args.units_retreating + args.units_routing + args.units_reforming + args.units_gone,
        }
      end
    end
  end
  return { brigades = brigades }
end)

local function tell(play, key, place, id, procedure, result)
  play:tell(key, { [place] = id, say = play.rules.says(procedure, result), cite = "11.0" })
end

local M <const> = {}

--- Step 7.
function M.brigades(play)
  for id, formation in play:formations() do
    if formation.level == "brigade" then
      local args = play.measure.brigade(play, id)
      if args.original_units >= 2 then
        local due = args.units_retreating + args.units_routing + args.units_reforming > 0 or args.forced
        if due then
          local result = play:resolve("morale.brigade", args, id)
          play:set(formation, "failed", result.outcome == "retreat")
          tell(play, "tests", "formation", id, "morale.brigade", result)
        end
      end
    end
  end
  for id, unit in play:units() do
    if unit.arm == "artillery" and army.present(unit) and ((unit.guns_lost_now or 0) > 0 or unit.forced) then
      local result = play:resolve("morale.artillery", play.measure.battery(play, id), id)
      tell(play, "battery_tests", "unit", id, "morale.artillery", result)
      if result.outcome == "retreat" then play:set(unit, "failed", true) end
    end
  end
end

--- Step 8.
function M.divisions(play)
  for id, formation in play:formations() do
    if formation.level == "division" then
      local args = play.measure.division(play, id)
      local failed = false
      for _, brigade in ipairs(args.brigades) do failed = failed or brigade.failed end
      if failed then
        local result = play:resolve("morale.division", args, id)
        play:set(formation, "failed", result.outcome == "retreat")
        tell(play, "tests", "formation", id, "morale.division", result)
      end
    end
  end
end

local function fall_back(play, id, unit)
  if unit.drill == "unlimbered" then play:set(unit, "drill", "limbered") end
  if unit.condition == "ready" then retreat.begin_recovery(play, id, "formation_failure") end
  retreat.go_back(play, id, ground.enemy_bearing(play, unit))
  play:set(unit, "failed", nil)
end

--- Step 9: formations that failed go back a full bound's move, batteries with them (R90).
function M.formation_retreats(play)
  for id, formation in play:formations() do
    local above = formation.formation and play.state.formations[formation.formation]
    if formation.level == "brigade" and (formation.failed or above and above.failed) then
      play:tell("falls_back", { formation = id, cite = "11.1" })
      for unit_id, unit in play:units(formation.side) do
        if unit.formation == id and army.present(unit) and unit.condition ~= "retreating" then
          fall_back(play, unit_id, unit)
        end
      end
    end
  end
  for id, unit in play:units() do
    if unit.failed and army.present(unit) then fall_back(play, id, unit) end
  end
  for _, formation in play:formations() do
    play:set(formation, "failed", nil)
    play:set(formation, "forced", nil)
  end
  for _, unit in play:units() do play:set(unit, "forced", nil) end
end

return M
