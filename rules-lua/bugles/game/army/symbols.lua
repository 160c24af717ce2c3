-- What the terminal's map shows of stands; ground is drawn as its kinds say.

map_symbols {
  unit = function(unit)
    if unit.status == "off_table" then return "off_table" end
    if unit.fights then return "fighting" end
    if unit.hidden then return "hidden" end
    return unit.disordered and "disordered" or unit.halted and "halted" or unit.drill == "square" and "square" or nil
  end,
  states = {
    { "fighting", map = "×", ascii = "x", doc = "in melee", colour = "bold" },
    { "disordered", map = "¿", ascii = "?", doc = "disordered" },
    { "halted", map = "■", ascii = "h", doc = "halted" },
    { "square", map = "□", ascii = "s", doc = "in square" },
    { "hidden", map = "◌", ascii = "c", doc = "hidden" },
    { "off_table", map = "", ascii = "", doc = "to be placed" },
  },
  arm = function(unit) return unit.arm end,
  arms = {
    { "mounted", map = "/", ascii = "/", doc = "mounted" },
    { "gun", map = "•", ascii = "+", doc = "a gun" },
    { "machine_gun", map = "∴", ascii = "=", doc = "a machine gun" },
    { "wagon", map = "▫", ascii = "w", doc = "a cart" },
  },
  strength = function(unit)
    local what = plain(unit.arm == "gun" and unit.gun .. "_gun" or unit.mg or unit.arm)
    return ("class %s %s %s, %s"):format(unit.class, plain(unit.kind), what, counted(unit.figures, "figure"))
  end,
}
