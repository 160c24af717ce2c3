-- 4.5: what a side has lost for good: units, damage points, guns, generals; and guns that have no gunners now.

local army <const> = use "game/army/units"

local function count_text(lost, all, one, many)
  return ("%d of %d %s"):format(lost, all, all == 1 and one or many)
end

--- Adds the name of a unit, with how much of it is lost.
local function note(row, unit, lost)
  if lost <= 0 then return end
  row.lost = row.lost + lost
  row.names[#row.names + 1] = row.counted and ("%s %d"):format(unit.name or unit.id, lost) or unit.name or unit.id
end

losses(function(view, side)
  local units = { what = "units", lost = 0, names = {} }
  local points = { what = "damage points", lost = 0, names = {}, counted = true }
  local guns = { what = "guns", lost = 0, names = {}, counted = true }
  local generals = { what = "generals", lost = 0, names = {} }
  local all_units, all_guns, all_generals, left_guns = 0, 0, 0, 0
  for _, unit in view:units(side) do
    if unit.arm == "artillery" then
      all_guns = all_guns + unit.guns_at_start
      note(guns, unit, unit.guns_at_start - (unit.status == "gone" and 0 or unit.guns))
      if unit.abandoned and army.present(unit) then left_guns = left_guns + unit.guns end
    else
      all_units = all_units + 1
      note(units, unit, unit.status == "gone" and 1 or 0)
    end
    note(points, unit, unit.damage_points or 0)
  end
  for _, general in view:leaders(side) do
    all_generals = all_generals + 1
    note(generals, general, tabletop.fit(general) and 0 or 1)
  end
  units.text = count_text(units.lost, all_units, "unit", "units") .. " gone"
  points.text = ("%d damage point%s"):format(points.lost, points.lost == 1 and "" or "s")
  guns.text = count_text(guns.lost, all_guns, "gun", "guns")
  if left_guns > 0 then guns.text = ("%s, %d without gunners"):format(guns.text, left_guns) end
  generals.text = count_text(generals.lost, all_generals, "general", "generals") .. " disabled"
  return { units, points, guns, generals }
end)
