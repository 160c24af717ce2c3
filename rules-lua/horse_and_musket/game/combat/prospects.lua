-- What a charge, an answer to one, a shot and a combat promise: the exact odds of 4.1.1, 5.1, 5.2 and 6.

local army <const> = use "game/army/units"
local shots <const>, terms <const> = use("game/fire/shots", "game/combat/melee_question")

--- Guns and wagons are taken without a throw (4.1.7).
local function fought(view, args, charger, charged)
  if not args or not army.fighter(view:unit(charged)) then return nil end
  return args, charger, charged
end

prospect "charge" {
  { by = "charge.test", tells = "may_charge", wins = true, says = "%s to charge" },
  {
    by = "melee.resolve", tells = "winner", wins = "charger", says = "%s to win",
    args = function(view, cmd)
      return fought(view, (terms.foreseen(view, cmd.unit, cmd.target, cmd.pivot)), cmd.unit, cmd.target)
    end,
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
      return fought(view, (terms.foreseen(view, about.unit, about.target, pivot)), about.unit, about.target)
    end,
  },
}

prospect "next_combat" {
  {
    by = "melee.resolve", tells = "winner", wins = "charger", says = "%s to win",
    args = function(view, cmd) return fought(view, terms.args(view, cmd.unit, cmd.target), cmd.unit, cmd.target) end,
  },
}

prospect "fire" {
  {
    by = "fire.small_arms", tells = "hits", says = "mean %s hits before saves",
    args = function(view, cmd)
      local measured, found = view.measure["fire.legality"](view, cmd.unit, cmd.target)
      local fault, legal = shots.judge(view, cmd.unit, cmd.target, measured, found)
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

-- The charged unit's fire, of small arms or guns; nothing where it holds fire.
prospect "defensive_fire" { {
  tells = "hits", says = "mean %s hits",
  args = function(view, about, choice)
    local bases = choice == "fire" and view:fact("defending_bases", about.target, about.unit) or 0
    if bases == 0 then return nil end
    local by, args = shots.defence(view, about.target, about.unit, bases)
    return args, about.target, about.unit, by
  end,
} }
