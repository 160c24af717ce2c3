--- Who stands on the table, and where nobody can (6.3, R29).
local places <const> = require "fuzz.audit.places"

local M <const> = {}

--- Is a unit on the table?
function M.present(unit)
  return unit.base ~= nil and unit.status ~= "gone" and unit.status ~= "off_table"
end

--- Units on the table, in the roster's order, with their bases in millimetres.
function M.standing(root)
  return places.standing(root, M.present)
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  return places.watcher(fault, { present = M.present, barred = { stream_deep = true } })
end

return M
