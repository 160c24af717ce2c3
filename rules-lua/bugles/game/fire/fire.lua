-- How to Fire, When to Fire: stands, guns and machine guns fire in their own fire phase and in return.

local aim <const>, allocation <const>, army <const> = use("game/fire/aim", "game/fire/allocation", "game/army/units")
local leaders <const>, removal <const> = use("game/command/leaders", "game/army/removal")
local shots <const> = use "game/fire/shots"

local M <const> = {}

-- ---- why not --------------------------------------------------------------------------------------------------------

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
    return refuse("leader", "is not on the table", "Danger to Leaders")
  end
  local args = { sniper_firing = sniper or false, nearest_friend_mm = view:fact("leader_alone", leader) }
  if view:ask("leader.targetable", args, leader).targetable then return nil end
  return refuse("leader", "is too near his stands to be singled out", "Danger to Leaders")
end

--- What is at fault with a target, as the fault of another argument.
local function refuse_for(arg, fault) return refuse(arg, fault.message:gsub("^%S+ ", ""), fault.cite) end

--- What one stand fires at its target: the shot, or why it cannot.
local function shot_of(view, id, cmd, phase)
  local target, stands, how = cmd.target or cmd.leader, nil, nil
  local fault = aim.refuse_firer(view, id)
  if phase == "return" and view.rules.option.only_hit_stands_return_fire and not view:unit(id).fire_loss then
    fault = fault or refuse("unit", "has not been hit", "When to Fire, R109")
  end
  if not fault then fault, how = shots.how(view, id, cmd, phase) end
  if fault then return fault end
  if cmd.target and not army.crewed(view:unit(id)) then
    stands = aim.stands_hit(view, id, target)
    target = stands[1] or target
  end
  fault = aim.at(view, id, target)
  if fault then return fault end
  if stands and not stands[1] then return refuse("target", "cannot be reached, nor its group", "R126") end
  for _, other in ipairs(cmd.also or {}) do
    fault = aim.at(view, id, other)
    if fault then return refuse_for("also", fault) end
  end
  return shots.shot(view, id, target, how, stands)
end

--- Why those besides a command's first cannot go with it.
local function refuse_others(view, cmd)
  local crewed, also = army.crewed(view:unit(cmd.unit)), cmd.also or {}
  if #also > 0 then
    local ids, dice = { cmd.target, table.unpack(also) }, view.rules.tables.fire_dice("machine_gun", "normal")
    if view:unit(cmd.unit).arm ~= "machine_gun" or not cmd.target then
      return refuse("also", "is for a machine gun", "Machineguns")
    elseif #also >= dice or not view:told() and #view:together(ids, tabletop.TOUCH) < #ids then
      return refuse("also", ("must be 1 to %d stands, all of which touch"):format(dice - 1), "Machineguns")
    end
  end
  local seen = { [cmd.unit] = true }
  for _, id in ipairs(cmd.with or {}) do
    if crewed or army.crewed(view:unit(id)) or seen[id] then
      return refuse("with", "must be other stands with small arms: guns fire alone", "R127")
    end
    seen[id] = true
  end
end

--- Why a command names no stand or leader, or both, or one that is not there.
function M.refuse_target(view, cmd, cite)
  if (cmd.target == nil) == (cmd.leader == nil) then
    return refuse("target", "or a leader is to be named", cite)
  elseif cmd.target and not tabletop.present(view:unit(cmd.target)) then
    return refuse("target", "is not on the table", cite)
  end
end

--- All that fires in one act at one target, and why not.
function M.plan(view, cmd, phase)
  if view:unit(cmd.unit).arm == "sniper" then return refuse("unit", "is a sniper: snipe", "Snipers") end
  local fault = M.refuse_target(view, cmd, "How to Fire") or refuse_others(view, cmd)
    or cmd.leader and M.refuse_leader(view, cmd.leader)
  if fault then return fault end
  local found = {}
  for i, id in ipairs { cmd.unit, table.unpack(cmd.with or {}) } do
    fault, found[i] = shot_of(view, id, cmd, phase)
    if fault then return i == 1 and fault or refuse_for("with", fault) end
  end
  return nil, found
end

-- ---- an act of fire -------------------------------------------------------------------------------------------------

--- The stands that any of the firers reach, the nearest first.
local function reached(play, found)
  local ids, away = {}, {}
  for _, shot in ipairs(found) do
    for i, id in ipairs(shot.stands) do
      local mm = play:told() and i or play:fact("fire_range", shot.id, id)
      if not away[id] then ids[#ids + 1] = id end
      away[id] = math.min(away[id] or mm, mm)
    end
  end
  return lists.least_first(ids, away)
end

--- One act of fire: all dice, then all losses.
function M.act(play, found)
  local first, hits = found[1], 0
  for _, shot in ipairs(found) do removal.reveal(play, shot.id) end
  for _, shot in ipairs(found) do hits = hits + shots.fire(play, shot) end
  if first.stands then
    allocation.share(play, hits, reached(play, found), { by = first.id, cite = first.cite or "Removing Casualties" })
  elseif hits > 0 and not play.state.units[first.target] then
    play:tell("leader_shot", { leader = first.target, unit = first.id, cite = "Danger to Leaders, R40" })
    leaders.fallen(play, first.target)
  end
end

--- What the players allow though the rules are against it: the shot as far as it can be asked.
local function overruled(play, cmd, phase)
  local unit, target = play:unit(cmd.unit), cmd.target or cmd.leader
  local fault, how = shots.how(play, cmd.unit, cmd, phase)
  if fault or not target or not aim.reach(play, unit) then return nil end
  local shot
  fault, shot = shots.shot(play, cmd.unit, target, how, cmd.target and not army.crewed(unit) and { target } or nil)
  return not fault and { shot } or nil
end

-- ---- the commands ---------------------------------------------------------------------------------------------------

--- The modes in which a stand may fire, those with most dice first.
function M.modes(unit, phase, mm, rules)
  if unit.arm == "gun" then
    local near = mm <= rules.constant.canister_range and (unit.canister or 0) > 0
    return near and { "canister", "solid" } or { "solid" }
  end
  local volley = unit.kind == "regular" and phase == "own" and unit.arm ~= "machine_gun" and unit.moved == nil
    and unit.drill ~= "skirmish"
  return { volley and "vrf" or "normal" }
end

--- The shots of single stands; a machine gun shares its dice with one that touches its target.
---@param of string? of that stand alone
---@param at table<string, true>? at these targets alone
local function shots_alone(view, side, of, phase, at)
  local list = {}
  for id, unit in proposals.units(view, side, of) do
    local fires = unit.arm ~= "sniper" and not view:unasked(aim.refuse_firer, view, id)
    for _, one in ipairs(fires and aim.targets(view, id, at) or {}) do
      local function offer(mode, also)
        local cmd = { unit = id, target = one.id, also = also, text = one.text, score = one.score }
        cmd.mode = mode ~= "normal" and mode or nil
        if not view:unasked(M.plan, view, cmd, phase) then list[#list + 1] = cmd end
      end
      for _, mode in ipairs(M.modes(unit, phase, one.mm, view.rules)) do offer(mode) end
      local beside = unit.arm == "machine_gun" and view:unasked(army.in_contact_friends, view, one.id)
      for _, other in ipairs(beside or {}) do
        if view.state.units[other] then offer("normal", { other }) end
      end
    end
  end
  return list
end

local function targets_of(list)
  local set = {}
  for _, cmd in ipairs(list) do set[cmd.target] = true end
  return set
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
    check = function(view, cmd) return M.plan(view, cmd, phase) end,
    run = function(play, cmd, found)
      found = found or overruled(play, cmd, phase)
      if found then return M.act(play, found) end
      play:tell("cannot_fire", { unit = cmd.unit, say = "no target, or no weapon", cite = "How to Fire" })
    end,
    proposals = function(view, side, of)
      local crewed = of and view.state.units[of] and army.crewed(view:unit(of))
      local own = of and shots_alone(view, side, of, phase)
      local alone = crewed and own or shots_alone(view, side, nil, phase, own and targets_of(own))
      return best_first(lists.filter(lists.append(shots_together(view, alone), alone), function(cmd)
        return not of or cmd.unit == of or lists.has(cmd.with, of)
      end))
    end,
  }
  prospect(name) { {
    tells = "hits", says = "mean %s hits",
    each = function(view, cmd)
      local fault, found = M.plan(view, cmd, phase)
      local list = {}
      for i, shot in ipairs(not fault and found or {}) do
        list[i] = { by = shot.procedure, args = shot.args, who = shot.id, target = shot.target }
      end
      return list
    end,
  } }
end

firing("fire", "own", "A stand, gun or machine gun fires at the enemy, with others or alone.")
firing("return_fire", "return", "The same of the other side, in return.")

return M
