--- The numbers that a solo commander goes by: his policy's table of weights.
local lengths <const> = require "limber.language.lengths"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- Units of weights that are no lengths: hundredths, and plain numbers.
local HUNDREDTHS <const> = { percent = true, hundredths = true }

--- The numbers of a policy's table of weights, in the units that each is written in.
---@param rules table
---@param name string?
---@return table
function M.of(rules, name)
  local weights = {}
  for _, key in ipairs(name and rules.keys(name) or {}) do
    local value, unit = rules.tables[name](key, "value"), rules.tables[name](key, "unit")
    local length = lengths.words[unit]
    if not (length or HUNDREDTHS[unit] or unit == "number") then
      error(("the weight %s is in %s, which is no unit"):format(key, unit), 0)
    end
    weights[key] = length and length(value) or HUNDREDTHS[unit] and value / 100 or value
  end
  return sandbox.freeze(weights, "weights")
end

return M
