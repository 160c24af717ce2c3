-- Where a solo side's leaders go: to disordered brigades and to those that charge, else near the middle of their own,
-- behind them; ADCs, and an army's commander who helps little from afar, to a division that is to move in reserve.

local charges <const>, see <const>, units <const> = use("game/solo/charges", "game/solo/view", "game/army/units")

local M <const> = {}

--- The brigades that a leader leads, on the table; those of the army's commander are all of his side.
local function brigades(mind, id)
  return mind:once_for("brigades of", id, function()
    local chief = mind.view:leader(id).rank == "army"
    return lists.filter(chief and mind:standing(mind.side) or mind.view:led_by(id, true), function(one)
      local unit = mind.view:unit(one)
      return units.brigade(unit) and tabletop.present(unit) and unit.base
    end)
  end)
end

--- Does a brigade need a leader with it: is it disordered near the enemy, does it mean to charge, or can he charge it?
local function need(mind, id)
  return mind:once_for("need", id, function()
    local unit = mind.view:unit(id)
    if see.zone(mind, id) ~= "tactical" then return false end
    if unit.disordered and not unit.irregular then return { want = 2, why = "to rally it" } end
    local worth = charges.hopes(mind, id)
    if worth then return { want = 1 + worth, why = "to lead its charge" } end
    local enemy, um = see.nearest(mind, id, see.able)
    return enemy and um <= see.rate(mind, enemy) and { want = mind.weight.leader_steadies, why = "to steady it" }
  end)
end

function M.attach(mind, proposal)
  if mind.view:told() then return nil end
  local leader, unit = mind.view:leader(proposal.commander), mind.view:unit(proposal.unit)
  if leader.gunner then
    local his = not leader.with and mind.view:belongs(unit.formation, mind.view:formation_of(proposal.commander) or "")
    if not his then return nil end
    return 1 + (proposal.score or 0), "to command it"
  end
  if leader.with and need(mind, leader.with) then return nil, "he is needed where he is" end
  if leader.charismatic then return nil end -- one who inspires falls too easily
  local wanted = units.brigade(unit) and #mind.view:leaders_with(proposal.unit) == 0 and need(mind, proposal.unit)
  if wanted then return wanted.want, wanted.why end
  local own = brigades(mind, proposal.commander)
  if #own == 1 and not leader.with and own[1] == unit.id then return 0.5, "it is all that he has" end
end

--- A leader of several brigades leaves one that needs him no more, so that he reaches all of them.
function M.detach(mind, proposal)
  local leader = mind.view:leader(proposal.commander)
  if mind.view:told() or leader.gunner or need(mind, leader.with) then return nil end
  if leader.charismatic then return 1, "to command from behind" end
  return #brigades(mind, proposal.commander) > 1 and 0.5 or nil, "to reach all of his"
end

--- His place: the middle of his brigades, behind them.
local function place_of(mind, id)
  local middle = mind:middle(brigades(mind, id))
  local enemy = middle and mind:middle(mind:enemies())
  if not enemy then return nil end
  local facing, front = geometry.bearing(enemy, middle), 0
  for _, one in ipairs(brigades(mind, id)) do
    front = math.max(front, mind:along(facing, mind.view:unit(one).base) - mind:along(facing, middle))
  end
  local um = math.min(front, mind.weight.leader_ahead) + mind.weight.leader_back
  return geometry.step({ x = middle.x, y = middle.y }, facing, um)
end

--- Has anybody joined that leader this turn? One helps as much as two.
local function joined(mind, id)
  return mind.view:some_leader(nil, function(one) return one.joined == id and one.joined_turn == mind.state.turn end)
end

--- A division that moves in reserve and whom the army's commander, or an ADC, helps more by joining it than from afar.
local function helped(mind, proposal)
  local chief = mind.view:leader(proposal.commander)
  if chief.joined_turn == mind.state.turn or chief.way then return nil end
  local value = chief.imperial_adc and 0 or chief.rank == "army" and mind:ask("command.modifier", {
    general = chief.general, year = mind.state.battle.year, with_berthier = chief.with_berthier or false,
    purpose = "reserve",
  }, proposal.commander).value
  if not value or value > 0 or joined(mind, proposal.joins) then return nil end
  local n = #lists.filter(brigades(mind, proposal.joins), function(one) return see.zone(mind, one) == "reserve" end)
  return n > 1 and n or nil
end

function M.move(mind, proposal)
  if mind.view:told() then return nil end
  if proposal.joins then
    local waiting = helped(mind, proposal)
    return waiting and 2 + waiting or nil, waiting and "it moves in reserve next turn" or "it would gain nothing by it"
  end
  local leader, to = mind.view:leader(proposal.commander), place_of(mind, proposal.commander)
  local far = to and leader.base and geometry.gap({ x = leader.base.x, y = leader.base.y }, to)
  if not far or far <= mind.weight.leader_rides or leader.way then return nil end
  if leader.joined_turn == mind.state.turn or joined(mind, proposal.commander) then return nil end
  local here, readings = { x = leader.base.x, y = leader.base.y }, {}
  for i, part in ipairs { 1, 0.7, 0.4 } do
    local step = math.floor(math.min(far, mind.weight.leader_ride) * part)
    readings[i] = { to = geometry.step(here, geometry.bearing(here, to), step) }
  end
  readings[#readings + 1] = {}
  return 1, "to his own", readings
end

return M
