--- The tests' loader for the bench: as players meet them, what shipped rules answer is not checked.
local disk <const> = require "disk_loader"
local file_names <const> = require "limber.language.names"

local M <const> = setmetatable({ checked = false }, { __index = disk })

--- The army that a scenario names, in a folder beside its file.
function M.army(path, file)
  local place = file_names.army(path, file)
  return place and disk.read(place) or nil
end

return M
