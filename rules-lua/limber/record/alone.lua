--- Each command of a recorded battle alone under other rules. The state before it is rebuilt from the recorded changes,
--- the command runs on the same named dice, and what it does is held against the record.
--
-- What only the other rules know (fields that their house rules give to pieces, decks) has no recorded change: it keeps
-- what the commands run so far have made of it. All else of a run that came out otherwise is taken back.
local compared <const> = require "limber.record.compared"
local Game <const> = require "limber.game.game"
local house_fields <const> = require "limber.rules.house_fields"
local Sequence <const> = require "limber.game.sequence"
local standing <const> = require "limber.game.standing"
local Throws <const> = require "limber.ask.throws"
local tree <const> = require "limber.common.tree"

local all_same <const>, same <const>, of_the_battle <const> = compared.all_same, compared.same, compared.of_the_battle

local M <const> = {}

---@class limber.Alone
---@field game limber.Game
---@field pair { before: limber.Rules, after: limber.Rules, trusted: boolean, doubted: boolean? } trusted: the record is
---       what the rules before give; doubted: unless a file that ships was edited since, which is seen where it differs
---@field only table<string, table<string, boolean>> by place: the fields that only the rules after know
---@field added table<string, boolean> names of fields that only the rules after have anywhere
---@field throws { all: integer, other: integer, new: integer, gone: integer }
---@field parted { line: limber.Line, root: table }? the first line that would leave another state, and the state before
---       it, which the whole battle would come to as well
local Alone <const> = {}
Alone.__index = Alone

--- The most questions to players that one command is answered.
local MANY <const> = 64

--- Does the change of a journal set fields of house rules? What the record cannot know.
local function is_of_house(self, change)
  local path = change.path
  local names = self.only[path[1]]
  return names ~= nil and names[path[path[1] == "battle" and 2 or 3]] == true
end

local function find_only(before, after)
  local only, added = { battle = { decks = #before.layers == 0 or nil } }, {}
  for kind, list in next, after.fields or {} do
    local place = house_fields.KINDS[kind].place or "battle"
    only[place] = only[place] or {}
    for _, field in ipairs(list) do
      if not house_fields.find(before.fields[kind], field.name) then
        only[place][field.name], added[field.name] = true, true
      end
    end
  end
  for name, procedure in next, after.procedures do
    local published = before.procedures[name]
    for _, field in ipairs(published and procedure.out ~= published.out and procedure.out or {}) do
      if not house_fields.find(published.out, field.name) then added[field.name] = true end
    end
  end
  for _, list in next, after.added or {} do
    for _, field in ipairs(list) do added[field.name] = true end
  end
  return only, added
end

-- ---- the state ------------------------------------------------------------------------------------------------------

--- Makes changes in the state.
local function make(self, changes)
  local state = self.game.state
  state:begin()
  for _, change in ipairs(changes) do
    local node, path = state.root, change.path
    for i = 1, #path - 1 do node = type(node) == "table" and node[path[i]] or nil end
    local key = path[#path]
    if node and change.insert ~= nil then
      state:insert(node, key, tree.copy(change.insert))
    elseif node and change.remove ~= nil then
      state:remove(node, key)
    elseif node then -- else it is in a piece that only a house rule has made
      state:set(node, key, tree.copy(change.new))
    end
  end
  state:commit()
end

local function undo(self, run)
  for i = #run.logs, 1, -1 do self.game.state:undo(run.logs[i]) end
end

--- A step on the stack, or a sealed command, that the rules do not have: in words.
local function misfit(self, rules)
  local refused = standing.refuse(self.game, rules)
  return refused and (refused.message:match "^(.-): [^:]*$" or refused.message)
end

-- ---- one command ----------------------------------------------------------------------------------------------------

---@class limber.AloneRun what a command has done
---@field calls limber.Call[]
---@field events table[]
---@field changes limber.Change[]
---@field logs table[] what undoes it
---@field fault table?

local function add(run, line)
  local calls, changes = #run.calls, line.changes
  for _, event in ipairs(line.events) do
    if event.call then
      local copy = tree.shallow(event)
      copy.call = copy.call + calls
      event = copy
    end
    run.events[#run.events + 1] = event
  end
  table.move(line.calls, 1, #line.calls, calls + 1, run.calls)
  table.move(changes, 1, #changes, #run.changes + 1, run.changes)
  run.logs[#run.logs + 1] = line.log
end

--- Did the recorded command end with a question to a player?
local function asked(line)
  for _, change in ipairs(line.changes or {}) do
    if change.path[1] == "frames" and type(change.new) == "table" and change.new.choice then return true end
  end
  return false
end

--- Runs a command under rules. A question to a player that was not asked then takes its first option.
local function run_under(self, line, rules)
  local game, run = self.game, { calls = {}, events = {}, changes = {}, logs = {} }
  game:use_rules(rules:at_turn(game.state.root.turn))
  local barred = rules == self.pair.after and misfit(self, self.pair.before)
  if barred then
    run.fault = { message = barred }
    return run
  end
  if line.kind == "start" then
    game.state:begin()
    standing.begin(game)
    run.logs[1] = game.state:commit()
  end
  local done, fault = game:again(line)
  local times = 0
  while done do
    add(run, done)
    local waiting = not asked(line) and times < MANY and game:waiting()
    if not (waiting and waiting.step and waiting.step.chosen) then break end
    times = times + 1
    done, fault = game:command(Sequence.unasked(waiting))
  end
  run.fault = fault
  if fault and fault.kind == "interrupt" then error(fault, 0) end
  return run
end

--- What a line did under the rules before, where the record does not say.
local function by_rules_before(self, line)
  local run = run_under(self, line, self.pair.before)
  local frames = tree.copy(self.game.state.root.frames)
  undo(self, run)
  return { kind = line.kind, calls = run.calls, events = run.events, changes = run.changes, frames = frames,
    fault = run.fault }
end

--- The steps in which the battle goes on, where they differ.
local function step_parted(was, now)
  local one, other = was[#was], now[#now]
  local step = { was = one and one.sequence .. "." .. one.step, now = other and other.sequence .. "." .. other.step }
  return step.was ~= step.now and step or nil
end

--- Does a command, compares it, and brings the state to where the record has it.
local function do_command(self, line)
  local was = self.pair.trusted and line or by_rules_before(self, line)
  local run = run_under(self, line, self.pair.after)
  local house, rest = {}, {}
  for _, change in ipairs(run.changes) do
    local list = is_of_house(self, change) and house or rest
    list[#list + 1] = change
  end
  local recorded, outcome, step = line.changes or {}, false, nil
  if run.fault or not self.pair.trusted or not all_same(recorded, rest, {}) then
    local root = self.game.state.root
    local frames = tree.copy(root.frames)
    undo(self, run)
    self.parted = self.parted or { line = line, root = tree.copy(root) }
    if self.pair.trusted and self.pair.doubted then was = by_rules_before(self, line) end
    make(self, recorded)
    make(self, house)
    step = not run.fault and step_parted(was.frames or root.frames, frames) or nil
    outcome = not all_same(of_the_battle(was.changes or {}), of_the_battle(rest), self.added)
      or not same(was.frames or root.frames, frames, self.added)
  end
  if was.fault and run.fault then return nil end
  return compared.judge(self, was, run, outcome, step)
end

--- Does the next line of a battle: how its command comes out otherwise, nil where it does not; and whether it was one.
---@param line limber.Line
---@return limber.AloneChange?
---@return boolean tried
function Alone:line(line)
  if line.kind == "command" or line.kind == "start" then
    local change = do_command(self, line)
    if change then change.line = line end
    return change, line.kind == "command"
  end
  make(self, line.changes or {})
  return nil, false
end

--- A journal that keeps nothing and has no digests: what is done here is no battle of its own.
local function no_journal()
  return { lines = {}, enter = function() end, beside = function() return {} end }
end

---@param recording limber.Recording
---@param pair { before: limber.Rules, after: limber.Rules, trusted: boolean }
---@param start table the state that the rules before begin with
---@return limber.Alone
function M.new(recording, pair, start)
  local header = recording.header
  local game = Game.new {
    rules = pair.after, start = start, seed = header.seed, header = {},
    tell_fact = header.facts == "told" and function(fact)
      error({ arg = "replay", message = ("the players would be asked: %s"):format(fact.text) }, 0)
    end or nil,
  }
  game.journal, game.throws.known = no_journal(), Throws.told(recording.lines)
  local only, added = find_only(pair.before, pair.after)
  game.state:begin()
  house_fields.give_defaults(game)
  game.state:commit()
  return setmetatable({
    game = game, pair = pair, only = only, added = added,
    throws = { all = 0, other = 0, new = 0, gone = 0 },
  }, Alone)
end

return M
