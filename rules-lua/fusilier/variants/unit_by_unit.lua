-- A phase played in another way. It is no longer sealed, so each move happens when it is ordered, and the sides take
-- turns. The frame of the phase remembers which side moved last, so undo and replay follow. Units that must move, but
-- have no order, move when both sides are done.

--- The side that moves next. A begins odd bounds, B even ones (R5); a side that is done is skipped.
local function next_side(_, view, about)
  local frame = view.state.frames[#view.state.frames]
  local first = view.state.order.sides[view.state.turn % 2 == 1 and 1 or 2]
  local side = about.moved_last and view:other(about.moved_last) or first
  local done = frame.done or {}
  return done[side] and view:other(side) or side
end

variant "unit_by_unit" {
  of = "fusilier", ruling = "R5", cite = "house",
  doc = "In step 3 the sides take turns to move one unit.",
  steps = {
    ["turn.movement"] = {
      sealed = false, side = next_side,
      execute = function(published, play, about, commands, alone)
        published(play, about, commands, alone)
        if commands[1] then play:set(about, "moved_last", commands[1].side) end
      end,
    },
  },
}
