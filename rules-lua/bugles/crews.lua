-- Crews, Hits on Artillery, Artillery Ammunition: what crews lose and still can do, and how rounds are brought up.

local troops <const> = use "troops"
local command <const> = use "command"

option "machine_guns_counter_battery" { false, ruling = "R247",
  doc = "hits of machine guns on a gun may destroy it, as those of guns do" }

procedure "artillery.hit_on_gun" {
  cite = "Hits on Artillery Elite Artillery R143",
  doc = "What do hits do to a gun and its crew?",
  piece = "unit",
  args = {
    int "crew" { 1, 12 }, int "hits" { 1 },
    flag "counter_battery" { doc = "the hits came from artillery" },
    flag "elite_firers" { doc = "from elite gunners" },
  },
  dice = "counter-battery: d10 for each hit; else none",
  out = { int "crew_left" { 0 }, int "direct_hits" { 0 }, flag "destroyed" {}, flag "silenced" {} },
  headline = "crew_left",
  says = function(r)
    if r.destroyed then return "the gun is destroyed" end
    return r.silenced and "has no crew left" or counted(r.crew_left, "gunner", "gunners") .. " left"
  end,
  check = function(_, q)
    if q.elite_firers and not q.counter_battery then return refuse("elite_firers", "is for counter-battery fire") end
  end,
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
  cite = "Crews Hits on Artillery R116 R141 R142",
  doc = "What can a crew still do?",
  piece = "unit",
  args = {
    enum "unit" { default = "gun", values = { of_table = "crews" } }, int "crew" { 0, 12 },
    int "non_gunners" { 0, 12, default = 0, doc = "of the crew" },
  },
  out = { int "full_crew" { 1 }, int "crew_lost" { 0 }, flag "can_fire" {}, flag "counts_as_other" {} },
  headline = "can_fire",
  says = function(r)
    if not r.can_fire then return "cannot fire" end
    return r.counts_as_other and "fires as an irregular gun" or "can fire"
  end,
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
  cite = "Artillery Ammunition",
  doc = "How many rounds have gun and source after a resupply?",
  piece = "unit",
  args = {
    enum "source" { values = { of_table = "artillery_ammunition" } },
    int "gun_solid" { 0 }, int "gun_canister" { 0 },
    int "source_solid" { 0, optional = true, doc = "full when left out" },
    int "source_canister" { 0, optional = true, doc = "full when left out" },
    int "take_solid" { 0, default = 0 }, int "take_canister" { 0, default = 0 },
  },
  out = {
    int "gun_solid" { 0 }, int "gun_canister" { 0 }, int "source_solid" { 0 }, int "source_canister" { 0 },
  },
  says = function(r) return ("has %d solid and %d canister rounds"):format(r.gun_solid, r.gun_canister) end,
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

procedure "artillery.reserve_request" {
  cite = "Artillery Ammunition R157",
  doc = "Does ammunition come up from the reserve?",
  piece = "unit",
  args = {
    enum "quality" (troops.QUALITIES),
    flag "cinc_fallen" {}, flag "cinc_commanding_group" { doc = "the commander in chief leads a group himself" },
  },
  dice = "d10",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "granted" {} },
  headline = "granted",
  says = function(r) return r.granted and "the ammunition comes up" or "the request goes astray" end,
  check = command.refuse_fallen,
  test = { 10, "request", modifiers = "end_of_turn" },
  follows = {
    { "granted", function(rules, _, r) return r.score > rules.tables.d10_tests "end_of_turn_ends_movement" end },
  },
}
