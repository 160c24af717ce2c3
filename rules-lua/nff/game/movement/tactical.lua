local M <const> = {}
function M.left_alone() end
return M
