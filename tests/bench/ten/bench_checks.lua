-- A check of commands, which is asked for each proposal too.
variant "bench_checks" {
  of = "fusilier", cite = "house", doc = "Units whose brigade is gone neither move nor attack.",
  commands = {
    move = {
      check = function(published, view, cmd)
        local unit = view:unit(cmd.unit)
        if unit.formation and view:formation(unit.formation).level == "gone" then return refuse("unit", "has no brigade") end
        return published(view, cmd)
      end,
    },
    declare_attack = {
      check = function(published, view, cmd)
        if view:unit(cmd.unit).status == "gone" then return refuse("unit", "is gone") end
        return published(view, cmd)
      end,
    },
  },
}
