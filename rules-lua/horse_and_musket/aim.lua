-- 5.1.2 to 5.1.4, 5.2.2, 5.4, 5.5, C.2: who may fire at whom, with how many bases, and whether it is enfilade.

local positions <const>, troops <const> = use("positions", "troops")

local M <const> = {}

M.PLACES = { "open", "town", "fieldworks" }

--- Whether troops have small arms to fire: a row of the to-hit table (R7).
function M.has_small_arms(rules, troop) return troops.cell(rules, "small_arms_to_hit", troop) ~= nil end

--- The weapon given, else the one its troops carry.
function M.weapon(rules, troop, given) return given or troops.of(rules, troop, "default_weapon") end

--- 5.1.1: short, long, or nil beyond long.
function M.small_arms_band(rules, weapon, range)
  if range <= rules.tables.weapons(weapon, "short_mm") then return "short" end
  if range <= rules.tables.weapons(weapon, "long_mm") then return "long" end
end

--- 5.2.1: the part of the artillery stick; nil beyond it.
function M.artillery_band(rules, range)
  if range <= rules.tables.artillery_stick("short", "to_mm") then return "short" end
  if range <= rules.tables.artillery_stick("long", "to_mm") then return "long" end
end

local function band_of(rules, q)
  if troops.arm(rules, q.troop) == "artillery" then return M.artillery_band(rules, q.range_mm) end
  if M.has_small_arms(rules, q.troop) then
    return M.small_arms_band(rules, M.weapon(rules, q.troop, q.weapon), q.range_mm)
  end
end

--- What the reasons ask about: { formation, can, band, bases, overhead, all_round }.
local function about(rules, q)
  local all, band = troops.of(rules, q.troop, "bases"), band_of(rules, q)
  local bases, guns = q.bases_clear or all, troops.arm(rules, q.troop) == "artillery"
  return {
    formation = troops.formation(rules, q.troop, q.formation),
    can = guns or M.has_small_arms(rules, q.troop),
    band = band, bases = bases,
    all_round = q.firing_from == "town"
      or q.firing_from == "fieldworks" and rules.option.fieldworks_all_round, -- R79 R80
    overhead = bases == 0 and guns and band == "long" and q.blocker == "units"
      and q.elevation ~= "level", -- R58
  }
end

--- Why a unit may not fire; its game tells those that are measured with what has been measured.
M.BARRED = reasons {
  {
    "cannot_fire", function(_, q) return ("is %s, who have nothing to fire with"):format(plain(q.troop)) end,
    cite = "5.1.4 R7", when = function(_, _, w) return not w.can end,
  },
  {
    "column_never_fires", "is in column", cite = "5.1.2a",
    when = function(_, q, w) return w.formation == "column" and q.firing_from == "open" end,
  },
  { "limbered", "is limbered", cite = "4.2.5.1", when = function(_, _, w) return w.formation == "limbered" end },
  {
    "out_of_arc", "is out of arc", cite = "5.1.3 R48",
    when = function(rules, q, w) return q.bearing_deg > rules.constant.fire_arc and not w.all_round end,
  },
  { "out_of_range", "is out of range", cite = "5.1.1 R48", when = function(_, _, w) return w.can and not w.band end },
  {
    "no_clear_path", "is hidden from all its bases", cite = "5.path R58",
    when = function(_, _, w) return w.bases == 0 and not w.overhead end,
  },
  { "firer_in_melee", "is in a melee", cite = "C.2a", flag = "firer_in_melee" },
  { "target_in_melee", "is in a melee", cite = "C.2a", flag = "target_in_melee" },
  { "nearer_enemy", "is not the closest enemy it can fire at", cite = "C.2b R52", given = { "nearer_enemy", "fair" } },
}

--- 5.path: how many bases may be said to be clear, and what blocks the rest.
local function refuse_bases(rules, q)
  local all = troops.of(rules, q.troop, "bases")
  local clear = q.bases_clear or all
  if clear > all then
    return refuse("bases_clear", ("must be 0 to %d for %s, got %d"):format(all, plain(q.troop), clear))
  end
  if clear < all and q.blocker == "none" then return refuse("blocker", "must say what blocks the other bases") end
  if clear == all and q.blocker ~= "none" then return refuse("bases_clear", "must say how many the blocker leaves") end
end

procedure "fire.legality" {
  cite = "5.1.2 5.1.3 5.2.2 5.path 5.4 C.2 SR.3", doc = "May this unit fire at that one, and with how many bases?",
  args = {
    enum "troop" (troops.ALL), enum "formation" { optional = true, values = troops.FORMATIONS },
    enum "weapon" { optional = true, values = troops.WEAPONS },
    int "range_mm" { 0, doc = "from the middle of its front edge to the nearest of the target" },
    int "bearing_deg" { 0, 180, default = 0, doc = "off the facing, either side" },
    enum "firing_from" { default = "open", values = M.PLACES },
    int "bases_clear" { 0, 4, optional = true, doc = "bases with a clear path; all when left out" },
    enum "blocker" { "none", "units", "terrain", default = "none", doc = "what blocks the rest" },
    enum "elevation" { "level", "firer_higher", "target_higher", default = "level", doc = "over what lies between" },
    flag "firer_in_melee" {}, flag "target_in_melee" {},
    enum "nearer_enemy" { "none", "in_melee", "obscured", "fair", default = "none",
      doc = "the closest enemy other than the target, if it is nearer" },
  },
  dice = "none",
  out = {
    flag "legal" {}, list "reasons" { of = enum "reason" { values = M.BARRED.words, open = true }, default = {} },
    enum "band" { "short", "long", "out_of_range" },
    int "bases" { 0, 4, doc = "that fire" }, flag "overhead" {},
  },
  says = function(r)
    if not r.legal then return "may not fire: " .. plain(table.concat(r.reasons, ", ")) end
    if r.overhead then return "may fire overhead, at long range" end
    return ("may fire at %s range, with %s"):format(r.band, counted(r.bases, "base"))
  end,
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
      or positions.refuse_inside(rules, q.firing_from, q.troop, "firing_from")
      or refuse_bases(rules, q)
    if fault then return fault end
    if q.weapon and not M.has_small_arms(rules, q.troop) then
      return refuse("weapon", ("cannot be said of %s"):format(plain(q.troop)))
    end
  end,
  before = about,
  resolve = function(rules, q, _, w)
    local found = M.BARRED.holding(rules, q, w)
    local legal = #found == 0
    local overhead = legal and w.overhead
    return {
      legal = legal, reasons = found, band = w.band or "out_of_range",
      bases = overhead and 1 or legal and w.bases or 0, overhead = overhead,
    }
  end,
}

-- R59: behind the front edge of a line; at the head or the tail of a column.
local BEHIND <const>, HEAD <const>, TAIL <const> = 90, 45, 135

local FITS_INSIDE <const> = {
  town = { line = true, column = true, skirmish = true },
  fieldworks = { line = true, column = true, skirmish = true, deployed = true },
}

procedure "fire.enfilade" {
  cite = "5.5 R59", doc = "Is it enfilade?",
  args = {
    enum "target_formation" (troops.FORMATIONS),
    int "bearing_deg" { 0, 180, doc = "of the firer off the target's facing" },
    enum "target_position" { default = "open", values = M.PLACES },
  },
  out = { flag "enfilade" {} },
  says = function(r) return r.enfilade and "enfilade: twice the dice" or "no enfilade" end,
  check = function(_, q)
    local fits = FITS_INSIDE[q.target_position]
    if fits and not fits[q.target_formation] then
      return refuse("target_position", ("cannot be %s for a unit that is %s"):format(
        q.target_position, plain(q.target_formation)))
    end
  end,
  resolve = function(rules, q)
    local line, column = q.target_formation == "line", q.target_formation == "column"
    if q.target_position == "town" then return { enfilade = false } end
    if q.target_position == "fieldworks" then
      return { enfilade = (line or column) and q.bearing_deg > BEHIND and not rules.option.fieldworks_all_round }
    end
    return { enfilade = line and q.bearing_deg > BEHIND or column and (q.bearing_deg <= HEAD or q.bearing_deg >= TAIL) }
  end,
}

return M
