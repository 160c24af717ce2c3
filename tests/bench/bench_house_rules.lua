-- What a stack of ten house rules costs: solo battles without it, with ten that ship (tests/bench/ten, put where variants
-- ship in a copy of the tree), and with the same ten as a stranger's. The ten change no battle. Most of what they
-- add is what the solo commander is told by odds of its fights, which are kept from one battle to the next.
-- With it, how long a question takes at a prompt: reading and settling the ten.
local ratio <const> = require "bench.ratio"

local NAMES <const> = { "ranges", "guards", "melee", "response", "fog", "weather", "rounds", "checks", "moments", "sight" }
local TREE <const> = (os.getenv "BUILD" or "build") .. "/bench_house_rules"
local ROUNDS <const>, GAMES <const> = 4, 20

local function run(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read "a"
  if not pipe:close() then error(command .. " fails", 2) end
  return text
end

run(("rm -rf %s && mkdir -p %s/own && cp -r limber rules-lua repl scenarios %s && cp tests/bench/ten/*.lua %s/own && "
  .. "cp tests/bench/ten/*.lua %s/rules-lua/fusilier/variants"):format(TREE, TREE, TREE, TREE, TREE))

--- The options that name the ten.
local function named(pattern)
  local options = {}
  for i, name in ipairs(NAMES) do options[i] = "--variant " .. pattern:format(name) end
  return table.concat(options, " ")
end

local STACKS <const> = { "", named "bench_%s", named "./own/bench_%s.lua" }

local function seconds(stack, games)
  local text <const> = run(("cd %s && ./limber simulate scenarios/fusilier/lesson.lua --games %d --jobs 1 --seed 5 --json %s"):
    format(TREE, games, stack))
  return tonumber(text:match '"seconds":([%d.]+)') / games
end

local function asked(stack)
  local pipe <const> = assert(io.popen(([[cd %s && bash -c 'TIMEFORMAT="%%U %%S"; time ./limber ask fusilier artillery.bracket %s ]]
    .. [[6pdr 400mm' 2>&1]]):format(TREE, stack)))
  local text <const> = pipe:read "a"
  local user, system = text:match "([%d.]+) ([%d.]+)%s*$"
  pipe:close()
  if text:find "limber ask:" then error(text) end
  return user + system
end

local least, question = {}, {}
for _ = 1, ROUNDS do
  for i, stack in ipairs(STACKS) do
    least[i] = math.min(least[i] or math.huge, seconds(stack, GAMES))
    question[i] = math.min(question[i] or math.huge, asked(stack))
  end
end
ratio.row("a battle with ten house rules that ship", least[2] / least[1], 1.2, "x without")
ratio.row("the same ten, a stranger's", least[3] / least[1], 1.2, "x without")
ratio.row("ask with ten house rules that ship", (question[2] - question[1]) * 1e3, 50, "ms more")
ratio.row("the same ten, a stranger's", (question[3] - question[1]) * 1e3, 50, "ms more")
