-- Changing Face, Expanding: turns on the spot, wheels of one or several touching stands, and steps aside.

local facing <const>, motion <const> = use("game/movement/facing", "game/movement/motion")
local army <const>, ways <const> = use("game/army/units", "game/movement/ways")

local ABOUT <const> = motion.ABOUT

local function refuse_turning(view, id)
  local unit = view:unit(id)
  if unit.drill ~= "close_order" or unit.arm == "sniper" then
    return refuse("units", view:name(id) .. " has no face to change", "R67")
  end
  return motion.refuse_turn(view, id)
end

--- Stands apart test for themselves.
local function refuse_turn(view, cmd)
  return cmd.angle == 0 and refuse("angle", "is no turn") or ways.refuse_apart(view, cmd.units, "Changing Face")
end

--- The bases of stands when each turns on its own centre, or why there is no room for that.
local function check_face(view, cmd)
  local fault = refuse_turn(view, cmd)
  if fault or not view:unit(cmd.units[1]).base then return fault end
  local bases = {}
  for i, id in ipairs(cmd.units) do bases[i] = tabletop.turned(view:unit(id).base, cmd.angle) end
  return ways.refuse_room(view, cmd.units, bases, "angle"), bases
end

local UNITS <const> = { "own", min = 1 }

--- What alone follows from a turn made, whichever it was.
local function after(play, id, wheeled)
  local unit = play:unit(id)
  if army.crewed(unit) then
    play:set(unit, "refaced", true)
  elseif wheeled then
    if not unit.moved then play:set(unit, "moved", "half") end
    play:set(unit, "on_the_way", true)
  end
end

--- A lone stand turns at the enemy, or as far as there is room.
local function offers(most, score)
  return function(view, id, _, offer)
    local angle = motion.angle_to_enemy(view, id)
    angle = angle and math.max(-most, math.min(most, angle))
    local text = angle and "at the enemy"
    if angle then offer { units = { id }, angle = angle, score = score, text = text } end
    offer { units = { id }, ranges = { angle = { -most, most } }, at_most = true, score = 0.1,
      text = "as there is room" }
  end
end

command "change_face" {
  cite = "Changing Face, R63, R67, R223", doc = "Stands turn on the spot, by one test; what is drawn turns without.",
  args = {
    units "units" (UNITS), angle "angle" { -ABOUT, ABOUT, doc = "clockwise above 0" },
    flag "moving" { doc = "they mean to move this turn as well: -1" },
  },
  refuses = refuse_turning, check = check_face, offers = offers(ABOUT, 0.3),
  run = function(play, cmd, bases)
    local first = play:unit(cmd.units[1])
    if not ways.follows_route(first) then
      if not facing.test(play, cmd.units, cmd.angle, cmd.moving) then return end
      for _, id in ipairs(cmd.units) do
        if not cmd.moving and not play:unit(id).moved then play:set(play:unit(id), "stays", true) end
      end
    end
    bases = bases or first.base and select(2, check_face(play, cmd)) or {}
    local stay = motion.hindered(play, cmd.units, bases)
    for i, id in ipairs(cmd.units) do
      if not stay then play:set_down(id, bases[i]) end
      after(play, id, false)
      motion.notice(play, id)
    end
  end,
}

--- The path of stands that wheel as one about the inner end of their line.
local function wheel_path(view, ids, angle)
  local steps = { { wheel = angle < 0 and "left" or "right", angle = math.abs(angle) } }
  return ways.careful(view, ids[1], steps, { with = table.move(ids, 2, #ids, 1, {}) })
end

local function check_wheel(view, cmd)
  local fault = refuse_turn(view, cmd)
  if fault or not view:unit(cmd.units[1]).base then return fault end
  local path = wheel_path(view, cmd.units, cmd.angle)
  fault = ways.refuse_step(view, path, path.party, path.length, "angle", function(at)
    return ("%d degrees"):format(at * math.abs(cmd.angle) // path.length // deg(1))
  end)
  return fault, path
end

command "wheel" {
  cite = "Changing Face, R63, R222",
  doc = "Touching stands wheel as one about the inner end of their line, by one test.",
  args = { units "units" (UNITS), angle "angle" { -ABOUT, ABOUT, doc = "clockwise above 0" } },
  refuses = function(view, id) return motion.refuse_stays(view, id) or refuse_turning(view, id) end,
  check = check_wheel, offers = offers(deg(90), 0.4),
  run = function(play, cmd, path)
    if not facing.test(play, cmd.units, cmd.angle, true) then return end
    path = path or play:unit(cmd.units[1]).base and wheel_path(play, cmd.units, cmd.angle)
    local um = path and motion.come_upon(play, path, path.length)
    if path and um < path.length then
      local angle = math.abs(cmd.angle) * um // path.length
      path = angle > 0 and wheel_path(play, cmd.units, cmd.angle < 0 and -angle or angle) or nil
    end
    if path then play:go_together(path) end
    for _, id in ipairs(cmd.units) do
      after(play, id, true)
      motion.arrived(play, id, path and ways.rough_at(path) ~= nil)
    end
  end,
}

local HANDS <const> = { left = deg(-90), right = deg(90) }

--- R70: a stand behind another of its group comes out of a column.
local function in_column(view, id)
  local unit = view:unit(id)
  if not unit.base then return true end
  for _, near in ipairs(view:near(id, { of = "friends", within = tabletop.TOUCHING, counts = tabletop.present })) do
    local other = view:unit(near.id)
    if other.formation == unit.formation and tabletop.face_of(unit.base, other.base) == "front" then return true end
  end
  return false
end

local function refuse_incline(view, id)
  local unit = view:unit(id)
  if unit.incline_used then return refuse("unit", "has inclined this turn", "R69") end
  if unit.drill == "square" or unit.drill == "back_to_back" then
    return refuse("unit", "keeps its place as it is formed", "R69")
  end
  return motion.refuse_stays(view, id) or motion.refuse_turn(view, id)
end

local function widths(view, cmd)
  return view:ask_of("movement.incline", cmd.unit, {
    expanding = cmd.widths > 1, widths_needed = cmd.widths, base_width_mm = view.state.battle.stand_width_mm,
  })
end

local function incline_path(view, cmd, um)
  return ways.careful(view, cmd.unit, { slide = um, angle = HANDS[cmd.to] })
end

local function check_incline(view, cmd)
  local unit, found = view:unit(cmd.unit), widths(view, cmd)
  if found.widths_per_turn < cmd.widths or cmd.widths > 1 and not in_column(view, cmd.unit) then
    return refuse("widths", "are for drilled regulars who come out of a column into line", "Expanding, R70")
  end
  if not unit.base then return nil end
  local um = mm(found.distance_mm)
  local path = incline_path(view, cmd, um)
  return ways.refuse_step(view, path, { { id = cmd.unit, base = path.base } }, um, "to", function(at)
    return ("%d of %d mm"):format(at // mm(1), um // mm(1))
  end), path
end

command "incline" {
  cite = "Changing Face, Expanding, R69, R70", doc = "Steps aside by its width, two out of a column, facing as before.",
  args = { unit "unit" { "own" }, enum "to" { "left", "right" }, int "widths" { 1, 2, default = 1 } },
  refuses = refuse_incline, check = check_incline,
  offers = function(_, _, _, offer)
    for _, to in ipairs { "left", "right" } do
      for count = 1, 2 do
        offer { to = to, widths = count, score = 0.1 * count, text = counted(count, "width", "widths") }
      end
    end
  end,
  run = function(play, cmd, path)
    local unit, found = play:unit(cmd.unit), widths(play, cmd)
    play:tell("inclines", { unit = cmd.unit, distance = found.distance_mm, hand = cmd.to, cite = "Changing Face" })
    play:set(unit, "incline_used", true)
    if not unit.moved then
      play:set(unit, "moved", "half")
      play:set(unit, "on_the_way", true)
    end
    path = path or unit.base and incline_path(play, cmd, mm(found.distance_mm))
    local um = path and motion.come_upon(play, path, path.length)
    if path then play:set_down(cmd.unit, tabletop.slid(unit.base, um, HANDS[cmd.to])) end
    motion.arrived(play, cmd.unit, path and ways.rough_at(path) ~= nil)
  end,
}

--- Why stands have no room for such a turn, or nil.
return { change_face = check_face, wheel = check_wheel }
