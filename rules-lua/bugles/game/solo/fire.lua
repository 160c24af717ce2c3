-- Whom a solo commander fires at: by the figures that a shot hits, by its odds, and what they are worth.

local army <const>, fire <const>, see <const> = use("game/army/units", "game/fire/fire", "game/solo/view")

local M <const> = {}

--- What a figure of an enemy is worth: guns and leaders more, and one that would halt or break a stand.
local function worth(mind, id, hits)
  local unit = mind.view:unit(id)
  local value = army.crewed(unit) and 1.5 or unit.arm == "mounted" and 1.6 or unit.arm == "wagon" and 0.4 or 1
  if unit.kind == "regular" then value = value * 1.2 end
  if 2 * hits >= unit.figures then value = value * 1.3 end
  if unit.halted then value = value * 0.7 end
  local own, um = mind:nearest(id, mind:standing(mind.side))
  if own and um <= see.charge_reach(mind, id) then value = value * 1.4 end
  return value
end

--- The figures that a shot takes, on average: a gun's hits count no further than there are figures to be hit, those of
--- a machine gun that shares its dice on all its targets.
local function figures_hit(mind, shot)
  local most, sum = nil, 0
  for _, id in ipairs(army.crewed(mind.view:unit(shot.id)) and (shot.how.targets or { shot.target }) or {}) do
    most = (most or 0) + (mind.view:unit(id).figures or 1)
  end
  for _, one in ipairs(mind:outcomes(shot.procedure, shot.args, "hits", shot.id, shot.target)) do
    sum = sum + one.p * math.min(one.value, most or one.value)
  end
  return sum
end

--- A shot that is offered; in return fire, and in its own.
local function shot(phase)
  return function(mind, proposal)
    if mind.view:told() then return 1 + (proposal.score or 0), proposal.text end
    local unit = mind.view:unit(proposal.unit)
    if unit.hidden and see.fighter(unit) and unit.kind == "war_band" then return nil, "it lies in ambush" end
    local fault, found = fire.plan(mind.view, proposal, phase)
    if fault then return nil end
    local one = found[1]
    local mean = figures_hit(mind, one)
    local function why() return ("on average %.1f figures of %s"):format(mean, mind:name(proposal.target)) end
    if mean < 0.05 then return nil, why end
    return 1 + mean * worth(mind, one.target, mean), why
  end
end

M.fire, M.return_fire = shot "own", shot "return"

--- Stands that could fire, guns first; those before the last that fired have been thought of.
function M.order(command)
  return function(mind)
    local ids, guns, extra = {}, {}, mind.view.rules.option.defensive_fire_is_extra
    for id, unit in mind.view:present(mind.side) do
      local reach = not unit.fired and (extra or not unit.fired_defensively) and see.reach(mind, id)
      local _, um = nil, 0
      if reach and not mind.view:told() then _, um = mind:nearest_enemy(id) end
      if reach and um and um <= reach then
        local list = army.crewed(unit) and guns or ids
        list[#list + 1] = { of = id, commands = { unit.arm == "sniper" and "snipe" or command } }
      end
    end
    return table.move(ids, 1, #ids, #guns + 1, guns)
  end
end

return M
