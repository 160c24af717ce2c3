-- R91: horse goes back round a town or works that it may not enter: to its edge, along it, and on, all within its move.
local ground <const> = use "game/movement/ground"
local stops <const> = use "game/movement/stops"
local terrain <const> = use "game/movement/terrain"

--- Straight back.
local BACK <const> = deg(180)
--- So far beyond its move a way back is looked at, where friends must be cleared.
local BEYOND <const> = metre(1)

local M <const> = {}

--- Is a town or works without a garrison the first thing that stops a way?
function M.blocked(play, way, um)
  local area = way.impassable and play.state.areas[way.impassable]
  if not area or way.impassable_at >= um then return false end
  local first = stops.first(way)
  return (area.terrain == "town" or area.terrain == "fieldworks") and not ground.holder(play, way.impassable)
    and first.kind ~= "river" and first.kind ~= "edge" and way.impassable_at <= (way.enemy_at or um)
end

--- How far a base must slide to one side to be clear of an outline, in whole millimetres.
local function aside_mm(area, base, bearing)
  local most = 0
  for _, point in ipairs(area.area) do
    most = math.max(most, tabletop.along({ x = base.x, y = base.y }, bearing, point))
  end
  return geometry.round_mm(most + base.width // 2, "up")
end

--- A base that does not touch what is before or behind it, to slide along them.
local function thin(base)
  return {
    x = base.x, y = base.y, facing = base.facing, width = base.width, depth = base.depth - 4 * terrain.HAIR,
  }
end

---@class horse_and_musket.Detour a way back round works
---@field base table from which all of it but the step aside is straight back
---@field start table where it sets out
---@field corner table where it goes straight back again
---@field way table from there
---@field at_mm integer how far back it steps aside
---@field from_mm integer how far it has come when it goes straight back again
---@field difficult boolean
---@field round string the town or works

--- The way round on one side; nil when there is no room for it.
local function on_side(play, id, base, way, side, most, foe)
  local area = play.state.areas[way.impassable]
  local at = geometry.round_mm(math.max(0, way.impassable_at), "down")
  local aside = aside_mm(area, base, (base.facing + side) % deg(360))
  local edge, total = tabletop.slid(base, mm(at), BACK), at + aside
  local across = terrain.way(play, id, thin(edge), mm(aside), side)
  if #across.bodies > 0 or stops.first(across) then return nil end
  local rough = across.difficult_at ~= nil or way.difficult_at ~= nil and way.difficult_at < mm(at)
  local left, corner = most(rough) - mm(total), tabletop.slid(edge, mm(aside), side)
  local on = terrain.way(play, id, corner, math.max(0, left) + BEYOND, BACK)
  if not rough and on.difficult_at and on.difficult_at < left then
    rough, left = true, most(true) - mm(total)
  end
  if left < 0 then return nil end
  local foe_base = foe and play:unit(foe).base
  local there = tabletop.slid(corner, left, BACK)
  if foe_base and geometry.distance(there, foe_base).distance <= tabletop.TOUCHING then return nil end
  return {
    base = tabletop.slid(corner, mm(total)), corner = corner, way = on, at_mm = at, from_mm = total, difficult = rough,
    round = way.impassable, start = base,
  }
end

--- The shorter way round what stops a retreat; nil when there is no room within the move.
---@param most fun(rough: boolean): integer the move, in difficult going or not
---@param foe string?
---@return horse_and_musket.Detour?
function M.find(play, id, base, way, most, foe)
  local best
  for _, side in ipairs { deg(-90), deg(90) } do
    local found = on_side(play, id, base, way, side, most, foe)
    if found and (not best or found.from_mm < best.from_mm) then best = found end
  end
  return best
end

return M
