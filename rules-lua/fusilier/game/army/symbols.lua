-- What the terminal's map shows of ground and units, and where nobody can stand.

local AREA_WORD <const> = {
  stream_knee = "stream_knee", stream_waist = "stream_waist", stream_deep = "stream_deep", open_woods = "open_woods",
  built_up = "built_up",
}

local STATUSES <const> = {
  retreating = "retreating", ridden_through = "ridden_through", routing = "routing", reforming = "reforming",
  stationary = "stationary", disordered = "disordered", lost_in_woods = "lost_in_woods", off_table = "off_table",
}

map_symbols {
  area = function(area)
    if area.fortified then return "fortified" end
    return AREA_WORD[area.terrain] or area.broken and "broken" or area.ground and "hill" or "open"
  end,
  line = function(line)
    return line.kind == "fence" and "fence" or line.kind == "hedge" and "hedge" or "wall"
  end,
  ground = {
    { "open", map = " ", ascii = " ", doc = "open ground" },
    { "hill", map = "░", ascii = ":", doc = "a hill", colour = "dim" },
    { "broken", map = "∴ ", ascii = "; ", doc = "broken ground", colour = "yellow" },
    { "open_woods", map = "♣ ", ascii = "T ", doc = "open woods", colour = "green" },
    { "stream_knee", map = "~", ascii = "~", doc = "a stream, knee deep", colour = "cyan" },
    { "stream_waist", map = "≈", ascii = "~-", doc = "a stream, waist deep", colour = "cyan" },
    { "stream_deep", map = "≋", ascii = "=", doc = "deep water: impassable", colour = "blue" },
    { "built_up", map = "▒", ascii = "H", doc = "built-up", colour = "yellow" },
    { "fortified", map = "▓", ascii = "M", doc = "a fortification", colour = "yellow" },
    { "hedge", map = "╌┆", ascii = "-|", doc = "a hedge", colour = "green" },
    { "fence", map = "╍┇", ascii = "-|", doc = "a fence", colour = "yellow" },
    { "wall", map = "═║╱╲", ascii = "#", doc = "a wall or bank", colour = "yellow" },
  },
  unit = function(unit)
    return STATUSES[unit.status] or unit.abandoned and "abandoned" or unit.fighting and "fighting"
      or unit.concealed and "concealed" or nil
  end,
  states = {
    { "fighting", map = "×", ascii = "x", doc = "in combat", colour = "bold" },
    { "retreating", map = "↓", ascii = "r", doc = "retreating" },
    { "ridden_through", map = "↯", ascii = "d", doc = "ridden through" },
    { "routing", map = "‼", ascii = "!", doc = "routing" },
    { "reforming", map = "…", ascii = "f", doc = "reforming" },
    { "stationary", map = "■", ascii = "s", doc = "may not move" },
    { "disordered", map = "¿", ascii = "?", doc = "disordered" },
    { "lost_in_woods", map = "¡", ascii = "l", doc = "lost in the woods" },
    { "abandoned", map = "○", ascii = "a", doc = "guns abandoned" },
    { "off_table", map = "", ascii = "", doc = "to be placed" },
    { "concealed", map = "◌", ascii = "c", doc = "concealed" },
  },
  arm = function(unit) return unit.arm end,
  arms = {
    { "cavalry", map = "/", ascii = "/", doc = "cavalry" },
    { "artillery", map = "•", ascii = "+", doc = "guns" },
  },
  strength = function(unit)
    if not unit.guns then return ("%s, %d men"):format(unit.drill, unit.men) end
    return ("%s, %d guns of %d pdr"):format(unit.drill, unit.guns, unit.calibre_pdr)
  end,
}

-- Streams over waist depth are impassable (R29).
impassable(function(area) return area.terrain == "stream_deep" end)
