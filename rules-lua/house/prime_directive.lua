-- The Prime Directive of Napoleonic Fire & Fury, for any ruleset: in a dispute that cannot be settled each side throws
-- a ten-sided die, and the opinion of the higher throw rules. The word `disputes` declares the command; `:dispute` at
-- the prompt gives it, `:rulings` lists what has been ruled.
variant "prime_directive" {
  cite = "house", unless = "dispute.roll",
  doc = "A dispute at the table is settled by a die each: the higher throw rules.",
}

procedure "dispute.roll" {
  cite = "house", doc = "Whose opinion rules in a dispute?",
  args = {},
  dice = "d10 of side a, then d10 of side b; again while they are equal",
  out = {
    enum "winner" { "a", "b" }, int "rolls" { 1, optional = true, odds = false, doc = "throws of a pair of dice" },
  },
  says = function(r) return ("the opinion of side %s rules"):format(r.winner) end,
  resolve = function(_, _, dice)
    local result = contest(dice, 10, "dispute")
    return { winner = result.winner, rolls = result.rolls }
  end,
}

disputes { roll = "dispute.roll", cite = "house" }
