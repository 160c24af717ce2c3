--- A ruleset's commands as they are typed: words become what the game takes, by the declared fields alone.
--
--   fire 1 51        move 11 to 950 800        move 11 12 13 toward 51        move brigade Gautier toward 51
--   A field's name and then its value, in any order, or key=value; what is not named goes to the field that takes it.
--   Several units of one's own, or a formation where the command knows only units, make a command for each.
local facings <const> = require "play.facings"
local names <const> = require "play.names"
local places <const> = require "play.command_arguments"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"
local text <const> = require "show.text"
local values <const> = require "play.values"

local M <const> = {}

--- Words that say nothing where nothing is named by them.
local NOISE <const> = { ["and"] = true, at = true, on = true, the = true, with = true, [","] = true }
--- Ways of saying where to, when a command has a point, or a way to face, and no field of that name.
local TOWARD <const> = values.TOWARD

local function refusal(arg, message)
  return { arg = arg, message = message }
end

local field_named <const>, free <const>, sole <const> = places.field_named, places.free, places.sole
local is_required <const>, subject_of <const> = places.is_required, places.subject_of
local bare_name <const>, bare_value <const> = places.bare_name, places.bare_value

--- A text in quotes, or all words up to the next that names a field.
local function text_from(self, at)
  if not self.words[at] then return nil end
  if self.words[at]:find '^"' then return values.read(self, { kind = "text" }, at) end
  local parts = {}
  while self.words[at] and not field_named(self.args, self.words[at]) and not self.words[at]:find "^[%a_][%w_]*=" do
    parts[#parts + 1], at = self.words[at], at + 1
  end
  if #parts == 0 then return nil end
  return table.concat(parts, " "), at
end

--- A bearing in plain degrees may also be a unit's number: the player is told how it was read.
local function note_degrees(self, field, word)
  if field.measure ~= "angle" or values.is_turn(field) or not word:find "^%d+,?$" then return end
  local id, _, _, exact = names.read(self.view, "units", { (word:gsub(",", "")) }, 1, "any", self.side)
  if not id or not exact then return end
  self.notes[#self.notes + 1] = ("%s %s is %s degrees; %s toward %s faces %s"):format(field.name, word, word,
    field.name, word, names.long(self.view.state.units[id]))
end

--- A field by its name and its value after it.
local function named(self, at)
  local word = self.words[at]
  local field = field_named(self.args, (word:gsub("-", "_")))
  local from = at + 1
  if not field and TOWARD[word] then
    field = sole(self, function(one) return one.record == "point" and one.kind ~= "list" end)
    if not field and word ~= "to" and self.words[from] then
      field = sole(self, function(one) return one.measure == "angle" and not values.is_turn(one) end)
        or sole(self, function(one) return one.measure == "angle" end)
      from = at
    end
  end
  if not field then return nil end
  if self.out[field.name] ~= nil then return nil, ("%s is given twice"):format(field.name) end
  local value, after, other = nil, nil, nil
  if field.kind == "text" and not field.names then
    value, after = text_from(self, at + 1)
  elseif self.words[from] then
    value, after, other = values.read(self, field, from)
    note_degrees(self, field, self.words[from])
  end
  if value == nil and field.kind == "flag" then value, after = true, at + 1 end
  if value == nil then return nil, after or ("%s needs a value: %s"):format(field.name, values.wanted(field)) end
  if other then
    local node = self.view.state[field.names][value]
    local whose = node.side == self.side and "your own" or "an enemy"
    return nil, ("%s: %s is %s"):format(field.name, names.long(node), whose)
  end
  self.out[field.name] = value
  return after
end

local function split_by_equals(self, at)
  local key, rest = self.words[at]:match "^([%a_][%w_]*)=(.*)$"
  if not key then return end
  table.remove(self.words, at)
  local parts = rest:find '^[%[{"]' and { rest } or {}
  if #parts == 0 then
    for part in rest:gmatch "%S+" do parts[#parts + 1] = part end
  end
  table.insert(self.words, at, key)
  for i, part in ipairs(parts) do table.insert(self.words, at + i, part) end
  return field_named(self.args, key) == nil and key or nil
end

local function known_words(self)
  local list = {}
  for _, field in ipairs(self.args) do
    list[#list + 1] = field.name
    for _, value in ipairs(field.kind == "enum" and field.values or {}) do list[#list + 1] = value end
  end
  return list
end

--- Whether a unit must still be named: a number is then no length.
local function somebody_lacks(self)
  return free(self, function(one) return one.names == "units" and is_required(one) end)[1] ~= nil
end

local function read_word(self, at)
  local unknown = split_by_equals(self, at)
  if unknown then
    return nil, ("%s has no %s%s"):format(self.name, unknown, suggest.hint(unknown, known_words(self)))
  end
  local after, fault = named(self, at)
  if after then return after end
  local word = self.words[at]
  if word:find "^[%[{]" then return nil, ("%s: say which field that is for: FIELD=%s"):format(word, word) end
  local first, second, lacked = bare_value, bare_name, somebody_lacks(self)
  if word:find "^%d+,?$" then first, second = bare_name, bare_value end -- a roster number, before any other
  for _, read in ipairs { first, second } do
    local wrong
    after, wrong = read(self, at)
    if after and read == bare_value and lacked and word:find "^%d+,?$" then self.stray = word:gsub(",", "") end
    if after then return after end
    fault = fault or wrong
    if fault and read == bare_name and somebody_lacks(self) then break end
  end
  local somebody = names.read(self.view, "units", self.words, at, "any", self.side)
  if fault and lacked and word:find "^%d+,?$" and not somebody then
    self.stray = word:gsub(",", "")
  end
  if fault then return nil, fault end
  if TOWARD[word] and self.words[at + 1] then
    local takes = {}
    for i, field in ipairs(self.args) do takes[i] = field.name end
    local angle = free(self, function(one) return one.measure == "angle" end)[1]
    local way = angle and ("; %s toward %s is a direction"):format(angle.name, self.words[at + 1]) or ""
    return nil, ("%s takes no point; it takes %s%s"):format(self.name, text.list(takes, "and"), way)
  end
  if NOISE[word] then return at + 1 end
  local free_text = free(self, function(one) return one.kind == "text" end)[1] -- names come first
  if free_text and not free_text.names then
    self.out[free_text.name] = values.read(self, free_text, at)
    return at + 1
  end
  return nil, ("%s: %s takes no such word%s"):format(word, self.name,
    names.hint(self.view, { "units", "formations", "leaders" }, word, known_words(self)))
end

--- `forward 30mm then wheel 20` without the name of the list that such steps are: it is put before the first of them.
local function name_steps(self)
  local steps, follows
  for _, field in ipairs(self.args) do
    if field.kind == "list" and field.record and field.record ~= "point" then steps = field end
  end
  for _, word in ipairs(self.words) do
    if steps and word == steps.name then return end
    follows = follows or word == "then"
  end
  if not steps or not follows then return end
  for i, word in ipairs(self.words) do
    if field_named(self.rules.records[steps.record], word) then return table.insert(self.words, i, steps.name) end
  end
end

--- `21,22` is two of a group where no point could be meant.
local function split_commas(self)
  for _, field in ipairs(self.args) do
    if field.record then return end
  end
  for at = #self.words, 1, -1 do
    local word = self.words[at]
    if word:find "^%w+,%w[%w,]*$" or word:find "^%d+,$" then
      table.remove(self.words, at)
      local parts = 0
      for part in word:gmatch "%w+" do
        table.insert(self.words, at + parts, part)
        parts = parts + 1
      end
    end
  end
end

--- Why a word does not fill the field that a command still lacks: `; no unit is called 99`.
local function meant_for(self, field)
  if field.names ~= "units" then return "" end
  if self.stray then return ("; there is no %s"):format(self.stray) end
  local last = field.whose == "enemy" and self.view.state.units[self.group[#self.group]]
  return last and ("; %s is your own"):format(names.long(last)) or ""
end

--- What a command still lacks.
---@param args limber.Field[]
---@param out table
---@param grouped boolean
---@return limber.Field?
function M.missing(args, out, grouped)
  local subject = subject_of(args)
  for _, field in ipairs(args) do
    if is_required(field) and out[field.name] == nil and not (grouped and field == subject) then return field end
  end
end

--- A command for each of those who act.
local function spread(self)
  local subject = subject_of(self.args)
  if #self.group == 0 then return { self.out } end
  local list, seen = {}, {}
  for _, id in ipairs(self.group) do
    if not seen[id] then
      local one = tree.copy(self.out)
      one[subject.name] = id
      list[#list + 1] = one
    end
    seen[id] = true
  end
  return list
end

--- A plain number that was read as one more unit may be a length without its unit, which is lacking then.
local function note_length(self)
  local length = free(self, function(one) return one.measure == "length" and not one.named end)[1]
  if not length or #self.group < 2 or self.view.state.facts == "told" then return end
  local node = self.view.state.units[self.group[#self.group]]
  local number = names.short(node)
  if self.words[#self.words] ~= number or not number:find "^%d+$" then return end
  self.notes[#self.notes + 1] = ("%s is %s; write a %s with its unit"):format(number, names.long(node), length.name)
end

--- Why a number that was read as a unit named before may be a length without its unit; nil when nobody is named twice.
local function named_twice(self)
  local length, seen = free(self, function(one) return one.measure == "length" end)[1], {}
  for _, id in ipairs(length and self.group or {}) do
    if seen[id] then
      local node = self.view.state.units[id]
      return ("%s names %s twice; write a %s with its unit"):format(self.name, names.long(node), length.name)
    end
    seen[id] = true
  end
end

--- The commands with their facings in degrees.
local function settled(self, list)
  for _, one in ipairs(list) do
    local fault = facings.settle(self.view, self.rules.records, self.args, one)
    if fault then return nil, fault end
  end
  return list, nil, self.notes
end

--- Why the number at the beginning of a command cannot act: no unit has it, or an enemy's has.
---@return string?
function M.stranger(self)
  local word, subject = self.words[1], places.actors_of(self.args)
  if not subject or self.out[subject.name] or not word or not word:find "^%d+,?$" then return nil end
  word = word:gsub(",", "")
  local own = names.read(self.view, "units", { word }, 1, "own", self.side)
  local id, _, other = names.read(self.view, "units", { word }, 1, "any", self.side)
  if other == nil and own and self.view.state.units[own].side == self.side then return nil end
  for _, place in ipairs { "formations", "leaders" } do
    if names.read(self.view, place, { word }, 1, "any", self.side) then return nil end
  end
  if not id then return ("no unit %s"):format(word) end
  if names.short(self.view.state.units[id]) ~= word then return nil end
  return ("%s not yours; name your own unit first"):format(names.is(self.view.state, id))
end

--- Reads the words after a command's name.
---@param about { view: limber.View, side: string, rules: limber.Rules, how: limber.How, given: table? } what they are
---  read for, and what is known of the command already
---@param name string
---@param args limber.Field[]
---@param words string[]
---@param ask (fun(field: limber.Field, path: string): string[]?)? asks for what is missing; nil: it is refused
---@return table[]? commands their arguments, without side and name
---@return limber.Refusal?
---@return string[]? notes what somebody may have meant otherwise
function M.parse(about, name, args, words, ask)
  local self = {
    view = about.view, side = about.side, rules = about.rules, how = about.how, name = name, args = args,
    words = tree.shallow(words), out = tree.shallow(about.given or {}), group = {}, notes = {},
  }
  local at, stranger = 1, M.stranger(self)
  if stranger then return nil, refusal("words", stranger) end
  name_steps(self)
  split_commas(self)
  while self.words[at] do
    local after, fault = read_word(self, at)
    if not after and self.stray and somebody_lacks(self) then fault = ("there is no %s"):format(self.stray) end
    if not after then return nil, refusal("words", fault) end
    at = after
  end
  if self.grouped and #self.group == 0 then return nil, refusal("words", "that formation has no units left") end
  while true do
    local field = M.missing(args, self.out, #self.group > 0)
    local twice = not field and named_twice(self)
    if twice then return nil, refusal("words", twice) end
    if not field then note_length(self) end
    if not field then return settled(self, spread(self)) end
    if field.record == "point" and self.view.state.facts == "told" then
      return nil, refusal(field.name, ("%s needs points, and only the players know where units stand")
        :format(name))
    end
    local given = ask and ask(field, values.wanted(field))
    if not given then
      return nil, refusal(field.name, ("%s needs %s: %s%s"):format(name, field.name, values.wanted(field),
        meant_for(self, field)))
    end
    self.words = given
    local value, after = values.read(self, field, 1)
    if value == nil then return nil, refusal(field.name, after) end
    self.out[field.name] = value
  end
end

return M
