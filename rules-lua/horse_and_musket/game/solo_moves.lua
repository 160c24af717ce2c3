-- 4.8: how a solo side's units come to where they want to stand: one plan a unit, { command, why, readings }, the values
-- to be tried in order; nil to stay as it is. No unit leaves the support of its brigade but to take its own place.

local aims <const> = use "game/solo_aims"
local army <const> = use "game/army"
local charges <const> = use "game/solo_charges"
local guns <const> = use "game/solo_guns"
local see <const> = use "game/solo_view"

local M <const> = {}

--- The most that a unit turns for nothing, and so much off its front that it does not look elsewhere.
local FREE <const>, OFF <const> = deg(45), deg(30)
--- Less than this is no move worth its dice.
local LEAST <const> = mm(5)
--- Behind it as far as this, a place is fallen back to and not turned toward.
local BACK <const> = deg(25)

--- A turn on the spot toward whom or what it wants to face.
local function turn(mind, unit, aim)
  if unit.turned or unit.drill == "deployed" or unit.inside or not unit.drill then return nil end
  local wanted
  if aim.toward then
    wanted = mind:toward(unit.base, aim.toward)
  elseif aim.facing then
    wanted = geometry.turn(unit.base.facing, aim.facing)
  end
  if not wanted or math.abs(wanted) < OFF then return nil end
  local by = math.max(-FREE, math.min(FREE, wanted))
  return { command = "turn", why = "to face the enemy", readings = { { by = by }, { by = by // 2 } } }
end

local PARTS <const> = { 4, 3, 2, 1 }

--- Moves ahead after a pivot, as far as there is support at the end; then shorter ones, then straight on.
local function move(mind, id, aim, pivot, um, free_of_support)
  local unit, readings = mind.view:unit(id), {}
  local function add(turned, far)
    if far < LEAST then return end
    local base = tabletop.slid(turned == 0 and unit.base or tabletop.turned(unit.base, turned), far)
    if free_of_support or charges.supported(mind, id, base) then
      readings[#readings + 1] = { pivot = turned, distance = far }
    end
  end
  for _, part in ipairs(PARTS) do add(pivot, um * part // 4) end
  if pivot ~= 0 and math.abs(pivot) < FREE then
    add(0, um)
    add(0, um // 2)
  end
  if #readings == 0 then return nil end
  return { command = "move", why = aim.why, readings = readings }
end

--- Toward a point, no nearer than `stop` to it, or to whom that point is the nearest of.
local function go(mind, id, aim, point, left)
  local unit = mind.view:unit(id)
  local angle = mind:toward(unit.base, point)
  if aim.back and math.abs(angle) > FREE then
    local um = math.min(left, mm(mind:ask("movement.allowance", {
      troop = unit.troop, formation = unit.drill, retrograde = true,
    }).move_mm))
    if math.abs(angle) < deg(180) - BACK or um < LEAST then return turn(mind, unit, { facing = unit.post.facing }) end
    return { command = "retire", why = aim.why, readings = { { distance = um }, { distance = um // 2 } } }
  end
  if math.abs(angle) > FREE and not unit.turned then
    return { command = "turn", why = aim.why, readings = { { by = angle }, { by = math.max(-FREE, math.min(FREE, angle)) } } }
  end
  local most = unit.turned and 0 or FREE
  local pivot, um = mind:stride(unit.base, point, math.min(left, see.rate(mind, id)), most)
  return move(mind, id, aim, pivot, um, aim.back or aim.follows)
end

--- How what an aim wants is come by.
local function plan_for(mind, id, aim)
  local unit = mind.view:unit(id)
  if aim.target then
    local left = mind:gap(id, aim.target) - aim.stop
    if left < LEAST then return turn(mind, unit, aim) end
    local body = mind.view:unit(aim.target).base
    local nearest = geometry.distance({ x = unit.base.x, y = unit.base.y }, body).to
    return go(mind, id, aim, { x = nearest.x, y = nearest.y }, left) or turn(mind, unit, aim)
  elseif aim.point then
    local _, far = tabletop.toward(unit.base, aim.point)
    if far - aim.stop < LEAST then return turn(mind, unit, aim) end
    return go(mind, id, aim, aim.point, far - aim.stop)
  elseif aim.ahead then
    return move(mind, id, aim, 0, math.min(aim.ahead, see.rate(mind, id)))
  end
  return turn(mind, unit, aim)
end

--- Where a unit of that brigade wants to be.
local function aim_of(mind, id, brigade)
  local formation = brigade.formation
  local sought = formation.seeks and aims.seek(mind, id)
  if sought then return sought end
  if brigade.stance == "aggressive" then
    if formation.place == "reserve" then return aims.behind_attackers(mind, id) end
    return aims.attack(mind, id)
  end
  if brigade.stance == "cautious" and formation.place ~= "reserve" then return aims.level(mind, id) end
  return aims.hold(mind, id, mm(mind.rules.tables.sticks("short", "length_mm")))
end

--- Does a unit want to fight in line now?
local function near_enough_to_form(mind, id)
  local _, um = see.nearest_enemy(mind, id)
  local long = mm(mind.rules.tables.sticks("long", "length_mm"))
  return um and um <= 2 * see.rate(mind, id) + long
end

--- A column forms line where the enemy is near, or where it is to stay.
local function form(mind, id, unit, aim)
  if unit.drill ~= "column" or unit.changed then return nil end
  if near_enough_to_form(mind, id) or not (aim.target or aim.point or aim.ahead) then
    local usual = mind.rules.tables.units(unit.troop, "default_formation")
    return { command = "change_formation", why = "the enemy is near", fits = function(proposal) return proposal.to == usual end }
  end
end

--- Into a town or fieldworks that it could hold, or out of them to attack.
local function works(mind, id, unit, brigade, aim)
  if unit.inside then
    if brigade.stance ~= "aggressive" or not aim.target then return nil, true end
    local bearing = geometry.bearing(unit.base, mind.view:unit(aim.target).base)
    return { command = "leave", why = aim.why, readings = { { facing = bearing }, {} } }, true
  end
  if brigade.stance == "aggressive" then return nil end
  local cautious = brigade.stance == "cautious"
  local within = cautious and see.rate(mind, id) or mm(mind.rules.tables.sticks("short", "length_mm"))
  local area = aims.works_near(mind, id, within)
  return area and { command = "enter", why = "to hold it", fits = function(proposal) return proposal.area == area end }
end

--- May it still do something in this step?
local function can_act(unit)
  return unit.may_move and not unit.retired and not unit.charging and not unit.countercharging
    and (not unit.acted or unit.drill == "column" and not unit.marched and unit.acted == "move" and not unit.changed)
end

--- What a unit is to do now; nil: it stays.
local function make_plan(mind, id)
  local unit = mind.view:unit(id)
  if not (unit.base and can_act(unit)) then return nil end
  local brigade = see.brigade_of(mind, id)
  if unit.arm == "artillery" then return guns.plan(mind, id, brigade) end
  if not army.fighter(unit) then return nil end
  if unit.river then return { command = "move", why = "across the river", readings = { { distance = see.rate(mind, id) } } } end
  local aim = aim_of(mind, id, brigade)
  if not aim then return nil end
  local plan, settled = works(mind, id, unit, brigade, aim)
  if plan or settled then return plan end
  plan = form(mind, id, unit, aim) or plan_for(mind, id, aim)
  if plan and unit.acted then
    if plan.command ~= "move" then return nil end
    plan.command = "march"
  end
  return plan
end

local function plan_of(mind, id)
  return mind:once("plan of " .. id, make_plan, mind, id)
end

--- Judges a proposal by the plan of its unit.
function M.judge(mind, proposal)
  local plan = plan_of(mind, proposal.unit)
  if not plan or plan.command ~= proposal["do"] then return nil end
  if plan.fits then return plan.fits(proposal) and 1 or nil, plan.why end
  local first, ranges = plan.readings[1], proposal.ranges or {}
  local pivots = ranges.pivot ~= nil
  if first.pivot and (first.pivot ~= 0) ~= pivots then
    if pivots then return nil end
    -- the way straight on is offered too: what of the plan goes straight on
    local straight = {}
    for _, one in ipairs(plan.readings) do
      if one.pivot == 0 then straight[#straight + 1] = mind:fit(proposal, { distance = one.distance }) end
    end
    return #straight > 0 and 0.5 or nil, plan.why, straight
  end
  local fields = {}
  for i, one in ipairs(plan.readings) do
    fields[i] = mind:fit(proposal, one)
    if not pivots then fields[i].pivot = nil end
  end
  return 1, plan.why, fields
end

--- The units of a side in the order of their brigades, the foremost of each first; each with what it plans, so that only
--- that is asked for. The generals ride last.
---@return fun(): table?
function M.order(mind)
  local brigades, b, list, u, generals = see.brigades(mind, mind.side), 0, {}, 0, nil
  local function next_unit()
    while u >= #list do
      b = b + 1
      if not brigades[b] then return nil end
      list, u = {}, 0
      local away = {}
      for i, id in ipairs(brigades[b].units) do
        local _, um = see.nearest_enemy(mind, id)
        list[i], away[id] = id, { um or 0, i }
      end
      table.sort(list, function(one, other)
        local here, there = away[one], away[other]
        return here[1] < there[1] or here[1] == there[1] and here[2] < there[2]
      end)
    end
    u = u + 1
    return list[u]
  end
  return function()
    local id = not generals and next_unit()
    while id do
      local plan = plan_of(mind, id)
      if plan then return { of = id, commands = { plan.command } } end
      id = next_unit()
    end
    generals = generals or see.generals(mind)
    local general = table.remove(generals, 1)
    return general and { of = general, commands = { "attach_general" } } or nil
  end
end

return M
