--- Records a battle in a file as it goes on, command by command: each line is with the system before the next is given.
--- A record that is closed ends in a line that says so (limber.game.journal); a record without that line
--- has lost its end.
local host <const> = require "host"

---@class limber.Recorder
---@field path string
---@field file table?
---@field failed string? why no more is written
local Recorder <const> = {}
Recorder.__index = Recorder

--- Keeps the replay that stands where another is to be written, as PATH~; anything else, and a file that another
--- process records in, is left alone.
---@param path string
---@return string? fault
---@return string? kept where what stood there is kept
function Recorder.make_room(path)
  if not host.exists(path) then return nil end
  if not host.is_file(path) then return ("%s is not a regular file: it is not overwritten"):format(path) end
  local held, taken = host.append_open(path) -- refused where another process writes to it
  if not held then return taken end
  held:close()
  local before, message = host.read(path)
  if not before then return message end
  if before == "" then return nil end
  local torn = not before:find "\n" and before:find '^{"dice":' -- its recorder was killed at the very first line
  if not torn and not before:find '^{.-"limber":"replay"' then
    return ("%s is not a replay: it is not overwritten"):format(path)
  end
  local kept, fault = host.set_aside(path)
  if not kept then return fault end
  return nil, path .. "~"
end

--- Opens a file to record in. A replay that stood there is kept beside it.
---@param path string
---@return limber.Recorder?
---@return string? fault or where what stood there is kept
function Recorder.open(path)
  local fault, kept = Recorder.make_room(path)
  if fault then return nil, fault end
  local file
  file, fault = host.append_open(path, true)
  if not file then return nil, fault end
  return setmetatable({ path = path, file = file }, Recorder), kept
end

--- Notes why writing failed, and closes the file: the part written before verifies.
local function give_up(self, message)
  self.failed = message or ("%s cannot be written"):format(self.path)
  self.file:close()
  self.file = nil
end

--- Writes whole lines. Raises why they could not be written, now and whenever more is to be written.
---@param text string
function Recorder:write(text)
  if self.file and not host.is_file(self.path) then give_up(self, self.path .. " is gone") end
  if self.file then
    local done, message = self.file:write(text)
    if not done then give_up(self, message) end
  end
  if self.failed then error({ arg = "record", message = self.failed }, 0) end
end

--- Ends the record properly.
---@param journal limber.Journal
---@param broken string? what broke the battle off
---@return boolean? done
---@return string? fault
function Recorder:finish(journal, broken)
  local done, fault = pcall(self.write, self, journal:ending(broken))
  if not done then return nil, self.failed or error(fault, 0) end
  local file = self.file
  self.file = nil
  local closed, message = file:close()
  if closed then return true end
  self.failed = message or ("%s cannot be closed"):format(self.path)
  return nil, self.failed
end

return Recorder
