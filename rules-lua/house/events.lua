-- An event for each turn, for any ruleset: two dice choose a row of events.csv, which lies beside this file and
-- which you may rewrite. The rule uses only what every ruleset has: a field of leaders, the service that says
-- whether a leader is fit to command, and the moment when a turn begins.
lookup "events" {
  key = band("roll", "from", "to"), columns = { "event", "text" }, cite = "house", doc = "what may happen in a turn",
}

variant "events" {
  cite = "house", doc = "Each turn has an event: a general may fall ill for that turn.",
  fields = { leader = { flag "ill" { doc = "ill during this turn" } } },
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
