-- Visibility, Ambush: how far troops see, and when hidden ones may fall on the enemy.

local troops <const> = use "troops"

procedure "visibility.check" {
  cite = "Visibility, R103, R104", doc = "Can this be seen?",
  args = {
    enum "terrain" (troops.SIGHT), int "distance_mm" { 0 },
    int "agreed_limit_mm" { 0, optional = true, doc = "agreed for weather or time of day" },
  },
  out = { int "limit_mm" { 0 }, flag "visible" {} }, headline = "visible",
  says = function(r) return ("%s, up to %d mm"):format(r.visible and "is seen" or "is not seen", r.limit_mm) end,
  resolve = function(rules, q)
    local limit = rules.tables.visibility(q.terrain)
    return { limit_mm = math.min(limit, q.agreed_limit_mm or limit) }
  end,
  follows = { { "visible", function(_, q, r) return q.distance_mm <= r.limit_mm end } },
}

procedure "ambush.check" {
  cite = "Ambush, R88", doc = "May hidden troops spring an ambush, and may they be met with defensive fire?",
  args = {
    flag "hidden_since_start" {}, flag "moved" {}, flag "fired" {},
    int "distance_mm" { 0, doc = "to the target" },
  },
  out = { flag "allowed" {}, flag "defensive_fire" {} }, headline = "allowed",
  says = {
    { "not allowed", "may not ambush" }, { "defensive_fire", "may ambush, and be fired at" },
    "may ambush, too near for defensive fire",
  },
  resolve = function(rules, q)
    local allowed = q.hidden_since_start and not q.moved and not q.fired
    local far = q.distance_mm >= rules.constant.ambush_no_defensive_fire_below
    return { allowed = allowed, defensive_fire = allowed and far }
  end,
}
