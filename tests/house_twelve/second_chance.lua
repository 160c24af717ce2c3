-- Any ruleset: once a battle a side may have one throw of its own made again.
variant "second_chance" {
  cite = "house", doc = "Once a battle each side may make one throw of its units again.",
  fields = { side = { flag "has_thrown_again" {} } },
  services = {
    resolve = function(published, play, procedure, args, throwers, target)
      local result = published(play, procedure, args, throwers, target)
      local dice = play:dice()
      local unit = type(throwers) == "string" and play.state.units[throwers]
      local side = unit and play.state.sides[unit.side]
      if not side or side.has_thrown_again or dice == "no dice" then return result end
      local answer = play:choose {
        side = unit.side, name = "second_chance", ask = "{unit} throws {dice}. Again?", options = { "keep", "again" },
        with = { unit = throwers, dice = dice },
      }
      if answer == "keep" then return result end
      play:set(side, "has_thrown_again", true)
      play:tell("again", { side = unit.side, cite = "house" })
      return published(play, procedure, args, throwers, target)
    end,
  },
  solo = { answers = { second_chance = function(_, mind) return mind.view.state.turn >= 2 and "again" or "keep" end } },
}

story { again = "{side} [make] that throw again." }
