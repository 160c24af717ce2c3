-- What an attack, an answer to one and a shot promise: the exact odds of 8.2, 9.0 and 10.3 to 10.5.

local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local proposed <const> = use "game/combat/proposed_attacks"

--- Does dice decide what comes of an attack on it? Guns are taken, skirmishers fall back.
local function fights(unit) return unit.arm ~= "artillery" and unit.drill ~= "skirmish" end

--- The combats that an attack may bring, by who of the two is mounted, and what the sides are called there. Foot that
--- attacks foot goes in over what lies before it, whether it has declared so or not.
local COMBATS <const> = {
  {
    by = "combat.infantry", attacker = "a", attacked = "b", rides = false, against_horse = false,
    args = function(view, attacker, target)
      local ours = assault.infantry(view, attacker, { target }, true)
      return { a = { ours }, b = { assault.infantry(view, target, { attacker }) } }
    end,
  }, {
    by = "combat.cavalry", attacker = "a", attacked = "b", rides = true, against_horse = true,
    args = function(view, attacker, target) return view.measure.cavalry(view, { attacker }, { target }) end,
  }, {
    by = "combat.cavalry_infantry", attacker = "squadrons", attacked = "infantry", rides = true, against_horse = false,
    args = function(view, attacker, target) return (view.measure.cavalry_infantry(view, { attacker }, target)) end,
  },
}

--- What such a combat is asked with; nil where the two would not fight it.
local function asked(view, combat, attacker, target)
  local one, other = view:unit(attacker), view:unit(target)
  local meet = fights(one) and fights(other) and army.mounted(one) == combat.rides
    and army.mounted(other) == combat.against_horse
  return meet and combat.args(view, attacker, target) or nil
end

local function promises(winner, says, args_by)
  local list = {}
  for i, one in ipairs(COMBATS) do
    list[i] = { by = one.by, tells = "winner", wins = one[winner], says = says, args = args_by(one) }
  end
  return list
end

prospect "declare_attack" (promises("attacker", "%s to win", function(combat)
  return function(view, cmd) return asked(view, combat, cmd.unit, cmd.target), cmd.unit, cmd.target end
end))

--- The attack that an answer is to: that which it names, or the first; from the front, which turning to it ensures.
prospect "respond" (promises("attacked", "%s to beat it", function(combat)
  return function(view, cmd)
    local attacker = cmd.toward or proposed.attackers(view, cmd.unit)[1]
    if not attacker or cmd.action == "take_cover" then return nil end
    local args = asked(view, combat, attacker, cmd.unit)
    if args and args.infantry then
      args.contact = "front"
      if cmd.action == "form_square" then args.infantry.formation = "square" end
    end
    return args, attacker, cmd.unit
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
