--- Asking a player in the middle of anything: play:choose in a step, a command, a service, a moment, an effect.
--
--   local again = play:choose { side = "a", name = "again", ask = "Throw again? It came to {total}.",
--     options = { "keep", "again" }, with = { total = 7 } }
-- No code waits for an answer. The game undoes the command or step that was running, puts the question on the stack as
-- a decision frame, and ends the command. The answer is another command: the same code runs again from its beginning,
-- its named dice fall as before, each question that has an answer takes it, and the code goes on. The frame is plain
-- data and says all that this takes:
--   { sequence = "choice", step = name, about = with, choice = { side, ask, options, of, at, answers, events, … } }
-- The line that asked records what was thrown and told before the question; the line that answers does not tell it
-- again. An answer is valid for its own question only: if the state or the rules have changed in between and the
-- question is a different one, the game asks again.
local digest <const> = require "kernel.digest"
local dice <const> = require "kernel.dice"
local lists <const> = require "limber.common.lists"
local names <const> = require "limber.language.names"
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- The sequence that every such decision belongs to; no ruleset declares one of this name.
M.SEQUENCE = "choice"

--- The most questions in one command or step; a rule with more asks for ever.
local MANY <const> = 256

--- The most options, and values under `with`, of one question.
local MOST <const> = 64

--- The error that ends the code that asked. game.asking holds the question itself.
local SIGNAL <const> = "a question waits"

---@class limber.Begun what would run again: where the transaction stood when it began
---@field size integer
---@field changes integer
---@field events integer
---@field cmd table? the command; nil: what the sequence of play does of itself
---@field allow string?
---@field step table? the step under way

---@class limber.Choice a question as its frame keeps it
---@field side string
---@field ask string
---@field options string[]
---@field of string stands for the question: an answer holds for the same alone
---@field at string? the step that it came up in
---@field answers { of: string, choice: string }[]? those given before it
---@field fresh integer[]? which fresh throw each part between the questions is
---@field events string[]? what has been told
---@field facts limber.FactUsed[]? what the players have said of the table
---@field cmd table? the command that runs again
---@field allow string?

---@class limber.Answering the answers that the code under way takes
---@field answers { of: string, choice: string }[]
---@field taken integer
---@field fresh integer[]
---@field events string[]? what was told before
---@field passed integer how many of those have come again
---@field to_come boolean? it is for the next step of the sequence of play

--- Begins code that may ask, and would then run again.
---@param game limber.Game
---@param cmd table?
---@param allow string?
function M.begin(game, cmd, allow)
  local begun, state, answering = game.begun, game.state, game.answering
  if game.asking then error({ arg = "choice", message = SIGNAL }, 0) end -- code has caught what was to end it
  begun.size, begun.changes, begun.events = state.size, #state.changes, #game.events
  begun.cmd, begun.allow, begun.step = cmd, allow, game.step
  game.judging = nil
  if answering and answering.to_come then
    answering.to_come = nil
  elseif answering then
    game.answering, game.throws.fresh = nil, game.under_way.fresh
  end
end

--- Why a list cannot be the options of a question, or nil.
---@param options any
---@return string?
function M.wrong_options(options)
  if type(options) ~= "table" or #options == 0 then return "options must be a list of words" end
  if #options > MOST then return ("%d options are too many; %d are the most"):format(#options, MOST) end
  local seen = {}
  for i, option in ipairs(options) do
    if not names.is_name(option) then return ("option %d must be %s"):format(i, names.RULE) end
    if seen[option] then return ("the option %s is there twice"):format(option) end
    seen[option] = true
  end
end

local PLAIN <const> = { string = true, boolean = true }

local function wrong_with(with)
  if with == nil then return nil end
  if type(with) ~= "table" then return "with must be a table" end
  local count = 0
  for key, value in next, with do
    count = count + 1
    if not names.is_name(key) then return "the keys of with must be words" end
    if not PLAIN[type(value)] and math.type(value) ~= "integer" then
      return ("with.%s must be a word, a whole number or true or false"):format(key)
    end
  end
  return count > MOST and ("with has %d values; %d are the most"):format(count, MOST) or nil
end

local KEYS <const> = { side = true, name = true, ask = true, options = true, with = true }

local function wrong(game, question)
  if type(question) ~= "table" then return "it takes a table: side, name, ask, options, with" end
  for _, key in ipairs(sorted.keys(question)) do
    if not KEYS[key] then return ("%s is unknown; it takes side, name, ask, options, with"):format(tostring(key)) end
  end
  local sides = game.state.root.order.sides
  if not lists.has(sides, question.side) then return ("side must be one of %s"):format(table.concat(sides, ", ")) end
  if not names.is_name(question.name) then return "name must be " .. names.RULE end
  if type(question.ask) ~= "string" then return "ask must be the text of the question" end
  return M.wrong_options(question.options) or wrong_with(question.with)
end

--- The question as a plain copy, since a guest could change its table after the check.
local function copied(question)
  local own = {}
  for key in next, KEYS do own[key] = tree.copy(question[key]) end
  return own
end

--- Each part of the code, from one answer to the next, throws as it threw when it first ran. Only dice after the last
--- answer are new.
local function set_fresh(game, answering)
  local fresh = answering.fresh[answering.taken + 1] or game.under_way.fresh
  game.throws.fresh = fresh ~= 0 and fresh or nil
end

--- The answer to this question, or nil. Drops answers to other questions, but not where this one is never put.
local function taken(game, of, unasked)
  local answering = game.answering
  local one = answering and answering.answers[answering.taken + 1]
  if not one then return nil end
  if one.of ~= of then
    if unasked then return nil end
    for i = #answering.answers, answering.taken + 1, -1 do answering.answers[i] = nil end
    return nil
  end
  answering.taken = answering.taken + 1
  set_fresh(game, answering)
  return one.choice
end

--- Does a solo commander without a policy for this question lead that side? He takes the first option unasked.
local function is_indifferent(game, question)
  if not game.state.root.sides[question.side].solo then return false end
  local policy = game.words.solo
  return not (policy and policy.answers and policy.answers[question.name])
end

--- Asks a player: the option chosen. An only option is taken unasked, and so is the first by a solo commander without
--- a policy for it.
---@param game limber.Game
---@param question { side: string, name: string, ask: string, options: string[], with: table? }
---@return string
function M.choose(game, question)
  local fault = wrong(game, question)
  if fault then error("play:choose: " .. fault, 2) end
  if not game.acting then error("play:choose: a player is asked only while a command is carried out", 2) end
  if game.asking then error({ arg = "choice", message = SIGNAL }, 0) end
  if game.judging then
    error(("play:choose: `when`, `over` and `side` of the phase %s are asked again after each command, and so would "
      .. "this question be: ask in a step before it, and keep the answer in a field"):format(game.judging), 2)
  end
  question = copied(question)
  if #question.options == 1 then return question.options[1] end
  local of = digest.measured(question):sub(1, 16)
  local unasked = is_indifferent(game, question)
  local choice = taken(game, of, unasked)
  if choice then return choice end
  if unasked then return question.options[1] end
  if game.answering and game.answering.taken >= MANY then
    error(("play:choose: %d questions in one step: it asks for ever"):format(MANY), 2)
  end
  question.of = of
  game.asking = question
  error({ arg = "choice", message = SIGNAL }, 0)
end

--- The key by which an event is recognized when it comes again.
local function mark_of(game, event)
  local call = event.call and game.last_call
  return digest.measured {
    call = call, say = event.say, with = event.with, cite = event.cite, at = event.at,
    impossible = event.impossible, refusal = event.refusal,
  }:sub(1, 16)
end

--- Has the line that asked told this event? From the first event that differs, all are told.
---@param game limber.Game
---@param event table
---@return boolean
function M.is_told(game, event)
  local answering = game.answering
  local expected = answering.events and answering.events[answering.passed + 1]
  if not expected then return false end
  if expected ~= mark_of(game, event) then
    answering.events = table.move(answering.events, 1, answering.passed, 1, {})
    return false
  end
  answering.passed = answering.passed + 1
  return true
end

--- What has been told of the code under way, in the lines before this one and in this one.
local function told_so_far(game)
  local answering, events = game.answering, {}
  if answering and answering.events then table.move(answering.events, 1, answering.passed, 1, events) end
  for i = game.begun.events + 1, #game.events do
    local event = game.events[i]
    game.last_call = event.call and game.calls[event.call] or nil
    events[#events + 1] = mark_of(game, event)
  end
  return #events > 0 and events or nil
end

--- The answers given so far, and which fresh throw each part of the code is.
local function given_so_far(game)
  local answering, answers, fresh = game.answering, {}, {}
  local taken_here = answering and answering.taken or 0
  for i = 1, taken_here do answers[i], fresh[i] = tree.copy(answering.answers[i]), answering.fresh[i] end
  fresh[taken_here + 1] = game.throws.fresh or 0
  return #answers > 0 and answers or nil, fresh
end

--- Did the code end because it asked? The question stands even if the code caught the error.
---@param game limber.Game
---@param done boolean
---@param failure any
---@return boolean
function M.has_asked(game, done, failure)
  return game.asking ~= nil and (done or failure.kind == "refusal" and failure.message == SIGNAL)
end

--- Undoes the running code and puts the question on the stack.
---@param game limber.Game
function M.put(game)
  local question, begun, state = game.asking, game.begun, game.state
  local answers, fresh = given_so_far(game)
  local events = told_so_far(game)
  state:back_to(begun.size, begun.changes)
  state.event = #game.events
  local frames = state.root.frames
  state:set(frames, #frames + 1, {
    sequence = M.SEQUENCE, step = question.name, about = question.with or {},
    choice = {
      side = question.side, ask = question.ask, options = question.options, of = question.of,
      at = begun.step and begun.step.path,
      answers = answers, fresh = fresh, events = events, facts = game.facts:to_keep(),
      cmd = begun.cmd and tree.copy(begun.cmd), allow = begun.allow,
    },
  })
end

--- Takes an answer: the question leaves the stack, and its code will run again. Returns the command to give again, or
--- nil where the sequence of play goes on by itself.
---@param game limber.Game
---@param chosen string
---@return table? cmd
---@return string? allow
function M.take(game, chosen)
  local state = game.state
  local frames = state.root.frames
  local choice = tree.copy(frames[#frames].choice)
  local answers = choice.answers or {}
  answers[#answers + 1] = { of = choice.of, choice = chosen }
  state:remove(frames, #frames)
  game.step = choice.at and M.step_at(game, choice.at) or nil
  game.facts:recall(choice.facts)
  local cmd = choice.cmd
  if cmd then M.begin(game, cmd, choice.allow) end
  game.answering = {
    answers = answers, taken = 0, fresh = choice.fresh, events = choice.events, passed = 0, to_come = not cmd or nil,
  }
  set_fresh(game, game.answering)
  return cmd, choice.allow
end

--- A step by its path.
---@param game limber.Game
---@param path string
---@return table
function M.step_at(game, path)
  local sequence, name = path:match "^(.-)%.([^.]+)$"
  local declared = game.words.sequences[sequence]
  local at = declared and declared.index[name]
  return at and declared[at] or { kind = "step", name = name, path = path, id = dice.hash(path) }
end

--- The decision for a question, as if the ruleset had declared it.
---@param frame limber.Frame
---@return table step
function M.step(frame)
  local choice, path = frame.choice, M.SEQUENCE .. "." .. frame.step
  return {
    kind = "decision", name = frame.step, path = path, id = dice.hash(path), ask = choice.ask, chosen = true,
    side = choice.side, options = function() return table.move(choice.options, 1, #choice.options, 1, {}) end,
  }
end

return M
