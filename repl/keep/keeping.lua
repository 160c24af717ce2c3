--- Keeps a battle at the prompt as it goes on: in the file that the person records in, else in the data folder.
local game_solo <const> = require "play.solo"
local Kept <const> = require "keep.kept"

local M <const> = {}

--- Whether a line is a player's work: what solo commanders do by themselves is not.
local function is_work(play, line)
  if line.kind == "start" or line.kind == "branch" then return false end
  return not line.solo or game_solo.leads_all(play)
end

--- Whether anything that players did is in no file of theirs.
---@param play limber.GameSession
---@return boolean
function M.is_unsaved(play)
  if play.recorded then return false end
  for id = play.saved + 1, #play.game.journal.lines do
    if is_work(play, play.game.journal.lines[id]) then return true end
  end
  return false
end

--- Tells why the battle is kept no longer. What is in the file stays there.
local function give_up(play, fault)
  if play.kept then play.kept:leave() end
  play.kept, play.unkept = nil, fault
  play:say(("This battle cannot be kept: %s. :save FILE saves it."):format(fault), "red")
end

--- Begins a file in the data folder with all that was done so far.
local function open(play)
  local kept, fault = Kept.open "battle"
  if not kept then return give_up(play, fault) end
  local done, message = kept:write(play.game.journal:text())
  if not done then
    kept:drop()
    return give_up(play, message)
  end
  play.kept = kept
  if fault > 0 then play:say(("(the oldest kept battle is deleted: only %d are kept)"):format(Kept.MOST), "dim") end
end

local function keep(play, text)
  if not play.kept then open(play) end
  if not play.kept then return end
  local done, fault = play.kept:write(text)
  if not done then give_up(play, fault) end
end

--- Writes a line of the journal. A record that takes no more is given up, and the battle is kept all the same.
local function write(play, text)
  if play.recorded then
    if pcall(play.recorded.write, play.recorded, text) then return end
    local fault = play.recorded.failed
    play.recorded, play.saved = nil, 0
    play:say(("%s: the record ends here. :save FILE saves the battle in another place."):format(fault), "red")
    return keep(play, text)
  end
  if play.kept or not play.unkept and is_work(play, play.game.under_way) then keep(play, text) end
end

--- Keeps a battle from here on.
---@param play limber.GameSession
function M.begin(play)
  play.game.journal.append = function(text) write(play, text) end
end

--- Keeps all of a battle that was taken up again: it is in no other file.
---@param play limber.GameSession
---@return boolean done
function M.adopt(play)
  play.saved = 0
  open(play)
  return play.kept ~= nil
end

--- Notes that all of a battle is in a file, or that it is wanted no more.
---@param play limber.GameSession
function M.settled(play)
  play.saved = #play.game.journal.lines
  if play.kept then play.kept:drop() end
  play.kept, play.unkept = nil, nil
end

--- Records a battle in a file of the person's.
---@param play limber.GameSession
---@param recorder limber.Recorder
function M.record(play, recorder)
  M.stop_record(play)
  recorder:write(play.game.journal:text())
  play.recorded = recorder
  M.settled(play)
end

--- Ends the record properly.
---@param play limber.GameSession
function M.stop_record(play)
  if not play.recorded then return end
  local done, fault = play.recorded:finish(play.game.journal)
  play.recorded = nil
  if done then play.saved = #play.game.journal.lines else play:say(fault, "red") end
end

--- What leaving a battle that is not saved would do to it, in words; nil when all of it is in a file.
---@param play limber.GameSession
---@return string?
function M.warning(play)
  if not M.is_unsaved(play) then return nil end
  local how = ", which loses it"
  if play.game.state.root.result then
    how = " and drop it: the battle is over"
  elseif play.kept then
    how = (" it: it is kept in %s, and :resume continues it"):format(play.kept.path)
  end
  return "not saved: :save FILE, or again to leave" .. how
end

--- Ends a battle at the screen. One that is not over, and not saved, is left to be taken up again.
---@param play limber.GameSession
---@param how "drop"|"leave"|nil it is not to be left, or it is although it is over
---@return boolean left
function M.close(play, how)
  M.stop_record(play)
  local kept = play.kept
  local left = kept ~= nil and how ~= "drop" and (how == "leave" or not play.game.state.root.result)
  if kept and left then kept:leave() elseif kept then kept:drop() end
  play.kept, play.game.journal.append = nil, nil
  return left
end

return M
