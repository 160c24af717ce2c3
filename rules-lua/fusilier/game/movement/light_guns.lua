-- 6.2, R30: where light guns stand by their battalion, and how they follow it.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")

local M <const> = {}

local function apart(one, other) return select(2, tabletop.toward(one, other)) end

--- What is kept of a place by a battalion: how far off and in which direction, how much turned; and where it stood.
local function beside(off, um, turn, base)
  return { off = off, um = um, turn = turn, x = base.x, y = base.y, facing = base.facing, width = base.width }
end

--- Where a base is as seen from another, and where that other stood.
function M.seen_from(base, other)
  local bearing, um = tabletop.toward(base, other)
  return beside(geometry.turn(base.facing, bearing), um, geometry.turn(base.facing, other.facing), base)
end

--- How far off their battalion light guns may go for room, and in what steps.
local FARTHEST <const>, FARTHER <const> = mm(300), mm(20)
--- So many of its places are close by: the old one, and those that touch the battalion.
local CLOSE_BY <const> = 4

--- The places light guns may take by their battalion: where they were, then behind it and on its flanks, close by if
--- there is room.
local function places(battalion, unit)
  local list, size = {}, unit.base
  local function add(um, off, turn)
    local at = geometry.step({ x = battalion.x, y = battalion.y }, battalion.facing + off, um)
    list[#list + 1] = tabletop.base_at(size, at, (battalion.facing + turn) % deg(360))
  end
  add(unit.beside.um, unit.beside.off, unit.beside.turn)
  local behind, aside = (battalion.depth + size.depth) // 2, (battalion.width + size.width) // 2
  for gap = mm(1), FARTHEST, FARTHER do
    add(behind + gap, deg(180), 0)
    add(aside + gap, deg(90), 0)
    add(aside + gap, deg(-90), 0)
  end
  return list
end

--- May the guns go straight to a base? They stand in nobody there, and no enemy is on the way.
local function may_go(play, id, base)
  if play:room(id, base, { near = false }) then return false end
  local from = play:unit(id).base
  local bearing, um = tabletop.toward(from, base)
  local slide = { slide = um, angle = geometry.turn(from.facing, bearing) }
  return not tabletop.stop_of(play:path(id, slide, { friends = "pass", near = false }), "body")
end

--- Its old place by the battalion when that is no further than the battalion went itself; else the nearest of its
--- places, within a bound's move; those farther off the battalion only when there is no room close by. No way there
--- leads through the enemy.
local function place_for(play, id, unit, battalion)
  local went = apart(battalion.base, unit.beside) + mm(1)
  local most = mm(obedience.allowance(play, unit, army.troop(play.rules, battalion), play.rules.constant.bound))
  local nearest, least
  for nth, base in ipairs(places(battalion.base, unit)) do
    if nearest and nth > CLOSE_BY then break end
    local um = apart(unit.base, base)
    if um <= most and may_go(play, id, base) then
      if nth == 1 and um <= went then return base end
      if not least or um < least then nearest, least = base, um end
    end
  end
  return nearest
end

--- Light guns go to where they stood by their battalion, or to the nearest room there.
function M.follow(play, id, unit)
  local battalion = play:unit(unit.attached_to)
  local base, was = battalion.base, unit.beside
  if not was then return play:set(unit, "beside", M.seen_from(base, unit.base)) end
  local same = base.x == was.x and base.y == was.y and base.facing == was.facing
  if same and base.width == (was.width or base.width) then return end
  local there = place_for(play, id, unit, battalion)
  if not there then return end
  play:set(unit, "base", there)
  play:set(unit, "beside", beside(was.off, was.um, was.turn, base))
end

return M
