-- Ranges, Arcs of Fire, When to Fire: how far weapons reach, and who may fire.

local troops <const> = use "troops"

local M <const> = {}

option "modern_stacks_rifling" { false, ruling = "R137",
  doc = "modern ordnance has the range of rifling as well, three times the range in all" }
option "arc_45_each_side" { false, ruling = "R124", doc = "the arc of fire is 45 degrees to either side" }
option "defensive_fire_is_extra" { false, ruling = "R107",
  doc = "a stand that gave defensive fire may fire in return as well" }
option "loose_figures_stop_fire" { false, ruling = "R240",
  doc = "loose figures stop a line of fire as formed stands do" }
option "nearest_point_in_arc" { false, ruling = "R246",
  doc = "the nearest point of a target must be in the arc of fire" }

--- The row of a gun in the table of ranges.
function M.weapon_of_gun(gun) return gun .. "_gun" end

--- How far a weapon reaches, in mm, a sniper's farther; R10: fractions are left out.
function M.reach(rules, weapon, ordnance, sniper)
  local reach, percent = rules.tables.weapon_ranges(weapon, "range_mm"), rules.tables.ordnance
  if sniper then return reach * (100 + rules.constant.sniper_range_bonus) // 100 end
  if not ordnance then return reach end
  reach = reach * percent(ordnance) // 100
  local stacks = ordnance == "modern" and rules.option.modern_stacks_rifling
  return stacks and reach * percent "rifled" // 100 or reach
end

--- R102: half range exactly is not over it.
function M.over_half(range, reach) return 2 * range > reach end

procedure "fire.range" {
  cite = "Ranges, R102, R137", doc = "How far does a weapon reach, and is the target over half range?",
  args = {
    enum "weapon" (troops.WEAPONS),
    enum "ordnance" { default = "smoothbore", values = troops.ORDNANCE, doc = "of guns" },
    flag "sniper" {}, int "range_mm" { 0 },
  },
  out = { int "max_range_mm" { 0 }, flag "in_range" {}, flag "over_half_range" {} }, headline = "in_range",
  says = {
    { "not in_range", "is out of range: it reaches {max_range_mm} mm" },
    { "over_half_range", "is over half range" }, "is within half range",
  },
  check = function(rules, q)
    local is_gun = rules.tables.weapon_ranges(q.weapon, "group") == "gun"
    if q.ordnance ~= "smoothbore" and not is_gun then return refuse("ordnance", "is for guns") end
    if q.sniper and rules.tables.weapon_ranges(q.weapon, "sniper") ~= "yes" then
      return refuse("sniper", ("cannot be said of a %s"):format(plain(q.weapon)))
    end
  end,
  resolve = function(rules, q) return { max_range_mm = M.reach(rules, q.weapon, q.ordnance, q.sniper) } end,
  follows = {
    { "in_range", function(_, q, r) return q.range_mm <= r.max_range_mm end },
    { "over_half_range", function(_, q, r) return M.over_half(q.range_mm, r.max_range_mm) end },
  },
}

--- R124: how far to either side a weapon fires, in half degrees.
function M.half_arc(rules)
  local total = rules.constant.arc_total
  return rules.option.arc_45_each_side and 2 * total or total
end

local STRAIGHT_BACK <const> = 180

procedure "fire.arc" {
  cite = "Arcs of Fire, R124", doc = "Is the target in the arc of fire?",
  args = {
    int "bearing_deg" { -180, 180, doc = "0 is straight ahead of the front edge" },
    enum "formation" { "close_order", "back_to_back", "skirmish", "sniper", default = "close_order",
      doc = "a stand of a square is in close order" },
  },
  out = { flag "in_arc" {} },
  says = { { "in_arc", "is in the arc of fire" }, "is out of the arc of fire" },
  resolve = function(rules, q)
    if q.formation == "skirmish" or q.formation == "sniper" then return { in_arc = true } end
    local arc, off = M.half_arc(rules), 2 * math.abs(q.bearing_deg)
    local behind = q.formation == "back_to_back" and off >= 2 * STRAIGHT_BACK - arc
    return { in_arc = off <= arc or behind }
  end,
}

local function served(q) return q.arm == "gun" or q.arm == "machine_gun" end

--- Moving and Firing, R73, R76, R139: whether moving has cost a gun or machine gun its fire.
local function gun_moved(q)
  local elite = troops.elite(q)
  local horse = elite and q.horse_artillery
  return q.moved == "full"
    or q.moved == "half" and not (horse or q.manhandled)
    or q.unlimbered and (not elite or not horse and q.moved ~= "none")
    or q.refaced and not horse
end

local function foot_moved(q)
  return (q.arm == "foot" or q.arm == "dismounted") and q.formation ~= "skirmish" and q.moved == "full"
end

--- Why a stand may not fire; only the first that holds is told.
M.BARRED = reasons {
  { "engaged", "is in contact with the enemy", cite = "Firing into Melees, R110", flag = "engaged" },
  { "already_fired", "has fired", cite = "When to Fire, R106", flag = "has_fired" },
  { "fired_defensively", "has given defensive fire", cite = "When to Fire, R107",
    when = function(rules, q) return q.fired_defensively and not rules.option.defensive_fire_is_extra end },
  { "rear_rank", "stands behind another", cite = "Figures Eligible to Fire", flag = "rear_rank" },
  { "mounted", "does not fire from the saddle", cite = "Figures Eligible to Fire",
    when = function(_, q) return q.arm == "mounted" and not q.native_mounted end },
  { "no_crew", "has no crew", cite = "Hits on Artillery", when = function(_, q) return served(q) and q.crew == 0 end },
  { "limber_failed", "failed to limber or unlimber", cite = "Limbering", flag = "limber_failed" },
  { "limbered", "is limbered", cite = "Limbering", flag = "limbered" },
  { "manhandled", "has been manhandled", cite = "Limbering",
    when = function(_, q) return q.manhandled and q.class ~= "a" end },
  { "moved", "has moved", cite = "Moving and Firing",
    when = function(_, q)
      if served(q) then return gun_moved(q) end
      return foot_moved(q)
    end },
}

local SERVED <const> = { arm = { "gun", "machine_gun" } }

procedure "fire.eligibility" {
  cite = "When to Fire, R106, R107, R110", doc = "May this stand or gun fire now?",
  args = {
    enum "arm" (troops.ARMS), enum "kind" { default = "regular", values = troops.KINDS },
    enum "class" { default = "c", values = troops.CLASSES },
    enum "formation" { default = "close_order", values = troops.FORMATIONS },
    enum "moved" { default = "none", values = troops.MOVED, doc = "how much of its move it has used this turn" },
    flag "engaged" { doc = "in contact with an enemy stand" },
    flag "has_fired" { doc = "this player turn" },
    flag "fired_defensively" { doc = "this player turn" },
    flag "rear_rank" {},
    flag "native_mounted" { only = { arm = "mounted" }, doc = "of a people that fires from the saddle" },
    flag "horse_artillery" { only = { arm = "gun" } }, flag "limbered" { only = SERVED },
    flag "limber_failed" { only = SERVED, doc = "failed to limber or unlimber this turn" },
    flag "unlimbered" { only = SERVED, doc = "this turn" },
    flag "refaced" { only = SERVED, doc = "changed face this turn" },
    flag "manhandled" { only = SERVED, doc = "this turn" },
    int "crew" { 0, 12, optional = true, only = SERVED, doc = "its full crew when left out" },
  },
  out = { flag "may_fire" {}, enum "reason" { values = { "", table.unpack(M.BARRED.words) }, open = true } },
  headline = "may_fire",
  says = { { "may_fire", "may fire" }, "may not fire: {reason}" },
  resolve = function(rules, q) return { reason = M.BARRED.holding(rules, q)[1] or "" } end,
  follows = { { "may_fire", function(_, _, r) return r.reason == "" end } },
}

return M
