-- Ch 1 to 5: charges, from the Charge Phase on. A unit that charges has `charging` = { target, um }.

local M <const> = {}

--- The commands of the phases "charges" and "breakthroughs".
M.COMMANDS, M.BREAKTHROUGHS = {}, {}

--- Are there charges to fight?
function M.any() return false end

--- Step 8: fights all charges; results come together.
function M.fight() end

--- May a winner break through?
function M.may_break_through() return false end

--- Cavalry that charged or countercharged is disordered.
function M.over() end

return M
