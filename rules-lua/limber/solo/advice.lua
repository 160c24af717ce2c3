--- What a solo commander would do, for players: his plan for a side, and the command that he would give now. Nothing of
--- the game changes. In a told game, where places are not known, it is what the players are to do themselves.
local Mind <const> = require "limber.solo.mind"
local reviews <const> = require "limber.solo.reviews"
local Solo <const> = require "limber.solo.commander"

local M <const> = {}

--- The plan that he would have; the one in force where he has one.
---@param game limber.Game
---@param side string
---@return table? plan
function M.plan(game, side)
  local mind = Mind.new(game, side, game:view(side), game:waiting(), Mind.memory())
  return reviews.review(mind) or mind.plan
end

--- The command that he would give now, with its reason; nil when he would give none.
---@param game limber.Game
---@param side string
---@return { command: table, solo: limber.SoloNote }? advice
---@return table? failure
function M.now(game, side)
  local function advises(cmd, note)
    if game.state.root.facts ~= "told" then
      local deed, refusal = game:check(cmd)
      if not deed then return nil, nil, refusal end
    end
    return { command = cmd, solo = note }
  end
  return Solo.new(game, side, { advises = advises }):act()
end

return M
