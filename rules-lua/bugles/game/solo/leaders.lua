-- Where a solo side's leaders go, which of its groups moves next, and who takes over those that nobody leads.

local groups <const> = use "game/command/groups"
local army <const> = use "game/army/units"
local see <const> = use "game/solo/view"

local M <const> = {}

--- How near a group is to the enemy, in mm.
local function nearness(mind, group)
  local least
  for _, id in ipairs(army.group_units(mind.view, group)) do
    local _, um = mind:nearest_enemy(id)
    least = um and math.min(least or um, um) or least
  end
  return (least or metre(9)) // mm(1)
end

--- The groups that are nearest to the enemy move first, for a die may end the movement; warriors going home, who are in
--- most danger, likewise. Groups that must not advance come last.
function M.nominate(mind, proposal)
  local formation = mind.view:formation(proposal.group)
  local far = mind.view:told() and 0 or nearness(mind, proposal.group)
  local halted = formation.morale_failed or formation.leaderless or formation.halted
  return (halted and 0.1 or 1) + 1 / (1 + far / 100), function() return ("%d mm from the enemy"):format(far) end
end

--- A side whose dice may make a group advance ends its movement when no group that is left wants to move.
function M.end_movement(mind)
  local side = mind.state.sides[mind.side]
  if not (side.impetuous_army or side.quality == "poor" or side.quality == "very_poor") then return nil end
  for _, group in ipairs(groups.waiting(mind.view, mind.side)) do
    if not mind.view:formation(group).nominated then
      for _, id in ipairs(army.group_units(mind.view, group)) do
        if not see.engaged(mind, id) and (see.leaving(mind, id) or not see.shot(mind, id)) then return nil end
      end
    end
  end
  return 0.5, "nobody else is to move, and none shall run off"
end

--- The stand of his group from which a leader reaches most of it; a superior stays near the middle of his side.
local function place_for(mind, id)
  local leader = mind.view:leader(id)
  local group = leader.rank == "group" and mind.view:formation_of(id)
  local ids = {}
  for _, one in ipairs(group and army.group_units(mind.view, group) or mind:standing(mind.side)) do
    local unit = mind.view:unit(one)
    if unit.base and unit.arm ~= "sniper" and unit.arm ~= "wagon" then ids[#ids + 1] = one end
  end
  if #ids == 0 then return nil end
  return (mind:best_with(ids, leader, {
    reaches = ids, um = mm(mind.rules.constant.command_radius), middle = mind:middle(ids),
    stays = mind.weight.leader_stays,
  }))
end

--- A leader goes to the stand from which he reaches most of his.
function M.place(mind, proposal)
  local leader = mind.view:leader(proposal.commander)
  local unit = leader.base and place_for(mind, proposal.commander)
  if not unit or unit == leader.with then return nil end
  return 1, "to reach his stands", not proposal.to and { { unit = unit }, {} } or nil
end

--- A superior takes over a group that nobody leads: the commander in chief only when it is the last but one.
function M.take(mind, proposal)
  local leader, group = mind.view:leader(proposal.commander), mind.view:formation(proposal.group)
  if leader.rank == "group" then return 1, "his own again" end
  if mind.view:fit(group.commanded_by) then return nil end
  if leader.rank == "cinc" and #groups.waiting(mind.view, mind.side) > 1 then return nil, "every die would suffer" end
  return 2, "nobody leads it"
end

--- Leaders who could do something now.
function M.list(mind)
  local list = {}
  for id, leader in mind.view:fit_leaders(mind.side) do
    local commands = {}
    if leader.base and not leader.moved_mm then commands[1] = "place_leader" end
    commands[#commands + 1] = "take_command"
    list[#list + 1] = { of = id, commands = commands }
  end
  return list
end

return M
