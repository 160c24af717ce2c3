local M <const> = {}
function M.charged_groups() return {} end
function M.offer() end
return M
