--- The `:command` luck: the luck of the battle at hand.
local commands <const> = require "play.list"
local luck <const> = require "play.luck"
local playing <const> = require("commands.game").playing

local M <const> = {}

commands.add {
  name = "luck", usage = "", pages = true,
  doc = "who has been lucky so far: each throw against its odds, by side, step and unit",
  run = function(session)
    local play = playing(session)
    play:say_lines(luck.lines(luck.at_hand(play)))
  end,
}

return M
