-- 7.0, 10.5, R78: the way back: from whom, which way, how far the ground and the bodies on it let it go.
local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"

local M <const> = {}

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

local WON <const> = { hold = true, pursue = true }

--- Those of its opponents that beat a unit: at odds some may be unbeaten only (R61). All, when none is left.
function M.victors(play, unit)
  local found, all = {}, unit.against or unit.opponents or {}
  for _, enemy in ipairs(all) do
    local body = play:unit(enemy)
    if WON[body.response] and army.present(body) then found[#found + 1] = enemy end
  end
  return #found > 0 and found or all
end

--- The bearing of that enemy as a unit faces it; its own facing when there is none.
---@param play table
---@param unit table
---@param foe string?
---@return integer
function M.bearing_of(play, unit, foe)
  local enemy = foe and play:unit(foe).base
  if not enemy then return unit.base.facing end
  return (ground.at(unit.base, enemy))
end

--- The middle of the bodies that `admits`, and the first of them; nil when there is none.
local function middle_of(play, side, admits)
  local x, y, n, first = 0, 0, 0, nil
  for id, unit in play:units(side) do
    if army.present(unit) and army.on_map(unit) and admits(id, unit) then
      x, y, n, first = x + unit.base.x, y + unit.base.y, n + 1, first or unit
    end
  end
  return first and { x = x // n, y = y // n }, first
end

--- The bearing that a formation faces which is ordered back, one for all of it: away from its own edge where the
--- scenario names one; else to its front if the enemy as a whole is before it, and toward the enemy if not (R78).
---@param play table
---@param side string
---@param among table<string, any> the units that go
---@return integer? none in a told game
function M.ahead(play, side, among)
  local middle, first = middle_of(play, side, function(id) return among[id] end)
  if not middle then return nil end
  local home = M.home(play, side)
  if home then return (home + deg(180)) % deg(360) end
  local enemy = middle_of(play, play:other(side), function(_, unit) return not unit.concealed end)
  local bearing = enemy and geometry.bearing(middle, enemy) or first.base.facing
  return math.abs(geometry.turn(first.base.facing, bearing)) <= army.ARC and first.base.facing or bearing
end

--- Those furthest from any enemy first, so that nobody is in the way of one who comes after him.
---@param play table
---@param ids string[] sorted where they are
---@return string[] ids
function M.rearmost_first(play, ids)
  local away, nth = {}, {}
  for i, id in ipairs(ids) do
    local unit = play:unit(id)
    local foe = army.on_map(unit) and M.foe(play, id)
    away[id], nth[id] = foe and geometry.distance(unit.base, play:unit(foe).base).distance or 0, i
  end
  table.sort(ids, function(one, other)
    if away[one] ~= away[other] then return away[one] > away[other] end
    return nth[one] < nth[other]
  end)
  return ids
end

--- As what a unit goes back: light guns at the rate of the battalion they are with (R30).
local function goes_as(play, unit)
  local troop = army.troop(unit)
  if troop ~= "light_artillery" then return troop end
  local battalion = unit.attached_to and army.troop(play:unit(unit.attached_to))
  return troop, battalion ~= "infantry_square" and battalion or "infantry_line"
end

--- A full bound's move in its own formation, in the open, in mm; guns are limbered first and lose that time.
function M.full_move(play, unit)
  local troop, attached_to = goes_as(play, unit)
  return play.rules.call("move.allowance", {
    troop = troop, attached_to = attached_to or "infantry_line", terrain = "open",
    minutes = play.rules.constant.bound, obstacles = 0, unlimbered = false,
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

--- What stops a body that goes back: enemies, and formed friends and limbered guns that it does not carry (7.0, R103).
--- Skirmishers and unlimbered guns let it through (R35), but nobody ends in them.
local function lets_through(play, other)
  return other.drill == "skirmish" or other.arm == "artillery"
    and (other.drill ~= "limbered" or army.follows(play.rules, other))
end

local function barriers(play, unit, group)
  local field = geometry.field()
  for id, other in play:units() do
    if not group[id] and army.present(other) and army.on_map(other)
      and (other.side ~= unit.side or not lets_through(play, other)) then
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
      local there = tabletop.slid(body.base, um, geometry.turn(body.base.facing, back))
      if tabletop.on_table(play, there) and overlaps(play, there, group) then return false end
    end
    return true
  end
  while um > 0 and not clear() do um = math.max(0, um - tabletop.STEP) end
  return um
end

--- May a unit be placed there: on the table, in nobody, and on no impassable ground (R29)?
---@param play table
---@param id string
---@param base table
---@return boolean
function M.may_stand(play, id, base)
  return tabletop.on_table(play, base) and not ground.in_deep(play, base) and not tabletop.in_the_way(play, id, base)
end

--- Turns a unit to face a bearing where it stands, if there is room.
function M.face(play, id, bearing)
  local unit = play:unit(id)
  local by = geometry.turn(unit.base.facing, bearing)
  local faced = geometry.move(unit.base, { pivot = by })
  if by ~= 0 and M.may_stand(play, id, faced) then play:set(unit, "base", faced) end
end

--- Who must go back is no square any more: it goes in line, or in column where there is no room for a line (R27, R78).
--- Gives the drill it has taken.
---@param play table
---@param id string
---@return string?
function M.leave_square(play, id)
  local unit = play:unit(id)
  if unit.drill ~= "square" or M.full_move(play, unit) > 0 then return nil end
  for _, drill in ipairs { "line", "column" } do
    local base = army.reshaped(play.rules, unit, drill, unit.base or unit.footprint)
    if not army.on_map(unit) or M.may_stand(play, id, base) then
      play:set(unit, army.on_map(unit) and "base" or "footprint", base)
      play:set(unit, "drill", drill)
      return drill
    end
  end
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
  local troop, attached_to = goes_as(play, unit)
  local path = { troop = troop, attached_to = attached_to, legs = legs, minutes = minutes }
  local walked = play:resolve("move.path", path, id)
  return math.min(um, mm(walked.moved_mm))
end

return M
