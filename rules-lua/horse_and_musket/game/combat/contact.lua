-- 4.1.9, C.3a, R33: the way to an enemy, bodies that come together, and who is hand to hand with whom.
--
-- A unit that has charged home carries whom it met: charging.met = { { target, face, counter } … }, the charged unit
-- first. A pair stays there until its combat is fought, or one of the two is gone from it.
local army <const> = use "game/army/units"
local paths <const> = use "game/fire/paths"
local terrain <const> = use "game/movement/terrain"

--- Bases touch at gaps up to 2 micrometres.
local TOUCH <const> = 2

local M <const> = { TOUCH = TOUCH }

--- What a unit is met at: its base, or the town or section that it holds (SR.3, SR.4).
---@return table shape, string? area
function M.body(view, id)
  local unit = view:unit(id)
  local area = unit.inside and view.state.areas[unit.inside]
  if area and area.area then return { area = area.area }, unit.inside end
  return unit.base
end

--- A base closed up to the frontage of two bases in which fieldworks are attacked, its front edge where it was (SR.4).
local function closed_up(view, unit, base)
  local size = view.rules.call("unit.frontage", {
    troop = unit.troop, formation = unit.drill, in_fieldworks = true, base_width_mm = view.state.battle.base_width_mm,
  })
  local depth = mm(size.ranks * view.state.battle.foot_depth_mm)
  local closed = { x = base.x, y = base.y, facing = base.facing, width = mm(size.frontage_mm), depth = depth }
  return tabletop.slid(closed, (base.depth - depth) // 2)
end

--- Does a unit attack works, in which formation is given up on either side (SR.4, R34)?
function M.closes_up(view, id, target)
  return paths.stands_in(view, target) == "fieldworks" and view:unit(id).arm == "infantry"
end

--- Where a unit stands when it sets out against a target, turned on its centre.
local function sets_out(view, id, target, pivot)
  local unit = view:unit(id)
  local base = pivot ~= 0 and tabletop.turned(unit.base, pivot) or unit.base
  return M.closes_up(view, id, target) and closed_up(view, unit, base) or base
end

--- Can any part of a target be seen? Nobody's own hill or town hides it.
local function seen(view, field, id, target)
  local unit, body, area = view:unit(id), M.body(view, target)
  local except = tabletop.own_hills(view, field, unit.base, view:unit(target).base)
  except[#except + 1], except[#except + 2] = id, target
  if area then except[#except + 1] = area end
  for leader in view:leaders() do except[#except + 1] = leader end
  return field:sight(unit.base, body, { eye = mm(1), mark = mm(1) }, { except = except }).yes
end

--- How far a way is looked along for its target: no base lies further from its nearest point than it is big.
local function look(base, body, target_base)
  local gap = geometry.distance(base, body).distance
  return gap + base.width + base.depth + target_base.width + target_base.depth
end

---@class horse_and_musket.ChargeWay
---@field base table where it sets out, turned
---@field um integer? from there to contact; nil when it goes by the target
---@field by string? the unit that is met first, `by_um` on the way
---@field barred string? the kind of ground that ends the way before it, `barred_um` on it
---@field difficult boolean any of it
---@field seen boolean asked only where nothing else is against it

--- The unit that is met first, and how far the target is.
local function met_on(view, way, target, area)
  local at = area and (way.works == area and way.works_at or way.impassable == area and way.impassable_at) or nil
  local by, by_um
  for _, span in ipairs(way.bodies) do
    if span.id == target then
      at = at or span.from
    elseif not by and army.present(view:unit(span.id)) then
      by, by_um = span.id, span.from
    end
  end
  if at and by and by_um >= at - TOUCH then by = nil end
  return at, by, by_um
end

--- Does a base that has been turned lie in what it is to charge?
local function overlaps(base, body)
  if body.area then return terrain.stands_in(base, body) end
  return geometry.contact(base, body).state == "overlapping"
end

local GROUNDS <const> = { "river", "impassable", "works" }

--- The ground, or the edge of the table, that ends a way before it has led so far.
local function barred_on(view, way, um, area)
  local kind, first = way.edge_at and way.edge_at < um - TOUCH and "edge" or nil, way.edge_at
  for _, key in ipairs(GROUNDS) do
    local at = way[key .. "_at"]
    if at and at < um - TOUCH and not (area and way[key] == area) and (not first or at < first) then
      kind, first = view.state.areas[way[key]].terrain, at
    end
  end
  return kind, first
end

fact "charge_distance" {
  ask = "How many mm has {1} to go, straight ahead after a turn of {free_turn} degrees at most, to touch {2}?",
  unit = "mm",
  int "distance" { 0 },
  measured = function(view, field, id, target, pivot)
    local base, body, area = sets_out(view, id, target, pivot), M.body(view, target)
    local found = terrain.way(view, id, base, look(base, body, view:unit(target).base), 0)
    local way = { base = base }
    way.um, way.by, way.by_um = met_on(view, found, target, area)
    if way.um == 0 and overlaps(base, body) then way.by, way.by_um = target, 0 end
    local um = way.um or way.by_um or 0
    way.barred, way.barred_um = barred_on(view, found, um, area)
    way.difficult = found.difficult_at ~= nil and found.difficult_at < um
      or pivot ~= 0 and terrain.stands_rough(view, id)
    way.seen = way.um ~= nil and not way.by and not way.barred and seen(view, field, id, target)
    return way.um and geometry.round_mm(way.um, "up") or -1, way
  end,
}

fact "charge_going" {
  ask = "Is any of the way of {1} to {2} difficult going?",
  flag "difficult" {},
  suggest = function() return false end,
  measured = function() return false end,
}

--- The way of a charge on a measured table.
---@return integer mm, horse_and_musket.ChargeWay way
function M.way(view, id, target, pivot) return view:fact("charge_distance", id, target, pivot) end

--- Millimetres to contact, is any of it difficult, and the way where it is measured.
function M.distance(view, id, target, pivot)
  local distance, way = M.way(view, id, target, pivot)
  if way then return distance, way.difficult or false, way end
  return distance, view:fact("charge_going", id, target)
end

--- Do two bases slid ahead so far touch or overlap?
local function meet_at(one, other, um)
  return geometry.contact(tabletop.slid(one, um), tabletop.slid(other, um)).yes
end

--- How far charger and countercharger both go, straight ahead, until they touch; nil when they pass each other by, or
--- anybody else is in the way of the countercharger (R33).
---@param base table the charger's, turned
---@param um integer to the charged unit where it stands
function M.half_way(view, target, base, um)
  local there = view:unit(target).base
  local free = 0
  while not meet_at(base, there, free) do
    if free >= um then return nil end
    free = math.min(um, free + tabletop.STEP)
  end
  local low, high = math.max(0, free - tabletop.STEP), free
  while high - low > 1 do
    local half = (low + high) // 2
    if meet_at(base, there, half) then high = half else low = half end
  end
  local contact = geometry.contact(tabletop.slid(base, high), tabletop.slid(there, high))
  if contact.state == "overlapping" then high = low end
  local at = tabletop.slid(there, high)
  if not tabletop.on_table(view, at) then return nil end
  return high
end

fact "countercharge_clear" {
  ask = "Can {1} ride straight ahead to meet {2} half way?",
  flag "clear" {},
  suggest = function() return true end,
  measured = function(view, field, id, charger, base, um)
    local half = M.half_way(view, id, base, um)
    if not half then return false end
    local there = view:unit(id).base
    for _, span in ipairs(field:met(there, { slide = half, angle = 0 }, { kind = "base", except = { id, charger } })) do
      local other = view.state.units[span.id]
      if other and army.present(other) then return false, span.from end
    end
    return barred_on(view, terrain.way(view, id, there, half, 0), half) == nil, half
  end,
}

fact "touched" {
  ask = "Which other enemies does {1} touch, apart from {2}?",
  units "enemies" { "enemy", default = {} },
  suggest = function() return {} end,
  check = function(view, enemies, _, target)
    for _, one in ipairs(enemies) do
      if one == target or not army.present(view:unit(one)) then
        return refuse("enemies", ("must be others on the table, got %s"):format(one))
      end
    end
  end,
  measured = function(view, _, id, target)
    return view:touched(id, { of = "enemies", except = target, counts = army.present })
  end,
}

--- All pairs that are hand to hand, in the order in which the charges were declared.
---@return { unit: string, target: string, face: string }[]
function M.all(view)
  local found = {}
  for id, unit in view:units() do
    local charging = army.present(unit) and unit.charging
    for i, met in ipairs(charging and charging.met or {}) do
      if army.present(view:unit(met.target)) then
        found[#found + 1] = { unit = id, target = met.target, face = met.face, nth = charging.nth, place = i }
      end
    end
  end
  table.sort(found, function(one, other)
    if one.nth ~= other.nth then return one.nth < other.nth end
    return one.place < other.place
  end)
  return found
end

--- Is a unit hand to hand with anybody (C.2a)?
function M.engaged(view, id)
  local charging = view:unit(id).charging
  if charging and charging.met then return true end
  for _, enemy in view:units(view:other(view:unit(id).side)) do
    for _, met in ipairs(enemy.charging and enemy.charging.met or {}) do
      if met.target == id then return true end
    end
  end
  return false
end

--- A pair is hand to hand no longer.
---@param play table
---@param id string the charger
---@param target string
function M.part(play, id, target)
  local charging = play:unit(id).charging
  for i, met in ipairs(charging and charging.met or {}) do
    if met.target == target then
      play:remove(charging.met, i)
      break
    end
  end
  if charging and charging.met and #charging.met == 0 then play:set(play:unit(id), "charging", nil) end
end

--- A unit has gone, or gone back: nobody is hand to hand with it now, and the rest stand where they are (R35).
function M.dissolve(play, id)
  local unit = play:unit(id)
  if unit.charging then play:set(unit, "charging", nil) end
  if unit.countercharging then play:set(unit, "countercharging", nil) end
  for other, enemy in play:units(play:other(unit.side)) do
    if enemy.charging and enemy.charging.met then M.part(play, other, id) end
  end
end

return M
