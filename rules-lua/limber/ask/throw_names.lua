--- The names of throws in words, and the dice known under these names (limber.ask.throws).
local M <const> = {}

--- The name of a throw in words: the key of corrections and recorded dice.
---@param call limber.Call
---@param label string?
---@param who string?
---@param nth integer how many throws of that label and thrower this is within the call
---@return string
function M.name(call, label, who, nth)
  local thrower = who and (call.throwers[who] or who) or call.throwers[""] or ""
  return table.concat({ call.turn, call.step, call.procedure, call.ask, thrower, label or "", nth }, "/")
end

--- The names of all throws of a call, in order.
---@param call limber.Call
---@return string[]
function M.names(call)
  local names, counts = {}, {}
  for i, roll in ipairs(call.rolls) do
    local key = (roll.label or "") .. "/" .. (roll.who or "")
    counts[key] = (counts[key] or 0) + 1
    names[i] = M.name(call, roll.label, roll.who, counts[key])
  end
  return names
end

--- The dice of lines that players told, by name; nil when there are none. `seeded` names those too that the seed threw,
--- for a game that asks its players for all new dice.
---@param lines limber.Line[]
---@param seeded boolean?
---@return table<string, limber.Known>?
function M.told(lines, seeded)
  local known
  for _, line in ipairs(lines) do
    for _, call in ipairs(line.calls or {}) do
      local names = (call.told or seeded) and M.names(call) or {}
      for i, name in ipairs(names) do
        known = known or {}
        local roll = call.rolls[i]
        known[name] = call.told and { dice = roll.dice, total = roll.total, count = roll.count } or { seeded = true }
      end
    end
  end
  return known
end

return M
