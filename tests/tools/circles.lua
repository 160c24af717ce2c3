-- No circles among C files: what one object needs of another, that one may not need back, by whatever road. Read from
-- the symbols of the objects in BUILD that have a source in ROOT. lua circles.lua [BUILD [ROOT]]
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local build <const>, root <const> = arg[1] or "build", arg[2] or "."
local folders <const> = { "kernel", "bindings", "repl" }

--- The global symbols of an object: those that it defines, and those that it needs.
local function symbols(path)
  local defines, needs = {}, {}
  local list = assert(io.popen(("nm -P -g '%s/%s'"):format(build, path)))
  for line in list:lines() do
    local name, kind = line:match("^(%S+) (%a)")
    if name then table.insert(kind:find("[Uwv]") and needs or defines, name) end
  end
  list:close()
  return defines, needs
end

local objects <const> = {}
for _, path in ipairs(source.files(root, folders, "%.c$")) do
  local object = path:gsub("c$", "o")
  local file = io.open(build .. "/" .. object)
  if file then objects[#objects + 1] = object end
  if file then file:close() end
end

local home <const>, wanted <const> = {}, {}
for _, path in ipairs(objects) do
  local defines, needs = symbols(path)
  wanted[path] = needs
  for _, name in ipairs(defines) do home[name] = path end
end

--- Which objects an object needs, in order, each with a symbol that says so.
local function neighbours(path)
  local found, why = {}, {}
  for _, name in ipairs(wanted[path]) do
    local other = home[name]
    if other and other ~= path and not why[other] then found[#found + 1], why[other] = other, name end
  end
  table.sort(found)
  return found, why
end

local faults <const> = {}

--- Tells a circle: the files on the way from `first` on, and what each needs of the next.
local function tell(way, first)
  local parts = {}
  for i = first, #way do
    local next_one = way[i + 1] or way[first]
    local _, why = neighbours(way[i])
    parts[#parts + 1] = ("%s needs %s of %s"):format(way[i], why[next_one], next_one)
  end
  faults[#faults + 1] = "a circle: " .. table.concat(parts, ", ")
end

local done <const> = {}

local function visit(path, way, place)
  way[#way + 1], place[path] = path, #way + 1
  for _, other in ipairs((neighbours(path))) do
    if place[other] then
      tell(way, place[other])
    elseif not done[other] then
      visit(other, way, place)
    end
  end
  way[#way], place[path], done[path] = nil, nil, true
end

for _, path in ipairs(objects) do
  if not done[path] then visit(path, {}, {}) end
end
if #objects == 0 then faults[1] = "no objects were found" end
source.finish(("circles among %d objects"):format(#objects), faults)
