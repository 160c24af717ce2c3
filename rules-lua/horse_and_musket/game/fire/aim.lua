-- 5.1.1-5.1.3, 5.2.1, 5.2.2, C.2b: who can fire how far, at whom, and which enemy is the closest.

local army <const> = use "game/army/units"
local paths <const> = use "game/fire/paths"
local woods <const> = use "game/fire/woods"

local M <const> = {}

-- ---- who fires, from where ------------------------------------------------------------------------------------------

--- Has a kind of troops a row in the table of what small arms need (R7)?
local function has_row(rules, troop)
  return rules.cell("small_arms_to_hit", troop) ~= nil
end

--- What a unit fires with: its weapon, "guns", or nil when it cannot fire at all (R7).
---@return string?
function M.arms(rules, unit)
  if unit.arm == "artillery" then return "guns" end
  if not has_row(rules, unit.troop) then return nil end
  return unit.weapon or rules.tables.units(unit.troop, "default_weapon")
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

--- Units in a melee: those who have charged home, and whom they have met (C.2a).
---@return table<string, boolean>
function M.fighting(view)
  local set, units = {}, view.state.units
  for _, id in ipairs(view.state.order.units) do
    local charging = units[id] and units[id].charging
    for _, met in ipairs(charging and charging.met or {}) do set[id], set[met.target] = true, true end
  end
  return set
end

-- ---- the closest enemy ----------------------------------------------------------------------------------------------

--- Enemies within a unit's reach and arc as it aims at them, the nearest first.
local function in_reach(view, id)
  local _, reach = M.reach(view.rules, view:unit(id))
  return view:targets(id, reach, paths.aim(view, id))
end

--- How an enemy in reach and arc stands to the rule of the closest enemy: fair, in_melee or obscured by friends; nil:
--- out of sight and so no candidate (R52).
---@return "fair"|"in_melee"|"obscured"|nil
---@return hm.Lane?
---@return table? wood args of woods.fire
local function standing(view, id, one, fighting)
  if fighting[one.id] then return "in_melee" end
  local lane = paths.lane_to(view, id, one.id, one.line)
  local wood = woods.measure(view, view:unit(id).base, view:unit(one.id).base, one.line)
  if woods.judge(view, wood, "target") then return nil, lane, wood end
  return lane.bases > 0 and "fair" or lane.friends and "obscured" or nil, lane, wood
end

--- A fair enemy nearer than that, in whole millimetres (R1), else how the closest nearer one is passed over.
local function nearer_than(view, id, target, range)
  local fighting, first, first_one = nil, nil, nil
  for _, one in ipairs(in_reach(view, id)) do
    if one.mm >= range then break end
    if one.id ~= target then
      fighting = fighting or M.fighting(view)
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
  suggest = function() return "fair" end,
  measured = function(view, _, id, target)
    local _, line = view:fact("fire_range", id, target)
    local how, one = nearer_than(view, id, target, line.mm)
    local choice = line.outside and "out_of_arc" or how == "fair" and "nearer" or "fair"
    return choice, { how = how, by = one and one.id, mm = one and one.mm }
  end,
}

record "fire_target" { text "id" {}, int "mm" { 0 } }

fact "fire_targets" {
  ask = "Which enemies may {1} fire at, and how far away are they?",
  list "targets" { "fire_target", default = {} },
  measured = function(view, _, id, fighting) -- those in a melee, where that is known already
    local list, shots, closest = {}, {}, nil
    local short = M.reach(view.rules, view:unit(id))
    for _, one in ipairs(in_reach(view, id)) do
      if closest and one.mm > closest then break end
      fighting = fighting or M.fighting(view)
      local how, lane, wood = standing(view, id, one, fighting)
      local overhead = lane and lane.blocker == "units" and lane.elevation ~= "level" and one.mm > short
        and not woods.judge(view, wood, "target")
      if how == "fair" or overhead then
        list[#list + 1] = { id = one.id, mm = one.mm }
        shots[#shots + 1] = { line = one.line, lane = lane, wood = wood }
      end
      if how == "fair" then closest = one.mm end
    end
    return list, shots
  end,
}

-- ---- the question ---------------------------------------------------------------------------------------------------

--- Whole degrees off the front, never fewer than measured: the limit is inside (R1).
local function degrees(off) return (math.abs(off) + 999) // 1000 end

local function base_args(view, id)
  local unit = view:unit(id)
  return {
    troop = unit.troop, formation = unit.drill, firing_from = paths.stands_in(view, id),
    weapon = has_row(view.rules, unit.troop) and unit.weapon or nil,
  }
end

--- What is told of a shot, asked no further than the rules need.
local function told_args(view, args, id, target)
  local choice = view:fact("target_choice", id, target)
  local outside = choice == "out_of_arc" and not paths.all_round(view, id)
  args.bearing_deg = outside and view.rules.constant.fire_arc + 1 or 0
  args.nearer_enemy = choice == "nearer" and "fair" or "none"
  args.range_mm = view:fact("fire_range", id, target)
  if choice ~= "fair" then return args, { mm = args.range_mm } end
  local guns = view:unit(id).arm == "artillery"
  local bases, all = view:fact("clear_bases", id, target), guns and 1 or view.rules.constant.bases_per_unit
  if bases < all then
    args.bases_clear, args.blocker = bases, view:fact("fire_blocker", id, target)
    local short = M.reach(view.rules, view:unit(id))
    if guns and args.blocker == "units" and args.range_mm > short then
      args.elevation = view:fact("elevation", id, target)
    end
  end
  return args, { mm = args.range_mm, wood = woods.told(view, id, target, args.range_mm) }
end

--- How a unit's fire at a target stands: the question of fire.legality, and what was measured.
measure "fire.legality" (function(view, id, target)
  local args, fighting = base_args(view, id), M.fighting(view)
  args.firer_in_melee, args.target_in_melee = fighting[id], fighting[target]
  if not M.arms(view.rules, view:unit(id)) then -- it cannot fire, whatever is measured
    args.range_mm = 0
    return args, { mm = 0 }
  end
  if army.told(view) or not army.on_map(view:unit(id)) then return told_args(view, args, id, target) end
  local range, line = view:fact("fire_range", id, target)
  local _, lane = view:fact("clear_bases", id, target)
  local _, choice = view:fact("target_choice", id, target)
  args.range_mm, args.bearing_deg, args.nearer_enemy = range, degrees(line.off), choice.how
  if lane.bases < lane.all then
    args.bases_clear, args.blocker, args.elevation = lane.bases, lane.blocker, lane.elevation
  end
  return args, { mm = range, line = line, lane = lane, choice = choice, wood = lane.wood }
end)

M.degrees, M.base_args = degrees, base_args

return M
