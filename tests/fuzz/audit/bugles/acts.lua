--- What a stand does in a player turn: it fires once, defends once, moves no more when it has moved its whole move, and
--- comes within 25 mm of an enemy only by charging.
local field <const> = require "fuzz.audit.bugles.field"

local M <const> = {}

local ZONE <const>, HAIR <const> = 25, 0.3

local FIRES <const> = { fire = "fired", return_fire = "fired", defend = "fired_defensively" }
--- What lets a stand go on that has used its move.
local THROWS <const> = {
  ["movement.limber"] = true, ["movement.dismount"] = true, ["movement.withdraw"] = true,
}
local MOVES <const> = {
  move = true, wheel = true, manhandle = true, withdraw_facing = true, form_square = true,
  leave_square = true, back_to_back = true, deploy_skirmish = true, reform = true, dismount = true, mount = true,
  limber = true, unlimber = true, charge = true,
}

--- May one close with the other without a charge? Skirmishers may, on skirmishers and on a disordered stand (R89).
local function may_close(one, other)
  return one.drill == "skirmish" and (other.drill == "skirmish" or other.disordered ~= nil)
end

--- How far a stand is, or was, from each enemy that keeps others off and that it knows of.
local function distances(root, unit)
  local list = {}
  for _, other in ipairs(field.standing(root)) do
    local enemy = other.unit
    if enemy.side ~= unit.side and enemy.arm ~= "sniper" and not enemy.hidden and not may_close(unit, enemy) then
      list[other.id] = field.apart(unit, enemy, 2 * ZONE)
    end
  end
  return list
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { thrown = {} } }

  --- A stand that has gone of its own: its place and how far.
  local function gone(line, event, root)
    local id = event.with.unit
    local unit = root.units[id]
    if not field.present(unit) then return end
    local before = self.was[id] and field.present(self.was[id]) and distances(root, self.was[id]) or {}
    for other, mm in pairs(distances(root, unit)) do
      local was = before[other]
      if mm < ZONE - HAIR and was and mm < was - HAIR then
        fault(line, ("%s comes within %.1f mm of %s and has not charged"):format(id, mm, other))
      end
    end
  end

  function self.line(_, line, root)
    local cmd, act = line.command, line.command["do"]
    local units = { cmd.unit, table.unpack(type(cmd.with) == "table" and cmd.with or {}) }
    for _, id in ipairs(units) do
      local unit = root.units[id]
      local key = FIRES[act]
      if unit and key and unit[key] then fault(line, ("%s is to %s and has %s"):format(id, act, key)) end
      local moves = MOVES[act] and line.step == "player_turn.movement"
      local goes_on = unit and (self.memory.thrown[id] or unit.on_the_way or unit.limbered or unit.arm == "wagon") -- R222
      if unit and moves and unit.moved == "full" and not goes_on then fault(line, ("%s is to %s and has moved"):format(id, act)) end
      if unit and (key or moves) and unit.status ~= "ready" then fault(line, ("%s is to %s and is gone"):format(id, act)) end
    end
    self.was = {}
    if line.step and line.step:find("^player_turn") then
      for _, one in ipairs(field.standing(root)) do
        self.was[one.id] = setmetatable({ base = one.unit.base, bases = one.unit.bases }, { __index = one.unit })
      end
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "player_turn" then self.memory.thrown = {} end
    local call = event.call and line.calls[event.call]
    if call and THROWS[call.procedure] then
      local who, thrown = call.throwers[""], self.memory.thrown
      thrown[who] = math.max(thrown[who] or 0, call.result.distance_mm)
    end
    if event.say == "moved" and event.with.unit and root.units[event.with.unit] then gone(line, event, root) end
  end
  return self
end

return M
