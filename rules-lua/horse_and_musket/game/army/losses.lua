-- What a side has lost: units, those staggered, colours, guns taken by the enemy, generals.

local function of(n, all, one, many, how)
  return ("%d of %d %s %s"):format(n, all, all == 1 and one or many, how)
end

local function plural(n, one, many) return ("%d %s"):format(n, n == 1 and one or many) end

losses(function(view, side)
  local units, staggered = { what = "units", lost = 0, names = {} }, { what = "units staggered", lost = 0, names = {} }
  local colours, generals = { what = "colours", lost = 0, names = {} }, { what = "generals", lost = 0, names = {} }
  local all, all_generals = 0, 0
  local function note(row, node)
    row.lost = row.lost + 1
    row.names[row.lost] = node.name or node.id
  end
  for _, unit in view:units(side) do
    if unit.status ~= "off_table" then all = all + 1 end
    if unit.status == "gone" then note(units, unit) elseif unit.staggered then note(staggered, unit) end
  end
  for _, unit in view:units(side) do
    local bore = view.rules.tables.units(unit.troop, "has_colours") == "yes"
    if bore and not unit.colours then note(colours, unit) end
  end
  -- R76: a side's points are the colours in its hands; those retaken are nobody's loss.
  colours.lost = view.state.sides[view:other(side)].points
  if colours.lost ~= #colours.names then colours.names = {} end
  for _, general in view:leaders(side) do
    all_generals = all_generals + 1
    if not tabletop.fit(general) then note(generals, general) end
  end
  local guns = { what = "batteries", lost = view.state.sides[view:other(side)].guns_taken, names = {} }
  units.text = of(units.lost, all, "unit", "units", "gone")
  staggered.text = ("%d staggered"):format(staggered.lost)
  colours.text = plural(colours.lost, "colour", "colours") .. " in the enemy's hands"
  guns.text = plural(guns.lost, "battery taken", "batteries taken")
  generals.text = of(generals.lost, all_generals, "general", "generals", "gone")
  return { units, staggered, colours, guns, generals }
end)
