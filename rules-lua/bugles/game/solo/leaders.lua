-- Where a solo side's leaders go, and who takes over groups that nobody leads.

local army <const>, groups <const>, see <const> = use("game/army/units", "game/command/groups", "game/solo/view")
local objectives <const>, wants <const> = use("game/solo/objectives", "game/solo/wants")
local command <const>, riding <const> = use("game/command/leaders", "game/command/riding")

local M <const> = {}

--- Is a stand too far from the leader of its own group to be moved?
local function out_of_reach(mind, id)
  local unit = mind.view:unit(id)
  local commander = mind.view:formation(unit.formation).commander
  local own = commander and mind.view:leader(commander)
  local um = own and own.base and geometry.gap(own.base, unit.base)
  return um and um > mm(mind.rules.constant.command_radius)
end

--- The group that a superior commands in person, or could take over, for nobody leads it.
local function group_for(mind, id)
  return lists.ids(mind.view:formations(mind.side), function(one)
    return one.commanded_by == id or one.leaderless and not mind.view:fit(one.commanded_by)
  end)[1]
end

--- The stands that a leader is to reach: of his group, or of the one that a superior commands. A division's goes
--- besides to those that would move but that their own leaders do not reach, first to those that are to take ground.
local function to_reach(mind, id)
  local leader = mind.view:leader(id)
  local group = leader.rank == "group" and mind.view:formation_of(id) or leader.rank ~= "group" and group_for(mind, id)
  local ids = lists.filter(group and army.group_units(mind.view, group) or mind:standing(mind.side), function(one)
    local unit = mind.view:unit(one)
    return unit.base ~= nil and unit.arm ~= "sniper" and unit.arm ~= "wagon"
  end)
  if not group then
    ids = lists.filter(ids, function(one)
      return leader.rank == "division" and out_of_reach(mind, one) and wants.acts(mind, one)
    end)
    local due = lists.filter(ids, function(one) return objectives.due(mind, one) end)
    return #due > 0 and due or ids
  end
  local free = lists.filter(ids, function(one) return mind.view:unit(one).moved or not see.engaged(mind, one) end)
  return #free > 0 and free or ids
end

--- Is a superior who stands alone under fire?
local function in_danger(mind, leader)
  if leader.rank == "group" then return false end
  return leader.with and see.at_risk(mind, leader.with) or not leader.with and see.danger(mind, leader.base) > 0
end

--- The stand from which a leader reaches most of those that he is to reach; a superior who reaches for none, but is in
--- danger, goes to the nearest that is not. And how many, of whom, and why. A commander in chief keeps out of fire:
--- much would go with him.
local function best_place(mind, id)
  local leader, free = mind.view:leader(id), to_reach(mind, id)
  local flees = #free == 0 and leader.base and in_danger(mind, leader)
  if #free == 0 and not flees then return nil end
  local at = leader.rank == "group" and free or mind:standing(mind.side)
  local safe = lists.filter(at, function(one)
    local unit = mind.view:unit(one)
    local stands = unit.base and unit.arm ~= "sniper" and unit.arm ~= "wagon"
    return stands and not ((flees or leader.rank == "cinc") and see.at_risk(mind, one))
  end)
  if #safe == 0 then return nil end
  local here = flees and leader.base
  local unit, most = mind:best_with(safe, leader, {
    reaches = free, um = mm(mind.rules.constant.command_radius),
    middle = here and { x = here.x, y = here.y } or mind:middle(free), stays = mind.weight.leader_stays,
  })
  return unit, most, free, flees and "out of danger" or "to reach his stands"
end

--- Leaders of groups that move, who go before their stands: from elsewhere they reach more of them, who could not move.
function M.first(mind)
  local list = {}
  for id, leader in mind.view:fit_leaders(mind.side) do
    local group = leader.rank == "group" and mind.view:formation_of(id)
    if group and mind.view:formation(group).nominated and leader.base and not leader.moved_mm then
      local _, most, ids = best_place(mind, id)
      local now = most and mind:within_reach(ids, leader.base, mm(mind.rules.constant.command_radius))
      if most and most > now then list[#list + 1] = { of = id, commands = { "place_leader" } } end
    end
  end
  return list
end

--- A leader goes to a stand from where he reaches more of his; one who is with no stand, to where he reaches most.
function M.place(mind, proposal)
  local id = proposal.commander
  local leader, unit, most, ids, why = mind.view:leader(id), best_place(mind, id)
  if not unit or unit == leader.with then return nil end
  local now = mind:within_reach(ids, leader.base, mm(mind.rules.constant.command_radius))
  if leader.with and #ids > 0 and now >= most then return nil end
  local goes = riding.reach(mind.view, id)
  local there = mind.view:leader_base(id, mind.view:unit(unit).base)
  local bearing, um = tabletop.toward(leader.base, there)
  if goes and um > mm(goes) and leader.with then -- on the way there
    local to = geometry.step({ x = leader.base.x, y = leader.base.y }, bearing, mm(goes) - tabletop.TOUCHING)
    return proposal.to and 1 or nil, why, { { to = to } }
  end
  if proposal.to then return not leader.with and 1 or nil, why end
  return 1, why, { { unit = unit }, not leader.with and {} or nil }
end

--- How many stands of a group that would still move does a leader reach?
local function reached(mind, id, group)
  return #lists.filter(command.reached(mind.view, id, group), function(one) return wants.acts(mind, one) end)
end

--- A superior takes over a group that nobody leads, or of which he reaches more who would move than its leader does;
--- the commander in chief only the last, for every die would suffer. Its own leader has it again on the same terms.
function M.take(mind, proposal)
  local leader, group = mind.view:leader(proposal.commander), mind.view:formation(proposal.group)
  local now = group.nominated and not mind.view:told() and command.of_group(mind.view, proposal.group)
  if now then
    local more = reached(mind, proposal.commander, proposal.group) > reached(mind, now, proposal.group)
    return more and 1 or nil, more and "he reaches more who would move" or "he reaches no more who would move"
  end
  if leader.rank == "group" then
    local by = group.commanded_by
    return by and mind.view:leader(by).rank == "cinc" and 1 or nil, "his own again"
  end
  if mind.view:fit(group.commanded_by) then return nil end
  if leader.rank == "cinc" and #groups.waiting(mind.view, mind.side) > 1 then return nil, "others are to move" end
  return 2, "nobody leads it"
end

--- Leaders who could do something now; and whether the movement is to end.
function M.list(mind)
  local list = {}
  if mind.view:told() then return list end
  for id, leader in mind.view:fit_leaders(mind.side) do
    local goes = leader.base and not leader.moved_mm
    list[#list + 1] = { of = id, commands = goes and { "place_leader", "take_command" } or { "take_command" } }
  end
  list[#list + 1] = { commands = { "end_movement" } }
  return list
end

return M
