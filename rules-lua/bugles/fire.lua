-- Scores to Hit, Volleys, How to Fire, Defensive Fire: fire of small arms, and who loses the figures.

local aim <const>, to_hit <const>, troops <const> = use("aim", "to_hit", "troops")

option "half_strength_dice" { false, ruling = "R85",
  doc = "back to back stands fire with half their dice, all figures counting" }
option "simultaneous_return" { false, ruling = "R108",
  doc = "losses come off before return fire only if the unit hit had moved and the firers had not" }
option "only_hit_stands_return_fire" { false, ruling = "R109",
  doc = "only stands that have lost figures fire in return" }
option "named_stand_is_hit" { false, ruling = "R126",
  doc = "fire of small arms falls on the stand that it is aimed at, alone or not" }
option "defensive_fire_in_arc" { false, ruling = "R242",
  doc = "a charger must be in the arc of fire of a stand that gives defensive fire" }

local function mounted(q) return q.mounted ~= "none" end

local function defensive(q) return q.phase == "defensive" end

local function loading(rules, q) return q.loading or rules.tables.weapon_ranges(q.weapon, "default_loading") end

local function full_figures(rules, q)
  return q.full_figures or rules.tables.basing(mounted(q) and "mounted_figures" or "foot_figures")
end

--- Volleys, R113: the most dice a stand throws, whatever ammunition is left.
local function most_dice(rules, q)
  local more = q.vrf
  if defensive(q) then more = not q.moved end -- R133
  local most = rules.tables.fire_dice(loading(rules, q), more and "vrf_or_defensive" or "normal")
  if q.formation == "back_to_back" and rules.option.half_strength_dice then return (most + 1) // 2 end
  return most
end

local function refuse_firer(rules, q)
  if defensive(q) and q.kind ~= "regular" then return refuse("kind", "must be regular for defensive fire") end
  if q.phase == "free_shot" and q.stands > 1 then return refuse("stands", "must be 1 at a sniper") end
  if q.loading and q.loading ~= "muzzle" and rules.tables.weapon_ranges(q.weapon, "loading") == "fixed" then
    return refuse("loading", ("cannot be %s for %s (R112)"):format(q.loading, plain(q.weapon)))
  end
  if mounted(q) and q.kind == "regular" then return refuse("mounted", "is for native troops") end
  if mounted(q) and defensive(q) then return refuse("mounted", "cannot be said of defensive fire") end
  local full = full_figures(rules, q)
  if q.figures and q.figures > full then
    return refuse("figures", ("must be 1 to %d, got %d"):format(full, q.figures))
  end
end

local function refuse_formation(rules, q)
  local back_to_back = q.formation == "back_to_back"
  if back_to_back and (q.figures or full_figures(rules, q)) == 1 then
    return refuse("figures", "must be 2 or more, back to back")
  end
  if q.formation == "skirmish" and defensive(q) then
    return refuse("formation", "cannot be skirmish: defensive fire is in close order")
  end
  if back_to_back and mounted(q) then return refuse("formation", "cannot be back_to_back for mounted troops") end
end

local function refuse_volley(rules, q)
  if not q.vrf then return nil end
  if q.kind ~= "regular" then return refuse("vrf", "is for regulars") end
  if q.phase == "return" or q.phase == "free_shot" then return refuse("vrf", "is for one's own fire phase") end
  if q.moved and not defensive(q) then return refuse("vrf", "cannot be said of a stand that moved") end
  if q.formation == "skirmish" and not (q.class == "a" and loading(rules, q) == "magazine") then
    return refuse("vrf", "is for class a skirmishers with magazine rifles")
  end
end

local function refuse_shot(rules, q)
  if q.skilled and q.kind == "regular" then return refuse("skilled", "is for troops that are not regular") end
  local reach = aim.reach(rules, q.weapon)
  local fault = to_hit.refuse_range(q.range_mm, defensive(q), reach, "range_mm")
  if fault then return fault end
  if mounted(q) and aim.over_half(q.range_mm, reach) then -- R121
    return refuse("range_mm", ("must be 0 to %d from the saddle, got %d"):format(reach // 2, q.range_mm))
  end
  fault = to_hit.refuse_melee(q)
  if fault then return fault end
  local most = most_dice(rules, q)
  if q.fire_dice and q.fire_dice > most then
    return refuse("fire_dice", ("must be 1 to %d, got %d"):format(most, q.fire_dice))
  end
end

procedure "fire.small_arms" {
  cite = "Scores to Hit, Volleys, R85, R90, R111, R112, R114, R115, R116",
  doc = "What does the fire of a stand do, or of several alike?",
  good = "more",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES), enum "weapon" (troops.SMALL_ARMS),
    enum "loading" { optional = true, values = troops.LOADING, doc = "the weapon's own when left out" },
    enum "phase" { "own", "return", "defensive", "free_shot", default = "own", doc = "free_shot: at a located sniper" },
    int "stands" { 1, default = 1, doc = "alike in everything" },
    enum "mounted" { "none", "halted", "moving", default = "none" },
    int "full_figures" { 1, 6, optional = true, doc = "six, or three when mounted" },
    int "figures" { 1, 6, optional = true, doc = "left; all when left out" },
    enum "formation" { "close_order", "skirmish", "back_to_back", default = "close_order" },
    flag "moved" { doc = "this player turn" },
    flag "vrf" { doc = "volley or rapid fire" },
    flag "skilled" { doc = "skilled irregulars or war-bands" },
    int "range_mm" { 0, optional = true, doc = "left out of defensive fire" },
    enum "cover" { default = "none", values = troops.COVER, doc = "of the target" },
    flag "target_skirmish" {},
    flag "target_deep" { doc = "more than one stand deep" },
    flag "target_in_melee" { doc = "in contact with a friend of the firer" },
    int "fire_dice" { 1, 4, optional = true, doc = "dice for each stand; the most when left out" },
  },
  dice = "d10 for each die of each stand; where the score is above 10, another at once for each 10", headline = "hits",
  out = {
    int "base_score" {}, list "modifiers" { "modifier", default = {} }, int "needed" { 1 }, flag "needs_second_roll" {},
    int "max_range_mm" { 0 }, int "dice_per_stand" { 1 }, int "dice_count" { 1 },
    int "hits" { 0, doc = "figures removed" },
  },
  says = function(r)
    local score = r.needs_second_roll and ("%d: 10, then 6"):format(r.needed) or r.needed
    return ("%d of %d %s on %s or more"):format(r.hits, r.dice_count, r.hits == 1 and "hits" or "hit", score)
  end,
  check = function(rules, q)
    return refuse_firer(rules, q) or refuse_formation(rules, q) or refuse_volley(rules, q) or refuse_shot(rules, q)
  end,
  before = function(rules, q)
    local full, reach = full_figures(rules, q), aim.reach(rules, q.weapon)
    local firing = q.figures or full
    if q.formation == "back_to_back" and not rules.option.half_strength_dice then firing = firing // 2 end
    local base = to_hit.base(rules, q.kind)
    local needed, applied = to_hit.needed(rules, q, {
      class = q.class, figures_lost = full - firing, over_half = aim.over_half(q.range_mm or 0, reach),
      cover = q.cover, skirmish = q.target_skirmish, deep = q.target_deep,
    }, base)
    return {
      base = base, modifiers = applied, needed = needed, reach = reach,
      dice = q.fire_dice or most_dice(rules, q),
    }
  end,
  resolve = function(rules, q, dice, w)
    local count = q.stands * w.dice
    return {
      base_score = w.base, modifiers = w.modifiers, needed = w.needed,
      needs_second_roll = to_hit.needs_second_roll(w.needed), max_range_mm = w.reach,
      dice_per_stand = w.dice, dice_count = count, hits = to_hit.throw(rules, dice, count, w.needed, "fire"),
    }
  end,
}

record "fired_at" { text "id" {}, int "figures" { 1 } }
record "stand_loss" { text "id" {}, int "lost" { 0 }, int "left" { 0 } }

--- One round of losses, as many from each stand that has figures as all can lose: how many were lost.
local function lose_round(losses, hits)
  local standing, each, lost = {}, hits, 0
  for _, one in ipairs(losses) do
    if one.left > 0 then standing[#standing + 1], each = one, math.min(each, one.left) end
  end
  each = #standing > 0 and math.max(1, math.min(each, hits // #standing)) or 0
  for _, one in ipairs(standing) do
    if lost == hits then break end
    one.lost, one.left, lost = one.lost + each, one.left - each, lost + each
  end
  return lost
end

procedure "fire.allocate" {
  cite = "How to Fire, R128", doc = "Which stands of a group lose the figures?",
  piece = "formation",
  args = { int "hits" { 0 }, list "stands" { "fired_at", doc = "that a firer can reach and see, the nearest first" } },
  dice = "none",
  out = { list "losses" { "stand_loss" }, int "unallocated" { 0, doc = "hits that found no figure" } },
  says = function(r)
    local told = {}
    for i, one in ipairs(r.losses) do told[i] = ("%s loses %d"):format(one.id, one.lost) end
    return table.concat(told, ", ")
  end,
  resolve = function(_, q)
    local losses, hits = {}, q.hits
    for i, stand in ipairs(q.stands) do losses[i] = { id = stand.id, lost = 0, left = stand.figures } end
    repeat
      local lost = lose_round(losses, hits)
      hits = hits - lost
    until lost == 0
    return { losses = losses, unallocated = hits }
  end,
}

procedure "fire.return_order" {
  cite = "Removing Casualties, R108", doc = "Do losses come off before the unit that was hit fires back?",
  args = { flag "hit_unit_moved" {}, flag "firing_unit_halted" {} },
  out = { flag "casualties_first" {} },
  says = { { "casualties_first", "losses come off first" }, "it fires back as strong as before" },
  resolve = function(rules, q)
    return { casualties_first = not rules.option.simultaneous_return or q.hit_unit_moved and q.firing_unit_halted }
  end,
}

modifiers "defensive_test" {
  judges = { "fire.defensive_test" }, cite = "Defensive Fire",
  { "agreed_modifier", 1, per = "test_modifier" },
  { "elite_gunners", table = "test_modifiers", cite = "Elite Artillery", when = function(q)
    return q.unit == "artillery" and q.class == "a"
  end },
}

procedure "fire.defensive_test" {
  cite = "Defensive Fire, Ambush, R130, R131, R132", doc = "May a charged group give defensive fire?",
  args = {
    enum "kind" { values = troops.KINDS, must = "regular" },
    enum "unit" { "infantry", "artillery", "machine_gun", default = "infantry" },
    enum "class" { default = "c", values = troops.CLASSES },
    enum "formation" { "close_order", "square", "back_to_back", "skirmish", default = "close_order" },
    enum "charged" { "direct", "adjacent", "none", default = "direct",
      doc = "adjacent: of the same group, and touching the stand charged" },
    int "ambush_distance_mm" { 0, optional = true, doc = "against an ambush" },
    int "test_modifier" { -9, 9, default = 0, doc = "agreed for quality or scenario, such as -2 for militia" },
  },
  dice = "2d10", headline = "can_fire", good = "more",
  out = { list "modifiers" { "modifier", default = {} }, list "scores" { of = int "score" {} }, flag "can_fire" {} },
  says = { { "can_fire", "defensive fire" }, "no defensive fire" },
  check = function(rules, q)
    if q.formation == "skirmish" then return refuse("formation", "must not be skirmish") end
    if q.charged == "none" then return refuse("charged", "must be charged, or touch a stand that is") end
    local least = rules.constant.ambush_no_defensive_fire_below
    if q.ambush_distance_mm and q.ambush_distance_mm < least then
      return refuse("ambush_distance_mm", ("must be %d or more, got %d"):format(least, q.ambush_distance_mm))
    end
  end,
  modifiers = "defensive_test",
  resolve = function(_, _, dice, w)
    local scores = dice.dice(2, to_hit.FACES, "test")
    scores[1], scores[2] = scores[1] + w.total, scores[2] + w.total
    return { modifiers = w.modifiers, scores = scores }
  end,
  follows = { { "can_fire", function(rules, _, r) -- R131: fire fails when both dice do
    return math.max(r.scores[1], r.scores[2]) > rules.tables.d10_tests "defensive_fire_fails"
  end } },
}
