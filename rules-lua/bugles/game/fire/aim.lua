-- Ranges, Arcs of Fire, When to Fire: who may fire, how far it is to a target, and whether fire bears on it.

local army <const>, rays <const>, rules_of_aim <const> = use("game/army/units", "game/fire/rays", "aim")
local sight <const> = use "game/movement/sight"

local M <const> = {}

--- The row of the table of ranges that a stand fires with; nil of carts.
function M.weapon(unit) return unit.arm == "gun" and rules_of_aim.weapon_of_gun(unit.gun) or unit.mg or unit.weapon end

--- How far a stand fires, in mm; nil when it has nothing to fire with.
function M.reach(view, unit)
  local weapon, ordnance = M.weapon(unit), unit.arm == "gun" and unit.ordnance or nil
  return weapon and rules_of_aim.reach(view.rules, weapon, ordnance, unit.arm == "sniper")
end

-- ---- lines of fire --------------------------------------------------------------------------------------------------

--- Sight has judged the ground (R105): here no area is in the way.
local NO_GROUND <const> = { kind = "area", with = { "nothing" } }

local function loose_of(view, side) return lists.ids(view:present(side), rays.all_round) end

--- Loose figures stop no fire (R240).
local function loose(view)
  local ids = {}
  if view.rules.option.loose_figures_stop_fire then return ids end
  for _, side in ipairs(view.state.order.sides) do lists.append(ids, view:while_still(side, "loose", loose_of)) end
  return ids
end

--- The least bearing off a facing at which a point sees a part of a target: the middles and corners of its bases, and
--- their nearest points (R246).
local function least_off(view, target, from, facing)
  local least
  local function weigh(point)
    local off = geometry.turn(facing, geometry.bearing(from, point))
    if not least or math.abs(off) < math.abs(least) then least = off end
  end
  for _, base in ipairs(view.state.units[target] and view:bases(target) or { view:leader(target).base }) do
    weigh(geometry.distance(from, base).to)
    local whole = not view.rules.option.nearest_point_in_arc
    if whole then weigh { x = base.x, y = base.y } end
    for _, corner in ipairs(whole and geometry.corners(base) or {}) do weigh(corner) end
  end
  return least
end

--- How far off the front fire still bears, in thousandths of a degree.
function M.arc(view) return deg(rules_of_aim.half_arc(view.rules)) // 2 end

--- Is a bearing in the arc of fire? Whole degrees of it, on the side of the arc's edge on which it lies.
local function bears_at(view, id, off)
  local far = math.abs(off)
  local whole = (far + (far > M.arc(view) and deg(1) - 1 or 0)) // deg(1)
  return view:ask("fire.arc", { bearing_deg = off < 0 and -whole or whole, formation = "close_order" }, id).in_arc
end

--- Whence a stand fires at a target: the point, whether it bears, by how much it is off its front or its rear, and
--- whether how far it may be off is measured from its front.
local function laid(view, id, target)
  local unit, from = view:unit(id), rays.from(view, id)
  if rays.all_round(unit) then return from, true, 0 end
  local base = unit.base
  local off = least_off(view, target, from, base.facing)
  local bears = bears_at(view, id, off)
  if bears or unit.drill ~= "back_to_back" then return from, bears, off, bears end
  local back = (base.facing + deg(180)) % deg(360)
  local rear = geometry.step({ x = base.x, y = base.y }, back, base.depth // 2)
  local behind = least_off(view, target, rear, back)
  return rear, bears_at(view, id, behind), behind
end

local function measured(view, id, target)
  local unit = view:unit(id)
  local from, bears, off, ahead = laid(view, id, target)
  local line = view:fire_line(id, target, {
    muzzles = { from }, range = not (army.crewed(unit) or rays.all_round(unit)) and "centre" or nil, marks = "all",
    off = ahead and M.arc(view) or nil, tall = NO_GROUND, except = loose(view),
  })
  line.off, line.bears = off, bears
  return line
end

--- Measures the fire of a stand at a target, a stand or a leader: range, bearing and what is in the way.
local function line_to(view, id, target)
  return view:while_still(nil, "fire of " .. id .. " at " .. target, function() return measured(view, id, target) end)
end

fact "fire_range" {
  ask = "How far is it from {1} to the nearest point of {2}, in mm?", unit = "mm",
  int "range" { 0 },
  measured = function(view, _, id, target)
    local line = line_to(view, id, target)
    return line.mm, line
  end,
}

fact "fire_bears" {
  ask = "Does {1} fire at {2}: fair (in its arc of fire, with nobody in the way), out_of_arc, or blocked by others?",
  enum "bears" { "fair", "out_of_arc", "blocked" }, suggest = "fair",
  measured = function(view, _, id, target)
    local _, line = view:fact("fire_range", id, target)
    return not line.bears and "out_of_arc" or line.yes and "fair" or "blocked", line
  end,
}

--- Does a stand see a target?
function M.sees(view, id, target)
  if view.state.units[target] then return sight.visible(view, id, target) end
  if view:told() then return view:told("sight", id, target) end
  local args = {
    terrain = view.state.battle.visibility, distance_mm = geometry.round_mm(view:apart(id, target), "up"),
    agreed_limit_mm = view.state.battle.sight_limit_mm,
  }
  return view:ask("visibility.check", args, id).visible and view:sees(id, target, { ground = true })
end

--- How a stand's fire at a target stands: why not, else the range in mm and the line.
---@param blocked boolean? who is in the way does not matter
---@return limber.Refusal?
---@return integer? mm
---@return boolean? others are in the way
function M.at(view, id, target, blocked)
  local unit = view:unit(id)
  if view.state.units[target] and #view:foes(target) > 0 then
    return refuse("target", "is in contact with friends", "Firing into Melees")
  end
  if not M.sees(view, id, target) then return refuse("target", "is out of sight", "Visibility, R105") end
  local bears, line = view:fact("fire_bears", id, target)
  if bears == "out_of_arc" then return refuse("target", "is out of the arc of fire", "Arcs of Fire") end
  if bears == "blocked" and not blocked then
    local by = line and line.by
    return refuse("target", by and ("is behind %s"):format(view:name(by)) or "is behind others",
      { cite = "R240", by = by })
  end
  local mm, reach = view:fact("fire_range", id, target), M.reach(view, unit)
  if mm > reach then
    return refuse("target", ("is %d mm away, %d beyond the reach of %s"):format(mm, mm - reach, plain(M.weapon(unit))),
      { cite = "Ranges", margin = reach - mm })
  end
  return nil, mm, bears == "blocked"
end

-- ---- the target -----------------------------------------------------------------------------------------------------

fact "group_reached" {
  ask = "Which stands of the group of {2} can {1} reach and see, the nearest first?",
  units "stands" { "enemy", default = {} }, suggest = function(_, _, target) return { target } end,
  measured = function(view, _, id, target)
    local ids, away = {}, {}
    for _, other in ipairs(army.group_units(view, view:unit(target).formation)) do
      local fault, mm = nil, nil
      if view:unit(other).arm ~= "sniper" then fault, mm = M.at(view, id, other) end
      if mm and not fault then ids[#ids + 1], away[other] = other, mm end
    end
    return lists.least_first(ids, away)
  end,
}

--- R126: a stand is alone when no other of its group touches it; else its whole group is fired at.
local function alone(view, target)
  local group = view:unit(target).formation
  return not lists.find(army.in_contact_friends(view, target), function(other)
    local one = view.state.units[other]
    return one ~= nil and one.formation == group and one.arm ~= "sniper" and one.arm ~= "wagon"
  end)
end

--- Does a stand's fire bear on a target?
function M.bears(view, id, target) return select(2, laid(view, id, target)) end

--- The stands that small arms fired at one of them hit, the nearest first; none when it does not get at any.
---@return string[]
function M.stands_hit(view, id, target)
  local unit = view:unit(target)
  local one = unit.arm == "sniper" or view.rules.option.named_stand_is_hit or alone(view, target)
  if one then return M.at(view, id, target) and {} or { target } end
  return view:fact("group_reached", id, target)
end

-- ---- may it fire ----------------------------------------------------------------------------------------------------

fact "rear_rank" {
  ask = "Does {1} stand in a rear rank, behind another stand of its side?",
  flag "rear" {}, suggest = false,
  measured = function(view, _, id)
    for _, other in ipairs(army.in_contact_friends(view, id)) do
      for _, met in ipairs(army.formed(view:unit(other)) and view:contact(id, other) or {}) do
        if met.face == "front" and met.frontage > tabletop.GRAZE then return true end
      end
    end
    return false
  end,
}

local CREWED <const> = { "limber_failed", "unlimbered", "refaced", "manhandled" }

measure "fire.eligibility" (function(view, id, how)
  local unit, crewed = view:unit(id), army.crewed(view:unit(id))
  local defensive, again, ranked = how and how.defensive, how and how.again, not (how and how.unranked)
  local extra = view.rules.option.defensive_fire_is_extra -- R107: beside its other fire, and still once (R106)
  local args = {
    formation = unit.drill, moved = defensive and "none" or nil, engaged = not defensive and view:engaged(id),
    has_fired = not again and (unit.fired or extra and defensive and unit.fired_defensively),
    fired_defensively = not again and unit.fired_defensively,
    rear_rank = ranked and not crewed and army.formed(unit) and view:fact("rear_rank", id) or nil,
    limbered = crewed and unit.limbered or false,
  }
  if crewed then
    args.crew = unit.figures
    for _, key in ipairs(CREWED) do args[key] = unit[key] end
  end
  return view:question("fire.eligibility", id, args)
end)

--- Why a stand may not fire now, or nil. `how.defensive`: contact does not matter; `again`: nor has it fired.
---@return limber.Refusal?
function M.refuse_firer(view, id, how)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table", "When to Fire") end
  if not M.reach(view, unit) or unit.figures == 0 then
    return refuse("unit", "has nothing to fire with", "Figures Eligible to Fire")
  end
  for _, unranked in ipairs { true, false } do -- players are asked for its rank when nothing else bars it
    local args = view.measure["fire.eligibility"](view, id,
      { unranked = unranked, defensive = how and how.defensive, again = how and how.again })
    local found = view:ask("fire.eligibility", args, id)
    if not found.may_fire then
      local text, cite = rules_of_aim.BARRED.text(view.rules, args, { found.reason })
      return refuse("unit", text, cite)
    end
  end
end

--- The enemies that a stand's fire bears on, the nearest first, as they are proposed; in a told game all of them.
---@param of table<string, true>? of these alone
---@return { id: string, mm: integer, text: string, score: number }[]
function M.targets(view, id, of)
  local unit, list = view:unit(id), {}
  local reach = M.reach(view, unit)
  for _, one in ipairs(view:told() and view:targets(id, reach, {}) or view:near(id, {
    within = mm(reach) + unit.base.depth, of = "enemies", counts = tabletop.present,
  })) do
    local asked, fault, range = not of or of[one.id], nil, nil
    if asked then fault, range = view:unasked(M.at, view, id, one.id) end
    if asked and not fault then
      local text = range and ("%d mm of %d mm"):format(range, reach) or "if it is in reach"
      list[#list + 1] = { id = one.id, mm = range or 0, text = text, score = range and reach - range or 0 }
    end
  end
  return list
end

return M
