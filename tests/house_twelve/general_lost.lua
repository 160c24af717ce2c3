-- Any ruleset: the battle is lost with the commander in chief.
variant "general_lost" {
  cite = "house", doc = "A side has lost when its highest general falls.",
  moments = {
    leader_falls = function(play, leader)
      for _, other in play:leaders(leader.side) do
        if other ~= leader and play:rank(other.rank) <= play:rank(leader.rank) then return end
      end
      play:finish { winner = play:other(leader.side), why = "the enemy's general is lost" }
    end,
  },
}
