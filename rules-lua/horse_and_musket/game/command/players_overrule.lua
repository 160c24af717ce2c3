-- What the players allow against the rules goes as far as the table and bodies let it: nobody leaves the table or
-- stands in another, whoever says so.

local stops <const> = use "game/movement/stops"

story { no_further = "{unit} [goes] no further: {by} is in the way." }

local M <const> = {}

--- Who or what keeps a unit from a base: the id of another body, or "edge". What it overlaps already, or hangs over
--- already, keeps it from nothing.
local function keeper(view, id)
  local own, others = view:unit(id).base, {}
  local least = math.max(tabletop.ROUNDED, tabletop.overhang(view, own))
  for other, body in view:units() do
    local stands = other ~= id and tabletop.stands(view, body)
    if stands and geometry.contact(own, body.base).state ~= "overlapping" then others[#others + 1] = other end
  end
  return function(base)
    if tabletop.overhang(view, base) > least then return "edge" end
    for _, other in ipairs(others) do
      if geometry.contact(base, view:unit(other).base).state == "overlapping" then return other end
    end
  end
end

--- A base turned on its centre. Where there is no room for that, nobody's word makes any.
function M.turned(view, id, base, angle)
  local there = tabletop.turned(base, angle)
  local by = angle ~= 0 and keeper(view, id)(there)
  if by then
    error({ arg = "unit", message = ("unit has no room to turn: %s is in the way"):format(stops.name(view, by)) }, 0)
  end
  return there
end

--- A base slid as far as it can be: at once to the end, or else until something is first in its way.
---@return table base
---@return integer um
---@return string? by what is in the way, in words
function M.slid(view, id, base, um, angle)
  local keeps = keeper(view, id)
  local there = tabletop.slid(base, um, angle)
  if not keeps(there) then return there, um end
  local free = tabletop.slide_until(base, um, angle, keeps)
  local by = stops.name(view, keeps(tabletop.slid(base, free + 1, angle)) or keeps(there))
  if free == 0 then error({ arg = "unit", message = ("unit cannot go at all: %s is in the way"):format(by) }, 0) end
  return tabletop.slid(base, free, angle), free, by
end

return M
