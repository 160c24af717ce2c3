-- MC 5, MC 6, RM 3d, base, R124, R125: who may fire, and at whom.

local functions <const>, inches <const>, legality <const> = use("game/movement/functions", "game/army/inches", "aim")
local lines <const>, units <const> = use("game/fire/lines", "game/army/units")

option "chargers_shielded" { false, ruling = "R125",
  doc = "a charger in contact is fired at only by units that it touches, as its target is" }

option "companies_fired_at" { false, ruling = "R124",
  doc = "companies of engineers and bands are fired at too, as a stand of infantry" }

local M <const> = {}

--- Is a side's fire offensive now: is it the one that moves?
function M.phase(view, side) return side == view.state.active and "offensive" or "defensive" end

-- ---- who ------------------------------------------------------------------------------------------------------------

--- The enemies who charge a unit, or touch it in their charge: { unit, met } each, `met` being what is kept of contact.
local function chargers(view, id)
  local list = {}
  for other, unit in view:present(view:other(view:unit(id).side)) do
    local charging = unit.charging
    local met = charging and view:met(other, id)
    if met or charging and charging.target == id then list[#list + 1] = { unit = other, met = met } end
  end
  return list
end

--- Does one of them come at a unit's flank or rear (R103)? Of those who charge another it is where they stand now.
local function at_flank(view, id, list)
  local base = view:unit(id).base
  return lists.find(list, function(one)
    local charging = view:unit(one.unit).charging
    if charging and charging.target == id then return charging.flank end
    return base and lines.behind(view, view:unit(one.unit).base, base)
  end) ~= nil
end

--- What fire.may_fire asks of a unit that fires at a target, or at whom it likes.
measure "fire.may_fire" (function(view, id, target)
  local unit, by, args = view:unit(id), chargers(view, id), {}
  if unit.arm == "cavalry" and (unit.charging or unit.countercharging or by[1]) then
    args.in_charge_combat, args.hit_frontally = true, not at_flank(view, id, by)
    args.standing_still = not (unit.charging or unit.countercharging)
  end
  args.arm = unit.arm == "cavalry" and unit.cavalry_class .. "_cavalry" or unit.arm
  args.phase = M.phase(view, unit.side)
  args.used_reserve_movement = unit.used_rm or false
  args.target_charging_me = lists.find(by, function(one) return not target or one.unit == target end) ~= nil
  return view:question("fire.may_fire", id, args)
end)

--- Why a unit may not fire now, at that target or at all; nil when it may.
---@return limber.Refusal?
function M.bars(view, id, target)
  local unit = view:unit(id)
  if not units.apart(unit) then return refuse("unit", "is not on the table", "Seq 2b") end
  if not (units.brigade(unit) or units.battery(unit)) then return refuse("unit", "has nothing to fire with", "R124") end
  if unit.fired then return refuse("unit", "has fired in this phase", "Seq 2b") end
  if target and unit.charging and view:engaged(id) and not view:met(id, target) then
    return refuse("unit", "charges, and fires only at those that it touches", "R125")
  end
  local args = view.measure["fire.may_fire"](view, id, target)
  local found = view:ask("fire.may_fire", args, id, target)
  if not found.allowed then
    return legality.BARRED.refuse(view.rules, args, { found.reason }, "unit", "may not fire: %s")
  end
  return units.battery(unit) and functions.refuse(view, id, "fire") or nil
end

-- ---- at whom --------------------------------------------------------------------------------------------------------

--- R125: a brigade that a charge has touched is fired at by those who touch it.
local function refuse_touched(view, id, target)
  local touched = lists.find(chargers(view, target), function(one) return one.met end)
    or view.rules.option.chargers_shielded and view:unit(target).charging and view:engaged(target)
  if not touched or view:met(id, target) then return nil end
  return refuse("target", "is touched by a charge, and fired at only by those who touch it", "R125")
end

--- Why a unit is no target of others, or nil.
---@return limber.Refusal?
function M.refuse_target(view, target)
  local unit = view:unit(target)
  if not units.apart(unit) then return refuse("target", "is not on the table", "MC 1") end
  if not (units.brigade(unit) or units.battery(unit) or view.rules.option.companies_fired_at) then
    return refuse("target", "is no brigade or battery, and not fired at", "R124")
  end
end

local WHY <const> = { "sight", "arc", "range" }

local REFUSES <const> = {
  range = function(view, id, one)
    local reach = inches.um(lines.reach(view, id))
    local text = ("is %s from %s, which reaches %s"):format(inches.said(one.um), view:name(id), inches.said(reach))
    return text, { cite = "MC 1, MC 9e", margin = tabletop.short_by(reach - one.um) }
  end,
  arc = function(view, id, one)
    local limit = view:unit(id).arm == "artillery" and "artillery_arc_each_side" or "infantry_arc_each_side"
    local most = view.rules.constant[limit]
    local off = (one.off + 999) // 1000
    return ("is %d degrees off the front of %s, outside its arc of %d"):format(off, view:name(id), most),
      { cite = "MC 5, R35", margin = most - off, unit = "degrees" }
  end,
  sight = function(view, id, one)
    local by = one.by and view:called(one.by)
    return ("is out of sight of %s%s"):format(view:name(id), by and ": " .. by .. " is in the way" or ""),
      { cite = "MC 2, R34, R121", by = one.by }
  end,
}

--- Why none of a unit's stands fires: what the stands that come nearest to it say.
local function refuse_all(view, id, target, list)
  if not list then return refuse("target", ("is not in range, arc and sight of %s"):format(view:name(id)), "MC 1") end
  for _, why in ipairs(WHY) do
    local best = lists.least(list, function(one) return one.why == why and (why == "arc" and one.off or one.um) end)
    if best then return refuse("target", REFUSES[why](view, id, best, target)) end
  end
end

function M.moved(view, id)
  local sum = 0
  for _, move in ipairs(view:moves(id)) do sum = sum + move.um end
  return sum
end

--- What a unit fires at a target where that stands or, with `passing`, where it was after so much of its move: why
--- not, else its volleys. At the end of its move it stands where a charge has touched it (R125, R127).
---@param any boolean? one volley is enough
---@return limber.Refusal?
---@return nff.Volley[]?
function M.at(view, id, target, passing, any)
  local there = not passing or view:unit(target).base and passing >= M.moved(view, target)
  local fault = there and refuse_touched(view, id, target)
  if fault then return fault end
  local volleys, list = lines.volleys(view, id, target, passing, any)
  if #volleys == 0 then return refuse_all(view, id, target, list) end
  return nil, volleys
end

return M
