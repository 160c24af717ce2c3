-- R91: horse goes back round a town or works that it may not enter: to its edge, along it, and on, all within its move.
local terrain <const> = use "game/movement/terrain"

--- Straight back.
local BACK <const> = deg(180)

local M <const> = {}

---@class horse_and_musket.Detour: limber.WayRound
---@field on limber.WayBack what it meets from its corner on
---@field difficult boolean
---@field round string the town or works

--- Is there room for a way round within the move? It also must not end in contact with the victor.
local function has_room(view, way, detour, limits)
  local across = view:path(way.id, { slide = detour.from - detour.at, angle = detour.side }, { from = detour.along })
  if #across.stops > 0 then return false end
  local rough = terrain.difficult_at(across) ~= nil
  local left = limits.most(rough) - detour.from
  detour.on = limits.look(detour.corner, math.max(0, left))
  local beyond = terrain.difficult_at(detour.on.path)
  if not rough and beyond and beyond < left then rough, left = true, limits.most(true) - detour.from end
  detour.difficult = rough
  local foe = limits.foe and view:unit(limits.foe).base
  local there = tabletop.slid(detour.corner, left, BACK)
  return left >= 0 and not (foe and geometry.gap(there, foe) <= tabletop.TOUCHING)
end

--- The shorter way round a town or works without a garrison, when that is the first thing that stops a retreat; nil
--- when it is not, or there is no room within the move.
---@param way limber.WayBack straight back
---@param limits table most(rough): the move, which its way so far may have made difficult already;
---       look(sets_out, um): a way back; foe
---@return horse_and_musket.Detour?
function M.find(view, way, limits)
  local stop = way.path.stops[1]
  local works = stop and stop.bars and stop.at < way.um and view:terrain(stop.by).held
  if not works or view:holder(stop.by) then return nil end
  for _, detour in ipairs(view:ways_round(way.base, BACK, stop.at, view.state.areas[stop.by].area, mm(1))) do
    detour.round = stop.by
    if has_room(view, way, detour, limits) then return detour end
  end
end

return M
