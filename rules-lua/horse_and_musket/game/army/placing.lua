-- 4.2, R82: where a side's units may be placed before the battle: its own edge, in thirds, two longs deep, and the
-- reserve a long behind. Own coordinates: x from the left of the edge as its army looks from it, y away from it.

local army <const> = use "game/army/units"
local terrain <const> = use "game/movement/terrain"

local M <const> = {}

--- Which way an army looks from its own edge.
function M.facing(view, side)
  return army.FACING[view.state.sides[side].edge]
end

--- How long a side's own edge is, and how deep the table is from there.
function M.size(view, side)
  local ground, facing = view.state.ground, M.facing(view, side)
  if facing == deg(0) or facing == deg(180) then return ground.width, ground.depth end
  return ground.depth, ground.width
end

--- A point of the table from own coordinates.
function M.point(view, side, x, y)
  local ground, facing = view.state.ground, M.facing(view, side)
  if facing == deg(0) then return { x = x, y = y } end
  if facing == deg(180) then return { x = ground.width - x, y = ground.depth - y } end
  if facing == deg(90) then return { x = y, y = ground.depth - x } end
  return { x = ground.width - y, y = x }
end

--- Own coordinates of a point of the table.
local function own(view, side, point)
  local ground, facing = view.state.ground, M.facing(view, side)
  if facing == deg(0) then return point.x, point.y end
  if facing == deg(180) then return ground.width - point.x, ground.depth - point.y end
  if facing == deg(90) then return ground.depth - point.y, point.x end
  return point.y, ground.width - point.x
end

local THIRD <const> = { left_flank = 0, centre = 1, right_flank = 2, reserve = 1 }

--- The part of the table of a place in the line: from and to along the edge, and how far from it the fronts are (R82).
---@param view limber.View
---@param side string
---@param position "left_flank"|"right_flank"|"centre"|"reserve"
---@return integer from
---@return integer to
---@return integer front
function M.third(view, side, position)
  local length = M.size(view, side)
  local long = mm(view.rules.tables.sticks("long", "length_mm"))
  local third = length // 3
  local from = THIRD[position] * third
  return from, from + third, position == "reserve" and long or 2 * long
end

--- How far from the own edge units may be placed: where the front line stands (R82).
function M.depth(view)
  return 2 * mm(view.rules.tables.sticks("long", "length_mm"))
end

--- How far a base reaches from its side's own edge.
local function reach(view, side, base)
  local most = 0
  for _, corner in ipairs(geometry.corners(base)) do
    local _, y = own(view, side, corner)
    most = math.max(most, y)
  end
  return most
end

--- How far a base is out of its side's own area; 0 or less: how far inside.
function M.over(view, side, base)
  return reach(view, side, base) - M.depth(view)
end

--- A unit's base about a point, as it faces.
function M.base(unit, at, facing)
  local size = unit.footprint or unit.base
  return { x = at.x, y = at.y, facing = facing % deg(360), width = size.width, depth = size.depth }
end

--- The ground that nobody, or not this kind of unit, may be placed on: the terrain under a base that bars it, with the
--- area's id.
fact "ground_barred" {
  ask = "What bars {1} from standing there?",
  enum "by" { "nothing", "river", "impassable", "town", "woods", "fieldworks" },
  suggest = function() return "nothing" end,
  measured = function(view, field, id, base)
    local unit, crossing, found = view:unit(id), false, "nothing"
    for _, area_id in ipairs(terrain.under(field, base)) do
      local kind = view.state.areas[area_id].terrain
      crossing = crossing or kind == "bridge" or kind == "ford"
      if kind == "impassable" or kind == "river" and found == "nothing" then found = kind end
      if kind == "woods" and not army.fighter(unit) then found = kind end -- 4.2.7.5
      if (kind == "town" or kind == "fieldworks") and found == "nothing" then found = kind end
    end
    return found == "river" and crossing and "nothing" or found
  end,
}

return M
