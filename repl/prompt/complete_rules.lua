--- What can come next at the prompt: procedures, argument names and values, commands, tables and their places.
-- Nothing typed is run, and no rule is asked.
local commands <const> = require "play.list"
local complete_game <const> = require "prompt.complete_game"
local complete_lua <const> = require "prompt.complete_lua"
local fields <const> = require "limber.language.fields"
local grammar <const> = require "read.grammar"
local odds_words <const> = require "odds.words"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

local function prefixed(prefix, names)
  local out = {}
  for i, name in ipairs(names) do out[i] = prefix .. name end
  return out
end

local function join(list, more)
  return table.move(more, 1, #more, #list + 1, list)
end

--- How a field is begun: a flag by its name, a list or an object by its path, anything else by `name=`.
local function start_of(field, path)
  if field.kind == "flag" then return path .. field.name end
  if field.record then return path .. field.name .. (field.kind == "list" and ".1." or ".") end
  return path .. field.name .. "="
end

--- What may stand for an argument of a procedure.
local function argument_words(rules, procedure, word, given)
  local path = word:match "^(.*%.)[^.]*$"
  local list, out = procedure.args, {}
  if path then
    local field = fields.at(procedure.args, path:sub(1, -2), rules.records)
    if field and field.kind == "list" then return prefixed(path, { "1.", "2.", "3." }) end
    list = field and field.record and rules.records[field.record] or {}
  end
  for _, field in ipairs(list) do
    local begun = start_of(field, path or "")
    if not given[begun:gsub("=$", "")] then
      out[#out + 1] = begun
      if not path and field.kind == "enum" then join(out, field.values) end
    end
  end
  return out
end

local function value_words(rules, procedure, path)
  local field = fields.at(procedure.args, path, rules.records)
  if not field then return {} end
  if field.kind == "flag" then return { "true", "false" } end
  local out = {}
  for i, value in ipairs(field.values or {}) do out[i] = tostring(value) end
  return out
end

local function result_fields(rules, procedure)
  local out = {}
  for _, field in ipairs(procedure.out) do
    local record = field.record and rules.records[field.record]
    local path = field.name .. (field.kind == "list" and ".1." or ".")
    if not record then out[#out + 1] = field.name end
    for _, inner in ipairs(record or {}) do out[#out + 1] = path .. inner.name end
  end
  return out
end

--- What may follow in a question: `words` are those before the one being typed.
local function question_words(rules, words, before, word)
  local verb = table.remove(words, 1)
  local name = rules.procedures[verb] and verb or table.remove(words, 1)
  if not name then return rules.procedure_names end
  local procedure = rules.procedures[name]
  if not procedure then return {} end
  local key = before:match "([%a_][%w_.]*)=$"
  if verb == "odds" then
    if key == "by" or before:find "%-%-by%s+$" then return result_fields(rules, procedure) end
    if word:find "^%-%-?" then return prefixed("--", sorted.keys(odds_words.OPTIONS)) end
  end
  if key then return value_words(rules, procedure, key) end
  local given = {}
  for _, one in ipairs(words) do given[one:match "^[^=]+"] = true end
  local out = argument_words(rules, procedure, word, given)
  if verb == "odds" and not word:find(".", 1, true) then out[#out + 1] = "by=" end
  return out
end

--- Paths below `tables.`: table names, then the places of each axis.
local function table_words(rules, word)
  local path = word:match "^tables%.(.*)$"
  local name, rest = path:match "^([^.]+)%.(.*)$"
  if not name then return prefixed("tables.", sorted.keys(rules.draft.lookups)) end
  local whole = rules.draft.lookups[name] and rules.draft.table(name)
  local depth = 1
  for _ in rest:gmatch "%." do depth = depth + 1 end
  local axis = whole and whole.axes[depth]
  if not axis then return {} end
  local begun = word:match "^(.*%.)[^.]*$"
  local out = {}
  for _, place in ipairs(axis.names) do
    if place:find "^[%a_][%w_]*$" then out[#out + 1] = begun .. place end
  end
  return out
end

local function command_words(session, before, word)
  local name = before:match "^%s*:(%S+)%s"
  local command = commands.find(name)
  return command and command.complete and command.complete(session, grammar.split(before), word) or {}
end

local function candidates(session, before, word)
  local rules = session.rules
  if word:find "^tables%." then return table_words(rules, word) end
  if word:find "^option%." then return prefixed("option.", rules.option_names) end
  if before:find "^%s*:%S+%s" then return command_words(session, before, word) end
  if not before:find "%S" then
    if word:sub(1, 1) == ":" then return prefixed(":", commands.names()) end
    if word:sub(1, 1) == "?" then return prefixed("?", commands.find("help").complete(session)) end
    if session.play and word == "" then return join({ "odds" }, complete_game.verbs(session.play)) end
    local words = join({ "ask", "odds", "tables.", "option." }, rules.procedure_names)
    if session.play then join(words, complete_game.verbs(session.play)) end
    return join(words, complete_lua.words(session.env, word))
  end
  local play = session.play
  local of_game = play and complete_game.words(play, before, word)
  if of_game then return of_game end
  local words = grammar.split(before)
  if words[1] == "ask" or words[1] == "odds" or rules.procedures[words[1]] then
    local out = question_words(rules, words, before, word)
    return play and join(out, complete_game.units(play)) or out
  end
  return complete_lua.words(session.env, word)
end

--- The words that may stand where `word` is being typed, after `before`.
---@param session limber.Session
---@param before string the line up to the word
---@param word string
---@return string[]
function M.words(session, before, word)
  local out, seen = {}, {}
  for _, one in ipairs(candidates(session, before, word)) do
    if one:sub(1, #word) == word and not seen[one] then
      seen[one] = true
      out[#out + 1] = one
    end
  end
  table.sort(out)
  return out
end

--- Words that more of the same word follows.
local OPEN <const> = "[=./:]$"

--- What a terminal offers for a line: as `words`, a whole word that is the only one with the blank after it.
---@param session limber.Session
---@param line string
---@param first integer where the word begins, from 0
---@param last integer where it ends
---@return string[]
function M.offered(session, line, first, last)
  local out = M.words(session, line:sub(1, first), line:sub(first + 1, last))
  local is_path = out[1] and out[1]:find(".", 1, true) and not session.rules.procedures[out[1]]
  if #out == 1 and not out[1]:find(OPEN) and not is_path and last == #line then out[1] = out[1] .. " " end
  return out
end

return M
