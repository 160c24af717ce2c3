--- Small battles of Bugles, Bullets, and Blades out of a seed: a table with some ground, and groups of every kind: stands
--- side by side, guns and carts, loose and native ones, those who lie in ambush, and snipers.
local lots <const> = require "fuzz.lots"

local one_of <const>, chance <const>, number <const> = lots.one_of, lots.chance, lots.number

local M <const> = {}

--- A number of a unit, counted from nothing, that players amend.
M.AMENDED = "fire_loss"

local TERRAIN <const> = {
  "open_woods", "dense_woods", "dense_woods", "rough", "scrub", "boulders", "steep", "very_rough", "marsh", "river",
  "buildings", "works", "hill", "road",
}
local LINES <const> = { "hedge", "low_wall", "high_wall", "ditch", "creek", "rampart" }

local function ground_of(d, width, depth)
  local parts = {}
  for i = 1, d(6) - 1 do
    local terrain = one_of(d, TERRAIN)
    local more = terrain == "hill" and ('hill = %d, '):format(number(d, 10, 40)) or ('terrain = "%s", '):format(terrain)
    local x, y, w, h = lots.rectangle(d, width, depth, number(d, 80, 420), number(d, 60, 260))
    if chance(d, 20) then more = more .. ("objective = %d, "):format(number(d, 1, 3)) end
    parts[i] = ('    area "area%d" { %soutline = %s },'):format(i, more, lots.outline(d, x, y, w, h))
  end
  lots.lines(d, parts, width, depth, { most = 3, kinds = LINES, long = { 60, 220 }, rise = 60 })
  return table.concat(parts, "\n")
end

local WEAPONS <const> = { "musket", "rifled_musket", "improved_rifle", "modern_rifle" }

local function some(d, ...)
  local parts = {}
  for _, flag in ipairs { ... } do
    if chance(d, 30) then parts[#parts + 1] = (", %s = true"):format(flag) end
  end
  return table.concat(parts)
end

local MAKE <const> = {}

function MAKE.regular(d)
  if chance(d, 20) then
    return ('arm = "mounted", class = "%s"%s'):format(one_of(d, { "a", "b", "c" }),
      chance(d, 70) and ', can_dismount = "dragoon", weapon = "rifled_musket"' or "")
  end
  return ('class = "%s", weapon = "%s"%s%s'):format(one_of(d, { "a", "b", "c", "d" }), one_of(d, WEAPONS),
    some(d, "light_infantry"), chance(d, 15) and ', drill = "skirmish"' or "")
end

function MAKE.war_band(d)
  if chance(d, 25) then return 'arm = "mounted", class = "c"' .. some(d, "native_mounted", "ferocious") end
  if chance(d, 20) then return 'class = "d", rabble = true' end
  return ('class = "%s"%s'):format(one_of(d, { "b", "c", "d" }), some(d, "fanatic", "ferocious", "fleet"))
end

function MAKE.irregular(d)
  if chance(d, 25) then
    return 'arm = "mounted", class = "c", weapon = "rifled_musket"' .. some(d, "native_mounted", "skilled")
  end
  return ('class = "%s", weapon = "%s"%s'):format(one_of(d, { "b", "c", "d" }), one_of(d, WEAPONS),
    some(d, "skilled") .. (chance(d, 25) and ', drill = "skirmish"' or ""))
end

local function crewed(d, kind)
  if kind == "war_band" then return MAKE[kind](d) end
  local which = d(6)
  if which == 1 then return 'arm = "wagon"' end
  if which == 2 then return ('arm = "machine_gun", mg = "%s"'):format(one_of(d, { "gatling", "maxim" })) end
  if which == 3 and kind == "regular" then return 'arm = "gun", gun = "light", horse_artillery = true' end
  return ('arm = "gun", gun = "%s", ordnance = "%s"%s%s'):format(one_of(d, { "light", "medium", "heavy" }),
    one_of(d, { "smoothbore", "rifled" }), some(d, "howitzer", "limbered"),
    one_of(d, { "", ", figures = 2", ", figures = 6", ", solid = 1" }))
end

--- A group with its leader; `lies`: all of it lies in ambush.
local function group(d, side, n, kind, place, lies)
  local units = {}
  local text = ""
  for i = 1, number(d, 2, 5) do
    local cart = text:find('arm = "gun"', 1, true) and chance(d, 60) -- beside its gun
    text = cart and 'arm = "wagon"' or not lies and chance(d, 18) and crewed(d, kind) or MAKE[kind](d)
    if (lies or chance(d, 8)) and not text:find("skirmish", 1, true) then text = text .. ", hidden = true" end
    if not lies and kind ~= "war_band" and chance(d, 8) then text = 'arm = "sniper", weapon = "rifled_musket"' end
    local loose = text:find("skirmish", 1, true)
    local x, y = place(loose and 200 or 65, loose and 120 or 50)
    if x then
      units[#units + 1] = ('      unit "%s%d%d" { kind = "%s", %s, at = { %d, %d } },'):format(side, n, i, kind, text, x, y)
    end
  end
  if #units == 0 then return nil end
  local charismatic = chance(d, 20) and ", charismatic = true" or ""
  return table.concat({
    ('    leader "%s_lead%d" { kind = "%s"%s, with = "%s" },'):format(side, n, kind, charismatic,
      units[1]:match 'unit "(%w+)"'),
    ('    formation "%s_group%d" { name = "%s %s%d", commander = "%s_lead%d",'):format(
      side, n, side, lies and "unseen" or "group", n, side, n),
    table.concat(units, "\n"), "    },",
  }, "\n")
end

--- Stands may move through friends, and end among them.
M.AMONG = true

--- Places for stands beside each other, mostly in touch; those in ambush lie anywhere on the side's half, and beyond.
local function placer(d, side, width, depth)
  local ahead = side == "a" and 1 or -1
  local y, x, deepest = depth // 2 - ahead * number(d, 80, 260), number(d, 5, width // 3), 0
  return function(wide, deep)
    if x + wide > width - 5 then x, y, deepest = number(d, 5, 60), y - ahead * (deepest + 10), 0 end
    deepest = math.max(deepest, deep)
    local at_y = y - ahead * (deep // 2)
    if at_y - deep // 2 < 5 or at_y + deep // 2 > depth - 5 then return nil end
    local at_x = x + (wide + 1) // 2
    x = x + wide + (chance(d, 70) and 0 or number(d, 5, 60))
    return at_x, at_y
  end
end

local KINDS <const> = { a = { "regular", "regular", "irregular" }, b = { "war_band", "war_band", "irregular", "regular" } }

local function side_of(d, side, width, depth)
  local place, parts, kind = placer(d, side, width, depth), {}, one_of(d, KINDS[side])
  for n = 1, number(d, 1, 3) do parts[n] = group(d, side, n, n > 1 and one_of(d, KINDS[side]) or kind, place) or nil end
  if not parts[1] then return nil end
  if chance(d, 40) then
    parts[#parts + 1] = group(d, side, 9, one_of(d, { "war_band", "irregular" }), place, true)
  end
  local y = side == "a" and 30 or depth - 30
  return table.concat({
    ('  side "%s" { name = "%s", edge = "%s", facing = "%s"%s%s,'):format(side, side == "a" and "Blue" or "Red",
      side == "a" and "south" or "north", side == "a" and "north" or "south",
      chance(d, 70) and (', quality = "%s"'):format(
        one_of(d, { "excellent", "good", "average", "poor", "very_poor" })) or "",
      some(d, "impetuous_army") .. (chance(d, 30) and ", reserve_solid = 6, reserve_canister = 2" or "")),
    ('    leader "%s_chief" { rank = "cinc", kind = "%s", at = { %d, %d }%s },'):format(side, kind, number(d, 50, width - 50),
      y, some(d, "charismatic")),
    ('    leader "%s_second" { rank = "division", kind = "%s", at = { %d, %d } },'):format(side, kind,
      number(d, 50, width - 50), y),
    ('    formation "%s_division" { level = "division", commander = "%s_second",'):format(side, side),
    table.concat(parts, "\n"), "    },", "  },",
  }, "\n")
end

--- The text of a scenario; the same for the same stream of numbers.
---@param d fun(faces: integer): integer
---@return string
function M.scenario(d)
  return lots.scenario(d, "bugles", { width = { 9, 16 }, depth = { 8, 12 } }, function()
    return ("last_turn = %d,"):format(number(d, 3, 6))
  end, ground_of, side_of)
end

return M
