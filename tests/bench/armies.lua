--- Battles of any size: two armies in brigades of four, drawn up in lines against each other, on a table that grows with
--- them, so that a unit has as many neighbours in a large battle as in a small one.
local M <const> = {}

local LINE <const>, APART <const>, DEEP <const> = 20, 230, 150

local HEADS <const> = {
  fusilier = [[
scenario { title = "Many", ruleset = "fusilier", seed = 5, last_turn = 40, year = 1809, start_min = 600,
  ground = { width = %d, depth = %d },
]],
  horse_and_musket = [[
scenario { title = "Many", ruleset = "horse_and_musket", seed = 5, last_turn = 40,
  ground = { width = %d, depth = %d },
]],
}

local SIDES <const> = {
  fusilier = {
    a = 'side "a" { name = "A", army = "french", facing = "north", task = "attack",\n',
    b = 'side "b" { name = "B", army = "austrian", facing = "south", task = "hold",\n',
  },
  horse_and_musket = {
    a = 'side "a" { name = "A", army = "prussian", edge = "south", facing = "north",\n',
    b = 'side "b" { name = "B", army = "austrian", edge = "north", facing = "south",\n',
  },
}

local UNITS <const> = {
  fusilier = function(id, nth, at)
    local troop = nth % 10 == 9 and "troop = \"cavalry\", weight = \"light\", men = 120, ranks = 2"
      or "troop = \"infantry\", men = 600, ranks = 3"
    return ('  unit "%s" { number = "%s", %s, at = %s },\n'):format(id, id, troop, at)
  end,
  horse_and_musket = function(id, nth, at)
    local list = nth % 10 == 9 and "cuirassiers" or "fusiliers"
    return ('  unit "%s" { number = "%s", list = "%s", at = %s },\n'):format(id, id, list, at)
  end,
}

local LEADERS <const> = {
  fusilier = function(id, _, with)
    return ('  leader "%s" { rank = "brigade", with = "%s", behind = "%s", gap = 10 },\n'):format(id, with, with)
  end,
  horse_and_musket = function(id, _, with) return ('  leader "%s" { with = "%s" },\n'):format(id, with) end,
}

--- The text of a battle of so many units, half of them on each side.
---@param ruleset "fusilier"|"horse_and_musket"
---@param count integer
---@return string
function M.scenario(ruleset, count)
  local half = count // 2
  local rows = (half + LINE - 1) // LINE
  local width, depth = APART * (math.min(half, LINE) + 1), 1200 + 2 * DEEP * (rows + 1)
  local parts = { HEADS[ruleset]:format(width, depth) }
  for _, side in ipairs { "a", "b" } do
    local brigades, leaders = {}, {}
    parts[#parts + 1] = SIDES[ruleset][side]
    if ruleset == "horse_and_musket" then
      parts[#parts + 1] = ('  leader "%s_chief" { rank = "commanding_officer", at = { %d, %d } },\n'):format(
        side, 60, side == "a" and 60 or depth - 60)
    end
    for nth = 1, half do
      local column, row = (nth - 1) % LINE, (nth - 1) // LINE
      local y = DEEP * (rows - row)
      local at = ("{ %d, %d }"):format(APART * (column + 1), side == "a" and y or depth - y)
      local brigade, id = (nth - 1) // 4 + 1, side .. nth
      if not brigades[brigade] then
        brigades[brigade] = {}
        leaders[brigade] = LEADERS[ruleset](side .. "_leader" .. brigade, side .. brigade, id)
      end
      table.insert(brigades[brigade], "  " .. UNITS[ruleset](id, nth, at))
    end
    local more = ruleset == "fusilier" and "quality = 6, " or ""
    for i, units in ipairs(brigades) do
      parts[#parts + 1] = ('  formation "%s_brigade%d" { %scommander = "%s_leader%d",\n%s  },\n'):format(side, i, more, side, i,
        table.concat(units))
    end
    parts[#parts + 1] = table.concat(leaders) .. "},\n"
  end
  return table.concat(parts) .. "}\n"
end

return M
