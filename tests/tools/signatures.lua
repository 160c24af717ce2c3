-- Every function that C gives to Lua is registered with its signature in a comment beside it:
--   {"turn", l_turn}, /* turn(from, to) -> least turn */
-- lua signatures.lua [ROOT [FOLDER]]: names those that lack one; with a folder, writes definitions there for
-- editors that speak LuaLS, one file a module.
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local root <const>, folder <const> = arg[1] or ".", arg[2]
local faults, found = {}, 0

-- The parameters' names, or "..." when they are more than names.
local function parameters(signature)
  local inside = signature:match("^[%w_:]+%(([^()]*)%)")
  if not inside then return "..." end
  local names = {}
  for piece in inside:gsub("[%[%]?]", ""):gmatch("[^,]+") do
    local name = piece:match("^%s*([%a_][%w_]*)%s*$")
    if not name then return "..." end
    names[#names + 1] = name
  end
  return table.concat(names, ", ")
end

local function registrations(path)
  local out, inside = {}, false
  for n, line in source.lines(source.read(root, path)) do
    if line:find("luaL_Reg%s+[%w_]+%[%]%s*=") then inside = true end
    local name = inside and line:match('{%s*"([%w_]+)",')
    if name then
      local signature = line:match("/%*%s*(.-)%s*%*/%s*$")
      local metamethod = name:find("^__")
      if not metamethod and not (signature and signature:find("^[%w_]*:?" .. name .. "[%(:]")) then
        faults[#faults + 1] = ("%s:%d: %s has no signature beside it"):format(path, n, name)
      elseif not metamethod then
        out[#out + 1] = { name = name, signature = signature }
      end
      found = found + 1
    end
    if line:find("^%s*};") then inside = false end
  end
  return out
end

local function write_definitions(module, list)
  local file = assert(io.open(("%s/%s.lua"):format(folder, module), "w"))
  file:write("---@meta kernel.", module, "\nlocal M = {}\n\n")
  for _, entry in ipairs(list) do
    local name = entry.signature:find("^[%w_]+:") and "M:" or "M."
    file:write("--- ", entry.signature, "\nfunction ", name, entry.name, "(", parameters(entry.signature), ") end\n\n")
  end
  file:write("return M\n")
  file:close()
end

for _, path in ipairs(source.files(root, { "bindings", "repl" }, "%.c$")) do
  local list = registrations(path)
  local module = path:match("^bindings/lua_([%w_]+)%.c$")
  if folder and module then write_definitions(module, list) end
end
if found == 0 then faults[#faults + 1] = "no registrations were found" end
source.finish(("signatures of %d functions"):format(found), faults)
