-- Role of Leaders: the command radius, leaders' own movement, and superiors who take over a group.

local units <const> = use "game/army/units"

leaders { ranks = { "cinc", "division", "group" }, stands = "behind" }

-- Those who are with a stand go where it goes (R34).
set_down(function(play, id) play:follow(id) end)

secret "leader" { "leader_hides" }

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
  local found = {}
  for id, leader in view:fit_leaders(view:formation(group).side) do
    found[#found + 1] = is_with(view, leader, group) and id or nil
  end
  return found
end

--- A leader has fallen: his figure goes, and what follows comes at once (the parts "leader_lost").
function M.fallen(play, id) play:carry_out("leader_lost", { leader = id }) end

--- The stands that a leader may be with: those of his group, of a superior all of his side.
local function his_own(view, id)
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
      local admits = his_own(play, id)
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
  for _, other in ipairs(units.group_units(view, view:unit(id).formation)) do
    if other ~= id and units.formed(view:unit(other)) then return true end
  end
  return false
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

--- The most that has been thrown this turn for a group's movement, in mm (R34).
local function thrown_for(view, group)
  local thrown, most = view:formation(group).thrown, 0
  if not thrown or thrown.turn ~= view.state.turn then return 0 end
  for key, value in next, thrown do
    if key ~= "turn" and math.type(value) == "integer" then most = math.max(most, value) end
  end
  return most
end

--- How far a leader may still go, in mm: a group's what was thrown for it, others what they throw as horse (R34).
local function reach(view, id)
  local leader = view:leader(id)
  local group = leader.rank == "group" and view:formation_of(id)
  local most = group and thrown_for(view, group) or not group and view:thrown(leader, "ride")
  return most and most - (leader.moved_mm or 0)
end

--- Why a leader may not be moved now, or nil.
local function refuse_leader(view, id)
  local leader = view:leader(id)
  if not view:fit(id) then return refuse("commander", "is gone", "Role of Leaders") end
  local group = leader.rank == "group" and view:formation_of(id)
  if group and not view:formation(group).nominated then
    return refuse("commander", "moves with his group, which does not move now", "R34")
  end
  if reach(view, id) == 0 then return refuse("commander", "has moved as far as was thrown for him", "R34") end
end

--- Where a leader would stand who goes to a stand or a point; nil in a told game.
local function place_of(view, cmd)
  local leader = view:leader(cmd.commander)
  if not (leader.base and (cmd.to or cmd.unit)) then return nil end
  local base = cmd.unit and view:leader_base(cmd.commander, view:unit(cmd.unit).base)
    or tabletop.base_at(leader.base, cmd.to)
  local _, um = tabletop.toward(leader.base, base)
  return base, geometry.round_mm(um, "up")
end

local function check_place(view, cmd)
  local fault = refuse_leader(view, cmd.commander)
  if fault then return fault end
  if (cmd.unit == nil) == (cmd.to == nil) then return refuse("to", "or a unit is required, one of them") end
  if cmd.unit and not tabletop.present(view:unit(cmd.unit)) then return refuse("unit", "is not on the table") end
  if cmd.unit and view:unit(cmd.unit).arm == "sniper" then return refuse("unit", "acts alone", "Snipers, R36") end
  if cmd.unit and cmd.unit == view:leader(cmd.commander).with then return refuse("unit", "is the one he is with") end
  local base, far = place_of(view, cmd)
  if not base then return nil end
  if not tabletop.on_table(view, base) then return refuse("to", "is off the table") end
  local most = reach(view, cmd.commander)
  if most and far > most then
    return refuse(cmd.unit and "unit" or "to", ("is %d mm away, he goes %d"):format(far, most),
      { cite = "R34", margin = most - far })
  end
  local enemy = view:nearest_unit(base, view:other(cmd.side), tabletop.TOUCHING)
  if enemy then return refuse("to", ("is where %s stands"):format(view:name(enemy)), "R34") end
end

--- A superior throws for his ride as horse does, once a turn (R34).
local function throw_ride(play, id)
  return play:thrown_once(play:leader(id), "ride", function()
    return play:resolve("movement.roll", { type = "mounted" }, id).distance_mm
  end)
end

--- A point so far along the way to another.
local function part_way(from, to, um)
  local bearing, whole = tabletop.toward(from, to)
  return geometry.step({ x = from.x, y = from.y }, bearing, math.min(um, whole))
end

command "place_leader" {
  cite = "R34", doc = "A leader goes to a place, or to a stand and then with it.",
  args = { leader "commander" { "own" }, point "to" { optional = true }, unit "unit" { "own", optional = true } },
  check = check_place,
  proposals = where_measured(function(view, side, of)
    local list = {}
    for id, leader in proposals.leaders(view, side, of, "commander") do
      local near = leader.base and not leader.with and view:nearest_unit(leader.base, side, nil, his_own(view, id))
      if near then
        local cmd = { commander = id, unit = near, text = "to the nearest stand", score = 3 }
        if (reach(view, id) or 0) > 1 and check_place(view, cmd) then
          cmd.unit, cmd.to = nil, part_way(leader.base, view:unit(near).base, mm(reach(view, id)) - tabletop.TOUCHING)
        end
        list[#list + 1] = cmd
      end
    end
    return proposals.lawful(list, function(cmd) return check_place(view, cmd) end)
  end),
  run = function(play, cmd)
    local id, leader = cmd.commander, play:leader(cmd.commander)
    local base, far = place_of(play, cmd)
    local most = leader.rank == "group" and far or throw_ride(play, id) - (leader.moved_mm or 0)
    local short = base ~= nil and far > most
    if short then
      local at = part_way(leader.base, base, mm(most))
      base, far = tabletop.base_at(leader.base, at), most
    end
    play:set(leader, "moved_mm", (leader.moved_mm or 0) + (far or 0))
    if cmd.unit and not short then
      play:attach(id, cmd.unit)
      local hidden = play:unit(cmd.unit).hidden
      return play:tell(hidden and "leader_hides" or "leader_joins", { leader = id, unit = cmd.unit, cite = "R34" })
    end
    play:detach(id, base)
    local say = short and ", as far as he comes" or ""
    play:tell("leader_goes", { leader = id, distance = far or 0, say = say, cite = "R34" })
  end,
}

--- Is the group under this leader: his own, of his division, or of the commander in chief's army?
local function superior_of(view, id, group)
  local leader = view:leader(id)
  return leader.rank == "cinc" or leader.rank == "division" and view:commands(id, group)
end

--- The group that a superior commands in person now.
local function commanding(view, id)
  for group, formation in view:formations(view:leader(id).side) do
    if formation.commanded_by == id then return group end
  end
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
