-- 10.0 to 10.2: who fights whom.

--- Why a unit that must move so far takes no part.
local function barred(q, needed)
  return q.arm == "artillery" and "artillery"
    or q.friend_interposes and "friend_interposes"
    or not q.facing and "not_facing"
    or needed > q.move_left_mm and "too_far"
    or "none"
end

procedure "combat.eligible" {
  cite = "10.0 10.1 9.0", piece = "unit",
  doc = "Does a unit take part in a combat?",
  args = {
    enum "arm" { "infantry", "cavalry", "skirmishers", "artillery" },
    flag "rifle" { only = { arm = "skirmishers" }, doc = "rifle-armed skirmishers" },
    int "distance_mm" { 0, doc = "to the nearest enemy unit" },
    flag "facing" { doc = "some part of the enemy is in its front arc" },
    flag "friend_interposes" { doc = "even partly" },
    int "move_left_mm" { 0, default = 0 },
  },
  headline = "eligible", out = {
    int "zone_mm" { 0 }, int "move_needed_mm" { 0 }, flag "eligible" {},
    enum "reason" { "none", "artillery", "friend_interposes", "not_facing", "too_far" },
  },
  says = function(r) return r.eligible and "takes part" or "takes no part: " .. r.reason end,
  resolve = function(rules, q)
    local zone = q.rifle and rules.constant.rifle_combat_zone or rules.constant.combat_zone
    local needed = math.max(0, q.distance_mm - zone)
    local reason = barred(q, needed)
    return { zone_mm = zone, move_needed_mm = needed, eligible = reason == "none", reason = reason }
  end,
  follows = function(_, q, r, was)
    if r.zone_mm ~= was.zone_mm and r.move_needed_mm == was.move_needed_mm then
      r.move_needed_mm = math.max(0, q.distance_mm - r.zone_mm)
    end
    if r.move_needed_mm ~= was.move_needed_mm and r.reason == was.reason then r.reason = barred(q, r.move_needed_mm) end
    if r.reason ~= was.reason and r.eligible == was.eligible then r.eligible = r.reason == "none" end
  end,
}

procedure "combat.must_close" {
  cite = "10.4 R67", piece = "unit",
  doc = "Must a body of cavalry close to contact?",
  args = {
    int "distance_mm" { 0 }, enum "enemy" { "cavalry", "infantry", "skirmishers", "artillery" },
    flag "reforming" { doc = "this body is" },
    flag "ridden_through_last_bound" { doc = "this body was" },
    enum "enemy_position" { "none", "barricades", "buildings", "fortifications", default = "none" },
  },
  out = {
    flag "must_close" {},
    enum "reason" { "none", "outside_zone", "reforming", "ridden_through", "artillery", "position" },
  },
  says = function(r) return r.must_close and "must close" or "need not close: " .. r.reason end,
  resolve = function(rules, q)
    local reason = q.distance_mm > rules.constant.combat_zone and "outside_zone"
      or q.reforming and "reforming"
      or q.ridden_through_last_bound and "ridden_through"
      or q.enemy == "artillery" and "artillery"
      or q.enemy_position ~= "none" and "position"
      or "none"
    return { must_close = reason == "none", reason = reason }
  end,
  follows = function(_, _, r, was)
    if r.reason ~= was.reason and r.must_close == was.must_close then r.must_close = r.reason == "none" end
  end,
}

-- The answer names every unit: lines so long that it would not fit the memory are refused.
local LONGEST_LINE <const> = 100000

record "pairing" { list "a" { of = int "a" { 1 } }, list "b" { of = int "b" { 1 } } }

procedure "combat.pair" {
  cite = "10.0 R74", doc = "How do the units along two lines pair off?",
  args = {
    int "a_units" { 1, LONGEST_LINE, doc = "in line order" }, int "b_units" { 1, LONGEST_LINE, doc = "in line order" },
  },
  out = { list "groups" { "pairing" } },
  says = function(r) return ("%d combats"):format(#r.groups) end,
  resolve = function(_, q)
    local longer, shorter = math.max(q.a_units, q.b_units), math.min(q.a_units, q.b_units)
    local many, one = "a", "b"
    if q.b_units > q.a_units then many, one = "b", "a" end
    local groups = {}
    for n = 1, shorter do groups[n] = { [many] = {}, [one] = { n } } end
    for i = 0, longer - 1 do
      local dealt = groups[i * shorter // longer + 1][many]
      dealt[#dealt + 1] = i + 1
    end
    return { groups = groups }
  end,
}

procedure "column.may_use" {
  cite = "10.2 R71", piece = "unit",
  doc = "May this army use the column of assault?",
  args = { enum "army" { "other", of_table = "column_of_assault_armies" }, int "year" { 1700, 1815 } },
  out = { flag "may_use" {} },
  says = function(r) return r.may_use and "may use it" or "may not use it" end,
  resolve = function(rules, q)
    local first_year = rules.cell("column_of_assault_armies", q.army)
    return { may_use = first_year ~= nil and q.year >= first_year }
  end,
}
