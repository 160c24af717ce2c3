-- How good the solo commanders are, by battles:
--   matches.lua opponents BATTLES JOBS SCENARIO…    today's against the one of old, each leading either side in turn
--   matches.lua efforts BATTLES JOBS SCENARIO…      today's with an effort of EFFORT (2) against himself without, likewise
--   matches.lua mirror BATTLES JOBS SCENARIO…       the same army twice on the same ground: neither side should win more
--   matches.lua calibration BATTLES JOBS SCENARIO…  of charges announced at so much, how many are won
-- BATTLES is for each scenario; the seeds are SEED (1), SEED + 1, …; the battles go to JOBS processes. SVG=FILE draws the
-- calibration. A row each: numbers with their 95 % intervals by Wilson, which are to hold what is wanted.
local battles <const> = require "opponents.battles"
local calibrations <const> = require "opponents.calibrations"
local lists <const> = require "limber.common.lists"
local statistics <const> = require "limber.common.statistics"

local what <const>, count <const>, jobs <const> = arg[1], math.tointeger(arg[2]), math.tointeger(arg[3])
local FIRST <const> = math.tointeger(os.getenv "SEED" or "1")
local EFFORT <const> = what == "efforts" and math.tointeger(os.getenv "EFFORT" or "2") or nil
local WITH_OLD <const> = { opponents = true, efforts = false, mirror = false, calibration = false }
local BY_TURNS <const> = WITH_OLD[what] or what == "efforts"
if WITH_OLD[what] == nil or not (count and jobs) then
  io.stderr:write "matches.lua opponents|efforts|mirror|calibration BATTLES JOBS SCENARIO…\n"
  os.exit(2)
end

--- The side that is measured in the nth battle: one, then the other, by one seed.
local function side_of(field, nth)
  return BY_TURNS and field.sides[(nth - 1) % 2 + 1] or nil
end

local function seed_of(nth)
  return FIRST + (BY_TURNS and (nth - 1) // 2 or nth - 1)
end

-- ---- a worker: every nth battle, a line each --------------------------------------------------------------------------

local function work(nth, path)
  local field <const> = battles.of(path, WITH_OLD[what], EFFORT)
  for i = nth, count, jobs do
    local side <const> = side_of(field, i)
    local began <const> = os.clock()
    local done <const>, battle <const> = pcall(field.fight, seed_of(i), side)
    if not done then
      print(("wrong\t%s, seed %d%s: %s"):format(path, seed_of(i), side and ", " .. side or "", tostring(battle)))
    else
      print(("battle\t%s\t%s\t%d\t%g"):format(side or "-", battle.winner, battle.close, os.clock() - began))
      for _, charge in ipairs(battle.charges) do print(("charge\t%g\t%s"):format(charge.p, charge.won and 1 or 0)) end
    end
  end
end

if os.getenv "WORKER" then
  work(math.tointeger(os.getenv "WORKER"), arg[4])
  os.exit(true, true)
end

-- ---- the tables ----------------------------------------------------------------------------------------------------

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- All lines that the workers of a scenario write.
local function lines_of(path)
  local pipes <const> = {}
  for nth = 1, jobs do
    pipes[nth] = assert(io.popen(("WORKER=%d %s %s %s %d %d %s"):format(nth, os.getenv "LUA" or "lua5.4", quoted(arg[0]),
      what, count, jobs, quoted(path))))
  end
  local lines <const> = {}
  for _, pipe in ipairs(pipes) do
    for line in pipe:lines() do lines[#lines + 1] = line end
    if not pipe:close() then error("a worker of " .. path .. " fails") end
  end
  return lines
end

local function share(n, of)
  if of == 0 then return "     -" end
  local interval <const> = statistics.wilson(n, of)
  return ("%5.1f %% (%4.1f to %5.1f)"):format(100 * n / of, 100 * interval.low, 100 * interval.high)
end

local wrong = 0

--- The battles of a scenario and its charges.
local function fought(path)
  local found <const>, charges <const> = {}, {}
  for _, line in ipairs(lines_of(path)) do
    local side <const>, winner <const>, close <const>, seconds <const> =
      line:match "^battle\t(%S+)\t(%S+)\t(%d+)\t(%S+)$"
    local p <const>, won <const> = line:match "^charge\t(%S+)\t(%d)$"
    if side then
      found[#found + 1] = { side = side, winner = winner, close = tonumber(close), seconds = tonumber(seconds) }
    elseif p then
      charges[#charges + 1] = { p = tonumber(p), won = won == "1" }
    else
      wrong = wrong + 1
      print(line)
    end
  end
  return found, charges
end

local function counted(list, fits)
  local n = 0
  for _, one in ipairs(list) do n = n + (fits(one) and 1 or 0) end
  return n
end

local function won(battle) return battle.winner == battle.side end
local function drawn(battle) return battle.winner ~= "a" and battle.winner ~= "b" end
local function without_fight(battle) return battle.close == 0 end
local function won_by(side) return function(battle) return battle.winner == side end end
local function led(side) return function(battle) return battle.side == side and won(battle) end end
local function on(side) return function(battle) return battle.side == side end end

local function title_of(path) return path:match "([^/]+/[^/]+)%.lua$" or path end

local all <const> = {}

local function opponents(path)
  local found <const>, seconds = fought(path), 0
  table.move(found, 1, #found, #all + 1, all)
  for _, battle in ipairs(found) do seconds = seconds + battle.seconds end
  print(("%-34s %s   as a %3.0f %%, as b %3.0f %%   drawn %3.0f %%   %d battles   %.1f s each"):format(title_of(path),
    share(counted(found, won), #found), 100 * counted(found, led "a") / math.max(1, counted(found, on "a")),
    100 * counted(found, led "b") / math.max(1, counted(found, on "b")), 100 * counted(found, drawn) / #found, #found,
    seconds / #found))
  local decided <const> = lists.filter(found, function(battle) return not drawn(battle) end)
  if EFFORT then print(("%-34s %s of those decided"):format("", share(counted(decided, won), #decided))) end
end

local function mirror(path)
  local found <const> = fought(path)
  local a <const>, b <const> = counted(found, won_by "a"), counted(found, won_by "b")
  print(("%-34s %s of %d decided   drawn %s   without close action %s"):format(title_of(path), share(a, a + b), a + b,
    share(counted(found, drawn), #found), share(counted(found, without_fight), #found)))
end

local by_ruleset <const> = {}

local function calibration(path)
  local ruleset <const> = path:match "([%w_]+)/[^/]+$"
  local _, charges <const> = fought(path)
  local list <const> = by_ruleset[ruleset] or {}
  if not by_ruleset[ruleset] then by_ruleset[#by_ruleset + 1] = ruleset end
  by_ruleset[ruleset] = table.move(charges, 1, #charges, #list + 1, list)
end

local function calibrated()
  local pictures <const> = {}
  for i, ruleset in ipairs(by_ruleset) do
    local bands <const> = calibrations.bands(by_ruleset[ruleset])
    print(("%s: charges announced, and won"):format(ruleset))
    for _, line in ipairs(calibrations.lines(bands)) do print("  " .. line) end
    pictures[i] = calibrations.picture(bands, ruleset, 40 + (i - 1) * 300)
  end
  if (os.getenv "SVG" or "") == "" then return end
  local file <close> = assert(io.open(os.getenv "SVG", "w"))
  assert(file:write(('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="320" font-family="sans-serif">\n'):format(
    40 + 300 * #by_ruleset), '<rect width="100%" height="100%" fill="white"/>\n', table.concat(pictures, "\n"), "\n</svg>\n"))
end

local ROW <const> = { opponents = opponents, efforts = opponents, mirror = mirror, calibration = calibration }

for i = 4, #arg do ROW[what](arg[i]) end
if what == "calibration" then calibrated() end
if #all > 0 then print(("%-34s %s"):format("all together", share(counted(all, won), #all))) end
if wrong > 0 then error(wrong .. " battles went wrong", 0) end
