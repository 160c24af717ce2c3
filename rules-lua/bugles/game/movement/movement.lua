-- Variable Movement, Withdrawing, Limbering: moves straight ahead or any way, back facing the enemy, and guns by hand.

local motion <const> = use "game/movement/motion"
local ways <const> = use "game/movement/ways"
local rolls <const> = use "game/movement/rolls"
local terrain <const> = use "game/movement/terrain"

local ABOUT <const> = motion.ABOUT

--- Is a gun off its team?
local function by_hand(unit) return (unit.arm == "gun" or unit.arm == "machine_gun") and not unit.limbered end

local function refuse_kind(view, id, hand)
  local fault, unit = motion.refuse(view, id), view:unit(id)
  if fault then return fault end
  if by_hand(unit) == hand then return nil end
  return refuse("unit", hand and "is no gun off its team" or "is not limbered: limber it, or manhandle it",
    { cite = "Limbering" })
end

local function refuse_move(view, id) return refuse_kind(view, id, false) end

local function refuse_hand(view, id) return refuse_kind(view, id, true) end

--- Moving and Firing, R60, R76: into how many parts its movement goes that means to fire; or why it cannot do both.
local function divisor(view, cmd)
  if not cmd.will_fire then return 1 end
  local unit = view:unit(cmd.unit)
  local parts = rolls.fires_after(view, unit)
  if parts and unit.arm ~= "mounted" or parts == 1 then return parts end
  return nil, refuse("will_fire", "is not for those who cannot move and fire", { cite = "Moving and Firing" })
end

local function check(view, cmd, refuses)
  local fault, unit = refuses(view, cmd.unit), view:unit(cmd.unit)
  if fault then return fault end
  if (cmd.angle or 0) ~= 0 and not ways.turns_freely(unit) then
    return refuse("angle", "is for loose figures, squares and what is drawn: others wheel or change face",
      { cite = "Changing Face R67" })
  end
  local parts
  parts, fault = divisor(view, cmd)
  if fault then return fault end
  return motion.check(view, cmd.unit, cmd, parts)
end

--- How far it may go a way, of how much; with half of that when it means to fire.
local function offer_way(view, id, angle, offer, score)
  local reach = ways.reach(view, id, angle)
  if not reach then return end
  local least = math.max(mm(1), reach.path.leaves_at or 0)
  local um = ways.furthest(view, id, reach)
  if um < least then return end
  local text = ("%d of %d mm"):format(um // mm(1), reach.open // mm(1))
  if reach.stop and um == reach.clear then text = text .. ": " .. view:called(reach.stop.by) end
  offer { angle = angle ~= 0 and angle or nil, ranges = { distance = { least, um } }, score = score, text = text }
  local parts = rolls.fires_after(view, view:unit(id))
  local half = parts == 2 and ways.reach(view, id, angle, nil, nil, 2)
  if half and math.min(um, half.um) >= least then
    offer {
      angle = angle ~= 0 and angle or nil, ranges = { distance = { least, math.min(um, half.um) } }, will_fire = true,
      score = score - 0.1, text = ("%d mm, and fires"):format(math.min(um, half.um) // mm(1)),
    }
  end
end

local function offers(view, id, unit, offer)
  if not unit.base then return end
  offer_way(view, id, 0, offer, 1)
  local toward = ways.turns_freely(unit) and motion.angle_to_enemy(view, id)
  if not toward then return end
  if toward ~= 0 then offer_way(view, id, toward, offer, 1.1) end
  local away = geometry.turn(toward, ABOUT)
  if away ~= 0 then offer_way(view, id, away, offer, 0.2) end
end

local ARGS <const> = {
  unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "required on a measured table" },
  angle "angle" { -ABOUT, ABOUT, default = 0, doc = "off its front, for those who turn freely" },
  flag "will_fire" { doc = "it goes no further than lets it fire this turn" },
}

local function way(name, spec)
  command(name) {
    cite = spec.cite, doc = spec.doc, args = ARGS,
    check = function(view, cmd) return check(view, cmd, spec.refuses) end,
    proposals = proposals.each(spec.refuses, where_measured(offers)),
    run = function(play, cmd)
      if spec.marks then play:set(play:unit(cmd.unit), spec.marks, true) end
      motion.go(play, cmd.unit, cmd.distance, { angle = cmd.angle, divisor = divisor(play, cmd) or 1, say = spec.say })
    end,
  }
end

way("move", {
  cite = "Variable Movement R52 R57 R60", doc = "A stand goes straight ahead; loose figures and squares any way.",
  refuses = refuse_move,
})

way("manhandle", {
  cite = "Variable Movement Limbering R76", doc = "The crew moves its gun forward by hand.", refuses = refuse_hand,
  marks = "manhandled", say = ", by hand",
})

--- What `movement.withdraw` is asked of a stand.
local function withdrawal(view, id)
  local unit = view:unit(id)
  return view:described({
    kind = unit.kind, class = unit.class, skirmisher = unit.drill == "skirmish",
    terrain = motion.in_rough(view, id) and "rough" or "open",
  }, unit, "movement.withdraw")
end

local function refuse_withdrawal(view, id)
  local fault, unit = refuse_move(view, id), view:unit(id)
  if fault then return fault end
  if unit.moved then return refuse("unit", "has moved this turn", { cite = "Withdrawing" }) end
  if unit.drill == "square" or view.rules.fault("movement.withdraw", withdrawal(view, id)) then
    return refuse("unit", "is neither regular of class a, b or c nor skirmishers: only they withdraw facing the enemy",
      { cite = "Withdrawing" })
  end
  if unit.base and terrain.rough_under(view, id) then
    return refuse("unit", "is in rough ground: it cannot withdraw facing the enemy", { cite = "R71" })
  end
end

--- The most that one die lets a stand go.
local function one_die(view) return mm(6 * view.rules.constant.mm_per_pip) end

command "withdraw_facing" {
  cite = "Withdrawing R71", doc = "A stand falls back facing the enemy, by one die instead of its move.",
  args = { unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "at most" } },
  check = function(view, cmd)
    local fault = refuse_withdrawal(view, cmd.unit)
    if fault then return fault end
    return motion.check(view, cmd.unit, { distance = cmd.distance, angle = ABOUT }, 1, one_die(view))
  end,
  proposals = proposals.each(refuse_withdrawal, where_measured(function(view, id, _, offer)
    local reach = ways.reach(view, id, ABOUT, one_die(view))
    local um = reach and ways.furthest(view, id, reach) or 0
    local least = reach and math.max(mm(1), reach.path.leaves_at or 0)
    if reach and um >= least then
      offer { ranges = { distance = { least, um } }, score = 0.15, text = "as far as one die lets it" }
    end
  end)),
  run = function(play, cmd)
    local found = play:resolve("movement.withdraw", withdrawal(play, cmd.unit), cmd.unit)
    motion.go(play, cmd.unit, cmd.distance, { angle = ABOUT, most = mm(found.distance_mm), say = " back" })
    play:set(play:unit(cmd.unit), "balance", 0)
  end,
}
