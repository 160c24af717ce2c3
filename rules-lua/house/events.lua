-- An event for each turn, for any ruleset: two dice are thrown over a table of the variant's own, events.csv beside it,
-- which anybody may rewrite. What an event does, it does by what all rulesets have: a field of leaders, the service
-- that tells whether one is fit to command, and the moment when a turn begins.
lookup "events" {
  key = band("roll", "from", "to"), columns = { "event", "text" }, cite = "house", doc = "what may happen in a turn",
}

variant "events" {
  cite = "house", doc = "In each turn something may happen: a general falls ill for a turn, or nothing of weight.",
  fields = { leader = { flag "ill" { doc = "for this turn" } } },
  services = {
    fit = function(published, view, id)
      local leader = id and view.state.leaders[id]
      return not (leader and leader.ill) and published(view, id)
    end,
  },
  moments = {
    turn_begins = function(play)
      for _, leader in play:leaders() do
        if leader.ill then play:set(leader, "ill", false) end
      end
      local roll = play:throw("2d6", "event")
      local event = play.rules.tables.events(roll, "event")
      play:tell("event", { text = play.rules.tables.events(roll, "text"), cite = "house" })
      if event == "illness" then
        local ids = {}
        for _, side in ipairs(play.state.order.sides) do
          for id in play:fit_leaders(side) do ids[#ids + 1] = id end
        end
        if #ids == 0 then return end
        local id = ids[(play:throw("d100", "who") - 1) % #ids + 1]
        play:set(play:leader(id), "ill", true)
        play:tell("falls_ill", { leader = id, cite = "house" })
      end
    end,
  },
}

story { event = "{text}", falls_ill = "{leader} falls ill, and does not command this turn." }
