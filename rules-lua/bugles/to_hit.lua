-- Scores to Hit: what a die of fire must show, whatever is fired, and how hits are thrown.

local M <const> = {}

option "natural_1_misses" { false, ruling = "R115", doc = "a die of fire that shows 1 never hits" }
option "a_skirmishers_fire_normally" { false, ruling = "R90", doc = "class a skirmishers fire as in close order" }

--- Faces of a die of fire; a score above it needs its highest face and a second roll.
M.FACES = 10

-- Modifiers of the score to hit, of all weapons. R117: those of class are for all troops. R120: one for the saddle.
-- The judged unit is the firer's question; `about` is what bears on one target: { class, figures_lost,
-- crew_lost, over_half, cover, skirmish, deep, higher }.
modifiers "to_hit" {
  judges = { "fire.small_arms", "mg.fire", "artillery.fire", "artillery.canister" },
  table = "to_hit_modifiers", cite = "Scores to Hit",
  { "class_c", when = function(_, about) return about.class == "c" end },
  { "class_d", when = function(_, about) return about.class == "d" end },
  { "figures_lost", per = function(_, about) return (about.figures_lost or 0) // 2 end }, -- R116
  { "crew_lost", per = function(_, about) return about.crew_lost or 0 end },
  { "over_half_range", when = function(_, about) return about.over_half end },
  { "soft_cover", when = function(_, about) return about.cover == "soft" end },
  { "hard_cover", when = function(_, about) return about.cover == "hard" end },
  { "fortified", when = function(_, about) return about.cover == "fortified" end },
  { "target_skirmish", when = function(_, about) return about.skirmish end },
  { "firing_skirmish", when = function(unit, _, rules)
    return unit.formation == "skirmish" and not (rules.option.a_skirmishers_fire_normally and unit.class == "a")
  end },
  { "mounted_halted", given = { "mounted", "halted" } },
  { "mounted_moving", given = { "mounted", "moving" } },
  { "target_deep", when = function(_, about) return about.deep end },
  { "class_a", when = function(unit, about) -- R118: not from the saddle
    return about.class == "a" and (unit.mounted == nil or unit.mounted == "none")
  end },
  { "skilled_others", flag = "skilled" },
  { "target_higher", cite = "Higher Ground", when = function(_, about) return about.higher end },
}

--- What the firer needs before modifiers; "others" are all that are not regular.
function M.base(rules, kind) return rules.tables.to_hit(kind == "regular" and "regular" or "other") end

--- The score needed against one target, with its modifiers. R115: never below 1.
function M.needed(rules, q, about, base)
  local applied, total = rules.work("to_hit", q, about)
  return math.max(1, base + total), applied
end

--- R114: does it need the highest face and a second roll?
function M.needs_second_roll(needed) return needed > M.FACES end

local MOST <const> = 1000 -- dice of one throw

--- Throws dice of fire and counts the hits; `bonus` is added to each die (elite gunners).
function M.throw(rules, dice, count, needed, label, bonus)
  bonus = bonus or 0
  if count == 0 then return 0 end
  if count > MOST then
    return M.throw(rules, dice, MOST, needed, label, bonus) + M.throw(rules, dice, count - MOST, needed, label, bonus)
  end
  if M.needs_second_roll(needed) then
    return dice.confirmed(count, M.FACES, M.FACES - bonus, rules.constant.second_roll - bonus, label)
  end
  return dice.count(count, M.FACES, math.max(rules.option.natural_1_misses and 2 or 1, needed - bonus), label)
end

--- The range of defensive fire is point blank; all other fire has one, and not beyond its reach. `path` names it.
function M.refuse_range(range, defensive, reach, path)
  if defensive then
    if (range or 0) > 0 then return refuse(path, "cannot be said of defensive fire: it is at point blank") end
  elseif not range then
    return refuse(path, "is required, except in defensive fire")
  elseif range > reach then
    return refuse(path, ("must be 0 to %d, got %d"):format(reach, range))
  end
end

--- Nobody fires into a melee.
function M.refuse_melee(q)
  if q.target_in_melee then return refuse("target_in_melee", "nobody fires at enemies in contact with friends") end
end

return M
