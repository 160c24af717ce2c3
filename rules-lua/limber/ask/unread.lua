--- Shows whether house rules look into something that they are handed.
--
-- A guarded table stands for another: who reads it, writes to it, goes through its keys or asks for its length gets
-- what the other has, and that is noted. It also holds a key that is a table: a rule that reads it raw, past the
-- notes, gets an error about that key.
local M <const> = {}

---@class limber.Unread
---@field looked boolean has anybody looked into a guarded table?
---@field guard fun(value: table): table

---@return limber.Unread
function M.new()
  local self = { looked = false }
  function self.guard(value)
    local function look()
      self.looked = true
      return value
    end
    return setmetatable({ [self] = true }, {
      __index = function(_, key) return look()[key] end,
      __newindex = function(_, key, to) look()[key] = to end,
      __len = function() return #look() end,
      __pairs = function() return pairs(look()) end,
      __metatable = false,
    })
  end
  return self
end

return M
