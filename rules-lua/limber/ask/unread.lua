--- Shows whether house rules look into something that they are handed.
--
-- A guarded table stands for another: who reads it, writes to it, goes through its keys or asks for its length gets
-- what the other has, and that is noted. It also holds a key that is a table: a rule that reads it raw, past the
-- notes, gets an error about that key. Guests get it by the membrane, which knows guarded tables: there nothing is read
-- past the notes.
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.Unread
---@field looks integer how often somebody has looked into a guarded table
---@field guard fun(value: table): table

---@return limber.Unread
function M.new()
  local self = { looks = 0 }
  function self.guard(value)
    local function look()
      self.looks = self.looks + 1
      return value
    end
    return sandbox.guard(setmetatable({ [self] = true }, {
      __index = function(_, key) return look()[key] end,
      __newindex = function(_, key, to) look()[key] = to end,
      __len = function() return #look() end,
      __pairs = function() return pairs(look()) end,
      __metatable = false,
    }), look)
  end
  return self
end

return M
