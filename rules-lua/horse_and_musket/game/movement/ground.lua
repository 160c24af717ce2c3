-- The face of a base that another lies before, and the ground that units stand on.

local army <const> = use "game/army/units"

--- A base's faces meet at its diagonals (R29), whatever its shape; `arc` counted from the front.
local NAMES <const> = { front = "front", left = "left_flank", right = "right_flank", rear = "rear" }

--- Which face of a base a point lies before: its diagonals part them (R29).
local function face_of(base, point)
  local face, margin = tabletop.face_of(base, point)
  return NAMES[face], margin
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
  suggest = "front",
  measured = function(view, _, from, to)
    local unit, point = view:unit(to), view:unit(from).base
    local held = view:held(to)
    if held and held.terrain == "town" and held.area then return side_met(unit.base, held, point) end
    return face_of(unit.base, point)
  end,
}

fact "wholly_in_woods" {
  ask = "Does {1} stand wholly inside a wood?",
  flag "wholly" {},
  suggest = false,
  measured = function(view, _, id) return view:wholly_in(view:unit(id).base, "woods") ~= nil end,
}

local M <const> = { face_of = face_of }

--- Where a unit stands, as 3.0 names it, linear cover apart: open, woods, town or fieldworks.
function M.position(view, id)
  local held = view:held(id)
  if held then return held.terrain end
  if #view.state.order.areas == 0 then return "open" end
  return army.fighter(view:unit(id)) and view:fact("wholly_in_woods", id) and "woods" or "open"
end

return M
