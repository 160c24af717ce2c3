--- What is under way: a stack of frames { sequence, step, about } in the state, and what follows of itself.
--
-- A command never waits and there is no closure or coroutine in the state. All that needs an answer is on the stack
-- as a decision, and the answer is another command. So a game can be saved, undone, branched and loaded between any two
-- commands. A phase in which commands are given keeps in its frame who is done, what is sealed, and what of that is
-- still to be executed.
local choosing <const> = require "limber.game.choosing"
local lacking <const> = require "limber.rules.lacking"
local lists <const> = require "limber.common.lists"
local moments <const> = require "limber.game.moments"
local tree <const> = require "limber.common.tree"
local suggest <const> = require "limber.common.suggest"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- A frame whose sequence is over, but which had pushed others, stands at this step until they are played.
local END <const> = "end"

--- More steps than this without any that waits are taken for a loop without end.
local MANY <const> = 100000

--- More sequences than this within one another are, too.
local DEEPEST <const> = 100

---@class limber.Frame
---@field sequence string
---@field step string
---@field about table
---@field done table<string, boolean>? the sides that are done
---@field sealed table<string, table[]>? sealed commands by side
---@field queue table[]? sealed commands still to be executed
---@field choice limber.Choice? a question that code under way has asked

---@class limber.Waiting what the game waits for
---@field kind "decision"|"phase"|"over"
---@field path string the step, "charge.response"
---@field step table its declaration
---@field about table
---@field sides string[] who may act
---@field options string[]? a decision's

---@param root table
---@return limber.Frame?
function M.top(root)
  return root.frames[#root.frames]
end

local function sequence_of(game, name)
  local sequence = game.words.sequences[name]
  if not sequence then
    error(("no sequence %q%s"):format(tostring(name), suggest.hint(name, sorted.keys(game.words.sequences))), 3)
  end
  return sequence
end

--- The step that a frame stands at.
---@param game limber.Game
---@param frame limber.Frame
---@return table
function M.step_of(game, frame)
  if frame.choice then return choosing.step(frame) end
  local sequence = sequence_of(game, frame.sequence)
  return sequence[sequence.index[frame.step]]
end

--- Puts a sequence on top of the stack.
---@param game limber.Game
---@param name string
---@param about table?
function M.push(game, name, about)
  local sequence = sequence_of(game, name)
  if sequence.parts then error(("%q is no sequence but parts: play:carry_out runs them"):format(name), 2) end
  local frames = game.state.root.frames
  if #frames >= DEEPEST then
    error(("%s is pushed within %d other sequences: it never ends"):format(name, #frames), 0)
  end
  game.state:set(frames, #frames + 1, { sequence = name, step = sequence[1].name, about = about or {} })
end

local function sides_of(side, view, about)
  local order = view.state.order.sides
  if type(side) == "function" then side = side(view, about) end
  if side == "both" then return order end
  if side == "active" then side = view.state.active end
  if side == "other" then side = view:other(view.state.active) end
  if type(side) == "table" then return side end
  return { side }
end

--- Where a step's answer leads: the next step, a named one, or the end.
local function go(game, frame, sequence, answer)
  if game.state.root.result then return end
  local to = END
  if type(answer) == "string" then
    if not sequence.index[answer] then
      local gone = sequence.gone and sequence.gone[answer]
      error(("sequence %q has no step %q%s"):format(sequence.name, answer, gone and ": " .. gone or ""), 0)
    end
    to = answer
  elseif answer ~= false then
    local next_step = sequence[sequence.index[frame.step] + 1]
    to = next_step and next_step.name or END
  end
  game.state:set(frame, "step", to)
end

local function decide(game, frame, sequence, step, choice, cmd)
  local answer
  if step.run then
    answer = step.run(game.play, frame.about, choice, cmd)
  elseif choice ~= nil then
    game.state:set(frame.about, step.name, choice)
  end
  go(game, frame, sequence, answer)
end

--- The sides that may still give commands in a phase.
local function not_done(view, frame, step)
  local sides = {}
  for _, side in ipairs(sides_of(step.side, view, frame.about)) do
    if not (frame.done and frame.done[side]) then sides[#sides + 1] = side end
  end
  return sides
end

--- Has a phase's `execute` work commands, and gives those that it left alone: it knows nothing of house rules' own.
local function executed(game, frame, step, commands, alone)
  local left = {}
  game.performed = {}
  step.execute(game.play, frame.about, commands, alone)
  for _, cmd in ipairs(step.serves and commands or {}) do
    if not game.performed[cmd] and not lists.has(step.serves, cmd["do"]) then left[#left + 1] = cmd end
  end
  game.performed = nil
  return left
end

local function leave_phase(game, frame, sequence)
  for _, key in ipairs { "done", "sealed", "queue" } do game.state:set(frame, key, nil) end
  go(game, frame, sequence)
end

--- All sealed commands of a phase, side by side in the order given, taken out of the frame.
local function take_sealed(game, frame)
  local commands = {}
  for _, side in ipairs(game.state.root.order.sides) do
    for _, cmd in ipairs(frame.sealed and frame.sealed[side] or {}) do
      commands[#commands + 1] = lacking.know_command(game, tree.copy(cmd))
    end
  end
  game.state:set(frame, "sealed", nil)
  return commands
end

local function execute_next(game, frame)
  local cmd = game.state:remove(frame.queue, 1)
  game:perform(cmd)
end

--- What a function of a step says of it. It plays nothing itself: frames that it puts on the stack would stand before
--- the step's own.
local function said(game, frame, step, key)
  local frames = game.state.root.frames
  local depth = #frames
  local answer = step[key](game.play, frame.about)
  if #frames ~= depth then error(("%s: its `%s` cannot push a sequence: use `run`"):format(step.path, key), 0) end
  return answer
end

local function wanted(game, frame, step)
  return not step.when or said(game, frame, step, "when")
end

local WAIT <const> = true
local HANDLE <const> = {}

function HANDLE.step(game, frame, sequence, step)
  go(game, frame, sequence, step.run(game.play, frame.about))
end

function HANDLE.decision(game, frame, sequence, step)
  if step.args then return WAIT end
  local options = said(game, frame, step, "options")
  if not options or #options == 0 then
    go(game, frame, sequence)
  elseif #options == 1 then
    decide(game, frame, sequence, step, options[1])
  else
    return WAIT
  end
end

function HANDLE.phase(game, frame, sequence, step)
  if frame.queue then
    if #frame.queue > 0 then return execute_next(game, frame) end
    return leave_phase(game, frame, sequence)
  end
  game.judging = step.path -- no player is asked in there
  local skipped = not wanted(game, frame, step)
  local open = not skipped and not (step.over and step.over(game.play, frame.about))
  open, game.judging = open and #not_done(game.play, frame, step) > 0, nil
  if open then return WAIT end
  if not step.sealed and step.execute and not skipped then
    game.state:set(frame, "queue", {})
    return step.execute(game.play, frame.about, {}, true)
  end
  if not step.sealed or skipped and not frame.sealed then return leave_phase(game, frame, sequence) end
  local commands = take_sealed(game, frame)
  if step.execute then
    game.state:set(frame, "queue", {})
    local told = {}
    for _, cmd in ipairs(commands) do
      game.facts:recall(cmd.told)
      told[cmd], cmd.told = cmd.told, nil
    end
    local left = executed(game, frame, step, commands)
    for _, cmd in ipairs(left) do cmd.told = told[cmd] end
    if left[1] and not frame.queue[1] then game.state:set(frame, "queue", left) end
  else
    game.state:set(frame, "queue", commands)
  end
end

--- At the end of a turn, and at the start, when the stack is empty: decides the battle if a side has won, else begins
--- the next turn.
local function next_turn(game)
  local state, root = game.state, game.state.root
  if moments.ends_turn(game) then return end
  local verdict = root.turn > 0 and game.words.victory and game.words.victory(game.play)
  game.turn_ended = root.turn > 0
  if not verdict and root.last_turn and root.turn >= root.last_turn then
    verdict = { winner = "draw", why = ("the last %s is over"):format(game.rules.published.turn_word or "turn") }
  end
  if verdict then return game.play:finish(verdict) end
  state:set(root, "turn", root.turn + 1)
  if next(root.asks) then state:set(root, "asks", {}) end
  game:turn_rules() -- no frame stands on the stack now, so that none stands at a step that these rules do not have
  M.push(game, "turn")
  moments.push(game, "turn_begins")
  if root.turn == 1 then moments.push(game, "battle_begins") end
end

--- Plays all steps that need no player, until a player must act or the battle is over.
---@param game limber.Game
function M.advance(game)
  local state, root = game.state, game.state.root
  for _ = 1, MANY do
    choosing.begin(game)
    if root.result then
      if #root.frames > 0 then state:set(root, "frames", {}) end
      return
    end
    local depth = #root.frames
    local frame = root.frames[depth]
    if not frame then
      next_turn(game)
    elseif frame.choice then
      return
    elseif frame.sequence == moments.SEQUENCE then
      moments.play(game, frame)
    elseif frame.step == END then
      state:remove(root.frames, depth)
    else
      local sequence = sequence_of(game, frame.sequence)
      local step = sequence[sequence.index[frame.step]]
      game.step = step
      if step.kind ~= "phase" and not wanted(game, frame, step) then
        go(game, frame, sequence)
      elseif HANDLE[step.kind](game, frame, sequence, step) == WAIT then
        return
      end
    end
  end
  error(("the sequence of play never ends: %s repeats"):format(game.step.path), 0)
end

--- What the game waits for.
---@param game limber.Game
---@param view limber.View
---@return limber.Waiting
function M.waiting(game, view)
  local frame = M.top(view.state)
  if not frame then return { kind = "over", path = "over", sides = {}, about = {} } end
  local step = M.step_of(game, frame)
  local waiting = { kind = step.kind, path = step.path, step = step, about = frame.about }
  if step.kind == "decision" then
    waiting.sides = sides_of(step.side, view, frame.about)
    waiting.options = step.options and step.options(view, frame.about) or {}
  else
    waiting.sides = not_done(view, frame, step)
  end
  return waiting
end

M.unasked = require "limber.game.unasked"

--- Takes the answer to the decision on top.
---@param game limber.Game
---@param cmd table
function M.answer(game, cmd)
  local frame = M.top(game.state.root)
  local sequence = sequence_of(game, frame.sequence)
  decide(game, frame, sequence, sequence[sequence.index[frame.step]], cmd.choice, cmd)
end

--- A command given in a phase that has an `execute` and is not sealed is executed by that, alone, if it knows of it.
---@param game limber.Game
---@param cmd table
---@return boolean executed
function M.executes_alone(game, cmd)
  local step = game.step
  if step.kind ~= "phase" or step.sealed or not step.execute or not lists.has(step.commands, cmd["do"]) then
    return false
  end
  return executed(game, M.top(game.state.root), step, { cmd }, true)[1] == nil
end

--- Notes that a side is done with the phase on top.
---@param game limber.Game
---@param side string
function M.done(game, side)
  local frame = M.top(game.state.root)
  if not frame.done then game.state:set(frame, "done", {}) end
  game.state:set(frame.done, side, true)
end

--- Seals a command; one in the same slot is replaced. With no command, only takes out the one there.
---@param game limber.Game
---@param side string
---@param slot string
---@param cmd table?
function M.seal(game, side, slot, cmd)
  local frame, state = M.top(game.state.root), game.state
  if not frame.sealed then state:set(frame, "sealed", {}) end
  if not frame.sealed[side] then state:set(frame.sealed, side, {}) end
  local commands = frame.sealed[side]
  for i, one in ipairs(commands) do
    if one.slot == slot then
      state:remove(commands, i)
      break
    end
  end
  if not cmd then return end
  local kept = { slot = slot, told = game.facts:to_keep() }
  for key, value in next, cmd do kept[key] = tree.copy(value) end
  state:set(commands, #commands + 1, kept)
end

return M
