--- Places: no unit stands in another, in ground that nobody enters, or over the edge of the table.
local field <const> = require "fuzz.audit.nff.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local BARRED <const> = { river = true, impassable = true }
local LEADS <const> = { road = true, bridge = true, ford = true }

local function barred(root, stand)
  local outline, found = shapes.corners(stand, -1.5), nil
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    local going = area.going and area.going == "impassable" or not area.going and BARRED[area.terrain]
    if (going or LEADS[area.terrain]) and shapes.meet(outline, shapes.outline(area.area)) then
      if LEADS[area.terrain] then return nil end
      found = found or id
    end
  end
  return found
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = {}
  function self.after(_, line, root)
    local moved = {}
    for _, change in ipairs(line.changes) do
      if change.path[1] == "units" and (change.path[3] == "base" or change.path[3] == "bases") then
        moved[change.path[2]] = true
      end
    end
    if next(moved) == nil then return end
    local width, depth = root.ground.width / 1000, root.ground.depth / 1000
    local list = field.standing(root)
    for i, one in ipairs(list) do
      for _, stand in ipairs(moved[one.id] and field.stands(one.unit) or {}) do
        local by = barred(root, stand)
        if by then fault(line, ("%s stands in %s, which nobody can enter"):format(one.id, by)) end
        for _, corner in ipairs(shapes.corners(stand)) do
          local over = math.max(-corner.x, -corner.y, corner.x - width, corner.y - depth)
          if over > field.HAIR then fault(line, ("%s hangs %.1f mm over the edge"):format(one.id, over)) end
        end
      end
      for j = 1, i - 1 do
        local other = list[j]
        if moved[one.id] or moved[other.id] then
          local by = field.overlap(one.unit, other.unit)
          if by > field.HAIR then fault(line, ("%s stands in %s by %.1f mm"):format(one.id, other.id, by)) end
        end
      end
    end
  end
  return self
end

return M
