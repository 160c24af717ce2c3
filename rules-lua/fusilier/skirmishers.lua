-- 9.0: skirmishers, rifles, the reply of formed troops, and cavalry among them.

--- What points do to a target: damage, or guns silenced (R48).
local function effect(q, points)
  if q.target == "artillery" then return 0, points end
  return points, 0
end

--- A hit follows from the throw and what it needs, where a house rule changes either.
local function hit_follows(_, _, r, was)
  local thrown = r.roll ~= was.roll or r.needs ~= was.needs
  if thrown and r.points == was.points then r.points = r.roll >= r.needs and 1 or 0 end
end

procedure "skirmish.fire" {
  cite = "9.0", piece = "unit",
  doc = "What does skirmishers' fire do to close-order troops?",
  args = {
    enum "weapon" { "musket", "rifle" }, int "range_mm" { 1 }, enum "target" { "infantry", "cavalry", "artillery" },
    enum "target_cover" { "none", "cover", "building", default = "none" },
  },
  dice = "d6", headline = "points", good = "more",
  out = {
    int "needs" { 1, 6 }, int "roll" { 1, 6 }, int "points" { 0, 1 },
    int "damage_points" { 0, 1 }, int "guns_silenced" { 0, 1 },
  },
  says = function(r) return r.points > 0 and "hits" or "does nothing" end,
  check = function(rules, q)
    local reach = rules.tables.skirmish_fire(q.weapon .. "_skirmishers", "close_order_in_open", "max_range_mm")
    if q.range_mm > reach then
      return refuse("range_mm", ("must be 1 to %d for a %s, got %d"):format(reach, q.weapon, q.range_mm))
    end
  end,
  before = function(rules, q)
    local ground = q.target_cover == "none" and "close_order_in_open" or "close_order_in_cover_or_building"
    return rules.tables.skirmish_fire(q.weapon .. "_skirmishers", ground, "needs_at_least")
  end,
  resolve = function(_, q, dice, needs)
    local roll = dice.d(6, "fire")
    local points = roll >= needs and 1 or 0
    local damage, guns = effect(q, points)
    return { needs = needs, roll = roll, points = points, damage_points = damage, guns_silenced = guns }
  end,
  follows = function(_, q, r, was)
    hit_follows(nil, nil, r, was)
    if r.points == was.points then return end
    local damage, guns = effect(q, r.points)
    if r.damage_points == was.damage_points then r.damage_points = damage end
    if r.guns_silenced == was.guns_silenced then r.guns_silenced = guns end
  end,
}

procedure "skirmish.reply" {
  cite = "9.0 R47", piece = "unit",
  doc = "What does formed infantry's reply to skirmishers do?",
  args = {
    int "range_mm" { 1 }, enum "arm" { "infantry", "cavalry", "artillery", default = "infantry" },
    flag "moved" { doc = "this bound" },
  },
  dice = "d6", headline = "points", good = "more",
  out = { int "needs" { 1, 6 }, int "roll" { 1, 6 }, int "points" { 0, 1 } },
  says = function(r) return r.points > 0 and "hits" or "does nothing" end,
  check = function(rules, q)
    local reach = rules.tables.skirmish_fire("stationary_formed_infantry", "skirmishers", "max_range_mm")
    if q.range_mm > reach then return refuse("range_mm", ("must be 1 to %d, got %d"):format(reach, q.range_mm)) end
    if q.arm ~= "infantry" then return refuse("arm", "must be infantry: only formed infantry replies") end
    if q.moved then return refuse("moved", "must be false: only stationary infantry replies") end
  end,
  resolve = function(rules, _, dice)
    local needs = rules.tables.skirmish_fire("stationary_formed_infantry", "skirmishers", "needs_at_least")
    local roll = dice.d(6, "reply")
    return { needs = needs, roll = roll, points = roll >= needs and 1 or 0 }
  end,
  follows = hit_follows,
}

procedure "skirmish.cavalry_contact" {
  cite = "9.0 R51", piece = "unit",
  doc = "What becomes of skirmishers that cavalry reaches?",
  args = { enum "ground" { "open", "woods", "broken" } },
  dice = "none in the open, else d6", good = "last",
  out = {
    enum "outcome" { "destroyed", "retires" }, int "roll" { 1, 6, optional = true },
    int "points" { 0, 1, doc = "on the cavalry" },
  },
  says = function(r)
    return r.outcome == "destroyed" and "are ridden down"
      or "fall back" .. (r.points > 0 and ", hurting the cavalry" or "")
  end,
  resolve = function(rules, q, dice)
    if q.ground == "open" then return { outcome = "destroyed", points = 0 } end
    local needs = rules.tables.skirmish_fire("skirmishers_retiring_from_cavalry", "cavalry", "needs_at_least")
    local roll = dice.d(6, "retiring")
    return { outcome = "retires", roll = roll, points = roll >= needs and 1 or 0 }
  end,
}
