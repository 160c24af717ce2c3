-- R9: generals on the move, up to a long in the rally step and again in the movement step, to a place or to a unit.

--- How far a general rides in this step, in mm: in the rally step (2.1), else in movement (R9).
local function reach(view)
  local constant = view.rules.constant
  return view:at() == "side_turn.rally" and constant.general_rally_move or constant.general_move
end

fact "rides_so_far" {
  ask = "Is {2} within {3} mm of {1}?",
  flag "near" {},
  suggest = true,
  measured = function(view, _, general, unit, most)
    local um = geometry.distance(view:leader(general).base, view:unit(unit).base).distance
    return geometry.round_mm(um, "up") <= most, um
  end,
}

--- The ground that bars a general's way, which is that of his middle: none, impassable ground, or a river off a
--- crossing (R9).
fact "way_barred" {
  ask = "What bars the way of {1} to {2}?",
  enum "by" { "nothing", "river", "impassable" },
  suggest = "nothing",
  measured = function(view, field, general, to)
    local base = view:leader(general).base
    local bearing, um = tabletop.toward(base, to)
    if um == 0 then return "nothing" end
    local faced = { x = base.x, y = base.y, facing = bearing, width = tabletop.TOUCHING, depth = tabletop.TOUCHING }
    for _, leg in ipairs(tabletop.stretches(field, faced, um)) do
      local under = {}
      for _, id in ipairs(leg.areas or {}) do under[view.state.areas[id].terrain] = true end
      if under.impassable then return "impassable", leg.at end
      if under.river and not (under.ford or under.bridge) then return "river", leg.at end
    end
    return "nothing"
  end,
}

local BARS <const> = { river = "a river off a crossing", impassable = "impassable ground" }

local function refuse_general(view, id)
  if not view:fit(id) then return refuse("commander", "is gone", "5.6") end
  if view:leader(id).moved then return refuse("commander", "has ridden in this step", "R9") end
end

--- Why a general cannot ride so far to where he would stand on a base; nil and what he does when he can.
local function ride_to(view, id, arg, base, um)
  local most, far = reach(view), geometry.round_mm(um, "up")
  if far > most then
    return refuse(arg, ("is %d mm away, he rides %d"):format(far, most), { cite = "R9", margin = most - far })
  end
  local by, at = view:fact("way_barred", id, { x = base.x, y = base.y })
  if by == "nothing" then return nil, { base = base, um = um } end
  local beyond = ("is beyond %s, %d mm from where he is"):format(BARS[by], at // mm(1))
  return refuse(arg, beyond, { cite = "R9", margin = tabletop.short_by(at) })
end

local function check_move(view, cmd)
  local fault, general = refuse_general(view, cmd.commander), view:leader(cmd.commander)
  if fault or not general.base then return fault end
  if not cmd.to then return refuse("to", "is required: where does he ride?") end
  local base = tabletop.base_at(general.base, cmd.to)
  if not tabletop.on_table(view, base) then return refuse("to", "is off the table", "R9") end
  local _, um = tabletop.toward(general.base, cmd.to)
  if um <= tabletop.TOUCHING then return refuse("to", "is where he is", "R9") end
  local barred, ride = ride_to(view, cmd.commander, "to", base, um)
  if barred then return barred end
  local enemy = view:nearest_unit(base, view:other(general.side), tabletop.TOUCHING)
  if enemy then return refuse("to", ("is where %s stands"):format(view:name(enemy)), "R9") end
  return nil, ride
end

--- The unit that a figure standing there touches, the nearest by its middle: he is attached to it (R9).
local function touching(view, side, base)
  local best, best_um
  for id, unit in view:present(side) do
    if unit.base and view:apart(base, id) <= tabletop.TOUCHING then
      local _, um = tabletop.toward(base, unit.base)
      if not best or um < best_um then best, best_um = id, um end
    end
  end
  return best
end

local function ride(play, id, way, unit_id)
  local far = geometry.round_mm(way.um, "up")
  if unit_id and way.um == 0 then
    play:tell("general_joins", { general = id, unit = unit_id, cite = "R9" })
  else
    local say = unit_id and (" to %s"):format(play:name(unit_id)) or ""
    play:tell("general_rides", { general = id, distance = far, say = say, cite = "R9" })
  end
  play:set(play:leader(id), "moved", math.max(1, far))
  if unit_id then play:attach(id, unit_id, way.base) else play:detach(id, way.base) end
end

--- A place as a step nearer to a point, as far as he rides.
local function toward(base, point, most)
  local bearing, um = tabletop.toward(base, point)
  local at = um <= most and point or geometry.step({ x = base.x, y = base.y }, bearing, most)
  return { x = at.x, y = at.y }, math.min(um, most)
end

--- Nearer than this to where he would be, a general need not ride.
local NEAR <const> = mm(10)

--- Toward the middle of his units, or for the commanding officer toward each brigade's commander.
local function move_proposals(view, side, of)
  local list, most = {}, mm(reach(view))
  local function offer(general, point, text, score)
    if not general.base then return end
    local at, um = toward(general.base, point, most)
    local said = ("%s, %d mm"):format(text, um // mm(1))
    list[#list + 1] = um > NEAR and { commander = general.id, to = at, text = said, score = score } or nil
  end
  for id, general in proposals.leaders(view, side, of, "commander") do
    local middle = view:middle(view:led_by(id))
    if middle then offer(general, middle, "toward the middle of his units", 4) end
    for other, commander in view:fit_leaders(general.rank == "commanding_officer" and side or "") do
      if commander ~= general and commander.base then
        offer(general, commander.base, "toward " .. view:name(other), 3)
      end
    end
  end
  return proposals.lawful(list, function(cmd) return check_move(view, cmd) end)
end

command "move_general" {
  cite = "2.1 R9", doc = "A general rides to a place; he is then with the unit of his that he touches there.",
  args = { leader "commander" { "own" }, point "to" { optional = true, doc = "required on a measured table" } },
  check = check_move,
  proposals = where_measured(move_proposals),
  run = function(play, cmd, found)
    local general = play:leader(cmd.commander)
    if not (general.base and cmd.to) then
      play:set(general, "moved", reach(play))
      play:detach(cmd.commander)
      return play:tell("general_rides_off", { general = cmd.commander, cite = "R9" })
    end
    if not found then
      local _, um = tabletop.toward(general.base, cmd.to)
      found = { base = tabletop.base_at(general.base, cmd.to), um = um }
    end
    ride(play, cmd.commander, found, touching(play, general.side, found.base))
  end,
}

--- The place at which a figure that rides straight to a unit first touches it, and how far that is.
local function contact_with(general, unit)
  local gap, base = geometry.distance(general.base, unit.base), general.base
  local at = { x = base.x + gap.to.x - gap.from.x, y = base.y + gap.to.y - gap.from.y }
  return tabletop.base_at(base, at), gap.distance
end

local function check_attach(view, cmd)
  local fault = refuse_general(view, cmd.commander)
  if fault then return fault end
  local general, unit = view:leader(cmd.commander), view:unit(cmd.unit)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table", "R9") end
  if general.with == cmd.unit then return refuse("unit", "is the one he is with", "R9") end
  if unit.base then return ride_to(view, cmd.commander, "unit", contact_with(general, unit)) end
  if view:fact("rides_so_far", cmd.commander, cmd.unit, reach(view)) then return nil end
  return refuse("unit", ("is over %d mm away"):format(reach(view)), "R9")
end

--- Every unit in reach of each general; those with the most hits first.
local function attach_proposals(view, side, of)
  local list, most = {}, mm(reach(view))
  for general in proposals.leaders(view, side, of, "commander") do
    for id, unit in view:present(side) do
      local um = view:apart(general, id)
      if um and um <= most then
        local text = ("%d mm away%s"):format(um // mm(1), unit.hits > 0 and ", " .. counted(unit.hits, "hit") or "")
        list[#list + 1] = { commander = general, unit = id, text = text, score = 2 + unit.hits }
      end
    end
  end
  return proposals.lawful(list, function(cmd) return check_attach(view, cmd) end)
end

command "attach_general" {
  cite = "R9 6.6.9", doc = "A general rides to a unit and goes with it from now on.",
  args = { leader "commander" { "own" }, unit "unit" { "own" } },
  check = check_attach,
  proposals = where_measured(attach_proposals),
  run = function(play, cmd, found)
    local general, unit = play:leader(cmd.commander), play:unit(cmd.unit)
    if not (general.base and unit.base) then
      play:set(general, "moved", reach(play))
      play:attach(cmd.commander, cmd.unit)
      return play:tell("general_joins", { general = cmd.commander, unit = cmd.unit, cite = "R9" })
    end
    if not found then
      local base, um = contact_with(general, unit)
      found = { base = base, um = um }
    end
    ride(play, cmd.commander, found, cmd.unit)
  end,
}
