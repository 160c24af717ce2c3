--- Whether a game can go on under other rules from where it stands: every step on the stack, and every sealed command,
--- must be there.
local faults <const> = require "limber.common.faults"

local M <const> = {}

--- The step after which nothing is left but what was pushed (limber.game.sequence).
local END <const> = "end"

--- The first command that is sealed, or still to be executed, and that the rules do not have.
local function unknown_command(words, frame)
  local lists = { frame.queue }
  for _, list in next, frame.sealed or {} do lists[#lists + 1] = list end
  local unknown
  for _, list in next, lists do
    for _, cmd in ipairs(list) do
      local name = cmd["do"]
      if not words.commands[name] and (not unknown or name < unknown) then unknown = name end
    end
  end
  return unknown
end

--- Why a game cannot go on under the rules in force, or nil.
---@param game limber.Game
---@return limber.Refusal?
function M.refuse(game)
  local words = game.words
  for _, frame in ipairs(game.state.root.frames) do
    local sequence = words.sequences[frame.sequence]
    local path = ("%s.%s"):format(frame.sequence, frame.step)
    if not frame.choice and frame.step ~= END and not (sequence and sequence.index[frame.step]) then
      return faults.refusal("variants",
        "the battle stands at %s, which these rules do not have: play on or undo to before it, then change them", path)
    end
    local name = unknown_command(words, frame)
    if name then
      return faults.refusal("variants",
        "a %s is sealed in %s, and these rules do not have that command: play on, or undo to before it", name, path)
    end
  end
end

--- Points a battle that has not begun at what comes first under the rules in force: they may have other steps there.
---@param game limber.Game
function M.begin(game)
  local frames, setup = game.state.root.frames, game.words.sequences.setup
  if setup and not frames[1] then
    game.state:set(frames, 1, { sequence = "setup", step = setup[1].name, about = {} })
  elseif setup and frames[1].step ~= setup[1].name then
    game.state:set(frames[1], "step", setup[1].name)
  elseif frames[1] and not setup then
    game.state:remove(frames, 1)
  end
end

return M
