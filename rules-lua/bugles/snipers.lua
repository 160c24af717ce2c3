-- Special Types: how snipers hit, and how they are located.

local troops <const> = use "troops"

--- R10: one and a half times the reach of the weapon.
local function reach(rules, weapon)
  return rules.tables.weapon_ranges(weapon, "range_mm") * (100 + rules.constant.sniper_range_bonus) // 100
end

procedure "sniper.fire" {
  cite = "Snipers R97 R99 R102",
  doc = "Does a sniper hit?",
  piece = "unit",
  args = {
    enum "weapon" { of_table = troops.SNIPER_WEAPONS.of_table, where = troops.SNIPER_WEAPONS.where,
      doc = "his army's infantry firearm" },
    int "range_mm" { 0 },
    flag "line_blocked" { doc = "troops stand in the line of sight" },
    enum "target" { "figure", "leader", "stand", default = "figure" },
  },
  dice = "d10",
  out = {
    int "max_range_mm" { 0 }, flag "over_half_range" {}, int "needed" {}, flag "hit" {}, flag "leader_falls" {},
  },
  headline = "hit",
  says = function(r) return r.leader_falls and "hits: the leader falls" or r.hit and "hits" or "misses" end,
  check = function(rules, q)
    local most = reach(rules, q.weapon)
    if q.range_mm > most then return refuse("range_mm", ("must be 0 to %d, got %d"):format(most, q.range_mm)) end
    if q.line_blocked and q.target ~= "stand" then
      return refuse("line_blocked", "must be false for a shot at a single figure")
    end
  end,
  resolve = function(rules, q, dice)
    local most = reach(rules, q.weapon)
    local far = 2 * q.range_mm > most
    local needed = rules.tables.sniper(far and "hit_over_half_range" or "hit_to_half_range")
    local hit = dice.d(10, "snipe") >= needed
    return {
      max_range_mm = most, over_half_range = far, needed = needed, hit = hit,
      leader_falls = hit and q.target == "leader",
    }
  end,
  follows = function(_, q, r, was)
    if r.hit ~= was.hit and r.leader_falls == was.leader_falls then r.leader_falls = r.hit and q.target == "leader" end
  end,
}

procedure "sniper.spot" {
  cite = "Snipers R97",
  doc = "Does the target of a sniper locate him?",
  piece = "unit",
  args = { enum "powder" { "black", "smokeless" } },
  dice = "d10",
  out = { int "needed" {}, flag "located" {}, flag "free_shot" {} },
  headline = "located",
  says = function(r) return r.located and "locates him" or "does not see him" end,
  resolve = function(rules, q, dice)
    local needed = rules.tables.sniper(q.powder == "black" and "locate_black_powder" or "locate_smokeless")
    local located = dice.d(10, "spot") >= needed
    return { needed = needed, located = located, free_shot = located }
  end,
  follows = function(_, _, r, was)
    if r.located ~= was.located and r.free_shot == was.free_shot then r.free_shot = r.located end
  end,
}
