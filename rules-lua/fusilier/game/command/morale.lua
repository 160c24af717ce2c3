-- 4.6 steps 7 to 9, 11.0: brigades, batteries and divisions that have lost, and what becomes of those that fail.
local army <const>, batteries <const>, due <const> = use("game/army/units", "game/fire/batteries", "morale_due")
local recovery <const>, withdrawal <const> = use("game/army/recovery", "game/combat/withdrawal")

local BEATEN <const> = { rout = true, retreat = true }

--- As what `morale.brigade` counts a unit; nil when it is not lost. A unit that left the table beaten this bound is one
--- of those that make a test due (R85); one that left it without having been defeated is not lost (R101).
local function loss_of(view, unit)
  if unit.status == "gone" then
    local beaten = BEATEN[unit.event or ""]
    if not beaten then return unit.ridden_down and "gone" or nil end
    return unit.gone_in == view.state.turn and "routing" or "gone"
  end
  if not recovery.counts_lost(view, unit) then return nil end
  return unit.status == "reforming" and "reforming" or "retreating"
end

--- The units of a formation that are no batteries: those are brigades in their own right (11.3).
local function troops_of(view, id)
  local found = {}
  for _, unit in view:units_of(id) do
    if unit.arm ~= "artillery" then found[#found + 1] = unit end
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
  return view:described({
    original_units = #troops, quality = formation.quality, units_retreating = counts.retreating,
    units_routing = counts.routing, units_reforming = counts.reforming, units_gone = counts.gone,
    forced = formation.forced or false,
  }, formation, "morale.brigade")
end)

measure "battery" (function(view, id)
  local unit = view:unit(id)
  local now = unit.guns_lost_now or 0
  return view:described({
    original_guns = unit.guns_at_start, quality = army.quality(view, unit), guns_lost_now = now,
    guns_lost_before = unit.guns_at_start - unit.guns - now, forced = unit.forced or false,
  }, unit, "morale.artillery")
end)

--- The batteries of a division that have failed, by the formation they are in: each counts as a brigade that retreats
--- (11.3, R100).
local function batteries_failed(view, id)
  local of = {}
  for _, unit in view:units_of(id, true) do
    if unit.arm == "artillery" and unit.failed then of[unit.formation] = unit end
  end
  return of
end

--- The brigades of a division, through all levels between. A battery that has failed makes the test due as its brigade
--- would; one that is in no brigade with other troops stands for itself. Guns are no units lost.
measure "division" (function(view, id)
  local brigades, alone, guns = {}, {}, batteries_failed(view, id)
  for brigade, formation in view:formations(view:formation(id).side) do
    local troops, battery = troops_of(view, brigade), guns[brigade]
    if formation.level == "brigade" and view:belongs(brigade, id) and #troops > 0 then
      brigades[#brigades + 1] = view:described({
        original_units = #troops, quality = formation.quality,
        units_defeated = #lists.filter(troops, function(unit) return loss_of(view, unit) end),
        failed = formation.failed or formation.spent or battery ~= nil,
      }, formation, "division_brigade")
    elseif battery then
      alone[#alone + 1] = {
        original_units = 1, quality = army.quality(view, battery), units_defeated = 0, failed = true,
      }
    end
  end
  return view:described({ brigades = lists.append(brigades, alone) }, view:formation(id), "morale.division")
end)

local function tell(play, key, place, id, procedure, result, original)
  play:tell(key, {
    [place] = id, lost = result.lost, original = original, say = play.rules.says(procedure, result), cite = "11.0",
  })
end

local function failed(result) return result.outcome == "retreat" end

--- A test of morale; nil where none is required: where 11.0 asks for none, a house rule may.
local function test(play, kind, args, id)
  local procedure = "morale." .. kind
  if not due[kind](args) and not play.rules.wrapped(procedure) then return nil end
  local result = play:resolve(procedure, args, id)
  return result.outcome ~= "not_required" and result or nil
end

local function test_brigade(play, id, formation)
  local args = play.measure.brigade(play, id)
  if args.original_units < 2 then return end -- R87: a lone unit is no brigade
  local result = test(play, "brigade", args, id)
  if not result then return end
  play:set(formation, "failed", failed(result) or nil)
  play:set(formation, "spent", result.outcome == "no_units_left" or nil) -- nobody to go back, but its division tests
  tell(play, "tests", "formation", id, "morale.brigade", result, args.original_units)
end

local function test_battery(play, id, unit)
  local args = play.measure.battery(play, id)
  local result = test(play, "artillery", args, id)
  if not result then return end
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
end

---@param play table
function M.batteries(play)
  for id, unit in play:present() do
    if unit.arm == "artillery" then test_battery(play, id, unit) end
  end
end

--- Step 8.
---@param play table
function M.divisions(play)
  for id, formation in play:formations() do
    if formation.level == "division" then
      local args = play.measure.division(play, id)
      local result = test(play, "division", args, id)
      if result then
        play:set(formation, "failed", failed(result) or nil)
        tell(play, "tests", "formation", id, "morale.division", result, result.original_units)
      end
    end
  end
end

--- The highest of a unit's formations that has failed: its brigade, or the division over it (R91). Batteries of the
--- division itself conform to that (11.3).
local function failed_above(play, unit)
  local found
  for _, id in ipairs(play:chain(unit.formation)) do
    if play:formation(id).failed then found = id end
  end
  return found
end

--- Whose way back it is: those who have gone back already this bound do not go again; guns without gunners stay, and
--- guns of a battalion go with that.
local function goes_back(play, unit)
  return tabletop.present(unit) and unit.status ~= "retreating" and not unit.abandoned
    and not army.follows(play.rules, unit)
end

--- Those who go back in step 9, each with the formation that takes it along: its own failure, that of a formation over
--- it, or the rout of the brigade it was with.
local function who_goes(play)
  local ids, with, orphans = {}, {}, batteries.conform(play)
  for id, unit in play:units() do
    local formation = failed_above(play, unit)
    if formation and unit.arm == "artillery" and not batteries.goes_with(play, unit) then formation = nil end
    if (formation or unit.failed or orphans[id]) and goes_back(play, unit) then
      ids[#ids + 1], with[id] = id, formation or unit.formation or id
    elseif formation and unit.status == "retreating" and unit.event == "conformity" then
      recovery.begin(play, id, "formation_failure") -- it has gone, but stands next bound with the rest
    end
  end
  return ids, with, orphans
end

local function tell_who_goes(play, with, orphans)
  local function goes_along(unit, id) return with[id] and not unit.failed and not orphans[id] end
  local falls_back = {}
  for id, unit in play:present() do
    if unit.formation and goes_along(unit, id) then falls_back[unit.formation] = true end
  end
  for id in play:formations() do
    if falls_back[id] then play:tell("falls_back", { formation = id, cite = "11.1 R90" }) end
  end
  for id, unit in play:units() do
    if unit.arm == "artillery" and goes_along(unit, id) then
      play:tell("conforms_to", { unit = id, formation = unit.formation, cite = "11.3" })
    end
  end
end

--- Beaten units keep their own state in a formation that fails (R90).
local function has_own_state(unit)
  return unit.status == "ridden_through" or unit.status == "reforming" and unit.event == "retreat"
end

local function forget(play)
  for _, formation in play:formations() do play:forget(formation, { "failed", "forced", "spent" }) end
  for _, unit in play:units() do play:forget(unit, { "failed", "forced" }) end
end

--- Step 9: formations that failed go back a full bound's move, batteries with them (R90, R92).
---@param play table
function M.formation_retreats(play)
  local ids, with, orphans = who_goes(play)
  tell_who_goes(play, with, orphans)
  withdrawal.all(play, ids, with, { say = "goes back", cite = "11.1 R90" }, function(id)
    -- In conformity, then it stands for a bound; but guns whose brigade has routed may look for another (R90, R93).
    if not orphans[id] and not has_own_state(play:unit(id)) then recovery.begin(play, id, "formation_failure") end
  end)
end

--- What was said of morale in this bound is over.
M.forget = forget

return M
