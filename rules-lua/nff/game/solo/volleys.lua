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

--- May a unit fire at all? Foot may, in disorder too, with half its points; light horse and guns that are ready.
local function shoots(unit)
  if units.battery(unit) then return not unit.limbered and not unit.silenced end
  return unit.arm == "infantry" or unit.cavalry_class == "light"
end

--- The fire points that a unit has at an enemy so far off, in twenty-fourths.
---@param how { enfilade: boolean?, disordered: boolean?, stands: integer? }? disordered: as if it were
local function points_of(mind, id, target, um, how)
  local view, unit, enemy = mind.view, mind.view:unit(id), mind.view:unit(target)
  local args = { range_in = rounded(um / inch(1)), enfilade = how and how.enfilade or false, target_arm = enemy.arm,
    target_formation = enemy.drill or "single_echelon", target_skirmish = "none" }
  if units.battery(unit) then
    args.batteries, args.damaged = 1, unit.damaged and 1 or 0
    return view:ask_of("fire.artillery_points", id, args, target).points_x24
  end
  args.disordered = how and how.disordered
  args.stands = how and how.stands or stands_of(mind, id, unit)
  if unit.arm == "cavalry" then return view:ask_of("fire.cavalry_points", id, args, target).points_x24 end
  args.in_square = unit.drill == "square"
  return view:ask_of("fire.infantry_points", id, args, target).points_x24
end

--- Does a unit's fire bear on a body?
local function bears(mind, unit, body)
  local each = unit.arm == "artillery" and "artillery_arc_each_side" or "infantry_arc_each_side"
  return geometry.arc(unit.base, "front", deg(mind.rules.constant[each]), body).yes
end

--- The fire points that the units of a side, except one, have at a body: where a unit of the other side stands, or will
--- stand. Fire from afar counts in part, because nobody looks at who stands between.
local function others(mind, side, body, target, near, except)
  local sum, weight = 0, mind.weight
  for id, um in mind:by_distance(near, side) do
    if um > weight.volley_far then break end
    local unit = mind.view:unit(id)
    local far = id ~= except and not unit.charging and shoots(unit) and geometry.gap(unit.base, body)
    if far and far <= see.reach(mind, unit) and bears(mind, unit, body) then
      local share = far > weight.volley_reach and weight.volley_far_share or 1
      sum = sum + math.floor(share * points_of(mind, id, target, far))
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

--- What a turn of fire costs a brigade that stays where it is, less what its own fire costs the enemy before it. 0 when
--- neither reaches the other, and for a brigade that does not fire.
function M.exchange(mind, id)
  return mind:once_for("exchange", id, function()
    local unit, enemy, um = mind.view:unit(id), see.nearest(mind, id)
    local parts, his = mind.rules.constant.fire_point_parts, enemy and mind.view:unit(enemy)
    if not enemy or um > math.max(see.reach(mind, unit), see.reach(mind, his)) or not shoots(unit) then return 0 end
    local at_it = others(mind, his.side, unit.base, id, id) // parts
    local bearing = units.brigade(his) and um <= see.reach(mind, unit) and bears(mind, unit, his.base)
    local at_him = bearing and points_of(mind, id, enemy, um) // parts or 0
    local cover = at_him > 0 and mind.view:fact("cover", id, enemy) or 0
    return PHASES * (M.cost(mind, id, at_it, 0) - M.cost(mind, enemy, at_him, cover))
  end) or 0
end

--- What a turn of fire would cost a brigade on a base.
function M.under_fire(mind, id, base)
  local points = others(mind, mind.view:other(mind.side), base, id, id)
  return PHASES * M.cost(mind, id, points // mind.rules.constant.fire_point_parts, 0)
end

--- How many stands of a charger meet an enemy, and so fire at him: those of its front that face him.
local function stands_upon(mind, id, target)
  local base, enemy = mind.view:unit(id).base, mind.view:unit(target).base
  local upon = geometry.frontage(base, "front", enemy).length
  if upon == 0 then
    local wheeled = tabletop.turned(base, mind.view:wheel_at(base, enemy, deg(mind.rules.constant.charge_wheel_most)))
    upon = geometry.frontage(wheeled, "front", enemy).length
  end
  local stands = stands_of(mind, id, mind.view:unit(id))
  return math.min(stands, stands * upon // base.width + 1)
end

--- The fire of a charger at the enemy that it has touched: nobody else may fire at that enemy (R125).
local function own_points(mind, id, target, flank, disordered)
  if mind.view:unit(id).arm ~= "infantry" then return 0 end
  local how = { enfilade = flank, disordered = disordered, stands = stands_upon(mind, id, target) }
  return points_of(mind, id, target, 0, how)
end

--- About where a charger stands when he has come up to an enemy.
function M.met_at(base, enemy)
  local there = geometry.distance(base, enemy).to
  local point = { x = there.x, y = there.y }
  return tabletop.base_at(base, geometry.step(point, geometry.bearing(point, base), base.depth // 2))
end

--- What fire does before a charge comes home: the points at who charges, and at who is charged when the charger is in
--- order, and when he is not; and the cover of who is charged. When guns are charged, nobody fires at them.
local function before(mind, id, target, flank, rides_out)
  local unit, enemy, parts = mind.view:unit(id), mind.view:unit(target), mind.rules.constant.fire_point_parts
  local at_him = shoots(enemy) and not (flank or rides_out) and points_of(mind, target, id, 0) or 0
  at_him = at_him + others(mind, enemy.side, M.met_at(unit.base, enemy.base), id, target, target)
  local own, shaken = 0, 0
  if not units.battery(enemy) then
    own = own_points(mind, id, target, flank)
    shaken = own > 0 and own_points(mind, id, target, flank, true) or 0
  end
  return {
    at_charger = at_him // parts, whole = own // parts, shaken = shaken // parts,
    cover = own > 0 and mind.view:fact("cover", id, target) or 0,
  }
end

---@param defender table of the question about the combat
function M.before(mind, id, target, defender)
  local flank, rides_out = defender.flank_or_rear, defender.countercharging
  local key = ("fire before %s %s%s%s"):format(id, target, flank and " flank" or "", rides_out and " rides out" or "")
  return mind:once(key, before, mind, id, target, flank, rides_out)
end

return M
