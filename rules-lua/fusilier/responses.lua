-- 5.0: what a unit that is attacked may do.

local troops <const> = use "troops"

procedure "response.options" {
  cite = "5.0", piece = "unit",
  doc = "What may a unit do when attacked?",
  args = { flag "attacked" {}, flag "obeying_orders" { doc = "has active orders" } },
  out = {
    list "actions" { of = enum "action" { "redeploy_facing", "take_cover", "reface" }, default = {} },
    flag "must_resume_orders" {},
  },
  says = function(r) return #r.actions > 0 and table.concat(r.actions, ", ") or "no response" end,
  resolve = function(_, q)
    return {
      actions = q.attacked and { "redeploy_facing", "take_cover", "reface" } or {},
      must_resume_orders = q.attacked and q.obeying_orders,
    }
  end,
}

procedure "response.take_cover" {
  cite = "5.1 R25", piece = "unit",
  doc = "May it go into that cover?",
  args = {
    enum "troop" (troops.ALL),
    troops.attached_to(),
    enum "cover" { "building", "wall", "wood", "fence", "hedge" },
    int "height_mm" { 0, doc = "on the ground, 1000 is 1 m" },
    int "distance_mm" { 0, doc = "on the table" },
  },
  out = { int "limit_mm" { 0 }, flag "may_take" {}, enum "reason" { "none", "height", "distance" } },
  headline = "may_take",
  says = function(r) return r.may_take and "may take cover" or "may not take cover: " .. r.reason end,
  check = function(rules, q, given) return troops.refuse_attached(rules, q, given) end,
  resolve = function(rules, q)
    local limit = troops.allowance(rules, q, { troop = q.troop, attached_to = q.attached_to }).allowance_mm // 2
    local reason = q.height_mm < rules.constant.cover_min_height and "height"
      or q.distance_mm > limit and "distance"
      or "none"
    return { limit_mm = limit, may_take = reason == "none", reason = reason }
  end,
  follows = function(_, q, r, was)
    local far = r.reason == "distance" or r.reason == "none"
    if r.limit_mm ~= was.limit_mm and r.reason == was.reason and far then
      r.reason = q.distance_mm > r.limit_mm and "distance" or "none"
    end
    if r.reason ~= was.reason and r.may_take == was.may_take then r.may_take = r.reason == "none" end
    if r.may_take then r.reason = "none" end
  end,
}

procedure "response.form_square" {
  cite = "5.1 6.4 R26", piece = "unit",
  doc = "Can infantry form square before the cavalry arrives?",
  args = {
    enum "formation" { "line", "column" }, int "cavalry_distance_mm" { 0 },
    enum "cavalry_terrain" { "open", "stream_knee", "stream_waist", "open_woods", "built_up", default = "open" },
  },
  out = { int "needed_min" { 0 }, int "available_min" { 0 }, flag "forms" {} }, headline = "forms",
  says = function(r) return r.forms and "forms square" or "is caught before it forms square" end,
  resolve = function(rules, q)
    local evolution = rules.passing("move.evolution", q, { arm = "infantry", from = q.formation, to = "square" })
    local needed = rules.call("move.evolution", evolution).time_min
    local horse = { troop = "cavalry", terrain = q.cavalry_terrain }
    local comes = troops.allowance(rules, {}, horse).allowance_mm
    local available = comes > 0 and q.cavalry_distance_mm * rules.constant.bound // comes or rules.constant.bound
    return { needed_min = needed, available_min = available, forms = available >= needed }
  end,
  follows = function(_, _, r, was)
    local changed = r.needed_min ~= was.needed_min or r.available_min ~= was.available_min
    if changed and r.forms == was.forms then r.forms = r.available_min >= r.needed_min end
  end,
}
