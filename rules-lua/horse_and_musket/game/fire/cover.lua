-- 5.3, R43, R57: what shelters a target from fire; 5.5, R59: fire in enfilade.

local paths <const> = use "game/fire/paths"

fact "behind_cover" {
  ask = "Does {2} touch a hedge, fence or wall that the line of fire of {1} crosses?",
  flag "covered" {},
  suggest = false,
  measured = function(view, _, id, target, bearing)
    local line = paths.line_at(view, id, target, bearing)
    local by = view:cover_lines(view:unit(target).base, { line = line, within = tabletop.TOUCHING })[1]
    return by ~= nil, by
  end,
}

--- Whole degrees of a bearing off a target's facing, to the side that is no enfilade: over 90 behind a line, up to 45
--- off the ends of a column (R59).
local function off_facing(drill, off)
  if drill == "column" and off > deg(90) then return off // deg(1) end
  return (off + deg(1) - 1) // deg(1)
end

--- What `fire.enfilade` says of fire from that bearing off a target's facing, in whole degrees.
local function judged(view, id, target, bearing)
  local unit = view:unit(target)
  return view:ask("fire.enfilade", view:described({
    target_formation = unit.drill, bearing_deg = bearing, target_position = paths.stands_in(view, target),
  }, unit, "fire.enfilade"), id, target).enfilade
end

fact "enfiladed" {
  ask = "Does {1} fire from behind the front edge of {2}, if that is in line; or at its head or tail (within 45 "
    .. "degrees), if it is in column?",
  flag "enfiladed" {},
  suggest = false,
  measured = function(view, _, id, target)
    local _, line = view:fact("fire_range", id, target)
    local unit = view:unit(target)
    -- "Behind the front edge" is counted from that edge; head and tail from the middle of the column (R59).
    local off = view:struck_off(unit.base, line.from, unit.drill == "column" and "centre" or "front")
    return judged(view, id, target, off_facing(unit.drill, off)), off
  end,
}

local M <const> = {}

--- Bearings of fire that the players' word stands for: enfiladed, and not.
local TOLD <const> = { [true] = { line = 180, column = 0 }, [false] = { line = 0, column = 90 } }

--- Where players tell it: they are asked only where it makes a difference, and the rules judge what they say.
local function told_enfilade(view, id, target)
  local drill, ahead = view:unit(target).drill, judged(view, id, target, 0)
  if judged(view, id, target, 90) == ahead and judged(view, id, target, 180) == ahead then return ahead end
  local said = view:told("enfiladed", id, target)
  local bearing = TOLD[said][drill]
  if not bearing then return said end
  return judged(view, id, target, bearing)
end

--- Is a target taken in enfilade (5.5)? By the published rules only lines and columns are, and no unit in a town.
---@return boolean
function M.enfilade(view, id, target)
  local drill, stands_in = view:unit(target).drill, paths.stands_in(view, target)
  if not drill then return false end
  if not view.rules.wrapped "fire.enfilade" then
    if drill ~= "line" and drill ~= "column" or stands_in == "town" then return false end
    if stands_in == "fieldworks" and view.rules.option.fieldworks_all_round then return false end
  end
  if view:told() then return told_enfilade(view, id, target) end
  return (view:fact("enfiladed", id, target))
end

--- One target of a battery's fire, as `fire.artillery` asks; without a range in defence.
function M.target_args(view, id, target, range)
  local node = view.state.units[target]
  if not node then return { range_mm = range, enfilade = false } end -- a section of fieldworks
  local args = { range_mm = range, enfilade = M.enfilade(view, id, target) }
  return view:described(args, node, "artillery_target")
end

--- What shelters a target from a unit's fire: town, fieldworks, woods or cover; nil in the open (R57).
---@param wood boolean it stands wholly in a wood
---@param bearing integer? of a battery's line
---@return "town"|"fieldworks"|"woods"|"cover"|nil
function M.shelter(view, id, target, wood, bearing)
  local held = paths.stands_in(view, target)
  if held == "town" then return held end
  if held == "fieldworks" then
    local front = view.rules.option.fieldworks_all_round or view:fact("face_met", id, target) == "front"
    if front then return held end -- R80
  end
  if wood then return "woods" end
  if #view.state.order.lines == 0 and not view:told() then return nil end
  return view:fact("behind_cover", id, target, bearing) and "cover" or nil
end

--- What shelters it, in words.
M.WORDS = { town = "the town", fieldworks = "the works", woods = "the woods", cover = "its cover" }

return M
