-- What is measured on the table, and how bodies move over it. Nothing else touches the field.

local army <const> = use "game/army/units"
local terrain <const> = use "game/movement/terrain"

fact "distance" {
  ask = "How far is it from {1} to {2}, in mm, nearest edge to nearest edge?", unit = "mm",
  int "distance" { 0 },
  measured = function(view, _, from, to)
    local gap = geometry.distance(view:unit(from).base, view:unit(to).base)
    return geometry.round_mm(gap.distance, "up"), gap.distance
  end,
}

fact "facing" {
  ask = "Is some part of {2} in the front arc of {1}, 45 degrees outward from its front corners?",
  flag "facing" {},
  suggest = true,
  measured = function(view, _, from, to)
    local arc = geometry.arc(view:unit(from).base, "front", army.ARC, view:unit(to).base)
    return arc.yes, arc.margin
  end,
}

local M <const> = {}

local SHELTERS <const> = { open_woods = true, built_up = true }

--- The woods and buildings that units stand in: they hide nobody within the combat zone, however deep he stands (R97).
---@param view limber.View
---@param field table
---@param ids string[]
---@return string[] areas
function M.shelters(view, field, ids)
  local found = {}
  for _, id in ipairs(ids) do
    for _, area in ipairs(field:under(id)) do
      if SHELTERS[view.state.areas[area].terrain] then found[#found + 1] = area end
    end
  end
  return found
end

local function look(view, field, from, to)
  local near = view:apart(from, to) <= mm(view.rules.constant.combat_zone)
  return view:sees(from, to, { except = near and M.shelters(view, field, { from, to }) or nil })
end

fact "sight" {
  ask = "Can {1} see {2}?",
  flag "sight" {},
  suggest = true,
  measured = look,
}

fact "out_of_sight" {
  ask = "Which enemies that stand in woods or buildings does {1} not see?",
  units "enemies" { "enemy", default = {} },
  measured = function(view, field, id)
    local found = {}
    for other, enemy in view:units(view:other(view:unit(id).side)) do
      if army.stands(enemy) and tabletop.placed(enemy) and #M.shelters(view, field, { other }) > 0
        and not look(view, field, id, other) then
        found[#found + 1] = other
      end
    end
    return found
  end,
}

fact "face_met" {
  ask = "Which face of {2} does {1} come against: front, flank or rear?",
  enum "face" { "front", "flank", "rear" },
  suggest = "front",
  measured = function(view, _, from, to)
    local began = view:unit(from).came_from or view:unit(from).base
    local side = geometry.side(view:unit(to).base, army.ARC, began)
    local face = side.face
    return (face == "left" or face == "right") and "flank" or face, side.margin
  end,
}

--- Does any enemy of a side stand in woods or buildings?
---@param view limber.View
---@param side string
---@return boolean
function M.enemies_sheltered(view, side)
  for _, area_id in ipairs(view.state.order.areas) do
    local area = view.state.areas[area_id]
    if SHELTERS[area.terrain] and area.area then
      for _, enemy in view:units(view:other(side)) do
        if tabletop.present(enemy) and tabletop.placed(enemy) and geometry.distance(enemy.base, area).distance == 0 then
          return true
        end
      end
    end
  end
  return false
end

--- Millimetres between two units.
function M.distance(view, from, to) return (view:fact("distance", from, to)) end

--- The unit of a list nearest to another.
function M.nearest(view, id, ids)
  return view:nearest_of(id, ids, function(one, other) return M.distance(view, one, other) end)
end

--- Do two units touch?
function M.touching(view, one, other) return mm(M.distance(view, one, other)) <= tabletop.TOUCHING end

--- How far, in micrometres, a unit may slide in `minutes` over the ground before it.
local function allowance(play, id, um, angle, minutes)
  local unit = play:unit(id)
  if um < mm(1) or minutes <= 0 then return 0, 0 end
  local legs, starts = terrain.legs(play, id, unit.base, um, angle)
  if #legs == 0 then return 0, 0 end
  local path = play:resolve("move.path", {
    troop = army.troop(unit), legs = legs, minutes = math.min(play.rules.constant.bound, minutes),
    unlimbered = army.unlimbered(play.rules, unit),
  }, id)
  return terrain.walked(path, legs, starts, um), path.minutes_used
end

--- The way to go at a body: straight ahead where some of it is squarely before the front, else to its centre.
function M.at(base, target)
  local ahead = geometry.frontage(base, "front", target).length > 0
    and geometry.arc(base, "front", 0, target).yes
  return ahead and base.facing or geometry.bearing(base, target), geometry.distance(base, target).distance
end

--- How far a unit may slide before it is in somebody, over the edge, or as near to an enemy as `near` says.
local function clear_way(play, id, base, um, angle, near)
  local path = play:field():path {
    base = base, slide = um, angle = angle, table = play.state.ground, over = tabletop.ROUNDED, looks = {
      body = { kind = "base", with = { "unit" }, except = { id }, first = true },
      near = { kind = "base", within = near, first = true },
    },
  }
  return math.min(um, path.edge or um, path.body and path.body.from or um, path.near and path.near.from or um)
end

--- Slides a unit: along `bearing` by up to `um`, in `minutes`, through nobody, and no nearer to enemies than `near`
--- says, micrometres by their ids; turns it first when the way lies further off its front than an incline (wheeling
--- and facing are free: R31). Returns mm moved and minutes used.
function M.advance(play, id, bearing, um, minutes, near)
  local unit = play:unit(id)
  local base, off = unit.base, geometry.turn(unit.base.facing, bearing)
  if math.abs(off) > army.INCLINE then
    base = geometry.move(base, { pivot = off })
    off = 0
    if tabletop.in_the_way(play, id, base) or not tabletop.on_table(play, base) or terrain.in_deep(play, base) then
      base, off = unit.base, geometry.turn(unit.base.facing, bearing)
    end
  end
  local free = clear_way(play, id, base, um, off, near)
  if base.facing ~= unit.base.facing then play:set(unit, "base", base) end
  local gone, used = allowance(play, id, free, off, minutes)
  if gone > 0 then play:set(unit, "base", tabletop.slid(base, gone, off)) end
  return gone // mm(1), used
end

--- A general rides up to `um` along a bearing, as far as a bound lets him over that ground. Returns micrometres.
function M.ride(play, id, bearing, um)
  local general = play:leader(id)
  local faced = { x = general.base.x, y = general.base.y, facing = bearing, width = general.base.width,
    depth = general.base.depth }
  if um < mm(1) then return um end
  local legs, starts = terrain.legs(play, id, faced, um, 0)
  if #legs == 0 then return um end
  local gone = terrain.walked(play:ask("move.path", { troop = "general", legs = legs }), legs, starts, um)
  play:set(general, "base", tabletop.slid(faced, gone, 0))
  return gone
end

M.legs, M.in_deep = terrain.legs, terrain.in_deep

return M
