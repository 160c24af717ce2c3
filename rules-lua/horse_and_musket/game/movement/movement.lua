-- 4.2.1 to 4.2.4, 4.2.10, R36, R40, R42: moves straight ahead with one pivot, turns, moves to the rear, and the second
-- move of a column.

local motion <const>, overruled <const> = use("game/movement/motion", "game/command/players_overrule")
local rates <const>, terrain <const> = use("game/movement/rates", "game/movement/terrain")

local ABOUT <const> = motion.ABOUT

local function refuse_ahead(view, id) return motion.refuse_move(view, id) or motion.refuse_bound(view, id) end

--- R40: a second move is for columns that have moved or turned as such, and not backwards.
local function refuse_march(view, id)
  local fault, unit = motion.refuse_state(view, id), view:unit(id)
  if fault then return fault end
  if unit.drill ~= "column" then return refuse("unit", "is not in column: only columns have a free move", "4.2.10") end
  if unit.marched then return refuse("unit", "has had its free move", "4.2.10") end
  if unit.changed or not unit.acted or unit.acted ~= "move" and unit.acted ~= "turn" then
    local why = unit.changed and "has changed its formation" or unit.acted and "has not moved ahead"
    return refuse("unit", why or "has its move still to make", "4.2.10 R40")
  end
end

local AHEAD <const> = {
  unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "required on a measured table" },
  angle "pivot" { -ABOUT, ABOUT, default = 0, doc = "clockwise above 0" },
  enum "when" { "first", "last", default = "first", doc = "when it pivots" },
}

--- A command to go straight ahead: `refuse` says why a unit may not, `offers` why it has nothing to go; `march` is the
--- second move of a column, and `marks` the unit when it is done.
local function ahead(name, spec)
  command(name) {
    cite = spec.cite, doc = spec.doc, args = AHEAD,
    check = function(view, cmd)
      local fault = spec.refuse(view, cmd.unit)
      if fault then return fault end
      return motion.check_ahead(view, cmd, spec.march)
    end,
    against = function(view, cmd)
      local may = not spec.march or view:unit(cmd.unit).drill == "column"
      return { spec.refuse(view, cmd.unit) or false, may and motion.check_ahead(view, cmd, spec.march) or false }
    end,
    proposals = proposals.each(spec.offers, function(view, id, unit, offer)
      motion.offer(view, id, unit, offer, spec.march)
    end),
    run = function(play, cmd, found)
      motion.go(play, cmd, found, { verb = spec.verb, told = spec.told, cite = spec.cite, march = spec.march })
      spec.marks(play, play:unit(cmd.unit))
    end,
  }
end

ahead("move", {
  cite = "4.2.1", doc = "Moves a unit straight ahead, with one pivot on its centre at the beginning or the end.",
  refuse = motion.refuse_move, offers = refuse_ahead, march = false, verb = "moves", told = "move",
  marks = function(play, unit) play:set(unit, "acted", "move") end,
})

ahead("march", {
  cite = "4.2.10", doc = "The free second move of a column, straight ahead with its own pivot.",
  refuse = refuse_march, offers = refuse_march, march = true, verb = "marches on", told = "march on",
  marks = function(play, unit) play:set(unit, "marched", true) end,
})

command "retire" {
  cite = "4.2.4", doc = "Moves a unit straight to the rear without turning about, at the difficult rate.",
  rearward = true,
  args = { unit "unit" { "own" }, length "distance" { mm(1), optional = true, doc = "required on a measured table" } },
  check = function(view, cmd)
    local fault = refuse_ahead(view, cmd.unit)
    if fault then return fault end
    local unit = view:unit(cmd.unit)
    fault = motion.refuse_no_distance(unit, cmd)
    if fault then return fault end
    local reach = motion.reach(view, cmd.unit, unit.base, true, false, cmd.distance)
    if not cmd.distance then
      return reach.good == 0 and refuse("unit", "has no move left to the rear", "4.2.4 4.2.5.2") or nil, {}
    end
    fault = motion.refuse_distance(view, reach, cmd.distance)
    if fault or not unit.base then return fault, {} end
    return nil, {
      base = tabletop.slid(unit.base, cmd.distance, ABOUT), difficult = (reach.rough_at or cmd.distance) < cmd.distance,
    }
  end,
  proposals = proposals.each(refuse_ahead, function(view, id, unit, offer)
    local reach = motion.reach(view, id, unit.base, true)
    local um, least = reach.um, math.max(mm(1), reach.path.leaves_at or 0)
    if um >= least then
      offer { ranges = { distance = { least, um } }, score = 0.1, text = ("%d mm back"):format(um // mm(1)) }
    end
  end),
  run = function(play, cmd, found)
    motion.go(play, cmd, found, { verb = "falls back", told = "fall back", cite = "4.2.4", back = true })
    play:set(play:unit(cmd.unit), "acted", "retire")
  end,
}

local function hand(angle) return angle < 0 and "left" or "right" end

--- The angle a turn is by, whichever way it was said.
local function turn_of(view, cmd)
  if cmd.by then return cmd.by end
  return geometry.turn(view:unit(cmd.unit).base.facing, cmd.facing % deg(360))
end

--- Why a unit does not turn where it stands, whichever way.
local function refuse_turn(view, id)
  local fault, held = motion.refuse_move(view, id), view:held(id)
  if not fault and held and held.terrain == "fieldworks" then
    local text = ("is in %s: fieldworks have their own front"):format(view:called(view:unit(id).inside))
    return refuse("unit", text, "SR.4 R80")
  end
  return fault
end

--- Up to 45 degrees are free, and the unit may still move; more, or any turn of deployed guns, is its move.
local function check_turn(view, cmd)
  local unit = view:unit(cmd.unit)
  local fault = refuse_turn(view, cmd.unit)
  if fault then return fault end
  if (cmd.by == nil) == (cmd.facing == nil) then return refuse("by", "or facing is required: how does it turn?") end
  if cmd.facing and not unit.base then return refuse("facing", "is not known here: say by how much it turns") end
  local angle = turn_of(view, cmd)
  if angle == 0 then return refuse("by", "is no turn") end
  if unit.turned then return refuse("unit", "has turned in this move already", "4.2.2bis.1") end
  local cost = motion.turn_cost(view, unit, angle)
  if cost.cost ~= "free" and unit.changed and unit.changed ~= "face" and rates.of(view, unit) == 0 then
    return refuse("by", "takes a move, and its change of formation has left it none", "4.2.5.2")
  end
  local base
  if unit.base then
    base, fault = motion.turned(view, cmd.unit, unit.base, angle, "by")
    if fault then return fault end
  end
  return nil, { base = base, angle = angle }
end

local function run_turn(play, cmd, found)
  local unit, angle = play:unit(cmd.unit), found and found.angle or turn_of(play, cmd)
  local cost = rates.record(play, "movement.turn", motion.turn_args(play, unit, angle), cmd.unit)
  play:tell("turned", { unit = cmd.unit, angle = motion.about(angle), hand = hand(angle), cite = "4.2.2bis" })
  play:set(unit, "turned", terrain.stands_rough(play, cmd.unit) and "difficult" or true)
  if not cost or cost.cost ~= "free" or not cost.may_move then play:set(unit, "acted", "turn") end
  if not cost or cost.counts_as_moved then play:set(unit, "moved", true) end
  if unit.base then
    play:set_down(cmd.unit, found and found.base or overruled.turned(play, cmd.unit, unit.base, angle))
  end
end

--- A command that turns deployed guns, or all others, where they stand. A turn is offered with its range: whether there
--- is room shows when one is named.
local function turning(name, guns, spec)
  command(name) {
    cite = spec.cite, doc = spec.doc,
    args = {
      unit "unit" { "own" }, angle "by" { -ABOUT, ABOUT, optional = true, doc = "clockwise above 0" },
      angle "facing" { optional = true, doc = "instead: which way to face" },
    },
    check = function(view, cmd)
      local other = (view:unit(cmd.unit).drill == "deployed") ~= guns
      if other then return refuse("unit", spec.not_for, "4.2.3") end
      return check_turn(view, cmd)
    end,
    proposals = proposals.each(refuse_turn, function(view, _, unit, offer)
      if (unit.drill == "deployed") ~= guns or unit.turned then return end
      offer { ranges = { by = { -ABOUT, ABOUT } }, at_most = true, score = 0.2, text = spec.text(view) }
    end),
    run = run_turn,
  }
end

turning("turn", false, {
  cite = "4.2.2bis", doc = "Turns a unit on its centre where it stands.", not_for = "is deployed: pivot_guns turns it",
  text = function(view)
    return ("%d degrees free, more for its move"):format(view.rules.tables.turning "all_others")
  end,
})

turning("pivot_guns", true, {
  cite = "4.2.3", doc = "Turns deployed guns in any direction, for their move.", not_for = "is no deployed battery",
  text = function() return "for its move" end,
})
