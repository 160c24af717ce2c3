-- Artillery Ammunition, Hits on Artillery: rounds from carts, other guns and the reserve; gunners to fill up crews.

local army <const> = use "game/army/units"
local groups <const> = use "game/command/groups"
local removal <const> = use "game/army/removal"

story {
  resupplied = "{unit} [takes] {say} from {target}.",
  reserve_sent = "{say} come up from the reserve for {unit}: {score}.",
  reserve_astray = "The request of {unit} to the reserve goes astray: {score}.",
  gunners = "{say} of {target} [serve] {unit} now.",
}

local function rounds(solid, canister) return ("%d solid and %d canister"):format(solid, canister) end

--- Why something cannot be handed over to a gun from a neighbour, or nil.
local function refuse_pair(view, id, from)
  if view.state.active ~= view:unit(id).side then
    return refuse("unit", "is served in its own player turn", { cite = "Sequence of Play" })
  end
  for _, one in ipairs { id, from } do
    if not tabletop.present(view:unit(one)) then return refuse("unit", "is not on the table", { cite = "Crews" }) end
    if view:engaged(one) then return refuse("unit", "is in contact with the enemy", { cite = "Crews" }) end
  end
  if from and (from == id or not lists.has(army.in_contact_friends(view, id), from)) then
    return refuse("from", "does not touch the gun", { cite = "Artillery Ammunition" })
  end
end

local function refuse_resupply(view, cmd)
  local unit, from = view:unit(cmd.unit), cmd.from and view:unit(cmd.from)
  if unit.arm ~= "gun" then return refuse("unit", "is no gun", { cite = "Artillery Ammunition" }) end
  local fault = refuse_pair(view, cmd.unit, cmd.from)
  if fault then return fault end
  if cmd.solid + cmd.canister == 0 then
    return refuse("solid", "or canister is to be said", { cite = "Artillery Ammunition" })
  end
  local side = view.state.sides[unit.side]
  if not from then
    if unit.requested == view.state.turn then
      return refuse("unit", "has asked for rounds this turn", { cite = "R244" })
    elseif cmd.solid > (side.reserve_solid or 0) or cmd.canister > (side.reserve_canister or 0) then
      return refuse("solid", ("is more than the reserve has: %s"):format(rounds(side.reserve_solid or 0,
        side.reserve_canister or 0)), { cite = "Artillery Ammunition" })
    end
    return nil
  end
  if from.arm ~= "gun" and from.arm ~= "wagon" then
    return refuse("from", "has no rounds", { cite = "Artillery Ammunition" })
  end
  local args = {
    source = from.arm == "gun" and "gun" or "cart", gun_solid = unit.solid, gun_canister = unit.canister,
    source_solid = from.solid, source_canister = from.canister, take_solid = cmd.solid, take_canister = cmd.canister,
  }
  local wrong = view.rules.fault("artillery.resupply", args)
  return wrong and refuse(wrong.arg == "take_canister" and "canister" or "solid", wrong.message,
    { cite = "Artillery Ammunition" }), args
end

--- A request to the central reserve (R157, R244).
local function request(play, cmd)
  local unit, side = play:unit(cmd.unit), play.state.sides[cmd.side]
  local asked = groups.question(play, cmd.side)
  local result = play:resolve("artillery.reserve_request", {
    quality = asked.quality, cinc_fallen = asked.cinc_fallen, cinc_commanding_group = asked.cinc_commanding_group,
  }, cmd.unit)
  play:set(unit, "requested", play.state.turn)
  play:tell(result.granted and "reserve_sent" or "reserve_astray", {
    unit = cmd.unit, say = rounds(cmd.solid, cmd.canister), score = result.score, cite = "Artillery Ammunition R157",
  })
  if not result.granted then return end
  for _, kind in ipairs { "solid", "canister" } do
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
  check = refuse_resupply,
  run = function(play, cmd, args)
    if not cmd.from then return request(play, cmd) end
    if not args then return end
    local unit, from = play:unit(cmd.unit), play:unit(cmd.from)
    local result = play:resolve("artillery.resupply", args, cmd.unit)
    for _, kind in ipairs { "solid", "canister" } do
      play:set(unit, kind, result["gun_" .. kind])
      play:set(from, kind, result["source_" .. kind])
    end
    play:tell("resupplied", { unit = cmd.unit, target = cmd.from, say = rounds(cmd.solid, cmd.canister),
      cite = "Artillery Ammunition" })
  end,
  proposals = function(view, side, of)
    local list = {}
    for id, unit in proposals.units(view, side, of) do
      local wants = unit.arm == "gun" and tabletop.present(unit) and unit.solid < 4
      for _, from in ipairs(wants and not view:told() and army.in_contact_friends(view, id) or {}) do
        local other = view:unit(from)
        local cmd = {
          unit = id, from = from, solid = math.min(6, other.solid or 0), canister = math.min(2, other.canister or 0),
        }
        if other.arm == "wagon" and not refuse_resupply(view, cmd) then
          cmd.text, cmd.score = rounds(cmd.solid, cmd.canister), 1
          list[#list + 1] = cmd
        end
      end
    end
    return best_first(list)
  end,
}

--- The most that serve a gun or machine gun.
local MOST_CREW <const> = 12

local function refuse_gunners(view, cmd)
  local unit, from = view:unit(cmd.unit), view:unit(cmd.from)
  if not army.crewed(unit) then return refuse("unit", "is no gun", { cite = "Hits on Artillery" }) end
  local fault = refuse_pair(view, cmd.unit, cmd.from)
  if fault then return fault end
  if not army.crewed(from) and not army.on_foot(from) or from.arm == "sniper" then
    return refuse("from", "has nobody to serve a gun", { cite = "Hits on Artillery" })
  end
  local most = math.min(from.figures - 1, MOST_CREW - unit.figures)
  if cmd.gunners > most then
    return refuse("gunners", ("must be 1 to %d"):format(math.max(1, most)), { cite = "Hits on Artillery" })
  end
end

command "assign_gunners" {
  cite = "Hits on Artillery R141 R142", doc = "Gunners of another gun, or figures of a stand on foot, serve a gun.",
  args = { unit "unit" { "own" }, unit "from" { "own" }, int "gunners" { 1, 11 } },
  check = refuse_gunners,
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
  proposals = function(view, side, of)
    local list = {}
    for id, unit in proposals.units(view, side, of) do
      local short = army.crewed(unit) and tabletop.present(unit) and unit.figures < 2
      for _, from in ipairs(short and not view:told() and army.in_contact_friends(view, id) or {}) do
        local cmd = { unit = id, from = from, gunners = 2 }
        if not refuse_gunners(view, cmd) then
          cmd.text, cmd.score = "two more to serve it", 0.5
          list[#list + 1] = cmd
        end
      end
    end
    return best_first(list)
  end,
}
