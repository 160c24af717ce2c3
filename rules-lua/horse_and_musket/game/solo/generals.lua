-- 4.8: a solo side's generals: whom they rally, where they ride, and which half of their units may move.

local army <const>, rally <const>, see <const> = use("game/army/units", "game/command/rally", "game/solo/view")

local M <const> = {}

--- The units of the brigades that a general commands.
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

--- May a general rally a unit, and is it in his reach?
local function may_rally(mind, general, id)
  local unit = mind.view:unit(id)
  if unit.hits <= mind.rules.constant.rally_floor or unit.rallied then return false end
  local reach = mm(mind.rules.constant.general_rally_move)
  local near = general.with == id or not general.moved and mind:apart(general.base, unit.base) <= reach
  return near and not rally.threat(mind.view, id)
end

--- The unit a general would rally: the one with most hits that may be, of his own brigade, or for the officer of any.
--- In an aggressive brigade only when none of it can charge.
local function patient(mind, id)
  local general, best, most = mind.view:leader(id), nil, nil
  if general.rallied or not general.base then return nil end
  local ids = units_under(mind, id)
  if #ids == 0 then ids = mind:standing(mind.side) end
  local bold = ids[1] and mind:body_of(ids[1]).stance == "aggressive"
  for _, unit_id in ipairs(bold and ids or {}) do
    if can_charge(mind, unit_id) then return nil end
  end
  for _, unit_id in ipairs(ids) do
    local hits = mind.view:unit(unit_id).hits
    if (not most or hits > most) and may_rally(mind, general, unit_id) then best, most = unit_id, hits end
  end
  return best
end

local function patient_of(mind, id) return mind:once_for("patient", id, patient) end

--- In the rally step a general rides to the unit with most hits, and rallies it.
function M.rally(mind, proposal)
  if proposal.unit ~= patient_of(mind, proposal.commander) then return nil end
  return 2, function()
    local hits = mind.view:unit(proposal.unit).hits
    return mind:said(("{unit} [has] most hits, %d"):format(hits), { unit = proposal.unit })
  end
end

--- The middle of those a general is to be near: his units; for the officer without units, the other generals.
local function middle_for(mind, id, ids)
  if #ids > 0 then return mind.view:middle(ids) end
  local others = {}
  for _, other in ipairs(see.generals(mind)) do others[#others + 1] = other ~= id and other or nil end
  return mind.view:middle(others)
end

--- The best place for a general who does not reach all his units, or is with no unit: with a unit of his own (the
--- officer: with any); behind their middle when he commands more from there. { unit } or { to }.
local function best_place(mind, general, ids, radius)
  local middle = middle_for(mind, general.id, ids)
  if not middle then return nil end
  if #ids == 0 and general.with then -- the officer is near enough to them all
    local _, um = tabletop.toward(middle, general.base)
    if um <= mm(mind.rules.constant.officer_radius) then return { unit = general.with } end
  end
  local best, most = mind:best_with(#ids > 0 and ids or mind:standing(mind.side), general, {
    reaches = ids, um = radius, middle = middle, stays = mind.weight.general_stays,
  })
  if #ids > 0 and most < #ids then
    local first = mind.view:unit(ids[1]).base
    local at = geometry.step(middle, (first.facing + deg(180)) % deg(360), first.depth)
    local base = { x = at.x, y = at.y, facing = 0, width = general.base.width, depth = general.base.depth }
    if mind:within_reach(ids, base, radius) > most then return { to = at } end
  end
  return { unit = best }
end

--- Where a general is best: with the unit from which he commands most of his own, the nearest to their middle; behind
--- that middle when he commands more from there. { unit } or { to }. It is the same while his units stand still.
local function station(mind, id)
  local general, radius = mind.view:leader(id), mm(mind.rules.constant.command_radius)
  local base = general.base
  if not base then return nil end
  local ids = units_under(mind, id)
  if #ids == 0 then return best_place(mind, general, ids, radius) end
  local place = ("%d %d %d"):format(base.x, base.y, base.facing)
  local key = ("station %s %s %s %s"):format(id, general.with, place, table.concat(ids, " "))
  return mind:while_standing(mind.side, key, function()
    local all_in_reach = general.with and mind:within_reach(ids, base, radius) == #ids
    return all_in_reach and { unit = general.with } or best_place(mind, general, ids, radius)
  end)
end

local function station_of(mind, id) return mind:once_for("station", id, station) end

--- In the rally step a general who rallies nobody takes his place for the orders that follow; in movement all do.
function M.attach(mind, proposal)
  local rallying = mind.path == "side_turn.rally" and patient_of(mind, proposal.commander)
  if rallying then return M.rally(mind, proposal) end
  local place = station_of(mind, proposal.commander)
  if not place or proposal.unit ~= place.unit then return nil end
  return 1, "in the middle of his command"
end

function M.ride(mind, proposal)
  local id = proposal.commander
  local place = not (mind.path == "side_turn.rally" and patient_of(mind, id)) and station_of(mind, id)
  if not place or not place.to or mind:once_for("ride", id, function() return proposal end) ~= proposal then
    return nil
  end
  local base, most = mind.view:leader(id).base, mm(mind.rules.constant.general_move)
  local bearing, um = tabletop.toward(base, place.to)
  if um < mind.weight.general_rides then return nil end
  local to = um <= most and place.to or geometry.step({ x = base.x, y = base.y }, bearing, most)
  return 1, "to where he commands most of his units", { to = { x = to.x, y = to.y } }
end

--- The officer or another general takes over foot and horse that are out of reach of their own general. Guns stay
--- where they are: they fire without orders.
function M.take(mind, proposal)
  if mind.view:unit(proposal.unit).arm == "artillery" then return nil, "guns fire without orders" end
  return 1, "its own general is too far off"
end

--- What a general might do now: nothing when he stands where he is best.
function M.wanted(mind, id)
  local general = mind.view:leader(id)
  local place = not general.moved and station_of(mind, id)
  if not place then return nil end
  if place.unit then return place.unit ~= general.with and "attach_general" or nil end
  local _, um = tabletop.toward(general.base, place.to)
  return um >= mind.weight.general_rides and "move_general" or nil
end

--- More than any unit is off, so that those that can charge come first.
local FIRST <const> = mm(10000)

-- Which half moves, by stance: how urgent it is, and why.
local URGENT <const> = {
  defensive = { "those farthest from the line", function(_, unit)
    return unit.post and select(2, tabletop.toward(unit.base, unit.post)) or 0
  end },
  cautious = { "those that open a gap", function(mind, unit, brigade)
    return select(2, mind:nearest(unit.id, brigade.units)) or 0
  end },
  aggressive = { "those that can charge, then the nearest to the enemy", function(mind, unit)
    return (can_charge(mind, unit.id) and FIRST or 0) - (select(2, mind:nearest_enemy(unit.id)) or 0)
  end },
}

--- Has a unit its fire where it stands, at short range or with guns, so that it needs no orders but to charge?
local function fires(mind, unit, brigade)
  if brigade.stance == "aggressive" and can_charge(mind, unit.id) then return false end
  if unit.arm == "artillery" then
    local arc = deg(mind.rules.constant.fire_arc)
    return unit.drill == "deployed" and see.nearest_before(mind, unit.id, see.range(mind, unit.id), arc) ~= nil
  end
  local _, um, short = see.shot(mind, unit.id)
  return um ~= nil and um <= short
end

--- The first choice offered stands for all: its units are replaced by the most urgent.
function M.choose(mind, proposal)
  local id, list, at = proposal.commander, {}, {}
  if mind:once_for("choice", id, function() return proposal end) ~= proposal then return nil end
  for unit_id, unit in mind.view:present(mind.side) do
    if unit.commander == id then
      local brigade = mind:body_of(unit_id)
      list[#list + 1] = unit_id
      local urgent = unit.base and URGENT[brigade.stance][2](mind, unit, brigade) or 0
      at[unit_id] = { unit.base and fires(mind, unit, brigade) and urgent - FIRST or urgent, #list }
    end
  end
  table.sort(list, function(one, other)
    local a, b = at[one], at[other]
    return a[1] > b[1] or a[1] == b[1] and a[2] < b[2]
  end)
  local chosen = table.move(list, 1, #proposal.units, 1, {})
  return 1, URGENT[mind:body_of(chosen[1]).stance][1], { units = chosen }
end

--- Generals who could rally somebody, or are not where they should be; each is looked at when it is his turn.
---@return fun(): table?
function M.order(mind)
  local ids, at = see.generals(mind), 0
  return function()
    while at < #ids do
      at = at + 1
      local wanted = patient_of(mind, ids[at]) and { "rally", "attach_general" } or { M.wanted(mind, ids[at]) }
      if #wanted > 0 then return { of = ids[at], commands = wanted } end
    end
  end
end

return M
