-- What a solo commander knows of stands: how far they fire and charge, what a place costs under fire, and what its side
-- has lost. It counts the enemies that its side sees.

local aim <const>, army <const>, charges <const> = use("game/fire/aim", "game/army/units", "game/combat/charges")
local morale <const>, rolls <const> = use("game/army/morale", "game/movement/rolls")
local terrain <const>, victory <const> = use("game/movement/terrain", "game/army/victory")

local M <const> = {}

--- Is a formation led as regulars are?
function M.drilled(view, id) return view:formation(id).kind == "regular" end

--- Does a stand go hand to hand of its own will?
function M.fighter(unit) return charges.charger(unit) and tabletop.present(unit) end

function M.engaged(mind, id) return mind:once_for("engaged", id, function() return mind.view:engaged(id) end) end

--- Is it under the halt rule?
function M.halted(mind, unit) return morale.under_halt(mind.view, unit) ~= nil end

--- How far a stand fires, in micrometres; nil for one that does not.
function M.reach(mind, id)
  local unit = mind.view:unit(id)
  local fires = unit.figures > 0 and (unit.arm ~= "mounted" or unit.native_mounted)
  return fires and mind:known(("reach %s %s %s"):format(unit.arm, aim.weapon(unit), unit.ordnance), function()
    local reach = aim.reach(mind.view, unit)
    return reach and mm(reach) or false
  end) or nil
end

--- How far it goes on average when it charges over good ground, in micrometres; 0 for those who do not.
function M.charge_reach(mind, id)
  return mind:once_for("charge reach", id, function()
    local unit = mind.view:unit(id)
    if not M.fighter(unit) or unit.disordered or unit.halted then return 0 end
    local args = rolls.args(mind.view, id, { charging = true })
    return mm(math.floor(mind:odds("movement.roll", args, "distance_mm", id):mean()))
  end)
end

-- ---- fire -----------------------------------------------------------------------------------------------------------

--- Figures that guns, machine guns and snipers hit, about.
local CREWED <const> = { gun = 0.8, machine_gun = 1.8, sniper = 0.3 }

--- The figures that a stand hits in a turn, on average: by the odds of its small arms.
local function hits(mind, id, um, cover)
  local unit = mind.view:unit(id)
  if CREWED[unit.arm] then return CREWED[unit.arm] end
  local skirmishes = unit.drill == "skirmish"
  local args = mind.view:question("fire.small_arms", id, {
    cover = cover, mounted = unit.arm == "mounted" and "halted" or nil, full_figures = army.full(mind.view, unit),
    formation = skirmishes and "skirmish" or nil, vrf = unit.kind == "regular" and not skirmishes or nil,
    range_mm = um // mm(1),
  })
  if mind.rules.fault("fire.small_arms", args) then return 0 end
  return (mind:odds("fire.small_arms", args, "hits", id):mean())
end

--- The figures that a stand hits in a turn, on average, of the one of some enemies that it hits best.
function M.best_shot(mind, id, enemies)
  local reach, most = M.reach(mind, id), 0
  for _, enemy in ipairs(reach and not M.engaged(mind, id) and enemies or {}) do
    local um = mind:gap(id, enemy)
    if um <= reach then most = math.max(most, hits(mind, id, um, "none")) end
  end
  return most
end

--- The cover of a base where it stands; with `rough`, ground into which no horse charges is some.
function M.cover_at(mind, base, rough)
  for _, area in ipairs(mind.view:under(base)) do
    local node = mind.state.areas[area]
    local cover = terrain.of(mind.rules, node, "cover")
    if cover ~= "none" then return cover end
    if rough and terrain.of(mind.rules, node, "going") ~= "open" then return "soft" end
  end
  return "none"
end

--- Could warriors of the enemy lie in wait: is one of them seen, or nobody at all?
function M.may_lie(mind)
  return mind:once("may lie", function()
    local seen = mind:enemies()
    return #seen == 0 or lists.find(seen, function(id) return mind.view:unit(id).kind ~= "regular" end) ~= nil
  end) ~= nil
end

--- Does nobody of its side stand in an area?
local function unsearched(mind, area) return #mind:standing_in(area, mind.side) == 0 end

--- Is ground with cover, where nobody of its side is, so near to a base?
function M.near_cover(mind, base, room)
  local about = tabletop.turned(base, 0)
  about.width, about.depth = base.width + 2 * room, base.depth + 2 * room
  return lists.find(mind.view:under(about), function(area)
    return terrain.of(mind.rules, mind.state.areas[area], "cover") ~= "none" and unsearched(mind, area)
  end) ~= nil
end

--- Does a base touch ground that disorders those who go there in close order?
function M.rough_at(mind, base)
  return lists.find(mind.view:under(base), function(area)
    return terrain.of(mind.rules, mind.state.areas[area], "going") ~= "open"
  end) ~= nil
end

--- Does a base go over such ground on a straight way to a point?
function M.rough_way(mind, base, point)
  local here = { x = base.x, y = base.y }
  local bearing, far = geometry.bearing(here, point), geometry.distance(here, point).distance
  for um = mm(40), far + mm(39), mm(40) do
    if M.rough_at(mind, tabletop.base_at(base, geometry.step(here, bearing, math.min(um, far)))) then return true end
  end
  return false
end

local EYES <const> = { eye = 1000, mark = 1000 }

--- Ground that may hide a place: all but what it is in.
local function hiding(mind, base) return { kind = "ground", except = mind.view:under(base) } end

--- Does ground hide a place from an enemy? That is dead ground.
local function dead(mind, base, enemy)
  local filter = mind:once_for("hiding ground", base, hiding)
  return not mind.view:field():sight(enemy.base, base, EYES, filter).yes
end

--- The figures that an enemy's fire may cost on a base in a turn, so far from him.
function M.fire_on(mind, id, base, um, cover)
  local enemy, reach = mind.view:unit(id), M.reach(mind, id)
  if not reach or um > reach or M.engaged(mind, id) or dead(mind, base, enemy) then return 0 end
  local aside = math.abs((mind:toward(enemy.base, base))) > deg(45)
  return hits(mind, id, um, cover or M.cover_at(mind, base)) * (aside and 0.2 or 0.5)
end

--- Is a stand of use hand to hand alone? Then ground that disorders it takes all its use.
function M.hand_to_hand(mind, id) return M.fighter(mind.view:unit(id)) and (M.reach(mind, id) or 0) < mm(150) end

--- The figures that fire may cost a stand in a turn where it is: none while nobody sees it.
function M.danger_to(mind, id)
  local unit = mind.view:unit(id)
  return unit.hidden and 0 or M.danger(mind, unit.base)
end

--- The figures that the enemy's fire may cost on a base in a turn.
function M.danger(mind, base)
  local sum, cover = 0, M.cover_at(mind, base)
  for _, id in ipairs(mind:enemies()) do
    sum = sum + M.fire_on(mind, id, base, mind:apart(base, mind.view:unit(id).base), cover)
  end
  return sum
end

--- The nearest enemy who is not hand to hand: at him one can fire, and go; else the nearest of all.
---@return string? enemy
---@return integer? um
function M.free_enemy(mind, id)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if not M.engaged(mind, other) then return other, um end
  end
  return mind:nearest_enemy(id)
end

--- Is a stand under fire, hand to hand, or about to charge?
function M.at_risk(mind, id)
  local _, um = mind:nearest_enemy(id)
  if M.engaged(mind, id) or um and um <= M.charge_reach(mind, id) then return true end
  return M.danger(mind, mind.view:unit(id).base) > 0
end

--- Does a stand see an enemy from where it is?
function M.sees(mind, id, enemy)
  return mind:once("sees " .. id .. " " .. enemy, function() return aim.sees(mind.view, id, enemy) end)
end

--- Would a stand see an enemy from there, over the ground?
function M.sees_from(mind, base, enemy) return not dead(mind, base, mind.view:unit(enemy)) end

--- Is there an enemy at whom a stand can fire from where it is?
function M.shot(mind, id)
  local unit, reach = mind.view:unit(id), M.reach(mind, id)
  for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
    if not reach or um > reach then return false end
    local off = math.abs((mind:toward(unit.base, mind.view:unit(other).base)))
    local bears = unit.drill == "skirmish" or off <= mind.weight.off_mark
    if bears and not M.engaged(mind, other) and M.sees(mind, id, other) then return true end
  end
  return false
end

--- What a plan is reckoned by (limber.solo.tasks).
M.measures = {
  strength = function(mind, unit)
    if not army.counts(unit) then return 0 end
    if army.crewed(unit) then return mind.weight.plan_guns end
    return unit.figures * mind.weight.plan_figure * mind.rules.tables.classes(unit.class, "rank")
      * (unit.halted and 0.5 or 1)
  end,
  rides = function(unit) return unit.arm == "mounted" end,
  fights = function(unit) return army.troops(unit) end,
}

-- ---- enemies near, and losses ---------------------------------------------------------------------------------------

--- Enemies who could charge a stand about now, and how many of them ride.
---@return string[] ids
---@return integer mounted
---@param wary boolean? those count too who are half as far again: they may yet come
function M.chargers(mind, id, wary)
  local found = mind:once_for(wary and "wary" or "chargers", id, function()
    local list = { mounted = 0 }
    for other, um in mind:by_distance(id, mind.view:other(mind.side)) do
      local reach = M.charge_reach(mind, other)
      if um <= (wary and reach * 3 // 2 or reach) and not M.engaged(mind, other) then
        list[#list + 1] = other
        if mind.view:unit(other).arm == "mounted" then list.mounted = list.mounted + 1 end
      end
    end
    return list
  end)
  return found, found.mounted
end

--- How far from the enemy warriors wait: outside the fire of his foot.
function M.line(mind)
  return mind:once("line", function()
    local most = 0
    for _, id in ipairs(mind:there(mind.view:other(mind.side))) do
      if mind.view:unit(id).arm ~= "gun" then most = math.max(most, M.reach(mind, id) or 0) end
    end
    return math.max(mm(200), math.min(most, mm(500)) + mind.weight.outside)
  end)
end

--- What part of its stands a side has lost; a halted one counts half.
local function lost(mind, side)
  return mind:lost_part(side, function(unit)
    if not army.counts(unit) or unit.status == "off_table" then return nil end
    return unit.status == "gone" and 1 or unit.halted and 0.5 or 0
  end)
end

--- Has a side of warriors had enough: has it lost so much, and more than the enemy?
function M.had_enough(mind)
  return mind:once("had enough", function()
    if mind.state.sides[mind.side].failed then return true end
    local own = lost(mind, mind.side)
    return own >= mind.weight.home_losses and lost(mind, mind.view:other(mind.side)) < own
  end)
end

--- Is a side ahead, so that it wins if no more happens?
function M.leads(mind)
  return mind:once("leads", function()
    local view, other = mind.view, mind.view:other(mind.side)
    local function points(side) return victory.points(view, side) + (view:objectives(side)) end
    return mind.state.last_turn ~= nil and not view:told() and points(mind.side) > points(other)
  end) ~= nil
end

--- Has a side only to keep what it holds: by its task, or because it is ahead?
function M.holds(mind)
  local mission = mind.mission
  if M.leads(mind) then return true end
  return mission ~= nil and (mission.kind == "hold" or mission.kind == "delay") and not mission.presses
end

--- Does a stand lie in wait? Not when its fellows beside it have risen, when it is time to act, or when nobody has come
--- for so long. It waits on while its side is ahead; while its side has only to hold, it waits on for enemies near.
function M.lies(mind, id)
  local unit = mind.view:unit(id)
  if not unit.hidden or mind.mission and mind.mission.presses then return false end
  local friend = lists.find(army.group_units(mind.view, unit.formation), function(other)
    return not mind.view:unit(other).hidden and (mind:gap(id, other) or metre(9)) <= mind.weight.rises_with
  end)
  if friend or mind.state.turn < mind.weight.lies_until then return not friend end
  if M.leads(mind) then return true end
  local _, um = mind:nearest_enemy(id)
  return M.holds(mind) and um ~= nil and um <= M.charge_reach(mind, id)
end

--- Does a stand leave the field: one of warriors who have had enough?
function M.leaving(mind, id)
  local formation = mind.view:unit(id).formation
  return formation ~= nil and not M.drilled(mind.view, formation) and M.had_enough(mind)
end

--- Are the warriors of a side massed, or those of a group: do so many of them stand near the enemy, or fight already?
--- Their patience has an end.
---@param group string?
function M.massed(mind, group)
  return mind:once("massed " .. (group or ""), function()
    local near, all, line = 0, 0, group and 0 or M.line(mind) + mind.weight.slack
    for id, unit in mind.view:present(mind.side) do
      local counts = unit.formation == (group or unit.formation) and M.fighter(unit)
      if counts and not M.drilled(mind.view, unit.formation) then
        local _, um = mind:nearest_enemy(id)
        local is_near = um and um <= math.max(line, M.charge_reach(mind, id))
        all, near = all + 1, near + (M.engaged(mind, id) and 2 or is_near and 1 or 0)
      end
    end
    return near >= all * mind.weight.massed * math.max(0, 1 - mind.state.turn / mind.weight.patience)
  end)
end

return M
