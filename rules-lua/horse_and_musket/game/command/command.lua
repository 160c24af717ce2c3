-- 3: who commands which units this turn, and how many of them may move.

record "other_commander" { unit "unit" { "own" }, leader "commander" { "own" } }

local function apart(view, one, other) return geometry.round_mm(view:apart(one, other), "up") end

fact "beyond_own_commander" {
  ask = "Which units of {1} are over {command_radius} mm from their own commander?",
  units "units" { "own", default = {} },
  measured = function(view, _, side)
    local found = {}
    for id, unit in view:present(side) do
      local own = view:commander(unit.formation)
      local far = own and { own_distance_mm = apart(view, id, own) }
      if far then view:described(far, view:unit(id), "command.reach") end
      if far and view:ask("command.reach", far, id).commanded_by ~= "own" then found[#found + 1] = id end
    end
    return found
  end,
}

--- The nearest other commander in reach of each, the first listed of equals (R22).
fact "other_commander" {
  ask = "Which other commander is nearest to each of these, within {command_radius} mm: {2}?",
  list "near" { "other_commander", default = {} },
  measured = function(view, _, side, ids)
    local found = {}
    for _, id in ipairs(ids) do
      local args, others = view.measure["command.reach"](view, id)
      local place = view:ask("command.reach", args, id).other_index
      if place then found[#found + 1] = { unit = id, commander = others[place] } end
    end
    return found, side
  end,
  check = function(view, value, _, ids)
    for _, one in ipairs(value) do
      local wanted = false
      for _, id in ipairs(ids) do wanted = wanted or id == one.unit end
      if not wanted then return refuse("near", ("speaks of %s, which was not asked"):format(one.unit)) end
      if not view:fit(one.commander) then return refuse("near", "names a commander who is gone") end
    end
  end,
}

fact "near_officer" {
  ask = "Which brigade commanders are within {officer_radius} mm of {1}?",
  list "generals" { "one_general", default = {} },
  measured = function(view, _, officer)
    local found = {}
    for id in view:fit_leaders(view:leader(officer).side) do
      if id ~= officer and apart(view, id, officer) <= view.rules.constant.officer_radius then
        found[#found + 1] = { general = id }
      end
    end
    return found
  end,
}

--- The distances of 3 on a measured table; as margins, who the other commanders are.
measure "command.reach" (function(view, id)
  local unit = view:unit(id)
  local own = view:commander(unit.formation)
  local args, others = { own_distance_mm = own and apart(view, id, own), other_distances_mm = {} }, {}
  for other in view:fit_leaders(unit.side) do
    if other ~= own then
      others[#others + 1] = other
      args.other_distances_mm[#others] = apart(view, id, other)
    end
  end
  return view:described(args, unit, "command.reach"), others
end)

--- The units of a side that its own commanders do not reach: those whose commander is lost, and those too far off.
local function unreached(view, side)
  local beyond, ids = {}, {}
  local asked = view:some_unit(side, function(unit) return view:commander(unit.formation) end)
  for _, id in ipairs(asked and view:fact("beyond_own_commander", side) or {}) do beyond[id] = true end
  for id, unit in view:present(side) do
    if beyond[id] or not view:commander(unit.formation) then ids[#ids + 1] = id end
  end
  return ids
end

local M <const> = {}

--- R22: who commands each unit of a side this turn, and who may take over those without a commander.
function M.reach(play, side)
  local ids, out = unreached(play, side), {}
  for _, id in ipairs(ids) do out[id] = true end
  for id, unit in play:present(side) do
    if not out[id] then play:set(unit, "commander", play:commander(unit.formation)) end
  end
  if #ids == 0 or not play:senior(side) then return end
  for _, one in ipairs(play:fact("other_commander", side, ids)) do
    local unit = play:unit(one.unit)
    local other = play:commander(unit.formation) ~= one.commander
    if out[one.unit] and other then play:set(unit, "offered", one.commander) end
  end
end

--- Is there a unit that another commander may take?
function M.offers(view, side) return view:some_unit(side, function(unit) return unit.offered end) ~= nil end

command "take_command" {
  cite = "3 R22", doc = "A commander takes a unit near him that its own does not reach.",
  args = { leader "commander" { "own" }, unit "unit" { "own" } },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if unit.commander then return refuse("unit", "is in its commander's reach", "R22") end
    if not unit.offered then
      return refuse("unit", ("is over %d mm from every commander"):format(view.rules.constant.command_radius), "3 R22")
    end
    if unit.offered ~= cmd.commander then
      local nearest = view:name(unit.offered)
      return refuse("commander", ("is not the nearest to it: %s is"):format(nearest), "R22")
    end
  end,
  proposals = function(view, side)
    local list = {}
    for id, unit in view:present(side) do
      if unit.offered then
        list[#list + 1] = { commander = unit.offered, unit = id, text = "out of its own commander's reach", score = 10 }
      end
    end
    return list
  end,
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:set(unit, "commander", cmd.commander)
    play:set(unit, "offered", nil)
    play:tell("taken_over", { general = cmd.commander, unit = cmd.unit, cite = "R22" })
  end,
}

--- The units of a side under each commander, and those under none, in the listed order.
local function commands_of(play, side)
  local under, alone = {}, {}
  for id, unit in play:present(side) do
    local list = unit.commander and (under[unit.commander] or {}) or alone
    list[#list + 1] = id
    if unit.commander then under[unit.commander] = list end
  end
  return under, alone
end

local REASONS <const> = {
  rallied_a_unit = " for rallying", commanding_officer_near = " for his chief being near", out_of_command = "",
}

--- What changed a throw, in words: `, -1 for rallying`.
local function why(result)
  local parts = {}
  for i, one in ipairs(result.modifiers) do
    parts[i] = (", %+d%s"):format(one.value, REASONS[one.name] or " for " .. one.name)
  end
  return table.concat(parts)
end

--- Cards are told of where the battle has a deck (R23).
local function cards_text(play, n)
  if n == 0 or not play.state.battle.deck then return "" end
  return n == 1 and "; a card may be drawn" or ("; %d cards may be drawn"):format(n)
end

--- How many of a commander's units may move, in words.
local function allowed_text(n, units)
  if n == 0 then return "nobody moves" end
  if n < units then return ("%d of his %d units may move"):format(n, units) end
  if n == 1 then return "his unit may move" end
  return n == 2 and "both his units may move" or ("all %d of his units may move"):format(n)
end

--- Is the commanding officer near enough to count, by the published rules or by a house rule?
local function counts(view, id, officer, mm_off)
  local rules = view.rules
  if mm_off <= rules.constant.officer_radius or rules.wrapped "command.roll" then return true end
  local function total(distance)
    local args = { rallied = view:leader(id).rallied, officer_distance_mm = distance, quality = view:leader(id).quality,
      officer_rallied = distance and view:leader(officer).rallied or nil }
    return select(2, rules.work("command", view:described(args, view:leader(id), "command.roll")))
  end
  return total(mm_off) ~= total(nil)
end

--- How far the commanding officer is from those near him; nil of those who are not (R19).
local function officer_near(view, side)
  local officer, near = view:senior(side), {}
  if not officer or view:leader(officer).rank ~= "commanding_officer" then return nil, near end
  if not view:told() then
    for id in view:fit_leaders(side) do
      local mm_off = id ~= officer and apart(view, id, officer)
      near[id] = mm_off and counts(view, id, officer, mm_off) and mm_off or nil
    end
    return officer, near
  end
  local others = view:some_leader(side, function(_, id) return id ~= officer end)
  for _, one in ipairs(others and view:fact("near_officer", officer) or {}) do
    local um = view:apart(one.general, officer)
    near[one.general] = um and geometry.round_mm(um, "up") or view.rules.constant.officer_radius
  end
  return officer, near
end

--- What a commander's throw for so many units asks; `near`: how far the commanding officer is from each (R17, R19).
local function throw_args(view, id, units, officer, near)
  local general = view:leader(id)
  return view:described({
    quality = general.quality, units = units, rallied = general.rallied, officer_distance_mm = near[id],
    officer_rallied = near[id] and view:leader(officer).rallied or nil,
  }, general, "command.roll")
end

--- The same of a unit that is out of command.
local function alone_args(view, id)
  local unit = view.state.units[id]
  return unit and view:described({ independent = true }, unit, "command.roll") or { independent = true }
end

--- A brigade's throw, or that of a unit: of its commander, else its own.
measure "command.roll" (function(view, id)
  local formation, unit = view.state.formations[id], view.state.units[id]
  local commander = formation and view:commander(id)
    or unit and (unit.commander or view:commander(unit.formation))
  if not commander then return alone_args(view, id) end
  local units = 0
  for _, other in view:present(view:leader(commander).side) do
    if (other.commander or view:commander(other.formation)) == commander then units = units + 1 end
  end
  return throw_args(view, commander, math.max(1, units), officer_near(view, view:leader(commander).side))
end)

local function may_move(play, ids)
  for _, id in ipairs(ids) do play:set(play:unit(id), "may_move", true) end
end

--- One commander throws for his units.
local function throw(play, id, ids, officer, near)
  local general = play:leader(id)
  local result = play:resolve("command.roll", throw_args(play, id, #ids, officer, near), id)
  play:tell("command_throw", {
    general = id, roll = result.roll, why = why(result), say = allowed_text(result.units_may_move, #ids),
    cards = cards_text(play, result.cards), cite = "3",
  })
  local side = play.state.sides[general.side]
  if result.cards > 0 then play:set(side, "cards", side.cards + result.cards) end
  if result.units_may_move >= #ids then
    may_move(play, ids)
  elseif result.units_may_move > 0 then
    play:set(general, "chooses", result.units_may_move)
  end
end

local function throw_alone(play, id)
  local result = play:resolve("command.roll", alone_args(play, id), id)
  local moves = result.units_may_move > 0
  play:tell(moves and "alone_moves" or "alone_stands", {
    unit = id, roll = result.roll, why = why(result), cite = "3 R21",
  })
  if moves then may_move(play, { id }) end
end

--- Every commander with units throws, then every unit that is under none.
function M.throw_all(play, side)
  local under, alone = commands_of(play, side)
  local officer, near
  for id in play:fit_leaders(side) do
    if under[id] then
      if not near then officer, near = officer_near(play, side) end
      throw(play, id, under[id], officer, near)
    end
  end
  for _, id in ipairs(alone) do throw_alone(play, id) end
end

return M
