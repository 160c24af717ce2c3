-- 5, 4.5: what every fire shares: why a shot cannot be fired, what saves those it hits, and how it is told.

local aim <const>, legality <const>, cover <const> = use("game/fire/aim", "aim", "game/fire/cover")
local foregone <const>, paths <const>, woods <const> = use("game/foregone", "game/fire/paths", "game/fire/woods")

local M <const> = {}

-- ---- why not --------------------------------------------------------------------------------------------------------

--- Why a unit cannot fire at all this turn, or nil.
---@return limber.Refusal?
function M.refuse_firer(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table", "5.1.2") end
  if unit.fired then return refuse("unit", "has fired this turn", "5.1.2") end
  if unit.retired then return refuse("unit", "has retired this turn, and does nothing else", "R32") end
  if unit.river == "in" then return refuse("unit", "stands in a river", "R44") end
end

--- Can a unit fire at all this turn?
local function may_fire(view, id, unit)
  local drill = unit.drill
  return not M.refuse_firer(view, id) and aim.reach(view.rules, unit) ~= nil and drill ~= "limbered"
    and (drill ~= "column" or paths.stands_in(view, id) ~= "open")
end

--- What batteries, or all others, may fire at: `add(list, id, unit, one, short, reach)` proposes it. Where nothing is
--- measured that is every enemy there.
function M.propose(view, side, of, guns, add)
  local list, fighting = {}, aim.fighting(view)
  for id, unit in view:units(side) do
    local fires = (unit.arm == "artillery") == guns and (not of or id == of) and not fighting[id]
    if fires and may_fire(view, id, unit) then
      local short, reach = aim.reach(view.rules, unit)
      local known = tabletop.placed(unit)
      for _, one in ipairs(known and aim.targets(view, id, fighting) or view:targets(id, reach, {})) do
        if known then
          add(list, id, unit, one, short, reach, fighting)
        else
          local text = ("short to %d mm, long to %d mm"):format(short, reach)
          list[#list + 1] = { unit = id, target = one.id, text = text, score = 0 }
        end
      end
    end
  end
  return best_first(list)
end

local PLAIN <const> = { musket = "muskets", rifle = "rifles", carbine = "carbines", guns = "guns" }

--- Reasons of fire.legality that are told with what was measured.
local WHY <const> = {
  out_of_arc = function(view, _, args)
    local arc = view.rules.constant.fire_arc
    if view:told() then return ("is more than %d degrees off its front"):format(arc), {} end
    local text = ("is %d degrees off its front, %s outside the arc of %d"):format(
      args.bearing_deg, counted(args.bearing_deg - arc, "degree"), arc)
    return text, { margin = arc - args.bearing_deg, unit = "degrees" }
  end,
  out_of_range = function(view, unit, args)
    local _, reach = aim.reach(view.rules, unit)
    local text = ("is %d mm away, %d mm beyond the %d mm that its %s reach"):format(
      args.range_mm, args.range_mm - reach, reach, PLAIN[aim.arms(view.rules, unit)])
    return text, { margin = reach - args.range_mm }
  end,
  no_clear_path = function(view, _, args, found)
    local by = found.lane and found.lane.by
    local text = by and ("is hidden by %s, %d mm out"):format(view:name(by), found.lane.mm)
      or ("is hidden by %s"):format(args.blocker)
    return text, { by = by, margin = by and found.lane.mm }
  end,
  nearer_enemy = function(view, _, args, found)
    local by = found.choice and found.choice.by
    if not by then return "is not the closest enemy it can fire at", {} end
    local text = ("is %d mm away, and %s is closer: %d mm"):format(args.range_mm, view:name(by), found.choice.mm)
    return text, { by = by, margin = found.choice.mm - args.range_mm }
  end,
}

--- What is at fault when fire.legality says no for that reason, or a house rule for none.
local function refusal(view, id, args, found, reason)
  if not reason then return refuse("unit", "may not fire at it", "5.1.2") end
  local text, cite = legality.BARRED.text(view.rules, args, { reason })
  local more, arg = {}, (WHY[reason] or reason == "target_in_melee") and "target" or "unit"
  if WHY[reason] then text, more = WHY[reason](view, view:unit(id), args, found) end
  more.cite = cite
  return refuse(arg, text, more)
end

--- Judges a shot by fire.legality and woods.fire: why not, and else its band and bases.
---@param target string a unit, or a section of fieldworks
---@param args table of fire.legality
---@param found table what was measured of it
---@return limber.Refusal?
---@return table? legal the result of fire.legality
---@return boolean? wood the target has the cover of a wood
function M.judge(view, id, target, args, found)
  local legal = view:ask("fire.legality", args, id, target)
  if not legal.legal then return refusal(view, id, args, found, legal.reasons[1]) end
  local fault, wood = woods.judge(view, found.wood, "target", id, target)
  if fault then return fault end
  if legal.bases < 1 then return refusal(view, id, args, found, "no_clear_path") end
  return nil, legal, wood
end

-- ---- what fire does -------------------------------------------------------------------------------------------------

--- Saves hits on a target that is sheltered, or that serves guns (5.2.6, 5.3).
---@param shelter string? what shelters the target
---@param by string the unit that fired
---@return integer hits left
function M.saved(play, target, n, shelter, by)
  local grounds = {}
  if shelter then grounds[1] = "cover" end
  if play:unit(target).arm == "artillery" then grounds[#grounds + 1] = "artillery_target" end
  if n == 0 or #grounds == 0 then return n end
  local result = play:resolve_of("cover.save", target, { hits = n, grounds = grounds }, by)
  play:tell(shelter and "saved" or "saved_guns", {
    target = target, cover = shelter and cover.WORDS[shelter],
    say = ("%d of %s saved"):format(result.saved, counted(n, "hit")), cite = shelter and "5.3" or "5.2.6",
  })
  return result.hits
end

local function spend(play, unit)
  if not unit.shot then play:set(unit, "shot", true) end
end

local function hits_of(result)
  local text = result.hits == 0 and "no hit" or counted(result.hits, "hit")
  if result.rerolled > 0 then
    text = ("%s, with %s of its first fire thrown again"):format(text, counted(result.rerolled, "miss", "misses"))
  end
  return text
end

--- What fire.small_arms asks of a unit that fires at a target with so many bases; without a range: in defence (4.1.3).
local function small_arms(view, id, target, bases, range)
  local unit = view:unit(id)
  return view:question("fire.small_arms", id, {
    formation = unit.drill, firing_from = paths.stands_in(view, id), first_fire = not unit.shot,
    bases = bases, range_mm = range, moved = range and unit.moved, defensive = not range or nil,
    enfilade = cover.enfilade(view, id, target),
  })
end

--- Does small arms fire hit anything, with those arguments? By the published rules not when it needs over six.
---@param need integer
function M.can_hit(view, id, target, need, args)
  if need <= 6 then return true end
  if not view.rules.wrapped "fire.small_arms" then return false end
  local known = foregone.of(view, "fire.small_arms", args(), id, target)
  return not known or known.possible
end

--- The fire of a unit at its charger: which procedure it is for, small arms or guns, and what that asks (4.1.3, R90).
function M.defence(view, id, charger, bases)
  if view:unit(id).arm ~= "artillery" then return "fire.small_arms", small_arms(view, id, charger, bases) end
  local args = { targets = { cover.target_args(view, id, charger) }, defensive = true }
  return "fire.artillery", view:question("fire.artillery", id, args)
end

--- What made it harder, in brackets; and enfilade.
function M.why(result, enfilade)
  return because(result.modifiers, nil, enfilade and "in enfilade: twice the dice" or nil)
end

local function tell_fire(play, key, id, target, args, result)
  play:tell(result.possible and key or "fires_in_vain", {
    unit = id, target = target, range = args.range_mm or 0, need = result.need,
    dice = counted(result.dice, "die", "dice"), why = M.why(result, args.enfilade), say = hits_of(result),
    cite = args.defensive and "4.1.3" or "5.1.4",
  })
end

M.spend, M.small_arms, M.tell = spend, small_arms, tell_fire

return M
