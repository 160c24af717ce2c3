--- A single gun reads the column of two.
local function as_two(published, rules, q, dice)
  return published(rules, q.guns == 1 and with(q, { guns = 2 }) or q, dice)
end

variant "single_gun_fires" {
  of = "fusilier", ruling = "R38",
  doc = "A single gun may fire, as two guns do.",
  args = {
    ["artillery.fire"] = { int "guns" { 1, 14 } },
    ["artillery.fire_building"] = { int "guns" { 1, 14 } },
  },
  wraps = { ["artillery.fire"] = as_two, ["artillery.fire_building"] = as_two },
}
