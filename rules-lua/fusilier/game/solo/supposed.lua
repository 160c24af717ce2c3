-- What orders an enemy is taken to obey where a solo commander looks ahead. Orders are secret (3.2, 4.5): he supposes
-- for each of the enemy's formations the order that a commander would write for it now, as before the action.

local obedience <const>, orders <const> = use("game/command/obedience", "game/solo/orders")
local see <const>, tasks <const> = use("game/solo/view", "game/command/tasks")

--- The order that a commander wants most for a body.
local function likeliest(mind, body)
  local best, most
  local bodies, enemies = see.formations(mind, mind.side), see.enemies(mind)
  for _, order in ipairs(tasks.orders(mind.view, mind.side, body, bodies, enemies)) do
    order.formation = body.id
    local want, _, other = orders.written(mind, order)
    if want and (not most or want > most) then
      best, most = { verb = order.verb, aim = order.aim, target = order.target, target_end = order.target_end }, want
      for field, value in pairs(other or {}) do best[field] = value end
    end
  end
  return best
end

return function(play, mind)
  if play.state.turn == 0 then return end
  for _, body in ipairs(see.formations(mind, mind.side)) do
    local formation = play:formation(body.id)
    local order = not formation.order and likeliest(mind, body)
    if order then play:set(formation, "order", obedience.copy_of(order)) end
  end
end
