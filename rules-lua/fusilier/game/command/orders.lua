-- 3.2, 4.0: orders are written, travel, and set a formation in motion.

local obedience <const>, proposed <const> = use("game/command/obedience", "game/command/proposed_orders")

local VERBS <const> = { "attack", "seize", "hold", "move", "support", "withdraw" }

private "formation" { "order", "coming_orders", "written", "minutes_left", "earlier" }

secret "formation" { "ordered", "order.activation", "order.schedule" }

--- How an activation time came about, for the story.
local function working(activation)
  local temper = activation.temperament_min ~= 0 and (", temperament %+d"):format(activation.temperament_min) or ""
  return ("chain %d min, dice %+d%s"):format(activation.chain_min, activation.dice_min, temper)
end

--- When an order takes effect: the clock, the bound, and what is left of it then.
local function when(timed)
  local travels = timed.transmission_min > 0
    and ("It arrives at %s and is active"):format(clock.format(timed.arrives_min)) or "Active"
  return ("%s at %s, bound %d, %d min left"):format(
    travels, clock.format(timed.activates_min), timed.bound, timed.minutes_left)
end

--- Times an order: dice for its activation, then when it arrives and takes effect.
local function schedule(play, id, order, general, distance_mm, initial)
  local formation, settings = play:formation(id), play.state.battle
  local commander = formation.commander and play.state.leaders[formation.commander]
  local function described(args, procedure)
    args = play:described(args, formation, procedure)
    return commander and play:described(args, commander, procedure) or args
  end
  local activation = play:resolve("order.activation", described({
    era = settings.era, from_level = play:leader(general).rank,
    temperament = play.rules.option.rash_cautious_generals and commander and commander.temperament or "normal", -- R13
  }, "order.activation"), id, general)
  local timed = play:resolve("order.schedule", described({
    start_min = settings.start_min, issued_min = obedience.now(play), distance_mm = distance_mm,
    activation_min = activation.activation_min, initial = initial,
  }, "order.schedule"), id, general)
  order.activates_min, order.issued_min, order.arrives_min = timed.activates_min, obedience.now(play), timed.arrives_min
  order.number = (settings.orders or 0) + 1
  play:set(settings, "orders", order.number)
  if not formation.coming_orders then play:set(formation, "coming_orders", {}) end
  play:append(formation.coming_orders, order)
  play:tell("ordered", {
    general = general, formation = id, verb = order.verb, aim = obedience.aim_of(order), cite = "4.3 4.5",
    working = working(activation), when = when(timed),
  })
end

--- The start of the action: the hour, and the orders that were written before it (4.1, 4.2).
local function start(play)
  local settings = play.state.battle
  if not settings.start_min then play:set(settings, "start_min", play:resolve("time.start", {}, "table").time_min) end
  play:tell("starts", { clock = clock.format(settings.start_min), cite = "4.1" })
  for id, formation in play:formations() do
    local general = formation.written and play:senior(formation.side)
    if general then
      local distance = play.rules.option.initial_orders_travel and play:fact("courier", general, id) or 0 -- R14
      schedule(play, id, obedience.copy_of(formation.written), general, distance, true)
      play:set(formation, "written", nil)
    end
  end
end

fact "ground_at" {
  ask = "May troops enter the ground at {1}?",
  flag "may_enter" {},
  measured = function(view, field, point)
    return not lists.find(field:under(point), function(id) return view.state.areas[id].terrain == "stream_deep" end)
  end,
}

--- R20: an order must say what it is about, and that must be ground on the table which troops may enter.
local function refuse_aim(view, cmd)
  local told = view:told()
  local about = told and "aim" or "target"
  if obedience.MOVING[cmd.verb] and not cmd[about] then
    local text = ("is required to %s%s"):format(cmd.verb, told and ": say in words what" or "")
    return refuse(about, text, "R20")
  end
  for _, key in ipairs(told and {} or { "target", "target_end" }) do
    local at = cmd[key]
    if at and not tabletop.within(view, at) then
      return refuse(key, "is off the table", "R20")
    elseif at and not view:fact("ground_at", { x = at.x, y = at.y }) then
      return refuse(key, "is ground that nobody enters", "R20")
    end
  end
end

local AIM <const> = {
  point "target" { optional = true, doc = "what is to be attacked, seized, held or reached" },
  point "target_end" { optional = true, doc = "the other end, when that is a line" },
  text "aim" { optional = true, doc = "the same in words; all there is in a told game" },
}

command "write_order" {
  cite = "3.2", doc = "Writes a formation's order before the action starts.", secret = true,
  args = { formation "formation" { "own" }, enum "verb" (VERBS), table.unpack(AIM) },
  slot = function(cmd) return cmd.formation end,
  check = function(view, cmd)
    if not view:senior(view:formation(cmd.formation).side) then
      return refuse("formation", "has no general above it to give it orders", "4.5")
    end
    return refuse_aim(view, cmd)
  end,
  proposals = function(view, side, of)
    return view:senior(side) and proposed.written(view, side, of, refuse_aim) or {}
  end,
  run = function(play, cmd) play:set(play:formation(cmd.formation), "written", obedience.copy_of(cmd)) end,
}

--- Is the formation, or one it belongs to, the general's own, or his since its commander fell (R83)?
local function commands(view, general, id)
  return view:leader(general).rank == "c_in_c" or view:commands(general, id)
end

--- Where an order to a formation goes: to its commander, or the nearest of its units (R15).
fact "courier" {
  ask = "How far must the order of {1} travel to reach {2}?", unit = "mm", int "distance" { 0 },
  measured = function(view, _, general, id)
    local formation = view:formation(id)
    local to = view:fit(formation.commander) and formation.commander
      or view:nearest_unit(general, formation.side, nil, function(unit) return view:belongs(unit.formation, id) end)
    return to and geometry.round_mm(view:apart(general, to), "up") or 0
  end,
}

fact "judged" {
  ask = "How far is {1} from what he orders {2} to do?", unit = "mm", int "distance" { 0 },
  measured = function(view, _, general, _, at) return geometry.round_mm(view:apart(general, at), "up") end,
}

fact "overlooks" {
  ask = "Does {1} see the ground that {2} is ordered to?", flag "overlooks" {},
  suggest = true,
  measured = function(view, field, general, _, at)
    local except = tabletop.own_hills(view, field, view:leader(general).base, at)
    if not view.rules.option.ground_hides_itself then lists.append(except, field:under(at)) end -- R22
    local sight = field:sight(general, at, { eye = mm(2), mark = mm(1) }, { kind = "area", except = except })
    return sight.yes, { margin_mm = sight.margin and sight.margin // mm(1), by = sight.by }
  end,
}

--- The point that an order is about, of a line the one nearest to him who gives it; words alone in a told game.
local function concerned(view, cmd)
  if view:told() then return nil, cmd.aim ~= nil end
  if not cmd.target then return nil, false end
  local at = obedience.objective(cmd, view:leader(cmd.general).base)
  return { x = at.x, y = at.y }, true
end

--- 4.5, R22: he must see what he orders about, and not too far away.
local function refuse_judgment(view, cmd)
  local at, about = concerned(view, cmd)
  local away, sees, found = 0, true, nil
  if about then
    away = view:fact("judged", cmd.general, cmd.formation, at)
    sees, found = view:fact("overlooks", cmd.general, cmd.formation, at)
  end
  local general = view:leader(cmd.general)
  local may = view:ask("order.may_issue", view:described({
    rank = general.rank, distance_mm = away, in_sight = sees,
  }, general, "order.may_issue"), cmd.general, cmd.formation)
  if may.may_issue then return nil end
  local over = away - view.rules.constant.appreciation_limit
  if may.reason == "not_in_sight" then
    local area = found and view.state.areas[found.by]
    local behind = area and (" behind %s"):format(area.name or found.by) or ""
    return refuse("general", ("does not see that ground, %d mm away%s"):format(away, behind),
      { cite = "4.5", margin = found and found.margin_mm })
  end
  if may.reason ~= "too_far" or over <= 0 then
    local said, cite = view.rules.reason(may.reason)
    local why = may.reason ~= "none" and ": " .. (said or plain(may.reason)) or ""
    return refuse("general", "may not order that" .. why, cite or "4.5")
  end
  return refuse("general", ("is %d mm too far from it to judge"):format(over), { cite = "4.5", margin = -over })
end

command "issue_order" {
  cite = "4.5", doc = "A general orders a formation under him.", secret = true,
  args = { leader "general" { "own" }, formation "formation" { "own" }, enum "verb" (VERBS), table.unpack(AIM) },
  slot = function(cmd) return cmd.general end,
  check = function(view, cmd)
    if not view:fit(cmd.general) then return refuse("general", "is disabled", "10.7") end
    if view:leader(cmd.general).ordered == view.state.turn then
      return refuse("general", "has given an order this bound", "R23")
    end
    if not commands(view, cmd.general, cmd.formation) then
      return refuse("formation", "is not under that general", "R16")
    end
    return refuse_aim(view, cmd) or refuse_judgment(view, cmd)
  end,
  proposals = function(view, side, of, about)
    return proposed.issued(view, side, of, about, commands, function(_, cmd)
      if view:told() then return nil end -- what he sees the players know
      return refuse_aim(view, cmd) or refuse_judgment(view, cmd)
    end)
  end,
  run = function(play, cmd)
    play:set(play:leader(cmd.general), "ordered", play.state.turn)
    local distance = play:fact("courier", cmd.general, cmd.formation)
    schedule(play, cmd.formation, obedience.copy_of(cmd), cmd.general, distance, false)
  end,
}

return { start = start }
