-- any(view, about): is there a fight; finish, leaders, forced: the steps of that name in game/turn.lua.
local M <const> = {}
function M.any() return false end
function M.finish() end
function M.leaders() end
function M.forced() end
return M
