--- A limited memory of answers. It drops the answers that were not asked for the longest, one generation at a time.
local M <const> = {}

---@class limber.KeptAnswers
---@field young table<string, any>
---@field old table<string, any>
---@field count integer of the young
---@field most integer
local Kept <const> = {}
Kept.__index = Kept

--- The size of a generation; there are two. A battle asks some dozens of questions of each kind, a few KB each.
M.MOST = 300

---@param most integer?
---@return limber.KeptAnswers
function M.new(most)
  return setmetatable({ young = {}, old = {}, count = 0, most = most or M.MOST }, Kept)
end

---@param key string
---@param value any not nil
function Kept:put(key, value)
  if self.young[key] == nil then
    if self.count >= self.most then self.young, self.old, self.count = {}, self.young, 0 end
    self.count = self.count + 1
  end
  self.young[key] = value
end

---@param key string
---@return any value nil when it is not kept
function Kept:get(key)
  local value = self.young[key]
  if value == nil then
    value = self.old[key]
    if value ~= nil then self:put(key, value) end
  end
  return value
end

return M
