local groups <const> = use "game/command/groups"
local M <const> = {}
function M.refuse(view, id) return groups.refuse(view, id) end
function M.advance() end
function M.allowance() return 0 end
return M
