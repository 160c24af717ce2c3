--- Numbers that several of the worked results share.
local M <const> = {}

--- How far weapons reach, in mm (Ranges).
M.RANGE = {
  thrown = 30, bow = 50, mixed = 100, musket = 150, early_rifle = 250, rifled_musket = 300, improved_rifle = 500,
  modern_rifle = 700, gatling = 400, maxim = 700, light = 400, medium = 600, heavy = 1000, super_heavy = 1000,
}

local ORDNANCE <const> = { smoothbore = 2, rifled = 3, modern = 4 }

--- How far a gun reaches.
function M.gun_range(gun, ordnance) return M.RANGE[gun] * ORDNANCE[ordnance or "smoothbore"] // 2 end

--- The dice of each movement type (Variable Movement).
M.MOVE_DICE = {
  regular_foot = 2, other_foot = 3, skirmisher = 3, sniper = 3, mounted = 3, horse_artillery = 3, horse_drawn_gun = 2,
  square = 1, wagon = 1, oxen = 1, elephant = 1, manhandled_gun = 1,
}

--- How many of the highest dice a type doubles.
function M.doubled(kind, fleet) return (kind == "mounted" or kind == "horse_artillery") and 2 or fleet and 1 or 0 end

--- The sum of the first dice of a throw, the highest of them doubled.
function M.score(thrown, count, doubled)
  local dice, total = table.move(thrown, 1, count, 1, {}), 0
  table.sort(dice, function(a, b) return a > b end)
  for i, one in ipairs(dice) do total = total + (i <= doubled and 2 * one or one) end
  return total
end

--- Modifiers that are not nought, as { name, value } records, of a list of { name, value or false }.
function M.modifiers(given)
  local list = {}
  for _, one in ipairs(given) do
    if one[2] and one[2] ~= 0 then list[#list + 1] = { name = one[1], value = one[2] } end
  end
  return list
end

--- The sum of modifiers.
function M.of(list)
  local total = 0
  for _, one in ipairs(list) do total = total + one.value end
  return total
end

return M
