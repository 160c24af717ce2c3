--- Command: which group moves and when, the End of Turn Dice, the radius of leaders, the halt rule, what follows when a
--- leader falls.
local field <const> = require "fuzz.audit.bugles.field"

local M <const> = {}

local RADIUS <const>, HAIR <const> = 200, 1

local MOVES <const> = {
  move = true, wheel = true, change_face = true, incline = true, manhandle = true, withdraw_facing = true,
  form_square = true, leave_square = true, back_to_back = true, deploy_skirmish = true, reform = true, dismount = true,
  mount = true, limber = true, unlimber = true, charge = true,
}
--- Moves that may not bring a halted stand nearer an enemy (R9).
local NEARER <const> = { move = true, manhandle = true, wheel = true, incline = true }

local function fit(root, id)
  local leader = id and root.leaders[id]
  return leader and leader.status == "ready" and leader or nil
end

--- Who commands a group now.
local function commander(root, group)
  return fit(root, group.commanded_by) or fit(root, group.commander)
end

local function stands(root, group, counting)
  local list = {}
  for _, one in ipairs(field.standing(root)) do
    if one.unit.formation == group and (not counting or field.counts(one.unit)) then list[#list + 1] = one end
  end
  return list
end

--- Has a side a stand on the table that is no sniper?
local function formed(root, side)
  for _, one in ipairs(field.standing(root)) do
    if one.unit.side == side and one.unit.arm ~= "sniper" then return true end
  end
  return false
end

--- Is a stand under the halt rule (R9, R190)?
local function halted(root, unit)
  local group = root.formations[unit.formation]
  return unit.halted or group.halted or group.morale_failed or group.leaderless and not fit(root, group.commanded_by)
end

--- How far outside the radius a stand is, or nil (Role of Leaders, R33, R35).
local function out_of_radius(root, id)
  local unit = root.units[id]
  if unit.arm == "sniper" then return nil end
  local leader = commander(root, root.formations[unit.formation])
  if not leader then return "nobody leads it" end
  if leader.with == id or not leader.base then return nil end
  local mm = field.apart(unit, leader)
  if mm <= RADIUS + HAIR then return nil end
  if unit.drill == "skirmish" then
    for _, one in ipairs(stands(root, unit.formation)) do
      if one.id ~= id and field.formed(one.unit) and field.apart(unit, one.unit) <= RADIUS + HAIR then return nil end
    end
  end
  return ("its leader is %.1f mm away"):format(mm)
end

--- The stands that a command orders about.
local function ordered(cmd)
  if cmd.unit then return { cmd.unit } end
  return type(cmd.units) == "table" and cmd.units or {}
end

local function new_turn(side) return { side = side, nominated = {}, count = 0 } end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self = { memory = { turn = new_turn(), failures = {}, joined = {} } }
  local kinds = {}
  for _, id in ipairs(trace[1].state.order.units) do
    local unit = trace[1].state.units[id]
    if field.counts(unit) then
      local group = kinds[unit.formation] or { regular = 0, all = 0 }
      group.all = group.all + 1
      group.regular = group.regular + (unit.kind == "regular" and 1 or 0)
      kinds[unit.formation] = group
    end
  end

  local SAID <const> = {}

  function SAID.player_turn(line, event, root)
    local memory = self.memory
    for id in next, memory.joined do
      if fit(root, id) then fault(line, id .. " joined a melee and has not thrown for his life (Danger to Leaders)") end
    end
    memory.turn, memory.joined, self.began = new_turn(event.with.side), {}, event.with.side
    self.due = {}
    for id, group in next, root.formations do
      local leaderless = group.leaderless and not fit(root, group.commanded_by)
      if group.side == event.with.side and leaderless and #stands(root, id) > 0 then self.due[id] = true end
    end
  end

  function SAID.nominated(line, event, root)
    local turn, group = self.memory.turn, event.with.formation
    if root.formations[group].side ~= turn.side then fault(line, group .. " is nominated in the enemy's turn") end
    if turn.nominated[group] then fault(line, group .. " is nominated twice (Command Quality)") end
    if turn.over then fault(line, group .. " is nominated after the End of Turn Dice ended movement") end
    if turn.count > 0 and not turn.passed then fault(line, group .. " is nominated without the End of Turn Dice") end
    turn.nominated[group], turn.count, turn.passed, turn.now = true, turn.count + 1, nil, group
  end

  function SAID.joins_melee(_, event) self.memory.joined[event.with.leader] = true end

  function SAID.leaderless(_, event) self.memory.failures[event.with.formation] = 0 end

  --- A stand that has moved is of the group that moves.
  function SAID.moved(line, event, root)
    local unit, turn = root.units[event.with.unit], self.memory.turn
    if not unit or not tostring(event.at):find "^player_turn%.movement" then return end
    local alone = turn.count == 0 and not formed(root, turn.side) -- R271
    local sniper = unit.arm == "sniper" and (turn.count == 1 or alone)
    if unit.side ~= turn.side or not sniper and unit.formation ~= turn.now then
      fault(line, ("%s moves, and %s has the move (Command Quality)"):format(event.with.unit, tostring(turn.now)))
    end
  end

  local CALLED <const> = {}

  CALLED["command.end_of_turn"] = function(line, call, root)
    local turn, args = self.memory.turn, call.args
    local side = root.sides[turn.side]
    local leads = false
    for _, group in next, root.formations do
      local superior = group.side == turn.side and fit(root, group.commanded_by)
      leads = leads or superior and superior.rank == "cinc" or false
    end
    local wanted = {
      quality = side.quality, cinc_fallen = side.cinc_fallen or false, impetuous_army = side.impetuous_army or false,
      cinc_commanding_group = leads and not side.cinc_fallen,
    }
    for key, value in next, wanted do
      if (args[key] or false) ~= value then
        fault(line, ("the End of Turn Dice has %s %s, and it is %s"):format(key, tostring(args[key]), tostring(value)))
      end
    end
    turn.over, turn.passed = call.result.movement_ends, not call.result.movement_ends
  end

  CALLED["leader.replacement"] = function(line, call, root)
    local group, memory = call.throwers[""], self.memory
    if self.due then self.due[group] = nil end
    if not root.formations[group].leaderless then fault(line, group .. " throws for a leader and has one") end
    local given, known = call.args.failures or 0, memory.failures[group] or 0
    if given ~= known then fault(line, ("%s has failed %d times, not %d (R42)"):format(group, known, given)) end
    local regular = kinds[group] and 2 * kinds[group].regular > kinds[group].all
    if (call.args.kind == "regular") ~= regular then fault(line, group .. " throws as " .. call.args.kind .. " (R43)") end
    memory.failures[group] = call.result.failures
  end

  CALLED["leader.melee_danger"] = function(line, call)
    local id = call.throwers[""]
    if not self.memory.joined[id] then fault(line, id .. " throws for his life and has joined no melee") end
    self.memory.joined[id] = nil
  end

  CALLED["morale.cinc_loss"] = function(line, call, root)
    local leader = root.leaders[call.throwers[""]]
    if leader.rank ~= "cinc" or (call.args.cinc == "native") ~= (leader.kind ~= "regular")
      or (call.args.charismatic or false) ~= (leader.charismatic or false) then
      fault(line, "the army tests for another chief than " .. leader.id)
    end
    self.chief = { side = leader.side, result = call.result }
  end

  function self.line(_, line, root)
    self.before, self.chief, self.due = {}, nil, nil
    local cmd = line.command
    local act = cmd["do"]
    if line.step ~= "player_turn.movement" or not MOVES[act] then return end
    for _, id in ipairs(ordered(cmd)) do
      local unit = root.units[id]
      if unit and field.present(unit) then
        local far = out_of_radius(root, id)
        if far then fault(line, ("%s is to %s, and %s (Role of Leaders R33)"):format(id, act, far)) end
        if act == "charge" and halted(root, unit) then fault(line, id .. " charges and is halted (R9)") end
        for _, one in ipairs(NEARER[act] and halted(root, unit) and field.standing(root) or {}) do
          if one.unit.side ~= unit.side and one.unit.arm ~= "sniper" and field.seen(root, unit, one.unit) then
            self.before[#self.before + 1] = { id = id, enemy = one.id, mm = field.apart(unit, one.unit) }
          end
        end
      end
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if SAID[event.say] then SAID[event.say](line, event, root) end
    local call = event.call and line.calls[event.call]
    if call and CALLED[call.procedure] then CALLED[call.procedure](line, call, root) end
  end

  --- Native armies lose class d with their chief, and all flee whom he took along (R44).
  local function chief(line, root)
    local side, result = self.chief.side, self.chief.result
    for _, one in ipairs(field.standing(root)) do
      local unit = one.unit
      local native = root.formations[unit.formation].kind ~= "regular"
      local flees = result.flee and not unit.fanatic and (result.affected == "all" or native)
      if unit.side == side and (unit.class == "d" and result.d_class_flee or flees) then
        fault(line, one.id .. " should have fled with its chief (Loss of Non-Regular CinC)")
      end
    end
    if not root.sides[side].cinc_fallen then fault(line, "the fall of the chief of " .. side .. " is forgotten") end
  end

  function self.after(_, line, root)
    for _, was in ipairs(self.before) do
      local unit, enemy = root.units[was.id], root.units[was.enemy]
      local mm = field.present(unit) and field.present(enemy) and field.apart(unit, enemy)
      if mm and mm < was.mm - HAIR then
        fault(line, ("%s is halted and goes nearer %s: %.1f mm, from %.1f (R9)"):format(was.id, was.enemy, mm, was.mm))
      end
    end
    if self.chief then chief(line, root) end
    for id in next, self.due or {} do fault(line, id .. " has no leader and does not throw for one (Loss of a Leader)") end
    for id, group in next, root.formations do
      local led = commander(root, group) or group.leaderless or group.level ~= "group"
      if not led and group.commander and #stands(root, id, true) > 0 then
        fault(line, id .. " has lost its leader and does not halt (Loss of a Leader)")
      end
    end
  end
  return self
end

return M
