-- What a side has lost: brigades, stands, batteries, leaders.

local units <const> = use "game/army/units"

local function left(unit) return unit.status ~= "gone" and unit.stands or 0 end

losses {
  {
    what = "brigades", noun = { "brigade", "brigades" }, text = "{of} gone",
    all = function(unit) return units.brigade(unit) and 1 or 0 end,
    lost = function(unit) return units.brigade(unit) and unit.status == "gone" end,
  },
  {
    what = "stands", noun = { "stand", "stands" }, text = "{of}", each = true,
    all = function(unit) return unit.starting_stands or 0 end,
    lost = function(unit) return unit.starting_stands and unit.starting_stands - left(unit) or 0 end,
  },
  {
    what = "batteries", noun = { "battery", "batteries" }, text = "{of}",
    all = function(unit) return units.battery(unit) and 1 or 0 end,
    lost = function(unit) return units.battery(unit) and unit.status == "gone" end,
  },
  {
    what = "leaders", noun = { "leader killed or wounded", "leaders killed or wounded" }, text = "{count}",
    lost = function() return 0 end,
    total = function(view, side) return view.state.sides[side].leaders_lost or 0 end,
  },
}
