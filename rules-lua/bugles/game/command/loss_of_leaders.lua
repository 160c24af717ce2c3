local M <const> = {}
function M.replace() end
return M
