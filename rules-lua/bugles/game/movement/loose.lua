-- Skirmishers, R35, R96: figures off their stand, how far apart they are, and how far from their group.

local leaders <const> = use "game/command/leaders"
local units <const> = use "game/army/units"

local M <const> = {}

--- The widest gap between a figure and its nearest fellow.
function M.widest_gap(view, id)
  local bases, widest = view:bases(id), 0
  for i, one in ipairs(bases) do
    local least
    for j, other in ipairs(bases) do
      local um = i ~= j and geometry.gap(one, other)
      if um and (not least or um < least) then least = um end
    end
    widest = math.max(widest, least or 0)
  end
  return widest
end

--- How far loose figures are from the stands of their group in close order; from its leader where it has none.
local function to_parent(view, id, bases)
  local unit, least = view:unit(id), nil
  for _, other in ipairs(units.group_units(view, unit.formation)) do
    local um = other ~= id and units.formed(view:unit(other)) and view:apart(bases, other)
    if um and (not least or um < least) then least = um end
  end
  local leader = not least and leaders.of_group(view, unit.formation)
  if leader and view:leader(leader).with ~= id and view:leader(leader).base then return view:apart(bases, leader) end
  return least or 0
end

--- Why loose figures may not end on a base: too far from their group, and no nearer than they were.
function M.refuse_spread(view, id, base)
  if view:unit(id).drill ~= "skirmish" or view:unit(id).arm == "sniper" or not base then return nil end
  local um = to_parent(view, id, view:bases(id, base))
  local far = geometry.round_mm(um, "up")
  local args = { largest_gap_mm = geometry.round_mm(M.widest_gap(view, id), "up"), parent_distance_mm = far }
  local held = view:ask("skirmish.cohesion", args, id).distance_ok
  if held or um <= to_parent(view, id, view:bases(id)) then return nil end
  local most = view.rules.constant.skirmish_parent_distance
  return refuse("distance", ("brings it %d mm from its group, of %d"):format(far, most), {
    cite = "Skirmishers R35", margin = most - far,
  })
end

return M
