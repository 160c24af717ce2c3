-- Weather, as on the Katzbach in 1813. When a turn begins a die decides whether it rains; a field of the battle keeps
-- it. The battle fills an argument that has the field's name, so wraps and modifiers read it as q.rain. Outside a
-- battle you give it yourself: odds fire.infantry_points … rain.
local STARTS <const>, STOPS <const> = 9, 4

variant "katzbach_rain" {
  of = "nff", cite = "house",
  doc = "Showers: while it rains, infantry fires at half.",
  fields = { battle = { flag "rain" {} } },
  args = { ["fire.infantry_points"] = { flag "rain" { doc = "it rains" } } },
  wraps = {
    ["fire.infantry_points"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.rain and result.can_fire then
        result.points_x24 = result.points_x24 // 2
        table.insert(result.modifiers, { name = "rain", value = "x1/2", cite = "house" })
      end
      return result
    end,
  },
  moments = {
    turn_begins = function(play)
      local battle, total = play.state.battle, play:throw("d10", "weather")
      local rains = battle.rain and total > STOPS or not battle.rain and total >= STARTS
      if rains ~= (battle.rain or false) then
        play:set(battle, "rain", rains)
        play:tell(rains and "rain_starts" or "rain_stops", { cite = "house" })
      end
    end,
  },
}

story { rain_starts = "It rains: muskets miss fire.", rain_stops = "The rain stops." }
