-- 4.5: what a side has lost for good: units, damage points, guns, generals; and guns that have no gunners now.

local function guns(unit) return unit.guns_at_start or 0 end

local function guns_lost(unit) return guns(unit) - (unit.status ~= "gone" and unit.guns or 0) end

--- Guns whose gunners have left them.
local function abandoned(view, side)
  local left = 0
  for _, unit in view:present(side) do
    if unit.abandoned then left = left + unit.guns end
  end
  return left > 0 and (", %d without gunners"):format(left) or ""
end

losses {
  {
    what = "units", noun = { "unit", "units" }, text = "{of} gone",
    all = function(unit) return unit.arm == "artillery" and 0 or 1 end,
    lost = function(unit) return unit.arm ~= "artillery" and unit.status == "gone" end,
  },
  {
    what = "damage points", noun = { "damage point", "damage points" }, text = "{count}", each = true,
    lost = function(unit) return unit.damage_points end,
  },
  {
    what = "guns", noun = { "gun", "guns" }, text = "{of}", each = true, all = guns, lost = guns_lost, more = abandoned,
  },
  {
    what = "generals", among = "leaders", noun = { "general", "generals" }, text = "{of} disabled",
    lost = function(general) return general.status ~= "ready" end,
  },
}
