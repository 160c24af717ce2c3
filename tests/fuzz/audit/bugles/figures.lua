--- Figures: they never grow, every one that falls is told, and hits are what the dice show.
local M <const> = {}

local LOSSES <const> = { figures_lost = true, figures_lost_to = true, deserters = true }
local SECOND <const> = 6

--- The dice of a call, one after another.
local function dice_of(line, nth)
  local list = {}
  for _, roll in ipairs(line.rolls) do
    if roll.call == nth then table.move(roll.dice, 1, #roll.dice, #list + 1, list) end
  end
  return list
end

--- How many of the next `count` dice from `at` hit on `needed`, and where the dice go on: above 10 each 10 is thrown again.
local function hits(dice, at, count, needed)
  local found, tens = 0, 0
  for i = at, at + count - 1 do
    if not dice[i] then return nil end
    if dice[i] == 10 then tens = tens + 1 end
    if dice[i] >= needed then found = found + 1 end
  end
  at = at + count
  if needed <= 10 then return found, at end
  found = 0
  for i = at, at + tens - 1 do
    if not dice[i] then return nil end
    if dice[i] >= SECOND then found = found + 1 end
  end
  return found, at + tens
end

local CHECK <const> = {}

CHECK["fire.small_arms"] = function(call, dice)
  local found, at = hits(dice, 1, call.result.dice_count, call.result.needed)
  if found ~= call.result.hits or at ~= #dice + 1 then
    return ("%s hits said, %s thrown on %d or more: %s"):format(call.result.hits, found or "too few", call.result.needed,
      table.concat(dice, " "))
  end
end

CHECK["melee.resolve"] = function(call, dice)
  local r = call.result
  for i, side in ipairs { "attacker", "defender" } do
    local total = dice[i] or 0
    for _, one in ipairs(r[side .. "_modifiers"]) do total = total + one.value end
    if total ~= r[side .. "_score"] then return ("%s scores %d, and it must be %d"):format(side, r[side .. "_score"], total) end
    if (r[side .. "_loss"] or 0) > call.args[side].figures then return side .. " loses more figures than it has" end
  end
  if r.difference ~= r.attacker_score - r.defender_score then return "the difference is not that of the scores" end
end

CHECK["fire.allocate"] = function(call)
  local sum = call.result.unallocated
  for _, one in ipairs(call.result.losses) do sum = sum + one.lost end
  if sum ~= call.args.hits then return ("%d hits are dealt out as %d"):format(call.args.hits, sum) end
end

--- Do they change how dice are read?
local OTHER_DICE <const> = { natural_1_misses = true, melee_d10 = true }

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self, other = {}, false
  for _, name in ipairs(trace[1].variants or {}) do other = other or OTHER_DICE[name] end

  function self.line(_, line, root)
    self.before = {}
    for _, id in ipairs(root.order.units) do self.before[id] = root.units[id].figures end
    for nth, call in ipairs(line.calls) do
      local wrong = not other and CHECK[call.procedure] and CHECK[call.procedure](call, dice_of(line, nth))
      if wrong then fault(line, ("%s: %s"):format(call.procedure, wrong)) end
    end
  end

  function self.change(_, line, change)
    local path, cmd = change.path, line.command
    local lent = cmd["do"] == "assign_gunners" and path[2] == cmd.unit
    local more = path[1] == "units" and path[3] == "figures" and change.old and change.new and change.new > change.old
    if more and not lent then
      fault(line, ("%s has %d figures more"):format(path[2], change.new - change.old))
    end
  end

  function self.after(_, line, root)
    local cmd = line.command
    if not (cmd["do"] and line.step) then return end
    local told = {}
    if cmd["do"] == "assign_gunners" then -- some change over: none is lost
      told[cmd.from], told[cmd.unit] = cmd.gunners, -cmd.gunners
    end
    for _, event in ipairs(line.events) do
      local number = LOSSES[event.say] and event.with.unit and tostring(event.with.say):match "^%d+"
      if number then told[event.with.unit] = (told[event.with.unit] or 0) + tonumber(number) end
    end
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      local lost = self.before[id] - unit.figures
      if lost > (told[id] or 0) then fault(line, ("%s has lost %d figures, and %d are told"):format(id, lost, told[id] or 0)) end
      local crew = unit.arm == "gun" or unit.arm == "machine_gun"
      if unit.status == "ready" and not crew and lost < (told[id] or 0) then
        fault(line, ("%s has lost %d figures, and %d are told"):format(id, lost, told[id]))
      end
    end
  end
  return self
end

return M
