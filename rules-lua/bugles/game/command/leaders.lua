-- Role of Leaders: the command radius, leaders' own movement, and superiors who take over a group.

local units <const> = use "game/army/units"

leaders { ranks = { "cinc", "division", "group" }, stands = "behind" }

story {
  leader_goes = "{leader} [goes] {distance} mm{say}.",
  leader_joins = "{leader} [joins] {unit}.",
  takes_command = "{leader} [takes] command of {formation}.",
  has_command_again = "{leader} [has] command of {formation} again.",
}

local M <const> = {}

--- The leader who commands a group now: a superior who has taken it over, else its own; nil when there is none.
---@return string?
function M.of_group(view, group)
  local formation = view:formation(group)
  if view:fit(formation.commanded_by) then return formation.commanded_by end
  return view:fit(formation.commander) and formation.commander or nil
end

--- Those leaders who are with a group: less than 50 mm from one of its stands (R39).
---@return string[]
function M.with_group(view, group)
  local formation, found = view:formation(group), {}
  for id in view:fit_leaders(formation.side) do
    if view:fact("with_group", id, group) then found[#found + 1] = id end
  end
  return found
end

fact "with_group" {
  ask = "Is {1} less than {leader_single_out} mm from a stand of {2}?",
  flag "with" {},
  suggest = function(view, leader, group)
    local with = view:leader(leader).with
    return with ~= nil and view:unit(with).formation == group
  end,
  measured = function(view, _, leader, group)
    local unit, um = view:nearest_unit(leader, view:leader(leader).side, nil, function(unit)
      return unit.formation == group
    end)
    return unit ~= nil and um < mm(view.rules.constant.leader_single_out), unit
  end,
}

fact "leader_distance" {
  ask = "How far is {1} from {2}, who commands its group?",
  int "distance" { 0, default = 0 }, unit = "mm",
  suggest = 0,
  measured = function(view, _, id, leader) return geometry.round_mm(view:apart(id, leader), "up") end,
}

fact "parent_distance" {
  ask = "How far is {1} from the nearest formed stand of its group?",
  int "distance" { 0, default = 0 }, unit = "mm",
  suggest = 0,
  measured = function(view, _, id)
    local unit = view:unit(id)
    local parent, um = view:nearest_unit(id, unit.side, nil, function(one)
      return one.formation == unit.formation and units.formed(one)
    end)
    return parent and geometry.round_mm(um, "up") or 0
  end,
}

--- Has its group a formed stand besides (R35)?
local function has_parent(view, id)
  for _, other in ipairs(units.group_units(view, view:unit(id).formation)) do
    if other ~= id and units.formed(view:unit(other)) then return true end
  end
  return false
end

--- Where a unit's leader is for it: the distance, or nil without a leader.
local function leader_distance(view, id, leader)
  if view:leader(leader).with == id then return 0 end
  if view:unit(id).base and not view:leader(leader).base then return nil end
  return view:fact("leader_distance", id, leader)
end

--- What `command.radius` is asked of a unit; nil where nobody commands its group.
measure "command.radius" (function(view, id)
  local unit = view:unit(id)
  local leader, skirmishes = M.of_group(view, unit.formation), unit.drill == "skirmish"
  local far = leader and leader_distance(view, id, leader)
  if not far then return nil end
  local limit = view.rules.constant.command_radius
  local parent = skirmishes and far > limit and has_parent(view, id) and view:fact("parent_distance", id) or nil
  return view:described({
    leader_distance_mm = far, sniper = unit.arm == "sniper", skirmisher = skirmishes, parent_distance_mm = parent,
  }, unit, "command.radius")
end)

--- Why a unit may not move, as far as the radius of its leader goes, or nil (R33).
function M.radius(view, id)
  local unit = view:unit(id)
  if unit.arm == "sniper" then return nil end
  local args = view.measure["command.radius"](view, id)
  if not args then return refuse("unit", "has no leader to move it", { cite = "Role of Leaders" }) end
  if view:ask("command.radius", args, id).may_move then return nil end
  local limit = view.rules.constant.command_radius
  return refuse("unit", ("is %d mm from its leader, who commands %d"):format(args.leader_distance_mm, limit),
    { cite = "Role of Leaders", margin = limit - args.leader_distance_mm })
end

return M
