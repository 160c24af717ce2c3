-- R91: horse goes back round a town or works that it may not enter: to its edge, along it, and on, all within its move.
local stops <const> = use "game/movement/stops"
local terrain <const> = use "game/movement/terrain"

--- Straight back.
local BACK <const> = deg(180)
--- So far beyond its move a way back is looked at, where friends must be cleared.
local BEYOND <const> = metre(1)

local M <const> = {}

--- Is a town or works without a garrison the first thing that stops a way?
local function blocked(view, found, um)
  local area = found.impassable and view.state.areas[found.impassable]
  if not area or found.impassable_at >= um then return false end
  local first = stops.first(found)
  return (area.terrain == "town" or area.terrain == "fieldworks") and not view:holder(found.impassable)
    and first.kind ~= "river" and first.kind ~= "edge" and found.impassable_at <= (found.enemy_at or um)
end

---@class horse_and_musket.Detour: limber.WayRound
---@field way table from its corner on
---@field difficult boolean
---@field round string the town or works

--- Is there room for a way round within the move? It also must not end in contact with the victor.
local function has_room(view, id, found, detour, limits)
  local across = terrain.way(view, id, detour.along, detour.from - detour.at, detour.side)
  if #across.bodies > 0 or stops.first(across) then return false end
  local rough = across.difficult_at ~= nil or found.difficult_at ~= nil and found.difficult_at < detour.at
  local left = limits.most(rough) - detour.from
  local on = terrain.way(view, id, detour.corner, math.max(0, left) + BEYOND, BACK)
  if not rough and on.difficult_at and on.difficult_at < left then
    rough, left = true, limits.most(true) - detour.from
  end
  detour.way, detour.difficult, detour.round = on, rough, found.impassable
  local foe = limits.foe and view:unit(limits.foe).base
  local there = tabletop.slid(detour.corner, left, BACK)
  return left >= 0 and not (foe and geometry.gap(there, foe) <= tabletop.TOUCHING)
end

--- The shorter way round what stops a retreat; nil when nothing needs that, or there is no room within the move.
---@param view table
---@param id string
---@param base table where it sets out
---@param found table what is on its way straight back
---@param limits { good: integer, most: fun(rough: boolean): integer, foe: string? } the move, over the going or not
---@return horse_and_musket.Detour?
function M.find(view, id, base, found, limits)
  if not blocked(view, found, limits.good) then return nil end
  local outline = view.state.areas[found.impassable].area
  for _, detour in ipairs(view:ways_round(base, BACK, found.impassable_at, outline, mm(1))) do
    if has_room(view, id, found, detour, limits) then return detour end
  end
end

return M
