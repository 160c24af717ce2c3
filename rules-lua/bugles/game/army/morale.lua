local M <const> = {}
function M.groups() end
function M.army() end
function M.under_halt() end
function M.refuse_halted() end
return M
