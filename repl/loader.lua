--- Where the program finds rule files: those that ship with it under the data root, a player's own in the folder
--- they are in.
local host <const> = require "host"

local M <const> = {}

--- Reads a player's own variant: a path as it stands, or a bare name as ./NAME.lua.
local function own_variant(name)
  local path = name
  if not name:find "[/.]" then path = "./" .. name .. ".lua" end
  local text = host.read(path)
  if text then return path, text, false end
end

--- The loader that rule stacks read through (see limber.ruleset).
---@return limber.Loader
function M.new()
  local root = host.root()
  local loader = {}

  function loader.read(path)
    return (host.read(root .. "/" .. path))
  end

  function loader.list(folder)
    local names = host.list(root .. "/" .. folder) or {}
    table.sort(names)
    return names
  end

  function loader.variant(ruleset, name)
    if name:match "^[%w_]+$" then
      for _, folder in ipairs { "rules-lua/" .. ruleset .. "/variants/", "rules-lua/house/" } do
        local path = folder .. name .. ".lua"
        local text = loader.read(path)
        if text then return path, text, true end
      end
    end
    return own_variant(name)
  end

  return loader
end

return M
