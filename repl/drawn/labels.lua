--- Puts names on a map where they cover nothing, as far as that can be.
local svg <const> = require "drawn.svg"
local utf8_len <const> = utf8.len

local M <const> = {}

--- Room that a letter takes, of its size.
local LETTER <const> = 0.54

---@class drawn.Labels
---@field taken { left: number, right: number, top: number, bottom: number }[]
local Labels <const> = {}
Labels.__index = Labels

---@param window { left: number, right: number, top: number, bottom: number } what a name should stay in
---@return drawn.Labels
function M.new(window) return setmetatable({ taken = {}, window = window }, Labels) end

--- How wide a text is.
---@param words string
---@param size number of its letters
---@return number
function M.width(words, size) return (utf8_len(words) or #words) * LETTER * size end

--- Takes a place, so that names keep off it.
function Labels:take(box) self.taken[#self.taken + 1] = box end

local function common(one, other)
  local wide = math.min(one.right, other.right) - math.max(one.left, other.left)
  local high = math.min(one.bottom, other.bottom) - math.max(one.top, other.top)
  return wide > 0 and high > 0 and wide * high or 0
end

--- How much a box covers of what is taken, and is off the sheet.
function Labels:covers(box)
  local sum = 0
  for _, one in ipairs(self.taken) do sum = sum + common(box, one) end
  local area = (box.right - box.left) * (box.bottom - box.top)
  return sum + 2 * (area - common(box, self.window))
end

--- Where a name best stands of some places for its middle, and how much it covers there; the first of equals.
---@param places drawn.Point[]
---@param wide number
---@param high number
function Labels:best(places, wide, high)
  local best, least
  for _, at in ipairs(places) do
    local box = { left = at.x - wide / 2, right = at.x + wide / 2, top = at.y - high / 2, bottom = at.y + high / 2 }
    local covers = self:covers(box)
    if not least or covers < least then best, least = box, covers end
    if covers == 0 then break end
  end
  return best, least
end

--- Puts a name at the best of some places; nothing where all cover something and it may be left out.
---@param words string
---@param places drawn.Point[]
---@param size number of its letters
---@param how table attributes
---@param optional boolean?
---@return string? markup
function Labels:put(words, places, size, how, optional)
  local wide = M.width(words, size)
  local box, covers = self:best(places, wide, size)
  if not box or optional and covers > 0 then return nil end
  self:take(box)
  local all = { font_size = size, text_anchor = "middle", paint_order = "stroke", stroke_linejoin = "round" }
  for key, value in next, how do all[key] = value end
  return svg.text((box.left + box.right) / 2, box.bottom - 0.18 * size, words, all)
end

return M
