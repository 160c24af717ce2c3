-- A table looked up from Lua, in C, against the same cells in nested Lua tables with the same checks of the keys.
local compile <const> = require "kernel.table".compile

local ROUNDS <const>, TIMES <const> = 2000000, 5

local function nanoseconds(look, row, column)
  local best = math.huge
  for _ = 1, TIMES do
    local start = os.clock()
    for _ = 1, ROUNDS do look(row, column) end
    best = math.min(best, (os.clock() - start) / ROUNDS * 1e9)
  end
  return best
end

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

local function report(name, ours, plain)
  print(("%-28s %5.1f ns   by hand in Lua %5.1f ns   ratio %.2f"):format(name, ours, plain, ours / plain))
end
report("lookup, two exact axes", nanoseconds(exact, 9, 7), nanoseconds(by_hand(rows, "roll", "guns"), 9, 7))
report("lookup, a name and a band", nanoseconds(named, "defender", 3), nanoseconds(named_by_hand, "defender", 3))
