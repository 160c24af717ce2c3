-- What is measured on the table, and how bodies move over it. Nothing else touches the field.

local army <const>, terrain <const> = use("game/army/units", "game/movement/terrain")

fact "distance" {
  ask = "How far is it from {1} to {2}, in mm, nearest edge to nearest edge?", unit = "mm",
  int "distance" { 0 },
  measured = function(view, _, from, to)
    local um = view:apart(from, to)
    return geometry.round_mm(um, "up"), um
  end,
}

fact "facing" {
  ask = "Is some part of {2} in the front arc of {1}, 45 degrees outward from its front corners?",
  flag "facing" {},
  suggest = true,
  measured = function(view, _, from, to) return view:faces(from, to, army.arc(view)) end,
}

local M <const> = {}

--- The woods and buildings that units stand in.
local function shelters(view, ...)
  local found = {}
  for _, id in ipairs { ... } do
    for _, area in ipairs(view:field():under(id)) do
      if view:terrain(area).edge then found[#found + 1] = area end
    end
  end
  return found
end

--- Does a unit stand in woods or buildings?
---@param view limber.View
---@param id string
---@return boolean
function M.is_sheltered(view, id) return #shelters(view, id) > 0 end

fact "sight" {
  ask = "Can {1} see {2}?",
  flag "sight" {},
  suggest = true,
  measured = function(view, _, from, to)
    -- Woods and buildings hide nobody within the combat zone, however deep he stands (R97).
    local near = view:apart(from, to) <= mm(view.rules.constant.combat_zone)
    return view:sees(from, to, { except = near and shelters(view, from, to) or nil })
  end,
}

fact "face_met" {
  ask = "Which face of {2} does {1} come against: front, flank or rear?",
  enum "face" { "front", "flank", "rear" },
  suggest = "front",
  measured = function(view, _, from, to)
    local face, margin = view:face_met(from, to, { arc = army.arc(view), from = view:unit(from).came_from })
    return (face == "left" or face == "right") and "flank" or face, margin
  end,
}

--- Millimetres between two units.
function M.distance(view, from, to) return (view:fact("distance", from, to)) end

--- The unit of a list nearest to another.
function M.nearest(view, id, ids)
  return view:nearest_of(id, ids, function(one, other) return M.distance(view, one, other) end)
end

--- Do two units touch?
function M.touching(view, one, other) return mm(M.distance(view, one, other)) <= tabletop.TOUCHING end

--- The way to go at a body: which way, and how far it is.
function M.at(view, base, target) return view:bearing_at(base, target), geometry.gap(base, target) end

--- How far, in micrometres, a unit may slide in `minutes` over the ground before it, and how many of these it takes.
local function allowance(play, id, base, um, angle, minutes)
  if um < mm(1) or minutes <= 0 then return 0, 0 end
  local unit, legs, starts = play:unit(id), terrain.legs(play, id, base, um, angle)
  if #legs == 0 then return 0, 0 end
  local path = play:resolve("move.path", play:described({
    troop = army.troop(play.rules, unit), legs = legs, minutes = math.min(play.rules.constant.bound, minutes),
    unlimbered = army.unlimbered(play.rules, unit),
  }, unit, "move.path"), id)
  return terrain.walked(path, legs, starts, um), path.minutes_used
end

--- Slides a unit: along `bearing` by up to `um`, in `minutes`, through nobody, and no nearer to enemies than `near`
--- says, micrometres by their ids; turns it first when the way lies further off its front than an incline and there is
--- room (wheeling and facing are free: R31). Returns mm moved and minutes used.
function M.advance(play, id, bearing, um, minutes, near)
  local unit = play:unit(id)
  local base, off = unit.base, geometry.turn(unit.base.facing, bearing)
  local turned = math.abs(off) > army.incline(play) and tabletop.turned(base, off)
  if turned and not play:room(id, turned, { near = false }) then
    base, off = turned, 0
    play:set_down(id, base)
  end
  local path = play:path(id, { slide = um, angle = off }, { from = base, near = near })
  local gone, used = allowance(play, id, base, path.leaves and 0 or path.clear, off, minutes)
  if gone > 0 then play:set_down(id, tabletop.slid(base, gone, off)) end
  return gone // mm(1), used
end

--- A general rides up to `um` along a bearing, as far as a bound lets him over that ground. Returns micrometres.
function M.ride(play, id, bearing, um)
  local general = play:leader(id)
  local faced = tabletop.base_at(general.base, general.base, bearing)
  if um < mm(1) then return um end
  local legs, starts = terrain.legs(play, id, faced, um, 0)
  if #legs == 0 then return um end
  local path = play:described({ troop = "general", legs = legs, minutes = play.rules.constant.bound }, general,
    "move.path")
  local gone = terrain.walked(play:ask("move.path", path, id), legs, starts, um)
  play:set(general, "base", tabletop.slid(faced, gone, 0))
  return gone
end

M.legs = terrain.legs

return M
