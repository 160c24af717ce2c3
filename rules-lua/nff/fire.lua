-- Musketry and Cannonade 1: fire points together, and what their die does.

option "fire_points_round_nearest" { false, ruling = "R41", doc = "fire points are rounded to the nearest" }

procedure "fire.total" {
  cite = "MC Mod, R41", doc = "How many fire points have all that fire at a target?", piece = "none",
  args = { list "points_x24" { of = int "points" { 0 }, doc = "of each firer, in twenty-fourths of a fire point" } },
  out = { int "total_x24" { 0 }, int "fire_points" { 0 } }, headline = "fire_points",
  says = "{fire_points fire point}",
  resolve = function(_, q)
    local sum = 0
    for _, points in ipairs(q.points_x24) do sum = sum + points end
    return { total_x24 = sum }
  end,
  follows = {
    { "fire_points", function(rules, _, r)
      local parts = rules.constant.fire_point_parts
      return (r.total_x24 + (rules.option.fire_points_round_nearest and parts // 2 or 0)) // parts
    end },
  },
}

modifiers "fire_die" {
  judges = { "fire.resolve" }, table = "fire_die_modifiers",
  { "target_vulnerable", cite = "MC Mod f", -- R44
    when = function(q) return q.target_limbered or q.target_changing or q.target_about_facing end },
  { "cover", cite = "MC Mod g", per = "cover" },
}

local BANDS <const> = { "no_effect", "disordered", "lose_1", "lose_2" }

--- The first effect whose number the total does not exceed.
local function effect_of(rules, points, total)
  for _, effect in ipairs(BANDS) do
    local most = rules.tables.fire_table(points, effect .. "_max")
    if most == "open" or most ~= "none" and total <= most then return effect end
  end
  return "lose_3"
end

--- What an effect does to a battery (R47): words of the table, such as "silenced and damaged".
local function on_battery(rules, q, r)
  local column = q.already_damaged and "on_damaged_battery" or "on_undamaged_battery"
  local does = rules.tables.fire_effects(r.effect, column)
  r.wrecked, r.silenced = does:find "wrecked" ~= nil, does:find "silenced" ~= nil
  r.damaged = not r.wrecked and (q.already_damaged or does:find "damaged" ~= nil)
  return r
end

local function on_troops(rules, q, r)
  local lost = rules.tables.fire_effects(r.effect, "stands_lost")
  r.disordered = r.effect ~= "no_effect"
  r.stands_lost = math.min(lost, q.target_stands or lost)
  if q.target_stands then r.destroyed = r.stands_lost == q.target_stands end
  return r
end

procedure "fire.resolve" {
  cite = "MC 1, MC Mod f-g, R44, R45, R46, R47", doc = "What does fire do to its target?",
  args = {
    int "fire_points" { 0 }, enum "target_kind" { "troops", "artillery" },
    flag "target_limbered" { only = { target_kind = "artillery" } },
    flag "target_changing" { doc = "formation or movement mode" },
    flag "target_about_facing" {}, int "cover" { 0, 3, default = 0, doc = "steps, as the scenario says" },
    flag "already_damaged" { only = { target_kind = "artillery" } },
    int "target_stands" { 1, optional = true, only = { target_kind = "troops" }, doc = "the most that it can lose" },
  },
  dice = "d10; none without fire points", headline = "effect", good = "last",
  out = {
    int "die" { 1, 10, optional = true }, int "total" { optional = true },
    enum "effect" { "no_effect", "disordered", "lose_1", "lose_2", "lose_3" },
    list "modifiers" { "modifier", default = {} }, flag "disordered" { optional = true, doc = "of troops" },
    int "stands_lost" { 0, optional = true }, flag "destroyed" { optional = true },
    flag "silenced" { optional = true, doc = "of artillery" }, flag "damaged" { optional = true },
    flag "wrecked" { optional = true },
  },
  says = function(r) return (r.total and ("%d: "):format(r.total) or "") .. plain(r.effect) end, modifiers = "fire_die",
  rounds = {
    carry = "target_stands = target_stands and target_stands - stands_lost, already_damaged = damaged",
    over = "destroyed and 'destroyed' or wrecked and 'wrecked'", cite = "MC 1, R47", doc = "it is under fire each turn",
  },
  resolve = function(rules, q, dice, w)
    local r = { effect = "no_effect", modifiers = w.modifiers }
    if q.fire_points > 0 then
      r.die = dice.d(10, "fire")
      r.total = r.die + w.total
      r.effect = effect_of(rules, q.fire_points, r.total)
    end
    return (q.target_kind == "troops" and on_troops or on_battery)(rules, q, r)
  end,
}
