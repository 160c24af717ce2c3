-- What a side has lost: stands, figures, guns, leaders.

local units <const> = use "game/army/units"

local function left(unit) return unit.status ~= "gone" and unit.figures or 0 end

losses {
  {
    what = "stands", noun = { "stand", "stands" }, text = "{of} gone",
    all = function(unit) return units.counts(unit) and 1 or 0 end,
    lost = function(unit) return units.counts(unit) and unit.status == "gone" end,
  },
  {
    what = "figures", noun = { "figure", "figures" }, text = "{of}", each = true,
    all = function(unit) return unit.original_figures end,
    lost = function(unit) return unit.original_figures - left(unit) end,
  },
  {
    what = "guns", noun = { "gun", "guns" }, text = "{of}",
    all = function(unit) return units.crewed(unit) and 1 or 0 end,
    lost = function(unit) return units.crewed(unit) and unit.status == "gone" end,
  },
  { what = "leaders", among = "leaders", noun = { "leader", "leaders" }, text = "{of} gone" },
}
