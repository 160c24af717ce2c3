--- The way back: where a retreat goes (R73, R88), and what it meets, in order.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local ABOUT <const> = { front = 0, right_flank = 90000, rear = 180000, left_flank = 270000 }

--- The last combat or charge before a retreat in a line: the retreating unit's facing when it goes back (R88).
---@return integer facing
function M.facing_back(line, root, id)
  local unit = root.units[id]
  local fight
  for _, call in ipairs(line.calls) do
    if call.procedure == "melee.resolve" then
      local charged = call.throwers.charged == id and call.result.retreats == "charged"
      local charger = call.throwers.charger == id and call.result.retreats == "charger"
      if charged or charger then fight = { call = call, charged = charged } end
    end
  end
  local turn = 0
  if fight and fight.charged then
    local face = fight.call.args.face or "front"
    if fight.call.args.position == "town" then
      local enemy = root.units[fight.call.throwers.charger]
      face = enemy and enemy.base and field.face(unit.base, enemy.base.x / 1000, enemy.base.y / 1000) or face
    end
    turn = ABOUT[face]
  end
  return (unit.base.facing + turn) % 360000
end

--- Infantry stops at their edge, as at a river's (R89): they are entered by a move of their own. Others may not in at all.
local WORKS <const> = { town = true, fieldworks = true }

--- Who beat a unit that retreats.
function M.opponent(line, id)
  local by
  for _, call in ipairs(line.calls) do
    if call.procedure == "melee.resolve" then
      local result, throwers = call.result, call.throwers
      if throwers[result.retreats] == id then by = throwers[result.winner] end
    end
  end
  return by
end

--- From which and to which way back another outline is touched: two numbers, or nil when it lies aside.
local function span(b, outline, graze)
  local low, high = math.huge, -math.huge
  -- in the base's own frame: x to the right, y back from its rear edge
  local points = {}
  for i, p in ipairs(outline) do
    local right, ahead = field.seen(b, p.x, p.y)
    points[i] = { x = right, y = -ahead - b.d }
  end
  local w = b.w - (graze or 0.05)
  local function heed(y)
    low, high = math.min(low, y), math.max(high, y)
  end
  for i = 1, #points do
    local p, q = points[i], points[i % #points + 1]
    if math.abs(p.x) <= w then heed(p.y) end
    for _, edge in ipairs { -w, w } do
      if (p.x - edge) * (q.x - edge) < 0 then heed(p.y + (q.y - p.y) * (edge - p.x) / (q.x - p.x)) end
    end
  end
  if low == math.huge then return nil end
  return low, high
end

--- What a way straight back meets: units, impassable ground, rivers off a crossing, the edge of the table.
---@param root table
---@param id string
---@param facing integer thousandths of a degree
---@param opponent string? who beat it, and stays before it
---@return { kind: string, from: number, to: number?, id: string }[] by rising from
function M.obstacles(root, id, facing, opponent)
  local unit, list = root.units[id], {}
  local turned = { x = unit.base.x, y = unit.base.y, facing = facing, width = unit.base.width, depth = unit.base.depth }
  local b = shapes.base(turned)
  local deep = 2 * b.d
  for _, one in ipairs(field.standing(root)) do
    if one.id ~= id and one.id ~= opponent then
      local low, high = span(b, shapes.corners(one.base))
      if low and high > -deep + 0.5 then
        list[#list + 1] = {
          kind = one.unit.side == unit.side and "friend" or "enemy", from = math.max(0, low), to = high + deep, id = one.id,
          low = low, grazed = not span(b, shapes.corners(one.base), 1.5), holds = one.unit.inside,
        }
      end
    end
  end
  for _, name in ipairs(root.order.areas) do
    local area = root.areas[name]
    local barred = area.terrain == "impassable" or WORKS[area.terrain] and unit.arm ~= "infantry"
    local kind = barred and "impassable" or (WORKS[area.terrain] or area.terrain == "river") and "river"
    if kind then
      local low, high = span(b, shapes.outline(area.area))
      if low and high > -deep + 0.5 then
        list[#list + 1] = { kind = kind, from = math.max(0, low), id = name, low = low, works = WORKS[area.terrain] }
      end
    end
  end
  local edge = math.huge
  for _, corner in ipairs(shapes.corners(b)) do
    local width, depth = root.ground.width / 1000, root.ground.depth / 1000
    if b.fx > 1e-9 then edge = math.min(edge, corner.x / b.fx) end
    if b.fx < -1e-9 then edge = math.min(edge, (corner.x - width) / b.fx) end
    if b.fy > 1e-9 then edge = math.min(edge, corner.y / b.fy) end
    if b.fy < -1e-9 then edge = math.min(edge, (corner.y - depth) / b.fy) end
  end
  list[#list + 1] = { kind = "table_edge", from = math.max(0, edge), id = "the edge", low = edge }
  table.sort(list, function(p, q) return p.low < q.low end)
  return list
end

return M
