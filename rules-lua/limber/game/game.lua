--- A game: a ruleset with its variants, a scenario's state, a seed and a journal.
--
--   local game = Game.new { rules =, start =, seed =, header =, append =, story =, tell_fact =, tell_dice =, keep = }
--   game:start()                    plays what comes before the first choice
--   game:waiting()                  what is waited for: { kind, path, sides, options, about }
--   game:command { side = "a", ["do"] = "charge", unit = "31", target = "7" }  → line, or nil and why not
--       besides the ruleset's commands: { do = "answer", choice = "evade" }, { do = "done" } with a phase,
--       { do = "withdraw", unit = "31" } of what one has sealed
--   game:check(command)             → deed, or nil and the refusal { arg, message, cite, margin }; nothing changes
--   game:legal(side, only)          an iterator of proposals, best first        game:view(side)   what a side sees
--   game:undo()  game:redo()  game:go_to(id)  game:branches()  game:branch(name)
--   game:allow(command, reason)  game:amend(path, value, reason)  game:fix(id, what, reason)  game:rethrow(reason)
--   game:tweak(change)  game:change_rules(rules, what)     other rules from here on     (see limber.game.correct)
--   game:rerun(rules, what)         the whole battle again under other rules, as a branch of its own
-- A command is a transaction: what goes wrong in it, an error, a budget or Ctrl-C, undoes it whole, with all that
-- followed from it. Refusals have no `kind`; failures have kind "error", "budget", "memory" or "interrupt".
local answers <const> = require "limber.rules.answers"
local choosing <const> = require "limber.game.choosing"
local digest <const> = require "kernel.digest"
local Facts <const> = require "limber.ask.facts"
local Field <const> = require "limber.tabletop.battlefield"
local guest <const> = require "limber.rules.guest"
local Journal <const> = require "limber.game.journal"
local late <const> = require "limber.common.late"
local legality <const> = require "limber.game.legality"
local Play <const> = require "limber.game.play"
local sandbox <const> = require "kernel.sandbox"
local Sequence <const> = require "limber.game.sequence"
local State <const> = require "limber.game.state"
local story <const> = require "limber.game.story"
local tree <const> = require "limber.common.tree"
local Throws <const> = require "limber.ask.throws"
local travel <const> = require "limber.game.travel"

---@class limber.GameOptions
---@field rules limber.Rules loaded with its game files
---@field start table the state a scenario gives; the game owns it from now on
---@field seed integer
---@field header table? what the journal's header says of all this
---@field append (fun(text: string))? where the journal is written
---@field story (fun(event: table, line: limber.Line))? gets each event of a command once it stands
---@field tell_fact function? asks the players for facts (limber.ask.facts); nil: they are measured
---@field tell_dice function? asks the players for dice (limber.ask.throws); nil: they are thrown
---@field keep boolean? false: no journal and no undo, for battles by the thousand

---@class limber.Game
---@field rules limber.Rules
---@field words limber.GameWords
---@field seed integer
---@field state limber.State
---@field journal limber.Journal?
---@field begun_with { rules: limber.Rules, live: table, state: string? } what was in force at the very beginning, and
---       the digest of the state then, of a game with a journal
---@field throws limber.Throws
---@field facts limber.Facts, field limber.Battlefield
---@field play table what acts on the state (limber.game.play)
---@field views table<string, limber.View> by side, for as long as a game lives
---@field story (fun(event: table, line: limber.Line))?
---@field telling boolean are calls and events noted?
---@field step table? the step under way
---@field acting boolean? a transaction is under way
---@field begun limber.Begun, asking table?, answering limber.Answering? see limber.game.choosing
---@field calls limber.Call[]? of the command under way or done last
---@field events table[]? likewise
---@field events_told integer? how many of them the story has got
---@field under_way limber.Line? the line of the command under way or done last
---@field turn_ended boolean? the command under way ended a turn
---@field load_rules (fun(line: limber.Line): limber.Rules?, table?)? how a replay's change of rules is done again
local Game <const> = {}
Game.__index = Game

---@param opts limber.GameOptions
---@return limber.Game
function Game.new(opts)
  -- Battles make garbage fast: collections begin at ten times what the last one left, not at twice, and are soon over.
  collectgarbage("incremental", 1000, 1000, 18)
  local keep, rules = opts.keep ~= false, opts.rules:at_turn(opts.start.turn)
  local self = setmetatable({
    rules = rules, words = rules.game, seed = opts.seed, story = opts.story, views = {}, begun = {},
    state = State.new(opts.start, keep), throws = Throws.new(opts.seed), telling = keep or opts.story ~= nil,
    begun_with = { rules = rules, live = rules.live, state = keep and digest.of(opts.start) or nil },
  }, Game)
  self.field = Field.new(self.state, self)
  self.facts = Facts.new(function() return self.field:current() end, opts.tell_fact)
  self.throws.told = opts.tell_dice
  self.play = Play.new(self)
  if keep then self.journal = Journal.new(opts.header or { seed = opts.seed }, opts.append) end
  return self
end

--- A story line; changes from now on belong to it.
---@param event table
---@return boolean? noted not where it was told before (limber.game.choosing)
function Game:note_event(event)
  if not self.telling then return end
  event.with, event.at = tree.copy(event.with), self.step and self.step.path
  story.judge(self, event)
  if self.answering and choosing.is_told(self, event) then return end
  self.state.event = #self.events + 1
  self.events[self.state.event] = event
  return true
end

---@param call limber.Call
function Game:note_call(call)
  self.last_call = call
  if not self.telling then return end
  local event = { call = #self.calls + 1, cite = call.cite or self.rules.procedures[call.procedure].cite }
  self.calls[event.call] = call
  if not self:note_event(event) then self.calls[event.call] = nil end
end

--- Ends a transaction: writes it to the journal, or takes all of it back.
local function enter(self, line)
  local root = self.state.root
  line.calls, line.events, line.facts, line.changes = self.calls, self.events, self.facts.used, self.state.changes
  line.rules, line.live = self.rules, self.rules.live
  if self.journal.digest and (self.turn_ended or root.result) then line.state = digest.of(root) end
  self.journal:enter(line)
end

--- A refusal that was raised on the way is a refusal like any other.
local function failure_of(failure)
  if failure.kind == "refusal" then failure.kind = nil end
  return failure
end

local function run(self, body, ...) return guest.command(self.rules, body, ...) end

--- Puts a question that was asked on the stack, in place of what was under way.
local function ask(self)
  choosing.put(self)
  self:turn_rules()
  return true
end

--- Runs `body`; all that it did is kept and written, or none of it. Ctrl-C can end the body, and nothing else here.
local function transact(self, line, body, given)
  local state, rules = self.state, self.rules
  state:begin()
  self.calls, self.events, self.turn_ended, self.under_way, self.events_told = {}, {}, false, line, 0
  self.asking, self.answering, self.last_call, self.acting, self.firing = nil, nil, nil, true, nil
  self.facts:begin(given)
  answers.begin(self.rules)
  self.throws.fresh, self.words = line.fresh, self.rules.game
  Play.refresh(self.play, self)
  local done, answer, fault = run(self, body, line)
  self.acting = false
  if choosing.has_asked(self, done, answer) then done, answer = sandbox.shielded_run(ask, self) end
  if done and answer and self.journal then
    -- Shielded though this is: a mere run inside a shield could be interrupted, with the line written but not standing.
    done, answer = sandbox.shielded_run(enter, self, line)
    answer = not done and answer or true
  end
  if not done or not answer then
    state:rollback()
    if self.rules.family then self:use_rules(rules) end
    return nil, not done and failure_of(answer) or fault
  end
  line.log = state:commit()
  self.facts:stood()
  self.throws:remember(line, self.asking ~= nil)
  return line
end

--- Does `body` as one transaction. `body` gives true, or nil and a refusal.
---@param line table what the journal is to say of it: kind, command, …
---@param body fun(line: table): boolean?, limber.Refusal?
---@param given limber.FactUsed[]? facts known from a replay
---@return limber.Line? line
---@return table? refusal or failure
function Game:transact(line, body, given)
  local done, fault = sandbox.shield(transact, self, line, body, given)
  if not done then
    self.events, self.events_told = {}, 0
    return nil, fault
  end
  self:tell_so_far()
  return line
end

--- Tells what has happened in the command under way: players who are asked for facts or dice must know it.
function Game:tell_so_far()
  if not self.story or not self.events then return end
  while self.events_told < #self.events do
    self.events_told = self.events_told + 1
    self.story(self.events[self.events_told], self.under_way)
  end
end

local function line_of(self, kind)
  local frame = Sequence.top(self.state.root)
  return { kind = kind, turn = self.state.root.turn, step = frame and frame.sequence .. "." .. frame.step or nil }
end
Game.line_of = line_of

--- Plays what comes before the first choice.
---@param given limber.FactUsed[]?
---@return limber.Line?
---@return table?
function Game:start(given)
  return self:transact(line_of(self, "start"), function()
    Sequence.advance(self)
    return true
  end, given)
end

--- What the game waits for.
---@return limber.Waiting
function Game:waiting()
  return Sequence.waiting(self, Play.refresh(self.play, self))
end

--- What a side sees.
---@param side string
---@return limber.View
function Game:view(side)
  return Play.view(self, side)
end

--- Judges a command as its side sees the game; nothing changes.
---@param cmd table
---@return limber.Deed?
---@return limber.Refused?
function Game:check(cmd)
  self.facts:begin()
  answers.begin(self.rules)
  local done, deed, fault = run(self, function() return legality.judge(self, self:view(cmd.side), cmd) end)
  if not done then return nil, failure_of(deed) end
  return deed, fault
end

--- What a side may do now (limber.game.legality).
---@param side string
---@param only { of: string?, commands: string[]?, about: table<string, any>? }? of one who acts, of these commands
---@return fun(): table?
function Game:legal(side, only)
  self.facts:begin()
  answers.begin(self.rules)
  return legality.legal(self, self:view(side), side, only)
end

--- Executes a sealed command. Where it has become impossible, that is its outcome.
---@param cmd table
---@return boolean done
function Game:perform(cmd)
  local given = cmd
  if cmd.told then
    self.facts:recall(cmd.told)
    cmd = tree.copy(cmd)
    cmd.told = nil
  end
  local deed, fault = legality.judge_now(self, cmd)
  if not deed then
    self:note_event { impossible = cmd, refusal = fault.message, cite = fault.cite }
    return false
  end
  if self.performed then self.performed[given] = true end
  deed.declaration.run(self.play, deed.cmd, deed.found)
  return true
end

--- Runs a command that a phase's own `execute` works, as it was judged when it was given.
---@param cmd table
---@param found any what its `run` is handed as found
function Game:run_command(cmd, found)
  if self.performed then self.performed[cmd] = true end
  return self.words.commands[cmd["do"]].run(self.play, cmd, found)
end

local DO <const> = {}

function DO.command(self, deed, view)
  if Sequence.executes_alone(self, deed.cmd) then return end
  if view.state ~= self.state.root and not deed.overruled then return self:perform(deed.cmd) end
  deed.declaration.run(self.play, deed.cmd, deed.found)
end

--- An answer that code under way has asked for: it runs again. What has become impossible since is its outcome.
function DO.choice(self, chosen)
  local cmd, allow = choosing.take(self, chosen)
  if not cmd then return end
  local view = self:view(cmd.side)
  local deed, fault = legality.judge(self, view, cmd, allow ~= nil)
  if deed then return DO[deed.kind](self, deed, view) end
  self:note_event { impossible = cmd, refusal = fault.message, cite = fault.cite }
end

function DO.answer(self, deed)
  if Sequence.top(self.state.root).choice then return DO.choice(self, deed.cmd.choice) end
  Sequence.answer(self, deed.cmd)
end
function DO.done(self, deed) Sequence.done(self, deed.cmd.side) end
function DO.seal(self, deed) Sequence.seal(self, deed.cmd.side, deed.slot, deed.cmd) end
function DO.withdraw(self, deed) Sequence.seal(self, deed.cmd.side, deed.slot) end

--- Gives a command.
---@param cmd table
---@param opts { allow: string?, fresh: integer?, given: limber.FactUsed[]?, solo: limber.SoloNote? }? the reason to
---       overrule a refusal; which fresh throw it is; facts that a replay gives; why a solo commander gives it
---@return limber.Line? line
---@return table? refusal or failure
function Game:command(cmd, opts)
  opts = opts or {}
  local line = line_of(self, "command")
  line.command, line.fresh, line.solo = self.journal and tree.copy(cmd) or cmd, opts.fresh, opts.solo
  if self.facts.tell and self.journal then
    for _, other in ipairs(self.journal:beside()) do self.facts:offer(other.facts) end
  end
  return self:transact(line, function()
    local view = self:view(cmd.side)
    local deed, fault = legality.judge(self, view, cmd, opts.allow ~= nil)
    if not deed then return nil, fault end
    if opts.allow then
      line.allowed = { reason = opts.allow, refused = deed.against }
    end
    if deed.kind == "seal" or deed.kind == "withdraw" then line.sealed = cmd.side end
    self.step = Sequence.step_of(self, Sequence.top(self.state.root))
    if opts.solo then self:tell_solo(opts.solo, line) end
    choosing.begin(self, cmd, opts.allow)
    DO[deed.kind](self, deed, view)
    Sequence.advance(self)
    return true
  end, opts.given)
end

--- Puts other rules in force.
---@param rules limber.Rules
---@param live table? the tweaks on them
function Game:use_rules(rules, live)
  if live and rules.live ~= live then rules:put_live(live) end
  self.rules, self.words = rules, rules.game
end

--- Puts the rules of the present turn in force, where house rules are on for some turns only.
function Game:turn_rules()
  local rules = self.rules:at_turn(self.state.root.turn)
  if rules == self.rules then return end
  self:use_rules(rules)
  answers.begin(rules)
  Play.refresh(self.play, self)
end

Game.go_to, Game.undo, Game.redo, Game.branches = travel.go_to, travel.undo, travel.redo, travel.branches
late.methods(Game, {
  "branch", "note", "allow", "amend", "fix", "rethrow", "again", "tweak", "change_rules", "rerun",
}, function() return require "limber.game.correct" end)
late.methods(Game, { "plan", "keep_plan", "tell_solo" }, function() return require "limber.game.plans" end)

return Game
