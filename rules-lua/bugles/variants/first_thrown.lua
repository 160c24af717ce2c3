-- Who goes first matters: charges of horse reach far. The moment `battle_begins` throws for it, in place of what the
-- scenario says (R2).
variant "first_thrown" {
  of = "bugles", cite = "house", doc = "Who goes first is thrown for: on 1 to 5 the side listed first, else the other.",
  moments = {
    battle_begins = function(play)
      local roll = play:throw("d10", "first")
      local side = play.state.order.sides[roll <= 5 and 1 or 2]
      play:set(play.state.battle, "first", side)
      play:tell("goes_first", { side = side, roll = roll, cite = "house" })
    end,
  },
}

story { goes_first = "{roll} thrown: {side} [goes] first." }
