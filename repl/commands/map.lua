--- `:map`: the battle as it stands, at the prompt.
local colour <const> = require "show.colour"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local game_text <const> = require "play.text"
local host <const> = require "host"
local Map <const> = require "show.map"
local written <const> = require "show.written"

local function game_of(session)
  return session.play and session.play.game or session.game or session.env.game
end

--- What one side may see of the game that is on; everything, where one person commands both.
local function view_of(session)
  local play, game = session.play, game_of(session)
  local side = play and (play.solo or not play.together) and play:viewer() or session.side
  return side and game:view(side) or game.play
end

--- Draws the table as a picture into a file.
local function draw(session, game, path)
  local play, view, drawn_map = session.play, view_of(session), require "drawn.map"
  if path == "" then fail("map", "draw it into which file? :map --svg FILE.svg") end
  if view.state.facts == "told" or not drawn_map.has_table(view) then
    fail("map", "there is nothing to draw: this battle is fought on a table of your own")
  end
  local turn = view.state.turn
  local told, fault = written.file(path, drawn_map.document(view, {
    rules = game.rules, title = play and play.title or game.rules.title, how = play and play.how,
    when = turn > 0 and ("%s %d."):format(game_text.capital(game_text.turn_word(game)), turn) or nil,
  }))
  if not told then fail("map", fault) end
  session:say(told)
end

commands.add {
  name = "map", usage = "[UNIT|SQUARE] [ascii]|--svg FILE",
  doc = "the table as your side sees it; from near, round a unit or a square; or as a picture",
  run = function(session, rest)
    local play, game = session.play, game_of(session)
    if not game then error({ arg = "map", message = "there is no battle here; :load opens one" }, 0) end
    local path = rest:match "^%-%-svg%s*=?%s*(.-)%s*$"
    if path then return draw(session, game, path) end
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
    session:say(table.concat(Map.lines(view_of(session), opts), "\n"))
  end,
  complete = function(session)
    local words = { "ascii", "--svg" }
    if not game_of(session) then return words end
    for _, unit in view_of(session):units() do words[#words + 1] = tostring(unit.number) end
    return words
  end,
}
