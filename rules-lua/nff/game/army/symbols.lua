-- What maps show of units; ground is drawn as its kinds say.
local lines <const> = use "game/fire/lines"

map_symbols {
  states = {
    {
      "charging", map = "×", ascii = "x", doc = "charging", colour = "bold",
      when = function(unit) return unit.charging or unit.countercharging end,
    },
    { "disordered", map = "¿", ascii = "?", doc = "disordered" },
    { "silenced", map = "■", ascii = "z", doc = "silenced" },
    { "square", map = "□", ascii = "s", doc = "in square", when = function(unit) return unit.drill == "square" end },
  },
  arms = {
    { "cavalry", map = "/", ascii = "/", doc = "cavalry" },
    { "artillery", map = "•", ascii = "+", doc = "a battery" },
    { "engineers", map = "▫", ascii = "e", doc = "engineers" },
    { "band", map = "♪", ascii = "b", doc = "the band" },
  },
  fire = lines.bears,
  wear = function(unit)
    local of = unit.starting_stands
    return unit.stands and { lost = of - unit.stands, of = of, text = unit.condition }
  end,
  strength = function(unit)
    if unit.arm == "artillery" then return ("%d %s guns"):format(unit.guns, unit.weight) end
    if not unit.stands then return plain(unit.arm) end
    local what = unit.cavalry_class and unit.cavalry_class .. " cavalry" or plain(unit.movement_class) .. " infantry"
    return ("%s %s, %s"):format(unit.rating, what, counted(unit.stands, "stand"))
  end,
}
