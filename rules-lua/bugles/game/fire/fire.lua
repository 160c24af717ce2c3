-- How to Fire, When to Fire: stands, guns and machine guns fire in their own fire phase and in return.

local aim <const> = use "game/fire/aim"
local allocation <const> = use "game/fire/allocation"
local army <const> = use "game/army/units"
local guns <const> = use "game/fire/guns"
local leaders <const> = use "game/command/leaders"
local machine_guns <const> = use "game/fire/machine_guns"
local removal <const> = use "game/army/removal"
local shots <const> = use "game/fire/shots"

story {
  leader_shot = "{leader} [falls] to the fire of {unit}.",
  cannot_fire = "{unit} cannot fire: {say}.",
}

local M <const> = {}

--- What is fired in a mode by each arm; all else is refused.
local MODES <const> = {
  gun = { normal = "solid", solid = "solid", canister = "canister" }, machine_gun = { normal = "normal" },
  small_arms = { normal = "normal", vrf = "vrf" },
}

local function mode_of(unit, mode) return (MODES[unit.arm] or MODES.small_arms)[mode or "normal"] end

fact "leader_alone" {
  ask = "How far is {1} from the nearest stand of his side, in mm?", unit = "mm", int "distance" { 0 }, suggest = 0,
  measured = function(view, _, leader)
    local node = view:leader(leader)
    local _, um = view:nearest_unit(node.base, node.side)
    return um and geometry.round_mm(um, "up") or 100000
  end,
}

--- Danger to Leaders: only snipers single out a leader who is near his stands.
function M.refuse_leader(view, leader, sniper)
  if not view:fit(leader) or not (view:told() or view:leader(leader).base) then
    return refuse("leader", "is not on the table", { cite = "Danger to Leaders" })
  end
  local args = { sniper_firing = sniper or false, nearest_friend_mm = view:fact("leader_alone", leader) }
  if view:ask("leader.targetable", args, leader).targetable then return nil end
  return refuse("leader", "is too near his stands to be singled out", { cite = "Danger to Leaders" })
end

--- What one stand fires at its target: the shot, or why it cannot.
---@return limber.Refusal?
---@return { id: string, target: string, how: table, procedure: string, args: table, stands: string[]? }?
local function shot_of(view, id, cmd, phase)
  local unit, target = view:unit(id), cmd.target or cmd.leader
  local fault = aim.refuse_firer(view, id)
  if fault then return fault end
  local how = { phase = phase, mode = mode_of(unit, cmd.mode), dice = cmd.dice }
  if not how.mode then
    return refuse("mode", ("is not for a %s"):format(plain(unit.arm)), { cite = "Volleys Artillery Ammunition R129" })
  end
  local shot = { id = id, target = target, how = how }
  if cmd.target and not army.crewed(unit) then
    shot.stands = aim.stands_hit(view, id, target)
    shot.target = shot.stands[1] or target
  end
  fault = aim.at(view, id, shot.target)
  if fault then return fault end
  if unit.arm == "machine_gun" then
    how.targets, how.shares = machine_guns.shared(view, id, target, cmd.also or {}, cmd.dice)
    for i = 2, how.shares and #how.targets or 1 do
      fault = aim.at(view, id, how.targets[i])
      if fault then return refuse("also", fault.message:gsub("^%S+ ", ""), { cite = fault.cite }) end
    end
  end
  shot.procedure, shot.args = shots.question(view, id, shot.target, how)
  return shots.refuse(view, shot.procedure, shot.args), shot
end

--- Why those besides a command's first cannot go with it.
local function refuse_others(view, cmd)
  local crewed, also = army.crewed(view:unit(cmd.unit)), cmd.also or {}
  if #also > 0 then
    local ids = { cmd.target, table.unpack(also) }
    if view:unit(cmd.unit).arm ~= "machine_gun" or not cmd.target then
      return refuse("also", "is for a machine gun", { cite = "Machineguns" })
    elseif #also > 2 or not view:told() and #view:together(ids, tabletop.TOUCH) < #ids then
      return refuse("also", "must be one or two stands, all of which touch", { cite = "Machineguns" })
    end
  end
  local seen = { [cmd.unit] = true }
  for _, id in ipairs(cmd.with or {}) do
    if crewed or army.crewed(view:unit(id)) or seen[id] then
      return refuse("with", "must be other stands with small arms: guns fire alone", { cite = "R127" })
    end
    seen[id] = true
  end
end

--- All that fires in one act at one target, and why not.
local function plan(view, cmd, phase)
  if (cmd.target == nil) == (cmd.leader == nil) then
    return refuse("target", "or a leader is to be named", { cite = "How to Fire" })
  end
  if view:unit(cmd.unit).arm == "sniper" then return refuse("unit", "is a sniper: snipe", { cite = "Snipers" }) end
  if cmd.target and not tabletop.present(view:unit(cmd.target)) then
    return refuse("target", "is not on the table", { cite = "How to Fire" })
  end
  local fault = refuse_others(view, cmd) or cmd.leader and M.refuse_leader(view, cmd.leader)
  if fault then return fault end
  local found = {}
  for i, id in ipairs { cmd.unit, table.unpack(cmd.with or {}) } do
    local shot
    fault, shot = shot_of(view, id, cmd, phase)
    if fault then return i == 1 and fault or refuse("with", fault.message:gsub("^%S+ ", ""), { cite = fault.cite }) end
    found[i] = shot
  end
  return nil, found
end

--- The stands that any of the firers reach, the nearest first.
local function reached(play, found)
  local list, near = {}, {}
  for _, shot in ipairs(found) do
    for i, id in ipairs(shot.stands) do
      local mm = play:told() and i or play:fact("fire_range", shot.id, id)
      if not near[id] then list[#list + 1] = id end
      near[id] = math.min(near[id] or mm, mm)
    end
  end
  table.sort(list, function(a, b) return near[a] < near[b] or near[a] == near[b] and a < b end)
  return list
end

--- One act of fire: all dice, then all losses.
function M.act(play, found)
  local first, hits = found[1], 0
  local arm = play:unit(first.id).arm
  for _, shot in ipairs(found) do removal.reveal(play, shot.id) end
  if arm == "gun" then
    hits = guns.fire(play, first.id, first.target, first.how)
  elseif arm == "machine_gun" then
    hits = machine_guns.fire(play, first.id, first.target, first.how)
  else
    for _, shot in ipairs(found) do
      local result = play:resolve(shot.procedure, shot.args, shot.id, shot.target)
      shots.tell(play, shot.id, shot.target, shot.args.range_mm, result.dice_count, result)
      shots.fired(play, shot.id, shot.how.phase)
      hits = hits + result.hits
    end
  end
  if not play.state.units[first.target] then
    if hits == 0 then return end
    play:tell("leader_shot", { leader = first.target, unit = first.id, cite = "Danger to Leaders R40" })
    return leaders.fallen(play, first.target)
  end
  if first.stands then
    allocation.share(play, hits, reached(play, found), { by = first.id, cite = "Removing Casualties" })
  end
end

--- What the players allow though the rules are against it: the shot as far as it can be asked.
function M.overruled(play, cmd, phase)
  local unit, target = play:unit(cmd.unit), cmd.target or cmd.leader
  if not target or not aim.reach(play, unit) or not mode_of(unit, cmd.mode) then return nil end
  local how = { phase = phase, mode = mode_of(unit, cmd.mode), dice = cmd.dice }
  if unit.arm == "machine_gun" then how.targets, how.shares = machine_guns.shared(play, cmd.unit, target, {}, nil) end
  local procedure, args = shots.question(play, cmd.unit, target, how)
  if play.rules.fault(procedure, args) then return nil end
  local stands = cmd.target and not army.crewed(unit) and { target } or nil
  return { { id = cmd.unit, target = target, how = how, procedure = procedure, args = args, stands = stands } }
end

local function run(phase)
  return function(play, cmd, found)
    found = found or M.overruled(play, cmd, phase)
    if found then return M.act(play, found) end
    play:tell("cannot_fire", { unit = cmd.unit, say = "no target, or no weapon", cite = "How to Fire" })
  end
end

--- How good a shot is: about the figures that it hits, in hundredths.
local function worth(args)
  local score = args.kind == "regular" and 4 or 8
  local far = (args.range_mm or 0) > 200 and 2 or 0
  return math.max(5, 10 * (11 - math.min(10, score + far + (args.cover ~= "none" and 1 or 0))))
end

--- The modes in which a stand may fire, those with most dice first.
local function modes_of(unit, phase, mm, rules)
  if unit.arm == "gun" then
    local near = mm <= rules.constant.canister_range and (unit.canister or 0) > 0
    return near and { "canister", "solid" } or { "solid" }
  end
  local volley = unit.kind == "regular" and phase == "own" and unit.arm ~= "machine_gun" and unit.moved == nil
    and unit.drill ~= "skirmish"
  return volley and { "vrf" } or { "normal" }
end

--- The stands over which a machine gun may share its dice besides its target: none, or one that touches it.
local function sharing(view, unit, target)
  local choices = { {} }
  for _, id in ipairs(unit.arm == "machine_gun" and not view:told() and army.in_contact_friends(view, target) or {}) do
    if view.state.units[id] then choices[#choices + 1] = { id } end
  end
  return choices
end

--- The shots of single stands.
local function shots_alone(view, side, of, phase)
  local list = {}
  local function offer(cmd, unit, mm)
    local fault, found = nil, nil
    if not view:told() then fault, found = plan(view, cmd, phase) end
    if fault then return end
    cmd.score = found and worth(found[1].args) or 0
    cmd.text = found and ("%d mm of %d mm"):format(mm, aim.reach(view, unit)) or "if it is in reach"
    list[#list + 1] = cmd
  end
  for id, unit in proposals.units(view, side, of) do
    local fires = unit.arm ~= "sniper" and not aim.refuse_firer(view, id, { listed = true })
    for _, one in ipairs(fires and aim.targets(view, id) or {}) do
      for _, mode in ipairs(modes_of(unit, phase, one.mm, view.rules)) do
        for _, also in ipairs(sharing(view, unit, one.id)) do
          local cmd = { unit = id, target = one.id, mode = mode ~= "normal" and mode or nil }
          cmd.also = #also > 0 and also or nil
          offer(cmd, unit, one.mm)
        end
      end
    end
  end
  return list
end

--- What stands with small arms may fire together, each of whom may alone: at one target, in one mode.
local function shots_together(view, alone)
  local list, by = {}, {}
  for _, cmd in ipairs(alone) do
    local key = not army.crewed(view:unit(cmd.unit)) and cmd.target .. " " .. (cmd.mode or "")
    local all = key and (by[key] or { unit = cmd.unit, target = cmd.target, mode = cmd.mode, with = {}, score = 0 })
    if all then
      if all.unit ~= cmd.unit then all.with[#all.with + 1] = cmd.unit end
      if #all.with == 1 then list[#list + 1] = all end
      by[key], all.score = all, all.score + cmd.score
      all.text = ("%d stands together"):format(#all.with + 1)
    end
  end
  return list
end

local function proposals_in(phase)
  return function(view, side, of)
    local crewed = of and view.state.units[of] and army.crewed(view:unit(of))
    local list = shots_alone(view, side, crewed and of or nil, phase)
    local all = shots_together(view, list)
    table.move(list, 1, #list, #all + 1, all)
    return best_first(lists.filter(all, function(cmd)
      return not of or cmd.unit == of or cmd.with ~= nil and lists.has(cmd.with, of)
    end))
  end
end

local function firing(name, phase, doc)
  command(name) {
    cite = "How to Fire", doc = doc,
    args = {
      unit "unit" { "own" }, unit "target" { "enemy", optional = true }, leader "leader" { "enemy", optional = true },
      enum "mode" {
        "normal", "vrf", "solid", "canister", default = "normal", doc = "vrf: volley or rapid fire; the others of guns",
      },
      int "dice" { 1, 4, optional = true, doc = "fewer than it has; of a machine gun that shares: at the target" },
      units "with" { "own", default = {}, doc = "others with small arms who fire at the same" },
      units "also" { "enemy", default = {}, doc = "stands over which a machine gun shares its dice" },
    },
    check = function(view, cmd) return plan(view, cmd, phase) end,
    run = run(phase), proposals = proposals_in(phase),
  }
end

firing("fire", "own", "A stand, gun or machine gun fires at the enemy, with others or alone.")
firing("return_fire", "return", "The same of the other side, in return.")

--- What a shot promises that such a procedure judges.
local function promise(procedure, phase)
  return {
    by = procedure, tells = "hits", says = "mean %s hits",
    args = function(view, cmd)
      local fault, found
      if not view:told() then fault, found = plan(view, cmd, phase) end
      if fault or not found or found[1].procedure ~= procedure then return nil end
      return found[1].args, cmd.unit, found[1].target
    end,
  }
end

local function promises(phase)
  return {
    promise("fire.small_arms", phase), promise("mg.fire", phase), promise("artillery.fire", phase),
    promise("artillery.canister", phase),
  }
end

prospect "fire" (promises "own")
prospect "return_fire" (promises "return")

--- May a stand fire now?
function M.eligible(view, id, how) return aim.refuse_firer(view, id, how) == nil end

M.plan, M.mode_of = plan, mode_of

return M
