-- Cavalry that has charged twice is blown. The charges are counted in a field of the unit.
variant "blown" {
  of = "horse_and_musket", cite = "house",
  doc = "Cavalry that has charged twice is blown and fights with two dice less.",
  fields = { unit = { int "charges" { 0, 99, default = 0, doc = "charges that it has made" } } },
  modifiers = {
    {
      "blown", -2, of = "melee", cite = "house",
      when = function(unit, _, rules) return (unit.charges or 0) > 2 and rules.tables.units(unit.troop, "arm") == "cavalry" end,
    },
  },
  commands = {
    charge = {
      run = function(published, play, cmd, found)
        local unit = play:unit(cmd.unit)
        play:set(unit, "charges", unit.charges + 1)
        return published(play, cmd, found)
      end,
    },
  },
}
