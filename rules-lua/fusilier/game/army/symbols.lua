-- What maps show of units; ground is drawn as its kinds say.

local army <const>, skirmish <const> = use("game/army/units", "game/fire/skirmish")

--- The kinds of troops of the published rules: their drill or guns tell them.
local PUBLISHED <const> = {
  infantry = true, cavalry = true, horse_artillery = true, field_artillery = true, siege_artillery = true,
  light_artillery = true,
}

map_symbols {
  states = {
    { "retreating", map = "↓", ascii = "r", doc = "retreating" },
    { "ridden_through", map = "↯", ascii = "d", doc = "ridden through" },
    { "routing", map = "‼", ascii = "!", doc = "routing" },
    { "reforming", map = "…", ascii = "f", doc = "reforming" },
    { "stationary", map = "■", ascii = "s", doc = "may not move" },
    { "disordered", map = "¿", ascii = "?", doc = "disordered" },
    { "lost_in_woods", map = "¡", ascii = "l", doc = "lost in the woods" },
    { "abandoned", map = "○", ascii = "a", doc = "guns abandoned" },
    { "fighting", map = "×", ascii = "x", doc = "in combat", colour = "bold" },
    { "concealed", map = "◌", ascii = "c", doc = "concealed" },
  },
  arms = {
    { "cavalry", map = "/", ascii = "/", doc = "cavalry" },
    { "artillery", map = "•", ascii = "+", doc = "guns" },
  },
  fire = function(view, id)
    local unit, reaches = view:unit(id), { mm(army.zone(view, id)) }
    if unit.arm == "artillery" then
      local range = army.reach(view, unit, 1)
      reaches = { mm(range.effective_mm), mm(range.long_mm) }
    elseif unit.drill == "skirmish" then
      reaches = { mm(skirmish.reach(view, unit)) }
    end
    return { reaches = reaches, arc = army.arc(view) }
  end,
  strength = function(unit, state)
    local kind = PUBLISHED[unit.troop] and "" or plain(unit.troop) .. ", "
    local quality = state and army.quality_of(state, unit)
    local said = unit.guns and ("%s%s, %d guns of %d pdr"):format(kind, unit.drill, unit.guns, unit.calibre_pdr)
      or ("%s%s, %d men"):format(kind, unit.drill, unit.men)
    return quality and ("%s, quality %d"):format(said, quality) or said
  end,
  wear = function(unit, state, rules)
    local lost = army.deducted(rules, unit)
    local text = army.suffered(unit)
    return {
      lost = lost, of = army.quality_of(state, unit) or lost,
      text = text ~= "" and ("%s: -%d in combat"):format(text, lost) or nil,
    }
  end,
}
