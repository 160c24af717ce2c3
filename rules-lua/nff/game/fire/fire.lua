-- MC 1 to 10: fire in the two fire subphases.

local M <const> = {}

--- The commands of both fire phases.
M.COMMANDS = {}

--- Is there anybody to fire?
function M.any() return false end

return M
