-- What the terminal's map shows of units; ground is drawn as its kinds say.

local army <const> = use "game/army/units"

map_symbols {
  unit = function(unit)
    if unit.status == "off_table" then return "off_table" end
    if unit.charging or unit.countercharging then return "charging" end
    if unit.river == "in" then return "in_river" end
    return unit.staggered and "staggered" or nil
  end,
  states = {
    { "charging", map = "×", ascii = "x", doc = "charging", colour = "bold" },
    { "staggered", map = "‼", ascii = "!", doc = "staggered" },
    { "in_river", map = "≈", ascii = "~", doc = "in a river" },
    { "off_table", map = "", ascii = "", doc = "to be placed" },
  },
  arm = function(unit) return unit.arm end,
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
