--- Formations that go back: what the cases of withdrawals share besides what is in every Fusilier battle.
local F <const> = require "fusilier_table"

local foot, brigade = F.foot, F.brigade

local M <const> = {}

M.REST_A = foot("a8", 300, 100, "north") .. foot("a9", 600, 100, "north")
M.REST_B = foot("b8", 300, 2900, "south") .. foot("b9", 600, 2900, "south")
M.COLUMN = 'drill = "column", companies = 6'
M.BEATS_B1 = { 4, 4, 2, 2 } -- by 4: it retreats
M.DRAWS = { 3, 3, 3, 3 }
M.FAILS = { 0, 0 }

--- A general of that rank, with a unit or on his own.
function M.general(id, rank, with)
  return ('leader "%s" { rank = "%s", at = { 700, 600 }, %s },'):format(
    id, rank, with and ('with = "%s"'):format(with) or "")
end

--- Has the story told that?
function M.told(game, text)
  for _, line in ipairs(F.story(game)) do
    if line:find(text, 1, true) then return true end
  end
  return false
end

--- Plays so many bounds.
function M.bounds(game, n)
  for _ = 1, n do F.next_bound(game) end
  return game
end

--- b1, beaten by a1, belongs to a division that fails; what else stands in its brigade, and in the division.
function M.failed_division(in_b, more)
  return F.fight {
    a = brigade("fa", foot("a1", 1000, 1000, "north") .. M.REST_A),
    b = ('formation "div" { level = "division", quality = 5, %s %s },'):format(
      brigade("fb", foot("b1", 1000, 1200, "south") .. in_b), more) .. brigade("fz", M.REST_B),
    dice = {
      ["combat.infantry"] = M.BEATS_B1, ["morale.brigade"] = { 0, 1 }, ["morale.division"] = M.FAILS,
    },
  }
end

return M
