-- Whom a solo side fires at, and with how many at once: by what the die is likely to do to the target.

local cover <const>, see <const>, units <const> = use("game/fire/cover", "game/solo/view", "game/army/units")

local M <const> = {}

--- What an effect on guns is worth, in stands; and how many stands it takes of a brigade.
local EFFECTS <const> = { disordered = "fire_disorders", lose_1 = "fire_1", lose_2 = "fire_2", lose_3 = "fire_3" }
local STANDS <const> = { disordered = 0, lose_1 = 1, lose_2 = 2, lose_3 = 3 }

--- What an effect on an enemy is worth: of a brigade, that it is disordered and what its stands mean to it.
local function value_of(mind, id, enemy, effect)
  local known = units.disordered(enemy) or enemy.silenced
  if not units.brigade(enemy) then
    return (effect == "disordered" and known or not EFFECTS[effect]) and 0 or mind.weight[EFFECTS[effect]]
  end
  local lost = STANDS[effect]
  if not lost then return 0 end
  return (known and 0 or mind.weight.fire_disorders) + mind.weight.fire_stake * see.stake(mind, id, lost)
end

--- How much a hit on an enemy counts: on one who charges, or is charged, more; on one who fires at us, too.
local function worth(mind, id)
  local unit, value = mind.view:unit(id), 1
  if unit.charging then value = value * mind.weight.fire_at_charger end
  for other in mind.view:present(mind.side) do
    local charging = mind.view:unit(other).charging
    if charging and charging.target == id then return value * mind.weight.fire_at_charged end
  end
  local _, um = see.nearest(mind, id)
  if units.battery(unit) then return value * mind.weight[unit.silenced and "fire_at_silenced" or "fire_at_guns"] end
  if um and um <= mind.weight.fire_near then value = value * mind.weight.fire_at_near end
  return value
end

--- What so many points do to an enemy, on average.
local function effect(mind, proposal, points)
  local enemy = mind.view:unit(proposal.target)
  local args = cover.target_args(mind.view, proposal.units, proposal.target, proposal.passing)
  args.fire_points = points
  local sum = 0
  for _, one in ipairs(mind:outcomes("fire.resolve", args, "effect", proposal.units[1], proposal.target)) do
    sum = sum + one.p * value_of(mind, proposal.target, enemy, one.value)
  end
  return sum
end

--- Judges an act of fire that is offered, of one unit or of all who reach an enemy.
function M.fire(mind, proposal)
  if mind.view:told() then return 1 + (proposal.score or 0), proposal.text end
  local points = proposal.score // mind.rules.constant.fire_point_parts
  if points < 1 then return nil end
  local value = effect(mind, proposal, points) * worth(mind, proposal.target)
  if value < mind.weight.fire_least then return nil, "it would do nothing" end
  return 1 + value, mind:says("fire points at %s: %d", mind:name(proposal.target), points)
end

local function fired(unit) return unit.fired end

--- Units that may reach an enemy from where they stand, or whom one has passed; those last whom somebody has passed.
function M.order(mind)
  if mind.view:told() then return { false } end
  local ids, i = mind:in_turn(mind:standing(mind.side), fired), 0
  return function()
    while i < #ids do
      i = i + 1
      local id = ids[i]
      local unit = mind.view:unit(id)
      local um = not unit.fired and select(2, mind:nearest_enemy(id))
      local near = um and um <= see.reach(mind, unit) + mind.weight.fire_passing
      if near then return { of = id, commands = { "fire" } } end
    end
  end
end

return M
