--- Functions of a house rule that must give something, and have no `return`: a victory that is never told, a check that
--- refuses nothing.
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- The keys whose entries are tables of functions, and those of these functions that give something; true: all of them.
local GIVE <const> = {
  commands = { check = true, proposals = true, against = true, slot = true }, new_commands = { check = true,
    proposals = true, against = true, slot = true }, steps = { when = true, over = true, side = true, options = true },
  solo = true,
}

--- The keys whose entries are such functions.
local GIVES <const> = {
  battle = { victory = true, forces = true, roster = true, status = true, timetable = true, losses = true,
    army_list = true, hidden = true },
  wraps = true, facts = true, measures = true,
}

--- Is there a `return` in the lines of a function, or an `error`? In those of another beside it too: then nothing is
--- said.
local function returns(lines, info)
  for at = info.linedefined, info.lastlinedefined do
    local line = (lines[at] or ""):gsub("%-%-.*", "")
    if line:find "%f[%w_]return%f[^%w_]" or line:find "%f[%w_]error%f[^%w_]" then return true end
  end
  return false
end

--- What is wrong with a layer's functions, a line each.
---@param layer table
---@param services table<string, any> the services that give something
---@return string[]
function M.faults(layer, services)
  local found, lines = {}, {}
  if not layer.text then return found end
  for line in (layer.text .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  local function look(what, fn)
    if type(fn) ~= "function" then return end
    local info = debug.getinfo(sandbox.origin(fn) or fn, "S")
    if info.source ~= "@" .. layer.path or info.linedefined < 1 or returns(lines, info) then return end
    found[#found + 1] = ("%s:%d: %s gives nothing: it has no `return`"):format(layer.path, info.linedefined, what)
  end
  local function look_at(key, entries, which)
    for name, fn in sandbox.sorted_pairs(type(entries) == "table" and entries or {}) do
      if which == true or which[name] then look(("%s of %s"):format(name, key), fn) end
    end
  end
  for key, which in sandbox.sorted_pairs(GIVE) do
    for name, parts in sandbox.sorted_pairs(type(layer[key]) == "table" and layer[key] or {}) do
      look_at(name, parts, which)
    end
  end
  for key, which in sandbox.sorted_pairs(GIVES) do look_at(key, layer[key], which) end
  look_at("services", layer.services, services)
  return found
end

return M
