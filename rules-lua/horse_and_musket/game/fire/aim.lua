-- 5.1.1-5.1.3, 5.2.1, 5.2.2, C.2b: who can fire how far, at whom, and which enemy is the closest.

local army <const> = use "game/army/units"
local paths <const> = use "game/fire/paths"
local woods <const> = use "game/fire/woods"

--- By how much the kernel's distances may round, in micrometres.
local TOUCH <const> = 2

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

--- Enemies within so far of a shape, the nearest first: { id, distance, to }. Who holds a town is where its outline is.
local function near(view, field, shape, um, side)
  local found = field:within(shape, um, { kind = "base", not_side = side })
  if #view.state.order.areas == 0 then return found end
  local list = {}
  for _, one in ipairs(found) do
    if view.state.units[one.id] and not paths.town_of(view, one.id) then list[#list + 1] = one end
  end
  local garrisons = 0
  for id, unit in view:units(view:other(side)) do
    local town = unit.inside and army.present(unit) and paths.town_of(view, id)
    local gap = town and geometry.distance(shape, town)
    if gap and gap.distance <= um then
      garrisons = garrisons + 1
      list[#list + 1] = { id = id, distance = gap.distance, to = gap.to }
    end
  end
  if garrisons > 0 then table.sort(list, function(one, other) return one.distance < other.distance end) end
  return list
end

--- Enemies that a garrison reaches from any side of its town, the nearest first.
local function around(view, field, id, reach)
  local list, i, unit = {}, 0, view:unit(id)
  for _, one in ipairs(near(view, field, paths.town_of(view, id) or unit.base, mm(reach) + TOUCH, unit.side)) do
    local line = army.present(view:unit(one.id)) and paths.line_to(view, id, one.id)
    if line and line.mm <= reach then list[#list + 1] = { id = one.id, line = line } end
  end
  table.sort(list, function(one, other) return one.line.um < other.line.um end)
  return function()
    i = i + 1
    return list[i]
  end
end

--- Enemies within a unit's reach and arc as it aims at them, the nearest first: a function giving the next.
---@return fun(): { id: string, line: hm.Line }?
local function in_reach(view, field, id)
  local unit = view:unit(id)
  local _, reach = M.reach(view.rules, unit)
  if paths.all_round(view, id) then return around(view, field, id, reach) end
  local from = paths.muzzles(unit.base, false)[1]
  local found, i = near(view, field, from, mm(reach) + TOUCH, unit.side), 0
  return function()
    while found[i + 1] do
      i = i + 1
      local one = found[i]
      local enemy = view.state.units[one.id]
      if enemy and army.present(enemy) then
        local line = paths.line_of(unit.base, from, one.to, one.distance)
        if line.mm <= reach and paths.in_arc(view, false, line) then return { id = one.id, line = line } end
      end
    end
  end
end

--- How an enemy in reach and arc stands to the rule of the closest enemy: fair, in_melee or obscured by friends; nil:
--- out of sight and so no candidate (R52).
---@return "fair"|"in_melee"|"obscured"|nil
---@return hm.Lane?
---@return table? wood args of woods.fire
local function standing(view, field, id, one, fighting)
  if fighting[one.id] then return "in_melee" end
  local lane = paths.lane_to(view, field, id, one.id, one.line)
  local wood = woods.measure(view, field, view:unit(id).base, view:unit(one.id).base, one.line)
  if woods.judge(view, wood, "target") then return nil, lane, wood end
  return lane.bases > 0 and "fair" or lane.friends and "obscured" or nil, lane, wood
end

--- A fair enemy nearer than that, in whole millimetres (R1), else how the closest nearer one is passed over.
local function nearer_than(view, field, id, target, range)
  local fighting, first, first_one = nil, nil, nil
  for one in in_reach(view, field, id) do
    if one.line.mm >= range then break end
    if one.id ~= target then
      fighting = fighting or M.fighting(view)
      local how = standing(view, field, id, one, fighting)
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
  measured = function(view, field, id, target)
    local round = paths.all_round(view, id)
    local _, line = view:fact("fire_range", id, target)
    local how, one = nearer_than(view, field, id, target, line.mm)
    local choice = not paths.in_arc(view, round, line) and "out_of_arc" or how == "fair" and "nearer" or "fair"
    return choice, { how = how, by = one and one.id, mm = one and one.line.mm, off = line.off }
  end,
}

record "fire_target" { text "id" {}, int "mm" { 0 } }

fact "fire_targets" {
  ask = "Which enemies may {1} fire at, and how far away are they?",
  list "targets" { "fire_target", default = {} },
  measured = function(view, field, id, fighting) -- those in a melee, where that is known already
    local list, shots, closest = {}, {}, nil
    local short = M.reach(view.rules, view:unit(id))
    for one in in_reach(view, field, id) do
      if closest and one.line.mm > closest then break end
      fighting = fighting or M.fighting(view)
      local how, lane, wood = standing(view, field, id, one, fighting)
      local overhead = lane and lane.blocker == "units" and lane.elevation ~= "level" and one.line.mm > short
        and not woods.judge(view, wood, "target")
      if how == "fair" or overhead then
        list[#list + 1] = { id = one.id, mm = one.line.mm }
        shots[#shots + 1] = { line = one.line, lane = lane, wood = wood }
      end
      if how == "fair" then closest = one.line.mm end
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
