-- A phase that is played another way: it is not sealed any more, so that each move is made as it is given, and its side
-- is whoever has not moved last. Who moved last stays in the frame of the bound, and so in undo and replay. Units that
-- must move and were not told to do when both sides are done.

--- The side that moves next: A begins odd bounds, B even ones (R5); a side that is done is left out.
local function next_side(_, view, about)
  local frame = view.state.frames[#view.state.frames]
  local first = view.state.order.sides[view.state.turn % 2 == 1 and 1 or 2]
  local side = about.moved_last and view:other(about.moved_last) or first
  local done = frame.done or {}
  return done[side] and view:other(side) or side
end

variant "unit_by_unit" {
  of = "fusilier", ruling = "R5", cite = "house",
  doc = "In step 3 the sides move one unit after another, in turn.",
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
