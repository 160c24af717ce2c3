-- What a side has lost: units, those staggered, colours, guns taken by the enemy, generals.

local troops <const> = use "troops"

losses {
  {
    what = "units", noun = { "unit", "units" }, text = "{of} gone",
    all = function(unit) return unit.status ~= "off_table" and 1 or 0 end,
  },
  {
    what = "units staggered", text = "{lost} staggered",
    lost = function(unit) return unit.staggered and unit.status ~= "gone" end,
  },
  {
    what = "colours", noun = { "colour", "colours" }, text = "{count} in the enemy's hands",
    lost = function(unit, view)
      return troops.of(view.rules, unit.troop, "has_colours") == "yes" and not unit.colours
    end,
    -- R76: a side's points are the colours in its hands; no side has lost those retaken.
    total = function(view, side) return view.state.sides[view:other(side)].points end,
  },
  {
    what = "batteries", noun = { "battery taken", "batteries taken" }, text = "{count}",
    lost = function() return 0 end,
    total = function(view, side) return view.state.sides[view:other(side)].guns_taken end,
  },
  { what = "generals", among = "leaders", noun = { "general", "generals" }, text = "{of} gone" },
}
