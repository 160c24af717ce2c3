--- A limber.Loader over the files of this tree, for tests and benches run by a plain Lua from the project's root.
local file_names <const> = require "limber.language.names"

--- Rules that are read through it check what their procedures give.
local M <const> = { checked = true }

function M.read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

function M.list(folder)
  local names = {}
  local pipe <close> = assert(io.popen(("LC_ALL=C ls '%s' 2>/dev/null"):format(folder)))
  for name in pipe:lines() do names[#names + 1] = name end
  return names
end

function M.variant(ruleset, name)
  for _, folder in ipairs { "rules-lua/" .. ruleset .. "/variants/", "rules-lua/house/" } do
    local path = folder .. name .. ".lua"
    local text = M.read(path)
    if text then return path, text, true end
  end
  local text = M.read(name)
  if text then return name, text, false end
end

function M.beside(path, name)
  for _, place in ipairs(file_names.beside(path, name)) do
    local text = M.read(place)
    if text then return place, text end
  end
end

return M
