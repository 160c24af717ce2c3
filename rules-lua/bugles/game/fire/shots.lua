-- Scores to Hit, Artillery, Machineguns: what each weapon is asked as it fires, and how that is told.

local army <const> = use "game/army/units"
local cover <const> = use "game/fire/cover"

story {
  fires = "{unit} [fires] at {target}{range}: {dice}, {need}+ needed{why}: {say}.",
  misfires = "{unit} [does] not fire: {roll} thrown.",
}

local M <const> = {}

--- Removing Casualties R108: figures that fire in return, before or after the losses come off.
local function figures(view, unit, phase)
  local lost = phase == "return" and unit.fire_loss or 0
  if lost == 0 then return unit.figures end
  local first = view:ask("fire.return_order", { hit_unit_moved = unit.moved ~= nil }, unit.id).casualties_first
  return first and unit.figures or math.min(army.full(unit), unit.figures + lost)
end

local function small_arms(view, id, target, how)
  local unit, defensive = view:unit(id), how.phase == "defensive"
  local moved = unit.moved ~= nil
  local args = cover.target_args(view, id, target)
  args.kind, args.class, args.weapon, args.loading = unit.kind, unit.class, unit.weapon, unit.loading
  args.phase, args.vrf, args.fire_dice = how.phase, how.mode == "vrf", how.dice
  args.mounted = unit.arm == "mounted" and (moved and "moving" or "halted") or "none"
  args.full_figures, args.figures = army.full(unit), figures(view, unit, how.phase)
  args.formation = unit.drill == "square" and "close_order" or unit.drill
  args.moved, args.skilled = moved, unit.skilled
  args.range_mm = not defensive and view:fact("fire_range", id, target) or nil
  return "fire.small_arms", args
end

local function machine_gun(view, id, target, how)
  local unit, defensive = view:unit(id), how.phase == "defensive"
  local other = view:ask("artillery.crew", {
    unit = "machine_gun", crew = unit.figures, non_gunners = unit.non_gunners or 0,
  }, id).counts_as_other
  local args = {
    mg = unit.mg, kind = other and not defensive and "irregular" or unit.kind, class = other and "c" or unit.class,
    crew = figures(view, unit, how.phase), defensive = defensive, targets = {},
    target_higher = cover.higher(view, id, target) or nil,
  }
  for i, one in ipairs(how.targets or { target }) do
    local range = not defensive and view:fact("fire_range", id, one) or nil
    local given = cover.target_args(view, id, one)
    given.range_mm, given.dice = range, how.shares and how.shares[i]
    given.behind = view.state.units[one] ~= nil and cover.behind(view, id, one) ~= nil or nil
    args.targets[i] = given
  end
  return "mg.fire", args
end

local function gun(view, id, target, how)
  local unit, defensive = view:unit(id), how.phase == "defensive"
  local args = cover.target_args(view, id, target)
  args.kind = unit.kind == "regular" and "regular" or "irregular"
  args.class, args.gun, args.ordnance, args.howitzer = unit.class, unit.gun, unit.ordnance, unit.howitzer
  args.crew, args.non_gunners = figures(view, unit, how.phase), unit.non_gunners
  args.defensive, args.target_higher = defensive, cover.higher(view, id, target) or nil
  args.range_mm = not defensive and (how.range_mm or view:fact("fire_range", id, target)) or nil
  if how.mode == "canister" then
    args.canister_rounds = unit.canister
    args.second_stand = view.state.units[target] ~= nil and cover.behind(view, id, target) ~= nil
    return "artillery.canister", args
  end
  args.solid_rounds, args.follow_on = unit.solid, how.follow_on
  return "artillery.fire", args
end

--- What a stand's fire at a target is asked: the procedure and its arguments. `how`: { phase, mode, dice }, of machine
--- guns { targets, shares }, of a shot that goes on { follow_on, range_mm }.
---@return string procedure
---@return table args
function M.question(view, id, target, how)
  local unit = view:unit(id)
  local ask = unit.arm == "gun" and gun or unit.arm == "machine_gun" and machine_gun or small_arms
  local procedure, args = ask(view, id, target, how)
  return procedure, view:described(args, unit, procedure)
end

--- Which argument of a command a fault of a question is about.
local ARG <const> = {
  vrf = "mode", fire_dice = "dice", range_mm = "target", solid_rounds = "mode", canister_rounds = "mode", dice = "dice",
}

--- Why that fire cannot be asked, or nil.
function M.refuse(view, procedure, args)
  local fault = view.rules.fault(procedure, args)
  return fault and refuse(ARG[fault.arg:match "[^.]+$"] or "unit", fault.message, { cite = "Scores to Hit" }) or nil
end

local function reasons(list)
  local told = {}
  for i, one in ipairs(list) do told[i] = ("%s %+d"):format(plain(one.name), one.value) end
  return #told > 0 and (" (%s)"):format(table.concat(told, ", ")) or ""
end

--- Tells what one firer did to one target: `one` has needed, modifiers and hits, with so many dice.
function M.tell(play, id, target, range, dice, one)
  play:tell("fires", {
    unit = id, target = target, range = range and (", %d mm"):format(range) or "", dice = counted(dice, "die", "dice"),
    need = one.needed, why = reasons(one.modifiers), say = one.hits == 0 and "no hit" or counted(one.hits, "hit"),
    cite = "Scores to Hit",
  })
end

--- A stand has fired; one that lay hidden is seen.
function M.fired(play, id, phase)
  play:set(play:unit(id), phase == "defensive" and "fired_defensively" or "fired", true)
end

return M
