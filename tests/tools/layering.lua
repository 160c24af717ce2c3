-- Who may know what: repl -> bindings -> kernel; a ruleset -> the framework -> what bindings expose. In the framework
-- and in the program a folder requires only those below it, and no Lua files require each other in a circle.
-- lua layering.lua [ROOT]
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local root <const> = arg[1] or "."
local faults <const> = {}

local function fault(path, line, text)
  faults[#faults + 1] = ("%s:%d: %s"):format(path, line, text)
end

local rulesets <const> = {}
for _, name in ipairs(source.folders(root, "rules-lua")) do
  if name ~= "limber" and name ~= "house" then rulesets[#rulesets + 1] = name end
end

-- A ruleset's name, as a word, in code or in a string.
local function named_ruleset(line, except)
  for _, name in ipairs(rulesets) do
    if name ~= except and line:lower():find("%f[%w_]" .. name .. "%f[^%w_]") then return name end
  end
  return nil
end

local lua_headers <const> = { ["lua.h"] = true, ["lauxlib.h"] = true, ["lualib.h"] = true, ["luaconf.h"] = true }

-- What the kernel may not call: it never prints, exits, reads the world or allocates behind the caller's back.
local outside <const> = {
  "printf", "fprintf", "puts", "exit", "abort", "malloc", "calloc", "realloc", "free", "getenv", "time", "clock",
  "fopen", "setlocale", "rand", "random",
}

local function check_kernel()
  for _, path in ipairs(source.files(root, { "kernel" }, "%.[ch]$")) do
    local text = source.read(root, path)
    for n, line in source.lines(source.code(text, false, true)) do
      local header = line:match('^%s*#%s*include%s*[<"]([^>"]+)[>"]')
      if header and (lua_headers[header] or header == "stdio.h" or header:find("/")) then
        fault(path, n, "the kernel includes " .. header)
      end
      local ruleset = named_ruleset(line)
      if ruleset then fault(path, n, "the kernel names a ruleset, " .. ruleset) end
    end
    for n, line in source.lines(source.code(text, false, false)) do
      for _, name in ipairs(outside) do
        if line:find("%f[%w_]" .. name .. "%s*%(") then fault(path, n, "the kernel calls " .. name) end
      end
    end
  end
end

local function check_c_above()
  for _, path in ipairs(source.files(root, { "bindings", "repl" }, "%.[ch]$")) do
    local bindings = path:find("^bindings/")
    for n, line in source.lines(source.code(source.read(root, path), false, true)) do
      local ruleset = bindings and named_ruleset(line)
      if ruleset then fault(path, n, "a binding names a ruleset, " .. ruleset) end
      if bindings and line:find("include.*repl/") then fault(path, n, "a binding includes from repl") end
    end
  end
end

-- Folders of C where no Lua header belongs: the broker never runs Lua.
local function check_lua_headers()
  for _, path in ipairs(source.files(root, { "tests/kernel", "scenarios", "rules-lua", "repl/broker" }, "%.[ch]$")) do
    for n, line in source.lines(source.read(root, path)) do
      local header = line:match('^%s*#%s*include%s*[<"]([^>"]+)[>"]')
      if header and lua_headers[header] then fault(path, n, "only bindings and repl/host include " .. header) end
    end
  end
end

-- The framework may ask `debug` where a declaration stands; a ruleset has no `debug` at all.
local function check_io(path, n, line, framework)
  for _, word in ipairs { "io", "os", "package", "debug" } do
    if line:find("%f[%w_.]" .. word .. "%.%a") and not (framework and word == "debug") then
      fault(path, n, "rules touch " .. word)
    end
  end
  for _, word in ipairs { "dofile", "loadfile", "print" } do
    if line:find("%f[%w_.:]" .. word .. "%f[^%w_]%s*[%(\"']") then fault(path, n, "rules call " .. word) end
  end
end

--- Folders, the lowest first: each requires itself and those before it.
local floors <const> = {
  limber = { "common", "language", "rules", "ask", "tabletop", "game", "solo", "scenario", "record" },
  repl = {
    "show", "drawn", "read", "printed", "odds", "play", "page", "told", "keep", "prompt", "commands", "board", "simulate",
    "shell",
  },
}

local floor_of <const> = { limber = {}, repl = {} }
for part, folders in next, floors do
  for i, name in ipairs(folders) do floor_of[part][name] = i end
end

local function check_floors(part, path, n, module)
  local own = path:match("/" .. part .. "/([%w_]+)/") or path:match("^" .. part .. "/([%w_]+)/")
  local other = part == "repl" and module:match "^(%w+)%." or module:match "^limber%.(%w+)%."
  local floor = floor_of[part]
  if own and not floor[own] then fault(path, n, ("the checker does not know the folder %s/%s"):format(part, own)) end
  if own and (floor[other] or 0) > (floor[own] or 0) then
    fault(path, n, ("%s/%s requires %s, which is above it"):format(part, own, module))
  end
end

--- The modules that a text requires, each with its line.
local function required(text)
  local list = {}
  for n, line in source.lines(source.code(text, true, true)) do
    for module in line:gmatch("%f[%w_]require%s*%(?%s*[\"']([^\"']+)") do list[#list + 1] = { name = module, line = n } end
  end
  return list
end

local function check_requires()
  local path_of, needs, names = {}, {}, {}
  for _, path in ipairs(source.files(root, { "rules-lua", "repl" }, "%.lua$")) do
    local name = path:gsub("^rules%-lua/", ""):gsub("^repl/", ""):gsub("%.lua$", ""):gsub("/", ".")
    path_of[name], needs[name], names[#names + 1] = path, required(source.read(root, path)), name
    for _, module in ipairs(path:find "^repl/" and needs[name] or {}) do
      check_floors("repl", path, module.line, module.name)
    end
  end
  local way, place, done = {}, {}, {}
  local function visit(name)
    way[#way + 1], place[name] = name, #way + 1
    for _, other in ipairs(needs[name]) do
      if place[other.name] then
        local circle = table.concat(way, " requires ", place[other.name])
        fault(path_of[name], other.line, ("a circle: %s requires %s"):format(circle, other.name))
      elseif needs[other.name] and not done[other.name] then
        visit(other.name)
      end
    end
    way[#way], place[name], done[name] = nil, nil, true
  end
  for _, name in ipairs(names) do
    if not done[name] then visit(name) end
  end
end

-- requires = the first parts of the module names that this folder may require
local function check_lua(folder, requires, own)
  for _, path in ipairs(source.files(root, { "rules-lua/" .. folder }, "%.lua$")) do
    local text = source.read(root, path)
    for _, module in ipairs(required(text)) do
      if not requires[module.name:match("^[^./]+")] then
        fault(path, module.line, ("%s requires %s"):format(folder, module.name))
      end
      check_floors("limber", path, module.line, module.name)
    end
    for n, line in source.lines(source.code(text, true, true)) do
      local ruleset = named_ruleset(line, own)
      if ruleset then fault(path, n, ("%s names a ruleset, %s"):format(folder, ruleset)) end
    end
    for n, line in source.lines(source.code(text, true, false)) do check_io(path, n, line, folder == "limber") end
  end
end

check_kernel()
check_c_above()
check_lua_headers()
check_lua("limber", { limber = true, kernel = true })
check_lua("house", { limber = true })
for _, name in ipairs(rulesets) do check_lua(name, { [name] = true, limber = true }, name) end
check_requires()
source.finish("layering", faults)
