-- GB 1 to 5, R31 to R33: batteries become a grand battery under a fit artillery commander, and stay one.

local artillery <const>, army <const> = use("game/movement/artillery", "game/army/units")
local radius <const>, legality <const> = use("game/command/radius", "artillery")

fact "batteries_touch" {
  ask = "Which of these batteries touch one another, directly or through others: {1}?",
  units "touching" { "own", default = {} },
  measured = function(view, _, ids) return view:together(ids, tabletop.TOUCHING) end,
}

local function refuse_units(view, ids)
  for _, id in ipairs(ids) do
    local unit = view:unit(id)
    if not tabletop.present(unit) then return refuse("units", "are not all on the table") end
    if not army.battery(unit) then return refuse("units", view:name(id) .. " is no battery", "GB 1") end
    if unit.grand then return refuse("units", view:name(id) .. " is of a grand battery already", "GB 5") end
    if unit.attached_to then return refuse("units", view:name(id) .. " goes with a brigade", "R136") end
  end
end

measure "grand_battery.form" (function(view, leader, ids)
  local node, batteries = view:leader(leader), {}
  local touching = #ids > 1 and view:fact("batteries_touch", ids) or ids
  for i, id in ipairs(ids) do
    batteries[i] = view:question("battery", id, {
      in_chain = radius.leads(view, leader, id), in_contact = lists.has(touching, id),
    })
  end
  return view:question("grand_battery.form", leader, {
    commander = node.gunner or "other_leader", year = view.state.battle.year,
    army = node.with and view:unit(node.with).army or view.state.sides[node.side].army, -- allies have their own
    commander_attached = lists.has(ids, node.with), batteries = batteries,
  })
end)

local function refuse_commander(view, id)
  if not view:fit(id) then return refuse("commander", "has fallen", "MC 8") end
  if view:leader(id).grand_battery then return refuse("commander", "has a grand battery already", "GB 5") end
end

local function check(view, cmd)
  local fault = refuse_units(view, cmd.units)
  if fault then return fault end
  local args = view.measure["grand_battery.form"](view, cmd.commander, cmd.units)
  local found = view:ask("grand_battery.form", args, cmd.commander)
  if found.eligible then return nil end
  return legality.BARRED.refuse(view.rules, args, found.reasons, "units", "are no grand battery: %s")
end

command "form_grand_battery" {
  cite = "GB 1, GB 2, GB 3", doc = "Batteries that touch become a grand battery under an artillery commander.",
  args = { leader "commander" { "own" }, units "units" { "own", min = 1 } },
  refuses = refuse_commander, check = check,
  offers = where_measured(function(view, _, leader, offer)
    local with = leader.gunner and leader.with
    if not with then return end
    local ids = lists.append({ with }, lists.ids(view:present(leader.side), function(unit, id)
      return id ~= with and army.battery(unit) and not (unit.grand or unit.attached_to)
    end))
    offer { units = view:together(ids, tabletop.TOUCHING), score = 1, text = "they touch" }
  end),
  run = function(play, cmd)
    local guns = 0
    for _, id in ipairs(cmd.units) do
      play:set(play:unit(id), "grand", cmd.commander)
      guns = guns + play:unit(id).guns
    end
    play:set(play:leader(cmd.commander), "grand_battery", true)
    play:tell("grand_battery", {
      leader = cmd.commander, say = counted(guns, "gun"), units = play:names(cmd.units), cite = "GB 1, GB 2",
    })
    artillery.emplace(play, cmd.commander)
  end,
}
