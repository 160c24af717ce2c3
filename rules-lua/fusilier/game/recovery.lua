-- 10.2 to 11.1: the states that units come into, and units that are gone (`recovery.schedule`).

local M <const> = {}

--- What ends no combat: a commander's fall shows next bound, and the disordered only stand still (R72).
local FIGHTS_ON <const> = { commander_disabled = true, disordered = true }

--- Sets a unit on the states that an event brings, this bound and the next three (`recovery.schedule`).
---@param play table
---@param id string
---@param event string
function M.begin(play, id, event)
  local unit = play:unit(id)
  local states = play.rules.call("recovery.schedule", { event = event }).states
  local falls_back = unit.event == "commander_disabled" and unit.coming[1] == "retreating"
  play:set(unit, "condition", states[1])
  if not (event == "conformity" and falls_back) then -- carried back now, it still falls back next bound (10.7)
    play:set(unit, "coming", { states[2], states[3], states[4] })
    play:set(unit, "event", event)
  end
  if not FIGHTS_ON[event] then M.breaks_off(play, id) end
end

--- A battalion leaves its column of assault; another leads those that are left (10.2).
function M.leave_column(play, id)
  local lead = play:unit(id).column
  if not lead then return end
  play:set(play:unit(id), "column", nil)
  if lead ~= id then return end
  local heir
  for other, unit in play:units(play:unit(id).side) do
    if unit.column == id then
      heir = heir or other
      play:set(unit, "column", heir)
    end
  end
end

--- A unit is in no combat any more.
function M.breaks_off(play, id)
  local unit = play:unit(id)
  M.leave_column(play, id)
  for _, key in ipairs { "target", "fighting", "opponents", "may_choose", "must_deploy" } do
    if unit[key] ~= nil then play:set(unit, key, nil) end
  end
end

--- Takes a unit off the table for good.
function M.gone(play, id)
  local unit = play:unit(id)
  play:set(unit, "condition", "gone")
  play:set(unit, "coming", {})
  play:set(unit, "base", nil)
  if unit.building then play:set(unit, "building", nil) end
  play:set(unit, "gone_in", play.state.turn)
  M.breaks_off(play, id)
  for _, general in play:leaders(unit.side) do
    if general.with == id then play:set(general, "with", nil) end
  end
end

return M
