local M <const> = {}
function M.fire_losses() end
function M.melee_losses() end
function M.destroy() end
function M.flee() end
function M.figures() end
return M
