--- The solo commander: gives one side's commands, by its ruleset's policy and what that side may know.
--
--   local commander = Solo.new(game, "b")
--   commander:act()      one command or answer for its side: the line, or nil and a failure; nil alone when it is not
--                        for its side to act (or, where it might only interrupt, when it would not)
--   Solo.fight(game, { "a", "b" })      act after act, until the battle is over or another side must act
-- It calls game:waiting, legal, check's judgement through command, view and odds, and nothing else, also when it looks
-- ahead on copies of what its side sees (limber.solo.copies): it cannot reach the seed, what the other side has sealed,
-- or what its own side does not see. It keeps no state: the same game, loaded or undone to the same place, gets the
-- same command from a commander made a moment ago; its plan stands in the solo notes of its commands
-- (limber.game.plans).
--
-- What a ruleset says, in its game files:
--   solo {
--     stance = function(view, side, id, mind) → "defensive", … of the acting piece (kept with the reason);
--           `mind` of its own commander, for house rules that have its task weigh on it
--     order = { ["turn.movement"] = function(mind) → list },    the pieces to consider in that step, in order: ids,
--           or { of = id, commands = { "move" }, about = set of ids besides }, or a function that gives one at a
--           time; the first with a wanted command gets it. Without an order all legal commands are weighed at once
--     commands = { charge = function(mind, proposal) → want, why, fields },
--     answers = { ["charge.response"] = function(mind, about, options) → choice, why, fields },
--           what play:choose asks has its name alone, again = function(mind, about) …; about: what it was asked with
--     tells = { "charge", "charge.response" },      of these the story tells the reason, and a commander of effort 2
--           plays out what may come (limber.solo.ahead)
--     supposes = function(play, mind),     where he does: fills what is private to the enemy in a copy, whose mind
--           `mind` is there (limber.solo.copies)
--     advises = { "move" },      in a told game of these too: what its players are to do, in words
--     left = { ["turn.charges"] = function(mind) → text },      what it tells of mind.rejected when it is done there
--     weights = "solo_weights",     the table of its numbers: `value` and `unit` (mm, deg, percent, …) by name; and
--     characters = "solo_characters",   what stands for some of them when he is rash, wily, … (limber.solo.characters)
--     ways = { … }, charges = { … } how its units get about, and charge: see limber.solo.goals, limber.solo.charging
--     measures = { … }, threats = { … }    what plans and dangers go by: limber.solo.tasks, limber.solo.dangers
--   }
-- A command that a house rule adds and no policy speaks of is given by the scores of its proposals, when nothing else
-- is wanted in that step; without a score it is left alone.
-- want: how much the proposal is wanted; nil or 0: not at all, and then `why` is kept as the reason against it. why: a
-- text, or a function that gives one when it is read. fields: values for what the proposal leaves open, or a
-- list of such, to be tried in order. `mind` is told in limber.solo.mind. Proposals come as game:legal gives them.
local choices <const> = require "limber.solo.choices"
local guest <const> = require "limber.rules.guest"
local legality <const> = require "limber.game.legality"
local lists <const> = require "limber.common.lists"
local Mind <const> = require "limber.solo.mind"
local notes <const> = require "limber.solo.notes"
local reviews <const> = require "limber.solo.reviews"
local sandbox <const> = require "kernel.sandbox"
local tree <const> = require "limber.common.tree"

local has <const> = lists.has
local command_of <const>, readings_of <const> = choices.command_of, choices.readings_of

---@class limber.Solo
---@field game limber.Game
---@field side string
---@field effort integer above 1 he looks ahead (limber.solo.ahead)
---@field strict boolean? a phase that does not end is an error, for tests
---@field refused integer commands that the game did not take
---@field count integer commands given in the phase under way
---@field given table<string, boolean> commands given in it that no policy speaks of
local Solo <const> = {}
Solo.__index = Solo

--- The last turn of a battle between solo commanders whose scenario names none.
Solo.LAST = 40

--- The most commands of a phase for each unit on the table; after that a commander is done with the phase.
local A_UNIT <const> = 4

--- What is tried of one choice when its first reading is refused.
local TRIES <const> = 6

---@param game limber.Game
---@param side string
---@param opts { strict: boolean?, effort: integer?, advises: function? }? advises: see limber.solo.advice
---@return limber.Solo
function Solo.new(game, side, opts)
  return setmetatable({
    game = game, side = side, strict = opts and opts.strict, advises = opts and opts.advises, refused = 0, count = 0,
    phase = "", given = {}, kept = Mind.memory(), effort = opts and opts.effort or 1,
  }, Solo)
end

local words_of <const>, note_of <const> = notes.words_of, notes.note_of

--- What of a list of proposals is wanted, the most wanted first, equals as they were proposed. `by`: who judges them,
--- in place of the policy.
local function judged(self, mind, waiting, only, by)
  local game, wanted, slots = self.game, {}, choices.slots_of(mind, waiting)
  local policy = game.words.solo
  for proposal in game:legal(self.side, only) do
    local judge = by or policy.commands and policy.commands[proposal["do"]]
    local declaration = game.words.commands[proposal["do"]]
    if judge and declaration then
      local want, why, fields
      local spoken = slots and slots[choices.slot_of(self.side, declaration, proposal)]
        or mind:passes(waiting.path, declaration, proposal)
      if not spoken then want, why, fields = judge(mind, proposal) end
      if mind.telling and why then
        local function what()
          return words_of(mind, declaration, command_of(self.side, declaration, proposal, fields))
        end
        mind.rejected[#mind.rejected + 1] = { what = what, why = why, want = want or 0, proposal = proposal }
      end
      if want and want > 0 then
        wanted[#wanted + 1] = {
          want = want, why = why, fields = fields, proposal = proposal, declaration = declaration, at = #wanted,
          of = legality.actor(declaration, proposal), name = proposal["do"],
        }
      end
    end
  end
  table.sort(wanted, function(one, other)
    return one.want > other.want or one.want == other.want and one.at < other.at
  end)
  return wanted
end

--- Gives a command; a refusal is nil, nil and why, and what went wrong is nil and a failure.
local function give(self, mind, cmd, chosen)
  local note = note_of(self, mind, chosen)
  if self.advises then return self.advises(cmd, note) end
  local line, fault = self.game:command(cmd, { solo = note })
  self.count = self.count + 1
  if line then
    if mind.looked_over then self.game:keep_plan(self.side, mind.looked_over) end
    return line
  end
  if fault.kind then return nil, fault end
  self.refused = self.refused + 1
  return nil, nil, fault
end

--- Gives the first of what is wanted that the game takes.
local function give_best(self, mind, wanted)
  local tries = 0
  for _, chosen in ipairs(wanted) do
    for _, fields in ipairs(readings_of(chosen.fields)) do
      if tries == TRIES then return nil end
      tries = tries + 1
      local cmd = command_of(self.side, chosen.declaration, chosen.proposal, fields)
      local line, failure, refusal = give(self, mind, cmd, chosen)
      if line or failure then return line, failure end
      mind:reject(function() return words_of(mind, chosen.declaration, cmd) end, refusal.message, chosen.want)
    end
  end
end

--- The pieces that a policy considers in this step, one after another: a function that gives the next, or false for all
--- at once.
local function subjects(policy, mind)
  local order = policy.order and policy.order[mind.path]
  local list, i = order and order(mind) or { false }, 0
  if type(list) == "function" then return list end
  return function()
    i = i + 1
    return list[i]
  end
end

--- Runs a policy's function as far as its ruleset is trusted.
local function think(self, fn, ...)
  local rules = self.game.rules
  local done, first, second = sandbox.run(rules.guest and guest.COMMAND or nil, fn, ...)
  guest.settled(rules, not done)
  if done then return first, second end
  return nil, first
end

--- The commands of a step that house rules have added: those that a policy speaks of, or the others; nil when there
--- are none.
local function added(game, waiting, planned)
  local words, shipped, names = game.words, game.rules.published.game, nil
  if words == shipped then return nil end
  for _, name in ipairs(waiting.step.commands or {}) do
    local spoken_of = (words.solo.commands or {})[name] ~= nil
    if words.commands[name] and not shipped.commands[name] and spoken_of == planned then
      names = names or {}
      names[#names + 1] = name
    end
  end
  return names
end

--- Gives the best of such commands, by the scores of their proposals, when nothing else is wanted: each once in a phase
--- by who acts.
local function act_unplanned(self, mind, waiting)
  local names = added(self.game, waiting, false)
  if not names or not has(waiting.sides, self.side) then return nil end
  local function key_of(cmd)
    return cmd["do"] .. "/" .. tostring(legality.actor(self.game.words.commands[cmd["do"]], cmd))
  end
  local wanted, failure = think(self, judged, self, mind, waiting, { commands = names }, function(_, proposal)
    return not self.given[key_of(proposal)] and proposal.score, proposal.text
  end)
  if not wanted then return nil, failure end
  local line
  line, failure = give_best(self, mind, wanted)
  if line then self.given[key_of(line.command)] = true end
  return line, failure
end

--- What is considered of a piece: where an order names commands, those that house rules have added as well.
local function considered(subject, names)
  if type(subject) == "string" then return { of = subject } end
  if not (subject and subject.commands and names) then return subject or nil end
  local only = tree.shallow(subject)
  only.commands = lists.append(lists.append({}, subject.commands), names)
  return only
end

local function act_in_phase(self, mind, waiting)
  local passed, names = {}, added(self.game, waiting, true)
  local next_one, failure = think(self, subjects, self.game.words.solo, mind)
  if not next_one then return nil, failure end
  while true do
    local subject, wanted
    subject, failure = think(self, next_one)
    if subject == nil then break end
    local only = considered(subject, names)
    wanted, failure = think(self, judged, self, mind, waiting, only)
    if wanted and self.effort > 1 then
      wanted, failure = require("limber.solo.ahead").commands(self, mind, waiting, wanted)
    end
    if not wanted or failure then return nil, failure end
    local line
    line, failure = give_best(self, mind, wanted)
    if line or failure then return line, failure end
    table.move(mind.rejected, 1, #mind.rejected, #passed + 1, passed)
    mind.rejected = {}
  end
  mind.rejected = passed
  if failure then return nil, failure end
  return act_unplanned(self, mind, waiting)
end

local function done(self, mind, why)
  local chosen = { why = why or "there is nothing more to gain", name = "done" }
  local left = mind.telling and not why and self.game.words.solo.left
  local said = left and left[mind.path] and think(self, left[mind.path], mind)
  if said then chosen.why, chosen.tell = said, true end
  local line, failure, refusal = give(self, mind, { side = self.side, ["do"] = "done" }, chosen)
  return line, failure or refusal
end

--- Whether a phase has gone on for longer than any sensible one.
local function too_long(self, mind, waiting)
  local phase = mind.state.turn .. waiting.path
  if self.phase ~= phase then self.phase, self.count, self.given = phase, 0, {} end
  if self.count < A_UNIT * math.max(8, #mind.state.order.units) then return false end
  if self.strict then error(("the solo commander does not end %s"):format(waiting.path), 0) end
  return true
end

--- Answers a decision: as the policy says, else with the first option the game takes.
local function answer(self, mind, waiting)
  local policy, options = self.game.words.solo, waiting.options
  local judge = policy.answers and policy.answers[waiting.step.chosen and waiting.step.name or waiting.path]
  local readings, why = {}, nil
  if judge then
    local got, failure = think(self, function()
      local choice, reason, fields = judge(mind, waiting.about, options)
      return { choice = choice, why = reason, fields = fields }
    end)
    if not got then return nil, failure end
    why = got.why
    for i, fields in ipairs(readings_of(got.fields)) do readings[i] = { choice = got.choice, fields = fields } end
  end
  for _, option in ipairs(options) do readings[#readings + 1] = { choice = option } end
  if #readings == 0 then readings[1] = {} end
  local refusal, failure
  if self.effort > 1 then
    readings, why, failure = require("limber.solo.ahead").answers(self, mind, readings, why)
    if failure then return nil, failure end
  end
  for i, one in ipairs(readings) do
    local cmd = choices.answer_of(self.side, one)
    local chosen = { why = i == 1 and why or nil, name = waiting.path, of = mind.about.unit or mind.about.target }
    local line
    line, failure, refusal = give(self, mind, cmd, chosen)
    if line or failure then return line, failure end
  end
  return nil, refusal
end

--- Looks the plan over, once a turn; a fault of it is the policy's.
local function look_over(self, mind)
  local plan, failure = think(self, reviews.review, mind)
  mind.looked_over = plan
  return failure
end

--- One command for its side.
---@param waiting limber.Waiting? what the game waits for, where that is known
---@return limber.Line?
---@return table? failure
function Solo:act(waiting)
  local game = self.game
  waiting = waiting or game:waiting()
  local acting = has(waiting.sides, self.side)
  if waiting.kind == "over" or not acting and not (waiting.step.interrupts and #waiting.step.interrupts > 0) then
    return nil
  end
  local mind = Mind.new(game, self.side, game:view(self.side), waiting, self.kept)
  if not game.words.solo then
    return nil, { arg = "solo", message = ("%s has no solo commander"):format(game.rules.name) }
  end
  local fault = acting and look_over(self, mind)
  if fault then return nil, fault end
  if waiting.kind == "decision" then return answer(self, mind, waiting) end
  if too_long(self, mind, waiting) then return acting and done(self, mind, "stopped: it took too long") or nil end
  local line, failure = act_in_phase(self, mind, waiting)
  if line or failure or not acting then return line, failure end
  return done(self, mind)
end

--- Lets solo commanders act for some sides, until the battle is over or a player must act.
---@param game limber.Game
---@param sides string[]
---@param opts { strict: boolean?, effort: integer?, each: (fun(line: limber.Line): boolean?)? }? `each` gets every
---       line; true: stop there
---@return boolean over
---@return table? failure
function Solo.fight(game, sides, opts)
  local commanders = {}
  for i, side in ipairs(sides) do commanders[i] = Solo.new(game, side, opts) end
  local each = opts and opts.each
  while true do
    local waiting = game:waiting()
    if waiting.kind == "over" then return true end
    local acted = false
    for _, pass in ipairs { false, true } do -- who might interrupt comes first
      for _, commander in ipairs(commanders) do
        if not acted and has(waiting.sides, commander.side) == pass then
          local line, failure = commander:act(waiting)
          if failure then return false, failure end
          acted = line ~= nil
          if line and each and each(line) then return false end
        end
      end
    end
    if not acted then return false end
  end
end

return Solo
