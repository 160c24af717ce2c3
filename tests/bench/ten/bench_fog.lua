-- A service of the table, asked for each pair of bodies.
variant "bench_fog" {
  of = "fusilier", cite = "house", doc = "Fog: nobody goes where there is no room, or beyond what is seen.",
  fields = { battle = { int "sight_mm" { 0, 100000, default = 90000 } } },
  services = {
    room = function(published, view, id, base, opts)
      local unit = view:unit(id)
      if unit.base and unit.base.x > mm(view.state.battle.sight_mm) then return false end
      return published(view, id, base, opts)
    end,
  },
}
