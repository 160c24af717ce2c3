--- Places: nobody in anybody else, nobody off the table, nobody where nobody can stand.
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

--- Touching is not standing in one another: a hair is let pass.
local HAIR_MM <const> = 0.25

--- Is a unit on the table?
function M.present(unit)
  return unit.base ~= nil and unit.condition ~= "gone" and unit.condition ~= "off_table"
end

--- Units on the table, in the roster's order, with their bases in millimetres.
function M.standing(root)
  local list = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if M.present(unit) then list[#list + 1] = { id = id, unit = unit, base = shapes.base(unit.base) } end
  end
  return list
end

--- Ground that cannot be entered under a base (6.3, R29).
local function in_the_deep(root, one)
  local outline
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    if area.terrain == "stream_deep" then
      outline = outline or shapes.corners(one.base, -1)
      if shapes.meet(outline, shapes.outline(area.area)) then return id end
    end
  end
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = {}
  function self.after(_, line, root)
    local moved = {}
    for _, change in ipairs(line.changes) do
      if change.path[1] == "units" then moved[change.path[2]] = true end
    end
    local list = M.standing(root)
    for i, one in ipairs(list) do
      for j = 1, i - 1 do
        local other = list[j]
        if moved[one.id] or moved[other.id] then
          local by = shapes.overlap(one.base, other.base)
          if by > HAIR_MM then fault(line, ("%s stands in %s by %.2f mm"):format(one.id, other.id, by)) end
        end
      end
      local deep = moved[one.id] and in_the_deep(root, one)
      if deep then fault(line, ("%s stands in %s, which nobody can enter"):format(one.id, deep)) end
      if moved[one.id] then
        for _, corner in ipairs(shapes.corners(one.base)) do
          local width, depth = root.ground.width / 1000, root.ground.depth / 1000
          if corner.x < -HAIR_MM or corner.y < -HAIR_MM or corner.x > width + HAIR_MM or corner.y > depth + HAIR_MM then
            fault(line, ("%s hangs over the edge of the table"):format(one.id))
            break
          end
        end
      end
    end
  end
  return self
end

return M
