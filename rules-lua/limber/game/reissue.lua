--- Replays recorded commands in a battle that has diverged, each in the step where it was given. Where the game waits
-- in an earlier step, sides are done and new decisions take their first option. A line whose step is over comes too
-- late.
local choosing <const> = require "limber.game.choosing"
local Sequence <const> = require "limber.game.sequence"

local M <const> = {}

---@class limber.GivenAgain what became of lines that were given again
---@field lines limber.Line[] those that could be done, in order
---@field skipped { line: limber.Line, refusal: table }[] those left out, except `done`
---@field answered string[] decisions that were new and took their first option
---@field stopped { line: limber.Line, refusal: table }? the first that could not be done; a failure has a kind

--- A step's sequence, and where in it the step stands.
local function place(game, path)
  local sequence, step = tostring(path):match "^(.-)%.([^.]+)$"
  local declared = game.words.sequences[sequence]
  return sequence, declared and declared.index[step]
end

--- "here" when the line may be tried now, "before" while the game has yet to come to its step, "past" afterwards.
local function where(game, line, waiting)
  local turn = game.state.root.turn
  if waiting.kind == "over" or turn > line.turn then return "past" end
  if turn < line.turn then return "before" end
  local sequence, at = place(game, waiting.path)
  local wanted_sequence, wanted = place(game, line.step)
  if sequence ~= wanted_sequence or not at or not wanted or at == wanted then return "here" end
  return at < wanted and "before" or "past"
end

--- Brings the game to where a line was given.
local function keep_up(game, line, report)
  if line.kind ~= "command" or not line.step then return true end
  while true do
    local waiting = game:waiting()
    local at = where(game, line, waiting)
    if at == "here" then return true end
    if at == "past" then
      return nil, { arg = "do", message = waiting.kind == "over" and "the battle is over" or "its step is over" }
    end
    local cmd = Sequence.unasked(waiting)
    if cmd["do"] == "answer" and cmd.choice == nil or not game:command(cmd) then return true end
    if cmd.choice ~= nil then report.answered[#report.answered + 1] = waiting.path end
  end
end

--- A decision that was not there before takes its first option, so that the line after it can be done.
local function answer_new(game, line, report)
  local waiting = game:waiting()
  if waiting.kind ~= "decision" or line.kind ~= "command" or line.command["do"] == "answer" then return false end
  local answer = Sequence.unasked(waiting)
  if answer.choice == nil or not game:command(answer) then return false end
  report.answered[#report.answered + 1] = waiting.path
  return true
end

--- Does a line answer a question of code under way (limber.game.choosing)?
local function answers_choice(line)
  return line.kind == "command" and line.step ~= nil and line.step:match "^(.-)%." == choosing.SEQUENCE
end

--- A question of code under way that was not there before takes its first option: true when there was one.
local function answer_choice(game, line, report)
  local waiting = game:waiting()
  if line.kind ~= "command" or not (waiting.step and waiting.step.chosen) or waiting.path == line.step then
    return false
  end
  if not game:command(Sequence.unasked(waiting)) then return false end
  report.answered[#report.answered + 1] = waiting.path
  return true
end

local function give_one(game, line, skip, report)
  while skip do
    if skip == true then
      local there, fault = keep_up(game, line, report)
      if not there then return nil, fault end
    end
    if not answer_choice(game, line, report) then break end
  end
  if answers_choice(line) and game:waiting().path ~= line.step then
    return nil, { arg = "choice", message = "it is not asked" }
  end
  if skip ~= true then return game:again(line) end
  local done, fault = game:again(line)
  while not done and not fault.kind and answer_new(game, line, report) do done, fault = game:again(line) end
  return done, fault
end

--- Should the report mention a line that was left out? Not a side's `done`.
local function told(line)
  return not (line.kind == "command" and line.command["do"] == "done")
end

--- Gives lines again from the present place in the game. With `skip`, refused lines are left out; an error, a budget or
--- Ctrl-C always stops.
---@param game limber.Game
---@param lines limber.Line[]
---@param skip true|"choices"|nil choices: only questions of code under way that are new are answered
---@param each fun(line: limber.Line, done: limber.Line) called for each line that was done, with the old line
---@return limber.GivenAgain
function M.give(game, lines, skip, each)
  local report = { lines = {}, skipped = {}, answered = {} }
  for _, line in ipairs(lines) do
    local done, fault = give_one(game, line, skip, report)
    if done then
      report.lines[#report.lines + 1] = done
      each(line, done)
    elseif fault.kind or skip ~= true then
      report.stopped = { line = line, refusal = fault }
      break
    elseif told(line) then
      report.skipped[#report.skipped + 1] = { line = line, refusal = fault }
    end
  end
  return report
end

return M
