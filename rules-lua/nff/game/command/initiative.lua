-- Seq 1: the initiative interphase, where the scenario has it, and else the order of the scenario.

local radius <const> = use "game/command/radius"

local M <const> = {}

--- The scenario's `active` moves first where nobody throws, else the side listed first.
function M.throw(play, about)
  local a, b = table.unpack(play.state.order.sides)
  local battle = play.state.battle
  if not battle.first then play:set(battle, "first", play.state.active or a) end
  play:set(about, "first", battle.first)
  if not battle.initiative then return end
  local side_a, one = radius.general(play, a)
  local side_b, other = radius.general(play, b)
  local result = play:resolve("initiative.roll", { year = battle.year, side_a = side_a, side_b = side_b },
    { side_a = one or a, side_b = other or b })
  local winner = result.winner == "a" and a or b
  play:tell("initiative", {
    one = a, score = result.total_a, other = b, against = result.total_b, winner = winner, cite = "Seq 1",
  })
  play:set(about, "winner", winner)
end

function M.choose(play, about, choice)
  play:tell("chosen", { side = about.winner, say = choice, cite = "Seq 1" })
  play:set(about, "first", choice == "first" and about.winner or play:other(about.winner))
end

return M
