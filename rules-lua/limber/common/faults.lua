--- What went wrong, in words: refusals, errors in rule files, spent budgets.
local M <const> = {}

--- What a fault says, with its file and line where it has them and they tell anything. A failure of kernel.sandbox, a
--- refusal, or a string.
---@param fault any
---@return string
function M.text(fault)
  if type(fault) ~= "table" then return tostring(fault) end
  local message = tostring(fault.message)
  local placed = fault.file and fault.line and fault.kind ~= "interrupt" -- that is wherever in the program
  if placed and not message:find(fault.file .. ":" .. fault.line, 1, true) then
    return ("%s:%d: %s"):format(fault.file, fault.line, message)
  end
  return message
end

--- A refusal: a message, filled in with what follows it, or what went wrong in words. An interrupt is nobody's answer
--- and is raised again.
---@param arg string
---@param fault any
---@return limber.Refusal
function M.refusal(arg, fault, ...)
  if type(fault) == "table" and fault.kind == "interrupt" then error(fault, 0) end
  if select("#", ...) > 0 then return { arg = arg, message = fault:format(...) } end
  return { arg = arg, message = M.text(fault) }
end

return M
