-- A table looked up from Lua, in C, against the same cells in nested Lua tables with the same checks of the keys.
local compile <const> = require "kernel.table".compile
local ratio <const> = require "bench.ratio"

local function run(from, to)
  local out = {}
  for i = from, to do out[#out + 1] = i end
  return out
end

local function by_hand(rows, row_name, column_name)
  return function(row, column)
    local line = rows[row]
    if not line then error { arg = row_name, message = "…" } end
    local cell = line[column]
    if not cell then error { arg = column_name, message = "…" } end
    return cell
  end
end

local exact = compile {
  name = "hits", cells = run(1, 143),
  axes = { { name = "roll", kind = "exact", keys = run(2, 12) }, { name = "guns", kind = "exact", keys = run(2, 14) } },
}
local rows = {}
for roll = 2, 12 do
  rows[roll] = {}
  for guns = 2, 14 do rows[roll][guns] = exact(roll, guns) end
end

local named = compile {
  name = "results", cells = { "routs", "retires", "stands", "halts", "holds", "advances" },
  axes = {
    { name = "side", kind = "exact", keys = { "attacker", "defender" } },
    { name = "difference", kind = "band", bands = { { nil, -1 }, { 0, 4 }, { 5, nil } } },
  },
}
local bands = { attacker = { "routs", "retires", "stands" }, defender = { "halts", "holds", "advances" } }
local function named_by_hand(side, difference)
  return bands[side][difference < 0 and 1 or difference < 5 and 2 or 3]
end

local function looked(look, row, column)
  return function(count)
    for _ = 1, count do look(row, column) end
  end
end

local least <const> = ratio.least({
  looked(by_hand(rows, "roll", "guns"), 9, 7), looked(exact, 9, 7),
  looked(named_by_hand, "defender", 3), looked(named, "defender", 3),
}, { 200000, 200000, 200000, 200000 })
ratio.row("a lookup, two exact axes", least[2] / least[1], 1.5, "x plain Lua", false, ratio.seconds(least[2]))
ratio.row("a lookup, a name and a band", least[4] / least[3], 1.5, "x plain Lua", false, ratio.seconds(least[4]))
