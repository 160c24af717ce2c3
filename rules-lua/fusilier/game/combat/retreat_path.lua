-- 7.0, 10.5, R78: the way back: from whom, which way, how far the ground and the bodies on it let it go.
local army <const>, ground <const> = use("game/army/units", "game/movement/ground")

local M <const> = {}

--- The enemy a unit goes back from: the nearest of those given that are on the table, else of all.
function M.foe(play, id, among)
  local unit = play:unit(id)
  local there = lists.filter(among or {}, function(enemy) return tabletop.present(play:unit(enemy)) end)
  if not unit.base then return there[1] or among and among[1] end
  return play:nearest_unit(id, play:other(unit.side), nil, there[1] and function(_, enemy)
    return lists.has(there, enemy)
  end)
end

local WON <const> = { hold = true, pursue = true }

--- Those of its opponents that beat a unit: at odds some may be unbeaten only (R61). All, when none is left.
function M.victors(play, unit)
  local all = unit.against or unit.opponents or {}
  local won = lists.filter(all, function(enemy)
    local body = play:unit(enemy)
    return WON[body.response] and tabletop.present(body)
  end)
  return #won > 0 and won or all
end

--- The bearing that units face which are ordered back, one for all of them: away from their own edge where the scenario
--- names one; else to the front of the first if the enemy as a whole is before it, and toward the enemy if not (R78).
local function ahead_of(play, ids)
  local side, front = play:unit(ids[1]).side, play:unit(ids[1]).base.facing
  local home, enemies = play:home(side), {}
  if home then return home.facing end
  for id, unit in play:present(play:other(side)) do
    if not unit.concealed then enemies[#enemies + 1] = id end
  end
  local enemy = play:middle(enemies)
  local bearing = enemy and geometry.bearing(play:middle(ids), enemy) or front
  return math.abs(geometry.turn(front, bearing)) <= army.arc(play) and front or bearing
end

--- The bearing that each of those faces who are ordered back in one step: those who go with one formation go one way.
---@param play table
---@param ids string[] in the listed order
---@param with table<string, string> the formation that each goes with
---@return table<string, integer> by unit; none in a told game
function M.ahead(play, ids, with)
  local groups, ahead, of = {}, {}, {}
  for _, id in ipairs(ids) do
    local group = with[id]
    groups[group] = groups[group] or {}
    if play:unit(id).base then table.insert(groups[group], id) end
  end
  for _, id in ipairs(ids) do
    local group = with[id]
    ahead[group] = ahead[group] or groups[group][1] and ahead_of(play, groups[group])
    of[id] = ahead[group]
  end
  return of
end

--- As what a unit goes back: light guns at the rate of the battalion they are with (R30).
local function goes_as(play, unit)
  local troop = army.troop(play.rules, unit)
  if not army.light_artillery(play.rules, unit) then return troop end
  local battalion = unit.attached_to and army.troop(play.rules, play:unit(unit.attached_to))
  return troop, battalion ~= "infantry_square" and battalion or "infantry_line"
end

--- A full bound's move in its own formation, in the open, in mm; guns are limbered first and lose that time.
function M.full_move(play, unit)
  local troop, attached_to = goes_as(play, unit)
  return play:figure("move.allowance", play:described({
    troop = troop, attached_to = attached_to, terrain = "open", minutes = play.rules.constant.bound, obstacles = 0,
  }, unit, "move.allowance"), unit.id).allowance_mm
end

--- What a body meets that goes back: skirmishers and unlimbered guns let it through (R35), but nobody ends in them;
--- enemies, formed friends and limbered guns that it does not carry stop it (7.0, R103), and so does ground that nobody
--- crosses.
local function meets(play, unit)
  return function(thing)
    if thing.kind ~= "body" then return thing.bars and "impassable" or nil end
    local other = play:unit(thing.id)
    local lets_through = other.side == unit.side and (other.drill == "skirmish" or other.arm == "artillery"
      and (other.drill ~= "limbered" or army.follows(play.rules, other)))
    return lets_through and "lets_through" or "body"
  end
end

--- Turns a unit to face a bearing where it stands, if there is room.
function M.face(play, id, bearing)
  local unit = play:unit(id)
  local by = geometry.turn(unit.base.facing, bearing)
  local faced = tabletop.turned(unit.base, by)
  if by ~= 0 and not play:room(id, faced, { near = false }) then play:set(unit, "base", faced) end
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
    local base = army.reshaped(play, unit, drill, unit.base or unit.footprint)
    if not (unit.base and play:room(id, base, { near = false })) then
      play:set(unit, unit.base and "base" or "footprint", base)
      play:set(unit, "drill", drill)
      return drill
    end
  end
end

--- Minutes that a unit has for its way back: guns must be limbered first.
function M.minutes_for(play, unit)
  if unit.drill ~= "unlimbered" then return play.rules.constant.bound end
  return math.max(0, play.rules.constant.bound - army.evolution_min(play, unit, "unlimbered", "limbered"))
end

--- How far the ground lets a unit go back that has so many minutes, in micrometres.
local function allowance(play, going, minutes)
  local unit = play:unit(going.id)
  local full = mm(M.full_move(play, unit))
  if full == 0 or minutes == 0 then return 0 end
  local legs = ground.legs(play, going.id, unit.base, full, geometry.turn(unit.base.facing, going.back))
  if #legs == 0 then return 0 end
  local troop, attached_to = goes_as(play, unit)
  local path = { troop = troop, attached_to = attached_to, legs = legs, minutes = minutes }
  path = play:described(path, unit, "move.path")
  return math.min(full, mm(play:resolve("move.path", path, going.id, going.foe).moved_mm))
end

--- A unit and those it carries go back together, so that none of them ends in anybody: as far as its move over that
--- ground and what they meet let them. how.arrives and how.leaves tell of each (`go_back`).
---@param play table
---@param going table a withdrawal
---@param minutes integer
---@param how table
---@return integer um
function M.go(play, going, minutes, how)
  local way = play:way_back(going.id, {
    bearing = going.back, with = going.friends, stays = going.state == "routing",
    um = allowance(play, going, minutes), meets = meets(play, play:unit(going.id)),
  })
  local um = play:comes_to(way, way.um, { passes = { lets_through = true }, leaves = true })
  if um < mm(1) then return 0 end
  play:go_back(way, um, how)
  return um
end

return M
