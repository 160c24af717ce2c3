-- R76, R87: the document has no end of a battle; the scenario's last round and objectives decide, by points: colours,
-- and guns where the scenario says.

victory {
  counts = function(unit) return unit.status ~= "off_table" end,
  percent = "break_percent",
  points = function(view, side)
    local node = view.state.sides[side]
    return node.points + node.guns_taken * (view.state.battle.gun_points or 0)
  end,
  says = {
    counts = "its units",
    points = function(view)
      local guns = view.state.battle.gun_points or 0
      return { "those of its colours taken", guns > 0 and ("%d for each battery taken"):format(guns) or nil }
    end,
  },
}
