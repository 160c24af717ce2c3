--- Small battles of Horse and Musket out of a seed: a table with some ground, and two to eight units a side in mixed arms.
local lots <const> = require "fuzz.lots"

local one_of <const>, chance <const>, number <const> = lots.one_of, lots.chance, lots.number

local M <const> = {}

--- A number of a unit, counted from nothing, that players amend.
M.AMENDED = "hits"

local GAP <const> = 12
local TERRAIN <const> = {
  "woods", "woods", "crops", "hill", "hill", "town", "fieldworks", "road", "impassable", "river", "river",
}

local function hill(d) return ("hill = %d, "):format(number(d, 5, 40)) end

--- A river from edge to edge, and mostly a bridge or a ford over it.
local function river(d, i, width, depth)
  local y, w = number(d, depth // 3, 2 * depth // 3), number(d, 20, 60)
  local text = ('    area "river%d" { terrain = "river", rect = { { 0, %d }, { %d, %d } } },'):format(i, y, width, y + w)
  if chance(d, 80) then
    local x = number(d, 50, width - 250)
    text = text .. ('\n    area "crossing%d" { terrain = "%s", rect = { { %d, %d }, { %d, %d } } },'):format(
      i, one_of(d, { "bridge", "ford" }), x, y - 5, x + number(d, 60, 200), y + w + 5)
  end
  return text
end

local function piece(d, i, width, depth)
  local terrain = one_of(d, TERRAIN)
  if terrain == "river" then return river(d, i, width, depth) end
  local more, w, h = "", number(d, 80, 420), number(d, 60, 300)
  if terrain == "hill" or chance(d, 15) then more = hill(d) end
  if terrain == "town" then w, h = number(d, 120, 200), number(d, 100, 200) end
  local x, y
  if terrain == "fieldworks" then
    w, h = 80, 60
    more = ("front = %d, "):format(one_of(d, { 0, 0, 180, 90 }))
  end
  x, y, w = lots.rectangle(d, width, depth, w, h)
  local outline = terrain == "fieldworks"
    and ("{ { %d, %d }, { %d, %d }, { %d, %d }, { %d, %d } }"):format(x, y, x + w, y, x + w, y + h, x, y + h)
    or lots.outline(d, x, y, w, h)
  if chance(d, 20) then more = more .. ("objective = %d, "):format(number(d, 1, 3)) end
  return ('    area "area%d" { terrain = "%s", %soutline = %s },'):format(i, terrain, more, outline)
end

local function ground_of(d, width, depth)
  local parts = {}
  for i = 1, d(6) - 1 do parts[#parts + 1] = piece(d, i, width, depth) end
  lots.lines(d, parts, width, depth, { most = 2, kinds = { "hedge", "fence", "wall" }, long = { 60, 200 }, rise = 60 })
  return table.concat(parts, "\n")
end

local GRADES <const> = { "elite", "average", "average", "levy" }

local function foot(d)
  if chance(d, 25) then
    local weapon = chance(d, 30) and ', weapon = "rifle"' or ""
    return ('troop = "light_infantry", grade = "%s"%s'):format(one_of(d, GRADES), weapon), 160, 20
  end
  local column = chance(d, 25)
  return ('troop = "close_order_infantry", grade = "%s"%s'):format(one_of(d, GRADES), column and ', drill = "column"' or ""),
    column and 40 or 160, column and 80 or 20
end

local function horse(d)
  local troop = one_of(d, { "heavy_cavalry", "heavy_cavalry", "dragoons", "light_cavalry", "tribal_cavalry" })
  local column = chance(d, 15) and (troop == "heavy_cavalry" or troop == "dragoons")
  return ('troop = "%s", grade = "%s"%s'):format(troop, one_of(d, GRADES), column and ', drill = "column"' or ""),
    column and 40 or 80, column and 160 or 80
end

local function guns(d)
  if chance(d, 12) then return 'troop = "wagons"', 40, 60 end
  local limbered = chance(d, 30) and ', drill = "limbered"' or ""
  local mounted = chance(d, 20) and ", horse_artillery = true" or ""
  return ('troop = "artillery", grade = "average"%s%s'):format(limbered, mounted), 40, 60
end

local MAKE <const> = { foot = foot, horse = horse, guns = guns }

local function brigade(d, side, n, kind, place)
  local units = {}
  for i = 1, kind == "guns" and 1 or number(d, 2, 4) do
    local text, wide, deep = MAKE[kind](d)
    local x, y = place(wide, deep)
    if x then
      units[#units + 1] = ('      unit "%s%d%d" { %s, at = { %d, %d }, facing = "%s" },'):format(
        side, n, i, text, x, y, side == "a" and "north" or "south")
    end
  end
  if #units == 0 then return nil end
  local with = chance(d, 50) and (', with = "%s%d1"'):format(side, n) or ""
  local quality = chance(d, 50) and (', quality = "%s"'):format(one_of(d, { "incompetent", "competent", "gifted" })) or ""
  return table.concat({
    ('    leader "%s_brig%d" { rank = "brigade_commander"%s%s, behind = "%s%d1", gap = 5 },'):format(
      side, n, quality, with, side, n),
    ('    formation "%s_brigade%d" { commander = "%s_brig%d",'):format(side, n, side, n),
    table.concat(units, "\n"),
    "    },",
  }, "\n")
end

local KINDS <const> = { "foot", "foot", "foot", "horse", "horse", "guns" }

local function side_of(d, side, width, depth)
  local place, parts = lots.placer(d, side, width, depth, GAP), {}
  parts[1] = brigade(d, side, 1, chance(d, 80) and "foot" or "horse", place)
  for n = 2, d(3) do parts[#parts + 1] = brigade(d, side, n, one_of(d, KINDS), place) end
  if not parts[1] then return nil end
  return table.concat({
    ('  side "%s" { name = "%s", army = "%s", edge = "%s", modifier = %d,'):format(side, side == "a" and "Blue" or "Red",
      one_of(d, { "prussian", "austrian", "other" }), side == "a" and "south" or "north", number(d, -1, 1)),
    ('    leader "%s_chief" { rank = "commanding_officer", at = { %d, %d }, facing = "north" },'):format(side,
      width // 2, side == "a" and 30 or depth - 30),
    table.concat(parts, "\n"),
    "  },",
  }, "\n")
end

--- The text of a scenario; the same for the same stream of numbers.
---@param d fun(faces: integer): integer
---@return string
function M.scenario(d)
  return lots.scenario(d, "horse_and_musket", { width = { 9, 16 }, depth = { 9, 13 } }, function()
    local broken = chance(d, 50) and (" break_percent = %d,"):format(number(d, 30, 80)) or ""
    return ("last_turn = %d,%s"):format(number(d, 3, 9), broken)
  end, ground_of, side_of)
end

return M
