-- Tactical Movement: the maneuver roll, open flanks, and what a move costs.

local troops <const> = use "troops"

record "leader_near" {
  piece = "leader",
  flag "attached" { doc = "to the brigade" }, flag "charismatic" {},
  number "distance_in" { 0, optional = true, doc = "of one who is not attached" },
}

local function detached(leader, radius) return not leader.attached and leader.distance_in <= radius end

local function disordered(q) return q.disordered or q.irregular end

--- One modifier a leader, in the order of the list: those detached and near, then those attached.
local function leadership(rules, q)
  local applied, sum, value = {}, 0, rules.tables.tactical_modifiers
  local function add(name, cite, points)
    applied[#applied + 1] = { name = name, value = points, cite = cite }
    sum = sum + points
  end
  for _, attached in ipairs { false, true } do
    for _, leader in ipairs(q.leaders) do
      if leader.attached == attached and (attached or detached(leader, rules.constant.command_radius)) then
        local name = attached and "leader_attached" or "leader_detached"
        if leader.charismatic then name = name .. "_charismatic" end
        add(name, attached and "TM 2b" or "TM 2a", value(name))
      end
    end
  end
  local cap = rules.constant.leadership_cap
  if sum > cap then add("leader_cap", "TM 2b", cap - sum) end
  return applied, sum
end

modifiers "tactical" {
  judges = { "movement.tactical" }, role = "command", table = "tactical_modifiers",
  { "march_column_or_square", cite = "TM 2c",
    when = function(q) return q.formation == "march_column" or q.formation == "square" end },
  { "columnar_or_impulse", cite = "TM 2d",
    when = function(q) return q.movement_class ~= nil and q.movement_class ~= "linear" end },
  { "fresh", cite = "TM 2e", given = { "status", "fresh" } },
  { "spent", cite = "TM 2e", given = { "status", "spent" } },
  { "unsecured_flank", cite = "TM 2f", flag = "unsecured_flank" },
  { "disordered_cavalry_charging", cite = "TM 2g",
    when = function(q) return q.arm == "cavalry" and q.charging and disordered(q) end },
  { "guard_band", cite = "Add 2", when = function(q, _, rules)
    return q.band_distance_in ~= nil and q.band_distance_in <= rules.constant.band_within and q.army == "french"
  end },
}

local function refuse_leaders(q)
  for _, leader in ipairs(q.leaders) do
    if leader.attached and leader.distance_in then return refuse("leaders", "cannot be attached at a distance") end
    if not leader.attached and not leader.distance_in then
      return refuse("leaders", "must have a distance_in where they are not attached")
    end
  end
end

procedure "movement.tactical" {
  cite = "TM 1-2, Irr, Add 2, R28, R29, R30", doc = "What does a brigade in the tactical zone do?",
  args = {
    enum "arm" { "infantry", "cavalry", doc = "that the brigade counts as" },
    enum "movement_class" { optional = true, values = troops.CLASSES, doc = "of infantry" },
    enum "status" (troops.STATUSES),
    enum "formation" { default = "single_echelon", values = troops.FORMATIONS, doc = "at the roll" },
    list "leaders" { "leader_near", min = 0, default = {}, doc = "of its chain of command, from division to army" },
    flag "unsecured_flank" {}, flag "disordered" {}, flag "irregular" {},
    flag "charging" { doc = "announced before the roll" },
    enum "army" { default = "other", values = troops.ARMIES, doc = "for the Guard's band" },
    number "band_distance_in" { 0, optional = true, doc = "to the Guard's band, an optional rule" },
  },
  dice = "d10", headline = "move", good = { "more", by = "total", same = "code" },
  out = {
    int "die" { 1, 10 }, int "modifier" { doc = "sum" }, int "total" {}, enum "column" { "disordered", "good_order" },
    text "code" {}, enum "move" { "full", "half", "none", "retreat_full", "retreat_beyond_musketry", "removed" },
    flag "formation_change" {}, int "stands_lost" { 0 }, flag "rallies" {}, flag "disordered_after" {},
    list "modifiers" { "modifier", default = {} },
  },
  says = { { "rallies", "{total}: {code}, rallies" }, "{total}: {code}" },
  check = function(_, q)
    if q.arm == "infantry" and not q.movement_class then return refuse("movement_class", "is required of infantry") end
    if q.arm == "cavalry" and q.movement_class then return refuse("movement_class", "is for infantry") end
    if q.arm == "infantry" and q.irregular and q.movement_class ~= "columnar" then
      return refuse("movement_class", "must be columnar of irregular infantry")
    end
    if q.arm == "cavalry" and q.formation == "square" then
      return refuse("formation", "cannot be square for cavalry")
    end
    if q.charging and (q.formation == "square" or q.formation == "march_column") then
      return refuse("charging", "cannot be so in square or march column")
    end
    return refuse_leaders(q)
  end,
  before = function(rules, q)
    local applied, total = leadership(rules, q)
    local others, sum = rules.work("tactical", q)
    table.move(others, 1, #others, #applied + 1, applied)
    return { modifiers = applied, total = total + sum }
  end,
  resolve = function(rules, q, dice, w)
    local die, column = dice.d(10, "maneuver"), disordered(q) and "disordered" or "good_order"
    local total, cell = die + w.total, rules.tables["maneuver_" .. column]
    local rallies = troops.is(cell(total, "rally")) and not q.irregular
    return {
      die = die, modifier = w.total, total = total, column = column, code = cell(total, "code"),
      move = cell(total, "move"), formation_change = troops.is(cell(total, "formation_change")),
      stands_lost = cell(total, "stands_lost"), rallies = rallies, disordered_after = disordered(q) and not rallies,
      modifiers = w.modifiers,
    }
  end,
}

record "flank" {
  enum "enemy_arm" { "none", "infantry", "cavalry", "artillery", "leader", doc = "nearest to that flank" },
  number "enemy_distance_in" { 0, optional = true },
  number "enemy_move_in" { 0, optional = true, doc = "his basic move" },
  number "friend_distance_in" { 0, optional = true, doc = "the nearest friend to that flank" },
}

--- Is a flank open: an enemy within a move of it, and no friend near it (R29)?
local function is_open(rules, flank)
  if flank.enemy_arm ~= "infantry" and flank.enemy_arm ~= "cavalry" then return false end
  local friend = flank.friend_distance_in
  if friend and friend <= rules.constant.flank_friend_within then return false end
  return flank.enemy_distance_in <= flank.enemy_move_in
end

procedure "movement.flank_security" {
  cite = "TM 2f, R29", doc = "Is a flank of a brigade open?",
  args = { list "flanks" { "flank", max = 2 } },
  out = { flag "unsecured" {}, int "modifier" {} },
  says = { { "unsecured", "an open flank" }, "flanks secured" },
  check = function(_, q)
    if #q.flanks > 2 then return refuse("flanks", ("must be 1 or 2, got %d"):format(#q.flanks)) end
    for _, flank in ipairs(q.flanks) do
      if flank.enemy_arm ~= "none" and not (flank.enemy_distance_in and flank.enemy_move_in) then
        return refuse("flanks", "must have both distances of an enemy")
      end
    end
  end,
  resolve = function(rules, q)
    local open = is_open(rules, q.flanks[1]) or q.flanks[2] ~= nil and is_open(rules, q.flanks[2])
    return { unsecured = open, modifier = open and rules.tables.tactical_modifiers "unsecured_flank" or 0 }
  end,
}

record "stretch" { enum "terrain" { "open", "road", "rough" }, number "distance_in" { 0 } }

--- Leaves square: infantry alone.
local ON_FOOT <const> = { linear = true, columnar = true, impulse = true, irregular_infantry = true }

procedure "movement.allowance" {
  cite = "RM 9, RM 3b, Form 3c, R67, R68", doc = "How far may a unit move, and what does its way cost?",
  args = {
    enum "class" (troops.MOVE_CLASSES),
    enum "maneuver" { "full", "half", default = "full", doc = "what the roll allowed" },
    flag "march_column" { doc = "limbered artillery and leaders count so" },
    list "path" { "stretch", min = 0 },
    int "fords" { 0, default = 0 }, int "passages" { 0, default = 0, doc = "friendly units passed through" },
    int "formation_changes" { 0, 2, default = 0, doc = "paid ones" },
    flag "leaves_square" { doc = "which is free" },
  },
  out = { number "allowance_in" { 0 }, number "cost_in" { 0 }, number "remaining_in" {}, flag "legal" {} },
  headline = "remaining_in", says = "{cost_in} in of {allowance_in} in",
  check = function(rules, q)
    local changes = troops.is(rules.tables.movement_rates(q.class, "formation_change"))
    if q.formation_changes > 0 and (q.maneuver == "half" or not changes) then
      return refuse("formation_changes", "must be 0 " .. (changes and "on a half move" or "of " .. plain(q.class)))
    end
    if q.leaves_square and (q.maneuver == "half" or not ON_FOOT[q.class]) then
      return refuse("leaves_square", "is for infantry with a full move")
    end
  end,
  resolve = function(rules, q)
    local function rate(column) return rules.tables.movement_rates(q.class, column) end
    local basic, by_road, cost = rate "basic_in", q.march_column and #q.path > 0, 0
    for _, stretch in ipairs(q.path) do
      by_road = by_road and stretch.terrain == "road"
      cost = cost + stretch.distance_in * (stretch.terrain == "rough" and rate "rough_cost_per_in" or 1)
    end
    local share, change = q.maneuver == "half" and rules.constant.half_move or 1, rules.constant.formation_change_share
    cost = cost + q.fords * rate "ford_in" + q.passages * rate "passage_in" + q.formation_changes * basic * change
    local allowance = (by_road and rate "road_in" or basic) * share
    return { allowance_in = rounded(allowance), cost_in = rounded(cost) }
  end,
  follows = {
    { "remaining_in", function(_, _, r) return rounded(r.allowance_in - r.cost_in) end },
    { "legal", function(_, _, r) return r.cost_in <= r.allowance_in end },
  },
}
