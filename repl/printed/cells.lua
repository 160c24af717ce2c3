--- Cells of live tables for paper: each as people write it, and marked where a house rule has changed it.
local ruleset <const> = require "limber.rules.ruleset"
local svg <const> = require "drawn.svg"

local M <const> = {}

--- The mark of a house rule.
M.MARK = "†"

local BLANK <const> = { none = true, ["-"] = true, [""] = true }
local WORDS <const> = { ["true"] = "yes", yes = "yes", ["false"] = "no", no = "–" }
local QUARTERS <const> = { [0] = "–", "¼", "½", "¾", "full" }

--- How values may be shown: a time of day, quarters of a speed, a number with its sign.
local AS <const> = {
  clock = function(value) return ("%d:%02d"):format(value // 60, value % 60) end,
  quarters = function(value) return QUARTERS[value] end,
  signed = function(value) return ("%+d"):format(value) end,
  percent = function(value) return value .. " %" end,
}

--- Minus signs, bands and words as they are printed.
local function spoken(text)
  text = text:gsub("^up_to_(%-?%d+)$", "%1 or less"):gsub("^(%-?%d+)%-(%-?%d+)$", function(low, high)
    if low == high then return low end
    return (low:sub(1, 1) == "-" or high:sub(1, 1) == "-") and low .. " to " .. high or low .. "–" .. high
  end)
  return (text:gsub("_", " "):gsub("%f[^%s%z]%-(%d)", "−%1"):gsub("^%-(%d)", "−%1"):gsub("^%-(%a)", "−%1"))
end

--- A value as it is printed.
---@param value any
---@param as string?
---@return string
function M.words(value, as)
  local text = tostring(value == nil and "" or value)
  if BLANK[text] then return "–" end
  local shown = math.type(value) == "integer" and AS[as] and AS[as](value)
  local said = spoken(shown or WORDS[text] or text)
  return as == "name" and said:gsub("%f[%a]%l", string.upper) or said
end

--- A name as it is printed.
---@param name string
---@return string
function M.name(name) return spoken(tostring(name)) end

--- Whether a value is none.
---@param value any
---@return boolean
function M.is_blank(value) return BLANK[tostring(value == nil and "" or value)] == true end

--- The cell of a table at some places by name; nil where it has none.
local function at(whole, places)
  local position = 0
  for i, axis in ipairs(whole.axes) do
    local place = axis.index[places[i]]
    if not place then return nil end
    position = position * #axis.names + place - 1
  end
  return whole.cells[position + 1]
end

---@class printed.Table a live table and what is published of it
---@field now limber.Table
---@field was limber.Table?
---@field spec table

--- A live table, or nil.
---@param rules limber.Rules
---@param name string
---@return printed.Table?
function M.table(rules, name)
  local spec = rules.draft.lookups[name]
  if not spec then return nil end
  local published = rules.published.lookups[name] and ruleset.table(rules.published, name)
  return { now = rules.draft.table(name), was = published, spec = spec }
end

--- A cell's value, and whether a house rule changed it.
---@param whole printed.Table
---@param places string[]
---@return any value
---@return boolean changed
function M.cell(whole, places)
  local value = at(whole.now, places)
  return value, not whole.was or at(whole.was, places) ~= value
end

--- Words as markup, marked where they are a house rule's.
---@param words string
---@param changed boolean?
---@return string
function M.marked(words, changed)
  local text = svg.escaped(words)
  return changed and ('<b class="house">%s%s</b>'):format(text, M.MARK) or text
end

return M
