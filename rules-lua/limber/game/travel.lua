--- Going back and forth in a battle's journal: undo, redo, and the ends of all branches.
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- Lets views forget which unit was asked first (view:any_unit): what is asked of a battle depends on it alone.
local function forget_found(self)
  self.play.found = {}
  for _, view in next, self.views do view.found = {} end
end

local function go(self, target)
  local journal = self.journal
  local undo, redo = journal:way_to(target)
  for _, line in ipairs(undo) do self.state:undo(line.log) end
  for _, line in ipairs(redo) do self.state:redo(line.log) end
  journal.at = target or nil
  local under = target or self.begun_with
  self:use_rules(under.rules, under.live)
  forget_found(self)
end

--- Makes another line the present one: undoes to the point where the branches part, then redoes.
---@param self limber.Game
---@param id integer? nil: the very beginning
function M.go_to(self, id)
  sandbox.shield(go, self, id and (self.journal.lines[id] or error(("there is no line %s"):format(tostring(id)), 2)))
end

--- Undoes the present line; the next command starts a branch. False when there is nothing to undo.
---@param self limber.Game
---@return limber.Line|false
function M.undo(self)
  local line = self.journal.at
  if not line or line.kind == "start" or not line.parent then return false end
  self:go_to(line.parent)
  return line
end

--- Does again what was undone last.
---@param self limber.Game
---@return limber.Line|false
function M.redo(self)
  local line = self.journal:next()
  if not line then return false end
  self:go_to(line.id)
  return line
end

--- The ends of all branches.
---@param self limber.Game
---@return limber.Line[]
function M.branches(self)
  return self.journal:branches()
end

return M
