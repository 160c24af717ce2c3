--- Worked cases: reading them, and holding an answer against what a case expects.
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"

local M <const> = {}

--- Where a ruleset's worked cases are.
---@param ruleset string
---@return string
function M.path(ruleset) return ("rules-lua/%s/cases.jsonl"):format(ruleset) end

--- The rulesets that have worked cases, sorted.
---@param loader limber.Loader
---@return string[]
function M.names(loader)
  local names = {}
  for _, folder in ipairs(loader.list "rules-lua") do
    if loader.read(M.path(folder)) then names[#names + 1] = folder end
  end
  return names
end

---@param path string
---@return table[]
function M.read(path)
  local vectors = {}
  for line in io.lines(path) do vectors[#vectors + 1] = assert(json.decode(line)) end
  return vectors
end

local function without_positions(path)
  return (path:gsub("%.%d+", ""))
end

--- A fault may be named by its full path, without list positions, by its last key, or by the list or object it is in.
local function names(path, name)
  local inside = path:match "^(.*)%.[^.]+$" or path
  for _, one in ipairs { path, path:match "[^.]+$", inside, inside:match "[^.]+$" } do
    if one == name or without_positions(one) == name then return true end
  end
  return without_positions(inside):match "[^.]*$" == name
end

--- Where a result is not what was expected, or nil: every key that is expected must be there and equal.
local function differs(want, got, path)
  if type(want) ~= "table" then
    return want ~= got and ("%s: wanted %s, got %s"):format(path, tostring(want), tostring(got)) or nil
  end
  if type(got) ~= "table" then return path .. ": wanted a table, got " .. tostring(got) end
  if json.is_list(want) and #want ~= #got then return ("%s: wanted %d, got %d"):format(path, #want, #got) end
  for key, value in pairs(want) do
    local difference = differs(value, got[key], path .. "." .. key)
    if difference then return difference end
  end
end

--- Why an answer is not what its vector expects, or nil.
---@param vector table
---@param answer table
---@param rules limber.Rules? to hold the result against its declaration
---@return string?
function M.wrong(vector, answer, rules)
  local want = vector.expect
  if want.error then
    if not answer.error then return "wanted a refusal naming " .. want.error end
    local fault = answer.error
    return not names(fault.arg, want.error) and ("%s named, wanted %s"):format(fault.arg, want.error) or nil
  end
  if answer.error then return "refused: " .. answer.error.message end
  local difference = differs(want, answer.result, "result")
  if difference then return difference end
  local _, fault
  if rules then _, fault = fields.check(rules.procedures[vector.call].out, answer.result, rules.records) end
  return fault and "not as declared: " .. fault.message
    or #answer.dice ~= #vector.dice and "the dice reported are not those thrown" or nil
end

return M
