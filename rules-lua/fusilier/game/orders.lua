-- 3.2, 4.0: orders are written, travel, and set a formation in motion.

local VERBS <const> = { "attack", "seize", "hold", "move", "support", "withdraw" }

story {
  ordered = "{general} orders {formation} to {verb}: {say}",
  starts = "The action starts at {clock}.",
  bound = "Bound {bound}, {clock}.",
  activated = "{formation} sets off to {verb}, {left} min of the bound left.",
}

local RANKS <const> = { c_in_c = 1, corps = 2, division = 3, brigade = 4 }

--- The highest general a side has on the table: initial orders start with him (R16).
local function highest(play, side)
  local best, best_id
  for id, general in play:leaders(side) do
    if not general.disabled and (not best or RANKS[general.rank] < RANKS[best.rank]) then
      best, best_id = general, id
    end
  end
  return best_id
end

--- An order as the state holds it: what to do, and the point or line it is about.
local function copy_of(order)
  local target, target_end = order.target, order.target_end
  return {
    verb = order.verb, target = target and { x = target.x, y = target.y },
    target_end = target_end and { x = target_end.x, y = target_end.y },
  }
end

--- Times an order: dice for its activation, then when it arrives and takes effect.
local function schedule(play, id, order, general, distance_mm, initial)
  local formation, settings = play:formation(id), play.state.battle
  local commander = formation.commander and play.state.leaders[formation.commander]
  local activation = play:resolve("order.activation", {
    era = settings.era, from_level = play:leader(general).rank,
    temperament = play.rules.option.temperaments and commander and commander.temperament or "normal",
  }, id)
  local now = settings.start_min + 10 * (play.state.turn - 1)
  local timed = play:resolve("order.schedule", {
    start_min = settings.start_min, issued_min = now, distance_mm = distance_mm,
    activation_min = activation.activation_min, initial = initial,
  }, id)
  order.activates_min, order.issued_min, order.arrives_min = timed.activates_min, now, timed.arrives_min
  play:set(formation, "coming_order", order)
  play:tell("ordered", {
    general = general, formation = id, verb = order.verb, cite = "4.3 4.5",
    say = ("chain %d min, dice %+d: active at %s"):format(
      activation.chain_min, activation.dice_min, clock.format(timed.activates_min)),
  })
end

--- The start of the action: the hour, and the orders that were written before it (4.1, 4.2).
local function start(play)
  local settings = play.state.battle
  if not settings.start_min then
    play:set(settings, "start_min", play:resolve("time.start", {}, "table").time_min)
  end
  play:tell("starts", { clock = clock.format(settings.start_min), cite = "4.1" })
  for id, formation in play:formations() do
    if formation.written and highest(play, formation.side) then
      schedule(play, id, copy_of(formation.written), highest(play, formation.side), 0, true)
      play:set(formation, "written", nil)
    end
  end
end

--- Orders that take effect in this bound (4.5, R18): their units have the minutes that are left.
local function activate(play)
  local settings = play.state.battle
  local begins = settings.start_min + 10 * (play.state.turn - 1)
  for id, formation in play:formations() do
    local order = formation.coming_order
    if order and order.activates_min < begins + 10 then
      local late = math.max(0, order.activates_min - begins)
      play:set(formation, "coming_order", nil)
      play:set(formation, "order", copy_of(order))
      play:set(formation, "minutes_left", 10 - late)
      play:tell("activated", { formation = id, verb = order.verb, left = 10 - late, cite = "4.5" })
    else
      play:set(formation, "minutes_left", 10)
    end
  end
end

command "write_order" {
  cite = "3.2", doc = "Writes a formation's order before the action starts.",
  args = {
    formation "formation" { "own" }, enum "verb" (VERBS),
    point "target" { optional = true, doc = "what is to be attacked, seized, held or reached" },
    point "target_end" { optional = true, doc = "the other end, when that is a line" },
  },
  check = function(view, cmd)
    if view.state.turn > 1 then return refuse("formation", "has its orders; issue a fresh one", { cite = "4.5" }) end
    if not cmd.target and cmd.verb ~= "hold" and cmd.verb ~= "support" then
      return refuse("target", ("is required to %s"):format(cmd.verb), { cite = "R20" })
    end
  end,
  run = function(play, cmd)
    play:set(play:formation(cmd.formation), "written", copy_of(cmd))
  end,
}

--- Is the formation, or one it belongs to, the general's own?
local function commands(view, general, id)
  while id do
    local formation = view:formation(id)
    if formation.commander == general then return true end
    id = formation.formation
  end
  return false
end

--- Where an order to a formation goes: to its commander, or the nearest of its units (R15).
local function receiver(play, id, general)
  local formation = play:formation(id)
  local commander = formation.commander and play.state.leaders[formation.commander]
  if commander and not commander.disabled then return commander.base end
  local best, best_um
  for _, unit in play:units(formation.side) do
    if unit.formation == id and unit.base then
      local um = geometry.distance(general.base, unit.base).distance
      if not best_um or um < best_um then best, best_um = unit.base, um end
    end
  end
  return best or general.base
end

command "issue_order" {
  cite = "4.5", doc = "A general orders a formation under him.",
  args = {
    leader "general" { "own" }, formation "formation" { "own" }, enum "verb" (VERBS),
    point "target" { optional = true }, point "target_end" { optional = true },
  },
  check = function(view, cmd)
    local general = view:leader(cmd.general)
    if general.disabled then return refuse("general", "is disabled", { cite = "10.7" }) end
    if general.ordered == view.state.turn then
      return refuse("general", "has given an order this bound", { cite = "R23" })
    end
    if not commands(view, cmd.general, cmd.formation) then
      return refuse("formation", "is not under that general", { cite = "R16" })
    end
    if not cmd.target and cmd.verb ~= "hold" and cmd.verb ~= "support" then
      return refuse("target", ("is required to %s"):format(cmd.verb), { cite = "R20" })
    end
    local away = cmd.target and geometry.distance(general.base, cmd.target).distance or 0
    local away_mm = geometry.round_mm(away, "up")
    local may = view.rules.call("order.may_issue", {
      rank = general.rank, distance_mm = away_mm,
      in_sight = not cmd.target or view:fact("overlooks", cmd.general, cmd.target),
    })
    if not may.may_issue then
      local over = away_mm - view.rules.constant.appreciation_limit
      local text = may.reason == "too_far" and ("is %d mm too far from it to judge"):format(over)
        or "does not see it"
      return refuse("general", text, { cite = "4.5", margin = -over })
    end
  end,
  run = function(play, cmd)
    local general = play:leader(cmd.general)
    play:set(general, "ordered", play.state.turn)
    local to = receiver(play, cmd.formation, general)
    local distance = geometry.round_mm(geometry.distance(general.base, to).distance, "up")
    schedule(play, cmd.formation, copy_of(cmd), cmd.general, distance, false)
  end,
}

fact "overlooks" {
  ask = "Does {1} see the ground he orders them to?",
  flag "overlooks" {},
  measured = function(_, field, general, point)
    local sight = field:sight(general, { x = point.x, y = point.y }, { eye = mm(2), mark = mm(1) }, { kind = "area" })
    return sight.yes, sight.margin
  end,
}

local M <const> = {}

--- Where a unit goes to carry an order out: its point, or the nearest point of its line.
function M.objective(order, base)
  if not order.target_end then return order.target end
  return geometry.distance({ x = base.x, y = base.y }, { line = { order.target, order.target_end } }).to
end

--- The active order of a unit's formation, or of the formation above it.
function M.of(view, unit)
  local id = unit.formation
  while id do
    local formation = view.state.formations[id]
    if not formation then return nil end
    if formation.order then return formation.order, formation end
    id = formation.formation
  end
end

--- Minutes a unit still has this bound.
function M.minutes(view, unit)
  local order, formation = M.of(view, unit)
  if not order then return 0 end
  return (formation.minutes_left or 10) - (unit.minutes_used or 0)
end

M.start, M.activate = start, activate

return M
