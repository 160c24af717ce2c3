-- Variable Movement, Withdrawing, Dismounting, Passage of Lines, Zones of Control: how far a stand moves.

local troops <const> = use "troops"

option "charge_no_stack" { false, ruling = "R55",
  doc = "a doubled charge doubles the plain sum of its dice; horse and fleet troops double no dice besides" }
option "rough_thrown_apart" { false, ruling = "R224",
  doc = "a way over rough ground is thrown for apart, when a stand first takes one: declare the ways first" }
option "passage_tests_each" { false, ruling = "R221",
  doc = "a stand that goes through several friends in close order is tested for each of them" }
option "remount_then_ride" { false, ruling = "R72",
  doc = "after mounting, the other dice are ridden: each counts twice" }

local M <const> = {}

local function row(rules, q, column) return rules.tables.movement_dice(q.type, column) end

--- Horse and guns: there is ground that is closed to them (R59).
local function barred(rules, q) return row(rules, q, "barred_dice") == 0 and row(rules, q, "rough_dice") > 0 end

local function refuse_charge(rules, q)
  if q.charging then
    if row(rules, q, "may_charge") ~= "yes" then
      return refuse("charging", ("cannot be said of %s"):format(plain(q.type)))
    end
    if q.disordered then return refuse("charging", "cannot be said of disordered troops") end
    if barred(rules, q) and q.terrain ~= "open" then return refuse("charging", "is not over such ground") end
    return nil
  end
  for _, key in ipairs { "target_uphill", "target_difficult", "target_distance_mm" } do
    if q[key] then return refuse(key, "is for charges") end
  end
end

local function refuse_fire(rules, q)
  if not q.will_fire then return nil end
  if q.charging then return refuse("will_fire", "cannot go with a charge") end
  local fires = row(rules, q, "fires_moving")
  if fires == "no" or fires == "class_a" and q.class ~= "a" then
    return refuse("will_fire", ("cannot be said of %s that moves"):format(plain(q.type)))
  end
end

--- R58: skirmishers lose a die over rough ground as all others do, but for snipers.
local function dice_count(rules, q)
  if q.type == "square" and q.disordered then return 0 end
  if q.terrain == "open" then return row(rules, q, "dice") end
  return row(rules, q, q.terrain == "barred" and "barred_dice" or "rough_dice")
end

--- How many of the highest dice count twice (R53 R54).
local function doubled(rules, q)
  local doubling = row(rules, q, "doubling")
  return doubling == "two_highest" and 2 or q.fleet and 1 or 0
end

--- Throws movement dice, of which the highest count twice.
---@return integer score
function M.throw(dice, count, twice, label)
  if count == 0 then return 0 end
  local faces = dice.dice(count, 6, label)
  local sum = 0
  for _, face in ipairs(faces) do sum = sum + face end
  table.sort(faces)
  for i = math.max(1, count - twice + 1), count do sum = sum + faces[i] end
  return sum
end

local function score_of(rules, q, dice, count)
  local twice, charge = doubled(rules, q), 1
  if q.charging and not (q.target_uphill or q.target_difficult) then -- R56
    charge = 2
    if rules.option.charge_no_stack then twice = 0 end
  end
  return charge * M.throw(dice, count, twice, "move")
end

--- R61: of those who fire, foot and guns go half as far; mounted troops do not.
local function distance_of(rules, q, score)
  local distance = troops.millimetres(rules, score)
  if q.will_fire and row(rules, q, "fires_moving") ~= "full" then distance = distance // 2 end
  return q.gun_through_friends and distance // 2 or distance
end

--- Does a charge come home: only where it was asked how far that is.
local function arrives(_, q, r)
  if q.target_distance_mm then return r.can_move and r.distance_mm >= q.target_distance_mm end
end

procedure "movement.roll" {
  cite = "Variable Movement, Charging, Eligibility to Charge, Moving and Firing, R52, R57",
  doc = "How far do the stands of a type move?",
  args = {
    enum "type" (troops.MOVERS),
    enum "class" { default = "c", of_table = troops.CLASSES.of_table, doc = "matters for guns that will fire" },
    flag "fleet" { doc = "doubles its highest die" },
    enum "terrain" { "open", "rough", "barred", default = "open",
      doc = "the worst that it starts in, enters or crosses; barred: closed to horse and guns" },
    flag "disordered" {}, flag "charging" {},
    flag "target_uphill" { doc = "of a charge" },
    flag "target_difficult" { doc = "of a charge: the target is in difficult terrain" },
    int "target_distance_mm" { 0, optional = true, doc = "of a charge: its way to contact" },
    flag "will_fire" { doc = "moves and means to fire this turn" },
    flag "gun_through_friends" { doc = "a gun whose way passes through friends" },
  },
  dice = "as many d6 as dice_count", headline = "distance_mm", good = "more",
  out = {
    int "dice_count" { 0 }, int "score" { 0 }, int "distance_mm" { 0 }, flag "can_move" {},
    flag "contact" { optional = true }, flag "charge_failed" { optional = true },
  },
  says = {
    { "not can_move", "cannot move" }, { "contact", "moves {distance_mm} mm, into contact" },
    { "charge_failed", "moves {distance_mm} mm, and misses its charge" }, "moves {distance_mm} mm",
  },
  check = function(rules, q)
    if q.fleet and row(rules, q, "doubling") ~= "highest_if_fleet" then
      return refuse("fleet", ("cannot be said of %s"):format(plain(q.type)))
    end
    local fault = refuse_charge(rules, q) or refuse_fire(rules, q)
    if fault then return fault end
    if q.gun_through_friends and row(rules, q, "gun") ~= "yes" then
      return refuse("gun_through_friends", "is for guns")
    end
  end,
  resolve = function(rules, q, dice)
    local count = dice_count(rules, q)
    return { dice_count = count, score = score_of(rules, q, dice, count) }
  end,
  follows = {
    { "distance_mm", function(rules, q, r) return distance_of(rules, q, r.score) end },
    { "can_move", function(_, _, r) return r.dice_count > 0 or r.distance_mm > 0 end },
    { "contact", arrives },
    { "charge_failed", function(_, q, r)
      if q.target_distance_mm then return not r.contact end
    end },
  },
}

procedure "movement.withdraw" {
  cite = "Withdrawing, R71", doc = "How far does a stand fall back facing the enemy?",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES), flag "skirmisher" {},
    enum "terrain" { "open", "rough", default = "open" },
  },
  dice = "d6 in the open", headline = "distance_mm", good = "more",
  out = { flag "can_move" {}, int "distance_mm" { 0 } },
  says = { { "can_move", "falls back {distance_mm} mm" }, "cannot fall back" },
  check = function(_, q)
    if q.skirmisher then return nil end
    if not troops.is_regular(q) then return refuse("kind", "must be regular, or the stand skirmishers") end
    if q.class == "d" then return refuse("class", "must be c or better, or the stand skirmishers") end
  end,
  resolve = function(rules, q, dice)
    if q.terrain == "rough" then return { can_move = false, distance_mm = 0 } end
    return { can_move = true, distance_mm = troops.millimetres(rules, dice.d(6, "withdrawal")) }
  end,
}

--- What is left of movement dice of which the highest is spent: that die, and the score of the others.
local function change(rules, q, dice)
  local count = rules.tables.movement_dice("mounted", q.terrain == "open" and "dice" or "rough_dice")
  local faces = q.thrown and table.move(q.thrown, 1, math.min(count, #q.thrown), 1, {}) or dice.dice(count, 6, "move")
  table.sort(faces)
  local score = 0
  for i = 1, #faces - 1 do score = score + faces[i] end
  if q.action == "mount" and rules.option.remount_then_ride then score = 2 * score end -- R72
  return faces[#faces], score
end

procedure "movement.dismount" {
  cite = "Dismounting, R24, R72", doc = "How far does a stand go that dismounts or mounts?",
  args = {
    enum "action" { "dismount", "mount" }, enum "troop" { of_table = "dismounting", where = { may_dismount = "yes" } },
    enum "terrain" { "open", "rough", default = "open" },
    flag "will_fire" { only = { action = "dismount" }, doc = "halves the way on foot after dismounting" },
    list "thrown" { of = int "die" { 1, 100 }, min = 1, optional = true, doc = "the dice that its group has thrown" },
  },
  dice = "3d6 in the open, 2d6 in rough ground, unless its group has thrown", headline = "distance_mm", good = "more",
  out = { int "spent_die" { 1 }, int "score" { 0 }, int "distance_mm" { 0 }, enum "mode_after" { "foot", "mounted" } },
  says = {
    { "mode_after=foot", "is on foot, and may move {distance_mm} mm" }, "is mounted, and may move {distance_mm} mm",
  },
  resolve = function(rules, q, dice)
    local spent, score = change(rules, q, dice)
    return { spent_die = spent, score = score, mode_after = q.action == "mount" and "mounted" or "foot" }
  end,
  follows = {
    { "distance_mm", function(rules, q, r)
      local distance = troops.millimetres(rules, r.score)
      return q.will_fire and distance // 2 or distance
    end },
  },
}

procedure "movement.passage_of_lines" {
  cite = "Passage of Lines, R77, R78, R79",
  doc = "May a stand move through friends, and does it come through in order?",
  args = {
    enum "mover" { "foot", "mounted", "gun", "skirmisher" }, enum "through" { "close_order", "skirmisher", "gun" },
    enum "class" { of_table = troops.CLASSES.of_table, doc = "of the mover" },
    flag "charging" { only = { mover = { "foot", "mounted" } } },
  },
  dice = "d10 if it is tested", headline = "success", good = "more",
  out = {
    flag "allowed" {}, flag "test" {}, int "fail_on" { 0 }, flag "success" {}, flag "half_speed" {},
    flag "disordered" {},
  },
  says = { { "not allowed", "is not allowed" }, { "success", "comes through in order" }, "stops, disordered" },
  resolve = function(rules, q, dice)
    local barrier, gun = q.through == "close_order", q.mover == "gun"
    local allowed, test = not (q.charging and barrier), barrier and not q.charging and not gun
    local fail_on = test and rules.tables.passage_of_lines(q.class) or 0
    local success = allowed and (not test or dice.d(10, "passage") > fail_on)
    return { allowed = allowed, test = test, fail_on = fail_on, success = success, half_speed = gun }
  end,
  follows = { { "disordered", function(_, _, r) return r.test and not r.success end } },
}

procedure "movement.zone_of_control" {
  cite = "Zones of Control, R89", doc = "May a move come so near an enemy stand?",
  args = {
    int "closest_mm" { 0, doc = "the nearest that its way comes to the enemy stand" },
    flag "charging_that_stand" {},
    flag "skirmisher_contact" { doc = "skirmishers closing on skirmishers or on a disordered stand" },
  },
  out = { flag "legal" {} },
  says = { { "legal", "may come so near" }, "comes too near" },
  resolve = function(rules, q)
    local far = q.closest_mm >= rules.constant.zone_of_control
    return { legal = far or q.charging_that_stand or q.skirmisher_contact }
  end,
}

return M
