-- A fact of the table, measured for each shot and each attack.
variant "bench_sight" {
  of = "fusilier", cite = "house", doc = "Nobody sees those who are gone.",
  facts = {
    sight = function(published, view, field, from, to)
      local unit = view.state.units[to]
      if unit and unit.status == "gone" then return false end
      return published(view, field, from, to)
    end,
    distance = function(published, view, field, from, to)
      return published(view, field, from, to)
    end,
  },
}
