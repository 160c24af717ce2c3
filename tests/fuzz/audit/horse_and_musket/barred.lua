--- Ground that a unit may not stand in or go through (4.2.7, R43 to R45), to a tenth of a millimetre; of water, how much
--- of it lies off what leads over it.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

--- Less than this is what touching leaves.
local SKIN <const> = 0.1
--- Water is looked for at points so far apart; so few of them wet are a graze.
local GRID <const>, WET <const> = 2, 6

local LEADS <const> = { bridge = true, ford = true }

--- How many points of a base, grown back by so much and slid ahead by so much, are in a river and on nothing that leads
--- over it.
local function wet(root, river, base, mm)
  local b, outline, leads, count = shapes.base(base), shapes.outline(river.area), {}, 0
  for _, name in ipairs(root.order.areas) do
    local area = root.areas[name]
    if LEADS[area.terrain] then leads[#leads + 1] = shapes.outline(area.area) end
  end
  local back, ahead = math.min(0, mm) - b.d + SKIN, math.max(0, mm) + b.d - SKIN
  for y = back, ahead, GRID do
    for x = SKIN - b.w, b.w - SKIN, GRID do
      local p = { x = b.x + b.rx * x + b.fx * y, y = b.y + b.ry * x + b.fy * y }
      if shapes.inside(outline, p) then
        local led = false
        for _, one in ipairs(leads) do led = led or shapes.inside(one, p) end
        if not led then count = count + 1 end
      end
    end
  end
  return count
end

--- The river that a base stands in off its crossings, or goes through as it slides so many millimetres ahead.
---@return string? river
function M.water(root, base, mm)
  local way = field.swept(base, mm or 0, -SKIN)
  for _, area in ipairs(field.areas(root, way)) do
    if area.terrain == "river" and wet(root, area, base, mm or 0) > WET then return area.id end
  end
end

--- The ground that a unit may not stand in and does.
---@return string? area
function M.under(root, unit, base)
  local leads, found = false, nil
  for _, area in ipairs(field.areas(root, field.outline(base, -SKIN))) do
    local terrain = area.terrain
    leads = leads or terrain == "bridge" or terrain == "road"
    local bars = terrain == "impassable" or (terrain == "town" or terrain == "fieldworks") and unit.inside ~= area.id
      or terrain == "woods" and not tables.fighter(unit.troop)
    if bars then found = found or area.id end
  end
  return not leads and found or M.water(root, base)
end

return M
