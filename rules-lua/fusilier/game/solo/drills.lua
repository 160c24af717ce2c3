-- In which formation a solo commander wants a unit: column for a long way, line before an enemy, square where horse may
-- come from several sides, skirmish order where a garrison must be worn down, mounted (6.4, 9.0).

local army <const> = use "game/army/units"
local assault <const> = use "game/combat/assault"
local obedience <const> = use "game/command/obedience"
local odds <const> = use "game/solo/odds"
local see <const> = use "game/solo/view"

local function apart_mm(one, other)
  local dx, dy = one.x - other.x, one.y - other.y
  return math.floor(math.sqrt(dx * dx + dy * dy)) // mm(1)
end

--- The nearest enemy that stands, and how far it is between the middles, in millimetres.
local function nearest(mind, unit)
  local enemies = mind:once("enemies", function()
    local list = {}
    for _, id in ipairs(mind:standing(mind.view:other(mind.side))) do
      local enemy = mind.view:unit(id)
      if army.stands(enemy) and not enemy.abandoned then list[#list + 1] = enemy end
    end
    return list
  end)
  local best, least
  for _, enemy in ipairs(enemies) do
    local away = apart_mm(unit.base, enemy.base)
    if not least or away < least then best, least = enemy, away end
  end
  return best, least
end

--- Longer ways than this infantry goes in column, and nearer than the other to an enemy it is in line again.
local COLUMN_FROM <const>, LINE_FROM <const> = 1000, 520

local function may_assault(mind)
  return mind:once("columns", function()
    return mind.view:ask("column.may_use", {
      army = mind.state.sides[mind.side].army, year = mind.state.battle.year,
    }).may_use
  end)
end

--- Horse that may come at a unit next bound, and the nearest enemy of another arm, in millimetres.
local HORSE_NEAR <const>, FOOT_NEAR <const> = 900, 700

local function threats(mind, unit)
  local horse, foot = {}, math.huge
  for _, id in ipairs(mind:standing(mind.view:other(unit.side))) do
    local enemy = mind.view:unit(id)
    local away = apart_mm(unit.base, enemy.base)
    if army.mounted(enemy) and army.free(enemy) and away <= HORSE_NEAR then
      horse[#horse + 1] = enemy
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
  if #horse < 2 or foot <= FOOT_NEAR then return nil end
  for i, one in ipairs(horse) do
    for k = i + 1, #horse do
      local turn = geometry.turn(geometry.bearing(unit.base, one.base), geometry.bearing(unit.base, horse[k].base))
      if math.abs(turn) > 2 * army.ARC then
        return "square", ("%d squadrons may come at it from several sides"):format(#horse)
      end
    end
  end
end

--- The least chance of winning at which an assault is preferred to skirmishing, and how near a garrison must be.
local ASSAULTS <const>, GARRISON_NEAR <const> = 0.3, 700

--- One battalion of a formation wears a garrison down in skirmish order where an assault would fail, and no horse can
--- ride it down.
local function wants_to_skirmish(mind, unit, order, enemy, away)
  local may = unit.arm == "infantry" and unit.drill == "line" and order and obedience.ATTACKS[order.verb]
    and army.formed_foot(enemy) and away <= GARRISON_NEAR
  if not may or assault.terms(mind.view, unit.id, enemy.id).position == "none" then return nil end
  if #threats(mind, unit) > 0 then return nil end
  for _, other in mind.view:units(unit.side) do
    if other.formation == unit.formation and other.drill == "skirmish" and army.present(other) then return nil end
  end
  local p = odds.attack(mind, unit.id, enemy.id)
  if p >= ASSAULTS then return nil end
  return "skirmish", ("%s to take %s by assault: it is worn down first"):format(mind.words.percent(p),
    see.name(mind, enemy.id))
end

--- The formation a unit ought to be in, and why; nil: as it is.
local function wanted_drill(mind, unit, order)
  local enemy, away = nearest(mind, unit)
  if not enemy then return nil end
  if unit.drill == "square" then
    if #threats(mind, unit) > 0 then return nil end
    return "line", "no horse is near any more"
  end
  local drill, why = wants_square(mind, unit, order)
  if not drill then drill, why = wants_to_skirmish(mind, unit, order, enemy, away) end
  if drill then return drill, why end
  if unit.drill == "line" and order and order.verb == "attack" and away > COLUMN_FROM then
    return "column", ("%d mm to go"):format(away)
  elseif unit.drill == "column" and away < LINE_FROM then
    if may_assault(mind) and order and order.verb == "attack" then return nil end
    return "line", ("%s is %d mm away"):format(see.name(mind, enemy.id), away)
  elseif unit.drill == "dismounted" then
    return "mounted", "horse fights mounted"
  end
end

return { apart_mm = apart_mm, nearest = nearest, wanted = wanted_drill }
