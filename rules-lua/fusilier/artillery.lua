-- 8.0, 11.3: ranges, fire on troops, guns and buildings, and batteries that follow a formation.

local BRACKETS <const> = { "short", "effective", "long" }
local NEXT_OUT <const> = { short = "effective", effective = "long" }

--- The bracket a range falls in, by the far edges of the three; its limits belong to it (R37).
local function bracket_in(limits, range)
  for _, bracket in ipairs(BRACKETS) do
    if range <= limits[bracket .. "_mm"] then return bracket end
  end
  return "out_of_range"
end

local function reach_of(rules, q)
  local range = { calibre_pdr = q.calibre_pdr, range_mm = q.range_mm }
  return rules.call("artillery.bracket", rules.passing("artillery.bracket", q, range))
end

--- Why it is too far to shoot; the bracket, and how far the long one reaches.
local function refuse_range(q, reach)
  if reach.bracket ~= "out_of_range" then return nil end
  local limit = reach.long_mm < q.range_mm and ("must be %d or less"):format(reach.long_mm) or "is out of range"
  return refuse("range_mm", ("%s for a %d pounder, got %d"):format(limit, q.calibre_pdr, q.range_mm))
end

procedure "artillery.bracket" {
  cite = "8.1", piece = "unit",
  doc = "Which range bracket is it?",
  args = {
    int "calibre_pdr" { of_table = "artillery_ranges" },
    int "range_mm" { 1, doc = "nearest edge to nearest edge" },
  },
  out = {
    enum "bracket" { "short", "effective", "long", "out_of_range" },
    int "short_mm" { 1 }, int "effective_mm" { 1 }, int "long_mm" { 1 },
  },
  says = function(r) return ("%s range"):format(r.bracket) end,
  resolve = function(rules, q)
    local ranges = rules.tables.artillery_ranges
    local r = {
      short_mm = ranges(q.calibre_pdr, "short_mm"),
      effective_mm = ranges(q.calibre_pdr, "effective_mm"),
      long_mm = ranges(q.calibre_pdr, "long_mm"),
    }
    r.bracket = bracket_in(r, q.range_mm)
    return r
  end,
  follows = function(_, q, r, was)
    if r.bracket == was.bracket then r.bracket = bracket_in(r, q.range_mm) end
  end,
}

local function points_of(rules, bracket, roll, guns) return rules.tables["hits_" .. bracket](roll, guns) end

--- A target that is shot at up to effective range alone, and counts as one bracket further out (R42, R44).
local function is_shifted(q) return q.target == "skirmishers" or q.target == "battery" and not q.target_limbered end

--- What points do to a target: damage, or guns silenced.
local function effect(q, points)
  if q.target ~= "battery" then return points, 0 end
  return 0, math.min(points, q.target_guns or points)
end

procedure "artillery.fire" {
  cite = "8.2 8.3 8.4", piece = "unit",
  doc = "What does a battery's fire do?",
  args = {
    int "calibre_pdr" { of_table = "artillery_ranges" }, int "guns" { 2, 14 },
    int "range_mm" { 1, doc = "nearest edge to nearest edge" },
    enum "target" { "formed", "battery", "skirmishers" },
    flag "target_limbered" { doc = "a battery on the move" },
    int "target_guns" { 1, optional = true, doc = "guns a battery has left" },
  },
  dice = "2d6", headline = "points", good = "more",
  out = {
    enum "bracket" (BRACKETS), enum "table" (BRACKETS), int "roll" { 2, 12 }, int "points" { 0 },
    int "damage_points" { 0 }, int "guns_silenced" { 0 },
  },
  says = function(r)
    if r.guns_silenced > 0 then
      return r.guns_silenced == 1 and "a gun is silenced" or ("%d guns are silenced"):format(r.guns_silenced)
    end
    return r.damage_points > 0 and ("does %d damage"):format(r.damage_points) or "does nothing"
  end,
  check = function(rules, q)
    local reach = reach_of(rules, q)
    local fault = refuse_range(q, reach)
    if fault then return fault end
    if q.target ~= "battery" then
      if q.target_limbered then return refuse("target_limbered", "is for a battery") end
      if q.target_guns then return refuse("target_guns", "is for a battery") end
    end
    if is_shifted(q) and reach.bracket == "long" then
      return refuse("range_mm", ("must not be long range against %s (8.3 8.4)"):format(
        q.target == "battery" and "a deployed battery" or "skirmishers"))
    end
  end,
  before = function(rules, q)
    local bracket = reach_of(rules, q).bracket
    return { bracket = bracket, table = is_shifted(q) and NEXT_OUT[bracket] or bracket }
  end,
  resolve = function(rules, q, dice, worked)
    local roll = dice.sum(2, 6, "fire")
    local points = points_of(rules, worked.table, roll, q.guns)
    local damage, guns = effect(q, points)
    return {
      bracket = worked.bracket, table = worked.table, roll = roll, points = points,
      damage_points = damage, guns_silenced = guns,
    }
  end,
  follows = function(_, q, r, was)
    if r.points == was.points then return end
    local damage, guns = effect(q, math.max(0, r.points))
    if r.damage_points == was.damage_points then r.damage_points = damage end
    if r.guns_silenced == was.guns_silenced then r.guns_silenced = guns end
  end,
}

--- A point for so many square millimetres, part of one counting whole (R45).
local function building_value(rules, q)
  local size = { material = q.material, width_mm = q.width_mm, length_mm = q.length_mm }
  return rules.call("building.value", rules.passing("building.value", q, size)).value
end

--- What its loss costs the unit inside: a point for every two of the running total (R45).
local function troop_points(q, lost) return q.occupied and lost // 2 - q.lost_before // 2 or 0 end

local function refuse_size(q)
  if q.width_mm * 1.0 * q.length_mm > 1 << 62 then return refuse("length_mm", "makes it too large to be reckoned") end
end

procedure "artillery.fire_building" {
  cite = "8.5 R45", piece = { "unit", "area" },
  doc = "What does a battery's fire do to a building?",
  args = {
    int "calibre_pdr" { of_table = "artillery_ranges" }, int "guns" { 2, 14 },
    int "range_mm" { 1, doc = "nearest edge to nearest edge" },
    enum "material" { of_table = "building_values" }, int "width_mm" { 1 }, int "length_mm" { 1 },
    int "lost_before" { 0, default = 0, doc = "points the building has lost" },
    flag "occupied" {},
  },
  dice = "2d6", headline = "points", good = "more",
  out = {
    enum "bracket" (BRACKETS), int "roll" { 2, 12 }, int "points" { 0 }, int "value" { 1 }, int "lost_after" { 0 },
    int "remaining" { 0 }, flag "occupiable" {}, int "troop_points" { 0 },
  },
  says = function(r)
    return ("the building loses %d, %d left"):format(r.points, r.remaining)
      .. (r.occupiable and "" or "; it cannot be held")
  end,
  rounds = {
    carry = "lost_before = lost_after, troops_have_lost = troops_have_lost + troop_points",
    over = "not occupiable and 'in ruins'", cite = "8.5", doc = "the battery fires at it bound after bound",
  },
  check = function(rules, q)
    local fault = refuse_range(q, reach_of(rules, q)) or refuse_size(q)
    if fault then return fault end
    local value = building_value(rules, q)
    if q.lost_before >= value then
      return refuse("lost_before", ("must be below the building's value, %d"):format(value))
    end
  end,
  before = function(rules, q) return { bracket = reach_of(rules, q).bracket, value = building_value(rules, q) } end,
  resolve = function(rules, q, dice, worked)
    local roll = dice.sum(2, 6, "fire")
    local points = points_of(rules, worked.bracket, roll, q.guns)
    local lost = math.min(worked.value, q.lost_before + points)
    return {
      bracket = worked.bracket, roll = roll, points = points, value = worked.value,
      lost_after = lost, remaining = worked.value - lost, occupiable = lost < worked.value,
      troop_points = troop_points(q, lost),
    }
  end,
  follows = function(_, q, r, was)
    if r.points ~= was.points and r.lost_after == was.lost_after then
      r.lost_after = math.min(r.value, q.lost_before + math.max(0, r.points))
    end
    if r.lost_after ~= was.lost_after and r.troop_points == was.troop_points then
      r.troop_points = troop_points(q, r.lost_after)
    end
    if r.remaining == was.remaining then r.remaining = r.value - r.lost_after end
    if r.remaining ~= was.remaining and r.occupiable == was.occupiable then r.occupiable = r.remaining > 0 end
  end,
}

procedure "building.value" {
  cite = "8.5 R45", piece = "area",
  doc = "How much can a building take?",
  args = { enum "material" { of_table = "building_values" }, int "width_mm" { 1 }, int "length_mm" { 1 } },
  out = { int "value" { 1 } },
  says = function(r) return ("is worth %d points"):format(r.value) end,
  check = function(_, q) return refuse_size(q) end,
  resolve = function(rules, q)
    local divisor = rules.tables.building_values(q.material)
    return { value = (q.width_mm * q.length_mm + divisor - 1) // divisor }
  end,
}

procedure "artillery.attachment" {
  cite = "11.3 R93", piece = "unit",
  doc = "What does a battery do whose formation retreats?",
  args = {
    enum "parent_state" { "steady", "retreating", "routed" }, flag "full_retreat_made" {}, flag "morale_intact" {},
  },
  out = { flag "must_conform" {}, flag "may_reattach" {} },
  says = { { "may_reattach", "may join another formation" }, { "must_conform", "goes back too" }, "stays" },
  resolve = function(_, q)
    return {
      must_conform = q.parent_state ~= "steady",
      may_reattach = q.parent_state == "routed" and q.full_retreat_made and q.morale_intact,
    }
  end,
}
