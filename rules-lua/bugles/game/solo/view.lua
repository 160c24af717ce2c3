-- What a solo commander knows of stands: how far they fire and charge, what a place costs under fire, and what its side
-- has lost. It counts the enemies whom its side sees.

local aim <const> = use "game/fire/aim"
local army <const> = use "game/army/units"
local charge_way <const> = use "game/combat/charge_way"
local charges <const> = use "game/combat/charges"
local contact <const> = use "game/combat/contact"
local terrain <const> = use "game/movement/terrain"

local M <const> = {}

--- Is a formation led as regulars are?
function M.drilled(view, id) return view:formation(id).kind == "regular" end

--- Does a stand go hand to hand of its own will?
function M.fighter(unit) return charges.charger(unit) and tabletop.present(unit) end

--- May it go no nearer to the enemy: is it fit to attack?
function M.engaged(mind, id)
  return mind:once_for("engaged", id, function() return contact.engaged(mind.view, id) end)
end

--- How far a stand fires, in micrometres; nil for one that fires little.
function M.reach(mind, id)
  local unit = mind.view:unit(id)
  local key = ("reach %s %s"):format(unit.arm, aim.weapon(unit))
  local fires = unit.figures > 0 and (unit.arm ~= "mounted" or unit.native_mounted)
  return fires and mind:known(key .. (unit.ordnance or ""), function()
    local reach = aim.reach(mind.view, unit)
    return reach and mm(reach) or false
  end) or nil
end

--- How far it goes on average when it charges over good ground, in micrometres; 0 for those who do not.
function M.charge_reach(mind, id)
  return mind:once_for("charge reach", id, function()
    local unit = mind.view:unit(id)
    if not M.fighter(unit) or unit.disordered or unit.halted then return 0 end
    local args = charge_way.roll(mind.view, id, {})
    return mm(math.floor(mind:odds("movement.roll", args, "distance_mm", id):mean()))
  end)
end

-- ---- fire -----------------------------------------------------------------------------------------------------------

--- Figures that a gun or machine gun hits, about.
local CREWED <const> = { gun = 0.8, machine_gun = 1.8 }

--- The figures that a stand hits in its own fire, on average: by the odds of its small arms.
local function hits(mind, id, um, cover)
  local unit = mind.view:unit(id)
  if CREWED[unit.arm] then return CREWED[unit.arm] end
  if unit.arm == "sniper" then return 0.3 end
  local mounted = unit.arm == "mounted"
  local args = mind.view:described({
    kind = unit.kind, class = unit.class, weapon = unit.weapon, loading = unit.loading,
    mounted = mounted and "halted" or nil,
    full_figures = army.full(unit), figures = unit.figures, formation = unit.drill == "skirmish" and "skirmish" or nil,
    vrf = unit.kind == "regular" and unit.drill ~= "skirmish" or nil, skilled = unit.skilled, cover = cover,
    range_mm = um // mm(1),
  }, unit, "fire.small_arms")
  if mind.rules.fault("fire.small_arms", args) then return 0 end
  return mind:odds("fire.small_arms", args, "hits", id):mean()
end

--- The cover that a base would have where it stands.
function M.cover_at(mind, base)
  for _, area in ipairs(mind.view:under(base)) do
    local cover = terrain.of(mind.rules, mind.state.areas[area], "cover")
    if cover ~= "none" then return cover end
  end
  return "none"
end

local EYES <const> = { eye = 1000, mark = 1000 }

--- Does ground hide a place from an enemy? That is dead ground.
local function dead(mind, base, enemy)
  local view = mind.view
  local under = view:under(base)
  return not view:field():sight(enemy.base, base, EYES, { kind = "ground", except = under }).yes
end

--- The figures that the enemy's fire may cost on a base in a turn.
function M.danger(mind, base)
  local sum, cover = 0, M.cover_at(mind, base)
  for _, id in ipairs(mind:enemies()) do
    local enemy, reach = mind.view:unit(id), M.reach(mind, id)
    local um = reach and mind:apart(base, enemy.base)
    if reach and um <= reach and not M.engaged(mind, id) and not dead(mind, base, enemy) then
      local aside = math.abs((mind:toward(enemy.base, base))) > deg(45)
      sum = sum + hits(mind, id, um, cover) * (aside and 0.4 or 1) / 2
    end
  end
  return sum
end

--- The enemy that small arms, or guns, can fire at from where a stand is, the nearest; how far off it is.
function M.shot(mind, id)
  local unit, reach = mind.view:unit(id), M.reach(mind, id)
  if not reach or not unit.base then return nil end
  local round = unit.drill == "skirmish"
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um > reach then return nil end
    local off = math.abs((mind:toward(unit.base, mind.view:unit(other).base)))
    if (round or off <= mind.weight.off_mark) and not M.engaged(mind, other) then return other, um end
  end
end

-- ---- enemies near, and losses ---------------------------------------------------------------------------------------

--- Enemies who could charge a stand about now, and how many of them ride.
---@return string[] ids
---@return integer mounted
function M.chargers(mind, id)
  local found, mounted = {}, 0
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if um <= M.charge_reach(mind, other) and not M.engaged(mind, other) then
      found[#found + 1] = other
      mounted = mounted + (mind.view:unit(other).arm == "mounted" and 1 or 0)
    end
  end
  return found, mounted
end

--- How far the farthest of the enemy's foot and guns fire, up to what warriors can wait for.
function M.enemy_reach(mind)
  return mind:once("enemy reach", function()
    local most = 0
    for _, id in ipairs(mind:enemies()) do
      if mind.view:unit(id).arm ~= "gun" then most = math.max(most, M.reach(mind, id) or 0) end
    end
    return math.min(most, mm(500))
  end)
end

--- How far from the enemy warriors wait: outside his fire.
function M.line(mind) return math.max(M.enemy_reach(mind) + mind.weight.outside, mm(200)) end

--- What part of its stands a side has lost, or has halted.
function M.lost(mind, side)
  return mind:once("lost " .. side, function()
    local gone, all = 0, 0
    for _, unit in mind.view:units(side) do
      if army.counts(unit) and unit.status ~= "off_table" then
        all = all + 1
        gone = gone + (unit.status == "gone" and 1 or unit.halted and 0.5 or 0)
      end
    end
    return all > 0 and gone / all or 0
  end)
end

--- Has a side of warriors had enough: has it lost so much, and more than the enemy?
function M.had_enough(mind)
  return mind:once("had enough", function()
    if mind.state.sides[mind.side].failed then return true end
    local lost, theirs = M.lost(mind, mind.side), M.lost(mind, mind.view:other(mind.side))
    return lost >= mind.weight.home_losses and theirs < lost
  end)
end

--- Does a stand leave the field: one of warriors who have had enough?
function M.leaving(mind, id)
  local formation = mind.view:unit(id).formation
  return formation ~= nil and not M.drilled(mind.view, formation) and M.had_enough(mind)
end

--- Are a side's warriors massed: do so many of them stand near the enemy, or fight already? Their patience has an end.
function M.massed(mind)
  return mind:once("massed", function()
    local near, all = 0, 0
    for id, unit in mind.view:present(mind.side) do
      if M.fighter(unit) and not unit.hidden and not M.drilled(mind.view, unit.formation) then
        local _, um = mind:nearest_enemy(id)
        local line = math.max(M.line(mind) + mind.weight.slack, M.charge_reach(mind, id))
        all, near = all + 1, near + (M.engaged(mind, id) and 2 or um and um <= line and 1 or 0)
      end
    end
    local needed = mind.weight.massed * math.max(0, 1 - mind.state.turn / mind.weight.patience)
    return all > 0 and near / all >= needed
  end)
end

return M
