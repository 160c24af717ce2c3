-- Weather. It is thrown for when a round begins, by dice of its own, and kept as a field of the battle; a line of the
-- story tells it. An argument with the field's name is filled in every question of the battle, so that modifiers and
-- wraps read it in q; outside of battles, `ask` and `odds` are given it: odds fire.small_arms … rain.
variant "rain" {
  of = "horse_and_musket", cite = "house",
  doc = "In each round it rains on a five or six; then muskets hit worse by one, and guns with one shot less.",
  fields = { battle = { flag "rain" {} } },
  args = {
    ["fire.small_arms"] = { flag "rain" { doc = "it rains" } },
    ["fire.artillery"] = { flag "rain" { doc = "it rains" } },
  },
  modifiers = { { "rain", -1, of = "small_arms", cite = "house", when = function(q) return q.rain end } },
  wraps = {
    ["fire.artillery"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.rain then result.hits = math.max(0, result.hits - 1) end
      return result
    end,
  },
  moments = {
    turn_begins = function(play)
      local total = play:throw("d6", "weather")
      play:set(play.state.battle, "rain", total >= 5)
      play:tell(total >= 5 and "rain" or "no_rain", { cite = "house" })
    end,
  },
}

story { rain = "It rains: powder is damp.", no_rain = "It is dry." }
