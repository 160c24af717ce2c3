-- What a charge, an evasion, a withdrawal and a fight promise: the exact odds of the procedures that judge them.
local charge_way <const>, evasion <const> = use("game/combat/charge_way", "game/combat/evasion")
local facing <const> = use "game/movement/facing"
local rolls <const>, terms <const> = use("game/movement/rolls", "game/combat/melee_question")
use "game/combat/ambush"

--- The way of a charge that is offered; nil where it is not measured.
local function way_of(view, cmd, ambush)
  if view:told() then return nil end
  local fault, found = charge_way.of(view, cmd.unit, cmd.target, cmd.ahead, cmd.wheel, ambush)
  return not fault and found or nil
end

local function contact_of(ambush)
  return {
    wins = true, says = "%s to reach it",
    each = function(view, cmd)
      local found, list = way_of(view, cmd, ambush), {}
      if found and not rolls.known(view, cmd.unit, found.how) then
        list[1] = { by = "movement.roll", args = rolls.args(view, cmd.unit, found.how), tells = "contact" }
      end
      if found and found.wheel ~= 0 then -- R267: who fails to wheel stays where he is
        local args = facing.question(view, { cmd.unit }, found.wheel, true)
        list[#list + 1] = { by = "movement.change_face", args = args, tells = "success" }
      end
      return list
    end,
  }
end

local function melee_of(ambush)
  return {
    by = "melee.resolve", tells = "outcome", wins = "defender_destroyed", says = "then %s to destroy it",
    args = function(view, cmd)
      local found = way_of(view, cmd, ambush)
      if not found or not charge_way.fights(view, cmd.target) then return nil end
      local base = tabletop.slid(found.way.base, found.way.um - found.way.bend)
      return terms.args(view, cmd.unit, cmd.target, base)
    end,
  }
end

prospect "charge" { contact_of(), melee_of() }
prospect "ambush" { contact_of(true), melee_of(true) }

prospect "evade" {
  {
    by = "skirmish.evade", tells = "evades", wins = true, says = "%s to get away", choice = "evade",
    args = function(view, about) return evasion.question(view, about), about.target, about.unit end,
  },
}

local function fight_of(outcome, says)
  return {
    by = "melee.resolve", tells = "outcome", wins = outcome, says = says,
    args = function(view, cmd) return terms.args(view, cmd.unit, cmd.target) end,
  }
end

prospect "fight" {
  fight_of("defender_destroyed", "%s to destroy"), fight_of("attacker_destroyed", "%s to be destroyed"),
}

prospect "withdraw_melee" { { by = "melee.withdraw", tells = "withdraws", wins = true, says = "%s to get away" } }

prospect "recoil" {
  { by = "charge.recoil", tells = "recoils", wins = true, says = "%s to draw off", choice = "recoil" },
}
