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

-- Entries of the registration tables of a file, and where each stands. A long one may take two lines.
local function entries(text)
  local out, at = {}, 1
  while true do
    local from, to = text:find("luaL_Reg%s+[%w_]+%[%]%s*=%s*{.-{%s*NULL", at)
    if not from then return out end
    local name_at = text:find('{%s*"', from)
    while name_at and name_at < to do
      local next_at = text:find("{%s*[%u\"]", name_at + 1) or to
      local entry = text:sub(name_at, math.min(next_at, to) - 1)
      local name = entry:match('^{%s*"([%w_]+)",') -- a dotted name is a module, not a function
      local _, above = text:sub(1, name_at):gsub("\n", "")
      if name then
        out[#out + 1] = { name = name, signature = entry:match("/%*%s*(.-)%s*%*/"), line = above + 1 }
      end
      name_at = text:find('{%s*"', next_at)
    end
    at = to
  end
end

local function registrations(path)
  local out = {}
  for _, entry in ipairs(entries(source.read(root, path))) do
    found = found + 1
    if not entry.name:find("^__") then
      if entry.signature and entry.signature:find("^[%w_]*:?" .. entry.name .. "[%(:]") then
        out[#out + 1] = entry
      else
        faults[#faults + 1] = ("%s:%d: %s has no signature beside it"):format(path, entry.line, entry.name)
      end
    end
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
