-- R4: the document has no end of a battle; these are the scenario's terms.

local army <const> = use "game/army/units"

--- A side is beaten when it has lost so many of its units for good, guns apart, or nobody is left.
local function beaten(view, side)
  local all, lost, standing = 0, 0, 0
  for _, unit in view:units(side) do
    if army.present(unit) then standing = standing + 1 end
    if unit.arm ~= "artillery" then
      all = all + 1
      if unit.status == "gone" then lost = lost + 1 end
    end
  end
  return standing == 0 or all > 0 and lost * 100 >= all * view.state.battle.break_percent
end

victory(function(view)
  local a, b = table.unpack(view.state.order.sides)
  local a_beaten, b_beaten = beaten(view, a), beaten(view, b)
  if a_beaten and b_beaten then return { winner = "draw", why = "both armies are broken" } end
  if a_beaten then return { winner = b, why = "the enemy's army is broken" } end
  if b_beaten then return { winner = a, why = "the enemy's army is broken" } end
end)
