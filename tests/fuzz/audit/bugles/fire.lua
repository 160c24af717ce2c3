--- Fire: who may, at whom, how far, in what arc, in sight; what the question has of firer and target; rounds.
local field <const> = require "fuzz.audit.bugles.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local FULL <const> = { foot = 6, dismounted = 3, mounted = 3 }
local ASKED <const> = {
  ["fire.small_arms"] = true, ["mg.fire"] = true, ["artillery.fire"] = true, ["artillery.canister"] = true,
}
local HALF_ARC <const>, HAIR <const> = 22.5, 0.3

local function crewed(unit) return unit.arm == "gun" or unit.arm == "machine_gun" end

local function all_round(unit) return unit.drill == "skirmish" or unit.arm == "sniper" end

--- The middle of a base's front edge.
local function muzzle(base) return { x = base.x + base.fx * base.d, y = base.y + base.fy * base.d } end

--- How far it is from a firer to the nearest point of a target (R125).
local function range(unit, target)
  local base = shapes.base(unit.base)
  local from = crewed(unit) and muzzle(base) or { x = base.x, y = base.y }
  local best = math.huge
  for _, one in ipairs(field.bases(target)) do
    best = math.min(best, shapes.distance({ from, from, from }, shapes.corners(one)))
  end
  return best
end

--- By how many degrees a target is off the front of a firer, at its nearest (R124).
local function off(unit, target, behind)
  local base, least = shapes.base(unit.base), 180
  local sign = behind and -1 or 1
  local from = { x = base.x + sign * base.fx * base.d, y = base.y + sign * base.fy * base.d }
  for _, one in ipairs(field.bases(target)) do
    least = math.min(least, shapes.least_off(from, sign * base.fx, sign * base.fy, shapes.corners(one)))
  end
  return least
end

--- Why a stand may not fire by what it is and did (When to Fire, Moving and Firing, Crews); not in defensive fire.
local function barred(unit)
  if unit.arm == "mounted" and not unit.native_mounted then return "is mounted" end
  local elite = unit.kind == "regular" and unit.class == "a"
  local horse = elite and unit.horse_artillery
  if crewed(unit) then
    if unit.figures == 0 then return "has no crew" end
    if unit.limber_failed then return "has failed to limber" end
    if unit.limbered then return "is limbered" end
    if unit.manhandled and not elite then return "has been manhandled" end
    if unit.moved == "full" and not unit.unlimbered then return "has moved" end
    if unit.refaced and not horse then return "has changed face" end
    if unit.unlimbered and not elite then return "has unlimbered" end
  elseif (unit.arm == "foot" or unit.arm == "dismounted") and unit.drill ~= "skirmish" and unit.moved == "full" then
    return "has moved"
  end
end

--- Is a friend before a stand, edge to edge: it is in a rear rank (Figures Eligible to Fire)?
local function rear_rank(root, id, unit)
  if crewed(unit) or not field.formed(unit) then return nil end
  for _, one in ipairs(field.standing(root)) do
    local before = one.id ~= id and one.unit.side == unit.side and field.formed(one.unit)
    if before and field.touched_edge(unit, one.unit) == "front" then return one.id end
  end
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self, arc = { memory = {} }, HALF_ARC
  local house = {}
  for _, name in ipairs(trace[1].variants or {}) do house[name] = true end
  if house.arc_45_each_side then arc = 45 end

  --- What a question says of a firer and is not so.
  local function firer(line, call, id, unit, defensive)
    local args, returns = call.args, call.args.phase == "return"
    local wanted = { kind = unit.kind, class = unit.class }
    if call.procedure == "fire.small_arms" then
      wanted.weapon, wanted.moved, wanted.skilled = unit.weapon, unit.moved ~= nil, unit.skilled or false
      wanted.full_figures, wanted.figures = FULL[unit.arm], unit.figures
      wanted.formation = unit.drill == "square" and "close_order" or unit.drill
      wanted.mounted = unit.arm ~= "mounted" and "none" or unit.moved and "moving" or "halted"
    elseif unit.arm == "gun" then
      wanted.kind = unit.kind == "regular" and "regular" or "irregular"
      wanted.gun, wanted.ordnance, wanted.howitzer = unit.gun, unit.ordnance, unit.howitzer or false
      wanted.crew, wanted.non_gunners = unit.figures, unit.non_gunners or 0
    else
      wanted.mg, wanted.crew = unit.mg, unit.figures
      if 2 * (unit.non_gunners or 0) > unit.figures then wanted.kind, wanted.class = nil, nil end
    end
    if returns and house.simultaneous_return then wanted.figures, wanted.crew = nil, nil end
    for key, value in next, wanted do
      if (args[key] or false) ~= value and not (value == 0 and not args[key]) then
        fault(line, ("%s fires with %s %s, and it is %s"):format(id, key, tostring(args[key]), tostring(value)))
      end
    end
    local rounds = args.canister_rounds or args.solid_rounds
    if unit.arm == "gun" and rounds ~= self.rounds[args.canister_rounds and "canister" or "solid"] then
      fault(line, ("%s fires with %s rounds, and it has %d and %d"):format(id, rounds, self.rounds.solid, self.rounds.canister))
    end
    if defensive and (unit.kind ~= "regular" or unit.drill == "skirmish") then
      fault(line, id .. " gives defensive fire and may not (Defensive Fire)")
    end
  end

  --- What a question says of a target and is not so.
  local function aimed(line, root, id, unit, target, args, name)
    local loose = target.rank ~= nil or all_round(target)
    if (args.target_skirmish or false) ~= loose then
      fault(line, ("%s fires at %s as if it were %sloose"):format(id, name, loose and "not " or ""))
    end
    local cover = target.rank and "none" or not house.zariba and not house.tall_grass and field.cover(root, unit, target)
    if cover and (args.cover or "none") ~= cover then
      fault(line, ("%s has cover %s against %s, and it is %s"):format(name, args.cover or "none", id, cover))
    end
  end

  local function reach(line, root, id, unit, target, args, name)
    local mm = range(unit, target)
    if args.range_mm and (args.range_mm < mm - HAIR or args.range_mm > mm + 1 + HAIR) then
      fault(line, ("%s fires at %s over %d mm, and it is %.1f (Ranges)"):format(id, name, args.range_mm, mm))
    end
    local least = all_round(unit) and 0 or off(unit, target)
    if unit.drill == "back_to_back" then least = math.min(least, off(unit, target, true)) end
    if least > arc + HAIR then fault(line, ("%s fires at %s, %.1f degrees off (Arcs of Fire)"):format(id, name, least)) end
    local why = not target.rank and field.unseen(root, unit, target)
    if why then fault(line, ("%s fires at %s: %s (Visibility R105)"):format(id, name, why)) end
  end

  --- A target in contact with a friend of the firer is not fired at (Firing into Melees).
  local function melee(line, root, id, unit, target, name)
    for _, one in ipairs(field.standing(root)) do
      local friend = one.unit.side == unit.side and one.unit.arm ~= "sniper"
      if friend and target.arm ~= "sniper" and field.touches(target, one.unit) then
        fault(line, ("%s fires at %s, which touches %s (Firing into Melees)"):format(id, name, one.id))
      end
    end
  end

  --- Defensive fire is given by a stand charged, or one that touches it, at a charger (Defensive Fire).
  local function defends(line, root, id, unit, target, name)
    local charged = root.units[target.charged or ""]
    local near = charged and field.present(charged) and charged.side == unit.side
      and (target.charged == id or field.apart(unit, charged, 2) < 1.4 and charged.formation == unit.formation)
    for _, met in ipairs(target.met or {}) do
      local other = root.units[met.target]
      near = near or met.target == id or other and other.formation == unit.formation and field.apart(unit, other, 2) < 1.4
    end
    if not near then fault(line, ("%s gives defensive fire at %s, which charged nobody it touches"):format(id, name)) end
  end

  local function shot(line, root, call, event, id)
    local unit, name = root.units[id], event.with.target
    local target = root.units[name] or root.leaders[name]
    if not unit or not target or not target.base or not unit.base then return end
    if unit.arm == "machine_gun" and event.with.range == "" then -- the stand behind a target, at the same score
      self.nth = self.nth - 1
      return
    end
    local args, defensive = call.args, call.args.defensive or call.args.phase == "defensive"
    for i, one in ipairs(args.targets or {}) do
      if i == self.nth then args = setmetatable({ target_deep = one.target_deep, range_mm = one.range_mm,
        target_skirmish = one.target_skirmish, cover = one.cover or "none" }, { __index = call.args }) end
    end
    local behind = unit.arm == "gun" and self.nth > 1 or unit.arm == "machine_gun" and self.nth > #call.args.targets
    if call.args.follow_on or behind then return end
    firer(line, call, id, unit, defensive)
    aimed(line, root, id, unit, target, args, name)
    if target.side == unit.side then fault(line, ("%s fires at its friend %s"):format(id, name)) end
    if call.args.phase == "free_shot" then return end
    if defensive then return defends(line, root, id, unit, target, name) end
    local step = tostring(call.step or line.step)
    local owns = step == "player_turn.fire" and unit.side == root.active
      or step == "player_turn.return_fire" and unit.side ~= root.active
    if not owns then fault(line, ("%s fires in %s (When to Fire)"):format(id, step)) end
    local why = barred(unit)
    if why then fault(line, ("%s fires and %s (When to Fire)"):format(id, why)) end
    local front = rear_rank(root, id, unit)
    if front then fault(line, ("%s fires from behind %s (Figures Eligible to Fire)"):format(id, front)) end
    reach(line, root, id, unit, target, args, name)
    if not target.rank then melee(line, root, id, unit, target, name) end
    for _, one in ipairs(field.standing(root)) do
      if one.unit.side ~= unit.side and one.unit.arm ~= "sniper" and unit.arm ~= "sniper" and field.touches(unit, one.unit) then
        fault(line, ("%s fires and touches %s (R110)"):format(id, one.id))
      end
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    local call = event.call and line.calls[event.call]
    if call and ASKED[call.procedure] then
      local unit = root.units[call.throwers[""]]
      self.call, self.nth, self.rounds = call, 0, { solid = unit.solid, canister = unit.canister }
    end
    if event.say == "fires" and self.call then
      self.nth = self.nth + 1
      shot(line, root, self.call, event, event.with.unit)
    end
  end

  function self.line() self.call, self.nth = nil, 0 end

  local SUPPLY <const> = { solid = "artillery.fire", canister = "artillery.canister" }

  --- Rounds go by one as a gun fires, and come by resupply alone (Artillery Ammunition).
  function self.change(_, line, change)
    local kind = change.path[1] == "units" and SUPPLY[change.path[3]]
    if not kind or not change.old or line.command["do"] == "resupply" then return end
    local fired = false
    for _, call in ipairs(line.calls) do
      fired = fired or call.procedure == kind and call.throwers[""] == change.path[2]
    end
    if change.new ~= change.old - 1 or not fired or change.new < 0 then
      fault(line, ("%s has %s %s rounds, from %s"):format(change.path[2], tostring(change.new), change.path[3],
        tostring(change.old)))
    end
  end
  return self
end

return M
