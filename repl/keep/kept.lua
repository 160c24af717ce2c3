--- Files in the person's data folder that keep what is in no other file: a battle that is played, changes of the rules.
--
-- Such a file is open, and so locked, as long as its session lasts. One that no process has open was left by a session
-- that broke off, or was left on purpose: it can be taken up again.
local host <const> = require "host"

local M <const> = {}

--- So many files of a kind lie there at most; the oldest go.
M.MOST = 20

local ENDING <const> = { battle = "replay", rules = "json" }

---@class limber.Kept
---@field path string
---@field file table?
local Kept <const> = {}
Kept.__index = Kept

--- The names of all kept files of a kind, the oldest first.
local function names_of(folder, kind)
  local names = {}
  for _, name in ipairs(host.list(folder) or {}) do
    if name:find(("^%s%%-%%d+T%%d+%%-%%x+%%.%s$"):format(kind, ENDING[kind])) then names[#names + 1] = name end
  end
  return names
end

--- Whether a session has a file open.
local function is_open(path)
  local file = host.append_open(path)
  if file then file:close() end
  return not file
end

--- Removes the oldest, so that no more than MOST are left: how many.
local function make_room(folder, kind)
  local names, removed = names_of(folder, kind), 0
  for i = 1, #names - M.MOST do
    local path = folder .. "/" .. names[i]
    if not is_open(path) and host.remove(path) then removed = removed + 1 end
  end
  return removed
end

--- Opens a new file.
---@param kind "battle"|"rules"
---@return limber.Kept?
---@return string|integer what is wrong, or how many old ones were removed
function M.open(kind)
  local folder, fault = host.data_folder()
  if not folder then return nil, fault end
  local stamp = (host.date() or "0000-00-00 00:00:00"):gsub("[-:]", ""):gsub(" ", "T")
  local path = ("%s/%s-%s-%x.%s"):format(folder, kind, stamp, host.fresh_seed(), ENDING[kind])
  local file
  file, fault = host.append_open(path, true)
  if not file then return nil, fault end
  return setmetatable({ path = path, file = file }, Kept), make_room(folder, kind)
end

--- Adds whole lines.
---@param text string
---@return boolean?
---@return string? fault
function Kept:write(text)
  if not host.is_file(self.path) then return nil, self.path .. " is gone" end
  return self.file:write(text)
end

--- Lets it lie there, to be taken up again.
function Kept:leave()
  if self.file then self.file:close() end
  self.file = nil
end

--- Removes it: what it kept is in another file, or wanted no more.
function Kept:drop()
  self:leave()
  host.remove(self.path)
end

---@class limber.Left a file that was left
---@field kind "battle"|"rules"
---@field path string
---@field date string "2026-11-22 10:05"

--- The files of a kind that no session has open, the newest first.
---@param kind "battle"|"rules"
---@return limber.Left[]
function M.left(kind)
  local folder, list = host.data_folder(), {}
  local names = folder and names_of(folder, kind) or {}
  for i = #names, 1, -1 do
    local path = folder .. "/" .. names[i]
    if not is_open(path) then
      local year, month, day, hour, minute = names[i]:match "%-(%d%d%d%d)(%d%d)(%d%d)T(%d%d)(%d%d)"
      list[#list + 1] = {
        kind = kind, path = path, date = ("%s-%s-%s %s:%s"):format(year, month, day, hour, minute),
      }
    end
  end
  return list
end

return M
