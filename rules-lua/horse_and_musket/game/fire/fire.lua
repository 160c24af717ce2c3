-- 5.1, 4.5: units fire their small arms; 4.1.3: charged units fire at the charger.

local aim <const>, cover <const>, hits <const> = use("game/fire/aim", "game/fire/cover", "game/army/hits")
local leaders <const>, paths <const>, shots <const> = use("game/command/leaders", "game/fire/paths", "game/fire/shots")
local troops <const>, woods <const> = use("troops", "game/fire/woods")

local M <const> = {}

--- What a unit's fire would do: small arms, or guns.
measure "fire" (function(view, id, target)
  if view:unit(id).arm == "artillery" then return view.measure.artillery(view, id, target) end
  local question, found = view.measure["fire.legality"](view, id, target)
  return shots.small_arms(view, id, target, question.bases_clear, found.mm), found
end)

-- ---- the command ----------------------------------------------------------------------------------------------------

local function check(view, cmd)
  local unit, enemy = view:unit(cmd.unit), view:unit(cmd.target)
  local fault = shots.refuse_firer(view, cmd.unit)
  if fault then return fault end
  if unit.arm == "artillery" then return refuse("unit", "is a battery: fire_guns", "5.2") end
  if not tabletop.present(enemy) then return refuse("target", "is not on the table", "5.1.2") end
  local args, found = view.measure["fire.legality"](view, cmd.unit, cmd.target)
  local legal, wood
  fault, legal, wood = shots.judge(view, cmd.unit, cmd.target, args, found)
  if fault then return fault end
  return nil, { mm = args.range_mm, bases = legal.bases, wood = wood }
end

--- What the rules did not let pass, but the players: as far as it can be measured, with all its bases if need be.
local function overruled(play, cmd)
  local args, found = play.measure["fire.legality"](play, cmd.unit, cmd.target)
  local _, reach = aim.reach(play.rules, play:unit(cmd.unit))
  local _, wood = woods.judge(play, found.wood, "target", cmd.unit, cmd.target)
  local bases = args.bases_clear or 0
  return {
    mm = math.min(args.range_mm, reach or 0), bases = bases > 0 and bases or play.rules.constant.bases_per_unit,
    wood = wood,
  }
end

local function run(play, cmd, found)
  local id, target, unit = cmd.unit, cmd.target, play:unit(cmd.unit)
  found = found or overruled(play, cmd)
  local args = shots.small_arms(play, id, target, found.bases, found.mm)
  local fault = play.rules.fault("fire.small_arms", args)
  if fault then return play:tell("cannot_fire", { unit = id, say = fault.message, cite = "5.1.2" }) end
  local result = play:resolve("fire.small_arms", args, id, target)
  shots.tell(play, "fires", id, target, args, result)
  play:set(unit, "fired", true)
  shots.spend(play, unit)
  if result.hits == 0 then return end
  local with = play:leaders_with(target)
  local left = shots.saved(play, target, result.hits, cover.shelter(play, id, target, found.wood), id)
  hits.take(play, target, left, "5.1.9")
  leaders.risk(play, target, left, with)
end

-- ---- proposals ------------------------------------------------------------------------------------------------------

--- What a unit needs at a range, by the modifiers in force.
---@param moved boolean?
local function need_at(view, unit, band, moved)
  local rules = view.rules
  local args = {
    troop = unit.troop, formation = unit.drill, grade = unit.grade, weapon = unit.weapon, moved = moved or false,
    staggered = unit.staggered or false,
  }
  for _, node in ipairs { unit, view.state.battle, view.state.sides[unit.side] } do
    view:described(args, node, "fire.small_arms")
  end
  local _, total = rules.work("small_arms", args, { band = band })
  local need = troops.cell(rules, "small_arms_to_hit", unit.troop) - total
  return rules.option.natural_six_hits and math.min(need, 6) or need
end

command "fire" {
  cite = "5.1", doc = "A unit fires its small arms at an enemy unit.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = check,
  run = run,
  proposals = function(view, side, of)
    return shots.propose(view, side, of, false, function(list, id, unit, one, short, reach)
      local band, bases = one.mm > short and "long" or "short", one.lane.bases
      local need = need_at(view, unit, band, unit.moved)
      local function args() return shots.small_arms(view, id, one.id, bases, one.mm) end
      if bases == 0 or not shots.can_hit(view, id, one.id, need, args) then return end
      if view.rules.wrapped "fire.legality" and check(view, { unit = id, target = one.id }) then return end
      list[#list + 1] = {
        unit = id, target = one.id, score = 100 * bases * math.max(1, 7 - need) // 6,
        text = ("%s range, %d mm of %d mm, %s, %d+ needed"):format(
          band, one.mm, reach, counted(bases, "die", "dice"), need),
      }
    end)
  end,
}

-- ---- defensive fire -------------------------------------------------------------------------------------------------

--- Why a unit cannot fire at a unit that charges it on its front (4.1.3, R31), or nil.
---@return limber.Refusal?
function M.may_defend(view, target, charger)
  local unit, charging = view:unit(target), view:unit(charger).charging
  local from = paths.stands_in(view, target)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table", "4.1.3") end
  if charging and charging.counts and charging.counts ~= "front" then
    return refuse("unit", "is not charged on its front", "4.1.3 R31")
  end
  if not aim.reach(view.rules, unit) then
    return refuse("unit", "has nothing to fire with", "R31")
  elseif unit.drill == "limbered" then
    return refuse("unit", "is limbered", "R31")
  elseif unit.drill == "column" and from == "open" then
    return refuse("unit", "is in column", "R31")
  elseif unit.river == "in" then
    return refuse("unit", "stands in a river", "R44")
  end
  if tabletop.placed(unit) and view:fact("defending_bases", target, charger) == 0 then
    return refuse("unit", "has no base that bears on the charger", "R90")
  end
  if unit.arm == "artillery" then return nil end
  local function args()
    local bases = view:fact("defending_bases", target, charger)
    return select(2, shots.defence(view, target, charger, math.max(1, bases)))
  end
  if not shots.can_hit(view, target, charger, need_at(view, unit, "long"), args) then
    local need = troops.cell(view.rules, "small_arms_to_hit", unit.troop)
    return refuse("unit", ("needs %d+ and more at long range, and can hit nothing"):format(need), "R50")
  end
end

local function tell_guns(play, target, charger, args, result)
  play:tell("guns_fire_defensively", {
    unit = target, target = charger, shots = counted(result.targets[1].dice, "shot"), cite = "4.1.3",
    why = shots.why(result, args.targets[1].enfilade),
    say = result.hits == 0 and "no hit" or counted(result.hits, "hit"),
  })
end

--- 4.1.3, 4.4 step 4, R90: the charged unit fires at the charger as that stands; the charger has no cover, and its
--- general is at risk.
---@return integer hits on the charger, none of them given it yet
function M.defensive(play, target, charger)
  local bases = play:fact("defending_bases", target, charger)
  if bases == 0 then
    play:tell("cannot_fire", { unit = target, say = "none of its bases bears on the charger", cite = "R90" })
    return 0
  end
  local by, args = shots.defence(play, target, charger, bases)
  local result = play:resolve(by, args, target, charger)
  if by == "fire.artillery" then
    tell_guns(play, target, charger, args, result)
  else
    shots.tell(play, "fires_defensively", target, charger, args, result)
  end
  shots.spend(play, play:unit(target))
  leaders.risk(play, charger, result.hits)
  return result.hits
end

return M
