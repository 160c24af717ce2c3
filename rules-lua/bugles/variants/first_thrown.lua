-- Who goes first matters: charges of horse reach far. The moment `battle_begins` throws for it, in place of what the
-- scenario says (R2).
variant "first_thrown" {
  of = "bugles", cite = "house", doc = "Who goes first is thrown for: the higher of two dice, equals again.",
  moments = {
    battle_begins = function(play)
      local sides, rolls = play.state.order.sides, {}
      repeat
        for i, side in ipairs(sides) do rolls[i] = play:throw("d10", "first", side) end
      until rolls[1] ~= rolls[2]
      local first = rolls[1] > rolls[2] and 1 or 2
      play:set(play.state.battle, "first", sides[first])
      play:tell("goes_first", { side = sides[first], roll = rolls[first], least = rolls[3 - first], cite = "house" })
    end,
  },
}

story { goes_first = "{roll} thrown against {least}: {side} [goes] first." }
