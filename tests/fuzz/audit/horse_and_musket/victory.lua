--- The end: after the last round or with a side that can bear no more, and for the side that has most points (R76, R87).
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

--- Sides with a unit in an area: surely, its middle in it; perhaps, a part of it.
local function there(root, id)
  local outline, sure, maybe = shapes.outline(root.areas[id].area), {}, {}
  for _, one in ipairs(field.standing(root)) do
    local side = one.unit.side
    if one.unit.inside == id or shapes.inside(outline, one.base) then
      sure[side] = true
    elseif shapes.meet(outline, shapes.corners(one.base, 1)) then
      maybe[side] = true
    end
  end
  return sure, maybe
end

--- Points of each side, and whether an objective is in doubt.
local function points_of(root)
  local points, doubt = {}, false
  for _, side in ipairs(root.order.sides) do
    points[side] = root.sides[side].points + root.sides[side].guns_taken * (root.battle.gun_points or 0)
  end
  for _, id in ipairs(root.order.areas) do
    local worth = root.areas[id].objective
    if worth then
      local sure, maybe = there(root, id)
      doubt = doubt or next(maybe) ~= nil
      for _, side in ipairs(root.order.sides) do
        local other = side == root.order.sides[1] and root.order.sides[2] or root.order.sides[1]
        if sure[side] and not sure[other] then points[side] = points[side] + worth end
      end
    end
  end
  return points, doubt
end

--- Has a side lost all, or more than the scenario lets it?
local function beaten(root, side)
  local all, gone = 0, 0
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if unit.side == side and unit.status ~= "off_table" then
      all, gone = all + 1, gone + (unit.status == "gone" and 1 or 0)
    end
  end
  local percent = root.battle.break_percent
  return gone == all or percent ~= nil and gone * 100 >= all * percent
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = {}

  local function ends(line, root, result)
    local one, other = root.order.sides[1], root.order.sides[2]
    local first, second = beaten(root, one), beaten(root, other)
    if not first and not second then
      if root.turn < (root.last_turn or math.huge) then
        return fault(line, ("it ends in round %d, nobody is beaten and %d is the last"):format(root.turn, root.last_turn or 0))
      end
    elseif first ~= second then
      local winner = first and other or one
      if result.winner ~= winner then
        fault(line, ("%s wins, and %s is beaten"):format(tostring(result.winner), first and one or other))
      end
      return
    end
    local points, doubt = points_of(root)
    local winner = points[one] == points[other] and "draw" or points[one] > points[other] and one or other
    if not doubt and result.winner ~= winner then
      fault(line, ("%s wins with %d points to %d"):format(tostring(result.winner), points[one], points[other]))
    end
  end

  function self.line(_, line, root)
    self.goes_on = not root.result and root.turn > (root.last_turn or math.huge)
    if self.goes_on then fault(line, "it goes on after the last round") end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if event and event.say == "round" and event.with.round > 1 then
      for _, side in ipairs(root.order.sides) do
        if beaten(root, side) then fault(line, ("a new round begins, and %s is beaten"):format(side)) end
      end
    end
  end

  function self.change(_, line, change, root)
    if change.path[1] == "result" and #change.path == 1 and change.new then ends(line, root, change.new) end
  end
  return self
end

return M
