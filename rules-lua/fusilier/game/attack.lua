-- 4.6 steps 1 and 2, 5.0, 10.4: attacks are declared, pressed home and answered.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local orders <const> = use "game/orders"
local retreat <const> = use "game/retreat"

story {
  declared = "{unit} attacks {target}.",
  advanced = "{unit} advances {distance} mm, {left} mm from {target}.",
  contact = "{unit} reaches {target}.",
  answered = "{unit} answers: {say}.",
  fell_back = "{unit} falls back {distance} mm before formed troops.",
  among = "{unit} comes among {target}: {say}.",
}

local ATTACKS <const> = { attack = true, seize = true, move = true }

--- Is the target within reach of the attacker's zone this bound, in the open?
local function reach(view, unit)
  local rate = view.rules.call("move.allowance", {
    troop = army.troop(unit), minutes = math.max(0, math.min(10, orders.minutes(view, unit))), terrain = "open",
    obstacles = 0, unlimbered = unit.drill == "unlimbered", attached_to = "infantry_line",
  }).allowance_mm
  return rate + army.zone(view.rules, unit)
end

local function walls_bar(view, unit, target)
  return army.mounted(unit) and view:fact("cover", target) == "building"
end

command "declare_attack" {
  cite = "4.6", doc = "Declares an attack on an enemy unit.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    local unit, target = view:unit(cmd.unit), view:unit(cmd.target)
    if not army.free(unit) then return refuse("unit", "is " .. unit.condition, { cite = "10.5" }) end
    if unit.arm == "artillery" then return refuse("unit", "is a battery; it fires", { cite = "10.1" }) end
    if not army.present(target) then return refuse("target", "is not on the table") end
    if walls_bar(view, unit, cmd.target) then
      return refuse("target", "stands in buildings, which cavalry may not attack", { cite = "R67" })
    end
    local order = orders.of(view, unit)
    if not order or not ATTACKS[order.verb] then
      return refuse("unit", "has no active order to attack, seize or move", { cite = "4.5" })
    end
    local away, may = ground.distance(view, cmd.unit, cmd.target), reach(view, unit)
    if away > may then
      local text = ("is %d mm away, %d mm out of reach"):format(away, away - may)
      return refuse("target", text, { cite = "4.6", margin = may - away })
    end
    if not view:fact("sight", cmd.unit, cmd.target) then
      return refuse("target", "is not seen", { cite = "4.6" })
    end
    return nil, { away = away }
  end,
  proposals = function(view, side)
    local list = {}
    for id, unit in view:units(side) do
      local order = army.free(unit) and unit.arm ~= "artillery" and orders.of(view, unit)
      if order and ATTACKS[order.verb] and not unit.target then
        local target, away = ground.nearest(view, id)
        local may = target and reach(view, unit)
        if target and away <= may and not walls_bar(view, unit, target) then
          list[#list + 1] = { unit = id, target = target, text = ("%d of %d mm"):format(away, may), score = may - away }
        end
      end
    end
    return list
  end,
  run = function(play, cmd)
    play:set(play:unit(cmd.unit), "target", cmd.target)
    play:tell("declared", { unit = cmd.unit, target = cmd.target, cite = "4.6" })
  end,
}

--- What an attacked unit may do (5.1, 5.2), one a bound.
command "respond" {
  cite = "5.0", doc = "A unit that is attacked redeploys or refaces toward the attack, or forms square.",
  args = {
    unit "unit" { "own" }, enum "action" { "redeploy_facing", "reface", "form_square" }, unit "toward" { "enemy" },
  },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if unit.responded then return refuse("unit", "has responded this bound", { cite = "R24" }) end
    if view:unit(cmd.toward).target ~= cmd.unit then
      return refuse("unit", "is not attacked by it", { cite = "5.0" })
    end
    if not army.free(unit) then return refuse("unit", "is " .. unit.condition, { cite = "10.5 11.1" }) end
    if cmd.action ~= "form_square" then return nil end
    if not army.mounted(view:unit(cmd.toward)) then
      return refuse("action", "is for a unit that cavalry attacks", { cite = "R26" })
    end
    if unit.arm ~= "infantry" or unit.drill == "skirmish" or unit.drill == "square" then
      return refuse("action", "cannot be done from this formation", { cite = "6.4" })
    end
    local away = ground.distance(view, cmd.toward, cmd.unit)
    local square = view.rules.call("response.form_square", {
      formation = unit.drill, cavalry_distance_mm = away, cavalry_terrain = "open",
    })
    if not square.forms then
      local text = ("needs %d min, has %d"):format(square.needed_min, square.available_min)
      return refuse("action", text, { cite = "R26", margin = square.available_min - square.needed_min })
    end
    local body = ground.in_the_way(view, cmd.unit, army.reshaped(view.rules, unit, "square"))
    if body then return refuse("action", ("has no room beside %s"):format(body.name or body.id)) end
  end,
  run = function(play, cmd)
    local unit, toward = play:unit(cmd.unit), play:unit(cmd.toward).base
    play:set(unit, "responded", true)
    local base = unit.base
    if cmd.action == "form_square" then
      base = army.reshaped(play.rules, unit, "square")
      play:set(unit, "drill", "square")
      play:set(unit, "minutes_used", play.rules.constant.bound)
    else
      local turn = geometry.turn(base.facing, geometry.bearing(base, toward))
      local faced = geometry.move(base, { pivot = turn })
      if not ground.in_the_way(play, cmd.unit, faced) then base = faced end
    end
    play:set(unit, "base", base)
    play:tell("answered", { unit = cmd.unit, say = cmd.action, cite = "5.1" })
  end,
}

command "move_attack" {
  cite = "4.6", doc = "An attacker goes in by way of a point, instead of straight.",
  args = { unit "unit" { "own" }, point "by" {} },
  check = function(view, cmd)
    if not view:unit(cmd.unit).target then return refuse("unit", "has declared no attack", { cite = "4.6" }) end
  end,
  run = function(play, cmd) play:set(play:unit(cmd.unit), "by", { x = cmd.by.x, y = cmd.by.y }) end,
}

--- Infantry stops where its zone meets the enemy; cavalry must close to contact (10.4).
local function stops_at(play, unit, target)
  if army.mounted(unit) then
    return function(base) return geometry.contact(base, target.base).state ~= "apart" end
  end
  local zone = mm(army.zone(play.rules, unit))
  return function(base) return geometry.distance(base, target.base).distance <= zone end
end

--- Cavalry stops a hair short of touching: near enough to be in contact.
local CONTACT_MM <const> = 1

--- One straight stretch of an attack.
local function stretch(play, id, unit, bearing, um, stops)
  local gone, used = ground.advance(play, id, bearing, um, orders.minutes(play, unit), stops, true)
  play:set(unit, "minutes_used", (unit.minutes_used or 0) + used)
  if gone > 0 then play:set(unit, "moved", true) end
  return gone
end

local function press(play, id, unit)
  local target = play:unit(unit.target)
  if not army.present(target) then return end
  if not unit.came_from then play:set(unit, "came_from", { x = unit.base.x, y = unit.base.y }) end
  local stops = stops_at(play, unit, target)
  local gone = 0
  if unit.by then
    local bearing, um = ground.toward(unit.base, unit.by)
    gone = stretch(play, id, unit, bearing, um, stops)
  end
  local bearing, um = ground.at(unit.base, target.base)
  gone = gone + stretch(play, id, unit, bearing, um, stops)
  local left = ground.distance(play, id, unit.target)
  local key = army.mounted(unit) and left <= CONTACT_MM and "contact" or "advanced"
  play:tell(key, { unit = id, target = unit.target, distance = gone, left = left, cite = "4.6" })
end

local GROUND <const> = { none = "open", cover = "woods", building = "broken" }

--- Cavalry that reaches skirmishers rides them down in the open, or drives them back (9.0, R51).
local function ride_among(play, id, unit)
  local target = play:unit(unit.target)
  if not army.present(target) or target.drill ~= "skirmish" then return end
  if not army.mounted(unit) or ground.distance(play, id, unit.target) > CONTACT_MM then return end
  local skirmishers = unit.target
  local cover = GROUND[play:fact("cover", skirmishers)]
  local result = play:resolve("skirmish.cavalry_contact", { ground = cover }, skirmishers)
  play:tell("among", {
    unit = id, target = skirmishers, say = play.rules.says("skirmish.cavalry_contact", result), cite = "9.0",
  })
  if result.outcome == "destroyed" then return retreat.gone(play, skirmishers) end
  play:set(unit, "damage_points", unit.damage_points + result.points)
  retreat.go_back(play, skirmishers, geometry.bearing(target.base, unit.base))
end

--- Skirmishers go back at once before formed troops that come into their zone, to stay outside it (R49).
local function fall_back(play, id, unit)
  local enemy, away = ground.nearest(play, id, function(one) return one.drill ~= "skirmish" and one.moved end)
  local zone = play.rules.constant.combat_zone
  if not enemy or away > zone or play:unit(enemy).arm ~= "infantry" then return end
  local threat = play:unit(enemy).base
  local gone = ground.retire(play, id, geometry.bearing(unit.base, threat), function(base)
    return geometry.distance(base, threat).distance > mm(zone + 10)
  end)
  if gone > 0 then
    play:set(unit, "moved", true)
    play:tell("fell_back", { unit = id, distance = gone, cite = "9.0" })
  end
end

local M <const> = {}

--- Step 2: every attacker that has declared goes in, side by side.
function M.press_all(play)
  for id, unit in play:units() do
    if unit.target and army.free(unit) and not unit.fighting then press(play, id, unit) end
  end
  for id, unit in play:units() do
    if unit.target and army.free(unit) then ride_among(play, id, unit) end
  end
end

--- Skirmishers that formed troops have come upon.
function M.fall_back_all(play)
  for id, unit in play:units() do
    if unit.drill == "skirmish" and army.free(unit) then fall_back(play, id, unit) end
  end
end

return M
