--- The players' word is final: refusals overruled, values amended, dice and choices corrected, throws made afresh.
-- All of it goes into the journal, and what was played before stays there as a branch.
local Abreast <const> = require "limber.game.reissue"
local amended <const> = require "limber.game.amended"
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.common.faults"
local foreseen <const> = require "limber.ask.dice_ahead"
local house_fields <const> = require "limber.rules.house_fields"
local Journal <const> = require "limber.game.journal"
local json <const> = require "kernel.json"
local sandbox <const> = require "kernel.sandbox"
local standing <const> = require "limber.game.standing"
local Sequence <const> = require "limber.game.sequence"
local tree <const> = require "limber.common.tree"
local Throws <const> = require "limber.ask.throws"

local refusal <const> = faults.refusal

local M <const> = {}

--- Gives a command although its rules refuse it.
---@param self limber.Game
---@param cmd table
---@param reason string
---@return limber.Line?
---@return table?
function M.allow(self, cmd, reason)
  return self:command(cmd, { allow = reason })
end

--- The line that gave a branch its name; nil when none has it.
local function named_branch(self, name)
  for _, line in ipairs(self.journal.lines) do
    if line.kind == "branch" and line.name == name then return line end
  end
end

--- The name of a branch that is played again, beside the one with the first name: `left 2`.
local function free_name(self, name)
  local free, n = name, 1
  while named_branch(self, free) do
    n = n + 1
    free = ("%s %d"):format(name, n)
  end
  return free
end

--- Gives the present branch a name.
---@param self limber.Game
---@param name string
---@return limber.Line?
---@return table?
function M.branch(self, name)
  local taken = named_branch(self, name)
  if taken then return nil, refusal("name", "line %d has that name already: %s", taken.id, name) end
  local line = self.line_of(self, "branch")
  line.name = name
  return self:transact(line, function() return true end)
end

--- Keeps what people say of a line, the present one unless another is named. Nothing of the battle follows from it.
---@param self limber.Game
---@param text string
---@param of integer? the line
---@param by string[]? the sides that may read it; without it, all
---@return limber.Line?
---@return table?
function M.note(self, text, of, by)
  local line = self.line_of(self, "note")
  line.text, line.of, line.by = text, of, by
  return self:transact(line, function() return true end)
end

--- Sets one value of the state by its path (`units.31.hits`), for a reason. A field that is declared takes what it can
--- hold; all else stays of its type.
---@param self limber.Game
---@param path string
---@param value any
---@param reason string
---@param given limber.FactUsed[]? facts that a replay gives
---@return limber.Line?
---@return table?
function M.amend(self, path, value, reason, given)
  local line = self.line_of(self, "amend")
  line.path, line.value, line.reason = path, value, reason
  return self:transact(line, function()
    local node, key = tree.locate(self.state.root, path)
    if not node then return nil, refusal("path", "the state has no %s", path) end
    local old = node[key]
    local refused, declared
    if not given then refused, declared = amended.refuse(self, node, path, value) end
    if refused then return nil, refused end
    if not declared and old ~= nil and type(old) ~= type(value) then
      return nil, refusal("value", "%s is a %s (%s), not a %s", path, type(old), tostring(old), type(value))
    end
    if not given and math.type(old) == "integer" and old >= 0 and math.type(value) == "integer" and value < 0 then
      return nil, refusal("value", "%s is %d; it cannot be less than 0", path, old)
    end
    self.state:set(node, key, tree.copy(value))
    Sequence.advance(self)
    return true
  end, given)
end

--- Changes the rules in the middle of a game: { cell =, value = }, { option =, value = }.
---@param self limber.Game
---@param change table
---@return limber.Line?
---@return table?
function M.tweak(self, change)
  local before = self.rules.live
  local _, fault
  if change.cell then
    _, fault = self.rules:set_cell(change.cell, change.value)
  else
    _, fault = self.rules:set_option(change.option, change.value)
  end
  if fault then return nil, fault end
  local line = self.line_of(self, "tweak")
  line.change = change
  local done
  done, fault = self:transact(line, function() return true end)
  if not done then self:use_rules(self.rules, before) end
  return done, fault
end

--- Puts another rule stack in force in the middle of a game: other variants, or files that were read again.
---@param self limber.Game
---@param rules limber.Rules
---@param what { kind: "variant"|"reload", variants: string[], files: { path: string, text: string }[]? }
---@return limber.Line?
---@return table?
function M.change_rules(self, rules, what)
  local before, live = self.rules, self.rules.live
  local line = self.line_of(self, what.kind)
  line.variants, line.files = json.list(what.variants), what.files and json.list(what.files)
  local done, fault = self:transact(line, function()
    self:use_rules(rules:at_turn(self.state.root.turn))
    if not self.journal.at then standing.begin(self) end
    local misfit = standing.refuse(self, before)
    if misfit then return nil, misfit end
    house_fields.give_defaults(self)
    return true
  end)
  if not done then self:use_rules(before, live) end
  return done, fault
end

local function rules_again(self, line)
  if not self.load_rules then return nil, refusal("rules", "no rules can be loaded here") end
  local rules, fault = self.load_rules(line)
  if not rules then return nil, fault end
  return M.change_rules(self, rules, line)
end

--- Sets what a throw shows by its name: its dice, and `total` or `count` where no more was told.
local function set_fix(self, name, shown, reason, given)
  local line = self.line_of(self, "fix")
  line.name, line.dice, line.total, line.count, line.reason = name, shown.dice, shown.total, shown.count, reason
  return self:transact(line, function()
    self.state:set(self.state.root.fixes, name, {
      dice = tree.copy(shown.dice), total = shown.total, count = shown.count,
    })
    return true
  end, given)
end

local AGAIN <const> = {
  start = function(self, line) return self:start(line.facts) end,
  command = function(self, line)
    local allowed = line.allowed
    return self:command(line.command, {
      allow = allowed and allowed.reason, fresh = line.fresh, given = line.facts, solo = line.solo,
    })
  end,
  amend = function(self, line) return M.amend(self, line.path, line.value, line.reason, line.facts or {}) end,
  fix = function(self, line) return set_fix(self, line.name, line, line.reason, line.facts) end,
  tweak = function(self, line) return M.tweak(self, line.change) end,
  variant = rules_again, reload = rules_again,
  branch = function(self, line) return M.branch(self, free_name(self, line.name)) end,
  note = function(self, line) return M.note(self, line.text, line.of, line.by) end,
}

--- Does once more, from the present line on, what a journal's line did; told facts and dice are taken from it.
---@param self limber.Game
---@param line limber.Line
---@return limber.Line?
---@return table?
function M.again(self, line)
  if not AGAIN[line.kind] then return nil, refusal("line", "a line of kind %s cannot be replayed", line.kind) end
  local before = self.throws.known
  self.throws.known = before or Throws.told({ line }, self.throws.told ~= nil)
  local fine, done, fault = sandbox.run(nil, AGAIN[line.kind], self, line)
  self.throws.known = before
  if not fine then error(done, 0) end
  return done, fault
end

--- The value of dice for a rule that reads only their total, or only how many count.
local function made(roll, dice)
  local total, count = 0, 0
  for _, die in ipairs(dice) do
    total = total + die
    if roll.at_least and die >= roll.at_least then count = count + 1 end
  end
  return roll.kind == "sum" and not roll.apart and total or nil, roll.kind == "count" and count or nil
end

local function fits(roll, shown)
  local dice, least, most = shown.dice, foreseen.range(roll)
  if #dice ~= #roll.dice then
    return refusal("dice", "%s takes %d dice, got %d", roll.label, #roll.dice, #dice)
  end
  for _, die in ipairs(dice) do
    if math.type(die) ~= "integer" or die < least or die > most then
      return refusal("dice", "%s: each die must be %d to %d, got %s", roll.label, least, most, tostring(die))
    end
  end
  local total, count = made(roll, dice)
  if shown.total and shown.total ~= total or shown.count and shown.count ~= count then
    return refusal("dice", "%s: %s do not make %d", roll.label, table.concat(dice, " "), shown.total or shown.count)
  end
end

--- The parts of a line that a player would notice.
local function outcome(line)
  return digest.measured(Journal.written { calls = line.calls, events = line.events, changes = line.changes })
end

---@class limber.Fixed : limber.GivenAgain what became of the lines after a correction
---@field was table<integer, limber.Line> what each of them was before, by its id
---@field changed integer[] those that differ from before

--- Does lines again on a new branch. Nil and the failure when one of them was stopped by an error, a budget or Ctrl-C.
local function replay(self, lines, skip)
  local was, changed = {}, {}
  local report = Abreast.give(self, lines, skip, function(line, done)
    was[done.id] = line
    if outcome(done) ~= outcome(line) then changed[#changed + 1] = done.id end
  end)
  if report.stopped and report.stopped.refusal.kind then return nil, report.stopped.refusal end
  report.was, report.changed = was, changed
  return report
end

--- Runs `body`, which goes back and does lines again. When it fails the game returns to where it was. The players'
--- answers stay known throughout.
local function going_back(self, lines, body)
  local back = self.journal.at.id
  self.throws.known = Throws.told(lines, self.throws.told ~= nil)
  local done, report, fault = sandbox.run(nil, body)
  self.throws.known = nil
  if not done then report, fault = nil, report end
  if not report then self:go_to(back) end
  return report, fault
end

--- A throw of a line by its place, if dice fit it.
local function throw_of(line, what)
  local call = line.calls[what.call or 1]
  local roll = call and call.rolls[what.roll or 1]
  if not roll then return nil, refusal("line", "line %d has no such throw", line.id) end
  local fault = fits(roll, what)
  if fault then return nil, fault end
  return Throws.names(call)[what.roll or 1]
end

--- Corrects an earlier throw { call =, roll =, dice = }, with `total` or `count` where no more than that is known, or
--- command { command = } and does again what followed from it, with every die that was thrown before; dice that were
--- not are asked for or thrown.
---@param self limber.Game
---@param id integer the line
---@param what { call: integer?, roll: integer?, dice: integer[]?, total: integer?, count: integer?,
---  command: table? }
---@param reason string?
---@param skip boolean? go on past commands that are refused now
---@return limber.Fixed?
---@return table?
function M.fix(self, id, what, reason, skip)
  local lines = self.journal:since(id)
  if not lines then return nil, refusal("line", "line %s is not on this branch", tostring(id)) end
  local line, name = lines[1], nil
  if what.dice then
    local fault
    name, fault = throw_of(line, what)
    if not name then return nil, fault end
  else
    local other = {}
    for key, value in next, line do other[key] = value end
    other.command, other.facts = what.command, nil -- what was told for another command may be otherwise for this
    self.facts:offer(line.facts)
    lines[1] = other
  end
  return going_back(self, lines, function()
    self:go_to(line.parent)
    if name then
      local set, wrong = set_fix(self, name, what, reason)
      if not set then return nil, wrong end
    end
    local report, wrong = replay(self, lines, skip)
    if report and #report.lines == 0 and not name then return nil, report.stopped.refusal end
    return report, wrong
  end)
end

local RULES <const> = { variant = true, reload = true }

--- Plays the whole battle again from its beginning under other rules, with the same dice, as a new branch. Commands
--- that are now refused are left out. On a failure the game stays unchanged, under its old rules.
---@param self limber.Game
---@param rules limber.Rules
---@param what { kind: "variant"|"reload", variants: string[], files: { path: string, text: string }[]? }
---@return limber.Fixed?
---@return table?
function M.rerun(self, rules, what)
  local first, lines = self.journal.at, {}
  while first and first.parent do first = self.journal:parent(first) end
  for _, line in ipairs(first and self.journal:since(first.id) or {}) do
    if not RULES[line.kind] then lines[#lines + 1] = line end
  end
  return going_back(self, lines, function()
    self:go_to(nil)
    rules:put_live(self.begun_with.live)
    local done, fault = M.change_rules(self, rules, what)
    if not done then return nil, fault end
    return replay(self, lines, true)
  end)
end

--- Undoes the present command and gives it again with a fresh throw.
---@param self limber.Game
---@return limber.Line?
---@return table?
function M.rethrow(self)
  local line = self.journal.at
  if not line or line.kind ~= "command" then
    local what = line and ("line %d is not a command: undo it first"):format(line.id) or "nothing has been done yet"
    return nil, refusal("line", "%s", what)
  end
  local allowed = line.allowed
  return going_back(self, {}, function()
    self:go_to(line.parent)
    return self:command(line.command, {
      allow = allowed and allowed.reason, fresh = (line.fresh or 0) + 1, given = line.facts, solo = line.solo,
    })
  end)
end

return M
