-- 5.1.1-5.1.3, 5.2.1, 5.2.2, C.2b: which units can fire, how far and at what, and which enemy is the closest.

local legality <const>, paths <const>, woods <const> = use("aim", "game/fire/paths", "game/fire/woods")

local M <const> = {}

-- ---- who fires, from where ------------------------------------------------------------------------------------------

--- What a unit fires with: its weapon, "guns", or nil when it cannot fire at all (R7).
---@return string?
function M.arms(rules, unit)
  if unit.arm == "artillery" then return "guns" end
  return legality.has_small_arms(rules, unit.troop) and legality.weapon(rules, unit.troop, unit.weapon) or nil
end

--- How far a unit fires, in mm: to the end of short and of long range; nil when it cannot.
---@return integer? short_mm
---@return integer? long_mm
function M.reach(rules, unit)
  local arms = M.arms(rules, unit)
  if not arms then return nil end
  if arms == "guns" then
    return rules.tables.artillery_stick("short", "to_mm"), rules.tables.artillery_stick("long", "to_mm")
  end
  return rules.tables.weapons(arms, "short_mm"), rules.tables.weapons(arms, "long_mm")
end

--- Units in a melee: those that have charged home, and those that they have met (C.2a). A view keeps them while nothing
--- changes.
---@return table<string, boolean> not to be changed
function M.fighting(view)
  local set = view.kept and view.kept.fighting
  if set then return set end
  set = {}
  for _, pair in ipairs(view:meetings()) do set[pair.unit], set[pair.target] = true, true end
  if view.kept then view.kept.fighting = set end
  return set
end

-- ---- the closest enemy ----------------------------------------------------------------------------------------------

--- How an enemy in reach and arc stands to the rule of the closest enemy: fair, in_melee or obscured by friends; nil:
--- out of sight and so no candidate (R52).
---@param one limber.FireLine it also gets its `lane`
---@return "fair"|"in_melee"|"obscured"|nil
local function standing(view, id, one, fighting)
  if fighting[one.id] then return "in_melee" end
  local lane = paths.lane(view, id, one.id, one)
  one.lane = lane
  if woods.judge(view, woods.measure(view, one, one.id), "target", id, one.id) then return nil end
  one.overhead = lane.blocker == "units" and lane.elevation ~= "level"
  return lane.bases > 0 and "fair" or lane.friends and "obscured" or nil
end

--- A fair enemy nearer than that, in whole millimetres (R1), else how the closest nearer one is passed over.
local function nearer_than(view, id, target, range)
  local fighting, first, first_one = M.fighting(view), nil, nil
  for _, one in ipairs(view:targets(id, range - 1, paths.aim(view, id, true))) do
    if one.id ~= target then
      local how = standing(view, id, one, fighting)
      if how == "fair" then return how, one end
      if not first then first, first_one = how, one end
    end
  end
  return first or "none", first_one
end

fact "target_choice" {
  ask = "Is {2} a target for {1}: fair (within {fire_arc} degrees of its front, and no closer one), out_of_arc, or "
    .. "nearer (a closer enemy lies in arc, range and sight, not in a melee nor behind friends)?",
  enum "choice" { "fair", "out_of_arc", "nearer" },
  suggest = "fair",
  measured = function(view, _, id, target)
    local _, line = view:fact("fire_range", id, target)
    local _, reach = M.reach(view.rules, view:unit(id))
    local how, one = nearer_than(view, id, target, math.min(line.mm, reach + 1))
    local outside = math.abs(line.off or 0) > deg(view.rules.constant.fire_arc) and not paths.all_round(view, id)
    local choice = outside and "out_of_arc" or how == "fair" and "nearer" or "fair"
    return choice, { how = how, by = one and one.id, mm = one and one.mm }
  end,
}

--- Enemies that a unit may fire at on a measured table, the closest first: fair ones, and those that a battery may fire
--- at over the heads of units.
---@return limber.FireLine[] each with its `lane`
function M.targets(view, id, fighting)
  local short, reach = M.reach(view.rules, view:unit(id))
  local list, closest = {}, nil
  for _, one in ipairs(view:targets(id, reach, paths.aim(view, id, true))) do
    if closest and one.mm > closest then break end
    local fair = standing(view, id, one, fighting) == "fair"
    if fair or one.overhead and one.mm > short then list[#list + 1] = one end
    if fair then closest = one.mm end
  end
  return list
end

-- ---- the question ---------------------------------------------------------------------------------------------------

--- Whole degrees off the front, never fewer than measured: the limit is inside (R1).
local function degrees(off) return (math.abs(off or 0) + 999) // 1000 end

--- What hinders some of a unit's bases, or its line: as measured, or asked of the players no further than needed.
local function hindrance(view, args, id, target, bases, lane)
  local unit = view:unit(id)
  if bases == paths.all_bases(view, id) then return end
  args.bases_clear, args.blocker = bases, lane and lane.blocker or view:told("fire_blocker", id, target)
  local over = unit.arm == "artillery" and args.blocker == "units" and args.range_mm > M.reach(view.rules, unit)
  args.elevation = lane and lane.elevation or over and view:told("elevation", id, target) or nil
end

--- How a unit's fire at a target stands, of a battery along a bearing too: the question of fire.legality, and what was
--- measured; no question when that bearing misses the target.
measure "fire.legality" (function(view, id, target, bearing)
  local unit, fighting = view:unit(id), M.fighting(view)
  local args = {
    troop = unit.troop, formation = unit.drill, firing_from = paths.stands_in(view, id),
    weapon = legality.has_small_arms(view.rules, unit.troop) and unit.weapon or nil,
    firer_in_melee = fighting[id], target_in_melee = fighting[target],
  }
  view:described(args, unit, "fire.legality")
  if not M.arms(view.rules, unit) then -- it cannot fire, whatever is measured
    args.range_mm = 0
    return args, { mm = 0 }
  end
  local told = view:told("target_choice", id, target)
  local range, line = view:fact("fire_range", id, target)
  local outside = told == "out_of_arc" and not paths.all_round(view, id)
  args.range_mm, args.nearer_enemy = range, told == "nearer" and "fair" or "none"
  args.bearing_deg = line and degrees(line.off) or outside and view.rules.constant.fire_arc + 1 or 0
  local found = { mm = range, line = line }
  if told and told ~= "fair" then return args, found end
  if line and unit.arm == "artillery" then
    found = select(2, view:fact("gun_line", id, target, bearing))
    if found.missed then return nil, found end
    args.bearing_deg, found.mm = degrees(found.off), range
    hindrance(view, args, id, target, found.lane.bases, found.lane)
  else
    local bases, lane = view:fact("clear_bases", id, target)
    hindrance(view, args, id, target, bases, lane)
    local wood = line and { woods.measure(view, line, target) } or { woods.told(view, id, target, range) }
    found.lane, found.wood = lane, wood[1]
  end
  if line then
    found.choice = select(2, view:fact("target_choice", id, target))
    args.nearer_enemy = found.choice.how
  end
  return args, found
end)

return M
