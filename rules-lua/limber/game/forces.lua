--- What is wrong with armies as they are laid out: the word `forces` of a ruleset.
--
--   forces(function(rules, state) → { { id = "a", message = "…", arg = "rank"? }… })
--   forces { one_command_each = "Prep 3",             the clause by which nobody commands two formations
--            check = function(rules, state, say) … end }      each fault by say(id, message, arg?)

local M <const> = {}

--- Nobody commands two formations.
local function check_commands(state, say, cite)
  local commands = {}
  for _, id in ipairs(state.order.formations) do
    local commander = state.formations[id].commander
    if commander and commands[commander] then
      say(id, ("commander: %s commands %s already (%s)"):format(commander, commands[commander], cite), "commander")
    elseif commander then
      commands[commander] = id
    end
  end
end

--- The function that judges armies, of what a ruleset gives.
---@param given function|{ check: function, one_command_each: string? }
---@return fun(rules: table, state: table): { id: string, message: string, arg: string? }[]
function M.judge(given)
  if type(given) ~= "table" then return given end
  if type(given.check) ~= "function" then error("forces needs check, a function", 3) end
  return function(rules, state)
    local faults = {}
    local function say(id, message, arg) faults[#faults + 1] = { id = id, message = message, arg = arg } end
    if given.one_command_each then check_commands(state, say, given.one_command_each) end
    given.check(rules, state, say)
    return faults
  end
end

return M
