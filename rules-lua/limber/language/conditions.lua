--- Arguments that can be said only where others have some values:
--
--   flag "elite_firers" { only = { counter_battery = true } }
--   flag "rabble" { only = { class = "d", kind = { "irregular", "war_band" } } }
--   enum "round" { "impact", "continuing", default = "continuing", must = "continuing" }    the one value it may have
-- An argument that is left out, false or has its default is said of none.
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- The fields of a list that have a condition; kept for as long as the list, false where there is none.
local conditional <const> = setmetatable({}, { __mode = "k" })

local function conditional_of(list)
  local found = {}
  for _, field in ipairs(list) do
    if field.only or field.must ~= nil then found[#found + 1] = field end
  end
  conditional[list] = #found > 0 and found or false
  return conditional[list]
end

local function fits(wanted, value)
  if type(wanted) == "table" then return lists.has(wanted, value) end
  return wanted == (value or false)
end

--- What another argument must be, in words: "kind irregular or war_band", "charging", "no charging".
local function in_words(name, wanted)
  if type(wanted) == "boolean" then return (wanted and "%s" or "no %s"):format(name) end
  return ("%s %s"):format(name, type(wanted) == "table" and table.concat(wanted, " or ") or wanted)
end

--- The conditions of a field, for the page of its procedure.
---@param field limber.Field
---@return string
function M.words(field)
  local words = field.must ~= nil and "; must be " .. tostring(field.must) or ""
  for _, name in ipairs(sorted.keys(field.only or {})) do
    words = words .. "; goes with " .. in_words(name, field.only[name])
  end
  return words
end

local function refusal(field, text) return { arg = field.name, message = field.name .. " " .. text } end

local function fault_of(field, q)
  local value = q[field.name]
  if field.must ~= nil and value ~= field.must then return refusal(field, "must be " .. tostring(field.must)) end
  if not field.only or not value or value == field.default then return nil end
  for _, name in ipairs(sorted.keys(field.only)) do
    local wanted = field.only[name]
    if not fits(wanted, q[name]) then return refusal(field, "goes with " .. in_words(name, wanted)) end
  end
end

--- Why one of the arguments cannot be said beside the others; nil where all can.
---@param list limber.Field[]
---@param q table the arguments, checked one by one
---@return limber.Refusal?
function M.fault(list, q)
  local found = conditional[list]
  if found == nil then found = conditional_of(list) end
  if not found then return nil end
  for i = 1, #found do
    local fault = fault_of(found[i], q)
    if fault then return fault end
  end
end

return M
