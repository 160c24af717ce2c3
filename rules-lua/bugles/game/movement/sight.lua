local M <const> = {}
function M.note() end
function M.visible() return true end
return M
