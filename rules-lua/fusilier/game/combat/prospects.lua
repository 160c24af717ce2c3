-- What an attack, an answer to one and a shot promise: the exact odds of 8.2, 9.0 and 10.3 to 10.5.

local army <const> = use "game/army/units"
local assault <const> = use "game/combat/assault"

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
  local ours, terms = assault.infantry(view, attacker, { target }), assault.terms(view, attacker, target)
  ours.attacking, ours.slope, ours.broken_ground, ours.position = true, terms.slope, terms.broken_ground, terms.position
  return { a = { ours }, b = { assault.infantry(view, target, { attacker }) } }
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

local function of_command(measured)
  return function(view, cmd) return measured(view, cmd.unit, cmd.target) end
end

prospect "declare_attack" {
  { by = "combat.infantry", tells = "winner", wins = "a", says = "%s to win", args = of_command(foot) },
  { by = "combat.cavalry", tells = "winner", wins = "a", says = "%s to win", args = of_command(horse) },
  {
    by = "combat.cavalry_infantry", tells = "winner", wins = "squadrons", says = "%s to win",
    args = of_command(horse_and_foot),
  },
}

--- The attack that an answer is to: that which it names, or the first; from the front, which turning to it ensures.
local function answered(measured)
  return function(view, cmd)
    local function attacks(enemy) return enemy.target == cmd.unit end
    local attacker = cmd.toward or view:some_unit(view:other(view:unit(cmd.unit).side), attacks)
    if not attacker or cmd.action == "take_cover" then return nil end
    local args = measured(view, attacker, cmd.unit)
    if args and args.infantry then
      args.contact = "front"
      if cmd.action == "form_square" then args.infantry.formation = "square" end
    end
    return args
  end
end

prospect "respond" {
  { by = "combat.infantry", tells = "winner", wins = "b", says = "%s to beat it", args = answered(foot) },
  { by = "combat.cavalry", tells = "winner", wins = "b", says = "%s to beat it", args = answered(horse) },
  {
    by = "combat.cavalry_infantry", tells = "winner", wins = "infantry", says = "%s to beat it",
    args = answered(horse_and_foot),
  },
}

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
