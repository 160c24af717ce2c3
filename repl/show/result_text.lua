--- A result for people: its sentence, its fields, each unit's modifiers with their clauses, the dice.
local charts_text <const> = require "show.charts_text"
local json <const> = require "kernel.json"
local question <const> = require "limber.ask.question"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

--- A single value in words.
---@param value any
---@return string
function M.value(value)
  if value == json.null or value == nil then return "-" end
  if value == true then return "yes" end
  if value == false then return "no" end
  if type(value) ~= "table" then return tostring(value) end
  if #value == 0 and next(value) ~= nil then
    local parts = {}
    for i, key in ipairs(sorted.keys(value)) do parts[i] = ("%s %s"):format(key, M.value(value[key])) end
    return table.concat(parts, ", ")
  end
  local parts = {}
  for i, one in ipairs(value) do parts[i] = M.value(one) end
  return #parts == 0 and "none" or table.concat(parts, ", ")
end

local function is_modifier(record)
  local has = {}
  for _, field in ipairs(record or {}) do has[field.name] = true end
  return has.name and has.value and has.cite
end

local function modifiers_of(list)
  local parts = {}
  for i, one in ipairs(list) do
    parts[i] = ("%s %s (%s)"):format(one.name, text.signed(one.value), one.cite)
  end
  return #parts == 0 and "no modifiers" or table.concat(parts, ", ")
end

--- Those weighed beside a list and not applied.
local function not_applied(considered, applied)
  local parts = {}
  for _, one in ipairs(considered or {}) do
    if one.beside == applied then parts[#parts + 1] = ("%s (%s)"):format(one.name, one.cite) end
  end
  return #parts > 0 and table.concat(parts, ", ")
end

--- What a list of modifiers is called: `modifiers`, or with whose they are, `attacker modifiers`.
local function called(field)
  return field.name:find "modifiers$" and (field.name:gsub("_", " ")) or "modifiers"
end

--- Gathers `{ label, text }` rows for the fields of a record; lists and objects of records get a row of their own.
local function add_record(rows, about, path, list, value)
  local plain, below = {}, {}
  for _, field in ipairs(list) do
    local one = value[field.name]
    if one ~= nil and field.record and is_modifier(about.records[field.record]) then
      below[#below + 1] = { "", ("%s: %s"):format(called(field), modifiers_of(one)) }
      local rest = not_applied(about.considered, one)
      local whose = called(field):match "^(.*) modifiers$"
      if rest then below[#below + 1] = { "", ("%snot applied: %s"):format(whose and whose .. ", " or "", rest) } end
    elseif one ~= nil and field.record then
      local record, here = about.records[field.record], path .. field.name
      for i, element in ipairs(field.kind == "list" and one or {}) do
        add_record(below, about, here .. "." .. i .. ".", record, element)
      end
      if field.kind == "object" then add_record(below, about, here .. ".", record, one) end
      if field.kind == "list" and #one == 0 then below[#below + 1] = { here, "none" } end
    elseif one ~= nil then
      plain[#plain + 1] = { field.name, M.value(one) }
    end
  end
  if path == "" then
    table.move(plain, 1, #plain, #rows + 1, rows)
  else
    local parts = {}
    for i, one in ipairs(plain) do parts[i] = one[1] .. " " .. one[2] end
    rows[#rows + 1] = { (path:gsub("%.$", "")), table.concat(parts, ", ") }
  end
  table.move(below, 1, #below, #rows + 1, rows)
end

--- What one throw showed: its faces, or the total or count where only that was given.
---@param throw { dice: integer[], total: integer?, count: integer? }
---@return string
function M.faces(throw)
  if throw.total then return ("%d in all"):format(throw.total) end
  if throw.count then return ("%d of %d"):format(throw.count, #throw.dice) end
  return table.concat(throw.dice, " ")
end

--- The dice of a record, named: `fire 4 5; morale 4 7`.
---@param record table[]
---@return string
function M.dice(record)
  local parts = {}
  for i, throw in ipairs(record) do
    local name = throw.who and throw.who .. " " .. throw.label or throw.label
    parts[i] = ("%s %s"):format(name, M.faces(throw))
  end
  return #parts == 0 and "none thrown" or table.concat(parts, "; ")
end

---@class limber.Answer what was asked and what came of it
---@field rules limber.Rules
---@field name string the procedure
---@field result table
---@field q table
---@field record table[] the throws
---@field considered table[]?
---@field charts table[]? where the figures of base charts come from that it has read

--- The lines that show an answer.
---@param answer limber.Answer
---@param width integer
---@return string[]
function M.lines(answer, width)
  local procedure = answer.rules.procedures[answer.name]
  local says = question.says(answer.rules, answer.name, answer.result, answer.q)
  local head = ("%s (%s)%s"):format(answer.name, procedure.cite, says and ": " .. says or "")
  local lines, rows = text.wrap(head, width, "  "), {}
  local about = { records = answer.rules.records, considered = answer.considered }
  add_record(rows, about, "", procedure.out, answer.result)
  if #answer.record > 0 then rows[#rows + 1] = { "dice", M.dice(answer.record) } end
  table.move(charts_text.rows(answer.charts), 1, 99, #rows + 1, rows)
  local labels = {}
  for i, row in ipairs(rows) do labels[i] = row[1] end
  local label_width = text.widest(labels) + 4
  for _, row in ipairs(rows) do text.add_labelled(lines, "  " .. row[1], row[2], label_width, width) end
  return lines
end

return M
