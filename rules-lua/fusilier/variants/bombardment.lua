-- A phase of its own: `like` gives it all of the step of fire that it does not say itself, so how its commands are
-- executed. It stands before the first step of the turn, and `when` says in which turn it is played.
variant "bombardment" {
  of = "fusilier", cite = "house",
  doc = "Before the first bound all batteries may fire once.",
}

insert "turn" {
  first = true,
  phase "bombardment" {
    like = "turn.fire", doc = "Batteries in action fire before the battle begins.", commands = { "fire" },
    when = function(play) return play.state.turn == 1 end,
  },
}
