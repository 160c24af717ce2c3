--- The `:commands` that keep a game in a file: save and record.
local colour <const> = require "colour"
local commands <const> = require "commands"
local host <const> = require "host"
local playing <const> = require("commands_game").playing
local Recorder <const> = require "recorder"

local function fail(arg, message)
  error({ arg = arg, message = message }, 0)
end

--- The path a replay is to be written to. What stood there is kept beside it, and only where it was a replay.
local function path_of(play, rest, what)
  local path, force = rest:match "^(%S.-)%s*(!?)$"
  if not path then fail(what, ("%s where? :%s my_battle.replay"):format(what, what)) end
  if force == "" and host.exists(path) then
    fail(what, ("%s is there already; :%s %s! overwrites a replay, and keeps it as %s~"):format(path, what, path, path))
  end
  local fault, kept = Recorder.make_room(path)
  if fault then fail(what, fault) end
  if kept then play:say(("the replay that stood there is kept as %s"):format(kept), "dim") end
  return path
end

commands.add {
  name = "save", usage = "FILE[!]", doc = "writes the game with all its branches; limber FILE plays it on",
  run = function(session, rest)
    local play = playing(session)
    local path = path_of(play, rest, "save")
    local done, message = host.write(path, play.game.journal:text() .. play.game.journal:ending())
    if not done then fail("save", message) end
    play.saved = #play.game.journal.lines
    play:say(("saved in %s: %d lines"):format(path, play.saved))
  end,
}

commands.add {
  name = "record", usage = "FILE[!]|off", doc = "writes the game as it goes on, command by command",
  run = function(session, rest)
    local play = playing(session)
    if rest == "off" then
      if not play.recorded then fail("record", "nothing is being recorded") end
      play:close()
      return play:say "the recording is closed"
    end
    local path = path_of(play, rest, "record")
    local file, message = host.append_open(path, true)
    if not file then fail("record", message) end
    play:close()
    file:write(play.game.journal:text())
    play.recorded = file
    play.game.journal.append = function(written)
      local done, wrong = file:write(written)
      if not done then error({ arg = "record", message = wrong }, 0) end
    end
    session:say(colour.paint("dim", ("recording in %s; :record off ends it"):format(path)))
  end,
}
