--- The plans of solo commanders (limber.solo.plans): each stands in the solo note of the command first given by it.
--- Undone or loaded to any place, a battle has the plan of that place; without a journal it has it beside its state.
local M <const> = {}

--- Plans that have been looked up, by journal, then by side: the line it was looked up at, and the plan.
local found <const> = setmetatable({}, { __mode = "k" })

--- The plan in force for a side; nil when it has none yet.
---@param side string
---@return table? plan
function M.plan(self, side)
  local journal = self.journal
  if not journal then return self.plans and self.plans[side] end
  local known = found[journal] or {}
  found[journal] = known
  local before, line, plan = known[side], journal.at, nil
  while line and not (before and before.line == line) do
    local note = line.solo
    if note and note.plan and line.command.side == side then
      plan = note.plan
      break
    end
    line = journal:parent(line)
  end
  if not plan and line and before then plan = before.plan end
  if journal.at then known[side] = { line = journal.at, plan = plan } end
  return plan
end

--- Notes a plan where no journal does.
---@param side string
---@param plan table
function M.keep_plan(self, side, plan)
  if self.journal then return end
  self.plans = self.plans or {}
  self.plans[side] = plan
end

return M
