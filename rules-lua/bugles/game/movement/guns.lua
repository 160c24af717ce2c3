-- Limbering, Dismounting, R72 to R75: changes that use dice of the move and leave the rest of them.

local motion <const> = use "game/movement/motion"
local rolls <const> = use "game/movement/rolls"

story {
  limbers = "{unit} [limbers]: {score}{say}.", unlimbers = "{unit} [unlimbers]: {score}{say}.",
  no_limber = "{unit} [does] not get limbered: {score}.", no_unlimber = "{unit} [does] not get unlimbered: {score}.",
  dismounts = "{unit} [dismounts], with {distance} mm on foot.", mounts = "{unit} [mounts], with {distance} mm to go.",
}

local function crew_of(unit)
  if unit.kind ~= "regular" then return "native" end
  return unit.militia and "militia" or unit.class == "a" and "elite" or "regular"
end

local function question(view, unit, action, cmd)
  return view:described({
    action = action, team = unit.team, crew = crew_of(unit), move = cmd.move or false,
    terrain = motion.in_rough(view, unit.id) and "rough" or "open", will_fire = cmd.will_fire or false,
  }, unit, "movement.limber")
end

local function refuse_limber(view, id, action)
  local fault, unit = motion.refuse_whole(view, id), view:unit(id)
  if fault then return fault end
  if unit.arm ~= "gun" and unit.arm ~= "machine_gun" then return refuse("unit", "is no gun", { cite = "Limbering" }) end
  if unit.team == "none" or not unit.team then
    return refuse("unit", "has no team with it", { cite = "Limbering" })
  end
  if (unit.limbered or false) ~= (action == "unlimber") then
    return refuse("unit", unit.limbered and "is limbered" or "is not limbered", { cite = "Limbering" })
  end
end

local function limbering(action, args)
  local function refuses(view, id) return refuse_limber(view, id, action) end
  command(action) {
    cite = "Limbering R73 R74 R75", doc = ("A crew %ss its gun, and moves it by what dice are left."):format(action),
    args = args, refuses = refuses,
    check = function(view, cmd)
      if not cmd.will_fire then return nil end
      local wrong = view.rules.fault("movement.limber", question(view, view:unit(cmd.unit), action, cmd))
      return wrong and refuse("will_fire", "is for an elite crew that does not move, unless it is horse artillery",
        { cite = "Limbering R73" })
    end,
    offers = function(_, _, _, offer)
      local limber = action == "limber"
      offer { move = limber or nil, score = limber and 0.1 or 0.3, text = "on anything but a 1" }
    end,
    run = function(play, cmd)
      local unit = play:unit(cmd.unit)
      local found = play:resolve("movement.limber", question(play, unit, action, cmd), cmd.unit)
      local distance = found.distance_mm
      play:tell(found.success and action .. "s" or "no_" .. action, {
        unit = cmd.unit, score = found.score, cite = "Limbering",
        say = distance > 0 and (", and has %d mm to go"):format(distance) or "",
      })
      if found.success then
        play:set(unit, "limbered", action == "limber" or nil)
        if action == "unlimber" then play:set(unit, "unlimbered", true) end
      else
        play:set(unit, "limber_failed", true)
      end
      rolls.leave(play, unit, mm(distance))
    end,
  }
end

limbering("limber", { unit "unit" { "own" }, flag "move" { doc = "and moves on by what dice are left" } })
limbering("unlimber", {
  unit "unit" { "own" }, flag "move" { doc = "and is manhandled by what dice are left" },
  flag "will_fire" { doc = "means to fire this turn: elite crews" },
})

local ARMS <const> = { dismount = "mounted", mount = "dismounted" }

local function refuse_mounting(view, id, action)
  local fault, unit = motion.refuse_whole(view, id), view:unit(id)
  if fault then return fault end
  if unit.arm ~= ARMS[action] or unit.drill ~= "close_order" then
    return refuse("unit", action == "mount" and "has no horses to mount" or "is not mounted, in close order",
      { cite = "Dismounting" })
  end
  local args = { action = action, troop = unit.can_dismount or "other_mounted" }
  if view.rules.fault("movement.dismount", args) then
    return refuse("unit", "is of no troops that fight on foot", { cite = "Dismounting" })
  end
end

for _, action in ipairs { "dismount", "mount" } do
  local function refuses(view, id) return refuse_mounting(view, id, action) end
  command(action) {
    cite = "Dismounting R24 R72", doc = ("A stand %ss for its highest die, and has the others to move."):format(action),
    args = { unit "unit" { "own" }, action == "dismount" and flag "will_fire" { doc = "halves its way" } or nil },
    refuses = refuses,
    offers = function(_, _, _, offer) offer { score = 0.05, text = "for its highest die" } end,
    run = function(play, cmd)
      local unit = play:unit(cmd.unit)
      local found = play:resolve("movement.dismount", play:described({
        action = action, troop = unit.can_dismount, will_fire = cmd.will_fire or false,
        terrain = motion.in_rough(play, cmd.unit) and "rough" or "open",
      }, unit, "movement.dismount"), cmd.unit)
      play:tell(action .. "s", { unit = cmd.unit, distance = found.distance_mm, cite = "Dismounting" })
      play:set(unit, "arm", action == "mount" and "mounted" or "dismounted")
      rolls.leave(play, unit, mm(found.distance_mm))
      if cmd.will_fire then play:set(unit, "moved", "half") end
    end,
  }
end
