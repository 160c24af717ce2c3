-- Where a solo commander's horse goes against foot: beyond an end of its line and a little behind it, out of its combat
-- zone. Ridden at from there while friends on foot attack it too, foot cannot face both, and routs without a throw
-- (10.4, R66).

local army <const> = use "game/army/units"

local M <const> = {}

local function spot(base) return { x = base.x, y = base.y } end

--- Is there room at a place: on the table, no formed enemy but those of that body near, nor horse that may come?
local function is_free(mind, at, enemy)
  local margin, view = mind.weight.flank_margin, mind.view
  local size = view.state.ground
  if at.x < margin or at.y < margin or at.x > size.width - margin or at.y > size.depth - margin then return false end
  return not lists.find(mind:enemies(), function(id)
    local unit = view:unit(id)
    local near = army.mounted(unit) and mind.weight.horse_near or mind.weight.flank_clear
    return army.stands(unit) and unit.arm ~= "artillery" and unit.drill ~= "skirmish"
      and not lists.has(enemy.ids, id) and geometry.gap(at, unit.base) <= near
  end)
end

--- A line beside a unit at the end of its body's line, where those who come stand side by side.
local function beside(mind, body, base, outward)
  local own, weight = body.units[1].base, mind.weight
  local um = base.width // 2 + own.width // 2 + weight.flank_off
  local back = geometry.step(spot(base), (base.facing + deg(180)) % deg(360), weight.flank_behind)
  local function at(beyond)
    local point = geometry.step(back, outward, beyond)
    return { x = (point.x + mm(1) // 2) // mm(1) * mm(1), y = (point.y + mm(1) // 2) // mm(1) * mm(1) }
  end
  return at(um), at(um + (#body.units - 1) * (own.width + weight.flank_gap))
end

--- Where a mounted body goes to come at the flank of a body on foot: beside the nearer of its ends where there is room.
---@return table? point
---@return table? other end of a line
function M.of(mind, body, enemy)
  local best, last, least
  for _, ends in ipairs { { enemy.one, enemy.other }, { enemy.other, enemy.one } } do
    local base, from = ends[1], ends[2]
    for _, side in ipairs { deg(90), deg(270) } do
      local outward = (base.facing + side) % deg(360)
      local alone = from.x == base.x and from.y == base.y
      if alone or math.abs(geometry.turn(outward, geometry.bearing(from, base))) <= deg(90) then
        local one, other = beside(mind, body, base, outward)
        local um = mind:middles(body.middle, one)
        local free = is_free(mind, one, enemy) and is_free(mind, other, enemy)
        if free and (not least or um < least) then best, last, least = one, other, um end
      end
    end
  end
  return best, last
end

return M
