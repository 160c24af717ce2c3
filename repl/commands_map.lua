--- `:map`: the battle as it stands, at the prompt.
local colour <const> = require "colour"
local commands <const> = require "commands"
local host <const> = require "host"
local Map <const> = require "map"

commands.add {
  name = "map", usage = "[UNIT|SQUARE] [ascii]",
  doc = "the table as your side sees it; from near, round a unit or a square",
  run = function(session, rest)
    local play = session.play
    local game = play and play.game or session.game or session.env.game
    if not game then error({ arg = "map", message = "there is no battle here; :load opens one" }, 0) end
    local opts = {
      rules = game.rules, width = math.max(40, host.width()), colour = colour.wanted(), how = play and play.how,
    }
    for word in rest:gmatch "%S+" do
      if word == "ascii" or word == "--ascii" then
        opts.ascii = true
      else
        opts.around = opts.around and opts.around .. " " .. word or word
      end
    end
    local side = play and not play.together and play:viewer() or session.side
    session:say(table.concat(Map.lines(side and game:view(side) or game.play, opts), "\n"))
  end,
}
