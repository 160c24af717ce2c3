--- Refusals as they are raised at the prompt, which prints them.
local M <const> = {}

--- Refuses a typed line.
---@param arg string what of it is wrong
---@param message string
function M.fail(arg, message)
  error({ arg = arg, message = message }, 0)
end

--- A value, or what came in its place is raised.
---@generic T
---@param value T?
---@param fault table?
---@return T
function M.sure(value, fault)
  if value == nil then error(fault, 0) end
  return value
end

return M
