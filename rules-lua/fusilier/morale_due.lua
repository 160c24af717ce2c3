-- 11.0 to 11.3: when a test of morale is due. Each is asked with the question of its procedure.

local M <const> = {}

--- Units of a brigade that are beaten now, or mend from it.
function M.beaten_now(q) return q.units_retreating + q.units_routing + q.units_reforming end

function M.brigade(q) return M.beaten_now(q) >= 1 or q.forced end

function M.division(q)
  for _, brigade in ipairs(q.brigades) do
    if brigade.failed then return true end
  end
  return false
end

function M.artillery(q) return q.guns_lost_now >= 1 or q.forced end

return M
