--- Keeps a game abreast of a battle whose lines are given again although it comes out otherwise: brings it to the step
-- a line was given in. Where the game waits in an earlier step, sides are done and new decisions take their first
-- option; a line whose step is over is past.
local M <const> = {}

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
---@param game limber.Game
---@param line limber.Line
---@param answered fun(path: string)? told of each decision that took its first option
---@return boolean? there
---@return table? refusal the line's step, or the battle, is over
function M.keep_up(game, line, answered)
  if line.kind ~= "command" or not line.step then return true end
  while true do
    local waiting = game:waiting()
    local at = where(game, line, waiting)
    if at == "here" then return true end
    if at == "past" then
      return nil, { arg = "do", message = waiting.kind == "over" and "the battle is over" or "its step is over" }
    end
    local decision = waiting.kind == "decision"
    if decision and #waiting.options == 0 then return true end
    local cmd = { side = waiting.sides[1], ["do"] = decision and "answer" or "done" }
    cmd.choice = decision and waiting.options[1] or nil
    if not game:command(cmd) then return true end
    if decision and answered then answered(waiting.path) end
  end
end

--- Is a line worth telling of when it is left out? That a side was done is not.
---@param line limber.Line
---@return boolean
function M.told(line)
  return not (line.kind == "command" and line.command["do"] == "done")
end

return M
