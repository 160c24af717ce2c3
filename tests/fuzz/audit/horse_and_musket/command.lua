--- Rally and command: who rallies whom, who commands whom, what each throw is made with, and who has leave to move.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local order <const> = require "fuzz.audit.horse_and_musket.order"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

local RADIUS <const> = 180

--- The range of a unit's fire, or nil when it cannot fire at all (R7, R15).
local function reach_of(unit, has)
  if unit.arm == "artillery" then return unit.drill ~= "limbered" and 540 or nil end
  local name = has.dragoons_fire and "small_arms_to_hit_dragoons" or "small_arms_to_hit"
  if not tables.row(name, { troop = unit.troop }) then return nil end
  local weapon = unit.weapon or tables.troop(unit.troop).default_weapon
  if weapon == "" then weapon = "carbine" end
  return tables.row("weapons", { weapon = weapon }).long_mm
end

local function in_play(leader) return leader.status ~= "gone" and leader.base ~= nil end

--- How far a unit is from a general: 0 when he is with it.
local function to_unit(root, leader, id)
  if leader.with == id then return 0 end
  return field.apart(leader.base, root.units[id].base)
end

local function differs(fault, line, id, name, said, is)
  if said ~= is then fault(line, ("%s is said to have %s %s and has %s"):format(id, name, tostring(said), tostring(is))) end
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local has = {}
  for _, name in ipairs(trace[1].variants) do has[name] = true end
  local self = { memory = { rallied = {}, threw = {}, allowed = {} } }

  local function rally(line, root, call, event)
    local with, args = event.with or {}, call.args
    local general, unit = with.general, root.units[with.unit]
    local leader = root.leaders[general]
    if not unit or not leader then return end
    local memory = self.memory
    if memory.rallied[general] then fault(line, ("%s rallies twice in a turn"):format(general)) end
    if memory.rallied[with.unit] then fault(line, ("%s is rallied twice in a turn"):format(with.unit)) end
    memory.rallied[general], memory.rallied[with.unit] = true, true
    if unit.side ~= root.active or leader.side ~= unit.side then fault(line, with.unit .. " is rallied by another side") end
    differs(fault, line, with.unit, "hits", args.hits, unit.hits)
    differs(fault, line, with.unit, "staggered", args.staggered or false, unit.staggered or false)
    if args.general_move_mm ~= nil then differs(fault, line, general, "moved", args.general_move_mm, leader.moved or 0) end
    if unit.hits < 2 then fault(line, ("%s is rallied with %d hits"):format(with.unit, unit.hits)) end
    if not unit.base then return end
    if leader.with ~= with.unit and field.apart(leader.base, unit.base) > field.TOUCH then
      fault(line, ("%s rallies %s without touching it"):format(general, with.unit))
    end
    for _, one in ipairs(field.standing(root)) do
      local reach = one.unit.side ~= unit.side and reach_of(one.unit, has)
      if reach and field.apart(one.unit.base, unit.base) <= reach - 0.01 then
        fault(line, ("%s is rallied in range of %s"):format(with.unit, one.id))
      end
    end
  end

  --- Who may command a unit (R22): its own within 180 mm, else the nearest other of the army.
  local function assigned(line, root, id, to)
    local unit = root.units[id]
    if not to or not unit.base then return end
    local own = root.formations[unit.formation].commander
    local function away(name) return to_unit(root, root.leaders[name], id) end
    local leader = root.leaders[to]
    if not in_play(leader) then return fault(line, ("%s is commanded by %s, who is gone"):format(id, to)) end
    if leader.side ~= unit.side then return fault(line, ("%s is commanded by %s, an enemy"):format(id, to)) end
    local far = away(to)
    if far > RADIUS + 0.01 then fault(line, ("%s is commanded by %s, %.1f mm away"):format(id, to, far)) end
    if to == own then return end
    if own and in_play(root.leaders[own]) and away(own) <= RADIUS - 0.01 then
      fault(line, ("%s is commanded by %s, and its own %s is near"):format(id, to, own))
    end
    for _, name in ipairs(root.order.leaders) do
      local rival = root.leaders[name]
      if name ~= to and name ~= own and rival.side == unit.side and in_play(rival) and away(name) < far - 1.01 then
        fault(line, ("%s is commanded by %s, and %s is nearer"):format(id, to, name))
      end
    end
  end

  local function command_of(line, root, call)
    local id, args, memory = call.throwers[""], call.args, self.memory
    if memory.threw[id] then fault(line, ("%s throws for command twice"):format(id)) end
    memory.threw[id] = true
    memory.allowed[id] = call.result.units_may_move
    local unit, leader = root.units[id], root.leaders[id]
    if unit then
      if not args.independent then fault(line, id .. " throws as a commander") end
      if unit.commander then fault(line, id .. " throws alone and is in command") end
      if unit.side ~= root.active then fault(line, id .. " throws in the enemy's turn") end
      if not field.present(unit) then fault(line, id .. " throws and is gone") end
      if unit.base and unit.formation then
        local own = root.leaders[root.formations[unit.formation].commander]
        if own and in_play(own) and to_unit(root, own, id) <= RADIUS - 0.01 then
          fault(line, ("%s throws alone, %.1f mm from its commander"):format(id, to_unit(root, own, id)))
        end
      end
      return
    end
    if not leader then return fault(line, tostring(id) .. " throws for command and is nobody") end
    if args.independent then fault(line, id .. " throws as a unit alone") end
    if leader.side ~= root.active then fault(line, id .. " throws in the enemy's turn") end
    if not in_play(leader) then fault(line, id .. " throws and is gone") end
    differs(fault, line, id, "quality", args.quality, leader.quality)
    local count = 0
    for _, name in ipairs(root.order.units) do
      if root.units[name].commander == id and root.units[name].status ~= "gone" then count = count + 1 end
    end
    differs(fault, line, id, "units", args.units, count)
    differs(fault, line, id, "rallied", args.rallied or false, memory.rallied[id] or false)
    M.officer(fault, line, root, id, args, memory)
  end

  --- Everybody who must throw has thrown, and nobody has leave beyond it.
  local function leave(line, root)
    local memory, moving = self.memory, {}
    if memory.checked or not memory.commanded then return end
    memory.checked = true
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      if unit.side == root.active and field.present(unit) then
        local by = unit.commander or id
        if not memory.threw[by] then fault(line, ("%s does not throw for command"):format(by)) end
        if unit.may_move then moving[by] = (moving[by] or 0) + 1 end
        if memory.allowed[by] == 0 and unit.may_move then fault(line, id .. " may move, and its throw allows none") end
      elseif unit.may_move and unit.side == root.active then
        fault(line, id .. " may move and is gone")
      end
    end
    for by, count in next, moving do
      if count > (memory.allowed[by] or 0) then
        fault(line, ("%d units of %s may move, and its throw allows %d"):format(count, by, memory.allowed[by] or 0))
      end
    end
  end

  function self.line(_, line, root)
    local act = line.command["do"]
    if act == "amend" or act == "fix" then self.memory.amended = true end
    if line.step == "side_turn.charges" or line.step == "side_turn.movement" then
      if not order.BY_HAND[act] and not self.memory.amended then leave(line, root) end
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "side_turn" then
      self.memory = { rallied = {}, threw = {}, allowed = {} }
      return
    end
    local call = event.call and line.calls[event.call]
    if not call then return end
    local told = line.events[nth + 1]
    if call.procedure == "rally.roll" and told then
      rally(line, root, call, told)
    elseif call.procedure == "command.roll" then
      self.memory.commanded = true
      command_of(line, root, call)
    end
  end

  function self.change(_, line, change, root)
    local path = change.path
    if order.BY_HAND[line.command["do"]] and line.command["do"] ~= "start" then return end
    if path[1] == "units" and path[3] == "commander" and change.new ~= nil then assigned(line, root, path[2], change.new) end
  end

  function self.after(_, line, root)
    for _, id in ipairs(root.order.leaders) do
      local mine = root.leaders[id].side == root.active and not self.memory.amended
      if mine and (root.leaders[id].rallied or false) ~= (self.memory.rallied[id] or false) then
        fault(line, id .. " counts as having rallied, or not, against what he did")
      end
    end
  end
  return self
end

--- The commanding officer of a throw: how far he is, and whether he rallied (R19).
function M.officer(fault, line, root, id, args, memory)
  for _, name in ipairs(root.order.leaders) do
    local officer = root.leaders[name]
    if officer.side == root.leaders[id].side and officer.rank == "commanding_officer" and name ~= id then
      if not in_play(officer) then
        if args.officer_distance_mm then fault(line, ("%s has %s near, who is gone"):format(id, name)) end
      elseif not args.officer_distance_mm then
        if field.apart(officer.base, root.leaders[id].base) < 119 then
          fault(line, ("%s throws without %s, who is near"):format(id, name))
        end
      else
        local away = field.apart(officer.base, root.leaders[id].base)
        if math.abs(away - args.officer_distance_mm) > 1.5 then
          fault(line, ("%s throws with %s at %d mm, and he is at %.1f"):format(id, name, args.officer_distance_mm, away))
        end
        differs(fault, line, name, "rallied", args.officer_rallied or false, memory.rallied[name] or false)
      end
    end
  end
end

return M
