-- Machineguns: the fire of one machine gun, at one stand or shared over several that touch.

local aim <const>, to_hit <const>, troops <const> = use("aim", "to_hit", "troops")

local M <const> = {}

--- R153: what the table of trajectories calls them.
M.TRAJECTORY = { gatling = "early_mg", maxim = "late_mg" }

record "mg_target" {
  piece = "unit",
  int "range_mm" { 0, optional = true, doc = "left out of defensive fire" },
  int "dice" { 1, 4, optional = true, doc = "required when several share them" },
  enum "cover" { default = "none", values = troops.COVER }, flag "target_skirmish" {},
  flag "target_deep" { doc = "more than one stand deep" },
  flag "behind" { doc = "a stand lies within one base depth behind it" },
}

record "mg_result" {
  int "needed" { 1 }, list "modifiers" { "modifier", default = {} }, int "dice" { 1 }, int "hits" { 0 },
  int "hits_behind" { 0 },
}

--- What it may do beyond its target: a row of the table of trajectories.
local function trajectory(rules, q, column)
  return rules.tables.trajectory(M.TRAJECTORY[q.mg], q.target_higher and "yes" or "no", column)
end

local function total_dice(rules, q)
  return rules.tables.fire_dice("machine_gun", q.defensive and "vrf_or_defensive" or "normal")
end

--- R154: all its dice at each stand of the zone?
local function plunging(rules, q) return trajectory(rules, q, "beaten_zone_mm") > 0 end

local function refuse_ranges(rules, q)
  local reach = aim.reach(rules, q.mg)
  for i, target in ipairs(q.targets) do
    local fault = to_hit.refuse_range(target.range_mm, q.defensive, reach, ("targets.%d.range_mm"):format(i))
    if fault then return fault end
  end
end

local function refuse_dice(rules, q)
  local total, sum = total_dice(rules, q), 0
  local all = plunging(rules, q)
  for i, target in ipairs(q.targets) do
    local path = ("targets.%d.dice"):format(i)
    if all and target.dice and target.dice ~= total then return refuse(path, ("must be %d at each"):format(total)) end
    if not (all or target.dice) and #q.targets > 1 then return refuse(path, "is required when several share them") end
    sum = sum + (target.dice or total)
  end
  if not all and sum ~= total then return refuse("targets.1.dice", ("must add up to %d, got %d"):format(total, sum)) end
end

--- The score against each target, before any die.
local function aim_at(rules, q, target, base)
  local over = aim.over_half(target.range_mm or 0, aim.reach(rules, q.mg))
  local needed, applied = to_hit.needed(rules, q, {
    class = q.class, crew_lost = math.max(0, rules.tables.crews "machine_gun" - q.crew), over_half = over,
    cover = target.cover, skirmish = target.target_skirmish, deep = target.target_deep,
    higher = trajectory(rules, q, "to_hit_modifier") ~= 0,
  }, base)
  return {
    needed = needed, modifiers = applied, dice = target.dice or total_dice(rules, q),
    behind = target.behind and trajectory(rules, q, "penetration") == "yes", -- R155
  }
end

procedure "mg.fire" {
  cite = "Machineguns, Higher Ground, R153, R154, R155", doc = "What does the fire of a machine gun do?",
  good = "more",
  args = {
    enum "mg" (troops.MACHINE_GUNS), enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
    int "crew" { 0, 12, default = 3 },
    flag "defensive" { doc = "defensive fire" },
    flag "target_higher" { doc = "on significantly higher ground" },
    flag "target_in_melee" { doc = "in contact with a friend of the firer" },
    list "targets" { "mg_target", doc = "stands that touch; all of the beaten zone of a later gun at higher ground" },
  },
  dice = "for each target: its d10, then as many for the stand behind; another at once for a 10 above 10",
  headline = "hits", out = {
    int "base_score" {}, int "max_range_mm" { 0 }, list "results" { "mg_result" }, int "hits" { 0, doc = "of all" },
  },
  says = function(r)
    local told = {}
    for i, one in ipairs(r.results) do
      local behind = one.hits_behind > 0 and (" and %d behind"):format(one.hits_behind) or ""
      told[i] = ("%d of %d%s on %d or more"):format(one.hits, one.dice, behind, one.needed)
    end
    return table.concat(told, ", then ")
  end,
  check = function(rules, q)
    if q.defensive and q.kind ~= "regular" then return refuse("kind", "must be regular for defensive fire") end
    if q.crew == 0 then return refuse("crew", "must be 1 or more to fire") end
    return to_hit.refuse_melee(q) or refuse_ranges(rules, q) or refuse_dice(rules, q)
  end,
  before = function(rules, q)
    local w = { base = to_hit.base(rules, q.kind) }
    for i, target in ipairs(q.targets) do w[i] = aim_at(rules, q, target, w.base) end
    return w
  end,
  resolve = function(rules, q, dice, w)
    local results = {}
    for i, one in ipairs(w) do
      local hits = to_hit.throw(rules, dice, one.dice, one.needed, "fire")
      local behind = one.behind and to_hit.throw(rules, dice, one.dice, one.needed, "behind") or 0
      results[i] = {
        needed = one.needed, modifiers = one.modifiers, dice = one.dice, hits = hits, hits_behind = behind,
      }
    end
    return { base_score = w.base, max_range_mm = aim.reach(rules, q.mg), results = results }
  end,
  follows = { { "hits", function(_, _, r)
    local sum = 0
    for _, one in ipairs(r.results) do sum = sum + one.hits + one.hits_behind end
    return sum
  end } },
}

return M
