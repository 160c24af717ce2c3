--- Combats: only those fight who charged in step 4 or broke through; what is asked of either side is what it is; horse
--- rides out at horse; squares come of combats alone.
local charts <const> = require "fuzz.audit.nff.charts"
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

--- Nearer than this they touch, in mm.
local TOUCH <const> = 1

local function leader_with(root, id)
  local found = "none"
  for _, leader in pairs(root.leaders) do
    if leader.with == id and leader.status == "ready" then
      found = (leader.charismatic or found == "charismatic") and "charismatic" or "attached"
    end
  end
  return found
end

--- How many charge a unit and have not fought.
local function chargers(root, target)
  local n = 0
  for _, unit in pairs(root.units) do
    local charging = unit.status == "ready" and unit.charging
    if charging and charging.target == target and not charging.fought then n = n + 1 end
  end
  return n
end

--- Those of a side whom a unit touches, and their number.
local function touched(root, unit, side)
  local list, n = {}, 0
  for _, one in ipairs(field.standing(root, side)) do
    if one.unit ~= unit and field.apart(unit, one.unit) <= TOUCH then list[one.id], n = true, n + 1 end
  end
  return list, n
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local rates <const>, rows <const> = charts.rows "movement_rates", charts.rows "charge_table"
  local self = { memory = { charged = {}, fought = {} } }

  local function rate(unit) return charts.keyed(rates, "class", unit.move_class).basic_in end

  --- A combat of one against one, as it is before any result has come: how the sides are.
  local function alone(line, call, root, a, d)
    local attacker, defender = root.units[a], root.units[d]
    local wanted = {
      attacker = {
        stands = attacker.stands, status = attacker.condition, disordered = attacker.disordered or false,
        leader = leader_with(root, a), stands_lost_to_fire = attacker.fire_loss or 0, rating = attacker.rating,
        breakthrough = attacker.charging.breakthrough or false, arm = attacker.arm,
      },
      defender = {
        stands = defender.stands or 1, status = defender.condition or "worn", disordered = defender.disordered or false,
        leader = leader_with(root, d), stands_lost_to_fire = defender.fire_loss or 0, arm = defender.arm,
        square = defender.drill == "square", flank_or_rear = attacker.charging.flank or false,
        countercharging = defender.countercharging or false, terrain = attacker.charging.favorable or 0,
      },
    }
    for role, is in pairs(wanted) do
      for key, value in pairs(is) do
        local asked = call.args[role][key]
        if asked ~= nil and asked ~= value then
          fault(line, ("%s against %s: the %s is asked for with %s %s, and has %s"):format(a, d, role, key,
            tostring(asked), tostring(value)))
        end
      end
    end
    local far = call.args.attacker.charge_distance_in
    if far and math.abs(far * 25400 - attacker.charging.um) > 254 then
      fault(line, ("%s charged %d um, and %.2f in are asked for"):format(a, attacker.charging.um, far))
    end
    self.duels[#self.duels + 1] = { id = d, stands = defender.stands, call = call }
  end

  --- Before any result of the line's combats.
  local function about_to_fight(line, root)
    for _, call in ipairs(line.calls) do
      local a = call.procedure == "charge.resolve" and call.throwers.attacker
      local attacker, d = a and root.units[a], a and call.throwers.defender
      if attacker then
        self.memory.fought[a] = true
        if not self.memory.charged[a] then fault(line, a .. " fights and has not charged (Seq 2c)") end
        if not attacker.charging or attacker.charging.fought then fault(line, a .. " fights and charges nobody") end
        local defender = root.units[d]
        if field.present(attacker) and field.present(defender) and attacker.charging then
          local mine, n = touched(root, attacker, defender.side)
          local _, his = touched(root, defender, attacker.side)
          local duel = mine[d] and n == 1 and his == 1 and chargers(root, d) == 1
          if duel and not defender.grand then alone(line, call, root, a, d) end
        end
      end
    end
  end

  function self.line(_, line, root)
    local cmd = line.command
    self.seen, self.duels = false, {}
    if cmd["do"] == "charge" then self.memory.charged[cmd.unit] = cmd.target end
    if cmd["do"] ~= "breakthrough" then return end
    local charging = root.units[cmd.unit].charging or {}
    if not charging.fought or (charging.margin or 0) < 4 or charging.breakthrough then
      fault(line, ("%s breaks through by %s%s (R76)"):format(cmd.unit, tostring(charging.margin),
        charging.breakthrough and " once more" or ""))
    end
    self.memory.charged[cmd.unit], self.memory.fought[cmd.unit] = cmd.target, nil
  end

  --- Ch 4: horse that horse charges rides out, or it is said why not.
  local function ridden_out(line, nth, root)
    local event = line.events[nth]
    local unit, target = root.units[event.with.unit], root.units[event.with.target]
    local after = line.events[nth + 1]
    local answered = after and (after.say == "countercharges" or after.say == "awaits")
    local horse = unit.arm == "cavalry" and target.arm == "cavalry"
    if horse ~= (answered or false) then
      fault(line, ("%s of %s is charged by %s: %s (Ch 4)"):format(event.with.target, target.arm, unit.arm,
        answered and after.say or "no countercharge"))
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "combat" and not self.seen then
      self.seen = true
      about_to_fight(line, root)
    elseif event.say == "charges" then
      ridden_out(line, nth, root)
    elseif event.say == "player_turn" then
      for id, target in pairs(self.memory.charged) do
        local there = root.units[id].status == "ready" and root.units[target].status == "ready"
        if there and not self.memory.fought[id] and not self.memory.shared then
          fault(line, ("%s charged %s and did not fight (Seq 2c)"):format(id, target))
        end
      end
      self.memory.charged, self.memory.fought = {}, {}
    end
  end

  --- Who fights beside another is a charger of the same combat.
  function self.change(_, line, change, root)
    local path = change.path
    if path[1] ~= "units" then return end
    if path[3] == "charging" and path[4] == "fought" then self.memory.fought[path[2]] = true end
    if path[3] ~= "drill" or change.new ~= "square" then return end
    local by_combat = false
    for _, call in ipairs(line.calls) do
      local fought = call.procedure == "charge.resolve" and call.args.attacker.arm == "cavalry"
      if fought and call.result.difference < 0 then by_combat = true end
    end
    if not by_combat or root.units[path[2]].arm ~= "infantry" then
      fault(line, path[2] .. " forms square, and has beaten no horse (Form 3b)")
    end
  end

  --- What the row makes of who was charged.
  local function defended(line, duel, unit)
    local r = duel.call.result
    local row = charts.row(rows, "difference_min", "difference_max", r.attacker_total - r.defender_total)
    local lost = duel.stands - (unit.status == "ready" and unit.stands or 0)
    local least = math.min(row.defender_stands_lost, duel.stands)
    if lost < least or lost > least + (row.defender_move:find "retreat" and 1 or 0) then
      fault(line, ("%s is %s and loses %d stands, not %d"):format(duel.id, row.code, lost, least))
    end
    if unit.status ~= "ready" then return end
    if row.defender_disordered == "true" and not field.disordered(unit) then
      fault(line, ("%s is %s and in order"):format(duel.id, row.code))
    end
    local squares = unit.arm == "infantry" and duel.call.args.attacker.arm == "cavalry" and r.difference < 0
    if squares and unit.drill ~= "square" then fault(line, duel.id .. " has beaten horse and forms no square (R60)") end
    if row.defender_move:find "retreat" and unit.drill == "square" then
      fault(line, duel.id .. " is beaten and in square (R59)")
    end
  end

  function self.after(_, line, root)
    for _, duel in ipairs(self.duels) do
      local unit = root.units[duel.id]
      if field.brigade(unit) and not self.answered(line) then defended(line, duel, unit) end
    end
    local cmd = line.command
    local unit = (cmd["do"] == "charge" or cmd["do"] == "breakthrough") and root.units[cmd.unit]
    if not unit or not unit.charging then return end
    local most = rate(unit) * 25400 * (cmd["do"] == "breakthrough" and 0.5 or unit.maneuver == "half" and 0.5 or 1)
    if not unit.base or unit.charging.um <= most + 100 then return end
    fault(line, ("%s charges %d um, and may %d (Ch 1, R76)"):format(cmd.unit, unit.charging.um, most))
  end

  --- Has the next player turn begun in the same line?
  function self.answered(line)
    for _, event in ipairs(line.events) do
      if event.say == "player_turn" then return true end
    end
  end
  return self
end

return M
