-- What is told of units and orders between commands: the roster's columns, and the clock with what is to come (4.5).

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")

local function state_of(view, unit)
  local state = plain(unit.drill)
  if unit.status ~= "ready" then state = ("%s, %s"):format(state, plain(unit.status)) end
  if unit.fighting then state = state .. ", in combat" end
  if unit.abandoned then state = state .. ", abandoned" end
  if unit.concealed then state = state .. ", concealed" end
  local building, battalion = view.state.areas[unit.building], view.state.units[unit.attached_to]
  if building then state = ("%s, in %s"):format(state, building.name or unit.building) end
  if battalion then state = ("%s, with %s"):format(state, battalion.name or unit.attached_to) end
  return unit.status == "gone" and "gone" or state
end

roster(function(view, _, unit)
  local order = tabletop.present(unit) and obedience.of(view, unit)
  local left = order and math.max(0, obedience.minutes(view, unit))
  local far = order and tabletop.placed(unit) and army.free(unit) and obedience.in_the_open(view, unit) or 0
  return {
    { "state", state_of(view, unit) }, { "losses", army.suffered(unit) }, { "min", left and ("%d"):format(left) or "" },
    { "move", far > 0 and ("%d mm"):format(far) or "" },
    { "order", order and order.verb or "" },
  }
end)

local function coming(view, id, formation, list)
  local settings, bound = view.state.battle, view.rules.constant.bound
  for _, order in ipairs(formation.coming_orders or {}) do
    local at, _, left = clock.bound(settings.start_min, bound, order.activates_min)
    list[#list + 1] = { at = order.activates_min, text = ("%s activates %s: %s%s, bound %d, %d min left"):format(
      formation.name or id, clock.format(order.activates_min), order.verb, obedience.aim_of(order), at, left) }
  end
end

--- Units that recover: what they are now, and from when on they are ready again (10.2 to 11.1).
local function recovering(view, unit, list)
  for i, status in ipairs(unit.coming) do
    if status == "ready" and unit.status ~= "ready" and tabletop.present(unit) then
      local again = view.state.turn + i
      local at = obedience.now(view, again)
      list[#list + 1] = { at = at, text = ("%s is %s, ready in bound %d, %s"):format(unit.name or unit.number,
        plain(unit.status), again, clock.format(at)) }
      return
    end
  end
end

timetable(function(view)
  local settings = view.state.battle
  if not settings.start_min then return {} end
  local list = {}
  for id, formation in view:formations() do coming(view, id, formation, list) end
  for _, unit in view:units() do recovering(view, unit, list) end
  table.sort(list, function(one, other)
    if one.at ~= other.at then return one.at < other.at end
    return one.text < other.text
  end)
  local told = { clock = clock.format(obedience.now(view)) }
  for i, one in ipairs(list) do told[i] = one.text end
  return told
end)
