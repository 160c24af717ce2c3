-- 5.1: small arms.

local aim <const>, positions <const>, troops <const> = use("aim", "positions", "troops")

option "natural_six_hits" { false, ruling = "R50", doc = "a six always hits, whatever is needed" }

modifiers "small_arms" {
  judges = { "fire.small_arms" }, table = "fire_modifiers",
  { "long_range", cite = "5.1.6", when = function(_, about) return about.band == "long" end },
  { "moved", cite = "5.1.7", when = function(q) return q.moved end },
  { "staggered", cite = "5.1.8", when = function(q, _, rules)
    return q.staggered and troops.close_order_foot(rules, q.troop)
  end },
}

local function refuse_range(rules, q)
  if q.defensive then
    if q.range_mm then return refuse("range_mm", "cannot be said of defensive fire: it is at long range (4.1.3)") end
    if q.moved then return refuse("moved", "cannot be said of defensive fire (R31)") end
  elseif not q.range_mm then
    return refuse("range_mm", "is required, except in defensive fire")
  else
    local weapon = aim.weapon(rules, q.troop, q.weapon)
    local long = rules.tables.weapons(weapon, "long_mm")
    if q.range_mm > long then
      return refuse("range_mm", ("must be 0 to %d for a %s, got %d"):format(long, weapon, q.range_mm))
    end
  end
end

local function refuse_formation(rules, q)
  local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
  if fault then return fault end
  if q.formation == "column" and q.firing_from == "open" then
    return refuse("formation", "cannot be column, but in a town or fieldworks (5.1.2a)")
  end
  return positions.refuse_inside(rules, q.firing_from, q.troop, "firing_from")
end

--- The modifiers of a fire; at long range because it is defensive has a clause of its own.
local function work(rules, q, band)
  local applied, total = rules.work("small_arms", q, { band = band })
  for _, modifier in ipairs(applied) do
    if modifier.name == "long_range" and q.defensive then modifier.cite = "4.1.3" end
  end
  return applied, total
end

procedure "fire.small_arms" {
  cite = "5.1 4.1.3 5.5 R49 R50 R51", doc = "What does a unit's small arms fire do?",
  good = "more",
  args = {
    enum "troop" (troops.FIGHTERS),
    enum "formation" { optional = true, values = troops.FORMATIONS, doc = "column only in a town or fieldworks" },
    enum "grade" (troops.GRADES), enum "weapon" { optional = true, values = troops.WEAPONS },
    int "range_mm" { 0, optional = true, doc = "left out of defensive fire" },
    flag "defensive" { doc = "at a charger, before contact" },
    enum "firing_from" { default = "open", values = aim.PLACES },
    flag "moved" { doc = "this turn" },
    flag "staggered" {},
    flag "first_fire" { doc = "its first shot of the game" },
    int "bases" { 1, 4, default = 4, doc = "with a clear path" },
    flag "enfilade" {},
  },
  dice = "d6 for each base, twice as many in enfilade; then d6 for each miss of a first fire", headline = "hits",
  out = {
    enum "band" { "short", "long" }, int "base_need" { 1 }, list "modifiers" { "modifier", default = {} },
    int "need" {}, flag "possible" {}, int "dice" { 0 }, int "hits_first" { 0 }, int "rerolled" { 0 },
    int "hits" { 0, doc = "before saves" },
  },
  says = function(r)
    if not r.possible then return ("cannot hit: needs %d"):format(r.need) end
    local again = r.rerolled > 0 and (" (first fire: %d thrown again)"):format(r.rerolled) or ""
    return ("%d of %d %s on %d or more%s"):format(r.hits, r.dice, r.hits == 1 and "hits" or "hit", r.need, again)
  end,
  check = function(rules, q)
    if not aim.has_small_arms(rules, q.troop) then
      return refuse("troop", ("cannot be %s: they have no small arms (5.1.4)"):format(plain(q.troop)))
    end
    return refuse_formation(rules, q) or refuse_range(rules, q)
  end,
  before = function(rules, q)
    local band = q.defensive and "long" or aim.small_arms_band(rules, aim.weapon(rules, q.troop, q.weapon), q.range_mm)
    local base, applied, total = troops.cell(rules, "small_arms_to_hit", q.troop), work(rules, q, band)
    local need = base - total
    if rules.option.natural_six_hits then need = math.min(need, 6) end
    return {
      band = band, base = base, modifiers = applied, need = need, possible = need <= 6,
      dice = need <= 6 and q.bases * (q.enfilade and 2 or 1) or 0,
      again = q.first_fire and troops.close_order_foot(rules, q.troop) and q.grade ~= "levy", -- R51
    }
  end,
  resolve = function(_, _, dice, w)
    local first = w.dice > 0 and dice.count(w.dice, 6, w.need, "shots") or 0
    local misses = w.again and w.dice - first or 0
    local second = misses > 0 and dice.count(misses, 6, w.need, "first fire") or 0
    return {
      band = w.band, base_need = w.base, modifiers = w.modifiers, need = w.need, possible = w.possible,
      dice = w.dice, hits_first = first, rerolled = misses, hits = first + second,
    }
  end,
}
