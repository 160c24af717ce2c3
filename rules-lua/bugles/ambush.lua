-- Ambush: when hidden troops may fall on the enemy.

procedure "ambush.check" {
  cite = "Ambush R88",
  doc = "May hidden troops spring an ambush, and may they be met with defensive fire?",
  piece = "unit",
  args = {
    flag "hidden_since_start" {},
    flag "moved" {},
    flag "fired" {},
    int "distance_mm" { 0, doc = "to the target" },
  },
  out = { flag "allowed" {}, flag "defensive_fire" {} },
  headline = "allowed",
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
