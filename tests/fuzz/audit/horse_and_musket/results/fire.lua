--- Results of fire, saves and what comes of hits, worked out anew.
local tables <const> = require "fuzz.audit.horse_and_musket.tables"
local turn <const> = require "fuzz.audit.horse_and_musket.results.turn"

local M <const> = {}

local HIT <const> = 4

--- So many dice, and how many of them show the need or more.
local function count(throw, n, need)
  local hits = 0
  for _ = 1, n do
    if throw(6) >= need then hits = hits + 1 end
  end
  return hits
end
M.count = count

M["fire.enfilade"] = function(args, _, has)
  local formation, bearing = args.target_formation, args.bearing_deg
  local position, is = args.target_position or "open", false
  if position == "open" then
    is = formation == "line" and bearing > 90 or formation == "column" and (bearing <= 45 or bearing >= 135)
  elseif position == "fieldworks" and not has.fieldworks_all_round then
    is = (formation == "line" or formation == "column") and bearing > 90
  end
  return { enfilade = is }
end

M["fire.small_arms"] = function(args, throw, has)
  local to_hit = has.dragoons_fire and "small_arms_to_hit_dragoons" or "small_arms_to_hit"
  local base = tables.row(to_hit, { troop = args.troop }).need
  local weapon = args.weapon or tables.troop(args.troop).default_weapon
  if weapon == "" then weapon = "carbine" end
  local reach, list = tables.row("weapons", { weapon = weapon }), {}
  local long = args.defensive or args.range_mm > reach.short_mm
  if long then list[1] = { name = "long_range", value = -1, cite = args.defensive and "4.1.3" or "5.1.6" } end
  if args.moved then list[#list + 1] = { name = "moved", value = -1, cite = "5.1.7" } end
  local foot = args.troop == "close_order_infantry"
  if args.staggered and foot then list[#list + 1] = { name = "staggered", value = -1, cite = "5.1.8" } end
  local need = base + #list
  if has.natural_six_hits then need = math.min(6, need) end
  local dice = need <= 6 and (args.bases or 4) * (args.enfilade and 2 or 1) or 0
  local first = count(throw, dice, need)
  local again = args.first_fire and foot and args.grade ~= "levy" and dice - first or 0
  return {
    band = long and "long" or "short", base_need = base, modifiers = list, need = need, possible = need <= 6, dice = dice,
    hits_first = first, rerolled = again, hits = first + count(throw, again, need),
  }
end

M["fire.artillery"] = function(args, throw, has)
  local long = args.defensive or args.targets[1].range_mm > 180
  local each = long and has.long_range_die_each
  local result = { band = long and "long" or "short", targets = {}, hits = 0 }
  local function number() return long and throw(6) or throw(6) + throw(6) end
  local common = not each and number()
  for i, target in ipairs(args.targets) do
    local thrown = common or number()
    local shots = has.artillery_halve_hits and thrown or (thrown + 1) // 2
    local dice = shots * (target.enfilade and 2 or 1)
    local hits = count(throw, dice, HIT)
    if has.artillery_halve_hits then hits = (hits + 1) // 2 end
    result.targets[i] = { throw = thrown, shots = shots, dice = dice, hits = hits }
    result.hits = result.hits + hits
  end
  return result
end

--- Saves of so many hits on some grounds; how many are left.
function M.saved(throw, hits, grounds, has)
  local left = hits
  for i = 1, has.saves_stack and grounds or math.min(1, grounds) do
    left = left - count(throw, left, HIT)
    if i == grounds then break end
  end
  return left
end

M["cover.save"] = function(args, throw, has)
  local left = M.saved(throw, args.hits, #args.grounds, has)
  return { saved = args.hits - left, hits = left }
end

M["hits.apply"] = function(args) return turn.hit(args.hits, args.staggered, args.new_hits) end

M["general.risk"] = function(args, throw)
  if args.hits < tables.constant "general_risk_hits" then return { at_risk = false, casualty = false } end
  local roll = throw(6)
  return { at_risk = true, roll = roll, casualty = roll == 6 }
end

M["fieldworks.breach"] = function(args, throw)
  if args.artillery_hits < 1 then return { tested = false, breached = false } end
  local roll = throw(6)
  return { tested = true, roll = roll, breached = roll == 6 }
end

M["woods.fire"] = function(args)
  local reasons, most = {}, tables.constant "woods_fire_depth"
  if args.same_wood then
    if args.range_mm > most then reasons[1] = "beyond_very_short" end
  else
    if (args.firer_depth_mm or 0) > most then reasons[#reasons + 1] = "firer_too_deep" end
    if (args.target_depth_mm or 0) > most then reasons[#reasons + 1] = "target_too_deep" end
  end
  return { legal = #reasons == 0, reasons = reasons, cover = args.target_entirely_inside or false }
end

return M
