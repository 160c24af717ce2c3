-- 10.2 to 11.1: the states that units come into, and units that are gone (`recovery.schedule`).

local M <const> = {}

local function schedule_of(view, unit, event)
  return view:ask("recovery.schedule", view:described({ event = event }, unit, "recovery.schedule"), unit.id)
end

--- Sets a unit on the states that an event brings, this bound and the next three (`recovery.schedule`). Whatever comes
--- to one whose commander has fallen this bound, it still falls back for him in the next, and reforms after (10.7).
---@param play table
---@param id string
---@param event string
function M.begin(play, id, event)
  local unit = play:unit(id)
  local states = schedule_of(play, unit, event).states
  play:set(unit, "status", states[1])
  play:set(unit, "event", event)
  if not unit.leaderless then play:set(unit, "coming", table.move(states, 2, #states, 1, {})) end
  if event ~= "disordered" then M.breaks_off(play, id) end -- the disordered only stand still (R72)
end

--- A unit's commander has fallen: that shows next bound, and what it is about now goes on until then (10.7).
---@param play table
---@param id string
---@param formation string that has lost him
function M.loses_commander(play, id, formation)
  local unit = play:unit(id)
  local states = schedule_of(play, unit, "commander_disabled").states
  play:set(unit, "leaderless", formation)
  play:set(unit, "coming", table.move(states, 2, #states, 1, {}))
  if unit.status == "ready" then play:set(unit, "event", "commander_disabled") end
end

--- A new bound: the next of the states that are coming. What is over is forgotten.
function M.advance(play, id)
  local unit = play:unit(id)
  if #unit.coming == 0 then return end
  local was = unit.status
  play:set(unit, "status", unit.coming[1])
  play:remove(unit.coming, 1)
  if was == "reforming" or unit.status == "ready" then play:set(unit, "event", nil) end
end

--- Does a unit count as lost for morale in the state it is in (`recovery.schedule`)? Only the beaten do (R86).
function M.counts_lost(view, unit)
  if not unit.event then return false end
  local schedule = schedule_of(view, unit, unit.event)
  local _, nth = lists.find(schedule.states, function(state) return state == unit.status end)
  return schedule.counts_lost[nth] or false
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
  play:forget(unit, { "target", "fighting", "opponents", "may_choose", "must_deploy" })
end

--- Combats end for those whose opponents have all left them; who has some left fights on with these.
function M.settle(play)
  for id, unit in play:units() do
    local left = lists.filter(unit.opponents or {}, function(enemy) return play:unit(enemy).fighting end)
    if unit.fighting and #left == 0 then
      play:set(unit, "fighting", nil)
      play:set(unit, "opponents", nil)
      if not unit.must_deploy then -- a unit that must still tries to (10.2)
        play:set(unit, "target", nil)
        M.leave_column(play, id)
      end
    elseif unit.fighting and #left < #unit.opponents then
      play:set(unit, "opponents", left)
    end
  end
end

--- Takes a unit off the table for good, for the event it was in or the one that is given.
---@param play table
---@param id string
---@param event string?
function M.gone(play, id, event)
  local unit = play:unit(id)
  if event or unit.status == "ready" then play:set(unit, "event", event) end
  play:set(unit, "status", "gone")
  play:set(unit, "coming", {})
  play:set(unit, "base", nil)
  if unit.building then play:set(unit, "building", nil) end
  play:set(unit, "gone_in", play.state.turn)
  M.breaks_off(play, id)
  for general, node in play:leaders(unit.side) do
    if node.with == id then play:detach(general) end
  end
end

return M
