-- What a stand counts for beyond its points: its loss may bring down its group, and with that its army (Army Morale),
-- or bring its side to the part of its stands by which it is beaten.

local army <const>, victory <const> = use("game/army/units", "game/army/victory")

local M <const> = {}

--- How many more it takes until that is so; nil: not even that many do.
local function more_until(most, is_so)
  for n = 0, most do
    if is_so(n) then return n end
  end
end

--- How many stands of a group are gone, on the table, and of these halted.
local function tally(view, id)
  local gone, left, halted = 0, 0, 0
  for _, unit in view:units_of(id) do
    if army.counts(unit) then
      local here = tabletop.present(unit)
      gone, left = gone + (unit.status == "gone" and 1 or 0), left + (here and 1 or 0)
      halted = halted + (here and unit.halted and 1 or 0)
    end
  end
  return gone, left, halted
end

--- How many more stands a group must lose until its morale fails: 0 when it has. Those that the side does not see are
--- not counted; nil: it sees none.
local function group_needs(mind, id)
  local view, group = mind.view, mind.view:formation(id)
  local gone, left, halted = tally(view, id)
  if left == 0 then return gone > 0 and 0 or nil end
  if group.morale_failed then return 0 end
  local began = math.max(group.original or 0, gone + left)
  return more_until(left - halted, function(n)
    local args = { original_stands = began, destroyed = gone + n, halted = halted }
    return view:ask("morale.group", args, id).morale_failed
  end)
end

--- How many more groups of a side must fail until its army does.
local function army_needs(mind, side)
  local all, failed = 0, 0
  for id, group in mind.view:formations(side) do
    if group.level == "group" then
      all, failed = all + 1, failed + (mind:once_for("group needs", id, group_needs) == 0 and 1 or 0)
    end
  end
  return all > 0 and more_until(all - failed, function(n)
    return mind.view:ask("morale.army", { groups = all, destroyed = failed + n }).failed
  end)
end

--- How many more stands a side must lose until it is beaten by what it has lost; nil: by no number.
local function side_needs(mind, side)
  local percent = mind.state.sides[side].break_percent or mind.state.battle.break_percent
  local all, gone = 0, 0
  for _, unit in mind.view:units(side) do
    if army.counts(unit) then all, gone = all + 1, gone + (unit.status == "gone" and 1 or 0) end
  end
  return percent and math.max(1, math.ceil(all * percent / 100) - gone)
end

--- Does the loss of a stand decide the battle?
local function decides(mind, id)
  local unit = mind.view:unit(id)
  if not army.counts(unit) then return false end
  if mind:once("side needs " .. unit.side, side_needs, mind, unit.side) == 1 then return true end
  local group = unit.formation and not unit.halted and mind:once_for("group needs", unit.formation, group_needs)
  return group == 1 and mind:once("army needs " .. unit.side, army_needs, mind, unit.side) == 1
end

--- What a stand counts for beside one of a side's own, by what the scenario gives for stands, and by what its loss may
--- decide.
---@param side string
---@return number
function M.of(mind, id, side)
  return mind:once_for("stake for " .. side, id, function()
    local view = mind.view
    local own = math.max(1, victory.stand_points(view, side))
    local other = math.max(1, victory.stand_points(view, view:other(side)))
    local each = view:unit(id).side == side and 1 or other / own
    return each + (decides(mind, id) and mind.weight.stake * (own + other) / own or 0)
  end)
end

return M
