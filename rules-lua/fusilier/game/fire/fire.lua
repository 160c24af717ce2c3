-- 4.6 step 4, 8.0: batteries fire at troops, guns and buildings; then skirmishers, and units that reply. All have
-- thrown before anything counts.

local aim <const>, army <const>, buildings <const> = use("game/fire/aim", "game/army/units", "game/fire/buildings")
local concealment <const>, volleys <const> = use("game/movement/concealment", "game/fire/volleys")
local skirmish <const> = use "game/fire/skirmish"

--- What a target is shot at as: guns on the move or in action, skirmishers, or formed troops as all others.
local function kind_of(enemy)
  if enemy.arm == "artillery" then return enemy.drill == "limbered" and "limbered" or "deployed" end
  return enemy.drill == "skirmish" and "skirmishers" or "formed"
end

--- Those that are shot at up to effective range alone, and count as one bracket further out.
local NEARER <const> = {
  skirmishers = { cite = "8.4 R44", why = ": skirmishers are not shot at any further" },
  deployed = { cite = "8.3 R42", why = ": deployed guns are not shot at any further" },
}

measure "fire" (function(view, battery, target, range_mm)
  local unit, enemy = view:unit(battery), view:unit(target)
  local kind, at_guns = kind_of(enemy), enemy.arm == "artillery" or nil
  local args = {
    calibre_pdr = unit.calibre_pdr, guns = unit.guns, target = at_guns and "battery" or kind,
    range_mm = range_mm or aim.range(view, battery, target),
    target_limbered = at_guns and kind == "limbered", target_guns = at_guns and enemy.guns,
  }
  return view:described(args, unit, "artillery.fire"), { range_mm = args.range_mm }
end)

measure "fire_building" (function(view, battery, area_id, range_mm)
  local unit, area = view:unit(battery), view.state.areas[area_id]
  local width, length = view:fact("building_width", area_id), view:fact("building_length", area_id)
  local args = view:described({
    calibre_pdr = unit.calibre_pdr, guns = unit.guns, range_mm = range_mm or aim.range(view, battery, area_id),
    material = area.material or "stone", width_mm = width, length_mm = length, lost_before = area.points_lost or 0,
    occupied = buildings.occupant(view, area_id) ~= nil,
  }, unit, "artillery.fire_building")
  return view:described(args, area, "artillery.fire_building")
end)

--- Is it ready to fire when step 4 begins? Light guns need no time to be (R30).
local function in_action(rules, unit)
  return unit.drill == "unlimbered"
    or not rules.option.light_guns_as_artillery and army.light_artillery(rules, unit)
end

--- Why a battery cannot fire at anything this bound.
local function refuse_battery(view, unit)
  if unit.arm ~= "artillery" then return refuse("unit", "is no battery", "8.2") end
  if not in_action(view.rules, unit) then
    return refuse("unit", "is limbered: guns must be in action when step 4 begins", "R40")
  end
  if unit.abandoned then return refuse("unit", "stands without its gunners", "10.1 R76") end
  local fault = aim.refuse_firer(unit)
  if fault then return fault end
  local bound, used = view.rules.constant.bound, unit.minutes_used or 0
  if used > bound then
    local text = ("has spent %d min of the bound's %d, %d too many, on moving and unlimbering"):format(
      used, bound, used - bound)
    return refuse("unit", text, { cite = "R40", margin = bound - used })
  end
  fault = view.rules.fault("artillery.fire", view:described({
    calibre_pdr = unit.calibre_pdr, guns = unit.guns, range_mm = 1, target = "formed",
  }, unit, "artillery.fire"))
  if fault and unit.guns == 1 then return refuse("unit", "has one gun left, which cannot fire", "R38") end
  if fault then return refuse("unit", "cannot fire: " .. fault.message, "8.2") end
end

--- Why a range is too long, and by how many millimetres (8.1, 8.3, 8.4).
local function refuse_range(view, unit, arg, range, kind, target)
  local reach = army.reach(view, unit, range, target)
  local nearer, limit, what = NEARER[kind], reach.long_mm, "long"
  if nearer then limit, what = reach.effective_mm, "effective" end
  local bracket = reach.bracket
  local far = bracket == "out_of_range" or nearer and bracket == "long"
  if range <= limit and not far then return nil end
  if range <= limit then return refuse(arg, ("is out of range at %d mm"):format(range), "8.1 R37") end
  local text = ("is %d mm away, %d mm beyond a %d-pounder's %s range of %d mm%s"):format(
    range, range - limit, unit.calibre_pdr, what, limit, nearer and nearer.why or "")
  return refuse(arg, text, { cite = nearer and nearer.cite or "8.1 R37", margin = limit - range })
end

--- Why a battery cannot shoot at what a command names: it is not seen, or too far; and what has been found.
local function refuse_shot(view, cmd, arg, kind, target)
  local fault = aim.fault(view, cmd.unit, target, arg)
  if fault then return fault, { [arg] = target } end
  local range = aim.range_of(view, cmd, target)
  return refuse_range(view, view:unit(cmd.unit), arg, range, kind, target), { [arg] = target, range_mm = range }
end

local function check_unit(view, cmd)
  local enemy = view:unit(cmd.target)
  if not tabletop.present(enemy) then return refuse("target", "is not on the table", "8.2") end
  if enemy.building then
    return refuse("target", ("holds %s: fire at the building (building=%s)"):format(
      view:name(enemy.building), enemy.building), "8.5 R45")
  end
  return refuse_shot(view, cmd, "target", kind_of(enemy), cmd.target)
end

local function check_building(view, cmd)
  local id, known = buildings.find(view, cmd.building)
  if not id then
    return refuse("building", ("must be a built-up area (%s), got %s"):format(known, cmd.building), "8.5")
  end
  if buildings.used_up(view, id) then return refuse("building", "is in ruins already", "8.5"), { building = id } end
  return refuse_shot(view, cmd, "building", "building", id)
end

--- How good a shot is, for the order of proposals: the table it is read from first, then the nearer.
local RANK <const> = { short = 3000, effective = 2000, long = 1000 }
local NEXT_OUT <const> = { short = "effective", effective = "long" }

--- A shot to propose; without a distance, one that the players would have to measure.
local function proposal(view, id, unit, name, target, away, shifted)
  local reach = army.reach(view, unit, away or 1, target)
  local found = { unit = id, [name] = target, score = 0 }
  if not away then
    found.text = ("short to %d mm, effective to %d mm, long to %d mm"):format(
      reach.short_mm, reach.effective_mm, reach.long_mm)
    return found
  end
  local read = shifted and NEXT_OUT[reach.bracket] or reach.bracket
  local as = shifted and (" counted as %s"):format(read) or ""
  found.text = ("%s%s, %d mm of %d mm"):format(reach.bracket, as, away, shifted and reach.effective_mm or reach.long_mm)
  found.score = RANK[read] - away
  return found
end

local function propose_for(view, list, id, unit)
  local reach = army.reach(view, unit, 1).long_mm
  for _, one in ipairs(aim.targets(view, id, reach)) do
    local enemy = view:unit(one.id)
    local kind = kind_of(enemy)
    if not enemy.building and not (one.mm and refuse_range(view, unit, "target", one.mm, kind, one.id)) then
      list[#list + 1] = proposal(view, id, unit, "target", one.id, one.mm, NEARER[kind])
    end
  end
  for _, area_id in ipairs(view.state.order.areas) do
    local _, holder = buildings.occupant(view, area_id)
    if holder and holder.side ~= unit.side and not buildings.used_up(view, area_id) then
      local away = tabletop.placed(unit) and aim.range(view, id, area_id)
      if not away or away <= reach and view:fact("may_shoot", id, area_id) then
        list[#list + 1] = proposal(view, id, unit, "building", area_id, away or nil)
      end
    end
  end
end

local function cannot_fire(play, cmd, why) play:tell("cannot_fire", { unit = cmd.unit, say = why, cite = "8.1" }) end

--- What a shot did to a battery: guns that others have silenced in the same step are not silenced again (R43).
local function silenced_by(play, target, result, hits)
  local left = play:unit(target).guns - (hits[target] and hits[target].guns or 0)
  if result.guns_silenced > 0 and left <= 0 then return "no gun is left to silence" end
  return counted(math.min(result.guns_silenced, left), "gun") .. " silenced"
end

local function shot_at_unit(play, cmd, hits)
  if not aim.there(play, cmd.unit, cmd.target) then return cannot_fire(play, cmd, "there is no enemy to fire at") end
  local unit, args = play:unit(cmd.unit), play.measure.fire(play, cmd.unit, cmd.target, cmd.range_mm)
  local fault = play.rules.fault("artillery.fire", args)
  if fault then return cannot_fire(play, cmd, fault.message) end
  local result = play:resolve("artillery.fire", args, cmd.unit, cmd.target)
  local guns = result.guns_silenced
  local effect = guns > 0 and guns or result.damage_points
  play:tell("fired", {
    unit = cmd.unit, target = cmd.target, guns = counted(unit.guns, "gun"), bracket = result.bracket,
    range = args.range_mm,
    shifted = result.table ~= result.bracket and (", counted as %s against %s"):format(result.table,
      args.target == "battery" and "deployed guns" or "skirmishers") or "",
    roll = result.roll, dice = play:dice(),
    say = effect == 0 and "nothing" or guns > 0 and silenced_by(play, cmd.target, result, hits)
      or counted(effect, "point"),
    cite = args.target == "battery" and "8.3" or args.target == "skirmishers" and "8.4" or "8.2",
  })
  volleys.add(hits, cmd.target, result.damage_points, result.guns_silenced)
end

--- A building's points are lost at once, shot by shot: what is half of a running total depends on it (R45).
local function shot_at_building(play, cmd, hits)
  local area = play.state.areas[cmd.building]
  if not buildings.is_building(area) then return cannot_fire(play, cmd, "there is nothing to fire at") end
  local name = play:name(cmd.building)
  if buildings.used_up(play, cmd.building) then
    return play:tell("rubble", { unit = cmd.unit, building = name, cite = "8.5" })
  end
  local holder = buildings.garrison(play, cmd.building)
  local args = play.measure.fire_building(play, cmd.unit, cmd.building, cmd.range_mm)
  local fault = play.rules.fault("artillery.fire_building", args)
  if fault then return cannot_fire(play, cmd, fault.message) end
  local result = play:resolve("artillery.fire_building", args, cmd.unit, cmd.building)
  local lost = result.lost_after - args.lost_before
  play:tell("battered", {
    unit = cmd.unit, target = cmd.building, building = name, bracket = result.bracket,
    guns = counted(play:unit(cmd.unit).guns, "gun"), range = args.range_mm, roll = result.roll, dice = play:dice(),
    say = lost == 0 and "nothing" or counted(lost, "point"), cite = "8.5",
  })
  buildings.lose(play, cmd.building, result.lost_after, result.occupiable, cmd.unit)
  if lost > 0 then
    play:tell(result.occupiable and "crumbles" or "falls", {
      building = name, lost = result.lost_after, value = counted(result.value, "point"), cite = "8.5",
    })
  end
  if holder then volleys.add(hits, holder, result.troop_points, 0) end
end

command "fire" {
  cite = "8.2", doc = "A battery fires at an enemy unit, or at a building.",
  args = {
    unit "unit" { "own" }, unit "target" { "enemy", optional = true },
    text "building" { optional = true, doc = "a built-up area, instead of a unit" },
    int "range_mm" { 1, optional = true, doc = "as the tape says, where nothing is measured" },
  },
  fills = { "building", "range_mm" },
  check = function(view, cmd)
    local fault = refuse_battery(view, view:unit(cmd.unit))
    if fault then return fault end
    if cmd.target and cmd.building then return refuse("building", "is given, and a target too: one shot a bound") end
    if cmd.building then return check_building(view, cmd) end
    if not cmd.target then
      local no_unit = cmd.range_mm and not view:told() -- a number alone: it was to name a unit
      return refuse("target", no_unit and ("is missing: no enemy unit is called %d"):format(cmd.range_mm)
        or "is missing: an enemy unit, or a building", "8.2")
    end
    return check_unit(view, cmd)
  end,
  proposals = function(view, side, of)
    return aim.propose(view, side, of, refuse_battery, function(list, id, unit) propose_for(view, list, id, unit) end)
  end,
  run = volleys.of_all(function(play, cmd, volley)
    local unit = play:unit(cmd.unit)
    play:set(unit, "fired", true)
    if in_action(play.rules, unit) and unit.drill ~= "unlimbered" then play:set(unit, "drill", "unlimbered") end
    if cmd.building then shot_at_building(play, cmd, volley.hits) else shot_at_unit(play, cmd, volley.hits) end
  end),
}

local M <const> = {}

-- The parts of the step: batteries fire, then skirmishers, then units that reply; what they do counts when all have
-- thrown: with.volley.

function M.batteries(play, _, with)
  with.volley = with.volley or volleys.begun()
  for _, cmd in ipairs(with.commands) do
    if cmd["do"] == "fire" then play:run_command(cmd, with.volley) end
  end
end

function M.skirmishers(play, _, with)
  with.volley = with.volley or volleys.begun()
  skirmish.volley(play, with.commands, with.volley)
end

function M.losses(play, _, with)
  if with.volley then volleys.apply(play, with.volley.hits) end
end

function M.seen(play) concealment.reveal(play) end

return M
