-- An event for each round, from a table of its own.
lookup "chances" {
  key = band("roll", "from", "to"), columns = { "event", "text" }, cite = "house", doc = "what a round brings",
  csv = [[
from,to,event,text
1,3,none,Nothing happens.
4,5,illness,A general falls ill.
6,6,drums,The drums beat.
]],
}

variant "chances" {
  of = "horse_and_musket", cite = "house", doc = "Each round brings an event; a general may fall ill for the round.",
  fields = { leader = { flag "is_ill" { doc = "this round" } } },
  services = {
    fit = function(published, view, id)
      local leader = id and view:leader(id)
      if leader and leader.is_ill then return false end
      return published(view, id)
    end,
  },
  moments = {
    turn_begins = function(play)
      for _, leader in play:leaders() do
        if leader.is_ill then play:set(leader, "is_ill", false) end
      end
      local roll = play:throw("d6", "event")
      play:tell("chance", { text = play.rules.tables.chances(roll, "text"), cite = "house" })
      if play.rules.tables.chances(roll, "event") ~= "illness" then return end
      local side = play:throw("d6", "whose") > 3 and "a" or "b"
      local id = play:senior(side)
      if not id then return end
      play:set(play:leader(id), "is_ill", true)
      play:tell("ill", { leader = id, cite = "house" })
    end,
  },
}

story { chance = "{text}", ill = "{leader} falls ill for this round." }
