-- Seq 1: the initiative interphase, where the scenario has it, and else the order of the scenario.

local M <const> = {}

--- The commander of a side's army, or the senior leader in his place.
function M.chief(view, side)
  return view:some_leader(side, function(leader) return leader.rank == "army" end) or view:senior(side)
end

--- What a question is asked of a side's commander; a side without any has an ordinary general.
local function commander(view, side)
  local id = M.chief(view, side)
  local leader = id and view:leader(id)
  return {
    general = leader and leader.general or "other_general", with_berthier = leader and leader.with_berthier or false,
    attached = leader ~= nil and leader.with ~= nil,
  }
end

--- The side that moves first where nobody throws: the scenario's `active`, else the one listed first.
local function first_side(play)
  if not play.state.battle.first then
    play:set(play.state.battle, "first", play.state.active or play.state.order.sides[1])
  end
  return play.state.battle.first
end

function M.throw(play, about)
  local a, b = table.unpack(play.state.order.sides)
  play:set(about, "first", first_side(play))
  if not play.state.battle.initiative then return end
  local result = play:resolve("initiative.roll", {
    year = play.state.battle.year, side_a = commander(play, a), side_b = commander(play, b),
  }, { side_a = M.chief(play, a) or a, side_b = M.chief(play, b) or b })
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
