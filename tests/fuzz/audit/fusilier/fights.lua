--- Combat: every modifier is borne by the state, sums are sums, and who fights is near enough to.
local places <const> = require "fuzz.audit.fusilier.places"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local FIGHTS <const> = {
  ["combat.infantry"] = true, ["combat.cavalry"] = true, ["combat.cavalry_infantry"] = true,
  ["combat.column_assault"] = true,
}

--- Modifiers whose value the catalogue fixes.
local FIXED <const> = {
  attacking_downhill = { 1, 1 }, brigadier_in_command = { 1, 1 }, senior_general_in_command = { 2, 2 },
  frontage_20_percent = { 1, 1 }, frontage_40_percent = { 2, 2 }, heavy_cavalry = { 1, 1 }, attacking_uphill = { -1, -1 },
  attacking_broken_ground = { -2, -1 }, attacking_barricades = { -2, -2 }, attacking_buildings = { -4, -4 },
  attacking_fortifications = { -6, -6 }, attacking_infantry_frontally = { -4, -4 }, reforming = { -6, -6 },
  ridden_through_last_bound = { -1, -1 }, light_cavalry = { -1, -1 },
}

--- Units of a question with their results, by place: { where, args, result }.
local function units_of(call)
  local list = {}
  for _, key in ipairs { "a", "squadrons", "columns", "b" } do
    for i, args in ipairs(call.args[key] or {}) do
      list[#list + 1] = {
        where = key .. "." .. i, args = args, result = call.result[key][i], side = key == "b" and 2 or 1,
      }
    end
  end
  for _, key in ipairs { "infantry", "defender" } do
    if call.args[key] then
      list[#list + 1] = { where = key, args = call.args[key], result = call.result[key], side = 2 }
    end
  end
  return list
end

local function quality_of(root, unit)
  return unit.quality or root.formations[unit.formation].quality
end

--- The senior general who is with a unit and not disabled.
local function commander_of(root, id)
  local best = "none"
  for _, leader_id in ipairs(root.order.leaders) do
    local leader = root.leaders[leader_id]
    if leader.with == id and leader.status ~= "disabled" then
      if leader.rank ~= "brigade" then return "senior" end
      best = "brigadier"
    end
  end
  return best
end

local function defeats_of(list)
  local sum = 0
  for _, margin in ipairs(list or {}) do sum = sum + math.max(2, math.min(5, margin)) end
  return sum
end

--- What of a unit's arguments the state does not bear.
local function not_borne(root, one, id)
  local unit, args = root.units[id], one.args
  local function differs(name, said, is)
    if said ~= is then return ("%s is said to have %s %s and has %s"):format(id, name, tostring(said), tostring(is)) end
  end
  return differs("quality", args.quality, quality_of(root, unit))
    or differs("damage points", args.damage_points or 0, unit.damage_points or 0)
    or differs("draws", args.draws or 0, unit.draws or 0)
    or differs("combats won", args.combats_won or 0, unit.combats_won or 0)
    or differs("defeats", defeats_of(args.defeats), defeats_of(unit.defeats))
    or args.weight and differs("weight", args.weight, unit.weight)
    or args.commander and args.commander ~= "none" and differs("commander", args.commander, commander_of(root, id))
    or (args.commander or "none") == "none" and differs("commander", "none", commander_of(root, id))
    or args.reforming and unit.status ~= "reforming" and ("%s counts as reforming and is %s"):format(id, unit.status)
    or args.ridden_through_last_bound and not unit.ridden_through
      and ("%s counts as ridden through last bound and was not"):format(id)
end

--- What of a unit's modifiers does not follow from its arguments, and whether the score is their sum.
local function sums_wrong(one, id)
  local result = one.result
  if not result or not result.roll then return nil end
  local sum, seen = result.roll, {}
  for _, modifier in ipairs(result.modifiers) do
    local fixed = FIXED[modifier.name]
    if fixed and (modifier.value < fixed[1] or modifier.value > fixed[2]) then
      return ("%s has %s %d"):format(id, modifier.name, modifier.value)
    end
    if seen[modifier.name] then return ("%s has %s twice"):format(id, modifier.name) end
    seen[modifier.name], sum = modifier.value, sum + modifier.value
  end
  if sum ~= result.score then return ("%s scores %d, and it makes %d"):format(id, result.score, sum) end
  if seen.quality_factor ~= one.args.quality then return id .. " adds another quality factor than its own" end
  if (seen.damage_points or 0) ~= -(one.args.damage_points or 0) then return id .. " leaves out damage points" end
  if (seen.defeats or 0) ~= -defeats_of(one.args.defeats) then return id .. " leaves out defeats" end
  if (seen.draws or 0) ~= -3 * (one.args.draws or 0) then return id .. " leaves out draws" end
  if seen.frontage_20_percent and seen.frontage_40_percent then return id .. " counts its frontage twice" end
  if result.score <= 0 and result.response ~= "rout" then return id .. " stands with zero or less" end
end

local COVER <const> = { buildings = "built_up" }

--- A position somebody is said to attack must be there, near whom he attacks.
local function position_missing(root, one, id)
  local position = one.args.position
  if not position or position == "none" or not one.args.attacking and one.args.attacking ~= nil then return nil end
  local unit = root.units[id]
  if not unit.base then return nil end
  local near = shapes.corners(shapes.base(unit.base), 640) -- rifles attack skirmishers from 400 mm
  for _, area_id in ipairs(root.order.areas) do
    local area = root.areas[area_id]
    local fits = position == "fortifications" and area.fortified or COVER[position] == area.terrain
    if fits and shapes.meet(near, shapes.outline(area.area)) then return nil end
  end
  for _, line_id in ipairs(root.order.lines) do
    local line = root.lines[line_id]
    local points = shapes.outline(line.line)
    for i = 1, #points - 1 do
      if shapes.meet(near, { points[i], points[i + 1], points[i] }) and position ~= "buildings" then
        if (line.height_mm or 0) >= 1000 then return nil end
      end
    end
  end
  return ("%s attacks %s and there are none"):format(id, position)
end

--- The nearest of those one fights.
local function nearest(root, list, one, ids)
  local unit, best = root.units[ids[one]], math.huge
  local from = shapes.corners(shapes.base(unit.base))
  for _, other in ipairs(list) do
    local enemy = other.side ~= one.side and root.units[ids[other]]
    if enemy and enemy.base then best = math.min(best, shapes.distance(from, shapes.corners(shapes.base(enemy.base)))) end
  end
  return best
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { fought = {} } }
  function self.event(_, line, nth, root)
    if self.memory.turn ~= root.turn then self.memory = { turn = root.turn, fought = {} } end
    local fought = self.memory.fought
    local event = line.events[nth]
    local call = event and event.call and line.calls[event.call]
    if not call or not FIGHTS[call.procedure] then return end
    local list, ids = units_of(call), {}
    for _, one in ipairs(list) do
      ids[one] = call.throwers[one.where]
      if not root.units[ids[one] or ""] then return fault(line, one.where .. " of a combat is nobody") end
    end
    for _, one in ipairs(list) do
      local id = ids[one]
      local wrong = not_borne(root, one, id) or sums_wrong(one, id) or position_missing(root, one, id)
      if wrong then fault(line, wrong) end
      local unit = root.units[id]
      if fought[id] then fault(line, id .. " fights twice in a bound") end
      fought[id] = true
      if not places.present(unit) and root.facts ~= "told" then fault(line, id .. " fights and is gone") end
      if unit.base then
        local away, zone = nearest(root, list, one, ids), 400
        if not (unit.rifle or false) then zone = 400 end
        if away > zone + 1 then fault(line, ("%s fights an enemy %.0f mm away"):format(id, away)) end
      end
    end
    for _, one in ipairs(list) do
      for _, other in ipairs(list) do
        if one.side == other.side and one ~= other and root.units[ids[one]].side ~= root.units[ids[other]].side then
          fault(line, "friend and enemy fight on one side")
        end
      end
    end
  end
  return self
end

return M
