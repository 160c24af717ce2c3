--- How far a piece's fire reaches, over what arc, as its ruleset says it for maps (`map_symbols.fire`).
local M <const> = {}

--- Each reach of its fire, in millimetres and degrees, the farthest first; none of who does not fire or is not seen.
---@param play limber.GameSession
---@param id string
---@return table[] arcs { reach, arc, rear }
function M.of(play, id)
  local view, symbols, list = play.game:view(play:viewer()), play.game.rules.game.map_symbols, {}
  local unit = view.state.units[id]
  if not (symbols and symbols.fire and unit and unit.base) then return list end
  local fire = symbols.fire(view, id)
  local arc = fire.arc and fire.arc / 1000
  for i = #fire.reaches, 1, -1 do
    if fire.reaches[i] > 0 then
      list[#list + 1] = { reach = fire.reaches[i] / 1000, arc = arc }
      if fire.rear then list[#list + 1] = { reach = fire.reaches[i] / 1000, arc = arc, rear = true } end
    end
  end
  return list
end

return M
