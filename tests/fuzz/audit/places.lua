--- Places: nobody in anybody else, nobody off the table, nobody where nobody can stand.
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

--- Touching is not standing in one another: a hair is let pass.
local HAIR_MM <const> = 0.25

--- Units on the table, in the roster's order, with their bases in millimetres.
---@param root table
---@param present fun(unit: table): boolean
function M.standing(root, present)
  local list = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if present(unit) then list[#list + 1] = { id = id, unit = unit, base = shapes.base(unit.base) } end
  end
  return list
end

local function over_the_edge(root, base)
  local width, depth = root.ground.width / 1000, root.ground.depth / 1000
  for _, corner in ipairs(shapes.corners(base)) do
    if corner.x < -HAIR_MM or corner.y < -HAIR_MM or corner.x > width + HAIR_MM or corner.y > depth + HAIR_MM then
      return true
    end
  end
end

--- An area of barred ground under a base that stands on no bridge.
local function on_barred(root, one, game)
  local outline, found = shapes.corners(one.base, -1.2), nil
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    local bridge = game.bridges and game.bridges[area.terrain]
    if (bridge or game.barred[area.terrain]) and shapes.meet(outline, shapes.outline(area.area)) then
      if bridge then return nil end
      found = found or id
    end
  end
  return found
end

--- A watcher of where units stand after every line.
---@param fault fun(line: table, text: string)
---@param game { present: (fun(unit: table): boolean), barred: table<string, boolean>, bridges: table<string, boolean>? }
--- barred: terrain nobody enters, but over bridges
function M.watcher(fault, game)
  local self = {}
  function self.after(_, line, root)
    local moved = {}
    for _, change in ipairs(line.changes) do
      if change.path[1] == "units" then moved[change.path[2]] = true end
    end
    if next(moved) == nil then return end
    local list = M.standing(root, game.present)
    for i, one in ipairs(list) do
      for j = 1, i - 1 do
        local other = list[j]
        if moved[one.id] or moved[other.id] then
          local by = shapes.overlap(one.base, other.base)
          if by > HAIR_MM then fault(line, ("%s stands in %s by %.2f mm"):format(one.id, other.id, by)) end
        end
      end
      local barred = moved[one.id] and on_barred(root, one, game)
      if barred then fault(line, ("%s stands in %s, which nobody can enter"):format(one.id, barred)) end
      if moved[one.id] and over_the_edge(root, one.base) then
        fault(line, ("%s hangs over the edge of the table"):format(one.id))
      end
    end
  end
  return self
end

return M
