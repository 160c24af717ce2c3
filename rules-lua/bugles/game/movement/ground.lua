local M <const> = {}
function M.difficult() return false end
function M.higher() return false end
function M.cover() return "none" end
function M.obstacle() return "none", false end
return M
