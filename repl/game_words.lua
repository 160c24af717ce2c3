--- A ruleset's commands as they are typed: words become what the game takes, by the declared fields alone.
--
--   fire 1 51        move 11 to 950 800        move 11 12 13 toward 51        move brigade Gautier toward 51
--   A field's name and then its value, in any order, or key=value; what is not named goes to the field that takes it.
--   Several units of one's own, or a formation where the command knows only units, make a command for each.
local names <const> = require "game_names"
local suggest <const> = require "limber.suggest"
local values <const> = require "game_values"

local M <const> = {}

--- Words that say nothing where nothing is named by them.
local NOISE <const> = { ["and"] = true, at = true, on = true, the = true, with = true, [","] = true }
--- Ways of saying where to, when a command has a point and no field of that name.
local TOWARD <const> = { to = true, toward = true, towards = true }

local function refusal(arg, message)
  return { arg = arg, message = message }
end

local function field_named(list, name)
  for _, field in ipairs(list) do
    if field.name == name then return field end
  end
end

--- The fields that are still empty and fit, those that are required first.
local function free(self, fits)
  local list = {}
  for _, wanted in ipairs { true, false } do
    for _, field in ipairs(self.args) do
      local required = not field.optional and field.default == nil
      if required == wanted and self.out[field.name] == nil and fits(field) then list[#list + 1] = field end
    end
  end
  return list
end

local function sole(self, fits)
  local list = free(self, fits)
  local first = list[1]
  if first and list[2] then
    local second = list[2]
    local alike = (first.optional or first.default ~= nil) == (second.optional or second.default ~= nil)
    if alike and not (first.record == "point" and second.record == "point") then return nil, list end
  end
  return first
end

local function is_required(field)
  return not field.optional and field.default == nil
end

--- The field that says who does it: the first for a unit of one's own.
local function subject_of(args)
  for _, field in ipairs(args) do
    if field.names == "units" and field.kind ~= "list" and field.whose ~= "enemy" then return field end
  end
end

--- A unit goes to a field that needs one; then it is who does it, or one more of those; then to any that takes it.
local function put_unit(self, id)
  local own = self.view.state.units[id].side == self.side
  local function takes(field)
    return field.names == "units" and field.kind ~= "list"
      and (field.whose == "any" or (field.whose == "own") == own)
  end
  local list = free(self, takes)
  if list[1] and is_required(list[1]) then
    self.out[list[1].name] = id
    return true
  end
  local subject = subject_of(self.args)
  if own and subject and self.out[subject.name] == nil and not self.group[1] then
    self.out[subject.name] = id
    return true
  end
  for _, field in ipairs(self.args) do
    if field.names == "units" and field.kind == "list" and (field.whose == "any" or (field.whose == "own") == own) then
      local given = self.out[field.name] or {}
      given[#given + 1] = id
      self.out[field.name] = given
      return true
    end
  end
  if own and subject then
    if not self.group[1] then self.group[1] = self.out[subject.name] end
    self.group[#self.group + 1] = id
    return true
  end
  if list[1] then
    self.out[list[1].name] = id
    return true
  end
end

--- A formation is the command's own, or stands for its units.
local function put_formation(self, id)
  local node = self.view.state.formations[id]
  local list = free(self, function(field)
    return field.names == "formations" and (field.whose == "any" or (field.whose == "own") == (node.side == self.side))
  end)
  if list[1] then
    self.out[list[1].name] = id
    return true
  end
  local subject = subject_of(self.args)
  if not subject or node.side ~= self.side then return false end
  if self.out[subject.name] and not self.group[1] then self.group[1] = self.out[subject.name] end
  for _, unit in ipairs(names.units_of(self.view, id)) do self.group[#self.group + 1] = unit end
  self.grouped = true
  return true
end

local function put_leader(self, id)
  local own = self.view.state.leaders[id].side == self.side
  local list = free(self, function(field)
    return field.names == "leaders" and (field.whose == "any" or (field.whose == "own") == own)
  end)
  if list[1] then self.out[list[1].name] = id end
  return list[1] ~= nil
end

local PUT <const> = { units = put_unit, formations = put_formation, leaders = put_leader }

--- Where a name is looked up, that of the first empty field first.
local function places(self)
  local list = {}
  for _, field in ipairs(free(self, function(one) return one.names ~= nil end)) do list[#list + 1] = field.names end
  return table.move({ "units", "formations", "leaders" }, 1, 3, #list + 1, list)
end

--- Somebody's name that no field was named for. What is meant for nobody here is refused at the end.
local function bare_name(self, at)
  local levels = names.levels(self.view)
  if levels[self.words[at]] and self.words[at + 1] then
    local id, after = names.read(self.view, "formations", self.words, at + 1, "any", self.side)
    if not id then
      return nil, after or ("no %s %s%s"):format(self.words[at], self.words[at + 1],
        names.hint(self.view, { "formations" }, self.words[at + 1]))
    end
    if put_formation(self, id) then return after end
  end
  local fault
  for _, place in ipairs(places(self)) do
    local id, after = names.read(self.view, place, self.words, at, "any", self.side)
    if id and PUT[place](self, id) then return after end
    if not id then fault = fault or after end
    if id and place == "units" then
      local node = self.view.state.units[id]
      fault = fault or ("%s %s, and %s has no place for that"):format(names.long(node),
        node.side == self.side and "is your own" or "is an enemy", self.name)
    end
  end
  return nil, fault
end

local function is_number(word)
  return word and word:find "^[+-]?%d" ~= nil
end

--- A value that says itself which field it is for.
local function bare_value(self, at)
  local word = self.words[at]
  local function reads(field)
    if field.names or field.kind == "text" then return false end
    if field.kind == "flag" then return false end
    if is_number(word) and field.record == "point" and field.kind ~= "list" then
      return word:find "," ~= nil or is_number(self.words[at + 1])
    end
    if field.record and field.record ~= "point" then return false end
    if field.record == "point" and not word:find "^%a%a?%d+$" and not is_number(word) then return false end
    return (values.read(self, field, at)) ~= nil
  end
  local field, several = sole(self, reads)
  if several then
    local list = {}
    for i, one in ipairs(several) do list[i] = one.name end
    return nil, ("%s could be %s: write %s %s"):format(word, table.concat(list, " or "), list[1], word)
  end
  if not field then return nil end
  local value, after = values.read(self, field, at)
  self.out[field.name] = value
  return after
end

--- A field by its name and its value after it.
local function named(self, at)
  local word = self.words[at]
  local field = field_named(self.args, (word:gsub("-", "_")))
  if not field and TOWARD[word] then
    field = sole(self, function(one) return one.record == "point" and one.kind ~= "list" end)
  end
  if not field then return nil end
  if self.out[field.name] ~= nil then return nil, ("%s is given twice"):format(field.name) end
  local value, after, other = nil, nil, nil
  if self.words[at + 1] then value, after, other = values.read(self, field, at + 1) end
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

--- Whether somebody must still be named: a number is then no length.
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
  local first, second = bare_value, bare_name
  if word:find "^%d+,?$" then first, second = bare_name, bare_value end -- a roster number, before any other
  for _, read in ipairs { first, second } do
    local wrong
    after, wrong = read(self, at)
    if after then return after end
    fault = fault or wrong
    if fault and read == bare_name and somebody_lacks(self) then break end
  end
  if fault then return nil, fault end
  if NOISE[word] then return at + 1 end
  local text = free(self, function(one) return one.kind == "text" end)[1] -- whom it is for comes first
  if text and not text.names then
    self.out[text.name] = values.read(self, text, at)
    return at + 1
  end
  return nil, ("%s: nothing of %s is called %s%s"):format(word, self.name, word,
    names.hint(self.view, { "units", "formations", "leaders" }, word, known_words(self)))
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

local function copy_of(map)
  local copy = {}
  for key, value in next, map do copy[key] = value end
  return copy
end

local function spread(self)
  local subject = subject_of(self.args)
  if #self.group == 0 then return { self.out } end
  local list, seen = {}, {}
  for _, id in ipairs(self.group) do
    if not seen[id] then
      local one = copy_of(self.out)
      one[subject.name] = id
      list[#list + 1] = one
    end
    seen[id] = true
  end
  return list
end

--- Reads the words after a command's name.
---@param about { view: limber.View, side: string, rules: limber.Rules, how: limber.How } what they are read for
---@param name string
---@param args limber.Field[]
---@param words string[]
---@param ask (fun(field: limber.Field, path: string): string[]?)? asks for what is missing; nil: it is refused
---@return table[]? commands their arguments, without side and name
---@return limber.Refusal?
function M.parse(about, name, args, words, ask)
  local self = {
    view = about.view, side = about.side, rules = about.rules, how = about.how, name = name, args = args,
    words = copy_of(words), out = {}, group = {},
  }
  local at = 1
  while self.words[at] do
    local after, fault = read_word(self, at)
    if not after then return nil, refusal("words", fault) end
    at = after
  end
  if self.grouped and #self.group == 0 then return nil, refusal("words", "that formation has no units left") end
  while true do
    local field = M.missing(args, self.out, #self.group > 0)
    if not field then return spread(self) end
    local given = ask and ask(field, values.wanted(field))
    if not given then
      return nil, refusal(field.name, ("%s needs %s: %s"):format(name, field.name, values.wanted(field)))
    end
    self.words = given
    local value, after = values.read(self, field, 1)
    if value == nil then return nil, refusal(field.name, after) end
    self.out[field.name] = value
  end
end

return M
