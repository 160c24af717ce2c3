-- What the terminal's map shows of units; ground is drawn as its kinds say.

--- The kinds of troops of the published rules: their drill or guns tell them.
local PUBLISHED <const> = {
  infantry = true, cavalry = true, horse_artillery = true, field_artillery = true, siege_artillery = true,
  light_artillery = true,
}

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
    local kind = PUBLISHED[unit.troop] and "" or plain(unit.troop) .. ", "
    if not unit.guns then return ("%s%s, %d men"):format(kind, unit.drill, unit.men) end
    return ("%s%s, %d guns of %d pdr"):format(kind, unit.drill, unit.guns, unit.calibre_pdr)
  end,
}
