-- Are the tests worth what they cost? lua mutants.lua SINCE [COUNT [SEED [SUITES]]]: makes so many small mutations, one at a
-- time, in the code that has changed since a commit, and runs the tests on each: those first whose names or contents speak
-- of the file, then all others, up to the first that fails. Prints "killed" with that suite or "SURVIVED", with file and
-- line; the status is 1 when one survives. SUITES, a pattern, limits the suites. All of it happens in a copy of the tree:
-- the tree itself is never written to.
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local all <const> = require "suites"
local mutations <const> = require "mutations"
local source <const> = require "source"
local tap <const> = require "tap"

local since <const>, count <const>, seed <const> = arg[1], tonumber(arg[2] or 30), tonumber(arg[3] or 1)
local only <const> = arg[4] ~= "" and arg[4] or nil
local lua <const> = os.getenv "LUA" or "lua5.4"
local build <const> = os.getenv "BUILD" or "build"
local quoted <const> = all.quoted

-- A suite that a mutant keeps from ending is one that fails.
local SECONDS <const> = 300

local function fail(text)
  io.stderr:write("mutants: ", text, "\n")
  os.exit(2)
end

if not (since and count and seed) then fail "usage: mutants.lua SINCE [COUNT [SEED [SUITES]]]" end

local function output(command)
  local pipe <const> = assert(io.popen(command))
  local text <const> = pipe:read "a"
  return text, pipe:close()
end

local function write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

-- The lines of each file of code that have changed since the commit.
local function changed()
  -- The runtime of a sanitizer, loaded into this Lua, has no business in git.
  local diff, done = output(("LD_PRELOAD= git diff -U0 --no-color --no-ext-diff --relative %s -- '*.lua' '*.c' '*.h'"):format(quoted(since)))
  if not done then fail("git knows no commit " .. since) end
  local lines, path = {}, nil
  for line in diff:gmatch "[^\n]+" do
    path = line:match "^%+%+%+ b/(.*)$" or path
    local from, many = line:match "^@@ %-[%d,]+ %+(%d+),?(%d*) @@"
    if from and path and not path:find "^tests/" then
      lines[path] = lines[path] or {}
      for i = tonumber(from), tonumber(from) + (tonumber(many) or 1) - 1 do lines[path][i] = true end
    end
  end
  return lines
end

local function candidates(lines)
  local paths, found = {}, {}
  for path in pairs(lines) do paths[#paths + 1] = path end
  table.sort(paths)
  for _, path in ipairs(paths) do
    local file = io.open(path)
    if file then -- one that is gone has no code
      file:close()
      for _, one in ipairs(mutations.of(path, source.read(".", path), lines[path])) do found[#found + 1] = one end
    end
  end
  return found
end

-- So many of them, by the seed, in another order each time: no two on one line.
local function chosen(found)
  math.randomseed(seed)
  local list, taken = {}, {}
  for i = #found, 2, -1 do
    local j = math.random(i)
    found[i], found[j] = found[j], found[i]
  end
  for _, one in ipairs(found) do
    local at = one.path .. ":" .. one.line
    if not taken[at] then list[#list + 1] = one end
    taken[at] = true
  end
  return list
end

local copy <const> = output("mktemp -d"):match "[^\n]+"

local function leave(status)
  os.execute("rm -rf " .. quoted(copy))
  os.exit(status)
end

local function in_copy(command)
  return output(("cd %s && (%s) 2>&1 </dev/null"):format(quoted(copy), command))
end

local has_makefile <const> = io.open "Makefile" ~= nil

--- Builds what the tests need when C has changed, or all of it; false when it cannot be built.
local function make(path)
  if not has_makefile or path and path:find "%.lua$" then return true end
  local _, done = in_copy "make -s tests-built"
  return done == true
end

local environment <const> = ("LUA=%s LUA_PATH='rules-lua/?.lua;repl/?.lua;tests/?.lua;;' LUA_CPATH='%s/?.so;;' "
  .. "LIMBER=./limber BUILD=%s XDG_DATA_HOME=\"$PWD/%s/data\" JOBS=1 "):format(quoted(lua), build, build, build)

local function passes(suite)
  local text, done = in_copy(("%stimeout %d sh -c %s"):format(environment, SECONDS, quoted(suite.command)))
  return tap.judge(text, done == true).failed == 0
end

-- The words of a name that say what it is about.
local function words_of(name)
  local words = {}
  for word in name:gsub("%.%w+$", ""):gmatch "%a+" do words[word] = #word > 3 or nil end
  for _, word in ipairs { "rules", "limber", "game", "tests", "spec", "bindings", "kernel" } do words[word] = nil end
  return words
end

-- All suites, those first that have most to do with a file.
local function ordered(suites, path)
  local words, module, worth = words_of(path), path:match "^rules%-lua/(.*)%.lua$", {}
  module = module and module:gsub("/", ".")
  for i, suite in ipairs(suites) do
    local score, names = 0, words_of(suite.name)
    for word in pairs(words) do score = score + (names[word] and 2 or 0) end
    if module and suite.text:find(module, 1, true) then score = score + 3 end
    worth[suite] = { score, i }
  end
  local list = table.move(suites, 1, #suites, 1, {})
  table.sort(list, function(one, other)
    local a, b = worth[one], worth[other]
    return a[1] > b[1] or a[1] == b[1] and a[2] < b[2]
  end)
  return list
end

local sound <const> = {}

-- Suites fail for the mutant, not without it.
local function killer_of(mutant, text, suites)
  for _, suite in ipairs(ordered(suites, mutant.path)) do
    if not passes(suite) then
      if sound[suite] then return suite end
      write(copy .. "/" .. mutant.path, text)
      make(mutant.path)
      if not passes(suite) then
        print(("%s fails without any mutant"):format(suite.name))
        leave(2)
      end
      sound[suite] = true
      return suite
    end
  end
end

-- All suites of the copy, with what they say.
local function suites_there()
  local list = {}
  for i = #all.GROUPS, 1, -1 do -- the quick ones first
    for _, suite in ipairs(all.of(all.GROUPS[i], "tests", build .. "/tests/kernel", lua)) do
      suite.text = source.read(".", suite.name)
      if not only or suite.name:find(only) then list[#list + 1] = suite end
    end
  end
  return list
end

local lines <const> = changed()
local list <const>, suites <const> = chosen(candidates(lines)), suites_there()
if #list == 0 then
  print "nothing to mutate has changed"
  leave(2)
elseif #suites == 0 then
  print "no suite is there to run"
  leave(2)
end
if not os.execute(("export LD_PRELOAD=; git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c '%s' sh | tar -x -C %s"):format(
  'for f; do [ -e "$f" ] && printf "%s\\0" "$f"; done | tar -c --null -T -', quoted(copy))) then
  fail "the tree could not be copied"
end
if not make() then
  print "the tree cannot be built"
  leave(2)
end

local killed, survived, unbuilt, tried = 0, 0, 0, 0
for _, mutant in ipairs(list) do
  if tried == count then break end
  local text <const> = source.read(".", mutant.path)
  write(copy .. "/" .. mutant.path, mutations.apply(text, mutant))
  local at <const> = ("%s:%d: %s"):format(mutant.path, mutant.line, mutant.what)
  if make(mutant.path) then
    tried = tried + 1
    local by = killer_of(mutant, text, suites)
    if by then killed = killed + 1 else survived = survived + 1 end
    print(by and ("killed    %s   (%s)"):format(at, by.name) or ("SURVIVED  %s"):format(at))
  else
    unbuilt = unbuilt + 1
    print(("not built %s"):format(at))
  end
  io.stdout:flush()
  write(copy .. "/" .. mutant.path, text)
  make(mutant.path)
end
print(("%d killed, %d survived, %d could not be built"):format(killed, survived, unbuilt))
leave(survived == 0 and 0 or 1)
