-- What maps show of units; ground is drawn as its kinds say.

local army <const>, aim <const>, paths <const> = use("game/army/units", "game/fire/aim", "game/fire/paths")

map_symbols {
  states = {
    {
      "charging", map = "×", ascii = "x", doc = "charging", colour = "bold",
      when = function(unit) return unit.charging or unit.countercharging end,
    },
    { "in_river", map = "≈", ascii = "~", doc = "in a river", when = function(unit) return unit.river == "in" end },
    { "staggered", map = "‼", ascii = "!", doc = "staggered" },
  },
  arms = {
    { "cavalry", map = "/", ascii = "/", doc = "horse" },
    { "artillery", map = "•", ascii = "+", doc = "guns" },
    { "train", map = "▫", ascii = "w", doc = "wagons" },
  },
  fire = function(view, id)
    local short, long = aim.reach(view.rules, view:unit(id))
    local arc = not paths.all_round(view, id) and deg(view.rules.constant.fire_arc) or nil
    return { reaches = short and { mm(short), mm(long) } or {}, arc = arc }
  end,
  draws = { charge_fails = "broken", charge_never = "broken", charge_short = "broken", charge_lost = "broken" },
  strength = function(unit)
    local kind = plain(unit.troop)
    local grade = army.fighter(unit) and unit.grade .. " " or ""
    return ("%s%s%s"):format(grade, kind, unit.drill and ", " .. plain(unit.drill) or "")
  end,
  wear = function(unit, _, rules)
    local constant = rules.constant
    local of = unit.staggered and constant.destroy_hits_after_stagger or constant.stagger_hits
    local text = ("%d of %d hits%s"):format(unit.hits, of, unit.staggered and " that destroy it" or "")
    return { lost = unit.hits, of = of, what = "hits", text = unit.hits > 0 and text or nil }
  end,
}
