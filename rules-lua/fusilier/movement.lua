-- 6.0, 7.0: rates, terrain, obstacles, evolutions, woods, and moving through friends.

local troops <const> = use "troops"

option "terrain_whole_bound" { false, ruling = "R28", doc = "the worst terrain of a path slows the whole of it" }
option "interpenetration" { true, ruling = "R34", doc = "troops may pass through friends" }

procedure "move.allowance" {
  cite = "6.2 6.3", piece = "unit",
  doc = "How far may it move?",
  args = {
    enum "troop" (troops.ALL),
    troops.attached_to "for light_artillery",
    enum "terrain" { default = "open", values = troops.TERRAIN, doc = "for the whole move" },
    int "minutes" { 0, 1440, default = 10, doc = "a bound at most" },
    int "obstacles" { 0, default = 0 }, flag "unlimbered" {},
  },
  headline = "allowance_mm", out = {
    int "rate_mm_per_min" { 0 }, int "factor_quarters" { 0, 4 }, int "minutes_moving" { 0 }, int "allowance_mm" { 0 },
  },
  says = function(r) return ("may move %d mm"):format(r.allowance_mm) end,
  check = function(rules, q, given)
    return troops.refuse_minutes(rules, q, given) or troops.refuse_attached(rules, q, given)
      or troops.refuse_unlimbered(rules, q)
  end,
  resolve = function(rules, q)
    local rate = q.unlimbered and 0 or troops.rate(rules, q)
    local factor = troops.factor(rules, q, q.terrain)
    local crossing = q.obstacles > 0 and q.obstacles * rules.tables.obstacles(1, "time_min") or 0
    local minutes = math.max(0, q.minutes - crossing)
    return {
      rate_mm_per_min = rate, factor_quarters = factor, minutes_moving = minutes,
      allowance_mm = rate * factor * minutes // 4,
    }
  end,
  follows = function(_, _, r, was)
    local same = r.rate_mm_per_min == was.rate_mm_per_min and r.factor_quarters == was.factor_quarters
      and r.minutes_moving == was.minutes_moving
    if not same and r.allowance_mm == was.allowance_mm then
      r.allowance_mm = r.rate_mm_per_min * r.factor_quarters * r.minutes_moving // 4
    end
  end,
}

-- A path is walked in exact fractions of a minute: a tick is 1 / (210 × rate) of one, so that at any
-- speed from one to eight quarters of the rate a millimetre takes a whole number of ticks.
local TICKS_A_MINUTE <const> = 210

local LEG_KEYS <const> = {
  terrain = { "terrain", "length_mm" },
  obstacle = { "obstacle_height_mm" },
  evolution = { "evolution_min" },
}

local function leg_kind(leg)
  return (leg.terrain ~= nil or leg.length_mm ~= nil) and "terrain"
    or leg.obstacle_height_mm ~= nil and "obstacle"
    or leg.evolution_min ~= nil and "evolution"
end

record "path_leg" {
  enum "terrain" { optional = true, values = troops.TERRAIN }, int "length_mm" { 1, optional = true },
  int "obstacle_height_mm" { 1, optional = true, doc = "on the ground, 1000 is 1 m" },
  int "evolution_min" { 0, 10, optional = true },
  each = "terrain, an obstacle or an evolution",
  check = function(leg)
    local kind = leg_kind(leg) or "terrain"
    local belongs = {}
    for _, key in ipairs(LEG_KEYS[kind]) do
      belongs[key] = true
      if leg[key] == nil then return refuse(key, ("is required in a leg of %s"):format(kind)) end
    end
    for _, key in ipairs { "evolution_min", "obstacle_height_mm" } do
      if leg[key] ~= nil and not belongs[key] then
        return refuse(key, ("cannot be said of a leg of %s"):format(kind))
      end
    end
  end,
}

local WALK <const> = {}

--- Each walks one leg with the ticks left: ticks left, mm walked, what stopped it (nil: completed).
function WALK.terrain(_, leg, left, speed)
  local ticks, mm, barred = speed.pace(leg.terrain)
  if barred then return left, 0, barred end
  local needed = (leg.length_mm * ticks + mm - 1) // mm
  if needed <= left then return left - needed, leg.length_mm end
  return 0, left * mm // ticks, "time"
end

function WALK.obstacle(rules, leg, left, speed)
  local minutes = rules.tables.obstacles(leg.obstacle_height_mm, "time_min")
  if minutes == "none" then return left, 0, "impassable" end
  if speed.rate == 0 then return left, 0, "immobile" end
  local needed = minutes * speed.minute
  if needed > left then return left, 0, "time" end -- R32: not begun
  return left - needed, 0
end

function WALK.evolution(_, leg, left, speed)
  local needed = leg.evolution_min * speed.minute
  if needed > left then return left, 0, "time" end
  return left - needed, 0
end

--- The terrain of a path that slows most, of those that can be entered (R28).
local function worst_of(rules, q)
  local worst, least
  for _, leg in ipairs(q.legs) do
    local factor = leg.terrain and troops.factor(rules, q, leg.terrain) or 0
    if factor > 0 and (not worst or factor < least) then worst, least = leg.terrain, factor end
  end
  return worst
end

--- The ticks that so many millimetres of a terrain take where a house rule has changed `move.allowance`: by what that
--- says of a full bound.
local function changed_pace(rules, q, terrain, minute)
  local move = troops.allowance(rules, q, {
    troop = q.troop, attached_to = q.attached_to, terrain = terrain, unlimbered = q.unlimbered,
  })
  if move.allowance_mm > 0 then return rules.constant.bound * minute, move.allowance_mm end
  return nil, nil, move.factor_quarters == 0 and "impassable" or "immobile"
end

--- How fast it goes: { rate, minute = ticks in one, pace(terrain) → ticks, mm or nil, nil, what bars it }.
local function speed_of(rules, q)
  local rate = q.unlimbered and 0 or troops.rate(rules, q)
  local worst = rules.option.terrain_whole_bound and worst_of(rules, q)
  local minute, changed = TICKS_A_MINUTE * math.max(rate, 1), rules.may_throw "move.allowance"
  return {
    rate = rate, minute = minute,
    pace = function(terrain)
      local factor = troops.factor(rules, q, terrain)
      if factor > 0 and worst then terrain, factor = worst, troops.factor(rules, q, worst) end
      if changed then return changed_pace(rules, q, terrain, minute) end
      if factor == 0 then return nil, nil, "impassable" end
      if rate == 0 then return nil, nil, "immobile" end
      return 4 * TICKS_A_MINUTE // factor, 1
    end,
  }
end

procedure "move.path" {
  cite = "1.1 6.2 6.3 6.4", piece = { "unit", "leader" },
  doc = "How far along a path of terrain, obstacles and evolutions does it come?",
  args = {
    enum "troop" (troops.ALL),
    troops.attached_to "for light_artillery",
    list "legs" { "path_leg" },
    int "minutes" { 0, 1440, default = 10, doc = "a bound at most" },
    flag "unlimbered" {},
  },
  dice = "none", headline = "moved_mm",
  out = {
    int "moved_mm" { 0 }, int "legs_completed" { 0 }, flag "completed" {},
    enum "stopped_by" { "none", "time", "impassable", "immobile" }, int "minutes_used" { 0 },
  },
  says = function(r)
    return ("moves %d mm in %d min"):format(r.moved_mm, r.minutes_used)
      .. (r.completed and "" or (", stopped by %s"):format(r.stopped_by))
  end,
  check = function(rules, q, given)
    return troops.refuse_minutes(rules, q, given) or troops.refuse_attached(rules, q, given)
      or troops.refuse_unlimbered(rules, q)
  end,
  before = speed_of,
  resolve = function(rules, q, _, speed)
    local left = q.minutes * speed.minute
    local moved, completed, stopped = 0, 0, nil
    for _, leg in ipairs(q.legs) do
      local walked
      left, walked, stopped = WALK[leg_kind(leg)](rules, leg, left, speed)
      moved = moved + walked
      if stopped then break end
      completed = completed + 1
    end
    return {
      moved_mm = moved, legs_completed = completed, completed = completed == #q.legs,
      stopped_by = stopped or "none",
      minutes_used = q.minutes - left // speed.minute,
    }
  end,
}

local STATES <const> = { infantry = { "line", "column", "square", "skirmish" }, cavalry = { "mounted", "dismounted" } }
local LIMBERS <const> = { "limbered", "unlimbered" }
local DRILLS <const> = { "line", "column", "square", "skirmish", "mounted", "dismounted", "limbered", "unlimbered" }

local function has(list, word)
  for _, one in ipairs(list) do
    if one == word then return true end
  end
end

--- Minutes either way, or nil when no evolution leads there.
local function evolution_min(rules, q)
  for _, arm in ipairs { q.arm, troops.kind(rules, q.arm) } do
    local there = rules.cell("evolutions", arm, q.from, q.to)
    local minutes = math.tointeger(there) or math.tointeger(rules.cell("evolutions", arm, q.to, q.from))
    if minutes then return minutes end
  end
end

procedure "move.evolution" {
  cite = "6.4 R30 R31", piece = "unit",
  doc = "How long does a change of formation take?",
  args = { enum "arm" (troops.KINDS), enum "from" (DRILLS), enum "to" (DRILLS) },
  out = { int "time_min" { 0 } },
  says = function(r, q) return ("%s to %s takes %d min"):format(q.from, q.to, r.time_min) end,
  check = function(rules, q)
    local states = STATES[troops.arm(rules, q.arm)] or LIMBERS
    for _, key in ipairs { "from", "to" } do
      if not has(states, q[key]) then
        return refuse(key, ("must be %s for %s"):format(table.concat(states, ", "), q.arm))
      end
    end
    if q.from == q.to then return refuse("to", "must differ from from") end
    if not evolution_min(rules, q) then return refuse("to", ("cannot be reached from %s"):format(q.from)) end
  end,
  resolve = function(rules, q) return { time_min = evolution_min(rules, q) } end,
}

procedure "move.woods_check" {
  cite = "6.4 R33", piece = "unit",
  doc = "Do troops lose their way in the woods?",
  args = {},
  dice = "d6", headline = "lost", good = "less",
  out = { int "roll" { 1, 6 }, flag "lost" {} },
  says = function(r) return r.lost and "is lost in the woods" or "keeps its way" end,
  resolve = function(rules, _, dice)
    local roll = dice.d(6, "woods")
    return { roll = roll, lost = roll >= rules.constant.woods_lost_from }
  end,
  follows = function(rules, _, r, was)
    if r.roll ~= was.roll and r.lost == was.lost then r.lost = r.roll >= rules.constant.woods_lost_from end
  end,
}

procedure "move.interpenetrate" {
  cite = "7.0 R34", piece = "unit",
  doc = "May troops move through these friends?",
  args = {
    int "active_enemy_distance_mm" { 0, optional = true, doc = "nearest active enemy to any unit involved" },
    flag "formed_cavalry" { doc = "any unit involved is" },
    flag "disrupted" { doc = "any unit involved is routing, retreating or reforming" },
  },
  out = {
    flag "allowed" {},
    list "reasons" { of = enum "reason" { "never", "active_enemy", "formed_cavalry", "disrupted" }, default = {} },
  },
  says = function(r) return r.allowed and "may pass" or "may not pass: " .. table.concat(r.reasons, ", ") end,
  resolve = function(rules, q)
    local reasons = {}
    local function add(reason, holds)
      if holds then reasons[#reasons + 1] = reason end
    end
    local enemy = q.active_enemy_distance_mm
    add("never", not rules.option.interpenetration)
    add("active_enemy", enemy and enemy <= rules.constant.combat_zone)
    add("formed_cavalry", q.formed_cavalry)
    add("disrupted", q.disrupted)
    return { allowed = #reasons == 0, reasons = reasons }
  end,
  follows = function(_, _, r, was)
    if #r.reasons ~= #was.reasons and r.allowed == was.allowed then r.allowed = #r.reasons == 0 end
  end,
}

procedure "move.carry_back" {
  cite = "7.0 10.2 R35", piece = "unit",
  doc = "Are friends behind carried back?",
  args = {
    enum "state" { "retreating", "routing", "column_breaking" },
    int "distance_mm" { 0, doc = "of the friend behind" },
    flag "formed" { doc = "the friend is formed" },
  },
  out = { flag "carried" {} },
  says = function(r) return r.carried and "carries its friends back" or "leaves its friends standing" end,
  resolve = function(rules, q)
    local breaking = q.state == "column_breaking"
    local reach = breaking and rules.constant.column_break_carry_distance or rules.constant.carry_back_distance
    return { carried = q.distance_mm <= reach and (q.formed or breaking) }
  end,
}
