-- Penetration Zones, Higher Ground, Reduction of Cover: what a shot does beyond its first target, and to cover.

local aim <const>, troops <const> = use("aim", "troops")

option "penetration_needs_hit" { false, ruling = "R149", doc = "a shot that misses its first target goes no further" }
option "weight_of_shot" { false, ruling = "R156", doc = "heavier shot counts for more against cover" }

record "stand_on_line" {
  text "id" {}, int "near_mm" { 0, doc = "muzzle to where the line first touches it" }, flag "friendly" {},
}

local function row(higher) return higher and "yes" or "no" end

--- The length of the zone, unless something on the line ends it.
local function full_zone(rules, q)
  local weapon = q.howitzer and "howitzer" or "gun"
  local stays = rules.tables.trajectory(weapon, row(q.target_higher), "penetration") == "no" or q.soft_ground
    or q.initial_missed and rules.option.penetration_needs_hit
  if stays then return 0 end
  return (aim.reach(rules, aim.weapon_of_gun(q.gun), q.ordnance) - q.range_mm) // rules.constant.penetration_divisor
end

--- The stands of the zone, the nearest first: their ids, and those of friends.
local function touched(q, from, to)
  local stands, ids, friends = {}, {}, {}
  for i, stand in ipairs(q.stands) do
    if stand.near_mm > from and stand.near_mm <= to then stands[#stands + 1] = { stand = stand, place = i } end
  end
  table.sort(stands, function(a, b)
    if a.stand.near_mm ~= b.stand.near_mm then return a.stand.near_mm < b.stand.near_mm end
    return a.place < b.place
  end)
  for i, one in ipairs(stands) do
    ids[i] = one.stand.id
    if one.stand.friendly then friends[#friends + 1] = one.stand.id end
  end
  return ids, friends
end

procedure "artillery.penetration" {
  cite = "Penetration Zones, R149, R150, R152", doc = "Which stands does a shot touch behind its first target?",
  args = {
    enum "gun" (troops.GUNS), enum "ordnance" { default = "smoothbore", values = troops.ORDNANCE }, flag "howitzer" {},
    int "range_mm" { 0, doc = "muzzle to the first target" },
    flag "target_higher" {},
    flag "soft_ground" { doc = "wet or soft ground at the target" },
    flag "initial_missed" { doc = "the first target was not hit" },
    int "stop_mm" { 0, optional = true, doc = "muzzle to the first trees, building, ridge or hill beyond the target" },
    list "stands" { "stand_on_line", default = {}, doc = "on the line" },
  },
  dice = "none", headline = "zone_mm",
  out = {
    int "zone_mm" { 0 }, int "from_mm" { 0 }, int "to_mm" { 0 },
    list "touched" { of = text "id" {}, default = {}, doc = "the nearest first" },
    list "touched_friends" { of = text "id" {}, default = {} },
  },
  says = {
    { "not touched", "goes on for {zone_mm} mm and touches nobody" },
    "goes on for {zone_mm} mm through {touched}",
  },
  check = function(rules, q)
    local reach = aim.reach(rules, aim.weapon_of_gun(q.gun), q.ordnance)
    if q.range_mm > reach then return refuse("range_mm", ("must be 0 to %d, got %d"):format(reach, q.range_mm)) end
    if q.stop_mm and q.stop_mm < q.range_mm then
      return refuse("stop_mm", ("must be %d or more, got %d"):format(q.range_mm, q.stop_mm))
    end
  end,
  resolve = function(rules, q)
    local from = q.range_mm
    local to = math.min(from + full_zone(rules, q), q.stop_mm or math.maxinteger)
    local ids, friends = touched(q, from, to)
    return { zone_mm = to - from, from_mm = from, to_mm = to, touched = ids, touched_friends = friends }
  end,
}

procedure "artillery.trajectory" {
  cite = "Higher Ground, R152, R153", doc = "What may a weapon do beyond its target?",
  args = { enum "weapon" { of_table = "trajectory" }, flag "target_higher" { doc = "on significantly higher ground" } },
  out = { flag "penetration" {}, int "beaten_zone_mm" { 0, doc = "the side of a square" }, int "to_hit_modifier" {} },
  says = {
    { "beaten_zone_mm", "has a beaten zone of {beaten_zone_mm} mm" }, { "penetration", "goes on beyond its target" },
    "ends at its target",
  },
  resolve = function(rules, q)
    local cell, higher = rules.tables.trajectory, row(q.target_higher)
    return {
      penetration = cell(q.weapon, higher, "penetration") == "yes",
      beaten_zone_mm = cell(q.weapon, higher, "beaten_zone_mm"),
      to_hit_modifier = cell(q.weapon, higher, "to_hit_modifier"),
    }
  end,
}

local GUNS <const> = { "light", "medium", "heavy", "super_heavy" }

procedure "artillery.cover_reduction" {
  cite = "Reduction of Cover, R156", doc = "Is a point of cover neutralized by the solid shot that struck it?",
  piece = "area",
  args = {
    enum "cover" { "soft", "hard", "fortified" },
    int "light_hits" { 0, default = 0, doc = "so far" },
    int "medium_hits" { 0, default = 0 }, int "heavy_hits" { 0, default = 0 },
    int "super_heavy_hits" { 0, default = 0 },
    int "agreed_hits" { 1, optional = true, doc = "agreed for this point of cover" },
  },
  headline = "neutralized", out = {
    int "points" { 0 }, int "needed" { 1 }, flag "neutralized" {},
    enum "cover_after" { "none", "soft", "hard", "fortified" },
  },
  says = { { "neutralized", "neutralized" }, "{points} of {needed} hits" },
  resolve = function(rules, q)
    local points = 0
    for _, gun in ipairs(GUNS) do
      local each = rules.option.weight_of_shot and rules.tables.weight_of_shot(gun) or 1
      points = points + q[gun .. "_hits"] * each
    end
    return { points = points, needed = q.agreed_hits or rules.tables.cover_reduction(q.cover) }
  end,
  follows = {
    { "neutralized", function(_, _, r) return r.points >= r.needed end },
    { "cover_after", function(_, q, r) return r.neutralized and "none" or q.cover end },
  },
}
