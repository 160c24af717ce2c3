-- What an attack, an answer to one and a shot promise: the exact odds of 8.2, 9.0 and 10.3 to 10.5.

local army <const> = use "game/army/units"
local assault <const> = use "game/combat/assault"
local proposed <const> = use "game/combat/proposed_attacks"

--- A pair that would fight: nil where dice do not decide it (guns, skirmishers that fall back), or players measure.
local function pair(view, attacker, target)
  local one, other = view:unit(attacker), view:unit(target)
  if one.arm == "artillery" or other.arm == "artillery" then return nil end
  if one.drill == "skirmish" or other.drill == "skirmish" then return nil end
  return one, other
end

--- Foot that attacks foot goes in over what lies before it, whether it has declared so or not.
local function foot(view, attacker, target)
  local one, other = pair(view, attacker, target)
  if not one or army.mounted(one) or army.mounted(other) then return nil end
  return {
    a = { assault.infantry(view, attacker, { target }, true) }, b = { assault.infantry(view, target, { attacker }) },
  }
end

local function horse(view, attacker, target)
  local one, other = pair(view, attacker, target)
  if not one or not (army.mounted(one) and army.mounted(other)) then return nil end
  return view.measure.cavalry(view, { attacker }, { target })
end

local function horse_and_foot(view, attacker, target)
  local one, other = pair(view, attacker, target)
  if not one or not army.mounted(one) or army.mounted(other) then return nil end
  return (view.measure.cavalry_infantry(view, { attacker }, target))
end

--- The three combats that an attack may bring, with what is said when one side of them wins: `attacker` or `attacked`.
local COMBATS <const> = {
  { by = "combat.infantry", attacker = "a", attacked = "b", args = foot },
  { by = "combat.cavalry", attacker = "a", attacked = "b", args = horse },
  { by = "combat.cavalry_infantry", attacker = "squadrons", attacked = "infantry", args = horse_and_foot },
}

local function promises(winner, says, args_by)
  local list = {}
  for i, one in ipairs(COMBATS) do
    list[i] = { by = one.by, tells = "winner", wins = one[winner], says = says, args = args_by(one.args) }
  end
  return list
end

prospect "declare_attack" (promises("attacker", "%s to win", function(measured)
  return function(view, cmd) return measured(view, cmd.unit, cmd.target) end
end))

--- The attack that an answer is to: that which it names, or the first; from the front, which turning to it ensures.
prospect "respond" (promises("attacked", "%s to beat it", function(measured)
  return function(view, cmd)
    local attacker = cmd.toward or proposed.attackers(view, cmd.unit)[1]
    if not attacker or cmd.action == "take_cover" then return nil end
    local args = measured(view, attacker, cmd.unit)
    if args and args.infantry then
      args.contact = "front"
      if cmd.action == "form_square" then args.infantry.formation = "square" end
    end
    return args
  end
end))

local function shot(kind)
  return function(view, cmd)
    if not cmd.target then return nil end
    local args = view.measure.fire(view, cmd.unit, cmd.target)
    return (args.target == "battery") == (kind == "battery") and args or nil
  end
end

prospect "fire" {
  { by = "artillery.fire", tells = "points", says = "mean %s points", args = shot "troops" },
  { by = "artillery.fire", tells = "guns_silenced", says = "mean %s guns silenced", args = shot "battery" },
}

prospect "skirmish_fire" {
  {
    by = "skirmish.fire", tells = "points", wins = 1, says = "%s to hit",
    args = function(view, cmd) return view.measure.skirmish(view, cmd.unit, cmd.target) end,
  },
}
