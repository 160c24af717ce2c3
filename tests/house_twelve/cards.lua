-- Initiative is drawn from a deck: each side draws a card when the round begins, and the higher goes first.
local CARDS <const> = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }

variant "cards" {
  of = "horse_and_musket", cite = "house", doc = "Initiative comes from a deck of twelve cards.",
  fields = { side = { int "card" { 0, 12, default = 0 } } },
  out = { ["initiative.roll"] = { int "roll_a" { 1, 12 }, int "roll_b" { 1, 12 } } },
  moments = {
    turn_begins = function(play)
      for _, id in ipairs(play.state.order.sides) do
        play:set(play.state.sides[id], "card", play:draw("initiative", CARDS))
        play:tell("draws", { side = id, card = play.state.sides[id].card, cite = "house" })
      end
    end,
  },
  wraps = {
    ["initiative.roll"] = function(_, rules, _, dice)
      local sides = rules.here and rules.here.sides
      local a, b
      if sides then
        a, b = sides.a.card, sides.b.card
      else -- asked outside of a battle: two cards of a full deck
        a, b = dice.d(12, "card", "a"), dice.d(11, "card", "b")
        if b >= a then b = b + 1 end
      end
      return { roll_a = a, roll_b = b, total_a = a, total_b = b, first = a > b and "a" or "b" }
    end,
  },
}

story { draws = "{side} [draws] the {card}." }
