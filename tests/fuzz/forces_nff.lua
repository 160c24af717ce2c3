--- Small battles of Napoleonic Fire & Fury out of a seed: a table in inches with some ground, and divisions of foot,
--- horse and guns, some of them mixed, irregular, disordered or limbered, with leaders who ride with them.
local lots <const> = require "fuzz.lots"

local one_of <const>, chance <const>, number <const> = lots.one_of, lots.chance, lots.number

local M <const> = {}

--- A number of a unit, counted from nothing, that players amend.
M.AMENDED = "fire_loss"

--- A variant that it plays by its own rule.
M.NOT_BY = "prime_directive"

--- Brigades pass through friends.
M.AMONG = true

local TERRAIN <const> = { "forest", "forest", "town", "rough", "marsh", "works", "hill", "road", "river", "impassable" }
local LINES <const> = { "wall", "hedge", "stream" }

local function ground_of(d, width, depth)
  local parts = {}
  for i = 1, d(6) - 1 do
    local terrain = one_of(d, TERRAIN)
    local more = terrain == "hill" and ("hill = mm(%d), "):format(number(d, 10, 30)) or ""
    local x, y, w, h = lots.rectangle(d, width, depth, number(d, 2, 12), number(d, 2, 8))
    if chance(d, 25) then more = more .. ("objective = %d, "):format(number(d, 1, 3)) end
    parts[i] = ('    area "area%d" { terrain = "%s", %soutline = %s },'):format(i, terrain, more, lots.outline(d, x, y, w, h))
  end
  lots.lines(d, parts, width, depth, { most = 2, kinds = LINES, long = { 3, 9 }, rise = 3, room = 10 })
  return table.concat(parts, "\n")
end

local ARMIES <const> = { "french", "austrian", "russian", "prussian", "british" }
local FOOT <const> = { "line", "line", "light", "grenadier", "militia" }
local HORSE <const> = { "hussar", "chasseur_a_cheval", "cuirassier", "dragoon", "lancer" }
local DRILL <const> = { "single_echelon", "single_echelon", "double_echelon", "brigade_masse", "march_column" }

local function some(d, percent, text) return chance(d, percent) and text or "" end

--- What a unit is, and room for it in inches.
local function unit_of(d)
  local which = d(10)
  if which <= 2 then
    local guns = number(d, 4, 12)
    return ('arm = "artillery", guns = %d, weight = "%s"%s%s'):format(guns, one_of(d, { "light", "medium", "heavy" }),
      some(d, 20, ", limbered = true"), some(d, 20, ", horse_artillery = true")), guns / 8, 1.5
  end
  local stands, drill = number(d, 2, 7), one_of(d, DRILL)
  local common = (', stands = %d, drill = "%s", rating = "%s"%s'):format(stands, drill,
    one_of(d, { "conscript", "regular", "regular", "elite" }), some(d, 15, ", disordered = true"))
  if which <= 5 then
    return ('arm = "cavalry", cavalry_type = "%s"%s'):format(one_of(d, HORSE), common), stands, drill == "march_column" and 8 or 3
  end
  local mixed = stands > 2 and some(d, 12, ', minority = { arm = "cavalry", stands = 1, cavalry_type = "hussar" }') or ""
  return ('troop = "%s"%s%s'):format(one_of(d, FOOT), common, mixed), stands * 0.75 + 1, drill == "march_column" and 8 or 3
end

--- Places beside each other on a side's half; rows go back toward its edge.
local function placer(d, side, width, depth)
  local ahead, x, deepest = side == "a" and 1 or -1, number(d, 1, 8), 0
  local y = depth / 2 - ahead * number(d, 1, 8)
  return function(wide, deep)
    if x + wide > width - 1 then x, y, deepest = number(d, 1, 8), y - ahead * (deepest + 1), 0 end
    deepest = math.max(deepest, deep)
    local at_x, at_y = x + wide / 2, y - ahead * deep / 2
    x = x + wide + number(d, 1, 3)
    if at_x + wide / 2 > width - 1 or at_y - deep / 2 < 2 or at_y + deep / 2 > depth - 2 then return nil end
    return at_x, at_y
  end
end

--- A battery at an end of a brigade, that goes with it or might.
local function battery_beside(d, brigade, id)
  return ('      unit "%s" { arm = "artillery", guns = %d, %s_of = "%s", gap = 0.2%s%s },'):format(id, number(d, 4, 8),
    one_of(d, { "left", "right" }), brigade, some(d, 60, (', with = "%s"'):format(brigade)), some(d, 50, ", limbered = true"))
end

local function division(d, side, n, place)
  local units, ids = {}, {}
  for i = 1, number(d, 2, 4) do
    local text, wide, deep = unit_of(d)
    local guns = text:find 'cavalry' == nil and text:find 'artillery' == nil and chance(d, 25)
    local x, y = place(wide + (guns and 2.5 or 0), deep)
    if x then
      if guns then x = x - 1 end
      ids[#ids + 1] = ("%s%d%d"):format(side, n, i)
      units[#units + 1] = ('      unit "%s" { %s, at = { %.2f, %.2f } },'):format(ids[#ids], text, x, y)
      if guns then units[#units + 1] = battery_beside(d, ids[#ids], ids[#ids] .. "_guns") end
    end
  end
  if #units == 0 then return nil end
  local lead = ("%s_lead%d"):format(side, n)
  if chance(d, 15) then
    units[#units + 1] = ('      unit "%s_sappers%d" { arm = "engineers", controller = "%s", with = "%s" },'):format(
      side, n, lead, ids[1])
    if not units[1]:find 'troop' then units[#units] = nil end
  end
  return table.concat({
    ('    leader "%s" { with = "%s"%s },'):format(lead, one_of(d, ids), some(d, 25, ", charismatic = true")),
    ('    formation "%s_division%d" { commander = "%s",'):format(side, n, lead), table.concat(units, "\n"), "    },",
  }, "\n")
end

local function side_of(d, side, width, depth, army)
  local place, parts = placer(d, side, width, depth), {}
  for _ = 1, number(d, 1, 3) do parts[#parts + 1] = division(d, side, #parts + 1, place) end
  if not parts[1] then return nil end
  local south = side == "a"
  return table.concat({
    ('  side "%s" { name = "%s", army = "%s", edge = "%s", facing = "%s",'):format(side, south and "Blue" or "Red", army,
      south and "south" or "north", south and "north" or "south"),
    ('    leader "%s_chief" { rank = "army", general = "%s", at = { %d, %d } },'):format(side,
      one_of(d, { "other_general", "napoleon", "archduke_charles" }), number(d, 2, width - 2), south and 1 or depth - 1),
    table.concat(parts, "\n"), "  },",
  }, "\n")
end

--- The text of a scenario; the same for the same stream of numbers.
---@param d fun(faces: integer): integer
---@return string
function M.scenario(d)
  while true do
    local width, depth = number(d, 30, 60), number(d, 24, 44)
    local first = d(#ARMIES)
    local a = side_of(d, "a", width, depth, ARMIES[first])
    local b = side_of(d, "b", width, depth, ARMIES[first % #ARMIES + 1])
    if a and b then
      return table.concat({
        ('scenario {\n  title = "A meeting", ruleset = "nff", year = %d, last_turn = %d,%s%s'):format(number(d, 1805, 1815),
          number(d, 2, 4), some(d, 50, " initiative = true,"), some(d, 50, " set_battle = true,")),
        ("  ground = { width = %d, depth = %d,"):format(width, depth), ground_of(d, width, depth), "  },", a, b, "}",
      }, "\n") .. "\n"
    end
  end
end

return M
