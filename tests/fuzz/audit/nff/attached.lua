--- Batteries that go with brigades (R136 to R138): they join within an inch, move as one with their brigade and never by
--- themselves, and are with none that charges, is gone, or is a grand battery's.
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

local BY_ITSELF <const> = { move = true, wheel = true, announce_rm = true, attach_battery = true }
local AS_ONE <const> = { move = true, wheel = true }

--- Where a battery stands as its brigade sees it, in micrometres and thousandths of a degree.
local function seen(brigade, battery)
  local from, at = brigade.base, battery.base
  local angle = math.rad(from.facing / 1000)
  local x, y = at.x - from.x, at.y - from.y
  return {
    x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle),
    (at.facing - from.facing) % 360000,
  }
end

local function attached(root)
  local list = {}
  for _, one in ipairs(field.standing(root)) do
    if one.unit.arm == "artillery" and one.unit.attached_to then list[#list + 1] = one end
  end
  return list
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = {}

  function self.line(_, line, root)
    local cmd = line.command
    self.places = {}
    for _, id in ipairs(cmd.units or { cmd.unit }) do
      local unit = root.units[id]
      if BY_ITSELF[cmd["do"]] and unit and unit.arm == "artillery" and unit.attached_to then
        fault(line, ("%s does %s by itself, and is with %s (R136)"):format(id, cmd["do"], unit.attached_to))
      end
    end
    if cmd["do"] == "attach_battery" and field.present(root.units[cmd.unit]) then
      local far = field.apart(root.units[cmd.unit], root.units[cmd.brigade])
      if far > field.INCH + field.HAIR then
        fault(line, ("%s joins %s from %.1f mm (R136)"):format(cmd.unit, cmd.brigade, far))
      end
    end
    for _, one in ipairs(AS_ONE[cmd["do"]] and attached(root) or {}) do
      if one.unit.attached_to == cmd.unit then self.places[one.id] = seen(root.units[cmd.unit], one.unit) end
    end
  end

  function self.after(_, line, root)
    for _, one in ipairs(attached(root)) do
      local id, brigade = one.id, root.units[one.unit.attached_to]
      if not field.present(brigade) or not field.brigade(brigade) or brigade.side ~= one.unit.side then
        fault(line, ("%s is with %s, which is no brigade of its side there (R138)"):format(id, one.unit.attached_to))
      elseif brigade.charging or brigade.countercharging then
        fault(line, ("%s is with %s, which charges (R138)"):format(id, one.unit.attached_to))
      end
      if one.unit.grand then fault(line, ("%s is with a brigade and of a grand battery (GB 5)"):format(id)) end
      local was = self.places[id]
      local now = was and seen(brigade, one.unit)
      for i = 1, now and 3 or 0 do
        if math.abs(now[i] - was[i]) > 20 then
          fault(line, ("%s does not move with %s (R136)"):format(id, one.unit.attached_to))
          break
        end
      end
    end
  end
  return self
end

return M
