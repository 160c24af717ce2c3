-- R76, R87: the document has no end of a battle; the scenario's last round and objectives decide, by points.

local army <const> = use "game/army/units"

fact "holds" {
  ask = "Who alone has units in {1}?",
  enum "by" { "a", "b", "nobody" },
  suggest = function() return "nobody" end,
  measured = function(view, field, area_id)
    local inside, order = {}, view.state.order.sides
    for id, unit in view:units() do
      if army.present(unit) and unit.base and (unit.inside == area_id
        or geometry.holds(view.state.areas[area_id], { x = unit.base.x, y = unit.base.y }).yes) then
        inside[unit.side] = inside[unit.side] or id
      end
    end
    local a, b = inside[order[1]], inside[order[2]]
    if a and not b then return "a", field and a end
    return b and not a and "b" or "nobody", b
  end,
}

local M <const> = {}

--- The side that holds an objective: the only one with units in it.
local function holder(view, area_id)
  for _, unit in view:units() do
    if unit.inside == area_id and army.present(unit) then return unit.side end
  end
  local by = view:fact("holds", area_id)
  return by == "a" and view.state.order.sides[1] or by == "b" and view.state.order.sides[2] or nil
end

--- The points of each side: colours, guns where the scenario says, and with `objectives` those it holds.
---@return table<string, integer> points by side
---@return table<string, string[]> held names of the objectives held, by side
function M.points(view, objectives)
  local points, held = {}, {}
  for _, side in ipairs(view.state.order.sides) do
    local node = view.state.sides[side]
    points[side], held[side] = node.points + node.guns_taken * (view.state.battle.gun_points or 0), {}
  end
  for _, id in ipairs(objectives and view.state.order.areas or {}) do
    local area = view.state.areas[id]
    local by = area.objective and holder(view, id)
    if by then
      points[by] = points[by] + area.objective
      table.insert(held[by], area.name or id)
    end
  end
  return points, held
end

--- How many units a side had, and how many of them are gone.
local function counts(view, side)
  local all, gone = 0, 0
  for _, unit in view:units(side) do
    if unit.status ~= "off_table" then
      all, gone = all + 1, gone + (unit.status == "gone" and 1 or 0)
    end
  end
  return all, gone
end

--- Nobody is left, or more are lost than the scenario lets an army bear.
local function beaten(view, side)
  local all, gone = counts(view, side)
  local percent = view.state.battle.break_percent
  return gone == all or percent ~= nil and gone * 100 >= all * percent
end

local function by_points(view)
  local a, b = table.unpack(view.state.order.sides)
  local points, held = M.points(view, true)
  local function of(side)
    local holds = #held[side] > 0 and (" (%s)"):format(table.concat(held[side], ", ")) or ""
    return ("%d%s"):format(points[side], holds)
  end
  local tally = ("points %s to %s"):format(of(a), of(b))
  if points[a] == points[b] then return { winner = "draw", why = tally } end
  local first = points[a] > points[b] and a or b
  return { winner = first, why = tally }
end

victory(function(view)
  local a, b = table.unpack(view.state.order.sides)
  local a_beaten, b_beaten = beaten(view, a), beaten(view, b)
  if a_beaten and b_beaten then return { winner = "draw", why = "both armies are broken" } end
  if a_beaten then return { winner = b, why = "the enemy's army is broken" } end
  if b_beaten then return { winner = a, why = "the enemy's army is broken" } end
  if view.state.last_turn and view.state.turn >= view.state.last_turn then return by_points(view) end
end)

return M
