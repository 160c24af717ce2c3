--- Where units stand: what every ruleset's must not, and impassable ground.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local places <const> = require "fuzz.audit.places"

local M <const> = {}

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  return places.watcher(fault, { present = field.present, barred = { impassable = true }, bridges = { bridge = true, ford = true } })
end

return M
