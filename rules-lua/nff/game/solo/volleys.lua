-- What fire is likely to do, as a solo commander reckons it before a charge or where a unit stands: the fire points of
-- those who bear, by the procedures of fire, and what their die does to troops.

local see <const>, units <const> = use("game/solo/view", "game/army/units")

local M <const> = {}

--- Phases of fire in a turn: one in each side's part of it.
local PHASES <const> = 2

local EFFECTS <const> = { disordered = 0, lose_1 = 1, lose_2 = 2, lose_3 = 3 }

--- What so many fire points do to troops: { p, disordered, lost } each.
function M.effects(mind, points, cover)
  return mind:known(("volley %d %d"):format(points, cover), function()
    local list = {}
    local args = { target_kind = "troops", fire_points = points, cover = cover, target_stands = 24 }
    for i, one in ipairs(mind:outcomes("fire.resolve", args, "effect")) do
      local lost = EFFECTS[one.value]
      list[i] = { p = one.p, disordered = lost ~= nil, lost = lost or 0 }
    end
    return list
  end)
end

--- The stands that a brigade of foot fires with in its formation.
local function stands_of(mind, id, unit)
  local args = { formation = unit.drill, stands = unit.stands }
  return mind.view:figure("fire.stands_firing", args, id).stands_firing
end

--- The fire points that a unit has at an enemy so far off, in twenty-fourths; 0 of horse.
---@param how { enfilade: boolean?, disordered: boolean? }? disordered: as if it were
local function points_of(mind, id, target, um, how)
  local view, unit, enemy = mind.view, mind.view:unit(id), mind.view:unit(target)
  local args = { range_in = rounded(um / inch(1)), enfilade = how and how.enfilade or false, target_arm = enemy.arm,
    target_formation = enemy.drill or "single_echelon", target_skirmish = "none" }
  if units.battery(unit) then
    args.batteries, args.damaged = 1, unit.damaged and 1 or 0
    return view:ask_of("fire.artillery_points", id, args, target).points_x24
  end
  if unit.arm ~= "infantry" then return 0 end
  args.stands, args.in_square = stands_of(mind, id, unit), unit.drill == "square"
  args.disordered = how and how.disordered
  return view:ask_of("fire.infantry_points", id, args, target).points_x24
end

--- Does a unit's fire bear on a place?
local function bears(mind, unit, point)
  local each = unit.arm == "artillery" and "artillery_arc_each_side" or "infantry_arc_each_side"
  return math.abs((mind:toward(unit.base, point))) <= deg(mind.rules.constant[each])
end

--- The fire points that the units of a side but one have at a place so near them, where a unit of the other side is or
--- comes to.
local function others(mind, side, place, target, except)
  local sum, most = 0, mind.weight.volley_reach
  for id, um in mind:by_distance(place.near, side) do
    if um > most then break end
    local unit = mind.view:unit(id)
    if id ~= except and not unit.charging and see.fires(unit) and um <= see.reach(mind, unit)
      and bears(mind, unit, place.at) then
      sum = sum + points_of(mind, id, target, um)
    end
  end
  return sum
end

--- What so many fire points cost a unit in a phase of fire, on average (see.stake); guns and who is disordered already
--- mind no disorder.
function M.cost(mind, id, points, cover)
  local unit, sum = mind.view:unit(id), 0
  local disorder = (unit.disordered or units.battery(unit)) and 0 or mind.weight.fire_disorders
  for _, one in ipairs(M.effects(mind, points, cover)) do
    sum = sum + one.p * (see.stake(mind, id, one.lost) + (one.disordered and disorder or 0))
  end
  return sum
end

--- What a turn of fire costs a brigade that stays where it is, less what it costs the enemy before it, who is in range
--- of its musketry; 0 of one that is not under such fire.
function M.exchange(mind, id)
  return mind:once_for("exchange", id, function()
    local unit, enemy, um = mind.view:unit(id), see.nearest(mind, id)
    if not enemy or um > see.reach(mind, unit) or not see.fires(unit) then return 0 end
    local parts, his = mind.rules.constant.fire_point_parts, mind.view:unit(enemy)
    local at_it = others(mind, his.side, { near = id, at = unit.base }, id) // parts
    local bearing = units.brigade(his) and bears(mind, unit, his.base)
    local at_him = bearing and points_of(mind, id, enemy, um) // parts or 0
    local cover = at_him > 0 and mind.view:fact("cover", id, enemy) or 0
    return PHASES * (M.cost(mind, id, at_it, 0) - M.cost(mind, enemy, at_him, cover))
  end) or 0
end

--- What fire does before a charge comes home: the points at who charges, and at who is charged when the charger is in
--- order, and when he is not; and the cover of who is charged. What it does to guns makes no difference.
local function before(mind, id, target, flank)
  local unit, enemy, parts = mind.view:unit(id), mind.view:unit(target), mind.rules.constant.fire_point_parts
  local front = mind:off_face(enemy.base, "front", mind.weight.least_move)
  local at_him = see.fires(enemy) and not flank and points_of(mind, target, id, 0) or 0
  at_him = at_him + others(mind, enemy.side, { near = target, at = front }, id, target)
  local own, shaken, with = 0, 0, 0
  if not units.battery(enemy) then
    own = points_of(mind, id, target, 0, { enfilade = flank })
    shaken = own > 0 and points_of(mind, id, target, 0, { enfilade = flank, disordered = true }) or 0
    with = others(mind, unit.side, { near = target, at = enemy.base }, target, id)
  end
  return {
    at_charger = at_him // parts, whole = (own + with) // parts, shaken = (shaken + with) // parts,
    cover = own > 0 and mind.view:fact("cover", id, target) or 0,
  }
end

function M.before(mind, id, target, flank)
  local function reckon() return before(mind, id, target, flank) end
  return mind:once("fire before " .. id .. " " .. target .. (flank and " flank" or ""), reckon)
end

return M
