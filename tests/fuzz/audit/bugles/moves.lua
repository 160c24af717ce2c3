--- Moves: as far as was thrown for that type over that ground, clear of the enemy all the way; what disorders a stand,
--- and when it is in order again; charges.
local field <const> = require "fuzz.audit.bugles.field"
local shapes <const> = require "fuzz.audit.shapes"
local sums <const> = require "fuzz.audit.bugles.sums"

local M <const> = {}

local ZONE <const>, HAIR <const>, STEP <const> = 25, 0.4, 10

local FLEES_PLACE <const> = { rough_terrain = true, uncompleted_passage = true, failed_passage = true }

local TEAMS <const> = {
  horse_artillery = "horse_artillery", horse_drawn = "horse_drawn_gun", oxen = "oxen", elephant = "elephant",
}

--- The movement type of a stand (Variable Movement).
local function type_of(unit)
  if unit.arm == "sniper" then return "sniper" end
  if unit.arm == "gun" or unit.arm == "machine_gun" then return unit.limbered and TEAMS[unit.team] or "manhandled_gun" end
  if unit.arm == "wagon" then return (unit.team == "oxen" or unit.team == "elephant") and unit.team or "wagon" end
  if unit.drill == "square" then return "square" end
  if unit.arm == "mounted" then return "mounted" end
  if unit.drill == "skirmish" then return "skirmisher" end
  return unit.kind == "regular" and "regular_foot" or "other_foot"
end

local function may_close(one, other)
  return one.drill == "skirmish" and (other.drill == "skirmish" or other.disordered ~= nil)
end

--- A unit as it would stand between two places.
local function between(unit, from, to, share)
  local base = setmetatable({
    x = from.x + (to.x - from.x) * share, y = from.y + (to.y - from.y) * share,
  }, { __index = from })
  return setmetatable({ base = base }, { __index = unit })
end

--- How high the ground is in the middle of a stand.
local function level(root, unit)
  local at, high = { x = unit.base.x / 1000, y = unit.base.y / 1000 }, 0
  for _, area in next, root.areas do
    if area.ground and shapes.inside(shapes.outline(area.area), at) then high = math.max(high, area.ground) end
  end
  return high
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self = { memory = { rolls = {}, gone = {}, balance = {}, rough = {} } }
  local grass = false
  for _, name in ipairs(trace[1].variants or {}) do grass = grass or name == "tall_grass" end

  --- The stands that are now where they were not: their bases before.
  local function starts(root)
    local was = {}
    for _, one in ipairs(field.standing(root)) do
      was[one.id] = { base = one.unit.base, moved = one.unit.moved }
    end
    return was
  end

  --- Nobody comes or passes within 25 mm of an enemy (Zones of Control).
  local function zones(line, root, id, unit, from)
    local long = math.sqrt((unit.base.x - from.x) ^ 2 + (unit.base.y - from.y) ^ 2) / 1000
    for _, one in ipairs(field.standing(root)) do
      local enemy = one.unit
      local keeps = enemy.side ~= unit.side and enemy.arm ~= "sniper" and not enemy.hidden and not may_close(unit, enemy)
      if keeps and field.apart(unit, enemy, long + 2 * ZONE) < long + ZONE then
        local first, steps = field.apart(between(unit, from, unit.base, 0), enemy), math.ceil(long / STEP)
        for i = 1, steps do
          local mm = field.apart(between(unit, from, unit.base, i / steps), enemy)
          if mm < ZONE - HAIR and mm < first - HAIR then
            fault(line, ("%s comes within %.1f mm of %s on its way (Zones of Control)"):format(id, mm, one.id))
            break
          end
        end
      end
    end
  end

  --- How far what its group threw lets a stand go; nil where nothing was thrown. In rough ground the last die does not
  --- count, or another throw does (R224).
  local function allowance(unit, rough)
    local kind, most = type_of(unit), nil
    for _, one in ipairs(self.memory.rolls[unit.formation] or {}) do
      if one.args.type == kind and not one.args.charging then
        local apart = one.args.terrain == "rough"
        local count = sums.MOVE_DICE[kind] - ((rough or apart) and kind ~= "sniper" and 1 or 0)
        local mm = 20 * sums.score(one.dice, count, sums.doubled(kind, unit.fleet))
        most = math.max(most or 0, mm)
      end
    end
    return most
  end

  local SAID <const> = {}

  function SAID.moved(line, event, root)
    local id, memory = event.with.unit, self.memory
    local unit, was = root.units[id], self.was[id]
    if not unit or not field.present(unit) or not was then return end
    memory.gone[id] = (memory.gone[id] or 0) + event.with.distance
    if unit.base.facing == was.base.facing and not unit.bases then zones(line, root, id, unit, was.base) end
    if grass or unit.drill == "square" then return end
    local before = setmetatable({ base = was.base }, { __index = unit })
    local rough = event.with.distance > 3 and (field.in_rough(root, unit) or field.in_rough(root, before))
    rough = rough or memory.rough[id] -- one die less for all of its move (R57)
    memory.rough[id] = rough or nil
    local most = memory.balance[id] or allowance(unit, rough)
    if not most then
      fault(line, ("%s moves%s and nothing was thrown for it (R52)"):format(id, rough and " over rough ground" or ""))
    elseif memory.gone[id] > most + 1 then
      fault(line, ("%s has gone %d mm, and %d was thrown for a %s%s (R52 R57)"):format(id, memory.gone[id], most,
        type_of(unit), rough and " in rough ground" or ""))
    end
    if rough and field.formed(unit) then self.rough[id] = true end
    if unit.rabble and event.with.distance > 0 then self.rabble[id] = true end
  end

  function SAID.charge_short(_, event) self.missed[event.with.unit] = true end

  --- A stand that charged home has come as far as was thrown, and does not do so disordered or by proxy.
  function SAID.charges(line, event, root)
    local id = event.with.unit
    local unit, target = root.units[id], root.units[event.with.target]
    if not unit or not target then return end
    local why = unit.drill == "skirmish" and "is loose" or unit.drill == "square" and "is in square"
      or unit.drill == "back_to_back" and "stands back to back"
      or unit.arm ~= "foot" and unit.arm ~= "mounted" and unit.arm ~= "dismounted" and "is a " .. unit.arm
      or unit.disordered and not self.test and "is disordered" or unit.halted and "is halted"
      or unit.arm ~= "mounted" and target.arm == "mounted" and not target.disordered and "is on foot, and the enemy rides"
    if why then fault(line, ("%s charges %s and %s (Eligibility to Charge)"):format(id, event.with.target, why)) end
    self.memory.charges = self.memory.charges or {}
    self.memory.charges[id] = event.with.target
    self.uphill = unit.base and target.base and { [level(root, target) > level(root, unit)] = true } or nil
  end

  function SAID.charge_home(line, event, root)
    local unit, target = root.units[event.with.unit], root.units[event.with.target]
    if not unit or not target or not target.base then return end
    local mm = unit.base and field.apart(unit, target) or 0
    if mm > 1.4 and not self.evaded then
      fault(line, ("%s comes home on %s and is %.1f mm away"):format(event.with.unit, event.with.target, mm))
    end
  end

  local CALLED <const> = {}

  CALLED["movement.roll"] = function(line, call, root)
    local who, args = call.throwers[""], call.args
    local group = root.units[who] and root.units[who].formation or who
    if root.leaders[who] then return end
    if args.charging and self.uphill and not self.uphill[args.target_uphill or false] then
      fault(line, ("%s throws for a charge %s, and its target is %s (R56)"):format(who,
        args.target_uphill and "uphill" or "on the level", self.uphill[true] and "higher" or "no higher"))
    end
    local rolls = self.memory.rolls
    rolls[group] = rolls[group] or {}
    local dice = {}
    for _, roll in ipairs(line.rolls) do
      if line.calls[roll.call] == call then table.move(roll.dice, 1, #roll.dice, #dice + 1, dice) end
    end
    table.insert(rolls[group], { args = args, dice = dice })
    for _, one in ipairs(field.standing(root)) do
      local unit = one.unit
      if unit.formation == group and type_of(unit) == args.type then return end
    end
    fault(line, ("%s throws for a %s, and has none"):format(who, args.type))
  end

  local function balance(_, call) self.memory.balance[call.throwers[""]] = call.result.distance_mm end
  CALLED["movement.limber"], CALLED["movement.dismount"], CALLED["movement.withdraw"] = balance, balance, balance

  CALLED["skirmish.evade"] = function() self.evaded = true end

  CALLED["movement.change_face"] = function(line, call, root)
    self.test = true
    local unit, args = root.units[call.throwers[""]], call.args
    if not unit or line.command["do"] == "charge" then return end
    if args.earlier_tests ~= (unit.face_tests or 0) and #(line.command.units or {}) <= 1 then
      fault(line, ("%s has tested %d times, not %d (R65)"):format(unit.id, unit.face_tests or 0, args.earlier_tests))
    end
  end

  --- The disorder of the side that was not on turn is over where its reason is (R80).
  function SAID.player_turn(line, event, root)
    local memory = self.memory
    for _, one in ipairs(field.standing(root)) do
      local placed = false
      for _, cause in ipairs(one.unit.disordered or {}) do placed = placed or FLEES_PLACE[cause] end
      if memory.begun and one.unit.side == event.with.side and one.unit.disordered and not placed then
        fault(line, one.id .. " is still disordered, and the reason is gone (Disordered Troops R80)")
      end
    end
    self.memory = { rolls = {}, gone = {}, balance = {}, rough = {}, begun = true, side = event.with.side }
  end

  function SAID.in_order(line, event, root)
    local id = event.with.unit
    local unit = root.units[id]
    if unit.side == self.memory.side then
      fault(line, id .. " recovers in its own player turn (Disordered Troops R80)")
    end
    for _, cause in ipairs(unit.disordered or {}) do
      if cause == "rough_terrain" and field.formed(unit) and field.in_rough(root, unit) and not grass then
        fault(line, id .. " recovers in rough ground (Disordered Troops)")
      end
    end
  end

  function self.line(_, _, root)
    self.was, self.rough, self.rabble, self.missed, self.test, self.evaded = starts(root), {}, {}, {}, nil, nil
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    local call = event.call and line.calls[event.call]
    if call and CALLED[call.procedure] then CALLED[call.procedure](line, call, root) end
    if SAID[event.say] then SAID[event.say](line, event, root) end
    if event.say == "moved" and root.units[event.with.unit] then -- the next part of its way begins here
      local unit = root.units[event.with.unit]
      self.was[event.with.unit] = unit.base and { base = unit.base } or nil
    end
  end

  local function must(line, root, set, why)
    for id in next, set do
      local unit = root.units[id]
      if field.present(unit) and not unit.disordered then fault(line, ("%s %s and is in order (Disordered Troops)"):format(id, why)) end
    end
  end

  function self.after(_, line, root)
    must(line, root, self.rough, "moves in rough ground")
    must(line, root, self.rabble, "is rabble that moved")
    must(line, root, self.missed, "charged and met nobody")
  end
  return self
end

return M
