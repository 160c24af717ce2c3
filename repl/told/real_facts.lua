--- Facts of a real table: asks the players of a game.
local game_text <const> = require "play.text"
local table_talk <const> = require "told.table_talk"
local told_facts <const> = require "told.facts"

local M <const> = {}

---@param game fun(): limber.Game
---@param shown (fun(): string?)? the unit of length that players use
---@return fun(question: limber.FactQuestion): any
function M.teller(game, shown)
  local ask = told_facts.asker {
    read = table_talk.read, tell = table_talk.say, shown = shown, words = game_text.in_unit,
    rounding = function() return game().rules.published.rounding end,
    aside = function(line)
      local look = game().aside
      return look ~= nil and look(line)
    end,
  }
  return function(question)
    game():tell_so_far()
    return ask(question)
  end
end

return M
