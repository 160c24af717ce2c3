-- 4.2.5, 4.2.9, R38, R39, R41: changes of formation, lines by facing out of a march column, limbering and deploying.

local army <const>, motion <const> = use("game/army/units", "game/movement/motion")
local rates <const>, stops <const> = use("game/movement/rates", "game/movement/stops")
local terrain <const>, troops <const> = use("game/movement/terrain", "troops")

--- Its base in another formation and facing; none in a told game.
local function shaped(view, unit, to, turn)
  return unit.base and tabletop.turned(army.reshaped(view, unit, to), turn or 0)
end

--- Why there is no room for it in another formation; nil and its base there when there is.
local function reformed(view, id, to, arg, turn)
  local base = shaped(view, view:unit(id), to, turn)
  local wrong = view:room(id, base)
  if wrong then return stops.no_room(view, arg, wrong) end
  return nil, base
end

--- R38: one ordinary change a turn, before the unit moves.
local function refuse_change(view, id)
  local fault, unit = motion.refuse_move(view, id), view:unit(id)
  if fault then return fault end
  if unit.arm == "artillery" then return refuse("unit", "is a battery: limber or deploy_guns", "4.2.5.1") end
  if unit.changed then return refuse("unit", "has changed its formation this turn", "R38") end
  if unit.inside then return refuse("unit", ("has given it up in %s"):format(view:called(unit.inside)), "R79 R80") end
end

local function check_change(view, cmd)
  local fault, unit = refuse_change(view, cmd.unit), view:unit(cmd.unit)
  if fault then return fault end
  if unit.drill == cmd.to then return refuse("to", "is the formation it has") end
  if view.rules.fault("formation.change", { troop = unit.troop, from = unit.drill, to = cmd.to }) then
    return refuse("to", "is no formation for " .. unit.troop:gsub("_", " "), "Units")
  end
  return reformed(view, cmd.unit, cmd.to, "to")
end

--- The size of a unit that is nowhere on a map.
local function resize(play, unit, to)
  local size = unit.footprint
  if not size then return end
  local base = army.reshaped(play, unit, to, { x = 0, y = 0, facing = 0 })
  play:set(unit, "footprint", { width = base.width, depth = base.depth })
end

--- Takes up a formation; one that its troops have not at all, nobody's word gives them.
local function take(play, id, to, base, turn)
  local unit = play:unit(id)
  if not troops.has_formation(play.rules, unit.troop, to) then
    error({ arg = "unit", message = ("unit: %s cannot form %s"):format((unit.troop:gsub("_", " ")), to) }, 0)
  end
  base = base or shaped(play, unit, to, turn)
  resize(play, unit, to)
  play:set(unit, "drill", to)
  play:set_down(id, base)
end

--- Does it stand in difficult going? In a told game its move will tell.
local function in_difficult(view, id) return #view.state.order.areas > 0 and terrain.stands_rough(view, id) end

--- The move that a change leaves, in mm.
local function left_text(change)
  if change.cost == "free" then return ", without penalty" end
  return change.move_mm > 0 and (", and has %d mm left"):format(change.move_mm) or ", and moves no more"
end

command "change_formation" {
  cite = "4.2.5.2 R38 List.P", doc = "Changes a unit's formation, for a level of its move; Prussian foot for none.",
  args = { unit "unit" { "own" }, enum "to" (troops.FORMATIONS) },
  check = check_change,
  proposals = proposals.each(refuse_change, function(view, id, unit, offer)
    for _, to in ipairs(rates.others(view, unit)) do
      if not reformed(view, id, to, "to") then
        local change = view:ask("formation.change", rates.change_args(view, unit, to, in_difficult(view, id)))
        offer { to = to, score = 0.3, text = "into " .. to:gsub("_", " ") .. left_text(change) }
      end
    end
  end),
  run = function(play, cmd, base)
    local unit = play:unit(cmd.unit)
    local args = rates.change_args(play, unit, cmd.to, in_difficult(play, cmd.unit))
    local change = rates.record(play, "formation.change", args, cmd.unit)
    local say = change and left_text(change) or ""
    play:tell("forms", { unit = cmd.unit, to = cmd.to:gsub("_", " "), say = say, cite = "4.2.5" })
    play:set(unit, "changed", unit.drill)
    if not change or change.counts_as_moved then play:set(unit, "moved", true) end
    if not change or change.move_mm == 0 then play:set(unit, "acted", "change") end
    take(play, cmd.unit, cmd.to, base)
    if change then rates.note_left(play, unit, change, args.difficult) end
  end,
}

--- R41: a column that moves, has moved, or neither; it costs nothing.
local function refuse_facing(view, id)
  local fault, unit = motion.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if unit.drill ~= "column" or not army.close_order_foot(view)(unit) then
    return refuse("unit", "is no march column of close order infantry", "4.2.9")
  end
  if unit.inside then return refuse("unit", ("has given it up in %s"):format(view:called(unit.inside)), "R79 R80") end
end

local HANDS <const> = { left = deg(-90), right = deg(90) }

local function check_line(view, cmd)
  local fault = refuse_facing(view, cmd.unit)
  if fault then return fault end
  return reformed(view, cmd.unit, "line", "to", HANDS[cmd.to])
end

command "deploy_line" {
  cite = "4.2.9 R41", doc = "Each element of a march column faces left or right: a line, at no cost.",
  args = { unit "unit" { "own" }, enum "to" { "left", "right" } },
  check = check_line,
  proposals = proposals.each(refuse_facing, function(view, id, _, offer)
    for _, to in ipairs { "left", "right" } do
      if not check_line(view, { unit = id, to = to }) then
        offer { to = to, score = 0.25, text = "a line facing " .. to .. ", at no cost" }
      end
    end
  end),
  run = function(play, cmd, base)
    local unit = play:unit(cmd.unit)
    local change = rates.record(play, "formation.change", rates.change_args(play, unit, "line", false, true), cmd.unit)
    play:tell("faces", { unit = cmd.unit, hand = cmd.to, cite = "4.2.9" })
    if not unit.changed then play:set(unit, "changed", "face") end
    if change and change.counts_as_moved and not unit.moved then play:set(unit, "moved", true) end
    if change and change.cost == "one_move" and not unit.acted then play:set(unit, "acted", "change") end
    take(play, cmd.unit, "line", base, HANDS[cmd.to])
  end,
}

--- R39: limbering and deploying take the move; only horse artillery does both in a turn.
local function refuse_guns(view, id, from)
  local fault, unit = motion.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if unit.drill ~= from then
    return refuse("unit", unit.arm == "artillery" and "is not " .. from or "is no battery", "4.2.5.1")
  end
  local again = unit.acted == "change"
  if again and not unit.horse_artillery then
    return refuse("unit", "limbers or deploys once a turn: it is no horse artillery", "4.2.5.1")
  end
  if unit.changed == "twice" then return refuse("unit", "has limbered and deployed this turn", "R39") end
  if unit.inside and from == "deployed" then
    return refuse("unit", "stands in fieldworks, which guns cannot leave", "R45")
  end
  return not again and motion.refuse_move(view, id) or nil
end

local function guns_command(name, from, to, doc, key)
  local function may_not(view, id) return refuse_guns(view, id, from) end
  command(name) {
    cite = "4.2.5.1 R39", doc = doc,
    args = { unit "unit" { "own" } },
    check = function(view, cmd)
      local fault = may_not(view, cmd.unit)
      if fault then return fault end
      return reformed(view, cmd.unit, to, "unit")
    end,
    proposals = proposals.each(may_not, function(_, _, _, offer) offer { score = 0.3, text = "for its move" } end),
    run = function(play, cmd, base)
      local unit = play:unit(cmd.unit)
      local change = rates.record(play, "formation.change", rates.change_args(play, unit, to), cmd.unit)
      play:tell(key, { unit = cmd.unit, cite = "4.2.5.1" })
      play:set(unit, "changed", unit.changed and "twice" or from)
      if not change or change.move_mm == 0 then play:set(unit, "acted", "change") end
      if not change or change.counts_as_moved then play:set(unit, "moved", true) end
      take(play, cmd.unit, to, base)
      if change then rates.note_left(play, unit, change, false) end
    end,
  }
end

guns_command("limber", "deployed", "limbered", "Limbers a battery up, for its move.", "limbers")
guns_command("deploy_guns", "limbered", "deployed", "Unlimbers a battery, for its move.", "deploys")
