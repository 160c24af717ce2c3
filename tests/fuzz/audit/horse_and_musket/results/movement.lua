--- Results of movement and terrain, and of retreats, worked out anew.
local tables <const> = require "fuzz.audit.horse_and_musket.tables"
local turn <const> = require "fuzz.audit.horse_and_musket.results.turn"

local M <const> = {}

M["movement.allowance"] = function(args)
  local difficult = args.difficult or args.retrograde
  local band, list = tables.band(args.troop, args.formation, difficult), {}
  if args.formation_change and not args.discipline then
    list[1] = { name = "formation_change", value = -1, cite = "4.2.5.2" }
    band = tables.lowered(band, 1)
  end
  local move = tables.stick(band)
  local free = args.march and move or 0
  return {
    going = difficult and "difficult" or "good", modifiers = list, band = band, move_mm = move, free_move_mm = free,
    total_mm = move + free,
  }
end

M["movement.turn"] = function(args)
  local guns = args.troop == "artillery" and (args.formation or "deployed") == "deployed"
  local free = args.turn_deg <= (guns and 0 or tables.constant "free_turn")
  return { cost = free and "free" or "one_move", may_move = free and not guns, counts_as_moved = not free }
end

M["formation.change"] = function(args)
  local face = args.method == "face"
  local guns, cost = args.troop == "artillery", "one_level"
  if guns then
    cost = args.changed_before and "free" or "one_move"
  elseif face or args.discipline then
    cost = "free"
  end
  local band = guns and "none" or tables.band(args.troop, args.from, args.difficult)
  if cost == "one_level" then band = tables.lowered(band, 1) end
  return { cost = cost, band = band, move_mm = tables.stick(band), counts_as_moved = not face }
end

M["movement.gap"] = function(args)
  return { passes = args.gap_mm >= args.frontage_mm, margin_mm = args.gap_mm - args.frontage_mm }
end

local AFTER <const> = { edge = "in_river", in_river = "across" }

M["river.cross"] = function(args)
  local rate = tables.rate(args.troop, args.formation, args.difficult)
  local after = AFTER[args.position] or args.distance_mm <= rate and "edge" or "away"
  return {
    position_after = after, in_river = after == "in_river",
    move_mm = args.position == "away" and math.min(rate, args.distance_mm) or args.position == "edge" and 0 or rate,
  }
end

M["terrain.entry"] = function(args)
  local row, reasons = tables.row("terrain", { terrain = args.terrain }), {}
  local arm = tables.troop(args.troop).arm
  for _, one in ipairs {
    { "impassable", args.terrain == "impassable" },
    { "infantry_only", row.who_may_enter == "infantry" and arm ~= "infantry" },
    { "infantry_and_cavalry_only", args.terrain == "woods" and arm ~= "infantry" and arm ~= "cavalry" },
    { "occupied", args.occupied and not args.leaving },
    { "deployed_guns", args.troop == "artillery" and (args.formation or "deployed") == "deployed" },
  } do
    if one[2] then reasons[#reasons + 1] = one[1] end
  end
  local moves = #reasons == 0 and (row.going == "good" or row.going == "difficult")
  return {
    legal = #reasons == 0, reasons = reasons, going = row.going,
    move_mm = moves and tables.rate(args.troop, args.formation, row.going == "difficult") or 0,
  }
end

M["retreat.resolve"] = function(args, _, has)
  local difficult = args.difficult or has.retreat_is_retrograde
  local move = tables.rate(args.troop, nil, difficult)
  local ends, now, passed, blockers, far = move, { hits = args.hits or 0, staggered = args.staggered or false }, 0, {}, 0
  local result = { move_mm = move, destroyed = false }
  for i, one in ipairs(args.obstacles or {}) do
    local met = one.from_mm < ends or one.kind == "enemy" and one.from_mm == ends
    if met and one.kind == "friend" then
      passed, blockers[#blockers + 1], far = passed + 1, i, math.max(far, one.to_mm)
      if not has.blocker_only_hit then now = turn.hit(now.hits, now.staggered, 1) end
      if now.destroyed then
        result.destroyed, result.reason, ends = true, "hits", one.from_mm
        break
      end
      ends = math.max(ends, one.to_mm)
    elseif met and one.kind == "river" then
      ends = math.max(one.from_mm, far)
      break
    elseif met then
      result.destroyed, result.reason, ends = true, one.kind, one.from_mm
      break
    end
  end
  result.distance_mm, result.friends_passed, result.blockers_hit = ends, passed, blockers
  result.hits, result.staggered = now.hits, now.staggered
  result.staggered_now = now.staggered and not args.staggered
  return result
end

return M
