-- 10.5 to 10.7, 11.1: generals at risk, and how units recover.

--- What else follows when a C-in-C is disabled: minutes that orders are late, and how far morale is shaken.
local function effects(rules, q, disabled)
  if not disabled or q.rank ~= "c_in_c" then return 0, 0 end
  return rules.constant.c_in_c_order_delay, rules.constant.c_in_c_morale_radius
end

procedure "general.risk" {
  cite = "10.7", piece = "leader",
  doc = "Does a general whose unit fought fall?",
  args = { enum "rank" { "c_in_c", "corps", "division", "brigade" } },
  dice = "d10 read 0 to 9", headline = "disabled", good = "less",
  out = {
    int "roll" { 0, 9 }, flag "disabled" {}, flag "formation_falls_back" {},
    int "orders_delay_min" { 0 }, int "morale_radius_mm" { 0 },
  },
  says = function(r) return r.disabled and "is disabled" or "is unhurt" end,
  resolve = function(rules, q, dice)
    local roll = dice.d10z "risk"
    local disabled = roll == rules.constant.general_disabled_on
    local delay, radius = effects(rules, q, disabled)
    return {
      roll = roll, disabled = disabled, formation_falls_back = disabled,
      orders_delay_min = delay, morale_radius_mm = radius,
    }
  end,
  follows = function(rules, q, r, was)
    if r.roll ~= was.roll and r.disabled == was.disabled then
      r.disabled = r.roll == rules.constant.general_disabled_on
    end
    if r.disabled == was.disabled then return end
    local delay, radius = effects(rules, q, r.disabled)
    if r.formation_falls_back == was.formation_falls_back then r.formation_falls_back = r.disabled end
    if r.orders_delay_min == was.orders_delay_min then r.orders_delay_min = delay end
    if r.morale_radius_mm == was.morale_radius_mm then r.morale_radius_mm = radius end
  end,
}

local STATES <const> = {
  "ready", "retreating", "reforming", "routing", "gone", "ridden_through", "stationary", "disordered",
}

procedure "recovery.schedule" {
  cite = "10.2 10.5 10.7 11.1", piece = "unit",
  doc = "In what state is a unit this bound and the next three?",
  args = {
    enum "event" {
      "retreat", "rout", "ridden_through", "conformity", "formation_failure", "commander_disabled", "disordered",
    },
  },
  out = {
    list "states" { of = enum "state" (STATES) },
    list "counts_lost" { of = flag "lost" {}, doc = "counted lost for morale in that bound" },
  },
  says = function(r) return table.concat(r.states, ", then ") end,
  resolve = function(rules, q)
    local states, lost = {}, {}
    for i = 0, 3 do
      states[i + 1] = rules.tables.recovery(q.event, "state_" .. i)
      lost[i + 1] = rules.tables.recovery(q.event, "lost_" .. i) == "true"
    end
    return { states = states, counts_lost = lost }
  end,
}
