-- What a rule answers without a throw: of many questions the published rules know the answer, and house rules may not.

local M <const> = {}

--- The answer of a rule that needs no dice for it; nil where it throws.
---@param who string?
---@param target string?
---@return table?
function M.of(view, procedure, args, who, target)
  local foregone, result = pcall(view.ask, view, procedure, args, who, target)
  return foregone and result or nil
end

--- The answer of a rule, thrown for where it takes dice. An answer that needs none, and that `idle` says comes to
--- nothing, is not noted.
---@param throwers string|table<string, string>
---@param target string?
---@param idle fun(result: table): boolean
---@return table? result nil when it comes to nothing
function M.resolve(play, procedure, args, throwers, target, idle)
  local known = M.of(play, procedure, args, type(throwers) == "string" and throwers or nil, target)
  if known and idle(known) then return nil end
  return play:resolve(procedure, args, throwers, target)
end

return M
