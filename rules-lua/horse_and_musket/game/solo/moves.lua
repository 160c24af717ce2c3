-- 4.8: how a solo side's units come to where they want to stand: a plan is a list of { command, why, readings }, the
-- best first, with the values to be tried in order. No unit leaves its brigade's support but to take its own place.
--
-- An aim, where a unit wants to be, has why; one of target (an enemy, `stop` short of him), point (`stop` short of it),
-- heading and far, ahead (so far straight on), or none of these to stay; toward, a base, or facing, how it then looks.
-- back: to its own post, which needs no support; follows: so does going after another brigade.

local aims <const> = use "game/solo/aims"
local army <const> = use "game/army/units"
local charges <const> = use "game/solo/charges"
local chiefs <const> = use "game/solo/generals"
local forms <const> = use "game/solo/forms"
local guns <const> = use "game/solo/guns"
local room <const> = use "game/movement/room"
local see <const> = use "game/solo/view"
local shots <const> = use "game/solo/shots"
local ways <const> = use "game/solo/ways"

local M <const> = {}

--- The most that a unit turns for nothing, and so much off its front that it does not look elsewhere.
local FREE <const>, OFF <const> = deg(45), deg(30)
--- As much off is across its front: it cannot come there by one move.
local ACROSS <const> = deg(100)
--- Behind it as far as this, a place is fallen back to and not turned toward.
local BACK <const> = deg(25)

--- A turn on the spot toward whom or what it wants to face.
local function turn(mind, unit, aim, why)
  if aim.toward and shots.looks_well(mind, unit) then return nil end
  if unit.turned or unit.drill == "deployed" or unit.inside or not unit.drill then return nil end
  local wanted
  if aim.toward then
    wanted = mind:toward(unit.base, aim.toward)
  elseif aim.facing then
    wanted = geometry.turn(unit.base.facing, aim.facing)
  end
  if not wanted or math.abs(wanted) < OFF then return nil end
  local by = ways.room_for(mind, unit.id, math.max(-FREE, math.min(FREE, wanted)))
  if math.abs(by) < OFF // 2 then return nil end
  return { command = "turn", why = why or "to face the enemy", readings = { { by = by } } }
end

--- Back to a place behind: straight to the rear when it is there, else a turn to where the unit is to look.
local function fall_back(mind, unit, aim, angle, left)
  local um = math.min(left, mm(mind:ask("movement.allowance", mind.view:flagged({
    troop = unit.troop, formation = unit.drill, retrograde = true,
  }, unit, "movement")).move_mm))
  if math.abs(angle) < deg(180) - BACK or um < ways.LEAST then
    return { turn(mind, unit, { facing = unit.post.facing }) }
  end
  return { { command = "retire", why = aim.why, readings = { { distance = um }, { distance = um // 2 } } } }
end

--- Who cannot turn where he is goes straight on, else a little back, when there is room there.
local function out_of_the_way(mind, id, aim, unit, angle)
  local function still(base) return base == unit.base and 1 or 0 end
  local ahead = ways.ahead(mind, id, aim, 0, see.rate(mind, id) // 2, still)
  if ahead then return { ahead } end
  for _, back in ipairs { mm(25), mm(50) } do
    local there = tabletop.slid(unit.base, -back)
    local pivot = math.max(-FREE, math.min(FREE, angle))
    if room.swing(mind.view, id, there, pivot) >= math.abs(pivot) then
      return { { command = "retire", why = aim.why, readings = { { distance = back } } } }
    end
  end
  return {}
end

--- Toward a point, no nearer than `stop` to it, or to whom that point is the nearest of. Who has it far off his front
--- moves and turns as much as is free, or turns for his move.
local function go(mind, id, aim, point, left)
  local unit = mind.view:unit(id)
  local angle = mind:toward(unit.base, point)
  local off = math.abs(angle)
  if aim.back and off > FREE then return fall_back(mind, unit, aim, angle, left) end
  local most = unit.turned and 0 or FREE
  local pivot, um = mind:stride(unit.base, point, math.min(left, see.rate(mind, id)), most)
  local function away(base) return geometry.distance({ x = base.x, y = base.y }, point).distance end
  local options = {}
  if off <= ACROSS then options[1] = ways.ahead(mind, id, aim, pivot, um, away) end
  if off > FREE and not unit.turned then
    local by = ways.room_for(mind, id, angle)
    if math.abs(by) >= OFF then
      options[#options + 1] = { command = "turn", why = aim.why, readings = { { by = by } } }
    end
  end
  local first = options[1]
  if #options == 2 and first.readings[1].distance < see.rate(mind, id) // 4 then options = { options[2], first } end
  if #options == 0 and off > OFF and not aim.idle then return out_of_the_way(mind, id, aim, unit, angle) end
  return options
end

--- In a direction, alike with all of its brigade.
local function march_on(mind, id, aim)
  local unit = mind.view:unit(id)
  local most = unit.turned and 0 or FREE
  local pivot = math.max(-most, math.min(most, geometry.turn(unit.base.facing, aim.heading)))
  if math.abs(pivot) < ways.ALIGNED then pivot = 0 end
  local function behind(base) return -mind:along(aim.heading, base) end
  return { ways.ahead(mind, id, aim, pivot, math.min(aim.far, see.rate(mind, id)), behind) }
end

--- Who is cut off from his brigade and can do nothing better goes back to it.
local function rejoin(mind, id, brigade)
  local friend, um = mind:nearest(id, brigade.units)
  local unit, radius = mind.view:unit(id), mm(mind.rules.constant.support_radius)
  if not friend or um <= radius or see.shot(mind, id) then return nil end
  local base = mind.view:unit(friend).base
  if charges.supported(mind, id, unit.base) then return nil end
  local nearest = geometry.distance({ x = unit.base.x, y = unit.base.y }, base).to
  local aim = { follows = true, idle = true, why = "up to its brigade" }
  return go(mind, id, aim, { x = nearest.x, y = nearest.y }, um - radius // 2)
end

--- How what an aim wants is come by: commands, the best first.
local function options_for(mind, id, aim)
  local unit, options = mind.view:unit(id), {}
  if aim.target then
    local left = mind:gap(id, aim.target) - aim.stop
    local body = mind.view:unit(aim.target).base
    if left >= ways.LEAST then
      local nearest = geometry.distance({ x = unit.base.x, y = unit.base.y }, body).to
      options = go(mind, id, aim, { x = nearest.x, y = nearest.y }, left)
    end
  elseif aim.point then
    local _, far = tabletop.toward(unit.base, aim.point)
    if far - aim.stop >= ways.LEAST then options = go(mind, id, aim, aim.point, far - aim.stop) end
  elseif aim.heading then
    options = march_on(mind, id, aim)
  elseif aim.ahead then
    local facing = unit.base.facing
    local function behind(base) return -mind:along(facing, base) end
    options = { ways.ahead(mind, id, aim, 0, math.min(aim.ahead, see.rate(mind, id)), behind) }
  end
  options[#options + 1] = turn(mind, unit, aim)
  return options
end

--- Into a town or fieldworks that it could hold, or out of them to attack; empty for who stays in.
local function works(mind, id, unit, brigade, aim)
  if unit.inside then
    if brigade.stance ~= "aggressive" or not aim.toward then return {} end
    local bearing = geometry.bearing(unit.base, aim.toward)
    return { { command = "leave", why = aim.why, readings = { { facing = bearing }, {} } } }
  end
  if brigade.stance == "aggressive" then return nil end
  local area = aims.works(mind, id, brigade)
  local function fits(proposal) return proposal.area == area end
  return area and { { command = "enter", why = "to hold it", fits = fits } } or nil
end

--- Over a river that it stands at, when it wants to go on; out of one that it is in (4.2.7.2).
local function across(mind, id, unit, aim)
  if unit.river == "in" then
    local function behind(base) return -mind:along(unit.base.facing, base) end
    return { ways.ahead(mind, id, { follows = true, why = "out of the river" }, 0, see.rate(mind, id), behind) }
  end
  local toward = aim.point or aim.target and aim.toward
  local wanted = aim.heading and geometry.turn(unit.base.facing, aim.heading) or aim.ahead and 0
    or toward and mind:toward(unit.base, toward)
  local brigade = see.brigade_of(mind, id)
  local attacks = brigade.stance == "aggressive" or brigade.formation.counterattacks or aim.back
  if not wanted or math.abs(wanted) > FREE or not attacks then return options_for(mind, id, aim) end
  local function fits(proposal) return proposal.area == unit.river_area end
  return { { command = "enter", why = "across the river", fits = fits }, table.unpack(options_for(mind, id, aim)) }
end

--- May it still do something in this step?
local function can_act(unit)
  return unit.may_move and not unit.retired and not unit.charging and not unit.countercharging
    and (not unit.acted or unit.drill == "column" and not unit.marched and unit.acted == "move" and not unit.changed)
end

--- A unit that alone holds an objective stays there, and faces the enemy.
local function stay(mind, unit, anchor)
  local enemy, um = see.nearest_enemy(mind, unit.id)
  local near = enemy and um <= 2 * mm(mind.rules.tables.sticks("long", "length_mm"))
  local by = near and turn(mind, unit, { toward = mind.view:unit(enemy).base }, "it alone holds " .. anchor)
  return by and { by } or nil
end

--- What a unit is to do now, the best first; nil: it stays.
local function make_plan(mind, id)
  local unit = mind.view:unit(id)
  if not (unit.base and can_act(unit)) then return nil end
  local brigade = see.brigade_of(mind, id)
  if unit.arm == "artillery" then
    local option = guns.plan(mind, id, brigade)
    return option and { option }
  end
  if not army.fighter(unit) then return nil end
  local anchor = unit.river ~= "in" and aims.anchor(mind, id)
  if anchor then return stay(mind, unit, anchor) end
  local aim = aims.of(mind, id, brigade)
  if not aim and unit.river ~= "in" then return nil end
  if unit.river then return across(mind, id, unit, aim) end
  local plan = works(mind, id, unit, brigade, aim)
  if not plan then
    plan = options_for(mind, id, aim)
    local change = forms.plan(mind, id, unit, aim)
    if change then table.insert(plan, 1, change) end
  end
  if brigade.stance == "aggressive" then
    plan = shots.kept(mind, id, aim, plan)
    local first = plan[1]
    if not unit.inside and (not first or first.command == "turn") then plan = rejoin(mind, id, brigade) or plan end
    local objective = #plan == 0 and not see.shot(mind, id) and aims.objective(mind, id, see.rate(mind, id))
    if objective then plan = options_for(mind, id, objective) end
  end
  if unit.acted then
    local first = plan[1]
    if not first or first.command ~= "move" then return nil end
    first.command = "march"
  end
  return #plan > 0 and plan or nil
end

local function plan_of(mind, id)
  return mind:once("plan of " .. id, make_plan, mind, id)
end

--- What of an option's readings a proposal allows: one with a pivot where it has a range for that, else straight on.
local function readings_in(mind, proposal, option)
  local fields, pivots = {}, proposal.ranges and proposal.ranges.pivot ~= nil
  for _, one in ipairs(option.readings) do
    if not one.pivot or (one.pivot ~= 0) == pivots then
      local fitted = mind:fit(proposal, one)
      if not pivots then fitted.pivot = nil end
      if not fitted.distance or fitted.distance >= ways.LEAST then fields[#fields + 1] = fitted end
    end
  end
  local whole = not option.readings[1].pivot or (option.readings[1].pivot ~= 0) == pivots
  return fields, whole
end

--- Judges a proposal by the plan of its unit: what stands first there is wanted most.
function M.judge(mind, proposal)
  local plan = plan_of(mind, proposal.unit)
  for i, option in ipairs(plan or {}) do
    if option.command == proposal["do"] then
      local want = 1 / i
      if option.fits then return option.fits(proposal) and want or nil, option.why end
      local fields, whole = readings_in(mind, proposal, option)
      return #fields > 0 and (whole and want or want * 0.9) or nil, option.why, fields
    end
  end
end

--- Brigades have their turn one after another: the last of which somebody has moved or turned in this step.
local function brigade_under_way(mind, brigades)
  local at = 1
  for b, brigade in ipairs(brigades) do
    for _, id in ipairs(brigade.units) do
      local unit = mind.view:unit(id)
      if type(unit.acted) == "string" or unit.turned then at = b end
    end
  end
  return at
end

--- The units of a side in the order of their brigades, the foremost of each first; each with what it plans, so that
--- only that is asked for. The generals ride last.
---@return fun(): table?
function M.order(mind)
  local wanted = chiefs.wanted
  local brigades, list, u, generals = see.brigades(mind, mind.side), {}, 0, nil
  local b = brigade_under_way(mind, brigades) - 1
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
      if plan then
        local commands = {}
        for i, option in ipairs(plan) do commands[i] = option.command end
        return { of = id, commands = commands }
      end
      id = next_unit()
    end
    generals = generals or see.generals(mind)
    local general = table.remove(generals, 1)
    while general and not wanted(mind, general) do general = table.remove(generals, 1) end
    return general and { of = general, commands = { wanted(mind, general) } } or nil
  end
end

return M
