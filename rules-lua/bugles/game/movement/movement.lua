-- Variable Movement, Withdrawing, Limbering: moves straight ahead or any way, back facing the enemy, and guns by hand.

local motion <const>, ways <const> = use("game/movement/motion", "game/movement/ways")
local rolls <const>, terrain <const> = use("game/movement/rolls", "game/movement/terrain")
local army <const> = use "game/army/units"

local ABOUT <const> = motion.ABOUT

--- Is a gun off its team?
local function by_hand(unit) return army.crewed(unit) and not unit.limbered end

local function refuse_move(view, id)
  if not by_hand(view:unit(id)) then return motion.refuse(view, id) end
  return refuse("unit", "is not limbered: limber it, or manhandle it", "Limbering")
end

local function refuse_hand(view, id)
  if by_hand(view:unit(id)) then return motion.refuse(view, id) end
  return refuse("unit", "is no gun off its team", "Limbering")
end

local function check(view, cmd)
  local unit = view:unit(cmd.unit)
  if (cmd.angle or 0) ~= 0 and not ways.turns_freely(unit) then
    return refuse("angle", "is for loose figures, squares and what is drawn: others wheel or change face",
      "Changing Face, R67")
  end
  if cmd.will_fire and not rolls.fires_after(view, unit) then
    return refuse("will_fire", "is not for those who cannot move and fire", "Moving and Firing")
  end
  return motion.check(view, cmd.unit, cmd)
end

--- How far it may go a way.
---@param how { most: integer?, will_fire: boolean? }
local function offer_way(view, id, angle, offer, score, how)
  local reach = ways.reach(view, id, angle, how)
  local least, most = nil, nil
  if reach then least, most = ways.span(view, id, reach) end
  if not least then return end
  local text = ("%d of %d mm"):format(most // mm(1), reach.open // mm(1))
  if reach.stop and most == reach.clear then text = text .. ": " .. view:called(reach.stop.by) end
  offer {
    angle = not how.most and angle ~= 0 and angle or nil, ranges = { distance = { least, most } }, score = score,
    will_fire = how.will_fire, text = text .. (how.will_fire and ", and fires" or ""),
  }
end

local function offers(view, id, unit, offer)
  if view:told() then return offer { score = 1, text = "as far as its dice let it" } end
  local function both(angle, score)
    offer_way(view, id, angle, offer, score, {})
    local fires = rolls.fires_after(view, unit) == "half"
    if fires then offer_way(view, id, angle, offer, score - 0.1, { will_fire = true }) end
  end
  both(0, 1)
  local toward = ways.turns_freely(unit) and motion.angle_to_enemy(view, id)
  if not toward then return end
  if toward ~= 0 then both(toward, 1.1) end
  if geometry.turn(toward, ABOUT) ~= 0 then both(geometry.turn(toward, ABOUT), 0.2) end
end

local ARGS <const> = {
  unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "required on a measured table" },
  angle "angle" { -ABOUT, ABOUT, default = 0, doc = "off its front, for those who turn freely" },
  flag "will_fire" { doc = "it goes no further than lets it fire this turn" },
}

local function way(name, spec)
  command(name) {
    cite = spec.cite, doc = spec.doc, args = ARGS, refuses = spec.refuses, check = check,
    offers = offers,
    run = function(play, cmd)
      if spec.marks then play:set(play:unit(cmd.unit), spec.marks, true) end
      motion.go(play, cmd.unit, cmd.distance, { angle = cmd.angle, will_fire = cmd.will_fire, say = spec.say })
    end,
  }
end

way("move", {
  cite = "Variable Movement, R52, R57, R60", doc = "A stand goes straight ahead; loose figures and squares any way.",
  refuses = refuse_move,
})

way("manhandle", {
  cite = "Variable Movement, Limbering, R76", doc = "The crew moves its gun forward by hand.", refuses = refuse_hand,
  marks = "manhandled", say = ", by hand",
})

--- What `movement.withdraw` is asked of a stand.
local function withdrawal(view, id)
  local skirmishes = view:unit(id).drill == "skirmish"
  return view:question("movement.withdraw", id, { skirmisher = skirmishes, terrain = motion.terrain(view, id) })
end

local function refuse_withdrawal(view, id)
  local unit = view:unit(id)
  if unit.moved then return refuse("unit", "has moved this turn", "Withdrawing") end
  if unit.drill == "square" or view.rules.fault("movement.withdraw", withdrawal(view, id)) then
    return refuse("unit", "is neither regular of class a, b or c nor skirmishers: only they withdraw facing the enemy",
      "Withdrawing")
  end
  if unit.base and terrain.rough_under(view, id) then
    return refuse("unit", "is in rough ground: it cannot withdraw facing the enemy", "R71")
  end
  return refuse_move(view, id)
end

--- The most that one die lets a stand go.
local function one_die(view) return mm(6 * view.rules.constant.mm_per_pip) end

command "withdraw_facing" {
  cite = "Withdrawing, R71", doc = "A stand falls back facing the enemy, by one die instead of its move.",
  rearward = true,
  args = { unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "at most" } },
  refuses = refuse_withdrawal,
  check = function(view, cmd)
    return motion.check(view, cmd.unit, { distance = cmd.distance, angle = ABOUT, most = one_die(view) })
  end,
  offers = where_measured(function(view, id, _, offer)
    offer_way(view, id, ABOUT, offer, 0.15, { most = one_die(view) })
  end),
  run = function(play, cmd)
    local found = play:resolve("movement.withdraw", withdrawal(play, cmd.unit), cmd.unit)
    motion.go(play, cmd.unit, cmd.distance, { angle = ABOUT, most = mm(found.distance_mm), say = " back" })
    play:set(play:unit(cmd.unit), "balance", 0)
  end,
}
