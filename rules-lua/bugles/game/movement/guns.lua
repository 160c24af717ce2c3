-- Limbering, Dismounting, R24, R72 to R75: changes that use dice of the move and leave the rest of them.

local motion <const>, rolls <const> = use("game/movement/motion", "game/movement/rolls")
local army <const> = use "game/army/units"

--- How far the dice that were thrown let a stand go when it comes into rough ground: the last does not count (R224).
local function slower(play, rule, id, args, found)
  if found.distance_mm == 0 or args.terrain == "rough" then return nil end
  local faces, rough = rolls.faces(play), {}
  faces[#faces] = nil
  for key, value in pairs(args) do rough[key] = value end
  rough.terrain = "rough"
  local slow = play:ask(rule, rough, id, nil, faces)
  return slow and mm(slow.distance_mm)
end

--- A command that the procedure `rule` decides: `asks(unit)` gives its question, `refuses(view, unit)` why a stand may
--- not, `done(play, unit, found, cmd)` does and tells what it comes to.
local function change(action, rule, spec)
  local function question(view, id, cmd)
    local args = spec.asks(view:unit(id))
    args.action, args.terrain = action, motion.terrain(view, id)
    for _, key in ipairs { "move", "will_fire" } do args[key] = cmd[key] end
    return view:question(rule, id, args)
  end
  command(action) {
    cite = spec.cite, doc = spec.doc, args = { unit "unit" { "own" }, table.unpack(spec.args) },
    refuses = function(view, id) return spec.refuses(view, view:unit(id)) or motion.refuse_whole(view, id) end,
    check = function(view, cmd)
      local wrong = cmd.will_fire and view.rules.fault(rule, question(view, cmd.unit, cmd))
      return wrong and refuse("will_fire", spec.fires, spec.cite)
    end,
    offers = function(_, _, _, offer) offer(spec.offer()) end,
    run = function(play, cmd)
      local unit, args = play:unit(cmd.unit), question(play, cmd.unit, cmd)
      args.thrown = spec.thrown and spec.thrown(play, unit)
      local found = play:resolve(rule, args, cmd.unit)
      rolls.leave(play, unit, mm(found.distance_mm), slower(play, rule, unit.id, args, found))
      spec.done(play, unit, found, cmd)
    end,
  }
end

local function crew_of(unit)
  if unit.kind ~= "regular" then return "native" end
  return unit.militia and "militia" or unit.class == "a" and "elite" or "regular"
end

local function limbering(action, score, args)
  local limbers = action == "limber" or nil
  change(action, "movement.limber", {
    cite = "Limbering, R73, R74, R75", doc = ("A crew %ss its gun, and moves it by what dice are left."):format(action),
    args = args, fires = "is for an elite crew that does not move, unless it is horse artillery",
    offer = function() return { move = limbers, score = score, text = "on anything but a 1" } end,
    asks = function(unit) return { crew = crew_of(unit) } end,
    refuses = function(_, unit)
      if not army.crewed(unit) then
        return refuse("unit", "is no gun", "Limbering")
      elseif unit.team == "none" or not unit.team then
        return refuse("unit", "has no team with it", "Limbering")
      elseif unit.limbered == limbers then
        return refuse("unit", limbers and "is limbered" or "is not limbered", "Limbering")
      end
    end,
    done = function(play, unit, found)
      play:tell(found.success and action .. "s" or "no_" .. action, {
        unit = unit.id, score = found.score, cite = "Limbering",
        say = found.distance_mm > 0 and (", and has %d mm to go"):format(found.distance_mm) or "",
      })
      if found.success then play:set(unit, "limbered", limbers) else play:set(unit, "limber_failed", true) end
      if found.success and not limbers then play:set(unit, "unlimbered", true) end
    end,
  })
end

limbering("limber", 0.1, { flag "move" { doc = "and moves on by what dice are left" } })
limbering("unlimber", 0.3, {
  flag "move" { doc = "and is manhandled by what dice are left" },
  flag "will_fire" { doc = "means to fire this turn: elite crews" },
})

local function mounting(action, from, to, wrong, args)
  change(action, "movement.dismount", {
    cite = "Dismounting, R24, R72",
    doc = ("A stand %ss for its highest die, and has the others to move."):format(action),
    args = args, offer = function() return { score = 0.05, text = "for its highest die" } end,
    asks = function(unit) return { troop = unit.can_dismount or "other_mounted" } end,
    thrown = function(play, unit)
      play:set(unit, "arm", "mounted")
      return rolls.dice(play, unit.id)
    end,
    refuses = function(view, unit)
      if unit.arm ~= from or unit.drill ~= "close_order" then return refuse("unit", wrong, "Dismounting") end
      if view.rules.fault("movement.dismount", { action = action, troop = unit.can_dismount or "other_mounted" }) then
        return refuse("unit", "is of no troops that fight on foot", "Dismounting")
      end
    end,
    done = function(play, unit, found, cmd)
      play:tell(action .. "s", { unit = unit.id, distance = found.distance_mm, cite = "Dismounting" })
      play:set(unit, "arm", to)
      if cmd.will_fire then play:set(unit, "moved", "half") end
    end,
  })
end

mounting("dismount", "mounted", "dismounted", "is not mounted, in close order",
  { flag "will_fire" { doc = "halves its way" } })
mounting("mount", "dismounted", "mounted", "has no horses to mount", {})
