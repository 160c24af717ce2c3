-- A field that play counts, by the service that all throws go through.
variant "bench_rounds" {
  of = "fusilier", cite = "house", doc = "Rounds of batteries are counted.",
  fields = { unit = { int "rounds" { 0, 10000, default = 10000 } } },
  services = {
    resolve = function(published, play, procedure, args, throwers, target)
      local result = published(play, procedure, args, throwers, target)
      local fires = procedure == "artillery.fire" and (type(throwers) == "table" and throwers[""] or throwers)
      local unit = fires and play:unit(fires)
      if unit then play:set(unit, "rounds", math.max(0, unit.rounds - 1)) end
      return result
    end,
  },
}
