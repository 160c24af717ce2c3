-- A new phase. `like` copies what the phase does not say itself from the step of fire, for example how it executes its
-- commands. The phase is the first step of the turn, and `when` limits it to turn 1.
variant "bombardment" {
  of = "fusilier", cite = "house",
  doc = "All batteries may fire once before the first bound.",
}

insert "turn" {
  first = true,
  phase "bombardment" {
    like = "turn.fire", doc = "Batteries in action fire before the battle begins.", commands = { "fire" },
    when = function(play) return play.state.turn == 1 end,
  },
}
