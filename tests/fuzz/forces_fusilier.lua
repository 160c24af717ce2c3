--- Small battles of Fusilier out of a seed: a table with some ground, and two to eight units a side in mixed arms.
local lots <const> = require "fuzz.lots"

local one_of <const>, chance <const>, number <const> = lots.one_of, lots.chance, lots.number

local M <const> = {}

local COLUMN_GAP <const> = 30

local ARMIES <const> = { "french", "french_client", "austrian", "prussian", "russian", "other" }
local TERRAIN <const> = {
  "open_woods", "open_woods", "built_up", "built_up", "stream_knee", "stream_waist", "stream_deep", "open",
}
local LINES <const> = { "wall", "fence", "hedge", "ditch", "bank" }

local function height(d) return (", height_mm = %d"):format(one_of(d, { 600, 1000, 1500, 1600 })) end

local function ground_of(d, width, depth)
  local parts = {}
  for i = 1, d(5) - 1 do
    local terrain, w, h = one_of(d, TERRAIN), number(d, 60, 400), number(d, 60, 300)
    if terrain:find "^stream" then w, h = number(d, 200, width - 10), number(d, 15, 40) end
    local x, y
    x, y, w = lots.rectangle(d, width, depth, w, h)
    local hill = chance(d, 25) and (", hill = %d"):format(number(d, 5, 40)) or ""
    parts[#parts + 1] = ('    area "area%d" { terrain = "%s"%s, outline = %s },'):format(
      i, terrain, hill, lots.outline(d, x, y, w, h))
  end
  lots.lines(d, parts, width, depth, { most = 2, kinds = LINES, long = { 60, 200 }, rise = 60, more = height })
  return table.concat(parts, "\n")
end

--- A unit: what the file says of it, and the width and depth of ground to keep for it.
local function infantry(d)
  local drill = one_of(d, { "line", "line", "line", "column", "skirmish", "square" })
  local men, ranks = number(d, 20, 80) * 10, number(d, 2, 3)
  local front = (men + ranks - 1) // ranks
  local wide = drill == "skirmish" and 2 * front or drill == "line" and front or front // 2 + 20
  local rifle = drill == "skirmish" and chance(d, 40) and ", rifle = true" or ""
  return ('troop = "infantry", men = %d, ranks = %d, drill = "%s"%s'):format(men, ranks, drill, rifle), wide, 120
end

local function cavalry(d)
  local men = number(d, 8, 24) * 10
  return ('troop = "cavalry", men = %d, ranks = 2, weight = "%s"'):format(men, one_of(d, { "light", "medium", "heavy" })),
    (3 * men // 2 + 1) // 2 + 1, 30
end

local function battery(d)
  local troop = one_of(d, { "horse_artillery", "field_artillery", "field_artillery", "siege_artillery", "light_artillery" })
  local guns = number(d, 2, 10)
  return ('troop = "%s", guns = %d, calibre_pdr = %d, quality = %d, drill = "%s"'):format(
    troop, guns, one_of(d, { 18, 12, 9, 8, 6, 4, 3 }), number(d, 1, 9), one_of(d, { "unlimbered", "unlimbered", "limbered" })),
    10 * guns, 30
end

local function brigade(d, side, n, kind, place)
  local units, most = {}, kind == "guns" and 1 or number(d, 2, 4)
  for i = 1, most do
    local make = kind == "horse" and cavalry or kind == "guns" and battery or infantry
    local text, wide, deep = make(d)
    local x, y = place(wide, deep)
    if x then
      units[#units + 1] = ('        unit "%s%d%d" { %s, at = { %d, %d }, facing = "%s" },'):format(
        side, n, i, text, x, y, side == "a" and "north" or "south")
    end
  end
  if #units < (kind == "guns" and 1 or 2) then return nil end
  local id = side .. "_brigade" .. n
  local leader, commander = "", ""
  if kind ~= "guns" and chance(d, 60) then
    local with = chance(d, 50) and (', with = "%s%d1"'):format(side, n) or ""
    leader = ('      leader "%s_brig%d" { rank = "brigade", temperament = "%s"%s, at = { %d, %d } },\n'):format(
      side, n, one_of(d, { "normal", "rash", "cautious" }), with, 100 * n, side == "a" and 30 or 60)
    commander = (', commander = "%s_brig%d"'):format(side, n)
  end
  return leader .. ('      formation "%s" { quality = %d%s,\n%s\n      },'):format(
    id, number(d, 1, 9), commander, table.concat(units, "\n"))
end

local KINDS <const> = { "foot", "foot", "foot", "horse", "horse", "guns" }

local function side_of(d, side, width, depth)
  local place, parts = lots.placer(d, side, width, depth, COLUMN_GAP), {}
  local first = chance(d, 80) and "foot" or "horse"
  parts[1] = brigade(d, side, 1, first, place)
  for n = 2, d(3) do parts[#parts + 1] = brigade(d, side, n, one_of(d, KINDS), place) end
  if not parts[1] then return nil end
  local general_y = side == "a" and depth // 4 or depth * 3 // 4
  return table.concat({
    ('  side "%s" { name = "%s", army = "%s",'):format(side, side == "a" and "Blue" or "Red", one_of(d, ARMIES)),
    ('    leader "%s_chief" { rank = "%s", temperament = "%s", at = { %d, %d }, facing = "north" },'):format(side,
      one_of(d, { "c_in_c", "corps", "division" }), one_of(d, { "normal", "rash", "cautious" }), width // 2, general_y),
    ('    formation "%s_division" { level = "division", commander = "%s_chief",'):format(side, side),
    table.concat(parts, "\n"),
    "    },",
    "  },",
  }, "\n")
end

--- The text of a scenario; the same for the same stream of numbers.
---@param d fun(faces: integer): integer
---@return string
function M.scenario(d)
  return lots.scenario(d, "fusilier", { width = { 10, 18 }, depth = { 9, 15 } }, function()
    return ("last_turn = %d,\n  year = %d, start_min = %d, break_percent = %d,"):format(number(d, 3, 10),
      one_of(d, { 1709, 1757, 1794, 1805, 1809, 1813 }), number(d, 300, 900), number(d, 30, 80))
  end, ground_of, side_of)
end

--- A number of a unit, counted from nothing, that players amend.
M.AMENDED = "damage_points"

return M
