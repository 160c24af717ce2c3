-- In which formation a solo commander wants a unit: column for a long way, line before an enemy, square where horse may
-- come from several sides, skirmish order where a garrison must be worn down, mounted (6.4, 9.0).

local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local obedience <const>, odds <const> = use("game/command/obedience", "game/solo/odds")

local M <const> = {}

--- The nearest enemy that stands, and how far it is between the middles; the first listed of equals.
function M.nearest(mind, unit)
  local best, least
  local nth = mind:enemies().at
  for id, um in mind:by_distance(unit.id, mind.view:other(mind.side)) do
    if least and um > least then break end -- no middle is nearer than an edge
    local enemy = mind.view:unit(id)
    local away = army.stands(enemy) and not enemy.abandoned and mind:middles(unit.base, enemy.base)
    if away and (not least or away < least or away == least and nth[id] < nth[best.id]) then
      best, least = enemy, away
    end
  end
  return best, least
end

local function may_assault(mind)
  return mind.view:ask("column.may_use", {
    army = mind.state.sides[mind.side].army, year = mind.state.battle.year,
  }).may_use
end

--- Horse that may come at a unit next bound, and how far the nearest enemy of another arm is, of those that are near.
local function threats(mind, unit)
  local horse, foot = {}, math.huge
  local most = math.max(mind.weight.horse_near, mind.weight.foot_near)
  for id, um in mind:by_distance(unit.id, mind.view:other(unit.side)) do
    if um > most then break end
    local enemy = mind.view:unit(id)
    local away = mind:middles(unit.base, enemy.base)
    if army.mounted(enemy) and army.free(enemy) and away <= mind.weight.horse_near then
      horse[#horse + 1] = id
    elseif not army.mounted(enemy) and enemy.drill ~= "skirmish" then
      foot = math.min(foot, away)
    end
  end
  return horse, foot
end

--- A unit that stands forms square before the horse is upon it, where that may come from sides that no line can face.
local function wants_square(mind, unit, order)
  if unit.arm ~= "infantry" or unit.drill == "skirmish" or order and obedience.MOVING[order.verb] then return nil end
  local horse, foot = threats(mind, unit)
  if #horse < 2 or foot <= mind.weight.foot_near then return nil end
  if mind:spread(unit.id, horse) <= 2 * army.arc(mind.view) then return nil end
  return "square", ("%d squadrons may come at it from several sides"):format(#horse)
end

--- One battalion of a formation wears a garrison down in skirmish order where an assault would fail, and no horse can
--- ride it down.
local function wants_to_skirmish(mind, unit, order, enemy, away)
  local may = unit.arm == "infantry" and unit.drill == "line" and order and obedience.ATTACKS[order.verb]
    and army.formed_foot(enemy) and away <= mind.weight.garrison_near
  if not may or assault.terms(mind.view, unit.id, enemy.id).position == "none" then return nil end
  if #threats(mind, unit) > 0 then return nil end
  local function skirmishes(other) return other.formation == unit.formation and other.drill == "skirmish" end
  local function is_told_to(cmd)
    return cmd.evolve == "skirmish" and cmd.unit and mind.view:unit(cmd.unit).formation == unit.formation
  end
  if mind.view:some_unit(unit.side, skirmishes) then return nil end
  if lists.find(mind.view:sealed(mind.side), is_told_to) then return nil end
  local p = odds.attack(mind, unit.id, enemy.id)
  if p >= mind.weight.assault_least then return nil end
  return "skirmish", mind:says("%s to take %s by assault: it is worn down first", mind.words.percent(p),
    mind:name(enemy.id))
end

--- Skirmishers without rifles, of a formation that attacks, close up again when no garrison is near any more.
local function wants_to_form(mind, unit, order, enemy, away)
  local may = unit.drill == "skirmish" and not unit.rifle and order and obedience.ATTACKS[order.verb]
  if not may then return nil end
  local held = away <= mind.weight.garrison_near
    and (not army.formed_foot(enemy) or assault.terms(mind.view, unit.id, enemy.id).position ~= "none")
  if held then return nil end
  return "line", "there is no garrison before it any more"
end

--- The formation a unit ought to be in, and why; nil: as it is.
function M.wanted(mind, unit, order)
  local enemy, away = M.nearest(mind, unit)
  if not enemy then return nil end
  if unit.drill == "square" then
    if #threats(mind, unit) > 0 then return nil end
    return "line", "no horse is near any more"
  end
  local drill, why = wants_square(mind, unit, order)
  if not drill then drill, why = wants_to_skirmish(mind, unit, order, enemy, away) end
  if not drill then drill, why = wants_to_form(mind, unit, order, enemy, away) end
  if drill then return drill, why end
  local attacks, assaults, weight = order and order.verb == "attack", may_assault(mind), mind.weight
  if unit.drill == "line" and attacks and away > (assaults and weight.column_from or weight.column_from_fire) then
    return "column", ("%d mm to go"):format(away // mm(1))
  elseif unit.drill == "column" and away < (assaults and weight.line_from or weight.line_from_fire) then
    if attacks and assaults then return nil end
    return "line", mind:said(("{enemy} [is] %d mm away"):format(away // mm(1)), { enemy = enemy.id })
  elseif unit.drill == "dismounted" then
    return "mounted", "horse fights mounted"
  end
end

return M
