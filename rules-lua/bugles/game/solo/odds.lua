-- How charges and fights are likely to end, by the odds of the procedures that judge them: the fire that meets a
-- charger, the morale of a stand that has lost half to it, and the fight.

local aim <const>, army <const>, defensive <const> = use("game/fire/aim", "game/army/units", "game/fire/defensive")
local see <const>, shots <const> = use("game/solo/view", "game/fire/shots")
local terms <const> = use "game/combat/melee_question"
local stakes <const>, turning <const> = use("game/solo/stakes", "game/combat/turning_to_face")

local M <const> = {}

--- What the results of a fight come to for the Attacker: how likely he wins, destroys the other, and is destroyed; and
--- what it promises in all. A stand counts for 1, or more (stakes.of), and a figure lost for a part of that.
---@return { win: number, kills: number, dies: number, worth: number }
function M.fight(mind, args, id, target)
  local found, figure = { win = 0, kills = 0, dies = 0, worth = 0 }, mind.weight.fight_figure
  local side = mind.view:unit(id).side
  local own, each = stakes.of(mind, id, side), stakes.of(mind, target, side)
  for _, one in ipairs(mind:outcomes("melee.resolve", args, "outcome", id, target)) do
    local value, p = one.value, one.p
    if value == "defender_destroyed" then
      found.kills, found.win, found.worth = found.kills + p, found.win + p, found.worth + p * each
    elseif value == "defender_loses_figure" then
      found.win, found.worth = found.win + p, found.worth + figure * p * each
    elseif value == "attacker_loses_figure" then
      found.worth = found.worth - figure * p * own
    elseif value == "attacker_destroyed" then
      found.dies, found.worth = found.dies + p, found.worth - p * own
    end
  end
  return found
end

--- The same of a fight that is fought now, by its two stands.
function M.now(mind, id, target)
  return mind:once("fight " .. id .. " " .. target, function()
    return M.fight(mind, terms.args(mind.view, id, target), id, target)
  end)
end

--- Could a stand fire at a charger: does nothing bar it, such as a jam?
local function could_fire(mind, id)
  return not aim.refuse_firer(mind.view, id, { defensive = true })
end

--- The stands that may meet a charger with fire before the fight: the one that it charges, and those of its group that
--- touch it. Who has the charger behind him turns to him first, if he may (R167, R168).
local function firers(mind, id, target, ambush)
  local view, list = mind.view, {}
  local charger, group = view:unit(id).base, view:unit(target).formation
  if ambush and mind:gap(id, target) < mm(mind.rules.constant.ambush_no_defensive_fire_below) then return list end
  local function add(one)
    local unit = view:unit(one)
    local may = unit.kind == "regular" and unit.drill ~= "skirmish" and unit.formation == group
      and not unit.fights and not unit.fired_defensively and mind:once_for("could fire", one, could_fire)
    local behind = unit.drill == "close_order" and math.abs((mind:toward(unit.base, charger))) > deg(90)
      and not turning.willing(view, one)
    list[#list + 1] = may and not behind and one or nil
  end
  add(target)
  for _, other in ipairs(army.in_contact_friends(view, target)) do add(other) end
  return list
end

--- The figures of a charger that a stand's defensive fire hits: how likely none, one, two, … are, from 0 on. It fires
--- when he has come near, so `cover` is what he has there, not where he started.
local function volley(mind, firer, id, cover)
  return mind:once(("volley %s %s %s"):format(firer, id, cover), function()
    local unit = mind.view:unit(firer)
    local mode = unit.arm ~= "gun" and "normal" or (unit.canister or 0) > 0 and "canister" or "solid"
    local procedure, args = shots.question(mind.view, firer, id, { phase = "defensive", mode = mode })
    for _, one in ipairs(args.targets or { args }) do one.cover = cover end
    local list = { [0] = 1, most = 0 }
    if mind.rules.fault(procedure, args) then return list end
    list[0] = 0
    for _, one in ipairs(mind:outcomes(procedure, args, "hits", firer, id)) do
      list[one.value], list.most = (list[one.value] or 0) + one.p, math.max(list.most, one.value)
    end
    return list
  end)
end

--- The sum of two throws, the second with so much of a chance to be thrown at all.
local function sum_of(one, other, chance)
  local list = { most = one.most + other.most }
  for n = 0, list.most do
    local p = (one[n] or 0) * (1 - chance)
    for i = 0, n do p = p + (one[i] or 0) * (other[n - i] or 0) * chance end
    list[n] = p
  end
  return list
end

--- The figures that defensive fire takes of one of so many chargers: how likely none, one, two, … are.
local function met_by_fire(mind, id, target, how)
  local fire, list = { [0] = 1, most = 0 }, firers(mind, id, target, how.ambush)
  if #list == 0 then return fire end
  local left, cover = #list / how.chargers, see.cover_at(mind, how.base or mind.view:unit(id).base)
  for _, firer in ipairs(list) do
    if left <= 0 then break end
    fire, left = sum_of(fire, volley(mind, firer, id, cover), math.min(1, left)), left - 1
  end
  local test = mind:chance("fire.defensive_test", defensive.test_args(mind.view, list[1], {}), "can_fire", true,
    list[1], id)
  return sum_of({ [0] = 1, most = 0 }, fire, test)
end

--- How likely a stand flees that comes to a fight with so many figures fewer: one that has lost half tests.
local function flees(mind, id, hits)
  local unit = mind.view:unit(id)
  return mind:chance("morale.stand", mind.view:question("morale.stand", id, {
    unit = "stand", figures_lost = hits, figures_at_turn_start = math.max(unit.figures_at_start or 0, unit.figures),
  }), "flees", true, id)
end

--- How a charge is likely to end that comes home: one of so many on that line of the enemy.
---@param args table of the fight
---@param how { chargers: number, base: table?, ambush: boolean? } base: where the charge brings it; its own if left out
---@return { win: number, kills: number, dies: number, worth: number }
function M.charge(mind, args, id, target, how)
  local unit, sum = mind.view:unit(id), { win = 0, kills = 0, dies = 0, worth = 0 }
  local figures, own = unit.figures, stakes.of(mind, id, unit.side)
  local fire = met_by_fire(mind, id, target, how)
  for hits = 0, fire.most do
    local p = fire[hits]
    local gone = hits >= figures and 1 or hits > 0 and flees(mind, id, hits) or 0
    sum.dies, sum.worth = sum.dies + p * gone, sum.worth - p * gone * own
    if gone < 1 and p > 0 then
      args.attacker.figures = figures - hits
      local fight = M.fight(mind, args, id, target)
      for key, value in pairs(fight) do sum[key] = sum[key] + p * (1 - gone) * value end
    end
  end
  return sum
end

--- How likely a charger is to destroy a stand at once, in line or in square, after the fire of one stand.
function M.breaks(mind, id, target, drill)
  local args = terms.args(mind.view, id, target)
  args.round, args.defender.formation = "impact", drill
  if drill == "square" then args.defender.flank_contacts = 0 end
  return M.charge(mind, args, id, target, { chargers = math.max(1, #firers(mind, id, target)) }).kills
end

return M
