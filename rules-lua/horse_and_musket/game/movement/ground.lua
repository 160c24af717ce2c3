-- The face of a base that another lies before, and the ground that units stand on.

local army <const> = use "game/army/units"

--- A base's faces meet at its diagonals (R29), whatever its shape; `arc` counted from the front.
local NAMES <const> = { front = "front", left = "left_flank", right = "right_flank", rear = "rear" }

--- Which face of a base a point lies before: its diagonals part them (R29).
local function face_of(base, point)
  local bearing = geometry.bearing({ x = base.x, y = base.y }, { x = point.x, y = point.y })
  local off = geometry.turn(base.facing, bearing)
  local corner = geometry.bearing({ x = 0, y = 0 }, { x = base.width, y = base.depth })
  local to_front, to_rear = corner - math.abs(off), math.abs(off) - (deg(180) - corner)
  local name = to_front >= 0 and "front" or to_rear > 0 and "rear" or off < 0 and "left" or "right"
  local margin = name == "front" and to_front or name == "rear" and to_rear or math.min(-to_front, -to_rear)
  return NAMES[name], margin
end

--- Which way the side of a town looks that a point lies before, by the town's own diagonals; nil when there is none.
local function side_of(area, point)
  local at, last = tabletop.middle_of(area.area), area.area[#area.area]
  local way = geometry.bearing(at, { x = point.x, y = point.y })
  for _, corner in ipairs(area.area) do
    local one, other = geometry.bearing(at, last), geometry.bearing(at, corner)
    local whole, part = geometry.turn(one, other), geometry.turn(one, way)
    if part * whole >= 0 and math.abs(part) <= math.abs(whole) then
      return geometry.bearing(at, { x = (last.x + corner.x) // 2, y = (last.y + corner.y) // 2 })
    end
    last = corner
  end
end

--- The sides of a town are those of its garrison (SR.3): which of them that is, counted from the way it faces.
local function side_met(base, area, point)
  local way = side_of(area, point)
  if not way then return face_of(base, point) end
  local off = geometry.turn(base.facing, way)
  local quarter = math.abs(off) <= deg(45) and "front" or math.abs(off) >= deg(135) and "rear"
    or off < 0 and "left" or "right"
  return NAMES[quarter]
end

fact "face_met" {
  ask = "Before which face of {2} does the middle of {1} lie: front, left_flank, right_flank or rear?",
  enum "face" { "front", "left_flank", "right_flank", "rear" },
  suggest = function() return "front" end,
  measured = function(view, _, from, to)
    local unit, point = view:unit(to), view:unit(from).base
    local held = unit.inside and view.state.areas[unit.inside]
    if held and held.terrain == "town" and held.area then return side_met(unit.base, held, point) end
    return face_of(unit.base, point)
  end,
}

--- The nearest of the areas of a kind that a base lies wholly inside, by their ids; nil when there is none.
local function wholly_in(view, field, base, terrain)
  for _, id in ipairs(field:under(tabletop.inside(base))) do
    local area = view.state.areas[id]
    if area.terrain == terrain then
      local inside = true
      for _, corner in ipairs(geometry.corners(tabletop.inside(base))) do
        inside = inside and geometry.holds(area, corner).yes
      end
      if inside then return id end
    end
  end
end

fact "wholly_in_woods" {
  ask = "Does {1} stand wholly inside a wood?",
  flag "wholly" {},
  suggest = function() return false end,
  measured = function(view, field, id)
    return wholly_in(view, field, view:unit(id).base, "woods") ~= nil
  end,
}

local M <const> = {}

--- Which face of a base a point lies before, and by how much (R29).
M.face_of = face_of

--- The wood that a base lies wholly in.
M.wholly_in = wholly_in

--- The town or fieldworks that a unit holds.
---@return table? area
function M.held(view, id)
  local inside = view:unit(id).inside
  return inside and view.state.areas[inside] or nil
end

--- Who holds a town or a section of fieldworks.
---@return string? id
function M.holder(view, area_id)
  for id, unit in view:units() do
    if unit.inside == area_id and army.present(unit) then return id end
  end
end

--- Where a unit stands, as 3.0 names it, linear cover apart: open, woods, town or fieldworks.
function M.position(view, id)
  local held = M.held(view, id)
  if held then return held.terrain end
  if #view.state.order.areas == 0 then return "open" end
  return army.fighter(view:unit(id)) and view:fact("wholly_in_woods", id) and "woods" or "open"
end

return M
