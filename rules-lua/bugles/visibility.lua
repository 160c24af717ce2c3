-- Visibility: how far troops see.

local troops <const> = use "troops"

procedure "visibility.check" {
  cite = "Visibility R103 R104",
  doc = "Can this be seen?",
  piece = "unit",
  args = {
    enum "terrain" (troops.SIGHT),
    int "distance_mm" { 0 },
    int "agreed_limit_mm" { 0, optional = true, doc = "agreed for weather or time of day" },
  },
  out = { int "limit_mm" { 0 }, flag "visible" {} },
  headline = "visible",
  says = function(r) return ("%s, up to %d mm"):format(r.visible and "is seen" or "is not seen", r.limit_mm) end,
  resolve = function(rules, q)
    local limit = rules.tables.visibility(q.terrain)
    return { limit_mm = math.min(limit, q.agreed_limit_mm or limit) }
  end,
  follows = { { "visible", function(_, q, r) return q.distance_mm <= r.limit_mm end } },
}
