--- Losses: hits and figures, from whom; desertion; the morale of stands; who halts; leaders in danger; the sums of group
--- and army morale.
local field <const> = require "fuzz.audit.bugles.field"

local M <const> = {}

local WITH <const> = 50

local function number(event) return tonumber(tostring(event.with.say):match "^%d+") or 0 end

--- The figures at which a stand halts (R182).
local function threshold(unit)
  return unit.kind == "regular" and 1 or math.min(3, unit.original_figures // 2)
end

local function fit(root, id)
  local leader = id and root.leaders[id]
  return leader and leader.status == "ready" and leader or nil
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self = { memory = { start = {}, lost = {}, tested = {}, owed = 0 } }
  local original, began, later = {}, {}, false
  for _, name in ipairs(trace[1].variants or {}) do later = later or name == "leaderless_count_later" end
  for _, id in ipairs(trace[1].state.order.units) do
    local unit = trace[1].state.units[id]
    began[id] = unit.figures < unit.original_figures and unit.figures or nil -- it has lost none yet
    if field.counts(unit) then original[unit.formation] = (original[unit.formation] or 0) + 1 end
  end

  --- The stands of a group that are gone, and those halted of the rest.
  local function tally(root, group)
    local left, halted = 0, 0
    for _, one in ipairs(field.standing(root)) do
      if one.unit.formation == group and field.counts(one.unit) then
        left, halted = left + 1, halted + (one.unit.halted and 1 or 0)
      end
    end
    return original[group] - left, halted, left
  end

  --- The groups of a side: all, gone, halted (R190).
  local function army(root, side)
    local all, gone, halted = 0, 0, 0
    for id, group in next, root.formations do
      if group.side == side and group.level == "group" and original[id] then
        local _, _, left = tally(root, id)
        local waits = later and (group.failures or 0) == 0 -- for another leader (R205)
        local stopped = group.morale_failed or group.leaderless and not fit(root, group.commanded_by) and not waits
        all, gone = all + 1, gone + (left == 0 and 1 or 0)
        halted = halted + (left > 0 and stopped and 1 or 0)
      end
    end
    return all, gone, halted
  end

  local SAID <const> = {}

  --- The morale phase is over: groups and armies that must have failed have.
  local function settled(line, root)
    for id, group in next, root.formations do
      if original[id] and group.level == "group" then
        local gone, halted, left = tally(root, id)
        if left > 0 and 2 * (gone + halted) > original[id] and not (group.morale_failed or root.sides[group.side].failed) then
          fault(line, ("%s stands: %d gone and %d halted of %d (Command Group Morale)"):format(id, gone, halted, original[id]))
        end
        if left > 0 and halted == left then fault(line, id .. " is halted whole and has not fled (Command Group Morale)") end
      end
    end
    for _, side in ipairs(root.order.sides) do
      local all, gone, halted = army(root, side)
      if 2 * (gone + halted) > all and not root.sides[side].failed then
        fault(line, ("the army of %s stands: %d gone and %d halted of %d (Army Morale)"):format(side, gone, halted, all))
      end
    end
  end

  function SAID.player_turn(line, _, root)
    local memory = self.memory
    if memory.begun then settled(line, root) end
    memory.begun, memory.owed, memory.start, memory.lost, memory.tested = true, 0, {}, {}, {}
    for _, one in ipairs(field.standing(root)) do memory.start[one.id] = one.unit.figures end
  end

  local function lose(event)
    local lost, id = self.memory.lost, event.with.unit
    lost[id] = (lost[id] or 0) + number(event)
  end

  --- Leaders who are with a group (R39): nil for those whom rounding leaves open.
  local function endangered(root, group)
    local list = {}
    for id, leader in next, root.leaders do
      local near = math.huge
      local theirs = leader.base and leader.status == "ready" and leader.side == root.formations[group].side
      for _, one in ipairs(theirs and field.standing(root) or {}) do
        if one.unit.formation == group then near = math.min(near, field.apart(one.unit, leader, WITH)) end
      end
      if near < WITH - 1 then list[id] = true end
    end
    return list
  end

  function SAID.figures_lost(line, event, root)
    local memory, unit = self.memory, root.units[event.with.unit]
    lose(event)
    self.fell[event.with.unit] = (self.fell[event.with.unit] or 0) + number(event)
    memory.owed = memory.owed - number(event)
    if memory.owed < 0 then fault(line, ("%s loses %d figures that nobody hit"):format(event.with.unit, number(event))) end
    local fell = self.danger[unit.formation] or { casualties = 0, leaders = endangered(root, unit.formation) }
    fell.casualties = fell.casualties + number(event)
    self.danger[unit.formation] = fell
  end

  function SAID.deserters(_, event) lose(event) end

  --- A stand is destroyed: whoever touches it may lose deserters.
  local function destroyed(line, event, root)
    local unit = root.units[event.with.unit]
    if not unit or not field.counts(unit) or not unit.base then return end
    self.destroyed[#self.destroyed + 1] = unit.class
    for _, one in ipairs(field.standing(root)) do
      local friend = one.id ~= event.with.unit and one.unit.side == unit.side and field.counts(one.unit)
      if friend and one.unit.figures > 0 and field.apart(one.unit, unit, 1) < 0.0015 then
        self.neighbours[#self.neighbours + 1] = { id = one.id, class = unit.class, of = event.with.unit, line = line.id }
      end
    end
  end
  SAID.stand_destroyed, SAID.gun_destroyed = destroyed, destroyed

  function SAID.fires(_, event, root)
    local target = root.units[event.with.target]
    local hits = number(event)
    if target then self.memory.owed = self.memory.owed + hits end
    local unit = root.units[event.with.unit]
    local crewed = unit and (unit.arm == "gun" or unit.arm == "machine_gun")
    if target and crewed and event.at ~= "losses.allocation" then
      self.at[event.with.target] = self.at[event.with.target] or { figures = target.figures, hits = 0 }
      self.at[event.with.target].hits = self.at[event.with.target].hits + hits
    end
    if target then self.groups[target.formation], self.side[target.side] = true, true end
  end

  local function sniped(_, event)
    if event.with.say == "a hit" then self.memory.owed = self.memory.owed + 1 end
    self.sniped = true
  end
  SAID.sniper_fires, SAID.sniper_unseen = sniped, sniped

  local CALLED <const> = {}

  CALLED["morale.stand"] = function(line, call)
    local id, memory = call.throwers[""], self.memory
    local lost = memory.lost[id] or 0
    local start = math.max(memory.start[id] or 0, lost)
    if call.args.figures_lost ~= lost then
      fault(line, ("%s tests for %d figures lost to fire and desertion, and it is %d (R183)"):format(
        id, call.args.figures_lost, lost))
    end
    if call.args.figures_at_turn_start ~= start then
      fault(line, ("%s tests of %d figures, and it had %d (R183)"):format(id, call.args.figures_at_turn_start, start))
    end
    if call.result.test_required then
      if memory.tested[id] == true then fault(line, id .. " tests twice in a player turn (R183)") end
      memory.tested[id] = true
    end
    if call.result.flees then self.flees[id] = true end
  end

  CALLED["morale.desertion"] = function(line, call)
    local id = call.throwers[""]
    for _, class in ipairs(call.args.destroyed_neighbours) do
      local known = false
      for _, one in ipairs(self.destroyed) do known = known or one == class end
      if not known then fault(line, ("%s loses deserters for a stand of class %s that stands"):format(id, class)) end
    end
    self.deserted[id] = true
  end

  CALLED["leader.fire_danger"] = function(line, call)
    local id = call.throwers[""]
    local right = false
    for _, fell in next, self.danger do
      if call.args.casualties == fell.casualties then right = true end
      fell.leaders[id] = nil
    end
    if not right then fault(line, ("%s is in danger for %d figures (R38)"):format(id, call.args.casualties)) end
  end

  CALLED["morale.group"] = function(line, call, root)
    local group = call.throwers[""]
    local gone, halted = tally(root, group)
    local args = call.args
    if args.original_stands ~= original[group] or (args.destroyed or 0) ~= gone or (args.halted or 0) ~= halted then
      fault(line, ("%s tests as %d gone and %d halted of %d, and it is %d and %d of %d (Command Group Morale)"):format(
        group, args.destroyed or 0, args.halted or 0, args.original_stands, gone, halted, original[group] or 0))
    end
  end

  CALLED["morale.army"] = function(line, call, root)
    local all, gone, halted = army(root, call.throwers[""])
    local args = call.args
    if args.groups ~= all or (args.destroyed or 0) ~= gone or (args.halted or 0) ~= halted then
      fault(line, ("the army of %s tests as %d gone and %d halted of %d, and it is %d and %d of %d (Army Morale)"):format(
        call.throwers[""], args.destroyed or 0, args.halted or 0, args.groups, gone, halted, all))
    end
  end

  function self.line()
    self.danger, self.destroyed, self.neighbours, self.deserted, self.flees = {}, {}, {}, {}, {}
    self.at, self.groups, self.side, self.fell, self.sniped = {}, {}, {}, {}, nil
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    local call = event.call and line.calls[event.call]
    if call and CALLED[call.procedure] then CALLED[call.procedure](line, call, root) end
    if SAID[event.say] then SAID[event.say](line, event, root) end
  end

  --- Players may put the losses of a player turn right.
  function self.change(_, line, change)
    local path = change.path
    if path[1] == "units" and path[3] == "fire_loss" and line.command["do"] == "amend" then
      self.memory.lost[path[2]], self.memory.tested[path[2]] = change.new or 0, "amended"
    end
  end

  --- What every hit of a gun did, and whose the losses are.
  local function whose(line, root)
    for id, one in next, self.at do
      local least = math.min(one.hits, one.figures)
      if (self.fell[id] or 0) < least and line.command["do"] ~= "answer" then
        fault(line, ("%s loses %d figures to %d hits of a gun"):format(id, self.fell[id] or 0, one.hits))
      end
    end
    if self.sniped or next(self.groups) == nil then return end
    for id in next, self.fell do
      local unit = root.units[id]
      local behind = false
      for _, call in ipairs(line.calls) do
        behind = behind or call.procedure == "mg.fire" or call.procedure:find "^artillery"
      end
      if not behind and not self.groups[unit.formation] and unit.arm ~= "sniper" then
        fault(line, id .. " loses figures to fire at another group (How to Fire)")
      end
    end
  end

  function self.after(_, line, root)
    local memory = self.memory
    whose(line, root)
    for _, one in ipairs(self.neighbours) do
      if not self.deserted[one.id] and field.present(root.units[one.id]) then
        fault(line, ("%s touched %s, which is destroyed, and loses no deserter (Desertion)"):format(one.id, one.of))
      end
    end
    for _, fell in next, self.danger do
      for id in next, fell.leaders do
        if fit(root, id) then fault(line, id .. " is with a group that lost figures and is in no danger (R38)") end
      end
    end
    for id in next, self.flees do
      if root.units[id].status == "ready" then fault(line, id .. " fails its morale and stays (Stand Morale)") end
    end
    for _, one in ipairs(field.standing(root)) do
      local unit, lost = one.unit, memory.lost[one.id] or 0
      if field.counts(unit) and line.command["do"] then
        local start = memory.start[one.id] or unit.figures
        if lost > 0 and 2 * lost >= start and not memory.tested[one.id] and lost < start then
          fault(line, ("%s has lost %d of %d to fire and desertion and does not test (R183)"):format(one.id, lost, start))
        end
        local halts = unit.figures <= threshold(unit) and unit.figures < unit.original_figures
        if halts ~= (unit.halted or false) and unit.figures ~= began[one.id] then
          fault(line, ("%s has %d of %d figures and %s halted (R182)"):format(one.id, unit.figures, unit.original_figures,
            halts and "is not" or "is"))
        end
        if unit.figures == 0 then fault(line, one.id .. " has no figures and stays") end
      end
    end
  end
  return self
end

return M
