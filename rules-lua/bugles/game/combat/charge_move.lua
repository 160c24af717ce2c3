-- Charging, R159, R160, R261: the move of a charge, up to whomever it meets or as far as it may go.
local charge_way <const> = use "game/combat/charge_way"

local M <const> = {}

--- Has a way gone over an obstacle, up to there? One that it only stands astride of it fights to cross.
function M.over_obstacle(view, path, um)
  for _, span in ipairs(path.ground) do
    if view.state.lines[span.id] and span.going and span.to <= um then return true end
  end
  return false
end

--- What lies ahead of a charge under way: its path as far as it may still go, the first enemy on it and how many mm
--- away, and where ground, the edge or friends in close order end it.
---@return { way: bugles.ChargeWay, enemy: string?, mm: integer?, um: integer?, limit: integer }
function M.ahead(view, about)
  local side = view:unit(about.unit).side
  local on = math.max(1, mm(about.left) - about.ahead)
  local way = charge_way.measured(view, about.unit, about.target, about.ahead, about.wheel, on)
  local found = { way = way, limit = way.path.length }
  for _, stop in ipairs(way.path.stops) do
    if stop.kind == "edge" or stop.kind == "ground" then found.limit = math.min(found.limit, stop.at) end
  end
  for _, span in ipairs(way.path.bodies) do
    local other = view.state.units[span.id]
    if other.side == side then
      if charge_way.bars(other) then found.limit = math.min(found.limit, span.from) end
    elseif not found.enemy and not lists.has(about.evading or {}, span.id) then
      found.enemy, found.um = span.id, span.from
    end
  end
  if found.enemy and found.um > found.limit then found.enemy, found.um = nil, nil end
  if found.enemy then found.mm = geometry.round_mm(found.um - (found.um >= way.bend and way.arc or 0), "up") end
  return found
end

--- A charger goes up to the enemy whom it has found ahead, else as far as it may, not near an enemy and with room to
--- stand (R159). Gives how many mm.
---@return integer mm
function M.go(play, about, ahead, found)
  local id, way = about.unit, ahead.way
  if found then
    play:go(id, way.path, ahead.um)
  else
    local unit, left = play:unit(id), mm(about.left)
    local turned = left >= about.ahead and ahead.limit >= way.bend
    local from = turned and way.base or unit.base
    local um = turned and math.min(left - about.ahead, ahead.limit - way.bend)
      or math.min(left, about.ahead, ahead.limit)
    um = um > 0 and play:nearest_room(id, { slide = um }, {
      from = from, at = um, back = true, near = mm(play.rules.constant.zone_of_control), with = about.evading,
      seen_by = unit.side,
    }) or 0
    play:set_down(id, tabletop.slid(from, um))
    ahead.mm = (um + (turned and about.ahead or 0)) // mm(1)
  end
  if about.ahead ~= 0 then play:set(about, "ahead", 0) end
  if about.wheel ~= 0 then play:set(about, "wheel", 0) end
  return ahead.mm
end

return M
