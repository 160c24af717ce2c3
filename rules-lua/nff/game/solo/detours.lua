-- The way round friends who stand before a solo side's brigade: it goes aside to where nobody of its side is before it.

local motion <const> = use "game/movement/motion"

local M <const> = {}

local RIGHT <const> = deg(90)

--- How far a base reaches to each side of its middle, and before it, as one looks that way.
local function extent(base, heading)
  local off = math.abs(geometry.turn(base.facing, heading)) % deg(180)
  if off > deg(45) and off < deg(135) then return base.depth // 2, base.width // 2 end
  return base.width // 2, base.depth // 2
end

--- Where friends stand, as seen from a unit that looks that way: { id, aside, half } each, those before it alone.
--- Cavalry bars no way: it rides on.
local function before(mind, id, heading, most)
  local base, list = mind.view:unit(id).base, {}
  local on, aside = mind:along(heading, base), mind:along((heading + RIGHT) % deg(360), base)
  for other, um in mind:by_distance(id, mind.side) do
    if um > 2 * most then break end
    local his = mind.view:unit(other).base
    local half, deep = extent(his, heading)
    local ahead = mind:along(heading, his) - on
    if ahead > 0 and ahead - deep <= most and mind.view:unit(other).arm ~= "cavalry" then
      list[#list + 1] = { id = other, half = half, aside = mind:along((heading + RIGHT) % deg(360), his) - aside }
    end
  end
  return list
end

--- Who bars a lane so far aside.
local function barred(list, aside, half)
  return lists.find(list, function(one) return math.abs(one.aside - aside) < one.half + half end)
end

--- A goal beside a unit from where its way to a point is free of friends: the nearest such place with room, on either
--- side. Nil where nobody is in its way, and where there is no such place.
function M.round(mind, id, point, near)
  local base, weight = mind.view:unit(id).base, mind.weight
  local heading, half = geometry.bearing(base, point), base.width // 2
  local here = { x = base.x, y = base.y }
  local in_way = barred(before(mind, id, heading, near or weight.round_ahead), 0, half)
  if not in_way then return nil end
  local all = before(mind, id, heading, weight.round_ahead)
  for aside = weight.least_more, weight.round_aside, weight.least_more do
    for _, by in ipairs { aside, -aside } do
      local place = geometry.step(here, (heading + (by > 0 and RIGHT or -RIGHT)) % deg(360), aside)
      local there = tabletop.base_at(base, place)
      there = tabletop.turned(there, geometry.turn(base.facing, heading))
      if not barred(all, by, half) and not motion.refuse_room(mind.view, id, there, "unit") then
        return { point = place, stop = 0, why = mind:says("round %s", mind:name(in_way.id)) }
      end
    end
  end
end

return M
