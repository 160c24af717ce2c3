-- 4.8: a solo side's generals: whom they rally, where they ride, and which half of their units may move.

local army <const> = use "game/army/units"
local rally <const> = use "game/command/rally"
local see <const> = use "game/solo/view"

local M <const> = {}

--- The brigades a general commands; the commanding officer's also when he commands none.
local function units_under(mind, id)
  local list = {}
  for _, brigade in ipairs(mind:bodies(mind.side)) do
    if brigade.formation.commander == id then table.move(brigade.units, 1, #brigade.units, #list + 1, list) end
  end
  return list
end

--- Could a unit charge the enemy nearest to it this turn?
local function can_charge(mind, id)
  local enemy, um = mind:nearest_enemy(id)
  return enemy and army.fighter(mind.view:unit(id)) and um <= see.rate(mind, id)
    and see.could_charge(mind, id, enemy, "front")
end

--- Could any of these (aggressive brigades rally only when none can)?
local function charge_possible(mind, ids)
  for _, id in ipairs(ids) do
    if can_charge(mind, id) then return true end
  end
  return false
end

--- Whom a general would rally: the unit with most hits that may be, of his own brigade, or for the officer of any.
local function patient(mind, id)
  return mind:once("patient of " .. id, function()
    local general, view = mind.view:leader(id), mind.view
    if general.rallied or not general.base then return nil end
    local ids = units_under(mind, id)
    if #ids == 0 then ids = mind:standing(mind.side) end
    local stance = ids[1] and mind:body_of(ids[1]).stance
    if stance == "aggressive" and charge_possible(mind, ids) then return nil end
    local floor, reach = mind.rules.constant.rally_floor, mm(mind.rules.constant.general_rally_move)
    local best, most
    for _, unit_id in ipairs(ids) do
      local unit = view:unit(unit_id)
      local worse = unit.hits > floor and not unit.rallied and (not most or unit.hits > most)
      local near = worse and (general.with == unit_id
        or not general.moved and mind:apart(general.base, unit.base) <= reach)
      if near and not rally.threat(view, unit_id) then best, most = unit_id, unit.hits end
    end
    return best
  end)
end

--- In the rally step a general rides to the unit with most hits, and rallies it.
function M.rally(mind, proposal)
  if proposal.unit ~= patient(mind, proposal.commander) then return nil end
  return 2, function()
    return ("%s has most hits, %d"):format(mind:name(proposal.unit), mind.view:unit(proposal.unit).hits)
  end
end

--- How many of some units a figure commands from a place.
local function commanded(mind, ids, base)
  local radius, n = mm(mind.rules.constant.command_radius), 0
  for _, id in ipairs(ids) do
    if mind:apart(base, mind.view:unit(id).base) <= radius then n = n + 1 end
  end
  return n
end

--- The middle of those a general is to be near: his units; for the officer without units, the other generals.
local function middle_for(mind, id, ids)
  local view, x, y, n = mind.view, 0, 0, 0
  local function add(base) x, y, n = x + base.x, y + base.y, n + 1 end
  for _, unit_id in ipairs(ids) do add(view:unit(unit_id).base) end
  for other, one in view:fit_leaders(n == 0 and mind.side or "") do
    if other ~= id and one.base then add(one.base) end
  end
  return n > 0 and { x = x // n, y = y // n } or nil
end

--- Where a general is best: with the unit from which he commands most of his own, the nearest to their middle; behind
--- that middle when he commands more from there. { unit } or { to }.
local function station(mind, id)
  return mind:once("station of " .. id, function()
    local general, view = mind.view:leader(id), mind.view
    if not general.base then return nil end
    local ids = units_under(mind, id)
    if general.with and #ids > 0 and commanded(mind, ids, general.base) == #ids then return { unit = general.with } end
    local middle = middle_for(mind, id, ids)
    if not middle then return nil end
    if #ids == 0 and general.with then -- the officer is near enough to them all
      local _, um = tabletop.toward(middle, general.base)
      if um <= mm(mind.rules.constant.officer_radius) then return { unit = general.with } end
    end
    local best, most, least
    for _, unit_id in ipairs(#ids > 0 and ids or mind:standing(mind.side)) do
      local base = view:unit(unit_id).base
      local _, um = tabletop.toward(middle, base)
      if unit_id == general.with then um = um - mind.weight.general_stays end -- no riding to and fro
      local n = #ids > 0 and commanded(mind, ids, view:leader_base(general.id, base)) or 0
      if not most or n > most or n == most and um < least then best, most, least = unit_id, n, um end
    end
    if #ids > 0 and most < #ids then
      local first = view:unit(ids[1]).base
      local at = geometry.step(middle, (first.facing + deg(180)) % deg(360), first.depth)
      local base = { x = at.x, y = at.y, facing = 0, width = general.base.width, depth = general.base.depth }
      if commanded(mind, ids, base) > most then return { to = at } end
    end
    return { unit = best }
  end)
end

--- In the rally step whoever rallies nobody takes his place for the orders that follow; in movement everybody does.
function M.attach(mind, proposal)
  local rallying = mind.path == "side_turn.rally" and patient(mind, proposal.commander)
  if rallying then return M.rally(mind, proposal) end
  local place = station(mind, proposal.commander)
  if not place or proposal.unit ~= place.unit then return nil end
  return 1, "in the middle of his command"
end

function M.ride(mind, proposal)
  local id = proposal.commander
  local place = not (mind.path == "side_turn.rally" and patient(mind, id)) and station(mind, id)
  local first = mind:once("ride of " .. id, function() return proposal end)
  if not place or not place.to or first ~= proposal then return nil end
  local base, most = mind.view:leader(id).base, mm(mind.rules.constant.general_move)
  local bearing, um = tabletop.toward(base, place.to)
  if um < mind.weight.general_rides then return nil end
  local to = um <= most and place.to or geometry.step({ x = base.x, y = base.y }, bearing, most)
  return 1, "to where he commands most of his units", { to = { x = to.x, y = to.y } }
end

--- The officer or another general takes over whoever is out of reach of his own.
function M.take() return 1, "its own general is too far off" end

--- What a general might do now: nothing when he stands where he is best.
function M.wanted(mind, id)
  local general = mind.view:leader(id)
  local place = not general.moved and station(mind, id)
  if not place then return nil end
  if place.unit then return place.unit ~= general.with and "attach_general" or nil end
  local _, um = tabletop.toward(general.base, place.to)
  return um >= mind.weight.general_rides and "move_general" or nil
end

--- Which half moves: for defensive brigades those farthest from the line, for cautious those that have opened a gap,
--- for aggressive those that can charge, then the nearest to the enemy.
local function urgency(mind, id)
  local unit, brigade = mind.view:unit(id), mind:body_of(id)
  if not unit.base then return 0 end
  if brigade.stance == "aggressive" then
    local _, um = mind:nearest_enemy(id)
    return (can_charge(mind, id) and mm(10000) or 0) - (um or 0)
  elseif brigade.stance == "cautious" then
    local _, gap = mind:nearest(id, brigade.units)
    return gap or 0
  end
  if not unit.post then return 0 end
  local _, off = tabletop.toward(unit.base, unit.post)
  return off
end

local WHY <const> = {
  defensive = "those farthest from the line", cautious = "those that open a gap",
  aggressive = "those that can charge, then the nearest to the enemy",
}

--- The first choice offered stands for all: its units are replaced by the most urgent.
function M.choose(mind, proposal)
  local id, view = proposal.commander, mind.view
  local first = mind:once("choice of " .. id, function() return proposal end)
  if first ~= proposal then return nil end
  local list, at = {}, {}
  for unit_id, unit in view:units(mind.side) do
    if unit.commander == id and army.present(unit) then
      list[#list + 1] = unit_id
      at[unit_id] = { urgency(mind, unit_id), #list }
    end
  end
  table.sort(list, function(one, other)
    local a, b = at[one], at[other]
    return a[1] > b[1] or a[1] == b[1] and a[2] < b[2]
  end)
  local chosen = table.move(list, 1, #proposal.units, 1, {})
  return 1, WHY[mind:body_of(chosen[1]).stance], { units = chosen }
end

--- Generals who could rally somebody, or are not where they should be.
function M.order(mind)
  local list = {}
  for _, id in ipairs(see.generals(mind)) do
    local wanted = patient(mind, id) and { "rally", "attach_general" } or { M.wanted(mind, id) }
    if #wanted > 0 then list[#list + 1] = { of = id, commands = wanted } end
  end
  return list
end

return M
