--- What differs from the published rules, in words: the lines of `:diff`, and of the head of a kept house rule.
local result_text <const> = require "show.result_text"
local tables <const> = require "limber.rules.tables"
local text <const> = require "show.text"

local M <const> = {}

local WHAT <const> = { cell = "", option = "option.", modifier = "modifier " }

--- What a difference is called, where it has no text of its own.
local function called(one)
  return (WHAT[one.what] or one.what .. " ") .. one.name
end

--- Differences that have no values to show.
local function plain(one)
  if one.text then return one.text end
  if one.what == "argument" then return "argument " .. one.name end
  if one.what == "procedure" then return one.name .. " is wrapped" end
  if one.what == "ground" then return ("ground %s as the house rule says"):format(one.name) end
  if one.what == "table" then return ("table %s reads as %s"):format(one.name, one.new) end
  if one.new == nil then return called(one) .. " is new" end
end

--- One difference in a line.
---@param one limber.Difference
---@return string
function M.line(one)
  local words = plain(one)
  if words then return words end
  if one.old == nil then return ("%s %s, new"):format(called(one), result_text.value(one.new)) end
  return ("%s: %s, published %s"):format(called(one), result_text.value(one.new), result_text.value(one.old))
end

--- The clause of a cell: that of the modifier whose value it is, else that of its table.
local function cell_cite(rules, path)
  local name, places = tables.places(path)
  for _, list in next, rules.draft.modifiers do
    for _, modifier in ipairs(list) do
      if modifier.table == name and modifier.name == places[1] then return modifier.cite end
    end
  end
  local spec = rules.draft.lookups[name]
  return spec and spec.cite
end

local CITES <const> = {
  cell = cell_cite,
  option = function(rules, name)
    local option = rules.draft.declared_options[name]
    return option and (option.ruling or option.cite)
  end,
  modifier = function(rules, name)
    local list, own = name:match "^([^.]+)%.(.+)$"
    for _, modifier in ipairs(rules.draft.modifiers[list] or {}) do
      if modifier.name == own then return modifier.cite end
    end
  end,
  procedure = function(rules, name)
    local procedure = rules.procedures[name]
    return procedure and procedure.cite
  end,
}

--- One difference from what is published to what is now, with its clause: `weapons.rifle: 4 → 3 (5.1)`.
---@param rules limber.Rules
---@param one limber.Difference
---@return string
function M.change(rules, one)
  local words = plain(one)
  local function shown(value)
    return one.what == "modifier" and math.type(value) == "integer" and text.signed(value) or result_text.value(value)
  end
  if not words then
    words = one.old == nil and ("%s: %s, new"):format(called(one), shown(one.new))
      or ("%s: %s → %s"):format(called(one), shown(one.old), shown(one.new))
  end
  local cite = CITES[one.what] and not one.text and CITES[one.what](rules, one.name)
  return cite and ("%s (%s)"):format(words, cite) or words
end

return M
