--- Places and refusals of a recorded battle, in words.
local faults <const> = require "limber.common.faults"
local game_text <const> = require "play.text"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"

local M <const> = {}

--- What a step is about, in words, where its ruleset is known.
---@param rules limber.Rules?
---@param path string
---@return string
function M.step(rules, path)
  local sequence, step = path:match "^([^.]+)%.(.+)$"
  local declared = rules and rules.game.sequences[sequence]
  local at = declared and declared.index[step]
  return at and game_text.step(declared[at]) or path
end

--- A refusal in words, lengths in the unit of the rules. A step that the message names at its end is replaced by what
--- that step is about.
---@param refused table
---@param game limber.Game
---@return string
function M.refusal(refused, game)
  local how = lengths.how(game.rules.published.unit or "mm", game.state.root.ground)
  return (lengths.in_unit(faults.text(refused), how):gsub(" in ([%w_]+%.[%w_]+)$", function(path)
    local step = M.step(game.rules, path)
    return step ~= path and (": the step is %s"):format(step) or nil
  end))
end

--- The place of a line in a battle, and what the line did. `game`: its rules and names are used for the words.
---@param first { line: integer, turn: integer, step: string?, command: table? }
---@param game limber.Game?
---@return string
function M.place(first, game)
  local command, rules = first.command, game and game.rules
  local node = game and command and game.state.root.units[command.unit]
  local who = command and (node and names.long(node) or command.unit
    or game and command.side and game_text.side(game, command.side) or command.side or "?")
  return ("line %d, %s %d%s%s"):format(first.line, rules and rules.published.turn_word or "turn", first.turn,
    first.step and ", " .. M.step(rules, first.step) or "",
    command and (", %s by %s"):format(command["do"], who) or "")
end

return M
