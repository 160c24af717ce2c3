-- Scores to Hit, Canister, Native Artillery, Elite Artillery: the fire of one gun.

local aim <const>, to_hit <const>, troops <const> = use("aim", "to_hit", "troops")

option "elite_gunner_once" { false, ruling = "R136",
  doc = "elite gunners have the better score to hit, and add nothing to their dice of fire" }
option "canister_half_range" { false, ruling = "R145",
  doc = "canister at more than half of its own range takes the modifier of half range" }

--- The arguments of a gun's fire, and those of its kind of shot after them.
local function gun_args(...)
  return {
    enum "kind" { "regular", "irregular" }, enum "class" (troops.CLASSES), enum "gun" (troops.GUNS),
    enum "ordnance" { default = "smoothbore", values = troops.ORDNANCE },
    flag "howitzer" { doc = "mountain gun, howitzer or mortar" },
    int "crew" { 0, 12, default = 4, doc = "figures that serve it" },
    int "non_gunners" { 0, 12, default = 0, doc = "of the crew" },
    flag "defensive" { doc = "defensive fire" },
    int "range_mm" { 0, optional = true, doc = "left out of defensive fire" },
    enum "cover" { default = "none", values = troops.COVER, doc = "of the target" },
    flag "target_skirmish" {},
    flag "target_deep" { doc = "more than one stand deep" },
    flag "target_higher" { doc = "on significantly higher ground" },
    flag "target_in_melee" { doc = "in contact with a friend of the firer" },
    ...,
  }
end

--- R141: a crew mostly of others fires as an irregular gun of class c.
local function as_other(q) return 2 * q.non_gunners > q.crew end

local function refuse_gun(q, reach)
  if q.defensive and q.kind ~= "regular" then return refuse("kind", "must be regular for defensive fire") end
  if q.class == "a" and q.kind == "irregular" then return refuse("class", "must be b, c or d for an irregular gun") end
  if q.crew == 0 then return refuse("crew", "must be 1 or more to fire") end
  if q.non_gunners > q.crew then
    return refuse("non_gunners", ("must be 0 to %d, got %d"):format(q.crew, q.non_gunners))
  end
  return to_hit.refuse_range(q.range_mm, q.defensive, reach, "range_mm") or to_hit.refuse_melee(q)
end

local function reach_of(rules, q) return aim.reach(rules, aim.weapon_of_gun(q.gun), q.ordnance) end

--- What the gun may do beyond its target: a row of the table of trajectories.
local function trajectory(rules, q, column)
  return rules.tables.trajectory(q.howitzer and "howitzer" or "gun", q.target_higher and "yes" or "no", column)
end

--- The gun's score against its target: { base, modifiers, needed, bonus }.
local function laid(rules, q, over_half)
  local other = as_other(q)
  local class = other and "c" or q.class
  local base = to_hit.base(rules, other and "irregular" or q.kind)
  local needed, applied = to_hit.needed(rules, q, {
    class = class, crew_lost = math.max(0, rules.tables.crews "gun" - q.crew), over_half = over_half,
    cover = q.cover, skirmish = q.target_skirmish, deep = q.target_deep,
    higher = trajectory(rules, q, "to_hit_modifier") ~= 0,
  }, base)
  local elite = class == "a" and not rules.option.elite_gunner_once
  return {
    base = base, modifiers = applied, needed = needed,
    bonus = elite and rules.tables.test_modifiers "elite_gunners" or 0,
  }
end

--- Native Artillery, R144: a native gun may not fire at all.
local function misfires(rules, q, dice)
  return q.kind == "irregular" and not q.follow_on
    and dice.count(1, to_hit.FACES, rules.tables.d10_tests "native_gun_misfires" + 1, "native gun") == 0
end

--- Throws for the gun and for its shot.
local function shot(rules, q, dice, w)
  local fired = not misfires(rules, q, dice)
  local count = fired and w.dice or 0
  return {
    fired = fired, base_score = w.base, modifiers = w.modifiers, die_bonus = w.bonus, needed = w.needed,
    dice_count = count, hits = to_hit.throw(rules, dice, count, w.needed, "fire", w.bonus),
  }
end

local function column(q) return q.defensive and "vrf_or_defensive" or "normal" end

local function shot_out(...)
  return {
    flag "fired" {}, int "base_score" {}, list "modifiers" { "modifier", default = {} }, int "die_bonus" { 0 },
    int "needed" { 1 }, ...,
  }
end

procedure "artillery.fire" {
  cite = "Scores to Hit, Native Artillery, Elite Artillery, Higher Ground, R136, R141, R144",
  doc = "What does a gun's solid shot or shell do to a stand?",
  args = gun_args(int "solid_rounds" { 0, default = 12, doc = "left before this shot" },
    flag "follow_on" { doc = "a further stand of the same shot: on its line, or in the beaten zone" }),
  dice = "d10 of a native gun, 1 is a misfire; then d10, two in defensive fire; another at once for a 10 above 10",
  out = shot_out(int "max_range_mm" { 0 }, int "dice_count" { 0 }, int "hits" { 0 }, int "solid_rounds_left" { 0 }),
  headline = "hits", good = "more",
  says = function(r)
    if not r.fired then return "does not fire" end
    return ("%d of %d %s on %d or more"):format(r.hits, r.dice_count, r.hits == 1 and "hits" or "hit", r.needed)
  end,
  check = function(rules, q)
    local fault = refuse_gun(q, reach_of(rules, q))
    if fault then return fault end
    if q.solid_rounds == 0 and not q.follow_on then return refuse("solid_rounds", "must be 1 or more to fire") end
    if q.follow_on and q.defensive then return refuse("follow_on", "cannot be said of defensive fire (R151)") end
  end,
  before = function(rules, q)
    local reach = reach_of(rules, q)
    local w = laid(rules, q, aim.over_half(q.range_mm or 0, reach))
    w.reach, w.dice = reach, rules.tables.fire_dice("gun_solid", column(q))
    return w
  end,
  resolve = function(rules, q, dice, w)
    local r = shot(rules, q, dice, w)
    r.max_range_mm, r.solid_rounds_left = w.reach, q.solid_rounds - (r.fired and not q.follow_on and 1 or 0)
    return r
  end,
}

--- How many dice canister has: fewer against cover that stops it.
local function canister_dice(rules, q)
  local stopped = q.cover == "hard" or q.cover == "fortified"
  return rules.tables.fire_dice(stopped and "canister_at_hard_cover" or "canister_" .. q.gun, column(q)), stopped
end

procedure "artillery.canister" {
  cite = "Canister, Native Artillery, Elite Artillery, R145, R146, R147, R148", doc = "What does a gun's canister do?",
  args = gun_args(int "canister_rounds" { 0, default = 4, doc = "left before this shot" },
    flag "second_stand" { doc = "a stand lies within one stand's depth behind the target" }),
  dice = "d10 of a native gun, 1 is a misfire; then the target's d10, then those of the second stand; "
    .. "another at once for a 10 where the score is above 10",
  out = shot_out(int "dice_count" { 0, doc = "on the target alone" }, flag "penetrates" {}, int "hits" { 0 },
    int "hits_behind" { 0, doc = "on the second stand" }, int "canister_rounds_left" { 0 }),
  headline = "hits", good = "more",
  says = function(r)
    if not r.fired then return "does not fire" end
    local behind = r.penetrates and (", %d behind"):format(r.hits_behind) or ""
    return ("canister: %d of %d on %d or more%s"):format(r.hits, r.dice_count, r.needed, behind)
  end,
  check = function(rules, q)
    local fault = refuse_gun(q, rules.constant.canister_range)
    if fault then return fault end
    if q.canister_rounds == 0 then return refuse("canister_rounds", "must be 1 or more to fire") end
  end,
  before = function(rules, q)
    local half_of = rules.option.canister_half_range and rules.constant.canister_range or reach_of(rules, q)
    local w = laid(rules, q, aim.over_half(q.range_mm or 0, half_of))
    local stopped
    w.dice, stopped = canister_dice(rules, q)
    local uphill = q.target_higher and not q.howitzer -- R147
    w.penetrates = q.second_stand and not stopped and not uphill
    return w
  end,
  resolve = function(rules, q, dice, w)
    local r = shot(rules, q, dice, w)
    r.penetrates, r.canister_rounds_left = r.fired and w.penetrates, q.canister_rounds - (r.fired and 1 or 0)
    local behind = r.penetrates and r.dice_count or 0
    r.hits_behind = to_hit.throw(rules, dice, behind, w.needed, "second stand", w.bonus)
    return r
  end,
}
