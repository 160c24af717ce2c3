-- Role of Leaders: the command radius, and superiors who take over a group.

local units <const> = use "game/army/units"

leaders { ranks = { "cinc", "division", "group" }, stands = "behind" }

-- Those who are with a stand go where it goes (R34).
set_down(function(play, id) play:follow(id) end)

local M <const> = {}

--- The leader who commands a group now: a superior who has taken it over, else its own; nil when there is none.
---@return string?
function M.of_group(view, group)
  local formation = view:formation(group)
  if view:fit(formation.commanded_by) then return formation.commanded_by end
  return view:fit(formation.commander) and formation.commander or nil
end

--- Is a leader with a group: less than 50 mm from one of its stands (R39)? In a told game: attached to one.
local function is_with(view, leader, group)
  local function of_group(unit) return unit.formation == group end
  if view:told() then return leader.with ~= nil and of_group(view:unit(leader.with)) end
  if not leader.base then return false end
  local _, um = view:nearest_unit(leader.base, leader.side, nil, of_group)
  return um ~= nil and um < mm(view.rules.constant.leader_single_out)
end

--- The leaders who are with a group, as listed.
---@return string[]
function M.with_group(view, group)
  local leaders_of = view:fit_leaders(view:formation(group).side)
  return lists.ids(leaders_of, function(leader) return is_with(view, leader, group) end)
end

--- A leader has fallen: his figure goes, and what follows comes at once (the parts "leader_lost").
function M.fallen(play, id) play:carry_out("leader_lost", { leader = id }) end

--- The stands that a leader may be with: those of his group, of a superior all of his side.
function M.his_own(view, id)
  local leader = view:leader(id)
  local group = leader.rank == "group" and view:formation_of(id)
  return function(unit) return unit.arm ~= "sniper" and (leader.rank ~= "group" or unit.formation == group) end
end

--- A stand is about to go: leaders with it join the nearest other of theirs. Without one they leave the table with it,
--- but have not fallen (R8, R201); so does a group's leader who stands alone.
function M.bereft(play, unit_id)
  local unit = play:unit(unit_id)
  for id, leader in play:fit_leaders(unit.side) do
    local alone = leader.rank == "group" and play:formation_of(id) == unit.formation
    if leader.with == unit_id or alone then
      local admits = M.his_own(play, id)
      local function other(one, one_id) return one_id ~= unit_id and admits(one) end
      local heir = play:some_unit(unit.side, other)
      if heir and not play:told() then heir = play:nearest_unit(leader.base or unit_id, unit.side, nil, other) end
      if not heir then
        play:tell("leaves", { leader = id, cite = "R8" })
        play:detach(id)
        play:set(leader, "status", "gone")
        if leader.base then play:set(leader, "base", nil) end
      elseif leader.with == unit_id then
        play:attach(id, heir)
      end
    end
  end
end

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
  return lists.find(units.group_units(view, view:unit(id).formation), function(other)
    return other ~= id and units.formed(view:unit(other))
  end) ~= nil
end

--- Where a unit's leader is for it: the distance, or nil without a leader.
local function leader_distance(view, id, leader)
  if view:leader(leader).with == id then return 0 end
  if not view:told() and not (view:unit(id).base and view:leader(leader).base) then return nil end
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
  return view:question("command.radius", id, {
    leader_distance_mm = far, sniper = unit.arm == "sniper", skirmisher = skirmishes, parent_distance_mm = parent,
  })
end)

--- Why a unit may not move, as far as the radius of its leader goes, or nil (R33).
function M.radius(view, id)
  local unit = view:unit(id)
  if unit.arm == "sniper" then return nil end
  local args = view.measure["command.radius"](view, id)
  if not args then return refuse("unit", "has no leader to move it", "Role of Leaders") end
  if view:ask("command.radius", args, id).may_move then return nil end
  local limit = view.rules.constant.command_radius
  return refuse("unit", ("is %d mm from its leader, who commands %d"):format(args.leader_distance_mm, limit),
    { cite = "Role of Leaders", margin = limit - args.leader_distance_mm })
end

-- ---- commands -------------------------------------------------------------------------------------------------------

--- Is the group under this leader: his own, of his division, or of the commander in chief's army?
local function superior_of(view, id, group)
  local leader = view:leader(id)
  return leader.rank == "cinc" or leader.rank == "division" and view:commands(id, group)
end

--- The group that a superior commands in person now.
local function commanding(view, id)
  return lists.ids(view:formations(view:leader(id).side), function(group) return group.commanded_by == id end)[1]
end

local function check_command(view, cmd)
  local group, id = view:formation(cmd.group), cmd.commander
  if not view:fit(id) then return refuse("commander", "is gone", "Command Groups") end
  if group.level ~= "group" then return refuse("group", "is no command group", "Command Groups") end
  if #units.group_units(view, cmd.group) == 0 then return refuse("group", "has no stand on the table") end
  if group.commander == id then
    return group.commanded_by == nil and refuse("commander", "commands it already", "R49") or nil
  end
  if not superior_of(view, id, cmd.group) then
    return refuse("commander", "is no superior of that group's leader", "Command Groups, R19")
  end
  local now = commanding(view, id)
  if now == cmd.group then return refuse("commander", "commands it already", "Command Groups") end
  if now then return refuse("commander", ("commands %s in person"):format(view:name(now)), "R32") end
end

--- Stands of a group that could still move, and those of them that a leader reaches.
---@return string[] ids
function M.reached(view, id, group)
  local base, limit = view:leader(id).base, mm(view.rules.constant.command_radius)
  return lists.filter(base and units.group_units(view, group) or {}, function(one)
    local unit = view:unit(one)
    return unit.base and not unit.moved and not view:engaged(one) and geometry.gap(base, unit.base) <= limit
  end)
end

--- Does a superior reach more of a group that is to move than its leader does?
local function reaches_more(view, id, group)
  local now = view:formation(group).nominated and not view:told() and M.of_group(view, group)
  return now and now ~= id and #M.reached(view, id, group) > #M.reached(view, now, group)
end

command "take_command" {
  cite = "Command Groups, R19, R32, R49",
  doc = "A superior takes over a group in person; or its own leader has it again.",
  args = { leader "commander" { "own" }, formation "group" { "own" } },
  check = check_command,
  proposals = function(view, side, of)
    local list = {}
    for id, leader in proposals.leaders(view, side, of, "commander") do
      for group, formation in view:formations(leader.rank ~= "group" and side or "") do
        if formation.leaderless and not view:fit(formation.commanded_by) then
          list[#list + 1] = { commander = id, group = group, text = "it has no leader", score = 2 }
        elseif view:leader(id).rank == "division" and reaches_more(view, id, group) then
          list[#list + 1] = { commander = id, group = group, text = "he reaches more of it", score = 1 }
        end
      end
      local own = leader.rank == "group" and view:formation_of(id)
      if own and view:formation(own).commanded_by then
        list[#list + 1] = { commander = id, group = own, text = "his own again", score = 1 }
      end
    end
    return proposals.lawful(list, function(cmd) return check_command(view, cmd) end)
  end,
  run = function(play, cmd)
    local group = play:formation(cmd.group)
    local own = group.commander == cmd.commander
    play:set(group, "commanded_by", not own and cmd.commander or nil)
    local key = own and "has_command_again" or "takes_command"
    play:tell(key, { leader = cmd.commander, formation = cmd.group, cite = "Command Groups" })
  end,
}

return M
