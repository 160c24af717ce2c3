-- What a stack of ten house rules costs: solo battles without it, with ten that ship, and with ten of a stranger's.
-- Fusilier's ten (tests/bench/ten) are put where variants ship in a copy of the tree, and are read as a stranger's too;
-- they change no battle. Those of horse_and_musket (bench.ten_rules) are variants that it ships, which change the battle
-- a little, and ten of a stranger's, which do not.
-- With it, how long a question takes at a prompt: reading and settling the ten.
local ratio <const> = require "bench.ratio"
local taken <const> = require "bench.taken"
local ten <const> = require "bench.ten_rules"

local NAMES <const> = { "ranges", "guards", "melee", "response", "fog", "weather", "rounds", "checks", "moments", "sight" }
local TREE <const> = (os.getenv "BUILD" or "build") .. "/bench_house_rules"
local LESSON <const> = "scenarios/fusilier/lesson.lua"
local ROUNDS <const> = 5

local function run(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read "a"
  if not pipe:close() then error(command .. " fails", 2) end
  return text
end

run(("rm -rf %s && mkdir -p %s/own %s/others && cp -r limber rules-lua repl scenarios %s && cp tests/bench/ten/*.lua %s/own && "
  .. "cp tests/bench/ten/*.lua %s/rules-lua/fusilier/variants"):format(TREE, TREE, TREE, TREE, TREE, TREE))
ten.write(TREE .. "/others")

--- The options that name variants.
local function named(pattern, names)
  local options = {}
  for i, name in ipairs(names) do options[i] = "--variant " .. pattern:format(name) end
  return table.concat(options, " ")
end

local SHIPPED <const>, GUESTS <const> = named("bench_%s", NAMES), named("./own/bench_%s.lua", NAMES)

local MEASURED <const> = {
  { path = LESSON, games = 20, stacks = { "", SHIPPED, GUESTS } },
  { path = ten.PATH, games = 20, stacks = { "", named("%s", ten.SHIPPED), named("./others/%s.lua", ten.NAMES) } },
}

--- User and system seconds that a command takes.
local function seconds(command)
  local _, ms = taken(1, ("sh -c 'cd %s && %s'"):format(TREE, command))
  return ms / 1e3
end

local function battles(one, stack)
  return ("./limber simulate %s --games %d --jobs 1 --seed 5 --json %s"):format(one.path, one.games, stack)
end

local function ask(stack) return ("./limber ask fusilier artillery.bracket %s 6pdr 400mm"):format(stack) end

--- The least of some runs of each command, in turns.
local function least(commands)
  local best = {}
  for _ = 1, ROUNDS do
    for i, command in ipairs(commands) do best[i] = math.min(best[i] or math.huge, seconds(command)) end
  end
  return best
end

for _, one in ipairs(MEASURED) do
  local commands = {}
  for i, stack in ipairs(one.stacks) do commands[i] = battles(one, stack) end
  local best <const>, ruleset <const> = least(commands), one.path:match "^scenarios/([^/]+)"
  ratio.row(("battles of %s, ten house rules that ship"):format(ruleset), best[2] / best[1], 1.2, "x without")
  ratio.row(("battles of %s, ten of a stranger's"):format(ruleset), best[3] / best[1], 1.2, "x without")
end

local question <const> = least { ask "", ask(SHIPPED), ask(GUESTS) }
ratio.row("ask with ten house rules that ship", (question[2] - question[1]) * 1e3, 50, "ms more")
ratio.row("the same ten, a stranger's", (question[3] - question[1]) * 1e3, 50, "ms more")
