--- A question of a procedure that can be typed as it stands: the shortest of the ruleset's worked cases.
local json <const> = require "kernel.json"
local question_text <const> = require "show.question_text"

local M <const> = {}

--- The words of an example; nil where the ruleset has no worked case of the procedure.
---@param rules limber.Rules
---@param procedure table
---@return string?
function M.of(rules, procedure)
  local published, shortest = rules.published, nil
  local text = published.loader.read(published.folder .. "cases.jsonl")
  for line in (text or ""):gmatch "[^\r\n]+" do
    local case = line:find(('"%s"'):format(procedure.name), 1, true) and json.decode(line)
    local answered = case and case.expect and not case.expect.error
    if answered and case.call == procedure.name and #(case.variants or {}) == 0 then
      local words = question_text.line { name = case.call, args = case.args or {} }
      if not shortest or #words < #shortest then shortest = words end
    end
  end
  return shortest and (procedure.dice == "none" and shortest or "odds " .. shortest)
end

return M
