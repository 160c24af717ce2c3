-- Man 1, R90: moves straight ahead or obliquely, wheels, and facing about. A move has wheels or obliques, not both.

local attached <const> = use "game/army/attached"
local motion <const>, inches <const>, units <const> = use("game/movement/motion", "game/army/inches", "game/army/units")
local zones <const> = use "game/movement/zones"

local ABOUT <const> = deg(180)

option "wheels_with_obliques" { false, ruling = "R90", doc = "a move may have both wheels and obliques" }

local function bent_refusal(view, unit, bend)
  if unit.bent and unit.bent ~= bend and not view.rules.option.wheels_with_obliques then
    local done = unit.bent == "wheel" and "has wheeled: it goes straight ahead now, not obliquely"
      or "has gone obliquely: it does not wheel in the same move"
    return refuse("unit", done, "R90")
  end
end

--- In a told game the players say which zone a move ends in.
local function check_told(view, id)
  local gone = zones.joined(view:unit(id).zones or { zones.of(view, id) }, { view:fact("ends_in_zone", id) })
  return zones.refuse(view, id, gone), { zones = gone }
end

local function slide(cmd) return { slide = cmd.distance, angle = cmd.oblique } end

local function check_move(view, cmd)
  local unit = view:unit(cmd.unit)
  local most, oblique = deg(view.rules.constant.oblique_most), cmd.oblique or 0
  if math.abs(oblique) > most then
    return refuse("oblique", ("is %d degrees at most"):format(most // deg(1)), "Man 1, R90")
  end
  local fault = oblique ~= 0 and bent_refusal(view, unit, "oblique")
  if fault then return fault end
  if not unit.base then return check_told(view, cmd.unit) end
  if not cmd.distance then return refuse("distance", "is required: how far does it go?") end
  local path = motion.path(view, cmd.unit, slide(cmd))
  local found
  fault, found = motion.check(view, cmd.unit, path, "distance")
  return fault, { path = path, found = found }
end

local QUARTER <const> = inch(1) // 4

--- How far a unit may go straight ahead, and what stops it there.
local function reach_of(view, id)
  local path = motion.path(view, id, { slide = math.max(motion.left(view, id), motion.left(view, id, true), mm(1)) })
  local um = math.min(path.clear, motion.furthest(view, id, path))
  return um - um % (inch(1) // 100), um == path.clear and path.stops[1]
end

command "move" {
  cite = "Man 1", doc = "Moves a unit straight ahead, or obliquely, facing as before; several make one move.",
  args = {
    unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "required on a measured table" },
    angle "oblique" { -deg(90), deg(90), default = 0, doc = "off its front, clockwise above 0" },
  },
  refuses = motion.refuse_move, check = check_move,
  offers = function(view, id, unit, offer)
    if not unit.base then return offer { score = 1, text = "as far as it may" } end
    local um, stop = reach_of(view, id)
    if um < QUARTER then return end
    local text = inches.said(um) .. (stop and ": " .. view:called(stop.by) or "")
    offer { ranges = { distance = { QUARTER, um } }, at_most = true, score = 1, text = text }
    local most = deg(view.rules.constant.oblique_most)
    if unit.bent ~= "wheel" then
      offer { ranges = { distance = { QUARTER, um }, oblique = { -most, most } }, at_most = true, score = 0.4,
        text = "obliquely, as there is room" }
    end
  end,
  run = function(play, cmd, found)
    if not play:unit(cmd.unit).base then
      if found then play:set(play:unit(cmd.unit), "zones", found.zones) end
      return motion.tell_told(play, cmd.unit, "Man 1, Man 2")
    end
    local path = found and found.path or motion.path(play, cmd.unit, slide(cmd))
    if cmd.oblique ~= 0 then play:set(play:unit(cmd.unit), "bent", "oblique") end
    local say = (cmd.oblique ~= 0 and " obliquely" or "") .. attached.said(play, cmd.unit)
    play:tell("moved", { unit = cmd.unit, distance = inches.said(path.length), say = say, cite = "Man 1" })
    motion.go(play, cmd.unit, path, found and found.found)
  end,
}

local function wheel(view, id, angle)
  return motion.path(view, id, { { wheel = angle < 0 and "left" or "right", angle = math.abs(angle) } })
end

local function check_wheel(view, cmd)
  if cmd.angle == 0 then return refuse("angle", "is no turn") end
  local fault = bent_refusal(view, view:unit(cmd.unit), "wheel")
  if fault then return fault end
  if not view:unit(cmd.unit).base then return nil end
  local path = wheel(view, cmd.unit, cmd.angle)
  local wrong, found = motion.check(view, cmd.unit, path, "angle")
  return wrong, { path = path, found = found }
end

command "wheel" {
  cite = "R90", doc = "Wheels a unit about a front corner; the way of the outer corner counts.",
  args = { unit "unit" { "own" }, angle "angle" { -ABOUT, ABOUT, doc = "clockwise above 0" } },
  refuses = motion.refuse_move, check = check_wheel,
  offers = function(view, _, unit, offer)
    if unit.bent == "oblique" then return end
    local angle = unit.base and motion.toward_enemy(view, unit) // deg(1) * deg(1)
    if angle and math.abs(angle) >= deg(5) and math.abs(angle) <= deg(90) then
      offer { angle = angle, score = 0.6, text = "at the enemy" }
    end
    offer { ranges = { angle = { -deg(90), deg(90) } }, at_most = true, score = 0.3, text = "as there is room" }
  end,
  run = function(play, cmd, found)
    local unit = play:unit(cmd.unit)
    play:set(unit, "bent", "wheel")
    motion.tell_turn(play, "wheels", cmd, "R90")
    if not unit.base then return end
    local path = found and found.path or wheel(play, cmd.unit, cmd.angle)
    motion.go(play, cmd.unit, path, found and found.found)
  end,
}

--- What facing about costs: nothing where it may not move, or retreats; else half a move, which on half a move is all
--- that it has.
local function about_cost(view, id)
  local unit = view:unit(id)
  if unit.maneuver == "none" or unit.retreated then return {} end
  local half = unit.maneuver == "half" and units.rate(view, unit) * view.rules.constant.half_move
  if half then return { way = { open = inches.um(half) } } end
  return { changes = 1 }
end

local function refuse_about(view, id)
  local fault, unit = motion.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if not units.brigade(unit) then return refuse("unit", "is no brigade: batteries change their facing", "base") end
  if not unit.maneuver then return refuse("unit", "must throw for maneuver first", "TM 1, base") end
  if unit.drill == "square" then return refuse("unit", "is in square: it has no rear", "Form 3d") end
  if unit.about_faced then return refuse("unit", "has faced about this turn", "R90") end
end

command "about_face" {
  cite = "R90, MC Mod f",
  doc = "A brigade faces about: free where it may not move or has retreated, else for half a move.",
  args = { unit "unit" { "own" } },
  refuses = refuse_about,
  check = function(view, cmd)
    local cost = about_cost(view, cmd.unit)
    local base, fault = view:unit(cmd.unit).base, next(cost) and motion.refuse_cost(view, cmd.unit, cost, "unit")
    return fault or base and motion.refuse_room(view, cmd.unit, tabletop.turned(base, ABOUT), "unit") or nil, cost
  end,
  offers = function(view, id, unit, offer)
    local angle = unit.base and motion.toward_enemy(view, unit)
    local score = angle and math.abs(angle) > deg(110) and 0.8 or 0.05
    offer { score = score, text = next(about_cost(view, id)) and "for half a move" or "free" }
  end,
  run = function(play, cmd, cost)
    local unit = play:unit(cmd.unit)
    motion.spend(play, cmd.unit, cost or about_cost(play, cmd.unit))
    play:set(unit, "about_faced", true)
    play:set(unit, "vulnerable", true)
    play:tell("faces_about", { unit = cmd.unit, cite = "R90" })
    if unit.base then play:set_down(cmd.unit, tabletop.turned(unit.base, ABOUT)) end
  end,
}
