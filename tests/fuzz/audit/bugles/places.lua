--- Places: no stand stands in an enemy; two friends in close order only where one of them is disordered; nobody hangs
--- over the edge by his own move, or stands in impassable ground.
local field <const> = require "fuzz.audit.bugles.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local HAIR <const> = 0.25

local OWN <const> = {
  move = true, wheel = true, incline = true, manhandle = true, withdraw_facing = true, change_face = true, charge = true,
}

--- A part of a base over the edge, or in impassable ground.
local function misplaced(root, base, own)
  local width, depth = root.ground.width / 1000, root.ground.depth / 1000
  for _, corner in ipairs(shapes.corners(base)) do
    local over = math.max(-corner.x, -corner.y, corner.x - width, corner.y - depth)
    if own and over > HAIR then return ("hangs %.2f mm over the edge"):format(over) end
  end
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    if area.terrain == "impassable" and shapes.meet(shapes.corners(base, -1.2), shapes.outline(area.area)) then
      local bridged = false
      for _, other in ipairs(root.order.areas) do
        local road = root.areas[other]
        bridged = bridged or (road.terrain == "road" or road.terrain == "bridge" or road.terrain == "ford")
          and shapes.meet(shapes.corners(base, -1.2), shapes.outline(road.area))
      end
      if not bridged then return "stands in impassable " .. id end
    end
  end
end

--- Close order, of those that keep others out.
local function formed(unit) return unit.drill ~= "skirmish" and unit.arm ~= "sniper" and unit.arm ~= "wagon" end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = {}
  function self.after(_, line, root)
    local moved = {}
    for _, change in ipairs(line.changes) do
      if change.path[1] == "units" and (change.path[3] == "base" or change.path[3] == "bases") then moved[change.path[2]] = true end
    end
    if next(moved) == nil then return end
    local list = field.standing(root)
    for i, one in ipairs(list) do
      local what = moved[one.id] and line.command.unit == one.id and OWN[line.command["do"]]
      for _, base in ipairs(moved[one.id] and field.bases(one.unit) or {}) do
        local wrong = misplaced(root, base, what)
        if wrong then fault(line, ("%s %s"):format(one.id, wrong)) end
      end
      for j = 1, i - 1 do
        local other = list[j]
        if moved[one.id] or moved[other.id] then
          local by = field.overlap(one.unit, other.unit)
          local enemies = one.unit.side ~= other.unit.side
          local close = formed(one.unit) and formed(other.unit) and not (one.unit.disordered or other.unit.disordered)
          if by > HAIR and (enemies or close) then
            fault(line, ("%s stands in %s %s by %.2f mm"):format(one.id, enemies and "its enemy" or "its friend", other.id, by))
          end
        end
      end
    end
  end
  return self
end

return M
