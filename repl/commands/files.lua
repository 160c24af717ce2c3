--- The `:commands` that keep a game in a file: save and record; and those that resume or drop kept games.
local colour <const> = require "show.colour"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local host <const> = require "host"
local keeping <const> = require "keep.keeping"
local leaving <const> = require "keep.leaving"
local left <const> = require "prompt.left"
local playing <const> = require("commands.game").playing
local Recorder <const> = require "keep.recorder"

--- The path of a replay to write; an existing file only where the player asked for that.
local function path_of(rest, what)
  local path, force = rest:match "^(%S.-)%s*(!?)$"
  if not path then fail(what, ("%s where? :%s my_battle.replay"):format(what, what)) end
  if force == "" and host.exists(path) then
    fail(what, ("%s exists already; :%s %s! overwrites a replay and keeps the old one as %s~"):format(path, what, path,
      path))
  end
  return path
end

local function tell_kept(play, kept)
  if kept then play:say(("the replay that was there is kept as %s"):format(kept), "dim") end
end

commands.add {
  name = "save", usage = "FILE[!]", doc = "writes the game with all its branches; limber FILE plays it on",
  run = function(session, rest)
    local play = playing(session)
    local path = path_of(rest, "save")
    local fault, kept = Recorder.make_room(path)
    if fault then fail("save", fault) end
    tell_kept(play, kept)
    local done, message = host.write(path, play.game.journal:text() .. play.game.journal:ending())
    if not done then fail("save", message) end
    keeping.settled(play)
    play:say(("saved in %s: %d lines"):format(path, play.saved))
  end,
}

commands.add {
  name = "record", usage = "FILE[!]|off", doc = "writes the game as it goes on, command by command",
  run = function(session, rest)
    local play = playing(session)
    if rest == "off" then
      if not play.recorded then fail("record", "no recording is on") end
      keeping.stop_record(play)
      return play:say "the recording is closed"
    end
    local path = path_of(rest, "record")
    local recorder, kept = Recorder.open(path)
    if not recorder then fail("record", kept) end
    tell_kept(play, kept)
    keeping.record(play, recorder)
    session:say(colour.paint("dim", ("recording in %s; :record off ends it"):format(path)))
  end,
}

-- ---- games left by earlier sessions --------------------------------------------------------------------------------

--- What a number of the list means, or the only thing that was left.
local function meant(session, rest, what)
  local list = left.list()
  if #list == 0 then fail(what, "nothing was left") end
  local number = rest == "" and #list == 1 and 1 or math.tointeger(tonumber(rest))
  if number and list[number] then return list[number], number end
  left.tell(session, list)
  fail(what, rest == "" and ("which one? :%s 1"):format(what) or ("%s is none of them; :%s 1"):format(rest, what))
end

commands.add {
  name = "resume", usage = "[N]", doc = "continues a battle that an earlier session left, or restores its rule changes",
  run = function(session, rest)
    local one, number = meant(session, rest, "resume")
    local again = #left.list() > 1 and (":resume %d"):format(number) or ":resume"
    if one.kind == "battle" and not leaving.may(session, again, true) then return end
    local fault = left.resume(session, one)
    if fault then fail("resume", fault) end
  end,
}

commands.add {
  name = "forget", usage = "[N|all|this]", doc = "deletes what was left; this: the kept copy of the present battle",
  run = function(session, rest)
    if rest == "this" then
      local play = playing(session)
      keeping.settled(play)
      return play:say "the kept copy is deleted; leaving the battle loses it"
    elseif rest == "all" then
      local list = left.list()
      for _, one in ipairs(list) do host.remove(one.path) end
      return session:say(("dropped: %d"):format(#list))
    end
    local one = meant(session, rest, "forget")
    local done, message = host.remove(one.path)
    if not done then fail("forget", message) end
    session:say(("dropped: %s"):format(left.about(session, one)))
  end,
  complete = function() return { "all", "this" } end,
}
