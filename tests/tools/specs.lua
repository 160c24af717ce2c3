-- `limber lua tests/tools/specs.lua SPEC…`: runs specs in the program's own Lua state, where busted is not to be had: as
-- in a program built with a Lua of another make (`make hard`). Knows what of busted those specs use. Prints TAP.
package.path = package.path .. ";tests/?.lua"

-- Lua's own hard memory test collects at each step that allocates, and takes a stale stack where a step of the
-- collector's own has just moved it: with so long a pause there is none.
collectgarbage("incremental", 1000)

local env <const>, number, failed = setmetatable({}, { __index = _G }), 0, 0

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return rawequal(a, b) or a == b end
  for key, value in next, a do
    if not same(value, b[key]) then return false end
  end
  for key in next, b do
    if a[key] == nil then return false end
  end
  return true
end

local function must(holds, message, ...)
  if not holds then error(tostring(message or table.concat({ ... }, " ")), 3) end
  return holds, message, ...
end

local function shown(value) return type(value) == "string" and ("%q"):format(value) or tostring(value) end

env.assert = setmetatable({
  equal = function(a, b) must(a == b, ("wanted %s, got %s"):format(shown(a), shown(b))) end,
  not_equal = function(a, b) must(a ~= b, "not another: " .. shown(a)) end,
  same = function(a, b) must(same(a, b), "not the same") end,
  is_true = function(a, message) must(a == true, message or "wanted true, got " .. shown(a)) end,
  is_false = function(a, message) must(a == false, message or "wanted false, got " .. shown(a)) end,
  is_nil = function(a, message) must(a == nil, message or "wanted nil, got " .. shown(a)) end,
  is_table = function(a) must(type(a) == "table", "wanted a table, got " .. shown(a)) end,
  truthy = function(a, message) must(a, message or "wanted anything, got " .. shown(a)) end,
  matches = function(pattern, a) must(a:find(pattern), a) end,
}, { __call = function(_, ...) return assert(...) end })

function env.describe(_, body) body() end

function env.it(name, body)
  number = number + 1
  local done, fault = pcall(body)
  if not done then failed = failed + 1 end
  print(("%sok %d - %s"):format(done and "" or "not ", number, (name:gsub("%c", "?"))))
  if not done then print("# " .. tostring(fault):gsub("\n", "\n# ")) end
end

for _, spec in ipairs { ... } do
  print("# " .. spec)
  assert(loadfile(spec, "t", env))()
end
print(("1..%d"):format(number))
return (number == 0 or failed > 0) and 1 or 0
