-- 4.1.9, C.3a, R33: bodies that come together, and who is hand to hand with whom.
--
-- A unit that has charged home carries whom it met: charging.met = { { target, face, counter } … }, the charged unit
-- first. A pair stays there until its combat is fought, or one of the two is gone from it.
local aim <const> = use "game/fire/aim"
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

fact "touched" {
  ask = "Which other enemies does {1} touch, apart from {2}?",
  units "enemies" { "enemy", default = {} },
  check = function(view, enemies, _, target)
    for _, one in ipairs(enemies) do
      if one == target or not tabletop.present(view:unit(one)) then
        return refuse("enemies", ("must be others on the table, got %s"):format(one))
      end
    end
  end,
  measured = function(view, _, id, target)
    return view:touched(id, { of = "enemies", except = target, counts = tabletop.present })
  end,
}

--- All pairs that are hand to hand, in the order in which the charges were declared.
---@return { unit: string, target: string, face: string }[]
function M.all(view)
  local found = {}
  for id, unit in view:present() do
    local charging = unit.charging
    for i, met in ipairs(charging and charging.met or {}) do
      if tabletop.present(view:unit(met.target)) then
        found[#found + 1] = { unit = id, target = met.target, face = met.face, nth = charging.nth, place = i }
      end
    end
  end
  table.sort(found, function(one, other)
    if one.nth ~= other.nth then return one.nth < other.nth end
    return one.place < other.place
  end)
  return found
end

--- Is a unit hand to hand with an enemy (C.2a)?
function M.engaged(view, id)
  return aim.fighting(view)[id] or false
end

--- A pair is hand to hand no longer.
---@param id string the charger
function M.part(play, id, target)
  local charging = play:unit(id).charging
  for i, met in ipairs(charging and charging.met or {}) do
    if met.target == target then
      play:remove(charging.met, i)
      break
    end
  end
  if charging and charging.met and #charging.met == 0 then play:set(play:unit(id), "charging", nil) end
end

--- A unit has gone, or gone back: it is hand to hand with no enemy now, and the rest stand where they are (R35).
function M.dissolve(play, id)
  play:forget(play:unit(id), { "charging", "countercharging" })
  for other in play:units(play:other(play:unit(id).side)) do M.part(play, other, id) end
end

return M
