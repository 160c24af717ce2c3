-- What a charge, an answer to one, a shot and a combat promise: the exact odds of 4.1.1, 5.1, 5.2 and 6.

local shots <const> = use "game/fire/shots"
local terms <const> = use "game/combat/melee_question"

--- Guns and wagons are taken without a throw (4.1.7).
local function fought(args)
  local troop = args and args.charged.troop
  return troop and troop ~= "artillery" and troop ~= "wagons" and args or nil
end

prospect "charge" {
  {
    by = "charge.test", tells = "may_charge", wins = true, says = "%s to charge",
    args = function(view, cmd)
      local unit = view:unit(cmd.unit)
      return { troop = unit.troop, grade = unit.grade, staggered = unit.staggered }
    end,
  }, {
    by = "melee.resolve", tells = "winner", wins = "charger", says = "%s to win",
    args = function(view, cmd) return fought(terms.foreseen(view, cmd.unit, cmd.target, cmd.pivot)) end,
  }, {
    by = "melee.resolve", tells = "winner", wins = "charger", says = "%s if it countercharges",
    args = function(view, cmd) return terms.met_half_way(view, cmd.unit, cmd.target, cmd.pivot) end,
  },
}

prospect "countercharge" {
  {
    by = "melee.resolve", tells = "winner", wins = "charged", says = "%s to win",
    args = function(view, about, choice)
      local pivot = view:unit(about.unit).charging.pivot
      if choice == "countercharge" then return terms.half_way(view, about.unit, about.target, pivot) end
      return fought(terms.foreseen(view, about.unit, about.target, pivot))
    end,
  },
}

prospect "next_combat" {
  {
    by = "melee.resolve", tells = "winner", wins = "charger", says = "%s to win",
    args = function(view, cmd) return fought(terms.args(view, cmd.unit, cmd.target)) end,
  },
}

prospect "fire" {
  {
    by = "fire.small_arms", tells = "hits", says = "mean %s hits before saves",
    args = function(view, cmd)
      local measured, found = view.measure["fire.legality"](view, cmd.unit, cmd.target)
      local fault, legal = shots.judge(view, cmd.unit, measured, found)
      if fault then return nil end
      return shots.small_arms(view, cmd.unit, cmd.target, legal.bases, measured.range_mm)
    end,
  },
}

prospect "fire_guns" {
  {
    by = "fire.artillery", tells = "hits", says = "mean %s hits before saves",
    args = function(view, cmd)
      if not cmd.target then return nil end
      return (view.measure.artillery(view, cmd.unit, cmd.target, cmd.bearing))
    end,
  },
}

--- What the charged unit's fire is asked with, for small arms or for guns; nil for the other, and where it holds fire.
local function defends(procedure)
  return function(view, about, choice)
    local bases = choice == "fire" and view:fact("defending_bases", about.target, about.unit) or 0
    if bases == 0 then return nil end
    local by, args = shots.defence(view, about.target, about.unit, bases)
    return by == procedure and args or nil
  end
end

prospect "defensive_fire" {
  { by = "fire.small_arms", tells = "hits", says = "mean %s hits", args = defends "fire.small_arms" },
  { by = "fire.artillery", tells = "hits", says = "mean %s hits", args = defends "fire.artillery" },
}
