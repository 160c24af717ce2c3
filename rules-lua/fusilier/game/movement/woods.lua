-- 6.4, R33: troops in woods lose their way.

--- Where woods begin on its way, in micrometres; nil when there are none.
local function starts_at(legs, starts)
  local _, nth = lists.find(legs, function(leg) return leg.terrain == "open_woods" end)
  return nth and starts[nth]
end

--- 6.4: does it lose its way? Thrown once a bound.
local function loses_way(play, id)
  local unit = play:unit(id)
  if unit.woods_thrown == play.state.turn then return unit.status == "lost_in_woods" end
  play:set(unit, "woods_thrown", play.state.turn)
  local check = play:resolve("move.woods_check", play:described({}, unit, "move.woods_check"), id)
  play:tell(check.lost and "lost" or "keeps_way", { unit = id, roll = check.roll, dice = play:dice(), cite = "6.4" })
  play:set(unit, "status", check.lost and "lost_in_woods" or "ready")
  return check.lost
end

return { starts_at = starts_at, loses_way = loses_way }
