--- Fire: who is fired at lies in part within 22.5 degrees of the front of who fires (R124, R246), or 45 by the variant.
local field <const> = require "fuzz.audit.bugles.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local FIRES <const> = { fire = true, return_fire = true }
local SLACK <const> = 0.05

--- Does any part of a stand lie in an arc of the front edge, as seen from its middle? `ahead`: -1 for the rear edge.
local function in_arc(base, target, half_arc, ahead)
  local from = { x = base.x + base.fx * base.d * ahead, y = base.y + base.fy * base.d * ahead }
  local wide = math.tan(math.rad(half_arc + SLACK))
  local fx, fy, rx, ry = base.fx * ahead, base.fy * ahead, base.rx, base.ry
  for _, one in ipairs(field.bases(target)) do
    local part = shapes.corners(one)
    for _, aside in ipairs { 1, -1 } do -- on this side of each edge of the arc: aside <= wide * ahead
      local ax, ay = wide * fx - aside * rx, wide * fy - aside * ry
      part = shapes.clipped(part, ax, ay, ax * from.x + ay * from.y)
    end
    if #part > 0 then return true end
  end
  return false
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self, half_arc = {}, 22.5
  for _, name in ipairs(trace[1].variants or {}) do
    if name == "arc_45_each_side" then half_arc = 45 end
  end

  function self.line(_, line, root)
    if not FIRES[line.command["do"]] then return end
    local seen = {}
    for _, event in ipairs(line.events) do
      local with = event.say == "fires" and event.with or nil
      local one, other = with and root.units[with.unit], with and root.units[with.target]
      if one and other and not seen[with.unit] then -- what it fires at; then what lies behind that
        seen[with.unit] = true
        local all_round = one.drill == "skirmish" or one.arm == "sniper"
        local base = shapes.base(one.base)
        local bears = all_round or in_arc(base, other, half_arc, 1)
          or one.drill == "back_to_back" and in_arc(base, other, half_arc, -1)
        if not bears then fault(line, ("%s fires at %s, which is out of its arc"):format(with.unit, with.target)) end
      end
    end
  end
  return self
end

return M
