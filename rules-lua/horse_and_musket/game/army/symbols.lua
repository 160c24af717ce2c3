-- What the terminal's map shows of units; ground is drawn as its kinds say.

local army <const> = use "game/army/units"

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
  strength = function(unit)
    local kind = plain(unit.troop)
    local grade = army.fighter(unit) and unit.grade .. " " or ""
    return ("%s%s%s"):format(grade, kind, unit.drill and ", " .. plain(unit.drill) or "")
  end,
}
