--- What armies cost as people read it: alike items in one line, with the sum and the limit.
local text <const> = require "show.text"
local counted <const> = require("limber.common.wording").counted

local M <const> = {}

--- "2 to 4", "2", "at most 1".
local function wanted(one)
  if not one.max then return ("at least %d"):format(one.min or 0) end
  if one.min == one.max then return tostring(one.max) end
  return (one.min or 0) == 0 and ("at most %d"):format(one.max) or ("%d to %d"):format(one.min, one.max)
end

local function verdict(one)
  if one.wrong then return "no price: " .. one.wrong end
  if not one.count or not (one.min or one.max) then return "" end
  if one.count < (one.min or 0) then return ("too few: the list has %s"):format(wanted(one)) end
  if one.max and one.count > one.max then return ("too many: the list has %s"):format(wanted(one)) end
  return ("the list has %s"):format(wanted(one))
end

--- Items alike in one row each, in the order in which each first stands there.
local function rows_of(value)
  local rows, at = {}, {}
  for _, one in ipairs(value.items) do
    local key = ("%s\0%s\0%s"):format(one.item, one.points or "", one.wrong or "")
    local row = at[key]
    if not row then
      row = { one = one, count = 0 }
      rows[#rows + 1], at[key] = row, row
    end
    row.count = row.count + (one.count or 1)
  end
  return rows
end

local function columns_of(value)
  local columns = {}
  for i, row in ipairs(rows_of(value)) do
    local points = row.one.points
    columns[i] = {
      tostring(row.count), row.one.item, points and counted(points, "point", "points") or "",
      points and row.count > 1 and ("%d together"):format(points * row.count) or "", verdict(row.one),
    }
  end
  return columns
end

local function head_of(value)
  if not value.total_points then return value.name end
  local head = ("%s: %s"):format(value.name, counted(value.total_points, "point", "points"))
  if not value.limit_points then return head end
  return ("%s of %d%s"):format(head, value.limit_points,
    value.total_points > value.limit_points and (", %d too many"):format(value.total_points - value.limit_points) or "")
end

---@param values limber.ArmyValue[]
---@return string[]
function M.lines(values)
  local lines = {}
  for _, value in ipairs(values) do
    if #value.items > 0 then
      lines[#lines + 1] = head_of(value)
      for _, line in ipairs(text.columns(columns_of(value), "    ")) do lines[#lines + 1] = line end
    end
  end
  return lines
end

return M
