-- Runs every test and sums them up: lua run.lua [TESTS_FOLDER [FOLDER_OF_BUILT_C_TESTS]]
-- kernel/test_*.c are built programs, rules/*_spec.lua go to busted, cli/*, check/* and fuzz/* are executable scripts.
-- JOBS=N runs N suites at a time, each with its own files; what they print is told in one order. ONLY=PATTERN runs the
-- suites whose names match. The last line is "N passed, N failed".
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local all <const> = require "suites"
local tap <const> = require "tap"

local root <const> = arg[1] or "tests"
local built <const> = arg[2] or (os.getenv("BUILD") or "build") .. "/tests/kernel"
local lua <const> = os.getenv("LUA") or "lua5.4"
local only <const> = os.getenv("ONLY")
local jobs <const> = os.getenv("JOBS") or "1"

-- All suites that were asked for, and how many groups have none at all.
local function wanted()
  local chosen, empty = {}, {}
  for _, group in ipairs(all.GROUPS) do
    local suites = all.of(group, root, built, lua)
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
  return assert(io.popen(list:format(#suites, all.quoted(jobs), all.quoted(one), all.quoted(folder))))
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
  os.execute("rm -rf " .. all.quoted(folder))
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
