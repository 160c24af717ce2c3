--- Facts told by players: asks what a rule needs in the words of their table, and takes what a tape would say.
--
--   How far is it from 1/17th Line to 1st Klebek? In mm [650]:
-- Enter takes the value in brackets, `?` explains, and a wrong answer is asked for again. An empty line where nothing
-- is offered, Ctrl-C and Ctrl-D give up the command that wanted to know, whole.
local answers <const> = require "told.answers"
local fields <const> = require "limber.language.fields"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local text <const> = require "show.text"
local told_text <const> = require "told.text"
local units <const> = require "read.units"

local M <const> = {}

local SHOWN <const> = { ["in"] = "inches", inch = "inches" }
local ONE <const> = { units = "a unit", leaders = "a general", formations = "a formation" }
local MANY <const> = { units = "units", leaders = "generals", formations = "formations" }

---@param how limber.Answering
---@param field limber.Field
---@return string? what is counted in
local function counted_in(how, field)
  local unit = units.of(field.name or "") or field.measure == "length" and "mm" or how.unit
  if unit and lengths.UNITS[unit] then return SHOWN[how.shown] or how.shown or unit end
  return unit
end

--- What the question wants, in a word or two.
local function wanted(how, field, question)
  if field.kind == "int" or field.kind == "number" then
    local unit = counted_in(how, field)
    if not unit then return nil end
    if question:find("%f[%a]in " .. unit .. "%f[%A]") then return nil end
    return "In " .. unit
  elseif field.kind == "flag" then
    return "y/n"
  elseif field.kind == "enum" then
    for _, value in ipairs(field.values) do
      if not question:find(value, 1, true) then return text.list(field.values, "or") end
    end
  elseif field.kind == "list" and field.min == 0 and not (question:find "%f[%a]none%f[%A]") then
    return "Or none"
  end
end

--- The units that a field may hold, with their numbers.
local function roll_call(how, field)
  local list = {}
  for _, node in names.ids(how.view, field.names) do
    local own = node.side == how.side
    local fits = not how.side or field.whose == "any" or own == (field.whose == "own")
    if fits and how.view:status(node) ~= "gone" then list[#list + 1] = names.long(node) end
  end
  return table.concat(list, ", ")
end

--- How a field is answered, for the question that asks it.
---@param how limber.Answering
---@param field limber.Field
---@return string[]
function M.explain(how, field)
  local lines = {}
  if field.doc then lines[1] = field.doc end
  local function add(line) lines[#lines + 1] = line end
  if field.kind == "int" or field.kind == "number" then
    local unit, length = counted_in(how, field), lengths.UNITS[how.unit or ""]
    local range = length and fields.range(field):gsub("^a whole number", "a length") or fields.range(field)
    local other = length and "; 650mm, 65cm or 26in say which unit" or ""
    add(("%s%s%s"):format(range, unit and ", in " .. unit or "", other))
  elseif field.kind == "flag" then
    add "y or yes, n or no"
  elseif field.kind == "enum" then
    add(text.list(field.values, "or") .. "; a beginning will do")
  elseif field.names then
    add((field.kind == "list" and "the numbers or names of " .. MANY[field.names] .. ", as many as there are"
      or "the number or name of " .. ONE[field.names]) .. ": " .. roll_call(how, field))
  elseif field.of and field.of.values then
    add("as many as hold of " .. text.list(field.of.values))
  elseif field.record then
    add((field.kind == "list" and "one after another, with commas between; of each: " or "")
      .. told_text.form(how.view.records[field.record]))
  end
  if field.kind == "list" and field.min == 0 then add "none, when there is none" end
  add("An empty line takes the value in brackets; Ctrl-C cancels the command, and nothing of it is done. "
    .. "You may look at :units and :clock.")
  return lines
end

local function give_up()
  error({ arg = "facts", message = "cancelled: nothing of it is done" }, 0)
end

--- The question as it is printed.
local function prompt_of(how, question)
  local field = question.field
  local unit = counted_in(how, field)
  local body = how.words and how.words(question.text, { unit = how.shown or "mm", scale = how.scale }) or question.text
  if unit then body = body:gsub("{unit}", unit):gsub("(%f[%a]in) mm%f[%A]", "%1 " .. unit) end
  local empty = type(question.offered) == "table" and #question.offered == 0
  local want = not empty and wanted(how, field, body)
  local offered = question.offered ~= nil and (" [%s]"):format(told_text.show(how, field, question.offered)) or ""
  local asked = body .. (want and " " .. want or "") .. offered
  return asked .. (asked:find "%?$" and " " or ": ")
end

--- Asks for facts. Of the options `shown` is the unit of length in use, when it is not the ruleset's; `words` writes
--- the lengths in a question so; `aside` does what a line like :units asks for in between.
---@param opts { read: fun(question: string): string?, tell: fun(text: string), shown: (fun(): string?)?,
---  rounding: (fun(): table?)?, words: (fun(text: string, how: limber.How): string)?,
---  aside: (fun(line: string): boolean)? }
---@return fun(question: limber.FactQuestion): any
function M.asker(opts)
  return function(question)
    local field, ground = question.field, question.view.state.ground
    local how = {
      view = question.view, side = question.side, unit = question.unit, scale = ground and ground.scale,
      shown = opts.shown and opts.shown(), rounding = opts.rounding and opts.rounding(), words = opts.words,
    }
    local prompt, wrong = prompt_of(how, question), 0
    while true do
      local line = opts.read(prompt)
      if not line then give_up() end
      if line:find "^%s*%?%s*$" then
        opts.tell(table.concat(M.explain(how, field), "\n"))
      elseif line:find "^%s*:" then
        if not (opts.aside and opts.aside(line)) then
          opts.tell "Answer the question. ? explains it; Ctrl-C cancels the command."
        end
      elseif not line:find "%S" then
        if question.offered == nil then give_up() end
        return question.offered
      else
        local value, fault = answers.read(how, field, line)
        local refused
        if value ~= nil then value, refused = question.check(value) end
        if value ~= nil then return value end
        wrong = wrong + 1
        opts.tell((fault or refused.message)
          .. (wrong == 2 and "\n(? explains the question; Ctrl-C or Ctrl-D cancels the command)" or ""))
      end
    end
  end
end

return M
