-- Runs every test and sums them up: lua run.lua [TESTS_FOLDER [FOLDER_OF_BUILT_C_TESTS]]
-- kernel/test_*.c are built programs, rules/*_spec.lua go to busted, cli/*, check/* and fuzz/* are executable scripts.
-- ONLY=PATTERN runs the suites whose names match. The last line is "N passed, N failed".
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local tap <const> = require "tap"

local root <const> = arg[1] or "tests"
local built <const> = arg[2] or (os.getenv("BUILD") or "build") .. "/tests/kernel"
local lua <const> = os.getenv("LUA") or "lua5.4"
local only <const> = os.getenv("ONLY")

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

local passed, failed = 0, 0

local function run(suite)
  local pipe = assert(io.popen("exec 2>&1 </dev/null; " .. suite.command))
  local output = pipe:read("a")
  local verdict = tap.judge(output, pipe:close() == true)
  passed, failed = passed + verdict.passed, failed + verdict.failed
  print(("%s  %s  %d"):format(verdict.failed == 0 and "ok  " or "FAIL", suite.name, verdict.passed))
  if verdict.failed > 0 then
    for _, line in ipairs(verdict.report) do print("      " .. line) end
  end
  io.stdout:flush()
end

local ran = 0
for _, group in ipairs { "kernel", "rules", "cli", "check", "fuzz" } do
  local suites = suites_of(group)
  for _, suite in ipairs(suites) do
    if not only or suite.name:find(only) then
      ran = ran + 1
      run(suite)
    end
  end
  if #suites == 0 then
    failed = failed + 1
    print(("FAIL  %s/%s: no tests were found"):format(root, group))
  end
end
if ran == 0 then
  failed = failed + 1
  print("FAIL  no suite ran" .. (only and ": none is named like " .. only or ""))
end

print(("%d passed, %d failed"):format(passed, failed))
os.exit(failed == 0)
