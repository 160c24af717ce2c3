-- Ch 4, R61, R62, R103, R135: a charge is moved, and cavalry that is charged by cavalry rides out to meet it.
local attached <const> = use "game/army/attached"
local charge_way <const>, contact <const> = use("game/combat/charge_way", "game/combat/contact")
local inches <const>, motion <const> = use("game/army/inches", "game/movement/motion")
local removal <const>, army <const> = use("game/army/removal", "game/army/units")

local M <const> = {}

--- How far along its way a charger is when its target first sees it, all round (Ch 4b, R139).
local function first_seen(view, id, target, way)
  for um = 0, way.um, math.max(mm(1), inch(view.rules.constant.sight_step)) do
    if view:sees(target, id, { body = view:on_path(way.path, um) }) then return um end
  end
  return way.um
end

--- The way of a unit that wheels to a base and rides at it.
local function way_out(view, id, charger, base, on)
  local from = view:unit(id).base
  local wheel = view:wheel_at(from, base, deg(180))
  local steps, arc = { { slide = on } }, 0
  if wheel ~= 0 then
    table.insert(steps, 1, { wheel = wheel > 0 and "right" or "left", angle = math.abs(wheel) })
    arc = select(2, geometry.move(from, steps[1]))
  end
  return view:path(id, steps, { near = false, against = charger }), arc
end

--- The first place from there on along a way where it stands upon no friend.
local function clear_of_friends(way, um)
  for _, span in ipairs(way.path.passed) do
    if span.from < um and span.to > um then um = math.min(span.to, way.um) end
  end
  return um
end

--- What is known of a charge that cavalry may meet: how far apart the two were when it was seen, its wheel, what bars
--- its way, how far the charger goes along his, and its own rate, less where its share is slow going (R135).
local function terms(view, id, target, way)
  local seen = first_seen(view, id, target, way)
  local apart = way.um - seen
  local mine, his = army.rate(view, view:unit(id)), army.rate(view, view:unit(target))
  local function meeting()
    local there = clear_of_friends(way, seen + math.floor(apart * mine / (mine + his)))
    return there, way_out(view, target, id, view:on_path(way.path, there), math.max(0, way.um - there))
  end
  local there, path, arc = meeting()
  local um = math.min(path.length, arc + way.um - there)
  local cost = inches.um(charge_way.cost(view, target, path, um))
  if cost > um + tabletop.ROUNDED then
    his = math.max(1, rounded(his * um / cost))
    there, path, arc = meeting()
  end
  return apart, arc, path.clear < path.length or view:engaged(target), there, his
end

fact "seen_at" {
  ask = "How far apart were {1} and {2} when {2} first saw it, in inches?", unit = "in", number "distance" { 0 },
}
fact "wheels_out" {
  ask = "How far must {2} wheel to face {1}, in inches?", unit = "in", number "distance" { 0 }, suggest = 0,
}
fact "way_out_barred" { ask = "Does anything bar the way of {2} to {1}?", flag "barred" {}, suggest = false }

--- What charge.countercharge is asked, and how far the charger goes then; nil where neither is cavalry.
---@return table? args
---@return integer? um
function M.question(view, id, target, way)
  if view:unit(id).arm ~= "cavalry" or view:unit(target).arm ~= "cavalry" then return nil end
  local rate = army.rate(view, view:unit(id))
  local args = {
    attacker_arm = "cavalry", defender_arm = "cavalry", attacker_rate_in = rate,
    defender_rate_in = army.rate(view, view:unit(target)),
  }
  if not way then
    args.los_distance_in = math.min(rate, (view:fact("seen_at", id, target)))
    args.wheel_in, args.obstructed = (view:fact("wheels_out", id, target)), (view:fact("way_out_barred", id, target))
    return args
  end
  local apart, arc, barred, um, his = terms(view, id, target, way)
  args.defender_rate_in, args.los_distance_in = his, math.min(rate, inches.of(apart))
  args.wheel_in, args.obstructed = inches.of(arc), barred
  return args, um
end

local WHY <const> = { obstructed = "the way is barred", under_2_in_straight = "there is no room to get going" }

--- The charged cavalry rides at the charger, who has come so far.
local function ride_out(play, id, target, way, um)
  play:go(id, way.path, um)
  local base = play:unit(id).base
  local path = way_out(play, target, id, base, play:apart(id, target) + base.width + base.depth)
  for _, span in ipairs(path.bodies) do
    if span.id == id then return play:go(target, path, math.max(0, span.from - tabletop.TOUCH)) end
  end
end

--- What the charged cavalry does (Ch 4b).
---@param found table of charge.countercharge
local function answer(play, id, target, found)
  if not found.countercharges then
    return play:tell("awaits", {
      unit = target, target = id, say = WHY[found.reason] or plain(found.reason), cite = "Ch 4",
    })
  end
  play:tell("countercharges", {
    unit = target, target = id, distance = inches.said(inch(found.defender_move_in)),
    say = inches.said(inch(found.attacker_move_in)), cite = "Ch 4b, R62",
  })
  play:set(play:unit(target), "countercharging", true)
  attached.part_all(play, target, ", which charges")
end

local OUT_TO_MEET <const> = { flank = false, favorable = 0 }

--- A brigade charges: it goes up to its target, who may ride out to it.
---@param found table of charge_way.of
---@param how { breakthrough: boolean?, cite: string }?
function M.charge(play, id, target, found, how)
  local unit, way = play:unit(id), found.way
  local args, half = M.question(play, id, target, way)
  local ride = args and play:ask("charge.countercharge", args, target, id)
  local rides = ride and ride.countercharges
  local met = rides and OUT_TO_MEET or charge_way.terms(play, id, target, way)
  play:tell("charges", {
    unit = id, target = target, distance = inches.said(found.um), say = met.flank and ", in flank or rear" or "",
    cite = how and how.cite or "Ch 1",
  })
  attached.part_all(play, id, ", which charges")
  local charging = {
    target = target, um = found.um, breakthrough = how and how.breakthrough, flank = met.flank or nil,
    favorable = met.favorable > 0 and met.favorable or nil,
  }
  if not how then
    charging.um = found.um + charge_way.gone(play, id)
    motion.spend(play, id, found.spent)
    play:set(unit, "zones", found.zones)
  end
  if ride then answer(play, id, target, ride) end
  if way and rides then ride_out(play, id, target, way, half) elseif way then play:go(id, way.path, found.um) end
  if way then charge_way.overrun(play, id, way, rides and half or found.um) end
  play:set(unit, "charging", charging)
  contact.meet(play, id, target, charging.flank)
  for _, other in ipairs(play:foes(id)) do
    if other ~= target then play:tell("touches", { unit = id, target = other, cite = "R75" }) end
  end
end

--- The Charge Phase is over: cavalry that charged or countercharged is disordered (R61), and nobody is in contact.
function M.over(play)
  for id, unit in play:present() do
    local rode = unit.arm == "cavalry" and (unit.charging or unit.countercharging)
    if rode and not army.disordered(unit) then
      removal.disorder(play, id)
      play:tell("blown", { unit = id, cite = "Cav, Ch 4d, R61" })
    end
    if unit.met then play:dissolve(id) end
  end
end

return M
