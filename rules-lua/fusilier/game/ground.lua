-- What is measured on the table, and how bodies move over it. Nothing else touches the field.

local army <const> = use "game/army"
local terrain <const> = use "game/terrain"

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
  suggest = function() return true end,
  measured = function(view, _, from, to)
    local arc = geometry.arc(view:unit(from).base, "front", army.ARC, view:unit(to).base)
    return arc.yes, arc.margin
  end,
}

fact "sight" {
  ask = "Can {1} see {2}?",
  flag "sight" {},
  suggest = function() return true end,
  measured = function(view, field, from, to)
    local except = tabletop.own_hills(view, field, view:unit(from).base, view:unit(to).base)
    local sight = field:sight(from, to, { eye = mm(1), mark = mm(1) }, { except = except })
    return sight.yes, sight.margin
  end,
}

fact "face_met" {
  ask = "Which face of {2} does {1} come against: front, flank or rear?",
  enum "face" { "front", "flank", "rear" },
  suggest = function() return "front" end,
  measured = function(view, _, from, to)
    local began = view:unit(from).came_from or view:unit(from).base
    local side = geometry.side(view:unit(to).base, army.ARC, began)
    local face = side.face
    return (face == "left" or face == "right") and "flank" or face, side.margin
  end,
}

fact "interposes" {
  ask = "Does a friend stand, even partly, between {1} and {2}?",
  flag "interposes" {},
  suggest = function() return false end,
  measured = function(view, _, from, to)
    local side = view:unit(from).side
    for id, friend in view:units(side) do
      if id ~= from and army.present(friend) then
        local strip = geometry.interposes(view:unit(from).base, "front", view:unit(to).base, "front", friend.base)
        if strip.yes then return true, strip.margin end
      end
    end
    return false
  end,
}

local M <const> = {}

--- Millimetres between two units.
function M.distance(view, from, to) return (view:fact("distance", from, to)) end

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

--- Slides a unit: along `bearing` by up to `um`, in `minutes`, until `stops(base)`; turns it first when the
--- way lies further off its front than an incline (wheeling and facing are free: R31).
--- Returns mm moved and minutes used.
function M.advance(play, id, bearing, um, minutes, stops, friends_too)
  local unit = play:unit(id)
  local base, off = unit.base, geometry.turn(unit.base.facing, bearing)
  if math.abs(off) > army.INCLINE then
    base = geometry.move(base, { pivot = off })
    off = 0
    if tabletop.blocked(play, id)(base) or not tabletop.on_table(play, base) or terrain.in_deep(play, base) then
      base, off = unit.base, geometry.turn(unit.base.facing, bearing)
    end
  end
  local is_blocked = tabletop.blocked(play, id, not friends_too and play:other(unit.side) or nil)
  local over = math.max(tabletop.ROUNDED, tabletop.overhang(play, base))
  local free = tabletop.slide_until(base, um, off, function(at)
    return is_blocked(at) or stops and stops(at) or tabletop.overhang(play, at) > over
  end)
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
