-- A skirmish screen takes the first point of a battery's fire. Whether a battalion has one is measured: friendly skirmishers
-- within 200 m of it. The measure gives it to the question; in `ask` and `odds` it is a word like any other.
variant "screen" {
  of = "fusilier", cite = "house", doc = "A battalion with skirmishers near it is spared the first point of fire.",
  args = { ["artillery.fire"] = { flag "screened" { doc = "friendly skirmishers are within 200 m of the target" } } },
  measures = {
    fire = function(published, view, battery, target, range_mm)
      local args, margins = published(view, battery, target, range_mm)
      local enemy = view:unit(target)
      args.screened = enemy.arm == "infantry" and enemy.drill ~= "skirmish" and
        view:nearest_unit(target, enemy.side, mm(200), function(unit) return unit.drill == "skirmish" end) ~= nil
      return args, margins
    end,
  },
  wraps = {
    ["artillery.fire"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      if q.screened then result.damage_points = math.max(0, result.damage_points - 1) end
      return result
    end,
  },
}
