-- Where a solo side's leaders go, and who takes over groups that nobody leads.

local army <const>, groups <const>, see <const> = use("game/army/units", "game/command/groups", "game/solo/view")
local objectives <const> = use "game/solo/objectives"
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

--- The stand from which a leader reaches most of his: of his group, or of his side, those left out who were hand to
--- hand before this turn; who has charged now will need him. A division's goes to stands that their own leaders do not
--- reach, first to those that are to take an objective. And how many. A commander in chief keeps out of fire: much
--- would go with him.
local function best_place(mind, id)
  local leader, ids, free, safe = mind.view:leader(id), {}, {}, {}
  local group = leader.rank == "group" and mind.view:formation_of(id)
  for _, one in ipairs(group and army.group_units(mind.view, group) or mind:standing(mind.side)) do
    local unit = mind.view:unit(one)
    if unit.base and unit.arm ~= "sniper" and unit.arm ~= "wagon" then
      ids[#ids + 1] = one
      free[#free + 1] = (unit.moved or not see.engaged(mind, one)) and one or nil
      local risky = leader.rank == "cinc" and see.at_risk(mind, one)
      safe[#safe + 1] = not risky and one or nil
    end
  end
  if #safe == 0 then return nil end
  free = #free > 0 and free or ids
  if leader.rank == "division" then
    local far = lists.filter(free, function(one) return out_of_reach(mind, one) end)
    local due = lists.filter(far, function(one) return objectives.due(mind, one) end)
    free = #due > 0 and due or #far > 0 and far or free
  end
  local unit, most = mind:best_with(safe, leader, {
    reaches = free, um = mm(mind.rules.constant.command_radius), middle = mind:middle(free),
    stays = mind.weight.leader_stays,
  })
  return unit, most, free
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

function M.place(mind, proposal)
  local id = proposal.commander
  local leader, unit = mind.view:leader(id), best_place(mind, id)
  if not unit or unit == leader.with then return nil end
  local most = riding.reach(mind.view, id)
  local there = mind.view:leader_base(id, mind.view:unit(unit).base)
  local bearing, um = tabletop.toward(leader.base, there)
  if most and um > mm(most) and leader.with then -- on the way there
    local to = geometry.step({ x = leader.base.x, y = leader.base.y }, bearing, mm(most) - tabletop.TOUCHING)
    return proposal.to and 1 or nil, "to reach his stands", { { to = to } }
  end
  if proposal.to then return not leader.with and 1 or nil, "to reach his stands" end
  return 1, "to reach his stands", { { unit = unit }, not leader.with and {} or nil }
end

--- A superior takes over a group that nobody leads, or of which he reaches more than its leader; the commander in chief
--- only the last, for every die would suffer.
function M.take(mind, proposal)
  local leader, group = mind.view:leader(proposal.commander), mind.view:formation(proposal.group)
  local now = group.nominated and not mind.view:told() and command.of_group(mind.view, proposal.group)
  if now then
    local more = #command.reached(mind.view, proposal.commander, proposal.group)
      > #command.reached(mind.view, now, proposal.group)
    return more and 1 or nil, "he reaches more of it"
  end
  if leader.rank == "group" then return 1, "his own again" end
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
