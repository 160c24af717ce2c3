-- 4.6 step 0: what a new bound begins with, and what follows from any movement.

local batteries <const>, buildings <const> = use("game/fire/batteries", "game/fire/buildings")
local concealment <const>, obedience <const> = use("game/movement/concealment", "game/command/obedience")
local orders <const>, recovery <const> = use("game/command/orders", "game/army/recovery")
local woods <const> = use "game/movement/woods"
use "game/command/leaders"

local THIS_BOUND <const> = {
  "moved", "responded", "fired", "minutes_used", "response", "against", "came_from", "may_choose", "by",
  "stands_and_fights", "driven_back", "busy_till", "excused",
}

--- A combat that goes on keeps who attacked whom, and in what column (R53).
local WHILE_FIGHTING <const> = { "target", "column" }

local M <const> = {}

--- With the first bound the action begins (4.1).
function M.first_orders(play)
  if play.state.turn == 1 then orders.start(play) end
end

--- A new bound: states move on one place, what was said of the last bound is cleared.
function M.begin(play)
  recovery.settle(play)
  for id, unit in play:units() do
    play:forget(unit, THIS_BOUND)
    if not unit.fighting and not unit.must_deploy then play:forget(unit, WHILE_FIGHTING) end
    if unit.guns then play:set(unit, "guns_lost_now", 0) end
    if tabletop.present(unit) then
      play:set(unit, "ridden_through", unit.status == "ridden_through" or nil)
      recovery.advance(play, id)
    end
  end
  play:tell("bound", { bound = play.state.turn, clock = clock.format(obedience.now(play)), cite = "1.1" })
end

--- Orders take effect.
function M.activate(play) obedience.activate(play) end

--- 6.4, R33: units lost in woods that would go on throw again.
function M.woods_again(play)
  for id, unit in play:units() do
    if unit.status == "lost_in_woods" and obedience.of(play, unit) then woods.loses_way(play, id) end
  end
end

--- What follows from any movement: where battalion guns and generals are, who holds which buildings, who is seen.
function M.settle(play)
  batteries.follow_all(play)
  buildings.settle(play)
  concealment.reveal(play)
  play:follow()
end

return M
