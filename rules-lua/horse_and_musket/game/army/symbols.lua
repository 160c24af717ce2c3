-- What the terminal's map shows of ground and units, and where nobody can stand.

local army <const> = use "game/army/units"

map_symbols {
  area = function(area)
    if area.terrain == "fieldworks" and area.breached then return "breached" end
    return area.terrain
  end,
  line = function(line)
    return line.kind == "fence" and "fence" or line.kind == "wall" and "wall" or "hedge"
  end,
  ground = {
    { "open", map = " ", ascii = " ", doc = "open ground" },
    { "hill", map = "░", ascii = ":", doc = "a hill", colour = "dim" },
    { "crops", map = "∴ ", ascii = "; ", doc = "crops: difficult going", colour = "yellow" },
    { "woods", map = "♣ ", ascii = "T ", doc = "woods", colour = "green" },
    { "river", map = "≈", ascii = "~", doc = "a river", colour = "cyan" },
    { "road", map = "·", ascii = ".", doc = "a road", colour = "yellow" },
    { "ford", map = "∽", ascii = "-", doc = "a ford", colour = "cyan" },
    { "bridge", map = "∥", ascii = "=", doc = "a bridge", colour = "yellow" },
    { "town", map = "▒", ascii = "H", doc = "a town", colour = "yellow" },
    { "fieldworks", map = "▓", ascii = "M", doc = "fieldworks", colour = "yellow" },
    { "breached", map = "▚", ascii = "W", doc = "fieldworks, breached", colour = "yellow" },
    { "impassable", map = "█", ascii = "@", doc = "impassable", colour = "blue" },
    { "hedge", map = "╌┆", ascii = "-|", doc = "a hedge", colour = "green" },
    { "fence", map = "╍┇", ascii = "-|", doc = "a fence", colour = "yellow" },
    { "wall", map = "═║╱╲", ascii = "#", doc = "a wall", colour = "yellow" },
  },
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
