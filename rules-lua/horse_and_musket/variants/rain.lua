-- Weather. When a round begins, a die decides whether it rains; a field of the battle keeps the result, and the story
-- tells it. The battle fills an argument that has the field's name, so modifiers and wraps read it as q.rain. Outside a
-- battle you give it yourself: odds fire.small_arms … rain.
variant "rain" {
  of = "horse_and_musket", cite = "house",
  doc = "Each round it rains on a five or six; then muskets hit at one worse, and guns score one hit less.",
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
