--- Which variants of a stack can change nothing in a battle. A variant that bears only on some battles says so:
--
--   variant "rash" { …, matters = function(state) return false, "no general is rash" end }
--
-- `state` is what the battle begins with, read-only; it answers whether the variant can change anything there and, if
-- not, why. A variant without `matters` is taken to matter.
local faults <const> = require "limber.common.faults"
local sandbox <const> = require "kernel.sandbox"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

---@param rules limber.Rules
---@param state table what the battle begins with
---@return { name: string, why: string }[] idle in the order of the stack
function M.idle(rules, state)
  local idle = {}
  for _, layer in ipairs(rules.layers) do
    if layer.matters then
      local budget = not layer.shipped and variants.BUDGET or nil
      local done, matters, why = sandbox.run(budget, layer.matters, sandbox.freeze(state, "the battle"))
      if not done then
        idle[#idle + 1] = { name = layer.name, why = "it cannot tell: " .. faults.refusal("variants", matters).message }
      elseif not matters then
        idle[#idle + 1] = { name = layer.name, why = why or "it concerns nothing in it" }
      end
    end
  end
  return idle
end

--- The same as sentences for a player.
---@param rules limber.Rules
---@param state table
---@return string[]
function M.notes(rules, state)
  local notes = {}
  for i, one in ipairs(M.idle(rules, state)) do
    notes[i] = ("The variant %s can change nothing in this battle: %s."):format(one.name, one.why)
  end
  return notes
end

return M
