--- Fire: who may, once a phase, at whom, how far, in which arc; and that what is asked of it is what is measured.
local field <const> = require "fuzz.audit.nff.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local REACH <const> = { light = 12, medium = 18, heavy = 18 }

--- How far a unit fires at most, in inches.
local function reach_of(unit)
  if unit.arm == "artillery" then return REACH[unit.weight] end
  if unit.arm == "infantry" then return unit.skirmish ~= "none" and 4 or 2 end
  return unit.cavalry_class == "light" and 2 or 0
end

--- Does any front stand of a unit see some of the target in its arc?
local function in_arc(unit, target)
  if unit.drill == "square" then return true end
  local limit = unit.arm == "artillery" and 30 or 45
  for _, stand in ipairs(field.stands(unit)) do
    for _, side in ipairs { -1, 1 } do
      local corner = {
        x = stand.x + stand.rx * stand.w * side + stand.fx * stand.d,
        y = stand.y + stand.ry * stand.w * side + stand.fy * stand.d,
      }
      for _, other in ipairs(field.stands(target)) do
        if shapes.least_off(corner, stand.fx, stand.fy, shapes.corners(other)) <= limit + 0.5 then return true end
      end
    end
  end
  return false
end

---@param fault fun(line: table, text: string)
function M.watcher(fault, trace)
  local half = 0
  for _, name in ipairs(trace[1].variants) do half = name == "fire_points_round_nearest" and 12 or half end
  local self = {}
  function self.line(_, line, root)
    local cmd = line.command
    if cmd["do"] ~= "fire" then return end
    local offensive = tostring(line.step):find "offensive" ~= nil
    local target = root.units[cmd.target]
    for _, id in ipairs(cmd.units) do
      local unit = root.units[id]
      local function wrong(text, ...) fault(line, ("%s fires " .. text):format(id, ...)) end
      if unit.fired then wrong "and has fired" end
      if unit.limbered then wrong "and is limbered" end
      if unit.silenced then wrong "and is silenced" end
      if target.side == unit.side then wrong("at its friend %s", cmd.target) end
      if offensive and unit.used_rm then wrong "and moved in reserve (RM 3d)" end
      if not offensive and unit.used_rm and not (target.charging and target.charging.target == id) then
        wrong("at %s, who does not charge it, and moved in reserve (R27)", cmd.target)
      end
      if not cmd.passing and field.present(unit) and field.present(target) then
        local mm = field.apart(unit, target)
        if mm > reach_of(unit) * field.INCH + field.HAIR then wrong("at %s, %.0f mm away", cmd.target, mm) end
        if not in_arc(unit, target) then wrong("at %s, which is out of its arc (MC 5)", cmd.target) end
      end
    end
  end

  --- The die is read from the points, and the points are those of the units that fire.
  function self.after(_, line)
    if line.command["do"] ~= "fire" then return end
    local sum, thrown = 0, nil
    for _, call in ipairs(line.calls) do
      if call.procedure:find "_points$" then sum = sum + call.result.points_x24 end
      if call.procedure == "fire.resolve" then thrown = call end
    end
    if thrown and sum > 0 and thrown.args.fire_points ~= (sum + half) // 24 then
      fault(line, ("%d fire points are thrown for, and %d/24 were counted"):format(thrown.args.fire_points, sum))
    end
  end
  return self
end

return M
