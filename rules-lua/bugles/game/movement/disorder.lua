local M <const> = {}
function M.add() end
function M.recover() end
return M
