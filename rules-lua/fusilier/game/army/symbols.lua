-- What the terminal's map shows of units; ground is drawn as its kinds say.

map_symbols {
  unit = function(unit)
    return unit.status ~= "ready" and unit.status ~= "gone" and unit.status or unit.abandoned and "abandoned"
      or unit.fighting and "fighting" or unit.concealed and "concealed" or nil
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
