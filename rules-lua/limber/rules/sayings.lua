--- How a procedure tells its result, as data:
--
--   says = "counts {counted}"
--   says = { { "destroyed", "is destroyed" }, { "not hits", "stands" }, { "by=own", "obeys" }, "forms {shape}" }
-- tells the text of the first row whose field of the result holds: it is neither false, nor 0, nor empty, nor absent.
-- With `not` it is the reverse; with `=` the field is that word. A row without a field always holds. {name} stands for
-- a field: a number, a word or a list of words as the story has them; {hits figure} for a number with its noun:
-- "1 figure", "2 figures".
local wording <const> = require "limber.common.wording"

local M <const> = {}

local function is_field(out, name)
  for _, field in ipairs(out) do
    if field.name == name then return true end
  end
  return false
end

--- Refuses a row that names no field of the result.
local function check(what, out, field, text, level)
  for name in text:gmatch "{([%w_]+)" do
    if not is_field(out, name) then error(("%s: says: no field %s in out"):format(what, name), level + 1) end
  end
  if field and not is_field(out, field) then error(("%s: says: no field %s in out"):format(what, field), level + 1) end
end

local function rows_of(what, says, out, level)
  local rows = {}
  for i, one in ipairs(type(says) == "string" and { says } or says) do
    local row = type(one) == "table" and one or { nil, one }
    local said = row[1]
    if type(row[2]) ~= "string" or said ~= nil and type(said) ~= "string" then
      error(("%s: says[%d] must be a text, or a field and its text"):format(what, i), level + 1)
    end
    local field, word = (said or ""):match "^([%w_]+)=([%w_]+)$"
    local reverse = said and said:match "^not ([%w_]+)$"
    rows[i] = { field = field or reverse or said, word = word, holds = not reverse, text = row[2] }
    check(what, out, rows[i].field, row[2], level + 1)
  end
  return rows
end

local function word_of(value, noun)
  if type(value) == "table" then value = table.concat(value, ", ") end
  if type(value) == "string" then return wording.plain(value) end
  if noun ~= "" then return wording.counted(value, noun) end
  return tostring(math.type(value) == "float" and math.tointeger(value) or value)
end

local function holds(row, value)
  if row.word then return value == row.word end
  local empty = not value or value == 0 or value == "" or type(value) == "table" and next(value) == nil
  return empty ~= row.holds
end

--- The function that tells results so; errors are raised at `level`.
---@param what string
---@param says string|table
---@param out limber.Field[]
---@param level integer
---@return fun(result: table): string
function M.new(what, says, out, level)
  local rows = rows_of(what, says, out, level + 1)
  return function(result)
    for i = 1, #rows do
      local row = rows[i]
      if not row.field or holds(row, result[row.field]) then
        return (row.text:gsub("{([%w_]+) ?([%a ]*)}", function(name, noun) return word_of(result[name], noun) end))
      end
    end
    return ""
  end
end

return M
