-- `make bench`: all tasks in one table, each held against the same done by hand in plain Lua, or against a peer, in the
-- same run; and whether it reaches its target. PART='odds battles' runs some parts, JSON=FILE writes the rows for programs.
-- Only a wrong answer fails. With BASE or BEFORE=PROGRAM battles are held against those of an older program (bench_battles).
local ratio <const> = require "bench.ratio"

--- In this order; each also runs alone.
local PARTS <const> = { "dice", "odds", "table", "questions", "journal", "prompt", "impact", "program", "growth", "battles",
  "pairs", "commanders", "house_rules", "geometry", "peers" }

local wanted <const> = os.getenv "PART" or ""
for _, part in ipairs(PARTS) do
  if not wanted:find "%S" or (" " .. wanted .. " "):find(" " .. part .. " ", 1, true) then
    ratio.group(part:gsub("_", " "))
    dofile(("tests/bench/bench_%s.lua"):format(part))
    collectgarbage()
  end
end
local file <const> = os.getenv "JSON"
ratio.finish(file ~= "" and file or nil)
