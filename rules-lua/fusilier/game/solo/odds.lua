-- What a solo commander reckons with: the exact odds of the combats that an attack would bring (10.2 to 10.4), what a
-- shot is worth (8.2, 9.0), and how strong bodies are.
--
-- The odds of a combat hang on the two scores alone. What a unit has on its dice is worked by the rules' own modifiers,
-- and the combat is then asked with plain units that have as much: one question serves all that come to the same.

local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local plain <const> = use "game/solo/plain"

local M <const> = {}

--- What a unit has on its dice, by the modifiers of its arm's list, against so much frontage. `about`: what else those
--- look at.
local function level(mind, list, args, opposing, about)
  about = about or {}
  about.own, about.opposing = about.own or args.frontage_mm, opposing
  local _, total = mind.rules.work(list, args, about)
  return total
end

--- May the plain units stand for others as they are? Not where a house rule has changed how such a combat is judged: it
--- may look at more of the units than their level.
local function alike(mind, procedure, list)
  local wrapped = mind.rules.wrapped
  return not (wrapped(procedure) or wrapped "combat.response" or wrapped(list))
end

--- Do two units give the response the same to look at, by what house rules ask of it?
local function responds_alike(mind, unit, other)
  local passing <const> = mind.rules.passing
  local one, same = passing("combat.response", unit, {}), passing("combat.response", other, {})
  for key, value in pairs(one) do
    if same[key] ~= value then return false end
  end
  for key in pairs(same) do
    if one[key] == nil then return false end
  end
  return true
end

--- Are the units of a question as those that they stand for: alike to the response, and with these totals?
local function stands(mind, units, works, totals)
  for i, one in ipairs(units) do
    if one.total ~= totals[i] or not responds_alike(mind, one.unit, works[i].unit) then return false end
  end
  return true
end

--- The chance of a combat that house rules have a say in. It is asked with plain units that come to the same totals by
--- the rules' own modifiers, or all to as much more or less where the procedure itself is as it was. These have what
--- house rules give to the pieces `ids`, in the order of `listed(worked)`. `ask(units)` makes a question of them.
local function by_totals(mind, procedure, whole, winner, ids, listed, records, ask)
  local exact <const> = mind.rules.wrapped(procedure)
  local function plain_ones(worked, work)
    local works, totals, levels, least, most = listed(worked), {}, {}, math.huge, -math.huge
    for _, one in ipairs(works) do least, most = math.min(least, one.total), math.max(most, one.total) end
    local more = not exact and least >= plain.SAFE and plain.BEST - most or 0
    for i, one in ipairs(works) do totals[i], levels[i] = one.total + more, one.total + more end
    for _ = 1, 2 do -- plain units may have modifiers too: what is off by them is put right
      local units = {}
      for i, one in ipairs(works) do
        if levels[i] > plain.BEST then return nil end
        local unit = { quality = plain.BEST, damage_points = plain.BEST - levels[i], frontage_mm = plain.FRONT_MM }
        unit.reforming = one.unit.reforming or nil
        unit.ridden_through_last_bound = one.unit.ridden_through_last_bound or nil
        units[i] = mind.view:described(unit, mind.view:unit(ids[i]), records[math.min(i, #records)])
      end
      local question = ask(units)
      local done = work(question)
      if not done then return nil end
      local got = listed(done)
      if stands(mind, got, works, totals) then return question end
      for i, one in ipairs(got) do levels[i] = levels[i] + totals[i] - one.total end
    end
  end
  return mind:chance_alike(procedure, whole, plain_ones, "winner", winner, ids.who, ids.target)
end

--- Who asks, and who stands at which place of the question, as combats of a battle say it (rules.here).
local function standing(who, places)
  places[""] = who
  return places
end

local function sides_of(worked)
  local list = table.move(worked.a, 1, #worked.a, 1, {})
  return table.move(worked.b, 1, #worked.b, #list + 1, list)
end

--- Alone against two.
local function against_two(mind, id, target, other)
  local view = mind.view
  local ours = assault.infantry(view, id, { target }, true)
  local theirs, more = assault.infantry(view, target, { id }), assault.infantry(view, other, { id })
  local front = view:unit(id).base.width // mm(1)
  local against = view:unit(target).base.width // mm(1) + view:unit(other).base.width // mm(1)
  return plain.infantry(mind, { level(mind, "infantry", ours, against) },
    { level(mind, "infantry", theirs, front), level(mind, "infantry", more, front) })
end

--- `joins`: it has declared no attack, but comes up to take part in one (10.1), and so bears nothing that attackers do.
local function infantry(mind, id, target, friend, other, joins)
  if other and alike(mind, "combat.infantry", "infantry") then return against_two(mind, id, target, other) end
  if mind.rules.wrapped "combat.infantry" then friend = nil end -- it may throw more than can be walked
  local view, ids = mind.view, { id, friend or target, friend and target, target = target }
  ids.who = standing(id, { ["a.1"] = id, ["a.2"] = friend, ["b.1"] = target })
  local theirs, against, levels = assault.infantry(view, target, { id }), 0, {}
  local whole = not alike(mind, "combat.infantry", "infantry") and { a = {}, b = { theirs } }
  for _, one in ipairs { id, friend } do
    local ours = assault.infantry(view, one, { target }, not (joins and one == id))
    if whole then
      table.insert(whole.a, ours)
    else
      levels[#levels + 1] = level(mind, "infantry", ours, theirs.frontage_mm)
      against = against + view:unit(one).base.width // mm(1)
    end
  end
  if whole then
    return by_totals(mind, "combat.infantry", whole, "a", ids, sides_of, { "unit_infantry" }, plain.against_last)
  end
  return plain.infantry(mind, levels, { level(mind, "infantry", theirs, against) })
end

local function cavalry(mind, id, target)
  local ours = assault.squadron(mind.view, id, { target })
  local theirs = assault.squadron(mind.view, target, { id })
  local same, who = alike(mind, "combat.cavalry", "cavalry"), standing(id, { ["a.1"] = id, ["b.1"] = target })
  if not same and not (ours.reforming and theirs.reforming) then
    return by_totals(mind, "combat.cavalry", { a = { ours }, b = { theirs } }, "a",
      { id, target, who = who, target = target }, sides_of, { "unit_squadron" }, plain.against_last)
  end
  local units = plain.units {
    level(mind, "cavalry", ours, theirs.frontage_mm, { squadron = true }),
    level(mind, "cavalry", theirs, ours.frontage_mm, { squadron = true }),
  }
  local question = { a = { units[1] }, b = { units[2] } }
  if same then return mind:chance("combat.cavalry", question, "winner", "a") end
  return mind:chance("combat.cavalry", question, "winner", "a", who, target)
end

local function horse_and_foot(worked) return { worked.squadrons[1], worked.infantry } end
local function in_the_open(units) return { squadrons = { units[1] }, infantry = units[2] } end

--- A squadron and infantry meet in front. `winner`: whose chance is wanted.
local function in_front(mind, squadron, foot, winner)
  local view = mind.view
  local horse, infantry_args = assault.squadron(view, squadron, { foot }), assault.foot(view, foot, { squadron }, true)
  local frontally = -mind.rules.tables.cavalry_modifiers "attacking_infantry_frontally"
  local charges = assault.charges(view:unit(squadron))
  local same = alike(mind, "combat.cavalry_infantry", "cavalry")
  local one, other = squadron, foot
  if winner == "infantry" then one, other = foot, squadron end
  local who = standing(one, { ["squadrons.1"] = squadron, infantry = foot })
  if charges and not same then
    local whole = { squadrons = { horse }, infantry = assault.foot(view, foot, { squadron }, true), contact = "front" }
    return by_totals(mind, "combat.cavalry_infantry", whole, winner, { squadron, foot, who = who, target = other },
      horse_and_foot, { "unit_squadron", "unit_foot" }, in_the_open)
  end
  local on_foot = { squadron = true, against_infantry = true }
  local units = plain.units {
    level(mind, "cavalry", horse, infantry_args.frontage_mm, on_foot)
      + (charges and frontally or 0), -- the procedure takes that off again
    level(mind, "cavalry", infantry_args, horse.frontage_mm),
  }
  if not charges then units[2].attacking = true end
  units[1].ridden_through_last_bound = not charges or nil
  local question = { squadrons = { units[1] }, infantry = units[2] }
  if same then return mind:chance("combat.cavalry_infantry", question, "winner", winner) end
  return mind:chance("combat.cavalry_infantry", question, "winner", winner, who, other)
end

--- Is a unit to attack an enemy in this bound?
local function is_sent(mind, id, target)
  return lists.find(mind.view:sealed(mind.view:unit(id).side), function(cmd)
    return cmd["do"] == "declare_attack" and cmd.unit == id and cmd.target == target
  end) ~= nil
end

--- Do others come at an enemy from so far aside that he cannot turn to all?
local function from_two_sides(mind, id, target)
  local sent = lists.filter(mind:standing(mind.view:unit(id).side), function(other)
    return other == id or mind.view:unit(other).target == target or is_sent(mind, other, target)
  end)
  return #sent > 1 and mind:spread(target, sent) > 2 * army.arc(mind.view)
end

--- Who is attacked turns to face it (5.1), unless he may not, or has to face two sides.
local function cannot_turn(mind, id, target, enemy)
  return enemy.responded or not army.stands(enemy) or from_two_sides(mind, id, target)
end

local function mounted_attack(mind, id, target, enemy)
  if enemy.drill == "skirmish" then
    local open = mind.view:fact("cover", target, id) == "none"
    return open and mind.weight.ridden_down or mind.weight.skirmishers_driven, "skirmishers"
  elseif army.mounted(enemy) then
    return cavalry(mind, id, target), "horse"
  end
  local p = in_front(mind, id, target, "squadrons")
  local face = enemy.drill ~= "square" and mind.view:fact("face_met", id, target) or "front"
  if face ~= "front" and cannot_turn(mind, id, target, enemy) then return math.max(p, mind.weight.caught), face end
  return p, "front"
end

--- Guns are won when the formed troops that stand by them are beaten.
local function guns(mind, id, target)
  local zone = mm(mind.rules.constant.combat_zone)
  local guard = mind.view:nearest_unit(target, mind.view:unit(target).side, zone, function(unit)
    return unit.arm ~= "artillery" and army.stands(unit) and unit.drill ~= "skirmish"
  end)
  local taken = mind.weight.guns_taken
  return guard and math.min(taken, (M.attack(mind, id, guard))) or taken
end

--- How likely a unit is to win if it attacks that enemy, and against what; with a friend, those two together; or alone
--- against him and another.
function M.attack(mind, id, target, friend, other)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  if enemy.arm == "artillery" then return guns(mind, id, target), "guns" end
  if army.mounted(unit) then return mounted_attack(mind, id, target, enemy) end
  if army.mounted(enemy) then return in_front(mind, target, id, "infantry"), "horse_on_foot" end
  if enemy.drill == "skirmish" and unit.drill ~= "skirmish" then
    return mind.weight.skirmishers_driven, "skirmishers"
  end
  return infantry(mind, id, target, friend, other), "foot"
end

--- How likely a unit on foot is to win that comes up to take part in the combat of a friend.
function M.joining(mind, id, target, friend) return infantry(mind, id, target, friend, nil, true) end

--- How likely a column of assault is to win. Three of its battalions count.
function M.column(mind, lead, behind, target)
  local view, levels = mind.view, {}
  if not alike(mind, "combat.column_assault", "infantry") then
    local whole = view.measure.column_assault(view, { lead, behind[1], behind[2] }, target)
    local places = { ["columns.1"] = lead, ["columns.2"] = behind[1], ["columns.3"] = behind[2], defender = target }
    return mind:chance("combat.column_assault", whole, "winner", "columns", standing(lead, places), target)
  end
  local theirs, front = assault.infantry(view, target, { lead }), assault.frontage_mm(view:unit(lead))
  for i, id in ipairs { lead, behind[1], behind[2] } do
    local ours = assault.infantry(view, id, { target }, true)
    levels[i] = level(mind, "infantry", ours, theirs.frontage_mm, { own = front })
  end
  levels[#levels + 1] = level(mind, "infantry", theirs, front)
  return mind:known("column " .. table.concat(levels, " "), function()
    return plain.column(mind, plain.units(levels))
  end)
end

--- What a shot is asked with: at the longest range of its bracket, for all of one bracket is alike.
local function bracketed(mind, battery, procedure, args, target)
  if mind.rules.wrapped(procedure) then return args end
  local reach = army.reach(mind.view, mind.view:unit(battery), args.range_mm, target)
  args.range_mm = reach[reach.bracket .. "_mm"] or args.range_mm
  return args
end

--- What a shot does on average: points, or guns silenced. `from_mm`: as if from so near.
function M.shot(mind, battery, target, from_mm)
  local args = mind.view.measure.fire(mind.view, battery, target)
  args.range_mm = from_mm or args.range_mm
  args = bracketed(mind, battery, "artillery.fire", args, target)
  if args.target_guns then args.target_guns = math.max(args.target_guns, 2) end
  local by = args.target == "battery" and "guns_silenced" or "damage_points"
  return mind:odds("artillery.fire", args, by, battery, target):mean()
end

--- What a shot at a building does on average: points of those who hold it, and the chance that it falls.
function M.shot_at_building(mind, battery, building)
  local args = mind.view.measure.fire_building(mind.view, battery, building)
  args = bracketed(mind, battery, "artillery.fire_building", args, building)
  return mind:odds("artillery.fire_building", args, "troop_points", battery, building):mean(),
    mind:chance("artillery.fire_building", args, "occupiable", false, battery, building)
end

--- A weight that is asked for without a mind, for all characters are of one opinion on it.
function M.counts(view, name) return view.rules.tables.solo_weights(name, "value") / 100 end

local COUNTS <const> = { infantry = "counts_infantry", cavalry = "counts_cavalry", artillery = "counts_artillery" }

--- How strong a unit is now.
function M.strength(view, unit)
  if not tabletop.present(unit) or unit.abandoned then return 0 end
  local left = M.counts(view, "counts_unit") + army.quality(view, unit) - unit.damage_points
    - view.rules.constant.draw_deduction * unit.draws
  for _, difference in ipairs(unit.defeats) do left = left - difference end
  local weight = M.counts(view, unit.drill == "skirmish" and "counts_skirmishers" or COUNTS[unit.arm])
  if unit.guns then weight = weight * unit.guns / unit.guns_at_start end
  if unit.status ~= "ready" then weight = weight * M.counts(view, "counts_shaken") end
  return math.max(1, left) * weight
end

--- How strong the units of a body are.
function M.body(view, body)
  local sum = 0
  for _, unit in ipairs(body.units) do sum = sum + M.strength(view, unit) end
  return sum
end

return M
