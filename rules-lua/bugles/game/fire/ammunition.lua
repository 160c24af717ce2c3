-- Artillery Ammunition, Hits on Artillery: rounds from carts, other guns and the reserve; gunners to fill up crews.

local army <const>, groups <const>, removal <const> = use("game/army/units", "game/command/groups", "game/army/removal")

local KINDS <const> = { "solid", "canister" }

local function rounds(solid, canister) return ("%d solid and %d canister"):format(solid, canister) end

--- Why nothing is handed over to a gun, or from a stand, now; or nil.
local function refuse_now(view, id, arg)
  local unit = view:unit(id)
  if view.state.active ~= unit.side then return refuse(arg, "is served in its own player turn", "Sequence of Play") end
  if not tabletop.present(unit) then return refuse(arg, "is not on the table", "Crews") end
  if view:engaged(id) then return refuse(arg, "is in contact with the enemy", "Crews") end
end

--- Refuses all stands but those that `admits` calls guns, and those too while nothing is handed over to them.
local function to_guns(admits, cite)
  return function(view, id)
    if not admits(view:unit(id)) then return refuse("unit", "is no gun", cite) end
    return refuse_now(view, id, "unit")
  end
end

--- Why nothing comes from such a neighbour, or nil.
local function refuse_from(view, cmd)
  local fault = refuse_now(view, cmd.from, "from")
  if fault or lists.has(army.in_contact_friends(view, cmd.unit), cmd.from) then return fault end
  return refuse("from", "does not touch the gun", "Artillery Ammunition")
end

-- ---- rounds ---------------------------------------------------------------------------------------------------------

--- Why the central reserve (R157, R244) has no such rounds for a gun now, or nil.
local function refuse_reserve(view, cmd, unit)
  local side = view.state.sides[unit.side]
  local solid, canister = side.reserve_solid or 0, side.reserve_canister or 0
  if unit.requested == view.state.turn then
    return refuse("unit", "has asked for rounds this turn", "R244")
  elseif cmd.solid > solid or cmd.canister > canister then
    local has = rounds(solid, canister)
    return refuse("solid", "is more than the reserve has: " .. has, "Artillery Ammunition")
  end
end

local function refuse_resupply(view, cmd)
  local unit, from, cite = view:unit(cmd.unit), cmd.from and view:unit(cmd.from), { cite = "Artillery Ammunition" }
  if (cmd.solid or 0) + (cmd.canister or 0) == 0 then return refuse("solid", "or canister is to be said", cite) end
  if not from then return refuse_reserve(view, cmd, unit) end
  if from.arm ~= "gun" and from.arm ~= "wagon" then return refuse("from", "has no rounds", cite) end
  local args = {
    source = from.arm == "gun" and "gun" or "cart", gun_solid = unit.solid, gun_canister = unit.canister,
    source_solid = from.solid, source_canister = from.canister, take_solid = cmd.solid, take_canister = cmd.canister,
  }
  local wrong = view.rules.fault("artillery.resupply", args)
  if wrong then return refuse(wrong.arg == "take_canister" and "canister" or "solid", wrong.message, cite) end
  return refuse_from(view, cmd), args
end

local function request(play, cmd)
  local unit, side = play:unit(cmd.unit), play.state.sides[cmd.side]
  local asked = groups.question(play, cmd.side)
  local result = play:resolve("artillery.reserve_request", {
    quality = asked.quality, cinc_fallen = asked.cinc_fallen, cinc_commanding_group = asked.cinc_commanding_group,
  }, cmd.unit)
  play:set(unit, "requested", play.state.turn)
  play:tell(result.granted and "reserve_sent" or "reserve_astray", {
    unit = cmd.unit, say = rounds(cmd.solid, cmd.canister), score = result.score, cite = "Artillery Ammunition, R157",
  })
  for _, kind in ipairs(result.granted and KINDS or {}) do
    play:set(side, "reserve_" .. kind, (side["reserve_" .. kind] or 0) - cmd[kind])
    play:set(unit, kind, unit[kind] + cmd[kind])
  end
end

command "resupply" {
  cite = "Artillery Ammunition", doc = "A gun takes rounds from a cart or gun that it touches, or asks the reserve.",
  args = {
    unit "unit" { "own" }, unit "from" { "own", optional = true, doc = "the reserve when left out" },
    int "solid" { 0, 100, default = 0 }, int "canister" { 0, 100, default = 0 },
  },
  refuses = to_guns(function(unit) return unit.arm == "gun" end, "Artillery Ammunition"), check = refuse_resupply,
  offers = function(view, _, unit, offer) -- what is missing of a gun's first rounds, as far as a source has them
    local function propose(from, solid, canister)
      local whole, cmd = view.rules.tables.artillery_ammunition, { from = from, score = from and 1 or 0.5 }
      cmd.solid = math.max(0, math.min(whole("gun", "solid") - unit.solid, solid or 0))
      cmd.canister = math.max(0, math.min(whole("gun", "canister") - unit.canister, canister or 0))
      cmd.text = rounds(cmd.solid, cmd.canister)
      offer(cmd)
    end
    for from, other in view:present(unit.side) do
      if other.arm == "wagon" then propose(from, other.solid, other.canister) end
    end
    local side = view.state.sides[unit.side]
    propose(nil, side.reserve_solid, side.reserve_canister)
  end,
  run = function(play, cmd, args)
    if not cmd.from then return request(play, cmd) end
    if not args then return end
    local result = play:resolve("artillery.resupply", args, cmd.unit)
    for _, kind in ipairs(KINDS) do
      play:set(play:unit(cmd.unit), kind, result["gun_" .. kind])
      play:set(play:unit(cmd.from), kind, result["source_" .. kind])
    end
    play:tell("resupplied", { unit = cmd.unit, target = cmd.from, say = rounds(cmd.solid, cmd.canister),
      cite = "Artillery Ammunition" })
  end,
}

-- ---- gunners --------------------------------------------------------------------------------------------------------

local function refuse_gunners(view, cmd)
  local unit, from, cite = view:unit(cmd.unit), view:unit(cmd.from), { cite = "Hits on Artillery" }
  if not army.crewed(from) and not army.on_foot(from) or from.arm == "sniper" then
    return refuse("from", "has nobody to serve a gun", cite)
  end
  local most = math.min(from.figures - 1, view.rules.constant.most_crew - unit.figures)
  if cmd.gunners > most then return refuse("gunners", ("must be 1 to %d"):format(math.max(1, most)), cite) end
  return refuse_from(view, cmd)
end

command "assign_gunners" {
  cite = "Hits on Artillery, R141, R142", doc = "Gunners of another gun, or figures of a stand on foot, serve a gun.",
  args = { unit "unit" { "own" }, unit "from" { "own" }, int "gunners" { 1, 11 } },
  refuses = to_guns(army.crewed, "Hits on Artillery"), check = refuse_gunners,
  offers = function(view, id, unit, offer)
    local missing = (view.rules.tables.crews(unit.arm) + 1) // 2 - unit.figures -- of half a crew
    for from, other in view:present(unit.side) do
      if missing > 0 and from ~= id and army.on_foot(other) then
        offer { from = from, gunners = missing, score = 0.5, text = "to have half a crew" }
      end
    end
  end,
  run = function(play, cmd)
    local unit, from = play:unit(cmd.unit), play:unit(cmd.from)
    local strangers = cmd.gunners -- gunners go before others who serve their gun
    if army.crewed(from) then strangers = math.max(0, (from.non_gunners or 0) - (from.figures - cmd.gunners)) end
    removal.figures(play, cmd.from, cmd.gunners)
    play:set(unit, "figures", unit.figures + cmd.gunners)
    if strangers > 0 then play:set(unit, "non_gunners", (unit.non_gunners or 0) + strangers) end
    local say = counted(cmd.gunners, "figure")
    play:tell("gunners", { unit = cmd.unit, target = cmd.from, say = say, cite = "Hits on Artillery" })
    removal.halt(play, cmd.unit)
    removal.halt(play, cmd.from)
  end,
}
