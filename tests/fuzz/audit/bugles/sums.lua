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
