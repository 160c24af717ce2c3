-- Figures Eligible to Melee, Supporting Stands, Resolving Melees: what bears on one stand's die in a melee.

local troops <const> = use "troops"

local FORMATIONS <const> = {
  "line", "square", "back_to_back", "skirmish", default = "line", doc = "line: any close order",
}

record "melee_side" {
  piece = "unit",
  enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
  enum "arm" { "foot", "mounted", default = "foot", doc = "gun crews are foot" }, -- R169
  int "figures" { 1, 12, doc = "on the stand" },
  flag "disordered" {}, enum "formation" (FORMATIONS), flag "ferocious" {},
  enum "leader" { "none", "leader", "charismatic", default = "none", doc = "who joined it" },
  int "enemy_support" { 0, default = 0, doc = "enemy stands in support" },
  int "flank_contacts" { 0, default = 0, doc = "enemy stands that touch its flank or rear" },
  flag "behind_obstacle" { doc = "shelters behind one" },
  flag "not_in_open" { doc = "in woods, buildings or other close ground" },
  enum "crossing" { "none", "lesser", "major", default = "none", doc = "obstacle it fights to cross" },
}

-- Modifiers of the melee die. The judged unit is one side; `about` is { round, enemy, excess }: enemy is the other
-- side, excess the figures that it counts more than the enemy.
modifiers "melee" {
  judges = { "melee_side" }, table = "melee_modifiers", cite = "Resolving Melees",
  { "class_b", given = { "class", "b" } },
  { "class_a", given = { "class", "a" } },
  { "excess_figures", per = function(_, about) return math.max(0, about.excess) end },
  { "ferocious", given = { "ferocious", true }, when = function(_, about) return about.round == "impact" end },
  { "leader", when = function(own) return own.leader ~= "none" end },
  { "charismatic_leader", given = { "leader", "charismatic" } },
  { "enemy_support", per = "enemy_support" },
  { "flank_or_rear", per = "flank_contacts" },
  { "foot_vs_mounted", given = { "arm", "foot" }, when = function(own, about) -- R86 R177
    local formed = own.formation == "square" or own.formation == "back_to_back"
    return about.enemy.arm == "mounted" and not formed and not own.behind_obstacle and not own.not_in_open
  end },
  { "other_vs_regular_mounted", when = function(own, about)
    return own.kind ~= "regular" and about.enemy.kind == "regular" and about.enemy.arm == "mounted"
  end },
  { "lesser_obstacle", given = { "crossing", "lesser" } },
  { "major_obstacle", given = { "crossing", "major" } },
}

--- Mounted Charges R86 R165: on either side, does the enemy's order or cover keep mounted figures from counting more
--- than once?
local function checks_mounted(q)
  local formed = q.enemy_formation == "square" or q.enemy_formation == "back_to_back"
  return q.enemy_behind_obstacle or formed and not q.enemy_disordered
end

procedure "melee.figures" {
  cite = "Figures Eligible to Melee, Mounted Charges, R164, R166",
  doc = "How many figures does a stand count in melee?",
  args = {
    int "figures" { 1, 12, doc = "on the stand" },
    enum "class" (troops.CLASSES), flag "disordered" {}, flag "mounted" {},
    enum "round" { "impact", "continuing", default = "impact" }, enum "enemy_formation" (FORMATIONS),
    flag "enemy_disordered" {}, flag "enemy_behind_obstacle" {},
  },
  out = { int "eligible" { 0 }, int "multiplier" { 1 }, int "counted" { 0 } }, headline = "counted",
  says = function(r) return ("counts %d"):format(r.counted) end,
  resolve = function(rules, q)
    local eligible = (q.disordered or q.class == "d") and q.figures // 2 or q.figures
    local who = q.mounted and (checks_mounted(q) and "mounted_checked" or "mounted") or "foot"
    return { eligible = eligible, multiplier = rules.tables.melee_figures(who, q.round) }
  end,
  follows = { { "counted", function(_, _, r) return r.eligible * r.multiplier end } },
}

procedure "melee.support" {
  cite = "Supporting Stands, R172", doc = "What does a further stand count as in a melee?",
  args = {
    enum "position" { "beside", "behind", "enemy_flank_or_rear", "apart",
      doc = "beside: touches the fighting stand and prolongs its front; behind: touches its rear" },
    flag "engaged_elsewhere" {},
  },
  out = { enum "role" { "support", "flank", "none" } },
  says = function(r) return r.role == "none" and "counts for nothing" or "counts as " .. r.role end,
  resolve = function(_, q)
    if q.engaged_elsewhere or q.position == "apart" then return { role = "none" } end
    return { role = q.position == "enemy_flank_or_rear" and "flank" or "support" }
  end,
}
