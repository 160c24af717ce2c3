-- Crews, Hits on Artillery, Artillery Ammunition: what crews lose and still can do, and how rounds are brought up.

option "machine_guns_counter_battery" { false, ruling = "R247",
  doc = "hits of machine guns on a gun may destroy it, as those of guns do" }

procedure "artillery.hit_on_gun" {
  cite = "Hits on Artillery, Elite Artillery, R143", doc = "What do hits do to a gun and its crew?",
  args = {
    int "crew" { 1, 12 }, int "hits" { 1 },
    flag "counter_battery" { doc = "the hits came from artillery" },
    flag "elite_firers" { only = { counter_battery = true }, doc = "the hits came from elite gunners" },
  },
  dice = "counter-battery: d10 for each hit; else none", headline = "crew_left",
  good = { "less", by = "destroyed" },
  out = { int "crew_left" { 0 }, int "direct_hits" { 0 }, flag "destroyed" {}, flag "silenced" {} },
  says = { { "destroyed", "the gun is destroyed" }, { "silenced", "has no crew left" }, "{crew_left gunner} left" },
  resolve = function(rules, q, dice)
    local left, direct = math.max(0, q.crew - q.hits), 0
    if q.counter_battery then
      local bonus = q.elite_firers and rules.tables.test_modifiers "elite_gunners" or 0
      direct = dice.count(q.hits, 10, rules.tables.d10_tests "direct_hit_on_gun" - bonus, "direct hit")
    end
    return { crew_left = left, direct_hits = direct }
  end,
  follows = {
    { "destroyed", function(_, _, r) return r.direct_hits > 0 end },
    { "silenced", function(_, _, r) return r.destroyed or r.crew_left == 0 end },
  },
}

procedure "artillery.crew" {
  cite = "Crews, Hits on Artillery, R116, R141, R142", doc = "What can a crew still do?",
  args = {
    enum "unit" { default = "gun", values = { of_table = "crews" } }, int "crew" { 0, 12 },
    int "non_gunners" { 0, 12, default = 0, doc = "of the crew" },
  },
  out = { int "full_crew" { 1 }, int "crew_lost" { 0 }, flag "can_fire" {}, flag "counts_as_other" {} },
  headline = "can_fire",
  says = { { "not can_fire", "cannot fire" }, { "counts_as_other", "fires as an irregular gun" }, "can fire" },
  check = function(_, q) return outside("non_gunners", q.non_gunners, 0, q.crew) end,
  resolve = function(rules, q)
    local full = rules.tables.crews(q.unit)
    return {
      full_crew = full, crew_lost = math.max(0, full - q.crew), can_fire = q.crew > 0,
      counts_as_other = 2 * q.non_gunners > q.crew,
    }
  end,
}

procedure "artillery.resupply" {
  cite = "Artillery Ammunition", doc = "How many rounds have gun and source after a resupply?",
  args = {
    enum "source" { values = { of_table = "artillery_ammunition" } }, int "gun_solid" { 0 }, int "gun_canister" { 0 },
    int "source_solid" { 0, optional = true, doc = "full when left out" },
    int "source_canister" { 0, optional = true, doc = "full when left out" },
    int "take_solid" { 0, default = 0 }, int "take_canister" { 0, default = 0 },
  },
  out = { int "gun_solid" { 0 }, int "gun_canister" { 0 }, int "source_solid" { 0 }, int "source_canister" { 0 } },
  says = "has {gun_solid} solid and {gun_canister} canister rounds",
  check = function(rules, q)
    for _, verb in ipairs { "source_", "take_" } do
      for _, shot in ipairs { "solid", "canister" } do
        local whole, given = rules.tables.artillery_ammunition(q.source, shot), q[verb .. shot]
        local most = verb == "take_" and (q["source_" .. shot] or whole) or q.source == "cart" and whole or given
        local fault = outside(verb .. shot, given, 0, most or 0)
        if fault then return fault end
      end
    end
  end,
  resolve = function(rules, q)
    local whole = rules.tables.artillery_ammunition
    return {
      gun_solid = q.gun_solid + q.take_solid, gun_canister = q.gun_canister + q.take_canister,
      source_solid = (q.source_solid or whole(q.source, "solid")) - q.take_solid,
      source_canister = (q.source_canister or whole(q.source, "canister")) - q.take_canister,
    }
  end,
}
