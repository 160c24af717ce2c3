local M <const> = {}
function M.fanatics() end
function M.order() end
return M
