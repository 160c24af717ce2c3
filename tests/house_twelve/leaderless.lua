-- A brigade whose commander fell obeys no new order for a bound.
variant "leaderless" {
  of = "fusilier", cite = "house", doc = "A brigade whose commander fell obeys no new order until the next bound is over.",
  fields = { formation = { int "leaderless_until" { 0, 100, default = 0, doc = "the bound in which it obeys none" } } },
  moments = {
    leader_falls = function(play, leader)
      for id, formation in play:formations(leader.side) do
        if formation.commander == leader.id then
          play:set(formation, "leaderless_until", play.state.turn + 1)
          play:tell("no_commander", { formation = id, cite = "house" })
        end
      end
    end,
  },
  commands = {
    issue_order = {
      check = function(published, view, cmd)
        if view:formation(cmd.formation).leaderless_until >= view.state.turn then
          return refuse("formation", "has lost its commander and obeys no order yet", { cite = "house" })
        end
        return published(view, cmd)
      end,
    },
  },
}

story { no_commander = "{formation} [is] without its commander and obeys no new order." }
