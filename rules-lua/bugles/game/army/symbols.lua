-- What maps show of stands; ground is drawn as its kinds say.

local aim <const>, rays <const> = use("game/fire/aim", "game/fire/rays")

map_symbols {
  states = {
    {
      "fighting", map = "×", ascii = "x", doc = "in melee", colour = "bold",
      when = function(unit) return unit.fights end,
    },
    { "hidden", map = "◌", ascii = "c", doc = "hidden" },
    { "disordered", map = "¿", ascii = "?", doc = "disordered" },
    { "halted", map = "■", ascii = "h", doc = "halted" },
    { "square", map = "□", ascii = "s", doc = "in square", when = function(unit) return unit.drill == "square" end },
  },
  arms = {
    { "mounted", map = "/", ascii = "/", doc = "mounted" },
    { "gun", map = "•", ascii = "+", doc = "a gun" },
    { "machine_gun", map = "∴", ascii = "=", doc = "a machine gun" },
    { "wagon", map = "▫", ascii = "w", doc = "a cart" },
  },
  fire = function(view, id)
    local unit = view:unit(id)
    local reach, round = aim.reach(view, unit), rays.all_round(unit)
    return {
      reaches = reach and { mm(reach) } or {}, arc = not round and aim.arc(view) or nil,
      rear = not round and unit.drill == "back_to_back" or nil,
    }
  end,
  draws = { charge_short = "broken", ambush_late = "broken" },
  strength = function(unit)
    local what = plain(unit.arm == "gun" and unit.gun .. "_gun" or unit.mg or unit.arm)
    return ("class %s %s %s, %s"):format(unit.class, plain(unit.kind), what, counted(unit.figures, "figure"))
  end,
  wear = function(unit)
    local lost = unit.original_figures - unit.figures
    local text = lost > 0 and ("%d lost"):format(lost) or nil
    return { lost = lost, of = unit.original_figures, what = "figures", text = text }
  end,
}
