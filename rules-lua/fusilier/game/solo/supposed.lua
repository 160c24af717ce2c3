-- What orders an enemy is taken to obey where a solo commander looks ahead. Orders are secret (3.2, 4.5): he supposes
-- for each of the enemy's formations the likeliest that could be written for it, mostly to attack who is nearest.

local obedience <const>, tasks <const> = use("game/command/obedience", "game/command/tasks")

return function(play, side)
  if play.state.turn == 0 then return end
  local bodies, enemies = tasks.bodies(play, side), tasks.bodies(play, play:other(side))
  for _, body in ipairs(bodies) do
    local formation = play:formation(body.id)
    local likeliest = not formation.order and tasks.orders(play, side, body, bodies, enemies)[1]
    if likeliest then play:set(formation, "order", obedience.copy_of(likeliest)) end
  end
end
