--- The numbers that a solo commander goes by: his policy's table of weights, and what stands for some of them in that
--- of characters (limber.solo.characters).
local lengths <const> = require "limber.language.lengths"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- Units of weights that are no lengths: hundredths, and plain numbers.
local HUNDREDTHS <const> = { percent = true, hundredths = true }

--- What a character's empty cell reads as.
local SAME <const> = "same"

--- A number of a weight as it is reckoned with.
local function in_unit(key, value, unit)
  local length = lengths.words[unit]
  if not (length or HUNDREDTHS[unit] or unit == "number") then
    error(("the weight %s is in %s, which is no unit"):format(key, unit), 0)
  end
  return length and length(value) or HUNDREDTHS[unit] and value / 100 or value
end

--- The numbers of a policy, in the units that each is written in.
---@param rules table
---@param policy table
---@param commander string? what he is like: "wily native"; nil: steady
---@return table
function M.of(rules, policy, commander)
  local weights, name, characters = {}, policy.weights, policy.characters
  for _, key in ipairs(name and rules.keys(name) or {}) do
    weights[key] = in_unit(key, rules.tables[name](key, "value"), rules.tables[name](key, "unit"))
  end
  for like in (characters and commander or ""):gmatch "%S+" do
    for _, key in ipairs(like ~= "steady" and rules.keys(characters) or {}) do
      if weights[key] == nil then error(("%s: there is no weight %s"):format(characters, key), 0) end
      local value = rules.tables[characters](key, like)
      if value ~= SAME then weights[key] = in_unit(key, value, rules.tables[name](key, "unit")) end
    end
  end
  return sandbox.freeze(weights, "weights")
end

return M
