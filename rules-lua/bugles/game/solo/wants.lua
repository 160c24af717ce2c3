-- What a solo side's stands would do if their groups moved now, before the game lets them: for who nominates groups and
-- sends leaders.

local aims <const>, army <const> = use("game/solo/aims", "game/army/units")
local charges <const>, see <const> = use("game/solo/charges", "game/solo/view")
local ways <const> = use "game/movement/ways"

local M <const> = {}

--- The stands of its group that a stand touches, directly or through others, and that look the same way.
function M.beside(mind, id)
  local facing = mind.view:unit(id).base.facing
  return mind:touching(id, tabletop.TOUCHING, function(unit)
    return unit.drill == "close_order" and not unit.moved and unit.arm ~= "sniper"
      and math.abs(geometry.turn(unit.base.facing, facing)) < deg(20)
  end)
end

--- May a stand turn: in close order, as it has not turned this turn?
function M.may_turn(unit)
  return unit.drill == "close_order" and not unit.on_the_way and not unit.stays and (unit.face_tests or 0) < 2
    and not ways.follows_route(unit)
end

--- By how much a stand turns to an enemy; nil: it does not, or stays in a line that fires.
function M.angle_to(mind, id, unit, enemy)
  local angle = mind:toward(unit.base, mind.view:unit(enemy).base)
  if not M.may_turn(unit) or unit.moved or math.abs(angle) <= mind.weight.off_mark then return nil end
  local fires = lists.find(M.beside(mind, id), function(other) return other ~= id and see.shot(mind, other) end)
  return not (fires and unit.kind == "regular") and angle or nil
end

--- Does a gun lack gunners, or rounds?
local function is_short(mind, unit)
  if not army.crewed(unit) then return false end
  return unit.figures < army.full(mind.view, unit) or (unit.solid or math.huge) <= mind.weight.rounds_low
end

--- What a stand would do if its group moved, other than charge: why; nil: nothing.
---@return any why
function M.would(mind, id)
  return mind:once_for("would", id, function()
    local unit, enemy = mind.view:unit(id), mind:nearest_enemy(id)
    if not enemy or see.engaged(mind, id) then return nil end
    if is_short(mind, unit) then return "to take on gunners or rounds" end
    local aim = not see.lies(mind, id) and aims.of(mind, id, unit)
    if not aim then return nil end
    if aim.face then return M.angle_to(mind, id, unit, aim.face) and aim.why end
    if aim.command then return aim.why end
    local _, far = mind:toward(unit.base, aim.point)
    return far - (aim.stop or 0) >= mind.weight.least_move and aim.why or nil
  end)
end

--- Would a stand go, turn, or charge?
function M.acts(mind, id)
  return M.would(mind, id) ~= nil or not see.engaged(mind, id) and charges.hopes(mind, id) ~= nil
end

return M
