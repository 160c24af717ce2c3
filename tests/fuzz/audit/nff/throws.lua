--- Throws for movement and fire: what is asked of a unit is what it is, the sums, the rows of the charts, and what
--- comes of them.
local charts <const> = require "fuzz.audit.nff.charts"
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

local function shaken(args) return args.disordered or args.irregular or args.cavalry_class == "irregular" or false end

--- TM 2: what a brigade adds to its throw.
local function tactical_sum(q)
  local leaders = 0
  for _, one in ipairs(q.leaders) do
    leaders = leaders + (one.attached and 2 or 1) + (one.charismatic and 1 or 0)
  end
  local n = math.min(4, leaders) + ({ fresh = 2, worn = 0, spent = -2 })[q.status]
  if q.formation == "march_column" or q.formation == "square" then n = n + 1 end
  if q.arm == "infantry" and q.movement_class ~= "linear" then n = n + 1 end
  if q.unsecured_flank then n = n - 1 end
  if q.arm == "cavalry" and q.charging and shaken(q) then n = n - 3 end
  if q.band_distance_in and q.band_distance_in <= 1.5 and q.army == "french" then n = n + 1 end
  return n
end

--- RM 5: what it adds in reserve, but for the army's commander (a to f).
local function reserve_sum(q)
  local n = (q.attachment ~= "none" and 1 or 0) + (q.first_turn and q.set_battle and 2 or 0)
  n = n + (q.succeeded_last_turn and 2 or 0) + math.min(2, q.failures)
  return n - (q.disengaging and 2 or 0) - (shaken(q) and 1 or 0)
end

--- The effect of a fire die (MC 1).
local function effect_of(rows, points, total)
  local row = charts.row(rows, "fp_min", "fp_max", points)
  for _, effect in ipairs { "no_effect", "disordered", "lose_1", "lose_2" } do
    local most = row[effect .. "_max"]
    if most == nil or most ~= "none" and total <= most then return effect end
  end
  return "lose_3"
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local maneuver <const>, fire <const> = charts.rows "maneuver_table", charts.rows "fire_table"
  local effects <const> = charts.rows "fire_effects"
  local self = { memory = { reserve = {} } }

  --- The row of the Maneuver Table.
  local function row_of(line, id, column, result)
    local function fits(one) return one.column == column end
    local row = charts.row(maneuver, "total_min", "total_max", result.total, fits)
    if row.code ~= result.code or row.move ~= result.move then
      fault(line, ("%s: %s by %d in %s"):format(id, result.code, result.total, column))
    end
    return row
  end

  local function as_it_is(line, id, what, asked, is)
    if asked ~= is then fault(line, ("%s is asked for as %s %s, and is %s"):format(id, what, asked, is)) end
  end

  local function tactical(line, id, unit, q, r, before)
    as_it_is(line, id, "disordered", shaken(q), field.disordered(before))
    as_it_is(line, id, "status", q.status, before.condition)
    as_it_is(line, id, "formation", q.formation, before.drill)
    if line.command["do"] == "maneuver" then
      as_it_is(line, id, "charging", q.charging, line.command.charging or false)
    elseif not field.disordered(before) then
      fault(line, id .. " throws unasked and is in good order (base)")
    end
    local sum = tactical_sum(q)
    if r.modifier ~= sum or r.total ~= r.die + sum then
      fault(line, ("%s adds %d, not %d (TM 2)"):format(id, r.modifier, sum))
    end
    local row = row_of(line, id, shaken(q) and "disordered" or "good_order", r)
    if unit.status ~= "ready" then return end
    if row.move == "removed" then fault(line, id .. " quits the field and is there (R91)") end
    local lost = before.stands - unit.stands
    local barred = row.move:find "retreat" and 1 or 0
    if lost < row.stands_lost or lost > row.stands_lost + barred then
      fault(line, ("%s loses %d stands by %s"):format(id, lost, row.code))
    end
  end

  local function reserve(line, id, q, r, before, turn)
    as_it_is(line, id, "disordered", shaken(q), field.disordered(before))
    as_it_is(line, id, "first turn", q.first_turn, turn == 1)
    local was = self.memory.reserve[id] or {}
    local last = was.turn == turn - 1 and was or { failures = 0 }
    as_it_is(line, id, "succeeded", q.succeeded_last_turn, last.success or false)
    as_it_is(line, id, "failures", q.failures, last.failures)
    local zone = field.zone(field.nearest(self.root, before))
    if zone then as_it_is(line, id, "disengaging", q.disengaging, zone == "tactical") end
    local chief = 0
    for _, one in ipairs(r.modifiers) do
      if one.name:find "^commander" or one.name:find "^napoleon" then chief = chief + one.value end
    end
    if r.modifier ~= reserve_sum(q) + chief or r.total ~= r.die + r.modifier then
      fault(line, ("%s adds %d, not %d (RM 5)"):format(id, r.modifier, reserve_sum(q) + chief))
    end
    local row = row_of(line, id, "reserve", r)
    self.noted(id, row.move ~= "none", turn, last.failures)
  end

  --- RM 5i, RM 5j: what counts in the next turn.
  function self.noted(id, success, turn, failures)
    self.memory.reserve[id] = { turn = turn, success = success, failures = success and 0 or failures + 1 }
  end

  local function fired(line, target, unit, q, r)
    if q.fire_points == 0 then return end -- nothing is thrown (R41)
    local effect = effect_of(fire, q.fire_points, r.total)
    if r.effect ~= effect then
      fault(line, ("%d points, %d: %s, not %s (MC 1)"):format(q.fire_points, r.total, r.effect, effect))
    end
    local sum = r.die - (q.cover or 0)
    if q.target_limbered or q.target_changing or q.target_about_facing then sum = sum + 1 end
    if r.total ~= sum then fault(line, ("the die counts %d, not %d (MC Mod f, g)"):format(r.total, sum)) end
    local was = self.before[target]
    local lost = charts.keyed(effects, "effect", effect).stands_lost
    if not field.brigade(unit) then return end
    local left = math.max(0, was.stands - lost)
    local now = unit.status == "ready" and unit.stands or 0
    if now ~= left and not line.fought then
      fault(line, ("%s has %d stands after %s, of %d"):format(target, now, effect, was.stands))
    end
    if effect ~= "no_effect" and unit.status == "ready" and not field.disordered(unit) and not line.fought then
      fault(line, target .. " is in order after " .. effect)
    end
  end

  local KEPT <const> = { "disordered", "irregular", "condition", "drill", "stands", "base", "bases", "side", "arm" }
  local ASKS <const> = { fire = true, maneuver = true, announce_rm = true, done = true }

  function self.line(_, line, root)
    self.before = {}
    if not ASKS[line.command["do"]] then return end
    self.root = root
    for _, id in ipairs(root.order.units) do
      local copy = {}
      for _, key in ipairs(KEPT) do copy[key] = root.units[id][key] end
      self.before[id] = copy
    end
  end

  function self.after(_, line, root)
    if not ASKS[line.command["do"]] then return end
    for _, id in ipairs(line.command.shared and line.command.units or {}) do
      local was = self.memory.reserve[id]
      local failures = was and was.turn == line.turn - 1 and was.failures or 0
      self.noted(id, root.units[id].maneuver ~= "none", line.turn, failures)
    end
    for _, call in ipairs(line.calls) do line.fought = line.fought or call.procedure == "charge.resolve" end
    for _, call in ipairs(line.calls) do
      local id = call.throwers and call.throwers[""]
      local unit = root.units[id or ""]
      if call.procedure == "movement.tactical" and unit then
        tactical(line, id, unit, call.args, call.result, self.before[id])
      elseif call.procedure == "reserve.movement" and unit then
        reserve(line, id, call.args, call.result, self.before[id], line.turn)
      elseif call.procedure == "fire.resolve" and line.command["do"] == "fire" then
        local target = line.command.target
        fired(line, target, root.units[target], call.args, call.result)
      end
    end
  end
  return self
end

return M
