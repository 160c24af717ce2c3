-- What the players allow against the rules goes as far as the table and bodies let it: nobody leaves the table or
-- stands in another, even by the players' word.

local M <const> = {}

--- A base turned on its centre. Where there is no room for that, even the players' word makes none.
function M.turned(view, id, base, angle)
  local there = tabletop.turned(base, angle)
  local wrong = angle ~= 0 and view:room(id, there, { players_word = true })
  if wrong then
    local by = view:called(wrong.by)
    error({ arg = "unit", message = ("unit has no room to turn: %s is in the way"):format(by) }, 0)
  end
  return there
end

--- A base slid as far as it can be: at once to the end, or else until something is first in its way.
---@return table base
---@return integer um
---@return string? by what is in the way, in words
function M.slid(view, id, base, um, angle)
  local slide = { slide = um, angle = angle or 0 }
  local path = view:path(id, slide, { from = base, players_word = true })
  if not view:room(id, path.base, { players_word = true }) then return path.base, um end
  local by = view:called(path.stops[1] and path.stops[1].by)
  if path.clear == 0 then
    error({ arg = "unit", message = ("unit cannot go at all: %s is in the way"):format(by) }, 0)
  end
  return tabletop.slid(base, path.clear, angle), path.clear, by
end

return M
