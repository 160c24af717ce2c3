-- RM 4 to 8, R20, R21, R22, R77, R86, R128: reserve movement is announced, and brigades throw for it.

local army <const>, radius <const> = use("game/army/units", "game/command/radius")
local motion <const>, zones <const> = use("game/movement/motion", "game/movement/zones")

local M <const> = {}

option "reserve_success_by_moving" { false, ruling = "R150",
  doc = "a brigade that did not move in reserve, or never left the tactical zone, had no success" }
option "reserve_rallies_at_once" { false, ruling = "R128", doc = "a throw for reserve movement rallies in any zone" }

--- RM 5g: who joined, in step 5 of the turn before, a commander in a unit's chain, not the army's; ADCs need Napoleon.
local function attachment(view, id, general)
  local found, chain = "none", radius.chain(view, id)
  for _, node in view:fit_leaders(view:unit(id).side) do
    local helps = node.joined_turn == view.state.turn - 1 and lists.has(chain, node.joined)
    if helps and view:leader(node.joined).rank ~= "army" then
      if node.rank == "army" then return "army_commander" end
      if node.imperial_adc and general == "napoleon" then found = "imperial_adc" end
    end
  end
  return found
end

measure "reserve.movement" (function(view, id)
  local unit = view:unit(id)
  local chief, first = radius.general(view, unit.side), view.state.turn == 1
  return view:question("reserve.movement", id, {
    general = chief.general, year = view.state.battle.year, with_berthier = chief.with_berthier,
    army_commander_attached = chief.attached, attachment = attachment(view, id, chief.general), first_turn = first,
    set_battle = view.state.battle.set_battle, succeeded_last_turn = not first and unit.rm_success or false,
    failures = unit.rm_failures or 0, disengaging = zones.of(view, id) == "tactical",
    disordered = unit.disordered or false, irregular = unit.irregular or false,
  })
end)

--- Why a unit cannot announce reserve movement, or nil.
local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("units", "are not all on the table") end
  if unit.attached_to then
    return refuse("units", ("%s goes with its brigade"):format(view:name(id)), army.battery(unit) and "R136" or "Add 1")
  end
  if unit.used_rm then return refuse("units", ("%s has announced reserve movement"):format(view:name(id)), "RM 4") end
  return radius.refuse(view, id)
end

--- What a brigade is asked, the sum of its modifiers, and the modifiers in words.
local function worked(view, id)
  local args = view.measure["reserve.movement"](view, id)
  local list, sum = view.rules.work("reserve", args)
  return args, sum, because(list)
end

--- Why units may not share a throw: they are no brigades of one division or corps with equal sums (RM 8, R77).
local function refuse_shared(view, cmd)
  if #cmd.units < 2 then return refuse("shared", "is for several brigades", "RM 8") end
  local first, total = view:unit(cmd.units[1]), nil
  for _, id in ipairs(cmd.units) do
    local unit = view:unit(id)
    if not army.brigade(unit) then return refuse("shared", "is for brigades alone", "RM 8, R86") end
    local wide = view:formation(first.formation).formation
    local together = unit.formation == first.formation
      or wide and view:formation(wide).level == "corps" and view:belongs(unit.formation, wide)
    if not together then return refuse("units", "are not of one division or corps", "RM 8") end
    local _, sum = worked(view, id)
    if total and sum ~= total then
      return refuse("units", ("do not have the same modifiers: %+d and %+d"):format(total, sum), "RM 8, R77")
    end
    total = sum
  end
end

local function rally(play, id)
  play:set(play:unit(id), "disordered", nil)
  play:tell("rallies_in_reserve", { unit = id, cite = "RM 4" })
end

--- What a throw makes of a brigade; one that is in the tactical zone rallies when it has left it (R128).
local function apply(play, id, result)
  local unit = play:unit(id)
  play:set(unit, "maneuver", result.move)
  play:set(unit, "may_change", result.formation_change or nil)
  if not result.rallies then return end
  local waits = unit.zones[#unit.zones] == "tactical" and not play.rules.option.reserve_rallies_at_once
  if waits then play:set(unit, "rallies_outside", true) else rally(play, id) end
end

--- A grand battery announces as one (GB 5), a brigade with its batteries (R136).
local function announce(play, id)
  for _, one in ipairs(motion.all(play, id)) do
    play:set(play:unit(one), "zones", { zones.of(play, one) })
    play:set(play:unit(one), "used_rm", true)
  end
end

local function throw(play, id)
  local args = play.measure["reserve.movement"](play, id)
  announce(play, id)
  local result = play:resolve("reserve.movement", args, id)
  play:tell("reserve", {
    unit = id, score = army.score(result), why = because(result.modifiers), say = motion.said(result),
    cite = "RM 4, RM 5",
  })
  apply(play, id, result)
end

--- One die for several brigades; each rallies by itself (RM 8).
local function throw_shared(play, ids)
  local totals, args, whys, alike = {}, {}, {}, true
  for i, id in ipairs(ids) do
    args[i], totals[i], whys[i] = worked(play, id)
    alike = alike and whys[i] == whys[1]
  end
  local result = play:resolve("reserve.shared_roll", { modifier_totals = totals }, play:unit(ids[1]).formation)
  local said = {}
  for i, id in ipairs(ids) do said[i] = play:name(id) .. whys[i] end -- the same sum may be of other modifiers (R77)
  play:tell("reserve_shared", {
    say = alike and play:names(ids) or table.concat(said, " and "), why = alike and whys[1] or "",
    score = army.score(result), code = motion.said(result), cite = "RM 8",
  })
  for i, id in ipairs(ids) do
    announce(play, id)
    apply(play, id, play:ask("reserve.movement", args[i], id, nil, { result.die }))
  end
end

command "announce_rm" {
  cite = "RM 4, RM 7, RM 8", title = "announce reserve movement",
  doc = "Units announce reserve movement: each brigade throws, or several of one division or corps share a throw.",
  args = { units "units" { "own", min = 1 }, flag "shared" { doc = "one throw for all" } },
  check = function(view, cmd)
    local named = {}
    for _, id in ipairs(cmd.units) do
      local fault = named[id] and refuse("units", "names a unit twice") or refuse_unit(view, id)
      if fault then return fault end
      named[id] = true
    end
    return cmd.shared and refuse_shared(view, cmd) or nil
  end,
  proposals = proposals.each(refuse_unit, function(view, id, unit, offer)
    local zone = view:unasked(zones.of, view, id)
    local text = army.brigade(unit) and "with a throw" or "without a throw"
    if zone == "tactical" then text = text .. ", out of the tactical zone" end
    offer { units = { id }, score = zone == "reserve" and 2 or 0.2, text = text }
  end),
  run = function(play, cmd)
    if cmd.shared then return throw_shared(play, cmd.units) end
    for _, id in ipairs(cmd.units) do
      if army.brigade(play:unit(id)) then
        throw(play, id)
      elseif not play:unit(id).used_rm then
        announce(play, id)
        play:tell("in_reserve", { unit = id, cite = "RM 7, R86" })
      end
    end
  end,
}

local function question(view, cmd)
  local id = cmd.units[1]
  if army.brigade(view:unit(id)) then return view.measure["reserve.movement"](view, id), id end
end

prospect "announce_rm" {
  { by = "reserve.movement", tells = "move", wins = "full", says = "%s to move freely", args = question },
  { by = "reserve.movement", tells = "success", wins = true, says = "%s to move at all", args = question },
}

--- The Maneuver Phase of a side is over: who waits for it rallies (R128); success and failure are noted (R21).
function M.over(play, side)
  for id, unit in play:units(side) do
    if unit.rallies_outside and unit.zones[#unit.zones] == "reserve" then rally(play, id) end
    local tried, failed = unit.used_rm and army.brigade(unit), unit.maneuver == "none"
    local failures = tried and failed and (unit.rm_failures or 0) + 1
    play:forget(unit, { "rm_success", "rm_failures" })
    local made = not play.rules.option.reserve_success_by_moving or unit.moved and lists.has(unit.zones, "reserve")
    if failures then play:set(unit, "rm_failures", failures) end
    if tried and not failed and made then play:set(unit, "rm_success", true) end
  end
end

--- The turn is over, of both sides: reserve movement bars nobody any more (R27).
function M.turn_over(play)
  for _, unit in play:units() do play:forget(unit, { "used_rm" }) end
end

return M
