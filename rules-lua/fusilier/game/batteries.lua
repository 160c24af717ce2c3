-- 10.1, R76: guns that are caught before their own line are left, taken, or manned again.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local retreat <const> = use "game/retreat"

story {
  abandoned = "The gunners of {unit} leave their guns.",
  manned = "The gunners of {unit} go back to their guns.",
  taken = "{unit} is taken.",
}

--- Does some friend stand between a battery and the enemy that is nearest it?
local function covered(play, id, enemy)
  return play:fact("interposes", id, enemy)
end

local function has_refuge(play, id)
  local unit = play:unit(id)
  for other, friend in play:units(unit.side) do
    if other ~= id and army.present(friend) and friend.arm ~= "artillery"
      and ground.distance(play, id, other) <= play.rules.constant.combat_zone then
      return true
    end
  end
  return false
end

local function look_at(play, id, unit)
  local enemy, away = ground.nearest(play, id, function(one) return one.arm ~= "artillery" end)
  local near = enemy ~= nil and away <= play.rules.constant.combat_zone
  if near and away == 0 or near and not has_refuge(play, id) and not covered(play, id, enemy) then
    play:tell("taken", { unit = id, cite = "R76" })
    retreat.gone(play, id)
  elseif near and not unit.abandoned and not covered(play, id, enemy) then
    play:set(unit, "abandoned", true)
    play:tell("abandoned", { unit = id, cite = "10.1" })
  elseif not near and unit.abandoned then
    play:set(unit, "abandoned", nil)
    play:tell("manned", { unit = id, cite = "R76" })
  end
end

local M <const> = {}

--- After the firing: every battery with an enemy in the zone and no friend between.
function M.look(play)
  for id, unit in play:units() do
    if unit.arm == "artillery" and army.present(unit) then look_at(play, id, unit) end
  end
end

return M
