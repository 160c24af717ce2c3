--- Results of procedures that house rules are lent: one that reads a field that no result has is refused, with the
--- nearest name (limber.rules.lacking).
local guest <const> = require "limber.rules.guest"
local house_fields <const> = require "limber.rules.house_fields"
local results <const> = require "limber.rules.results"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- What tells of results by these rules (rules.view) which keys they lack, by procedure.
local result_of <const> = setmetatable({}, { __mode = "k" })

--- Does a result of any procedure have that field? One wrap may look at the results of several.
local function in_any_result(rules, name)
  for _, procedure in next, rules.procedures do
    if house_fields.find(procedure.out, name) then return true end
  end
  for _, record in next, rules.records do
    if house_fields.find(record, name) then return true end
  end
  return false
end

local function missing_of(rules, name)
  local by_name = result_of[rules.view]
  if not by_name then
    by_name = {}
    result_of[rules.view] = by_name
  end
  if by_name[name] then return by_name[name] end
  by_name[name] = function(key, ...)
    local fault = results.missing(rules.procedures[name], rules.records, key, ...)
    if not fault or rules.lenient or in_any_result(rules, key) then return nil end
    return (fault:find "; did you mean" or not guest.for_any(rules)) and fault or nil
  end
  return by_name[name]
end

--- A function that gives results of procedures, for house rules that call it: a field that no result has is an error.
---@param game limber.Game
---@param method fun(view: table, procedure: string, ...): table, any
---@return function
function M.lending(game, method)
  local function lent(rules, procedure, result, ...)
    if type(result) ~= "table" or not rules.procedures[procedure] then return result, ... end
    return sandbox.lend(result, missing_of(rules, procedure), true), ...
  end
  return function(view, procedure, ...)
    return lent(game.rules, procedure, method(view, procedure, ...))
  end
end

return M
