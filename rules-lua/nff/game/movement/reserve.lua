local M <const> = {}
function M.turn_over() end
function M.over() end
return M
