-- 4.6 steps 7 to 9, 11.0: brigades, batteries and divisions that have lost, and what becomes of those that fail.
local army <const> = use "game/army"
local batteries <const> = use "game/batteries"
local recovery <const> = use "game/recovery"
local way_back <const> = use "game/way_back"
local withdrawal <const> = use "game/withdrawal"

story {
  tests = "{formation}: {lost} of {original} lost: {say}.",
  battery_tests = "{unit}: {lost} of {original} guns lost: {say}.",
  falls_back = "{formation} goes back.",
  conforms_to = "{unit} conforms to {formation}.",
}

--- Does a unit count as lost for morale in the state it is in (`recovery.schedule`)? Only the beaten do (R86).
local function counts_lost(view, unit)
  if not unit.event or unit.condition == "ready" then return false end
  local lost = view.rules.call("recovery.schedule", { event = unit.event }).counts_lost
  return lost[#lost - #unit.coming]
end

local BEATEN <const> = { rout = true, retreat = true }

--- As what `morale.brigade` counts a unit; nil when it is not lost. Who left the table beaten this bound is of those
--- that make a test due (R85).
local function loss_of(view, unit)
  if unit.condition == "gone" then
    return unit.gone_in == view.state.turn and BEATEN[unit.event or ""] and "routing" or "gone"
  end
  if not counts_lost(view, unit) then return nil end
  return unit.condition == "reforming" and "reforming" or "retreating"
end

--- The units of a formation that are no batteries: those are brigades in their own right (11.3).
local function troops_of(view, id)
  local found = {}
  for _, unit in view:units(view:formation(id).side) do
    if unit.formation == id and unit.arm ~= "artillery" then found[#found + 1] = unit end
  end
  return found
end

--- How many of a brigade's units are in each state that counts for morale (11.0, R85).
measure "brigade" (function(view, id)
  local formation, counts = view:formation(id), { retreating = 0, routing = 0, reforming = 0, gone = 0 }
  local troops = troops_of(view, id)
  for _, unit in ipairs(troops) do
    local loss = loss_of(view, unit)
    if loss then counts[loss] = counts[loss] + 1 end
  end
  return {
    original_units = #troops, quality = formation.quality, units_retreating = counts.retreating,
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

--- Defeated in combat: beaten now, or gone because it was (11.2).
local function was_defeated(view, unit)
  local loss = loss_of(view, unit)
  return loss ~= nil and (loss ~= "gone" or BEATEN[unit.event or ""] or unit.ridden_down or false)
end

--- The brigades of a division, through whatever stands between.
measure "division" (function(view, id)
  local brigades = {}
  for brigade, formation in view:formations(view:formation(id).side) do
    local troops = troops_of(view, brigade)
    if formation.formation == id and formation.level == "brigade" and #troops > 0 then
      local defeated = 0
      for _, unit in ipairs(troops) do
        if was_defeated(view, unit) then defeated = defeated + 1 end
      end
      brigades[#brigades + 1] = {
        original_units = #troops, quality = formation.quality, failed = formation.failed or formation.spent or false,
        units_defeated = defeated,
      }
    end
  end
  return { brigades = brigades }
end)

local function tell(play, key, place, id, procedure, result, original)
  play:tell(key, {
    [place] = id, lost = result.lost, original = original, say = play.rules.says(procedure, result), cite = "11.0",
  })
end

local function failed(result) return result.outcome == "retreat" end

local function test_brigade(play, id, formation)
  local args = play.measure.brigade(play, id)
  local due = args.units_retreating + args.units_routing + args.units_reforming > 0 or args.forced
  if not due or args.original_units < 2 then return end -- R87: a lone unit is no brigade
  local result = play:resolve("morale.brigade", args, id)
  play:set(formation, "failed", failed(result) or nil)
  play:set(formation, "spent", result.outcome == "no_units_left" or nil) -- nobody to go back, but its division tests
  tell(play, "tests", "formation", id, "morale.brigade", result, args.original_units)
end

local function test_battery(play, id, unit)
  local args = play.measure.battery(play, id)
  if args.guns_lost_now == 0 and not args.forced then return end
  local result = play:resolve("morale.artillery", args, id)
  tell(play, "battery_tests", "unit", id, "morale.artillery", result, args.original_guns)
  if failed(result) then play:set(unit, "failed", true) end
end

local M <const> = {}

--- Step 7: brigades, then batteries.
---@param play table
function M.brigades(play)
  for id, formation in play:formations() do
    if formation.level == "brigade" then test_brigade(play, id, formation) end
  end
  for id, unit in play:units() do
    if unit.arm == "artillery" and army.present(unit) then test_battery(play, id, unit) end
  end
end

--- Step 8.
---@param play table
function M.divisions(play)
  for id, formation in play:formations() do
    if formation.level == "division" then
      local args = play.measure.division(play, id)
      local any, units = false, 0
      for _, brigade in ipairs(args.brigades) do
        any, units = any or brigade.failed, units + brigade.original_units
      end
      if any then
        local result = play:resolve("morale.division", args, id)
        play:set(formation, "failed", failed(result) or nil)
        tell(play, "tests", "formation", id, "morale.division", result, units)
      end
    end
  end
end

--- Has a brigade failed, or the division it belongs to (R91)?
local function gives_way(play, formation)
  local above = formation.formation and play:formation(formation.formation)
  return formation.level == "brigade" and (formation.failed or above and above.failed) or false
end

--- Whose way back it is: those who have gone back already this bound do not go again; guns without gunners stay.
local function goes_back(unit)
  return army.present(unit) and unit.condition ~= "retreating" and not unit.abandoned and not unit.attached_to
end

--- The rearmost go first, so that they are not in the way of the others.
local function rearmost_first(play, ids)
  local away = {}
  for nth, id in ipairs(ids) do
    local unit = play:unit(id)
    local foe = army.on_map(unit) and way_back.foe(play, id)
    away[id] = foe and geometry.distance(unit.base, play:unit(foe).base).distance or -nth
  end
  table.sort(ids, function(one, other) return away[one] > away[other] end)
  return ids
end

--- One unit of a failed formation: in conformity, then it stands for a bound; the beaten keep their own state (R90).
local function fall_back(play, id, step)
  local unit = play:unit(id)
  local own_state = unit.condition ~= "ready"
  local going = withdrawal.prepare(play, id, "retreating", way_back.foe(play, id), {
    ordered = true, claimed = step.claimed,
  })
  recovery.breaks_off(play, id)
  if not own_state then recovery.begin(play, id, "formation_failure") end
  withdrawal.go(play, going, "goes back", "11.1 R90")
  step.goings[#step.goings + 1], step.moved[#step.moved + 1] = going, id
  table.move(going.friends, 1, #going.friends, #step.moved + 1, step.moved)
end

--- Batteries belong to a formation, and conform to it when it must go back (11.3).
local function conforms(play, id, unit, formation)
  if unit.arm ~= "artillery" then return true end
  local rule = play.rules.call("artillery.attachment", {
    parent_state = "retreating", full_retreat_made = false, morale_intact = not unit.failed,
  })
  if rule.must_conform then play:tell("conforms_to", { unit = id, formation = formation, cite = "11.3" }) end
  return rule.must_conform
end

local function all_back(play, formation_id, step)
  local ids = {}
  for id, unit in play:units(play:formation(formation_id).side) do
    if unit.formation == formation_id and goes_back(unit) then
      ids[#ids + 1] = id
      step.claimed[id] = true
    elseif unit.formation == formation_id and unit.condition == "retreating" and unit.event == "conformity" then
      recovery.begin(play, id, "formation_failure") -- it has gone, but stands next bound with the rest
    end
  end
  if #ids > 0 then play:tell("falls_back", { formation = formation_id, cite = "11.1 R90" }) end
  for _, id in ipairs(rearmost_first(play, ids)) do
    local unit = play:unit(id)
    if goes_back(unit) and conforms(play, id, unit, formation_id) then fall_back(play, id, step) end
  end
end

local function forget(play)
  for _, formation in play:formations() do
    for _, key in ipairs { "failed", "forced", "spent" } do
      if formation[key] then play:set(formation, key, nil) end
    end
  end
  for _, unit in play:units() do
    for _, key in ipairs { "failed", "forced" } do
      if unit[key] then play:set(unit, key, nil) end
    end
  end
end

--- Step 9: formations that failed go back a full bound's move, batteries with them (R90, R92).
---@param play table
function M.formation_retreats(play)
  local step = { goings = {}, moved = {}, claimed = {} }
  for id, formation in play:formations() do
    if gives_way(play, formation) then all_back(play, id, step) end
  end
  for id, unit in play:units() do
    if unit.failed and goes_back(unit) then fall_back(play, id, step) end
  end
  batteries.conform(play)
  for _, going in ipairs(step.goings) do withdrawal.bring(play, going) end
  withdrawal.ask_who_left(play, step.moved)
  forget(play)
end

return M
