-- Runs every test and sums them up: lua run.lua [TESTS_FOLDER [FOLDER_OF_BUILT_C_TESTS]]
-- kernel/test_*.c are built programs, rules/*_spec.lua go to busted, cli/*, check/* and fuzz/* are executable scripts.
-- JOBS=N runs N suites at a time, each with its own files; what they print is told in one order. ONLY=PATTERN runs the
-- suites whose names match. The last line is "N passed, N failed".
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local tap <const> = require "tap"

local root <const> = arg[1] or "tests"
local built <const> = arg[2] or (os.getenv("BUILD") or "build") .. "/tests/kernel"
local lua <const> = os.getenv("LUA") or "lua5.4"
local only <const> = os.getenv("ONLY")
local jobs <const> = os.getenv("JOBS") or "1"

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Files of a folder whose `test(1)` answers to the flag are yes, by name.
local function files(folder, flag)
  local out = {}
  local loop = 'LC_ALL=C; export LC_ALL; for f in %s/*; do [ -f "$f" ] && [ %s "$f" ] && echo "$f"; done'
  local list = assert(io.popen(loop:format(quoted(folder), flag)))
  for name in list:lines() do out[#out + 1] = name end
  list:close()
  return out
end

-- Every suite: its name, and the command that prints its TAP.
local function suites_of(group)
  local folder, out = root .. "/" .. group, {}
  if group == "kernel" then
    for _, source in ipairs(files(folder, "-r")) do
      local name = source:match("/(test_[^/]*)%.c$")
      if name then
        out[#out + 1] = { name = source, command = "CMOCKA_MESSAGE_OUTPUT=TAP " .. quoted(built .. "/" .. name) }
      end
    end
  elseif group == "rules" then
    for _, source in ipairs(files(folder, "-r")) do
      if source:match("_spec%.lua$") then
        out[#out + 1] = { name = source, command = ("busted --lua=%s -o TAP %s"):format(lua, quoted(source)) }
      end
    end
  else
    for _, source in ipairs(files(folder, "-x")) do
      out[#out + 1] = { name = source, command = quoted(source) }
    end
  end
  return out
end

-- The slowest groups come first, so that none of them is left to run alone at the end.
local GROUPS <const> = { "fuzz", "check", "cli", "rules", "kernel" }

-- All suites that were asked for, and how many groups have none at all.
local function wanted()
  local chosen, empty = {}, {}
  for _, group in ipairs(GROUPS) do
    local suites = suites_of(group)
    if #suites == 0 then empty[#empty + 1] = group end
    for _, suite in ipairs(suites) do
      if not only or suite.name:find(only) then chosen[#chosen + 1] = suite end
    end
  end
  return chosen, empty
end

-- Starts all suites, some at a time. The pipe says "NUMBER" when one begins and "NUMBER STATUS" when it has ended; what
-- it printed is in NUMBER.out of the folder.
local function start(suites, folder)
  for i, suite in ipairs(suites) do
    local file <close> = assert(io.open(("%s/%d.sh"):format(folder, i), "w"))
    file:write(suite.command, "\n")
  end
  local one = 'echo "$1"; sh "$0/$1.sh" >"$0/$1.out" 2>&1 </dev/null; echo "$1 $?"'
  local list = "i=0; while [ $i -lt %d ]; do i=$((i + 1)); echo $i; done | xargs -P %s -n 1 sh -c %s %s"
  return assert(io.popen(list:format(#suites, quoted(jobs), quoted(one), quoted(folder))))
end

local function text_of(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read("a")
end

local passed, failed = 0, 0

local function tell(suite, output, status, seconds)
  local verdict = tap.judge(output, status == "0")
  passed, failed = passed + verdict.passed, failed + verdict.failed
  print(("%s  %s  %d  %d s"):format(verdict.failed == 0 and "ok  " or "FAIL", suite.name, verdict.passed, seconds))
  for _, line in ipairs(verdict.failed > 0 and verdict.report or {}) do print("      " .. line) end
  io.stdout:flush()
end

-- Runs the suites and tells each when all before it have been told.
local function run(suites)
  local made <close> = assert(io.popen("mktemp -d"))
  local folder = assert(made:read("l"))
  local pipe, began, ended, told = start(suites, folder), {}, {}, 0
  for line in pipe:lines() do
    local number, status = line:match("^(%d+) ?(%d*)$")
    number = tonumber(number)
    if status == "" then
      began[number] = os.time()
    else
      ended[number] = { status = status, seconds = os.difftime(os.time(), began[number]) }
    end
    while ended[told + 1] do
      told = told + 1
      tell(suites[told], text_of(("%s/%d.out"):format(folder, told)), ended[told].status, ended[told].seconds)
    end
  end
  pipe:close()
  os.execute("rm -rf " .. quoted(folder))
  if told < #suites then
    failed = failed + 1
    print(("FAIL  %s did not end"):format(suites[told + 1].name))
  end
end

local suites <const>, empty <const> = wanted()
if #suites > 0 then run(suites) end
for _, group in ipairs(empty) do
  failed = failed + 1
  print(("FAIL  %s/%s: no tests were found"):format(root, group))
end
if #suites == 0 then
  failed = failed + 1
  print("FAIL  no suite ran" .. (only and ": none is named like " .. only or ""))
end

print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
