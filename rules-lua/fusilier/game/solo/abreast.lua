-- The line to which a solo commander sends a body of several units, so that they go side by side.

--- The end of a line across the way of a body, so far to the right of the enemy it goes for, and on the table.
local function end_of(mind, middle, right, um)
  local size = mind.view.state.ground
  local at = geometry.step(middle, um < 0 and (right + deg(180)) % deg(360) or right, math.abs(um))
  return { x = math.max(0, math.min(size.width, at.x)), y = math.max(0, math.min(size.depth, at.y)) }
end

--- The line that a body of several units is sent to: across its way to an enemy and as long as it is broad. Sent to a
--- shorter one they would crowd together, and keep each other from getting on. Nil: it is one unit.
return function(mind, body, enemy)
  if #body.units < 2 then return nil end
  local right = (geometry.bearing(body.middle, enemy.middle) + deg(90)) % deg(360)
  local least, most = 0, 0
  for _, spot in ipairs(body.spots) do
    local um = tabletop.along(body.middle, right, spot)
    least, most = math.min(least, um), math.max(most, um)
  end
  return {
    { target = end_of(mind, enemy.middle, right, least), target_end = end_of(mind, enemy.middle, right, most) }, {},
  }
end
