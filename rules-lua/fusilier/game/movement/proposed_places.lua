-- What the commands before the action propose: places for units that have none yet, and whom nobody sees.

local army <const> = use "game/army/units"
local proposed <const> = use "game/combat/proposed_attacks"
local way_back <const> = use "game/combat/retreat_path"

local M <const> = {}

--- How far from one another, and from its edge, a side is drawn up where nothing else says.
local GAP <const>, FROM_EDGE <const>, STEP <const> = mm(10), mm(150), mm(50)

--- More places than these are not proposed to one unit.
local MOST <const> = 3

--- Units of its formation that have their place, those about to take one included.
local function mates_of(view, side, unit, placed)
  local mates = {}
  for id, other in view:units(side) do
    local base = other.base or placed[id]
    if id ~= unit.id and other.formation == unit.formation and base then mates[#mates + 1] = base end
  end
  return mates
end

local function at_side(base, size, angle, um)
  local at = geometry.step({ x = base.x, y = base.y }, (base.facing + angle) % deg(360), um)
  return { x = at.x, y = at.y, facing = base.facing, width = size.width, depth = size.depth }
end

local function by_mates(mates, size, list)
  for _, base in ipairs(mates) do
    local beside, behind = (base.width + size.width) // 2 + GAP, (base.depth + size.depth) // 2 + mm(60)
    list[#list + 1] = { at_side(base, size, deg(90), beside), "on the right of its formation" }
    list[#list + 1] = { at_side(base, size, deg(-90), beside), "on the left of its formation" }
    list[#list + 1] = { at_side(base, size, deg(180), behind), "behind its formation" }
  end
end

--- Along its own edge, from the middle outward.
local function by_edge(view, side, size, list)
  local home = way_back.home(view, side) or (side == view.state.order.sides[1] and deg(180) or 0)
  local ground, facing = view.state.ground, (home + deg(180)) % deg(360)
  local wide = home % deg(180) == 0 and ground.width or ground.depth
  local middle = { x = ground.width // 2, y = ground.depth // 2 }
  local deep = (home % deg(180) == 0 and ground.depth or ground.width) // 2
  local at = geometry.step(middle, home, math.max(0, deep - FROM_EDGE))
  for off = 0, wide // 2, STEP do
    for _, hand in ipairs(off == 0 and { 1 } or { 1, -1 }) do
      local there = geometry.step(at, (facing + hand * deg(90)) % deg(360), off)
      list[#list + 1] = {
        { x = there.x, y = there.y, facing = facing, width = size.width, depth = size.depth }, "by its own edge",
      }
    end
  end
end

local function in_nobody(base, placed)
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
    if unit and unit.footprint then
      placed[cmd.unit] = { x = cmd.at.x, y = cmd.at.y, facing = cmd.facing % deg(360), width = unit.footprint.width,
        depth = unit.footprint.depth }
    end
  end
  return placed
end

--- Places for units that the battle was laid out without.
---@param refuses fun(view: table, cmd: table): any
function M.places(view, side, of, refuses)
  local list, placed = {}, about_to(view, side)
  for id, unit in proposed.units(view, side, of) do
    if unit.status == "off_table" and not placed[id] then
      local spots, found = {}, 0
      by_mates(mates_of(view, side, unit, placed), unit.footprint, spots)
      by_edge(view, side, unit.footprint, spots)
      for _, one in ipairs(spots) do
        local base = one[1]
        local cmd = { unit = id, at = { x = base.x, y = base.y }, facing = base.facing }
        if found < MOST and in_nobody(base, placed) and not refuses(view, cmd) then
          found = found + 1
          cmd.text, cmd.score = one[2], 300 - found
          list[#list + 1] = cmd
        end
      end
    end
  end
  return best_first(list)
end

--- Troops whom nobody sees, and the generals with those who hide.
---@param refuses fun(view: table, cmd: table): any
function M.hidden(view, side, of, refuses)
  local list, busy = {}, army.spoken_for(view, side)
  local generals = army.spoken_for(view, side, "general")
  if army.told(view) then return list end
  for id, unit in proposed.units(view, side, of) do
    local open = unit.base and army.present(unit) and not unit.concealed and not busy[id]
    if open and not refuses(view, { unit = id }) then
      list[#list + 1] = { unit = id, text = "no enemy sees it", score = 50 }
    end
  end
  for id, general in view:leaders(side) do
    local with = general.with and view.state.units[general.with]
    if with and not general.concealed and not generals[id] and not refuses(view, { general = id }) then
      list[#list + 1] = { general = id, text = ("with %s"):format(with.name or general.with), score = 49 }
    end
  end
  return list
end

return M
