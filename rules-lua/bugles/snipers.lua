-- Special Types: how snipers hit, and how they are located.

local aim <const>, troops <const> = use("aim", "troops")

procedure "sniper.fire" {
  cite = "Snipers, R97, R99, R102", doc = "Does a sniper hit?",
  args = {
    enum "weapon" { of_table = troops.SNIPER_WEAPONS.of_table, where = troops.SNIPER_WEAPONS.where,
      doc = "his army's infantry firearm" },
    int "range_mm" { 0 },
    flag "line_blocked" { doc = "troops stand in the line of sight" },
    enum "target" { "figure", "leader", "stand", default = "figure" },
  },
  dice = "d10", headline = "hit", good = "more",
  out = { int "max_range_mm" { 0 }, flag "over_half_range" {}, int "needed" {}, flag "hit" {}, flag "leader_falls" {} },
  says = function(r) return r.leader_falls and "hits: the leader falls" or r.hit and "hits" or "misses" end,
  check = function(rules, q)
    local fault = outside("range_mm", q.range_mm, 0, aim.reach(rules, q.weapon, nil, true))
    if fault then return fault end
    if q.line_blocked and q.target ~= "stand" then
      return refuse("line_blocked", "must be false for a shot at a single figure")
    end
  end,
  resolve = function(rules, q, dice)
    local most = aim.reach(rules, q.weapon, nil, true)
    local far = aim.over_half(q.range_mm, most)
    local needed = rules.tables.sniper(far and "hit_over_half_range" or "hit_to_half_range")
    return { max_range_mm = most, over_half_range = far, needed = needed, hit = dice.d(10, "snipe") >= needed }
  end,
  follows = { { "leader_falls", function(_, q, r) return r.hit and q.target == "leader" end } },
}

procedure "sniper.spot" {
  cite = "Snipers, R97", doc = "Does the target of a sniper locate him?",
  args = { enum "powder" { "black", "smokeless" } },
  dice = "d10", headline = "located", good = "more",
  out = { int "needed" {}, flag "located" {}, flag "free_shot" {} },
  says = function(r) return r.located and "locates him" or "does not see him" end,
  rounds = { over = "located and 'located'", cite = "Snipers", doc = "he fires at it again and again" },
  resolve = function(rules, q, dice)
    local needed = rules.tables.sniper(q.powder == "black" and "locate_black_powder" or "locate_smokeless")
    return { needed = needed, located = dice.d(10, "spot") >= needed }
  end,
  follows = { { "free_shot", function(_, _, r) return r.located end } },
}
