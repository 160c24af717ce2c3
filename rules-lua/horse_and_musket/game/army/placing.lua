-- 4.2, R82: where a side's units may be placed before the battle: its own edge, in thirds, two longs deep, and the
-- reserve a long behind.

local army <const> = use "game/army/units"

local M <const> = {}

--- How far from the own edge the front line stands, and how far from it units may be placed (R82).
function M.depth(view) return 2 * mm(view.rules.tables.sticks("long", "length_mm")) end

local THIRD <const> = { left_flank = 0, centre = 1, right_flank = 2, reserve = 1 }

--- The part of the table of a place in the line: from and to along the edge, and how far from it the fronts are (R82).
---@param position "left_flank"|"right_flank"|"centre"|"reserve"
---@return integer from
---@return integer to
---@return integer front
function M.third(view, side, position)
  local third = view:home(side).length // 3
  local from = THIRD[position] * third
  return from, from + third, position == "reserve" and M.depth(view) // 2 or M.depth(view)
end

--- The ground that nobody, or not this kind of unit, may be placed on: the terrain under a base that bars it, with the
--- area's id.
fact "ground_barred" {
  ask = "What bars {1} from standing there?",
  enum "by" { "nothing", "river", "impassable", "town", "woods", "fieldworks" },
  suggest = "nothing",
  measured = function(view, _, id, base)
    local unit, crossing, found = view:unit(id), false, "nothing"
    for _, area_id in ipairs(view:under(base)) do
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
