-- Man 3, RM 7, R84, R86: the radius of command, and the leaders of a unit's chain.

local inches <const>, army <const> = use("game/army/inches", "game/army/units")

option "any_leader_moves_guns" { false, ruling = "R93", doc = "every leader moves the batteries of his side near him" }

local M <const> = {}

fact "leader_distance" {
  ask = "How far is it from {1} to {2}, in inches?",
  number "distance" { 0 }, unit = "in",
  suggest = 0,
  measured = function(view, _, leader, id) return inches.of(view:apart(leader, id)) end,
}

--- Does an enemy, or ground that nobody enters, lie between the nearest points of two?
local function barred(view, leader, id)
  local nearest, _, nth = view:apart(leader, id)
  if nearest <= tabletop.TOUCHING then return false end
  local gap = geometry.distance(view:leader(leader).base, view:bases(id)[nth])
  local bearing = geometry.bearing(gap.from, gap.to)
  local thin = tabletop.base_at({ width = tabletop.TOUCHING, depth = tabletop.TOUCHING }, gap.from, bearing)
  local path = view:path(leader, { slide = nearest }, { from = thin, friends = "pass", near = false })
  for _, stop in ipairs(path.stops) do
    if stop.kind == "body" or stop.bars then return true end
  end
  return false
end

fact "command_blocked" {
  ask = "Does an enemy unit or impassable ground lie between {1} and {2}?",
  flag "blocked" {},
  suggest = false,
  measured = function(view, _, leader, id) return barred(view, leader, id) end,
}

--- How far a leader is from a unit, in inches: 0 with it; nil where he has no place, or is with the enemy's side.
function M.distance(view, leader, id)
  if view:leader(leader).with == id then return 0 end
  if not view:told() and not (view:leader(leader).base and view:unit(id).base) then return nil end
  return view:fact("leader_distance", leader, id)
end

--- Is a unit in a leader's radius (Man 3)?
function M.within(view, leader, id)
  local far = M.distance(view, leader, id)
  if not far then return false end
  local most = view.rules.constant.command_radius
  local blocked = far > 0 and far <= most and view:fact("command_blocked", leader, id)
  return view:figure("command.in_radius", { distance_in = far, blocked = blocked or false }, leader, id).in_radius
end

--- The commander of a side's army; nil when he has fallen.
---@return string?
function M.chief(view, side) return view:some_leader(side, function(leader) return leader.rank == "army" end) end

--- What is asked of a side's general, and who he is; without any it has an ordinary one.
function M.general(view, side)
  local id = M.chief(view, side)
  local leader = id and view:leader(id) or {}
  return {
    general = leader.general or "other_general", with_berthier = leader.with_berthier or false,
    attached = leader.with ~= nil or leader.joined ~= nil,
  }, id
end

--- The leaders of a unit's chain of command who are there, the lowest first; the army's commander is the last.
---@return string[]
function M.chain(view, id)
  local unit, list = view:unit(id), {}
  for _, formation in ipairs(unit.formation and view:chain(unit.formation) or {}) do
    local commander = view:formation(formation).commander
    if view:fit(commander) and not lists.has(list, commander) then list[#list + 1] = commander end
  end
  local chief = M.chief(view, unit.side)
  if chief and not lists.has(list, chief) then list[#list + 1] = chief end
  return list
end

--- May a leader lead that unit: is it of his chain? That of an ADC or an artillery commander is the formation that he
--- belongs to, or the army (GB 3).
function M.leads(view, leader, id)
  local node = view:leader(leader)
  if lists.has(M.chain(view, id), leader) then return true end
  if not (node.imperial_adc or node.gunner) then return false end
  return not node.formation or view:belongs(view:unit(id).formation, node.formation)
end

--- R86, R93: those who move a battery, engineers or the band: the leaders of its chain, and an artillery commander of
--- it; of engineers the one who controls them.
local function masters(view, id)
  local unit = view:unit(id)
  if unit.controller then return { unit.controller } end
  local list = M.chain(view, id)
  for leader, node in view:fit_leaders(unit.side) do
    local any = view.rules.option.any_leader_moves_guns or node.gunner and M.leads(view, leader, id)
    if any and army.battery(unit) and not lists.has(list, leader) then list[#list + 1] = leader end
  end
  return list
end

--- Why a battery, engineers or the band may not move: nobody who leads them has them in his radius.
function M.refuse(view, id)
  local attached = view:unit(id).attached_to and not view.rules.option.attached_need_leaders
  if army.brigade(view:unit(id)) or attached then return nil end -- R136
  for _, leader in ipairs(masters(view, id)) do
    if view:fit(leader) and M.within(view, leader, id) then return nil end
  end
  return refuse("unit", "is out of command: no leader of its chain has it in his radius", "RM 7, Add 1, R86, R93")
end

return M
