-- Scores to Hit, Artillery, Canister, Machineguns, Reduction of Cover: what each weapon is asked as it fires, and what
-- its fire does.

local army <const>, rays <const>, removal <const> = use("game/army/units", "game/fire/rays", "game/army/removal")
local troops <const> = use "troops"

local M <const> = {}

-- ---- the question ---------------------------------------------------------------------------------------------------

--- What is fired in a mode by each arm; all else is refused.
local MODES <const> = {
  gun = { normal = "solid", solid = "solid", canister = "canister" }, machine_gun = { normal = "normal" },
  small_arms = { normal = "normal", vrf = "vrf" },
}

--- Removing Casualties R108: figures that fire in return, before or after the losses come off.
local function figures(view, unit, phase)
  local lost = phase == "return" and unit.fire_loss or 0
  if lost == 0 then return unit.figures end
  local first = view:ask("fire.return_order", { hit_unit_moved = unit.moved ~= nil }, unit.id).casualties_first
  return first and unit.figures or math.min(army.full(view, unit), unit.figures + lost)
end

--- The range of a shot; point blank in defensive fire has none (R134).
local function range(view, id, target, how)
  return how.phase ~= "defensive" and (how.range_mm or view:fact("fire_range", id, target)) or nil
end

--- What a target is to fire, as the questions of all weapons have it; a leader is a single figure (R40).
---@return table args
---@return string? by the area or line that covers it
local function target_args(view, id, target)
  local unit = view.state.units[target]
  if not unit then return { cover = "none", target_skirmish = true } end
  local cover, by = view:fact("cover", target, id)
  return {
    cover = cover, target_skirmish = unit.drill == "skirmish" or unit.arm == "sniper",
    target_deep = view:fact("target_deep", id, target),
  }, by
end

--- Is a target on significantly higher ground than a gun?
local function higher(view, id, target)
  return view.state.units[target] ~= nil and (view:fact("higher_ground", id, target))
end

local function small_arms(view, unit, target, how)
  local args, moved = target_args(view, unit.id, target), unit.moved ~= nil
  args.phase, args.vrf, args.fire_dice = how.phase, how.mode == "vrf", how.dice
  args.mounted = unit.arm == "mounted" and (moved and "moving" or "halted") or "none"
  args.full_figures, args.figures = army.full(view, unit), figures(view, unit, how.phase)
  args.formation = unit.drill == "square" and "close_order" or unit.drill
  args.moved, args.range_mm = moved, range(view, unit.id, target, how)
  return "fire.small_arms", args
end

--- The targets of a machine gun and its dice at each: all dice at all that its beaten zone touches; else all at one, or
--- `how.dice` at the first and the rest at those of `how.also`.
---@return string[] targets
---@return integer[] shares
local function shared(view, id, target, how)
  local also, targets, shares = how.also or {}, { target }, {}
  if how.phase == "defensive" then return targets, shares end
  if view.state.units[target] and rays.plunges(view, id, target) then
    return lists.append(targets, view:fact("beaten_zone", id, target)), shares
  end
  if #also == 0 then return targets, shares end
  local total = view.rules.tables.fire_dice("machine_gun", "normal")
  shares[1] = how.dice or total - #also
  for i = 1, #also do shares[i + 1] = (total - shares[1] + #also - i) // #also end
  return lists.append(targets, also), shares
end

local function machine_gun(view, unit, target, how)
  local id, defensive = unit.id, how.phase == "defensive"
  local other = view:ask("artillery.crew", {
    unit = "machine_gun", crew = unit.figures, non_gunners = unit.non_gunners or 0,
  }, id).counts_as_other
  local targets, shares = shared(view, id, target, how)
  local args = {
    kind = other and not defensive and "irregular" or unit.kind, class = other and "c" or unit.class,
    crew = figures(view, unit, how.phase), defensive = defensive, targets = {},
    target_higher = higher(view, id, target) or nil,
  }
  how.targets = targets
  for i, one in ipairs(targets) do
    local given = target_args(view, id, one)
    given.range_mm, given.dice = range(view, id, one, how), shares[i]
    given.behind = rays.behind(view, id, one) ~= nil or nil
    args.targets[i] = given
  end
  return "mg.fire", args
end

local function gun(view, unit, target, how)
  local id, args = unit.id, target_args(view, unit.id, target)
  args.kind = unit.kind == "regular" and "regular" or "irregular"
  args.crew = figures(view, unit, how.phase)
  args.defensive, args.target_higher = how.phase == "defensive", higher(view, id, target) or nil
  args.range_mm = range(view, id, target, how)
  if how.mode == "canister" then
    args.canister_rounds, args.second_stand = unit.canister, rays.behind(view, id, target) ~= nil
    return "artillery.canister", args
  end
  args.solid_rounds, args.follow_on = unit.solid, how.follow_on
  return "artillery.fire", args
end

local ASKS <const> = { gun = gun, machine_gun = machine_gun }

--- What a stand's fire at a target is asked: the procedure and its arguments. `how`: { phase, mode, dice }, of machine
--- guns { also }, which get their targets, of a shot that goes on { follow_on, range_mm }.
---@return string procedure
---@return table args
function M.question(view, id, target, how)
  local unit = view:unit(id)
  local procedure, args = (ASKS[unit.arm] or small_arms)(view, unit, target, how)
  return procedure, view:question(procedure, id, args)
end

--- Which argument of a command a fault of a question is about.
local ARG <const> = {
  vrf = "mode", fire_dice = "dice", range_mm = "target", solid_rounds = "mode", canister_rounds = "mode", dice = "dice",
}

--- Why that fire cannot be asked, or nil.
function M.refuse(view, procedure, args)
  local fault = view.rules.fault(procedure, args)
  return fault and refuse(ARG[fault.arg:match "[^.]+$"] or "unit", fault.message, "Scores to Hit") or nil
end

--- How a command has a stand fire; why its arm does not fire in that mode.
---@return limber.Refusal?
---@return table how
function M.how(view, id, cmd, phase)
  local arm = view:unit(id).arm
  local how = { phase = phase, mode = (MODES[arm] or MODES.small_arms)[cmd.mode or "normal"], dice = cmd.dice }
  how.also = cmd.also
  return not how.mode and refuse("mode", ("is not for a %s"):format(plain(arm)),
    "Volleys, Artillery Ammunition, R129") or nil, how
end

--- A stand's shot at a target, or why it cannot be fired.
---@param stands string[]? of small arms: those that lose the figures, the nearest first
---@return limber.Refusal?
---@return { id: string, target: string, how: table, stands: string[]?, procedure: string, args: table } shot
function M.shot(view, id, target, how, stands)
  local procedure, args = M.question(view, id, target, how)
  return M.refuse(view, procedure, args),
    { id = id, target = target, how = how, stands = stands, procedure = procedure, args = args }
end

-- ---- what it does ---------------------------------------------------------------------------------------------------

--- Tells what so many dice did to a target, and adds its losses to those of the shot: `one` has needed, modifiers and
--- hits.
local function struck(play, shot, target, mm, dice, one)
  play:tell("fires", {
    unit = shot.id, target = target, range = mm and (", %d mm"):format(mm) or "", dice = counted(dice, "die", "dice"),
    need = one.needed, why = because(one.modifiers), say = one.hits == 0 and "no hit" or counted(one.hits, "hit"),
    cite = "Scores to Hit",
  })
  if one.hits == 0 or not play.state.units[target] then return end
  local known = lists.find(shot.losses, function(loss) return loss.id == target end)
  if known then
    known.lost = known.lost + one.hits
  else
    shot.losses[#shot.losses + 1] = { id = target, lost = one.hits }
  end
end

--- The same of the stand behind it, which takes the same dice at the same score (R146, R155).
local function struck_behind(play, shot, target, dice, one)
  struck(play, shot, rays.behind(play, shot.id, target), nil, dice,
    { needed = one.needed, modifiers = one.modifiers, hits = one.hits_behind })
end

--- Is a stand one that fire can hit: on the table, and with a crew if it is a gun?
local function there(view, id)
  local unit = view:unit(id)
  return tabletop.present(unit) and (unit.figures > 0 or not army.crewed(unit))
end

--- Solid shot that hit somebody behind it strikes what covers him.
local function strike(play, by, cover, weight, hits)
  local node = by and play:piece(by)
  if not node or node.neutralized or hits == 0 then return end
  local key, question = weight .. "_hits", { cover = cover, agreed_hits = node.agreed_hits }
  if not node.struck then play:set(node, "struck", {}) end
  play:set(node.struck, key, (node.struck[key] or 0) + hits)
  for name, value in next, node.struck do question[name] = value end
  local result = play:ask("artillery.cover_reduction", question)
  play:tell(result.neutralized and "cover_gone" or "cover_struck", {
    what = play:called(by), say = ("%d of %d hits"):format(result.points, result.needed),
    cite = "Reduction of Cover, R156",
  })
  if result.neutralized then play:set(node, "neutralized", true) end
end

--- Solid shot strikes the cover of its target and those on its line behind it, or in its beaten zone (R150, R152); in
--- defensive fire it does not go on (R151).
local function goes_on(play, shot, hits)
  local id, args = shot.id, shot.args
  local _, by = target_args(play, id, shot.target)
  strike(play, by, args.cover, args.gun, hits)
  for _, one in ipairs(args.defensive and {} or rays.further(play, id, shot.target, args.range_mm, hits == 0)) do
    local how = { phase = shot.how.phase, follow_on = true, range_mm = one.mm }
    local fault, again = M.shot(play, id, one.id, how)
    if there(play, one.id) and not fault then
      local hit = play:resolve(again.procedure, again.args, id, one.id)
      struck(play, shot, one.id, one.mm, hit.dice_count, hit)
    end
  end
end

--- What the throw of each procedure does.
local EFFECTS <const> = {
  ["fire.small_arms"] = function(play, shot, result)
    struck(play, shot, shot.target, shot.args.range_mm, result.dice_count, result)
  end,
  ["mg.fire"] = function(play, shot, result)
    for i, one in ipairs(result.results) do
      local target = shot.how.targets[i]
      struck(play, shot, target, shot.args.targets[i].range_mm, one.dice, one)
      if one.hits_behind > 0 then struck_behind(play, shot, target, one.dice, one) end
    end
  end,
  ["artillery.fire"] = function(play, shot, result)
    play:set(play:unit(shot.id), "solid", result.solid_rounds_left)
    struck(play, shot, shot.target, shot.args.range_mm, result.dice_count, result)
    if play.state.units[shot.target] then goes_on(play, shot, result.hits) end
  end,
  ["artillery.canister"] = function(play, shot, result)
    play:set(play:unit(shot.id), "canister", result.canister_rounds_left)
    struck(play, shot, shot.target, shot.args.range_mm, result.dice_count, result)
    if result.penetrates then struck_behind(play, shot, shot.target, result.dice_count, result) end
  end,
}

--- Fires a shot: throws, and takes the losses, but those that stands hit by small arms share.
---@return integer hits on what it was fired at
function M.fire(play, shot)
  local unit, result = play:unit(shot.id), play:resolve(shot.procedure, shot.args, shot.id, shot.target)
  if shot.how.phase ~= "free_shot" then
    play:set(unit, shot.how.phase == "defensive" and "fired_defensively" or "fired", true)
  end
  if result.fired == false then
    play:tell("misfires", { unit = shot.id, roll = play:dice(), cite = "Native Artillery" })
    return 0
  end
  local fired = { id = shot.id, target = shot.target, how = shot.how, args = shot.args, losses = {} }
  EFFECTS[shot.procedure](play, fired, result)
  if #fired.losses > 0 and not shot.stands then
    local battery = unit.arm == "gun" or unit.mg and play.rules.option.machine_guns_counter_battery or false
    removal.fire_losses(play, fired.losses, {
      by = shot.id, cite = "Removing Casualties", counter_battery = battery or nil, -- R247
      elite_firers = unit.arm == "gun" and troops.elite(unit) and 2 * (unit.non_gunners or 0) <= unit.figures,
    })
  end
  return result.results and result.results[1].hits or result.hits
end

return M
