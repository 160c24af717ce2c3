local M <const> = {}
function M.engaged() return false end
function M.all() return {} end
function M.may_close() return false end
function M.closed() end
function M.with() return {} end
return M
