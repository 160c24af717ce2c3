-- 7.0, 10.5, R78: the way back: from whom, which way, how far the ground and the bodies on it let it go.
local army <const> = use "game/army"
local ground <const> = use "game/ground"

local M <const> = {}

--- Shorter than any base is deep.
local STEP <const> = mm(10)

local EDGE <const> = { north = deg(0), east = deg(90), south = deg(180), west = deg(270) }

--- The bearing of a side's own edge of the table: nil when the scenario does not name it.
function M.home(view, side)
  return EDGE[view.state.sides[side].edge]
end

--- The enemy a unit goes back from: the nearest of those given that are on the table, else of all.
function M.foe(play, id, among)
  local unit = play:unit(id)
  local chosen = {}
  for _, enemy in ipairs(among or {}) do
    if army.present(play:unit(enemy)) then chosen[#chosen + 1] = enemy end
  end
  if not army.on_map(unit) then return chosen[1] or among and among[1] end
  if #chosen == 0 then
    for enemy, body in play:units(play:other(unit.side)) do
      if army.present(body) then chosen[#chosen + 1] = enemy end
    end
  end
  local best, best_um
  for _, enemy in ipairs(chosen) do
    local body = play:unit(enemy)
    local um = army.on_map(body) and geometry.distance(unit.base, body.base).distance
    if um and (not best_um or um < best_um) then best, best_um = enemy, um end
  end
  return best
end

--- The bearing of that enemy as a unit faces it; its own facing when there is none. One that is only ordered back, not
--- beaten, goes straight to its rear if the enemy is anywhere before its front.
---@param play table
---@param unit table
---@param foe string?
---@param ordered boolean?
---@return integer
function M.bearing_of(play, unit, foe, ordered)
  local enemy = foe and play:unit(foe).base
  if not enemy or ordered and geometry.arc(unit.base, "front", deg(45), enemy).yes then return unit.base.facing end
  return (ground.at(unit.base, enemy))
end

--- A full bound's move in its own formation, in the open, in mm; guns are limbered first and lose that time.
function M.full_move(play, unit)
  return play.rules.call("move.allowance", {
    troop = army.troop(unit), attached_to = "infantry_line", terrain = "open", minutes = play.rules.constant.bound,
    obstacles = 0, unlimbered = false,
  }).allowance_mm
end
--- How far the ground lets a base slide at all, in micrometres: up to what nobody crosses.
local function to_impassable(play, id, base, um, angle)
  local at = 0
  for _, leg in ipairs(ground.legs(play, id, base, um, angle)) do
    local walked = play.rules.call("move.path", {
      troop = "infantry_line", legs = { leg }, minutes = play.rules.constant.bound, unlimbered = false,
    })
    if walked.stopped_by == "impassable" then return at end
    at = at + math.max(0, mm((leg.length_mm or 0) - 1)) -- legs are rounded up
  end
  return um
end

--- What stops a body that goes back: enemies, and formed friends that it does not carry (7.0).
local function barriers(play, unit, group)
  local field = geometry.field()
  for id, other in play:units() do
    if not group[id] and army.present(other) and army.on_map(other)
      and (other.side ~= unit.side or other.drill ~= "skirmish") then
      field:put(id, other.base)
    end
  end
  return field
end

local function overlaps(play, base, group)
  for id, other in play:units() do
    if not group[id] and army.present(other) and army.on_map(other)
      and geometry.contact(base, other.base).state == "overlapping" then
      return true
    end
  end
  return false
end

--- The longest way that all `bodies` of a group, { id, base } each, may go together, up to `um`, so that none ends in
--- anybody.
function M.room_for(play, group, bodies, um, back)
  for _, body in ipairs(bodies) do
    local angle = geometry.turn(body.base.facing, back)
    local first = barriers(play, play:unit(body.id), group):first(body.base, { slide = um, angle = angle }, {})
    um = math.min(um, first.free)
    if um < mm(1) then return 0 end
    um = math.min(um, to_impassable(play, body.id, body.base, um, angle))
  end
  local function clear()
    for _, body in ipairs(bodies) do
      local there = ground.slid(body.base, um, geometry.turn(body.base.facing, back))
      if ground.on_table(play, there) and overlaps(play, there, group) then return false end
    end
    return true
  end
  while um > 0 and not clear() do um = math.max(0, um - STEP) end
  return um
end

--- May a unit be placed there: on the table, in nobody, and on no ground that nobody crosses (R29)?
---@param play table
---@param id string
---@param base table
---@return boolean
function M.may_stand(play, id, base)
  return ground.on_table(play, base) and not ground.in_deep(play, base) and not ground.in_the_way(play, id, base)
end

--- Turns a unit to face a bearing where it stands, if there is room.
function M.face(play, id, bearing)
  local unit = play:unit(id)
  local by = geometry.turn(unit.base.facing, bearing)
  local faced = geometry.move(unit.base, { pivot = by })
  if by ~= 0 and M.may_stand(play, id, faced) then play:set(unit, "base", faced) end
end

--- Minutes that a unit has for its way back: guns must be limbered first.
function M.minutes_for(play, unit)
  if unit.drill ~= "unlimbered" then return play.rules.constant.bound end
  local evolution = { arm = unit.troop, from = "unlimbered", to = "limbered" }
  return math.max(0, play.rules.constant.bound - play.rules.call("move.evolution", evolution).time_min)
end

--- How far the ground lets a unit go back, in micrometres.
function M.allowance(play, id, um, back, minutes)
  local unit = play:unit(id)
  if um < mm(1) then return 0 end
  local legs = ground.legs(play, id, unit.base, um, geometry.turn(unit.base.facing, back))
  if #legs == 0 or minutes == 0 then return 0 end
  local walked = play:resolve("move.path", { troop = army.troop(unit), legs = legs, minutes = minutes }, id)
  return math.min(um, mm(walked.moved_mm))
end

return M
