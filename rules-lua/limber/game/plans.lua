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

--- Do solo commanders lead all sides? Nobody's opponent reads then what they mean to do.
local function lead_all(state)
  for _, side in ipairs(state.order.sides) do
    if not state.sides[side].solo then return false end
  end
  return true
end

--- Tells of a command what its solo note is to tell: what his plan has become, and why he gives it.
---@param note limber.SoloNote
---@param line limber.Line
function M.tell_solo(self, note, line)
  local side = line.command.side
  for _, one in ipairs(note.plan and note.plan.told and lead_all(self.state.root) and note.plan.told or {}) do
    self:note_event { say = "plan", with = { side = side, formation = one.of, what = one.what } }
  end
  if note.told and not line.sealed then self:note_event { say = "solo", with = { side = side, why = note.why } } end
end

return M
