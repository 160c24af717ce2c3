-- What the command before the action proposes: places for units that have none yet.

local M <const> = {}

--- How far from one another, and from its edge, a side is drawn up where nothing else says.
local GAP <const>, BEHIND <const>, FROM_EDGE <const>, STEP <const> = mm(10), mm(60), mm(150), mm(50)

--- More places than these are not proposed to one unit.
local MOST <const> = 3

--- Places beside and behind the units of its formation that have theirs, those about to take one included.
local function by_mates(view, side, unit, placed, offer)
  for id, other in view:units(side) do
    local base, size = other.base or placed[id], unit.footprint
    if id ~= unit.id and other.formation == unit.formation and base then
      local function at(angle, um, text)
        local there = geometry.step({ x = base.x, y = base.y }, (base.facing + angle) % deg(360), um)
        offer(there, base.facing, text)
      end
      local beside = (base.width + size.width) // 2 + GAP
      at(deg(90), beside, "on the right of its formation")
      at(deg(-90), beside, "on the left of its formation")
      at(deg(180), (base.depth + size.depth) // 2 + BEHIND, "behind its formation")
    end
  end
end

--- Along its own edge, or where the scenario names none that of its half of the table, from the middle outward.
local function by_edge(view, side, offer)
  local first, size = side == view.state.order.sides[1], view.state.ground
  local facing = tabletop.FACING[view.state.sides[side].edge] or first and 0 or deg(180)
  local wide, deep = size.width, size.depth
  if facing % deg(180) ~= 0 then wide, deep = deep, wide end
  local middle = { x = size.width // 2, y = size.depth // 2 }
  local at = geometry.step(middle, (facing + deg(180)) % deg(360), math.max(0, deep // 2 - FROM_EDGE))
  for off in tabletop.outward(STEP, wide // 2) do
    local hand = off > 0 and deg(-90) or deg(90)
    offer(geometry.step(at, (facing + hand) % deg(360), math.abs(off)), facing, "by its own edge")
  end
end

local function is_free(base, placed)
  for _, other in next, placed do
    if geometry.contact(base, other).state == "overlapping" then return false end
  end
  return true
end

--- Where those are about to stand whose places are sealed.
local function about_to(view, side)
  local placed = {}
  for _, cmd in ipairs(view:sealed(side)) do
    local unit = cmd["do"] == "place" and view:unit(cmd.unit)
    if unit and unit.footprint then placed[cmd.unit] = view:base_placed(cmd) end
  end
  return placed
end

--- Places for units that the battle was laid out without.
function M.places(view, side, of, refuses)
  local list, placed = {}, about_to(view, side)
  for id, unit in proposals.units(view, side, of) do
    local found = unit.status == "off_table" and 0 or MOST
    local function offer(at, facing, text)
      local cmd = { unit = id, at = { x = at.x, y = at.y }, facing = facing, text = text, score = 299 - found }
      local base = tabletop.base_at(unit.footprint, at, facing % deg(360))
      if found < MOST and is_free(base, placed) and not refuses(view, cmd) then
        found, list[#list + 1] = found + 1, cmd
      end
    end
    if found < MOST then
      by_mates(view, side, unit, placed, offer)
      by_edge(view, side, offer)
    end
  end
  return best_first(list)
end

return M
