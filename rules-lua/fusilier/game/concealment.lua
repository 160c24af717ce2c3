-- 3.1, R95: troops in woods, buildings or out of sight stay off the table until they move, fight or are met.

local army <const> = use "game/army"
local ground <const> = use "game/ground"

story { appears = "{unit} comes into view." }

command "conceal" {
  cite = "3.1", doc = "Hides a unit that stands in woods or buildings, or out of the enemy's sight.",
  args = { unit "unit" { "own" } },
  check = function(view, cmd)
    if view:fact("cover", cmd.unit) ~= "none" then return nil end
    for enemy in view:units(view:other(view.side)) do
      if view:fact("sight", enemy, cmd.unit) then
        return refuse("unit", "stands in the open, seen by the enemy", { cite = "3.1" })
      end
    end
  end,
  run = function(play, cmd) play:set(play:unit(cmd.unit), "concealed", true) end,
}

hidden(function(_, _, unit) return unit.concealed or false end)

local M <const> = {}

--- Whatever has moved, fired, fought or been come upon must be placed.
function M.reveal(play)
  for id, unit in play:units() do
    if unit.concealed and army.present(unit) then
      local _, away = ground.nearest(play, id)
      local met = away ~= nil and away <= play.rules.constant.combat_zone
      local placed = play.rules.call("deploy.must_place", {
        kind = "troops", concealed = true, moved = unit.moved or false,
        in_combat = met or unit.fired or unit.fighting or false, watching = false,
      }).must_place
      if placed then
        play:set(unit, "concealed", nil)
        play:tell("appears", { unit = id, cite = "3.1" })
      end
    end
  end
end

return M
