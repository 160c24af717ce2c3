--- Leaders and grand batteries: who may be with which units, how far they ride, that grand batteries are large enough,
--- touch one another, keep their commander and are never dissolved; and the points at the end.
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

local FARTHEST <const> = 24 * field.INCH

local function here(base) return base and { x = base.x / 1000, y = base.y / 1000 } end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { hit = {} } }

  --- GB 1 to 3.
  local function formed(line, root)
    local cmd, guns = line.command, 0
    for _, id in ipairs(cmd.units) do
      local unit, touches = root.units[id], #cmd.units == 1
      guns = guns + unit.guns
      for _, other in ipairs(cmd.units) do
        if other ~= id and unit.base and field.apart(unit, root.units[other]) <= 1 then touches = true end
      end
      if unit.base and not touches then fault(line, id .. " touches no other of its grand battery (GB 1)") end
      if unit.arm ~= "artillery" then fault(line, id .. " is no battery (GB 1)") end
    end
    if guns < 32 then fault(line, ("a grand battery of %d guns (GB 2)"):format(guns)) end
  end

  function self.line(_, line, root)
    local cmd = line.command
    self.rides = nil
    if cmd["do"] == "form_grand_battery" then formed(line, root) end
    if cmd["do"] == "move_leader" or cmd["do"] == "attach_leader" then
      local leader = root.leaders[cmd.commander]
      self.rides = here(leader.base)
      if leader.grand_battery then fault(line, cmd.commander .. " leaves his grand battery (GB 3)") end
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event or event.say ~= "leader_hit" then return end
    local side = root.leaders[event.with.leader].side
    self.memory.hit[side] = (self.memory.hit[side] or 0) + 1
  end

  local function ridden(line, root)
    local to = here(root.leaders[line.command.commander].base)
    if not self.rides or not to then return end
    local mm = math.sqrt((to.x - self.rides.x) ^ 2 + (to.y - self.rides.y) ^ 2)
    if mm > FARTHEST + 26 then fault(line, ("%s rides %.0f mm (Man 2)"):format(line.command.commander, mm)) end
  end

  --- R81: what the other side has lost, and the ground that is named.
  local function points(root, side, named)
    local n = 0
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      local gone = unit.status == "gone"
      if unit.side ~= side and field.brigade(unit) then
        n = n + (gone and 4 or ({ fresh = 0, worn = 1, spent = 2 })[unit.condition])
      elseif unit.side ~= side and unit.arm == "artillery" and gone then
        n = n + 1
      end
    end
    for other, hit in pairs(self.memory.hit) do n = n + (other ~= side and hit or 0) end
    for _, area in pairs(root.areas) do
      if area.objective and named:find(area.name or area.id, 1, true) then n = n + area.objective end
    end
    return n
  end

  local function ended(line, root)
    local one, held, other, too = (root.result.why or ""):match "^points (%d+) ?(%b()) to (%d+) ?(.*)$"
    if not one then
      one, other, too = (root.result.why or ""):match "^points (%d+) to (%d+) ?(.*)$"
      held = ""
    end
    if not one then return end
    local a, b = table.unpack(root.order.sides)
    local mine, his = points(root, a, held), points(root, b, too)
    if mine ~= tonumber(one) or his ~= tonumber(other) then
      fault(line, ("%s, and %d to %d were made (R81)"):format(root.result.why, mine, his))
    end
    local winner = mine > his and a or his > mine and b or "draw"
    local said = root.result.winner or "draw"
    if said ~= winner then fault(line, ("%s is said to have won, not %s (R81)"):format(said, winner)) end
  end

  function self.change(_, _, change, root)
    local path = change.path
    local grand = path[1] == "units" and path[3] == "grand" and change.old and not change.new
    if grand and root.units[path[2]].status == "ready" and root.units[path[2]].base then
      self.left = self.left or {}
      self.left[#self.left + 1] = path[2]
    end
    if path[1] == "result" and #path == 1 then self.over = true end
  end

  function self.after(_, line, root)
    if self.rides then ridden(line, root) end
    for _, id in ipairs(self.left or {}) do
      if root.units[id].status == "ready" then fault(line, id .. " is of its grand battery no more (GB 5)") end
    end
    self.left = nil
    for _, id in ipairs(root.order.leaders) do
      local leader = root.leaders[id]
      local with = leader.status == "ready" and leader.with and root.units[leader.with]
      if with and (with.side ~= leader.side or leader.gunner and with.arm ~= "artillery") then
        fault(line, ("%s is with %s, who is %s (GB 3)"):format(id, leader.with, with.arm))
      end
    end
    if self.over and root.result then ended(line, root) end
    self.over = nil
  end
  return self
end

return M
