--- Checks of arguments that are asked often, as one function of C (kernel.arguments). limber.language.fields checks a
--- question field by field; the function gives the same checked copy, or nil when it cannot decide: then `fields.check`
--- checks the arguments and reports any fault.
local arguments <const> = require "kernel.arguments"
local bounds <const> = require "limber.language.bounds"
local decimals <const> = require "limber.language.decimals"

local M <const> = {}

local TESTS <const> = {
  farthest = bounds.FARTHEST, longest = bounds.LIST, number = decimals.exact,
  text = function(value) return bounds.bad_text(value, "", bounds.TEXT, true) end,
}

--- The check of a list of fields.
---@param fields limber.Field[]
---@param records table<string, limber.Field[]>
---@return fun(given: table): table?
function M.written(fields, records) return arguments.checker(fields, records, TESTS) end

return M
