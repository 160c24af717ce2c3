--- What armies cost, or how they stand against their lists: a ruleset's `army_list` asked of each side.
--
--   army_list(function(rules, state, side)
--     return { limit_points = 2000, { id = "a1", item = "regular infantry, class b", points = 75, cite = "…" }, … }
--   end)
-- Each entry is a piece of the army and what it costs, or `wrong`, why it has no price; or a kind of units of a list,
-- { item = "grenadiers", count = 2, min = 0, max = 1 }.
local bounds <const> = require "limber.language.bounds"
local json <const> = require "kernel.json"

local M <const> = {}

---@class limber.ArmyValue
---@field side string
---@field name string
---@field items { item: string, id: string?, points: integer?, wrong: string?, count: integer?, min: integer?,
---  max: integer?, cite: string? }[]
---@field total_points integer? none: the rules have no prices
---@field limit_points integer?
---@field within_limit boolean? false too where units of a list are too few or too many

local MOST <const> = bounds.PIECES.unit + bounds.PIECES.leader

local function is_count(value) return math.type(value) == "integer" and math.abs(value) < bounds.FARTHEST // MOST end
local function is_text(value) return type(value) == "string" and not bounds.bad_text(value, "", bounds.NAME) end

local FIELDS <const> = {
  item = is_text, id = is_text, wrong = is_text, cite = is_text, points = is_count, count = is_count, min = is_count,
  max = is_count,
}

local function entry_of(one, i)
  local entry = {}
  for key, fits in next, FIELDS do
    local value = type(one) == "table" and one[key] or nil
    if value ~= nil and not fits(value) then
      error(("army_list: %s of entry %d is %s"):format(key, i, bounds.shown(value)), 0)
    end
    entry[key] = value
  end
  if not entry.item then error(("army_list: entry %d has no item"):format(i), 0) end
  return entry
end

local function within(value)
  local fits = not value.limit_points or (value.total_points or 0) <= value.limit_points
  for _, one in ipairs(value.items) do
    if one.count and (one.count < (one.min or 0) or one.count > (one.max or one.count)) then fits = false end
  end
  return fits
end

local function value_of(rules, state, side)
  local list = rules.game.army_list(rules.view, state, side)
  if list == nil then return nil end
  if type(list) ~= "table" then error("army_list must give a list, not " .. bounds.shown(list), 0) end
  local wrong = bounds.too_many(#list, MOST, "entries of army_list")
  if wrong then error(wrong, 0) end
  local value = { side = side, name = state.sides[side].name or side, items = json.list {} }
  for i, one in ipairs(list) do
    local entry = entry_of(one, i)
    value.items[i] = entry
    if entry.points then value.total_points = (value.total_points or 0) + entry.points end
  end
  if is_count(list.limit_points) then value.limit_points = list.limit_points end
  value.within_limit = within(value)
  return value
end

--- The armies of a state as laid out; none where the ruleset says nothing of them.
---@param rules limber.Rules
---@param state table
---@return limber.ArmyValue[]
function M.of(rules, state)
  local values = {}
  for _, side in ipairs(rules.game.army_list and state.order.sides or {}) do
    values[#values + 1] = value_of(rules, state, side)
  end
  return values
end

return M
