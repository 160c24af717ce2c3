-- 4.1.9, C.3a, R33: bodies that come together, and who is hand to hand with whom.
--
-- A unit that has charged home carries whom it met: met = { { target, face, counter, position } … }, the charged unit
-- first. A pair stays there until its combat is fought, or one of the two is gone from it.
local paths <const> = use "game/fire/paths"

local M <const> = {}

--- What a unit is met at: its base, or the town or section that it holds (SR.3, SR.4).
---@return table shape, string? area
function M.body(view, id)
  local unit = view:unit(id)
  local area = unit.inside and view.state.areas[unit.inside]
  if area and area.area then return { area = area.area }, unit.inside end
  return unit.base
end

--- Does a unit attack works, in which formation is given up on either side (SR.4, R34)?
function M.closes_up(view, id, target)
  return paths.stands_in(view, target) == "fieldworks" and view:unit(id).arm == "infantry"
end

--- All pairs that are hand to hand, in the order in which the charges were declared.
---@return { unit: string, target: string, face: string }[]
function M.all(view)
  local found = {}
  for i, pair in ipairs(view:meetings()) do
    local nth = view:unit(pair.unit).charging.nth
    found[i] = { unit = pair.unit, target = pair.target, face = pair.met.face, nth = nth, place = i }
  end
  table.sort(found, function(one, other)
    if one.nth ~= other.nth then return one.nth < other.nth end
    return one.place < other.place
  end)
  return found
end

--- A charge that has met nobody who is still there is over.
local function settle(play)
  for _, unit in play:units() do
    if unit.charging and unit.charging.stage == "contact" and not unit.met then play:set(unit, "charging", nil) end
  end
end

--- A pair is hand to hand no longer.
function M.part(play, one, other)
  play:part(one, other)
  settle(play)
end

--- A unit has gone, or gone back: it is hand to hand with no enemy now, and the rest stand where they are (R35).
function M.dissolve(play, id)
  play:dissolve(id)
  play:forget(play:unit(id), { "charging", "countercharging" })
  settle(play)
end

return M
