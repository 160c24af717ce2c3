-- Man 3, Seq 2a, MC 8: leaders.

leaders { ranks = { "army", "wing", "corps", "division" }, stands = "behind" }

-- Those who are with a unit go where it goes.
set_down(function(play, id) play:follow(id) end)

local M <const> = {}

function M.replace() end

return M
