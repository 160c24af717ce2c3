--- Charges: who may, that they end in contact; what both sides of a combat add, the row of the chart, what it costs.
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

local LEVEL <const> = { conscript = 1, regular = 2, elite = 3 }

--- The chart of differences: rows with their bounds.
local function chart()
  local rows = {}
  local file <close> = assert(io.open "rules-lua/nff/charts/charge_table.csv")
  for text in file:lines() do
    local cells = {}
    for cell in (text .. ","):gmatch "([^,]*)," do cells[#cells + 1] = cell end
    if cells[1] ~= "difference_min" then
      rows[#rows + 1] = {
        least = tonumber(cells[1]) or -math.huge, most = tonumber(cells[2]) or math.huge, code = cells[3],
        attacker_lost = tonumber(cells[4]), attacker_move = cells[5], defender_lost = tonumber(cells[8]),
        defender_move = cells[9], guns = cells[11],
      }
    end
  end
  return rows
end

local function row_of(rows, difference)
  for _, row in ipairs(rows) do
    if difference >= row.least and difference <= row.most then return row end
  end
end

local function numbers(side) return side.stands + (side.other_arm_stands or 0) + side.incidental_stands end

--- What one side adds to its die (Ch 5).
local function sum(own, enemy, attacks)
  local n = ({ none = 0, attached = 1, charismatic = 2 })[own.leader]
  n = n + math.max(0, LEVEL[own.rating] - LEVEL[enemy.rating])
  n = n + ({ fresh = 2, worn = 0, spent = -2 })[own.status]
  if attacks and own.arm == "cavalry" and enemy.arm == "infantry" then
    n = n + (own.charge_distance_in <= 4 and 2 or -3) + (own.lance and not own.irregular and 1 or 0)
  end
  n = n + ({ none = 0, heavy = 1, armored = 2 })[own.cavalry_weight]
  local turned = own.flank_or_rear and not own.square
  if own.support_arm == own.arm and not turned or own.breakthrough then n = n + 1 end
  local mine, his = numbers(own), numbers(enemy)
  n = n + (mine >= 3 * his and 3 or mine >= 2 * his and 2 or 2 * mine >= 3 * his and 1 or 0)
  local standing = not attacks and own.arm == "cavalry" and not own.countercharging
  if own.disordered or own.irregular or standing then n = n - 1 end
  n = n - own.stands_lost_to_fire - (enemy.old_guard and 1 or 0)
  if attacks then return n end
  n = n + math.max(0, own.terrain - ({ none = 0, line = 1, imperial_guard = 2 })[enemy.engineers])
  if own.square then
    local foot = enemy.arm == "infantry" and enemy.stands or enemy.other_arm_stands
    local horse = enemy.arm == "cavalry" and enemy.stands or enemy.other_arm_stands
    return n + (horse > foot and 3 or foot > horse and -3 or 0)
  end
  return n - (own.flank_or_rear and 3 or 0)
end

--- Who charges a unit and has not fought.
local function chargers(root, target)
  local list = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    local charging = unit.status == "ready" and unit.charging
    if charging and charging.target == target and not charging.fought then list[#list + 1] = id end
  end
  return list
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local rows, self, before = chart(), {}, {}

  --- How units are when the first combat of a line has been thrown for: no result has come yet.
  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event or event.say ~= "combat" or next(before) then return end
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      before[id] = { stands = unit.stands, condition = unit.condition, disordered = unit.disordered or false }
      local one = unit.status == "ready" and not unit.grand and #chargers(root, id) == 1 -- MC 10c: those fight as one
      before[id].alone = one and chargers(root, id)[1] or nil
    end
  end

  function self.line(_, line, root)
    before = {}
    local cmd = line.command
    if cmd["do"] ~= "charge" then return end
    local unit, target = root.units[cmd.unit], root.units[cmd.target]
    local function wrong(text) fault(line, ("%s charges %s %s"):format(cmd.unit, cmd.target, text)) end
    if unit.arm == "artillery" or unit.arm == "infantry" and target.arm == "cavalry" then wrong "(Ch 1, Ch 1g)" end
    if unit.used_rm then wrong "and moved in reserve (RM 3d)" end
    if unit.drill == "square" or unit.drill == "march_column" then wrong("in " .. unit.drill) end
    if not unit.announced then wrong "and has not announced it (Ch 2)" end
  end

  local function combat(line, call, root)
    local a, d, r = call.args.attacker, call.args.defender, call.result
    local function wrong(text, ...) fault(line, ("%s against %s: " .. text):format(call.throwers.attacker,
      call.throwers.defender, ...)) end
    for role, wanted in pairs { attacker = sum(a, d, true), defender = sum(d, a, false) } do
      if r[role .. "_modifier"] ~= wanted then wrong("the %s adds %d, not %d", role, r[role .. "_modifier"], wanted) end
      if r[role .. "_total"] ~= r[role .. "_die"] + wanted then wrong("the %s has %d", role, r[role .. "_total"]) end
    end
    local row = row_of(rows, r.attacker_total - r.defender_total)
    if r.code ~= row.code or r.attacker_move ~= row.attacker_move then wrong("%s by %d", r.code, r.difference) end
    if d.arm == "artillery" and r.guns ~= row.guns then wrong("the guns are %s", r.guns) end
    local id = before[call.throwers.defender] and before[call.throwers.defender].alone
    if not id or id ~= call.throwers.attacker then return end
    local was, unit = before[id], root.units[id]
    if a.stands ~= was.stands or a.status ~= was.condition or a.disordered ~= was.disordered then
      wrong("%d stands, %s, and it has %d, %s", a.stands, a.status, was.stands, was.condition)
    end
    local lost = was.stands - (unit.status == "ready" and unit.stands or 0)
    local least = math.min(row.attacker_lost, was.stands)
    if lost < least or lost > least + (row.attacker_move:find "retreat" and 1 or 0) then
      wrong("the attacker loses %d, and should lose %d", lost, least)
    end
  end

  function self.after(_, line, root)
    for _, call in ipairs(line.calls or {}) do
      if call.procedure == "charge.resolve" then combat(line, call, root) end
    end
    local cmd = line.command
    if cmd["do"] == "charge" and root.units[cmd.unit].base and root.units[cmd.target].base then
      local mm = field.apart(root.units[cmd.unit], root.units[cmd.target])
      if mm > 1 then fault(line, ("%s charges %s and is %.1f mm away (Ch 1)"):format(cmd.unit, cmd.target, mm)) end
    end
  end
  return self
end

return M
